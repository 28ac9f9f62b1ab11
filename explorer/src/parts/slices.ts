/** Long work in short slices, so that the page stays alive. */

/** Of the page's time that a slice takes, unless it is said. */
const usual_ms = 12;

/** What is to be done: from one unit of work to another, and when it is over. */
export interface SlicedWork {
  /** Does the units from `first` to `last`; gives how many there are in all. */
  portion(first: number, last: number): number;
  /** Called after every slice. */
  shown(done: number, all: number): void;
  failed(error: unknown): void;
}

/** Begins; the function that comes back stops it. */
export function in_slices(work: SlicedWork, first_portion = 4, slice_ms = usual_ms): () => void {
  let stopped = false;
  let next = 0;
  let all = Number.POSITIVE_INFINITY;
  let size = first_portion;
  const step = () => {
    if (stopped) return;
    try {
      const start = performance.now();
      while (next < all && performance.now() - start < slice_ms) {
        const before = performance.now();
        all = work.portion(next, next + size);
        next += size;
        const spent = Math.max(performance.now() - before, 0.05);
        size = Math.max(1, Math.min(400, Math.round((size * slice_ms) / 2 / spent)));
      }
      work.shown(Math.min(next, all), all);
    } catch (error) {
      stopped = true;
      work.failed(error);
      return;
    }
    if (next < all) setTimeout(step, 4);
  };
  setTimeout(step, 0);
  return () => {
    stopped = true;
  };
}

/** Work that can wait. */

const a_while_ms = 100;

/** Runs when the browser has nothing else to do; where it does not tell (Safari), after a while. What comes back cancels it. */
export function when_idle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(work);
    return () => cancelIdleCallback(id);
  }
  const id = window.setTimeout(work, a_while_ms);
  return () => window.clearTimeout(id);
}

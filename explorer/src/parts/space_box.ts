/**
 * The impulse in the friction cone and the ellipsoid of energy, in three dimensions. What draws them (three.js) lies beside
 * the page as a file of its own and is loaded only here; without it the two projections beside it say the same.
 */
import { h } from "../dom";
import type { Swerve, SwervePoint } from "../types";

/** What the file offers. */
export interface SpaceScene {
  element: HTMLElement;
  show(swerve: Swerve, now: SwervePoint | undefined): void;
  stop(): void;
}

declare global {
  interface Window {
    carom_space?: { space_scene(): SpaceScene };
  }
}

const file = "explorer-3d.js";
let loading: Promise<void> | undefined;

/** A classic script: a page that was opened from disk may not load modules. */
function load(): Promise<void> {
  loading ??= new Promise((done, fail) => {
    const script = h("script", { src: new URL(file, location.href.replace(/[?#].*/, "")).href });
    script.addEventListener("load", () => done());
    script.addEventListener("error", () => {
      loading = undefined;
      fail(new Error(`${file} is not beside this page`));
    });
    document.head.append(script);
  });
  return loading;
}

export interface SpaceBox {
  element: HTMLElement;
  show(swerve: Swerve, now: SwervePoint | undefined): void;
  stop(): void;
}

export function space_box(): SpaceBox {
  let scene: SpaceScene | undefined;
  let last: [Swerve, SwervePoint | undefined] | undefined;
  let stopped = false;
  const says = h("p", { class: "space-says", role: "status" });
  const place = h("div", { class: "space-place" });
  const fill = async () => {
    says.textContent = "Loading the picture in three dimensions …";
    try {
      await load();
      if (stopped || scene) return;
      scene = window.carom_space!.space_scene();
      place.replaceChildren(scene.element);
      says.textContent = "Drag to turn it, scroll to come nearer.";
      if (last) scene.show(...last);
    } catch (error) {
      says.textContent = `No picture in three dimensions: ${error instanceof Error ? error.message : String(error)}. The two projections show the same.`;
    }
  };
  const element = h("div", { class: "space-box" }, place, says);
  // Asked for when it is about to be seen.
  const watcher = new IntersectionObserver((seen) => {
    if (!seen.some((s) => s.isIntersecting)) return;
    watcher.disconnect();
    void fill();
  });
  watcher.observe(element);
  return {
    element,
    show(swerve, now) {
      last = [swerve, now];
      scene?.show(swerve, now);
    },
    stop() {
      stopped = true;
      watcher.disconnect();
      scene?.stop();
    },
  };
}

/** Scroll positions: a new page starts at its top, and going back restores the previous position. */
import { useEffect, useLayoutEffect } from "react";

/** Longest wait for a restored page to become long enough to scroll. */
const GROWING_MILLISECONDS_MAX = 3000;

const left = new Map<string, number>();

/** True if the page changed the address and is not rendered yet; false if the user went back or forward. */
let isGoing = true;

/** The address rendered last. Scroll events before the next page is rendered do not count for it. */
let drawn = "";

/** The filter at the last change of address; another filter shows another list. */
let filtered = "";

/** Stops restoring a scroll position; absent unless one is being restored. */
let stop: (() => void) | undefined;

const here = () => `${location.pathname}${location.search}`;

/** Scrolls as soon as the page is long enough, unless the user scrolls first. */
function comeTo(top: number): void {
  const end = performance.now() + GROWING_MILLISECONDS_MAX;
  let frame = 0;
  const cease = () => {
    cancelAnimationFrame(frame);
    for (const name of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      window.removeEventListener(name, cease);
    }
    stop = undefined;
  };
  const step = () => {
    window.scrollTo(0, top);
    const isThere = Math.abs(window.scrollY - top) < 2;
    if (isThere || performance.now() > end) {
      cease();
    } else {
      frame = requestAnimationFrame(step);
    }
  };
  for (const name of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    window.addEventListener(name, cease);
  }
  stop = cease;
  step();
}

/** Stores and restores the scroll positions of pages; `path` is the rendered page. */
export function useScroll(path: string): void {
  useEffect(() => {
    const keep = () => {
      // Ignore scroll events between a navigation and the rendering of the next page.
      if (!stop && drawn === location.pathname) {
        left.set(here(), window.scrollY);
      }
    };
    const onGo = ({ type }: Event) => {
      isGoing = location.pathname !== drawn;
      if (!isGoing && type === "pushState" && location.search !== filtered) {
        stop?.();
        window.scrollTo(0, 0);
      }
      filtered = location.search;
    };
    // On the same page, no rendering signals the change of filter.
    const onBack = () => {
      if (location.pathname === drawn && location.search !== filtered) {
        stop?.();
        comeTo(left.get(here()) ?? 0);
      }
      filtered = location.search;
    };
    window.addEventListener("scroll", keep, { passive: true });
    // A filter or a month changes the address without a new page.
    window.addEventListener("replaceState", keep);
    // Capture, to run before the router renders the next page.
    window.addEventListener("pushState", onGo, { capture: true });
    window.addEventListener("replaceState", onGo, { capture: true });
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("scroll", keep);
      window.removeEventListener("replaceState", keep);
      window.removeEventListener("pushState", onGo, { capture: true });
      window.removeEventListener("replaceState", onGo, { capture: true });
      window.removeEventListener("popstate", onBack);
    };
  }, []);
  useLayoutEffect(() => {
    stop?.();
    drawn = path;
    filtered = location.search;
    if (isGoing) {
      isGoing = false;
      window.scrollTo(0, 0);
    } else {
      comeTo(left.get(here()) ?? 0);
    }
  }, [path]);
}

/** Where a page was scrolled to: a new one starts at its top, one that is come back to is found where it was left. */
import { useEffect, useLayoutEffect } from "react";

/** For so long a page that is come back to may grow to where it was. */
const GROWING_MILLISECONDS_MAX = 3000;

const left = new Map<string, number>();

/** Whether the address was changed by going back or forward, and is not drawn yet. */
let isReturning = false;

/** Stops what brings the page to where it was; absent while nothing does. */
let stop: (() => void) | undefined;

const here = () => `${location.pathname}${location.search}`;

/** Scrolls as soon as the page is long enough; whoever scrolls meanwhile knows better. */
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

/** Keeps the places of pages; `path` is the page that is drawn. */
export function useScroll(path: string): void {
  useEffect(() => {
    const keep = () => {
      if (!stop && !isReturning) {
        left.set(here(), window.scrollY);
      }
    };
    const onReturn = () => {
      isReturning = true;
      // The page is drawn by then, if it is another one at all.
      setTimeout(() => (isReturning = false));
    };
    window.addEventListener("scroll", keep, { passive: true });
    // The address changes under the page where a filter or a month is chosen.
    window.addEventListener("replaceState", keep);
    // Before the router hears of it and draws.
    window.addEventListener("popstate", onReturn, { capture: true });
    return () => {
      window.removeEventListener("scroll", keep);
      window.removeEventListener("replaceState", keep);
      window.removeEventListener("popstate", onReturn, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    stop?.();
    if (isReturning) {
      comeTo(left.get(here()) ?? 0);
    } else {
      window.scrollTo(0, 0);
    }
  }, [path]);
}

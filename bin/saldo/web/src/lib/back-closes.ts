/**
 * On a phone, "Back" closes the dialog that covers the screen and stays on its page. The first open dialog
 * adds an entry to the browser's history for this, which leaves with the last one.
 */
import { useEffectEvent, useLayoutEffect } from "react";
import type { AroundNavHandler } from "wouter";

/** The screens with the bar at the foot, the same as in `shell.css`. */
const PHONE = "(max-width: 55rem)";

/** The state of the entry in the history. */
const COVER = "dialog";

/** Closes each open dialog; the topmost is the last. */
const open: (() => void)[] = [];

/** The address of the page below the dialogs. */
let address = "";

/** The removal of the entry, which the browser completes later; `null` unless it is running. */
let uncovering: { done: Promise<void>; finish: () => void } | null = null;

const isCovered = () => history.state === COVER;

function cover(): void {
  if (open.length > 0 && !isCovered()) {
    address = location.href;
    history.pushState(COVER, "");
  }
}

/** Removes the entry from the history, if it is there. */
function uncover(): Promise<void> {
  if (!isCovered()) {
    return Promise.resolve();
  }
  if (!uncovering) {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    uncovering = { done, finish };
    history.back();
  }
  return uncovering.done;
}

function onPopState(event: PopStateEvent): void {
  if (isCovered() || location.href !== address || (open.length === 0 && !uncovering)) {
    return;
  }
  // The page stays: neither its list nor its scroll position may follow this event.
  event.stopImmediatePropagation();
  if (uncovering) {
    uncovering.finish();
    uncovering = null;
    return;
  }
  open.pop()?.();
  cover();
}

window.addEventListener("popstate", onPopState, { capture: true });

// The page was loaded again while a dialog was open. Its dialog is gone, so its entry would be a step that
// does nothing.
if (isCovered()) {
  address = location.href;
  void uncover();
}

/** Lets "Back" close a dialog as long as it is open, on the screen of a phone. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!matchMedia(PHONE).matches) {
      return undefined;
    }
    const listener = () => close();
    open.push(listener);
    void (uncovering?.done ?? Promise.resolve()).then(cover);
    return () => {
      const index = open.indexOf(listener);
      if (index >= 0) {
        open.splice(index, 1);
      }
      // The next dialog may replace this one in the same moment.
      queueMicrotask(() => open.length === 0 && void uncover());
    };
  }, []);
}

/** Navigates from the page, not from the dialog above it, so that "Back" returns to the page at once. */
export const navigateFromPage: AroundNavHandler = (navigate, to, options) => {
  if (isCovered()) {
    void uncover().then(() => navigate(to, options));
  } else {
    navigate(to, options);
  }
};

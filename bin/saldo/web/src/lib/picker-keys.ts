/** The keys of a choice that was opened with a key, of which the browser tells the page little while it is open. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from "react";

/** The key that chose is let go sooner; who chose with a pointer waits no longer. */
const LET_GO_MILLISECONDS_MAX = 500;

/**
 * Chromium takes what letters have found for the choice, whichever key closes the list: with Escape nothing was chosen. Which
 * key it was is heard when it is let go.
 */
export function useConfirmedChoice<T>(onChoose: (choice: T) => void): (choice: T) => void {
  const settle = useRef<(isChosen: boolean) => void>(undefined);
  // Whoever leaves the page meanwhile has chosen.
  useEffect(() => () => settle.current?.(true), []);
  return (choice) => {
    settle.current?.(false);
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === "Escape" || key === "Enter" || key === "Tab" || key === " ") {
        settle.current?.(key !== "Escape");
      }
    };
    const timer = setTimeout(() => settle.current?.(true), LET_GO_MILLISECONDS_MAX);
    window.addEventListener("keyup", onKeyUp, { capture: true });
    settle.current = (isChosen) => {
      clearTimeout(timer);
      window.removeEventListener("keyup", onKeyUp, { capture: true });
      settle.current = undefined;
      if (isChosen) {
        onChoose(choice);
      }
    };
  };
}

/** A letter typed where the choices are closed already would choose by itself: it is for the page. */
export function passOn(event: ReactKeyboardEvent<HTMLSelectElement>): void {
  const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter || isOpen(event.currentTarget)) {
    return;
  }
  const { key } = event;
  event.preventDefault();
  event.currentTarget.blur();
  // Once it is drawn that the choice has ended.
  setTimeout(() => window.dispatchEvent(new KeyboardEvent("keydown", { key })));
}

/** Reports if the options are visible; true if the browser cannot tell. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(":open");
  } catch {
    return true;
  }
}

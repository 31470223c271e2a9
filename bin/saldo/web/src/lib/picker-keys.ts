/** Keyboard handling of an open select, for which the page gets few events. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from "react";

/** Longest wait for the release of the selecting key. A selection by pointer waits this long. */
const LET_GO_MILLISECONDS_MAX = 500;

/**
 * Returns a handler that confirms a selection. Chromium reports the option found by typing
 * even if Escape closes the select. The released key tells which key closed it, so the
 * selection is reported only after that.
 */
export function useConfirmedChoice<T>(onChoose: (choice: T) => void): (choice: T) => void {
  const settle = useRef<(isChosen: boolean) => void>(undefined);
  // Leaving the page confirms the selection.
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

/** Passes a letter typed in a closed select on to the page, because it would change the selection. */
export function passOn(event: ReactKeyboardEvent<HTMLSelectElement>): void {
  const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter || isOpen(event.currentTarget)) {
    return;
  }
  const { key } = event;
  event.preventDefault();
  event.currentTarget.blur();
  // Wait until the end of the editing is rendered.
  setTimeout(() => window.dispatchEvent(new KeyboardEvent("keydown", { key })));
}

/** True if the options are visible, or if the browser cannot tell. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(":open");
  } catch {
    return true;
  }
}

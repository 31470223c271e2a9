/** The focus of who works with the keyboard, where what had it goes away: a form gives way to its row, a row is deleted. */
import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Says which part of `within` gets the focus once what had it is gone; the first that is there does. Whoever has put the focus
 * somewhere else meanwhile keeps it there.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): (...selectors: string[]) => void {
  const wanted = useRef<string[]>([]);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const selectors = wanted.current;
    wanted.current = [];
    if (document.activeElement !== document.body) {
      return;
    }
    const found = selectors.map((selector) => within.current?.querySelector<HTMLElement>(selector)).find(Boolean);
    found?.focus({ preventScroll: true });
  }, [asked, within]);
  return (...selectors) => {
    wanted.current = selectors;
    setAsked((before) => before + 1);
  };
}

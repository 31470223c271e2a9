/** The focus of who works with the keyboard, where what had it goes away: a form gives way to its row, a row is deleted. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

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

/**
 * Gives the focus to `next` where what had it inside `within` goes away or cannot be used any more, whatever made it so: who
 * works with the keyboard is not sent to the top of the page. Whoever has put the focus somewhere else keeps it there.
 */
export function useFocusAfter(within: RefObject<HTMLElement | null>, next: () => HTMLElement | null | undefined): void {
  const find = useEffectEvent(next);
  useEffect(() => {
    const inside = within.current;
    if (!inside) {
      return;
    }
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      const { activeElement } = document;
      const isLost = last !== null && (!last.isConnected || last.matches(":disabled"));
      // What is open over it has the focus, and gives it back by itself.
      const isCovered = inside.querySelector("dialog[open]") !== null;
      if (isLost && !isCovered && (activeElement === document.body || activeElement === last)) {
        last = null;
        find()?.focus({ preventScroll: true });
      }
    });
    inside.addEventListener("focusin", onFocus);
    observer.observe(inside, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      inside.removeEventListener("focusin", onFocus);
      observer.disconnect();
    };
  }, [within]);
}

/**
 * Gives the focus back to what lost it because it could not be used for a moment, as a button while what it does is on its
 * way. Whoever has put the focus somewhere else meanwhile keeps it there.
 */
export function useRegainedFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const inside = within.current;
    if (!inside) {
      return;
    }
    let last: HTMLElement | null = null;
    let wasDisabled = false;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
      wasDisabled = false;
    };
    const observer = new MutationObserver(() => {
      if (last?.matches(":disabled")) {
        wasDisabled = true;
      } else if (last && wasDisabled) {
        wasDisabled = false;
        if (document.activeElement === document.body) {
          last.focus({ preventScroll: true });
        }
      }
    });
    document.addEventListener("focusin", onFocus);
    observer.observe(inside, { subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", onFocus);
      observer.disconnect();
    };
  }, [within]);
}

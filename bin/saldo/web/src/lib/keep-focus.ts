/**
 * Keyboard focus after the focused element is removed or disabled, such as a form
 * that closes or a deleted row.
 */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Returns a function that restores the focus after the next update. It focuses the first element in `within`
 * that matches one of the selectors, in their order, unless another element has the focus by then.
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
 * Focuses `next` when the focused element in `within` is removed or disabled, so that keyboard users do not
 * return to the top of the page. An element that got the focus meanwhile keeps it.
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
      // An open dialog returns the focus by itself.
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
 * Returns the focus to an element that was disabled temporarily, such as a button during its request. An
 * element that got the focus meanwhile keeps it.
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

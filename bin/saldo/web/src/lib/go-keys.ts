/** The keys that go to a page from everywhere: G, then a letter. */
import { useEffect, useEffectEvent } from "react";

/** The pages by the second key, in the order of the navigation. */
export const GO_KEYS = {
  o: ["/", "overview"],
  s: ["/statements", "statements"],
  t: ["/transactions", "transactions"],
  a: ["/accounts", "accounts"],
  b: ["/budget", "budget"],
  g: ["/goals", "goals"],
  p: ["/recurring", "recurring"],
  r: ["/reports", "reports"],
  q: ["/advisor", "advisor"],
  e: ["/settings", "settings"],
} as const;

/** The longest time between the two keys, in milliseconds. */
const WAIT_MAX = 1500;

/** True if a key press belongs to the focused field or to an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof HTMLElement && target.closest("input:not([type=checkbox]), select, textarea");
  return Boolean(field) || document.querySelector("dialog[open]") !== null;
}

/** Goes to a page when its keys are pressed. */
export function useGoKeys(go: (path: string) => void): void {
  const onKey = useEffectEvent((path: string) => go(path));
  useEffect(() => {
    let since = -Infinity;
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) {
        return;
      }
      const isSecond = event.timeStamp - since <= WAIT_MAX;
      since = !isSecond && event.key === "g" ? event.timeStamp : -Infinity;
      const [path] = isSecond ? (Object.entries(GO_KEYS).find(([key]) => key === event.key)?.[1] ?? []) : [];
      if (path !== undefined) {
        event.preventDefault();
        // On the page of transactions, the letter alone means something else.
        event.stopImmediatePropagation();
        onKey(path);
      }
    };
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
}

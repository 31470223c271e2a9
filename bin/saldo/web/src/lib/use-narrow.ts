/** True on the screens of phones, for what styles alone cannot arrange. */
import { useSyncExternalStore } from "react";

/** The screens on which a transaction has two lines, the same as in `transactions.css`. */
const NARROW = "(max-width: 48rem)";

function subscribe(listener: () => void): () => void {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

const isNarrow = () => matchMedia(NARROW).matches;

/** Returns whether the screen is narrow, and renders again when that changes. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

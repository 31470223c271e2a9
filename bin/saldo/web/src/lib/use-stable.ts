/** Callbacks with a stable identity, so that components that get them need not render again. */
import { useCallback, useEffect, useRef } from "react";

/** Returns a stable function that calls the latest `act`: for event handlers, not during rendering. */
export function useStable<A extends unknown[]>(act: (...given: A) => void): (...given: A) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}

/** A function that stays the same one while what it does changes: what gets it need not be drawn again. */
import { useCallback, useEffect, useRef } from "react";

/** For what is called by an event, never while drawing. */
export function useStable<A extends unknown[]>(act: (...given: A) => void): (...given: A) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}

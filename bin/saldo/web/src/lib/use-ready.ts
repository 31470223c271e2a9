/** Content that waits for what stands above it, so that nothing moves it when that arrives. */
import { useEffect, useState } from "react";

/** Longest wait after the content itself has loaded. A later arrival may move it. */
const WAIT_MILLISECONDS_MAX = 500;

/** Returns true once everything is there, or the content has waited long enough; then it stays true. */
export function useReady(isComplete: boolean, isLoaded: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isComplete) {
      setReady(true);
    }
    if (!isLoaded) {
      return undefined;
    }
    const timer = setTimeout(() => setReady(true), WAIT_MILLISECONDS_MAX);
    return () => clearTimeout(timer);
  }, [isComplete, isLoaded]);
  return isReady || isComplete;
}

/** The keys of the entries' list: j and k move, e edits, c sets the category, Enter opens the statement. */
import { useCallback, useEffect, useEffectEvent, useState } from "react";

/** What of the active row is being edited. */
export type Editing = "description" | "category" | null;

interface Acts {
  onMove: (index: number) => void;
  onOpen: (index: number) => void;
}

interface State {
  active: number | null;
  editing: Editing;
}

/** Whether a key is meant for what has the focus, not for the list. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, button, a, dialog") !== null;
}

/** Which row is active, and what of it is edited. */
export function useEntryKeys(count: number, acts: Acts) {
  const [{ active, editing }, setState] = useState<State>({ active: null, editing: null });
  const setEditing = useCallback((next: Editing) => setState((before) => ({ ...before, editing: next })), []);
  const setActive = useCallback(
    (index: number) => setState((before) => (before.active === index ? before : { active: index, editing: null })),
    [],
  );
  const move = (by: number) => {
    const next = active === null ? 0 : Math.max(0, Math.min(count - 1, active + by));
    setState({ active: next, editing: null });
    acts.onMove(next);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
      return;
    }
    switch (event.key) {
      case "j":
      case "ArrowDown":
        event.preventDefault();
        return move(1);
      case "k":
      case "ArrowUp":
        event.preventDefault();
        return move(-1);
      case "e":
        event.preventDefault();
        return setEditing(active === null ? null : "description");
      case "c":
        event.preventDefault();
        return setEditing(active === null ? null : "category");
      case "Enter":
        return active === null ? undefined : acts.onOpen(active);
      default:
        return undefined;
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return { active, editing, setEditing, setActive };
}

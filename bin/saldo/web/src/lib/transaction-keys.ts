/** The keyboard shortcuts of the transaction list. */
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "./go-keys.ts";

/** The field of the active row that is being edited in place. */
export type Editing = "description" | "note" | "tags" | "category" | null;

/** Names of the shortcuts, in the order of the help dialog. */
export const KEYS = [
  "j",
  "k",
  "enter",
  "e",
  "n",
  "t",
  "c",
  "x",
  "a",
  "u",
  "slash",
  "new",
  "escape",
  "palette",
  "help",
] as const;

/** The shortcuts that change something, or begin a change. */
export const WRITING: ReadonlySet<(typeof KEYS)[number]> = new Set(["e", "n", "t", "c", "x", "a", "u", "new"]);

/** True for a pressed key that changes something, or begins a change. */
function isWriting(key: string): boolean {
  return [...WRITING].some((name) => (name === "new" ? "+" : name) === key);
}

interface Acts {
  /** False for users who can only view the open books: keys that change something do nothing. */
  mayEdit: boolean;
  onMove: (index: number) => void;
  onOpen: (index: number) => void;
  onSelect: (index: number) => void;
  onAlways: (index: number) => void;
  /** Returns true if the field is edited in place; otherwise it opened a dialog. */
  onEdit: (index: number, what: Editing) => boolean;
  onEscape: () => void;
  /** Undoes an edit; `isHeld` is true for the repeats of a held key. */
  onUndo: (isHeld: boolean) => void;
  onNew: () => void;
  onHelp: () => void;
}

interface State {
  active: number | null;
  editing: Editing;
}

/** Keys that repeat while held; the others act once. */
const HELD = new Set(["j", "k", "u", "ArrowDown", "ArrowUp"]);

const EDITING: Record<string, Editing> = { e: "description", n: "note", t: "tags", c: "category" };

/** True if a key activates the focused element. */
function isPressing(event: KeyboardEvent): boolean {
  const pressed = event.key === "Enter" || event.key === " ";
  return pressed && event.target instanceof HTMLElement && event.target.closest("button, a, input") !== null;
}

/** Tracks the active row and its edited field. */
export function useTransactionKeys(count: number, acts: Acts) {
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
  const onRow = (key: string): boolean => {
    if (active === null) {
      return false;
    }
    const edited = EDITING[key];
    if (edited) {
      if (acts.onEdit(active, edited)) {
        setEditing(edited);
      }
    } else if (key === "Enter") {
      acts.onOpen(active);
    } else if (key === "x") {
      acts.onSelect(active);
    } else if (key === "a") {
      acts.onAlways(active);
    } else {
      return false;
    }
    return true;
  };
  const onList = (key: string, isHeld: boolean): boolean => {
    switch (key) {
      case "j":
      case "ArrowDown":
        move(1);
        return true;
      case "k":
      case "ArrowUp":
        move(-1);
        return true;
      case "u":
        acts.onUndo(isHeld);
        return true;
      case "+":
        acts.onNew();
        return true;
      case "?":
        acts.onHelp();
        return true;
      case "Escape":
        acts.onEscape();
        return true;
      default:
        return false;
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    if (isTaken || isTyping(event.target) || isPressing(event)) {
      return;
    }
    if ((event.repeat && !HELD.has(event.key)) || (!acts.mayEdit && isWriting(event.key))) {
      return;
    }
    if (onRow(event.key) || onList(event.key, event.repeat)) {
      event.preventDefault();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return { active, editing, setEditing, setActive };
}

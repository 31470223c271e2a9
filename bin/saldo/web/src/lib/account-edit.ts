/** Changes of an account that can be undone while its page is open. */
import { useState } from "react";
import type { Account } from "../api.ts";
import { updateAccount } from "../api-bookkeeping.ts";
import type { AccountChange } from "../api-types.ts";
import { strings } from "../strings/index.ts";
import { useChange } from "./use-change.ts";

/** The fields that can be set back. A full number is not stored, so it is none of them. */
const UNDONE = ["name", "kind", "group", "note", "closedOn", "archived"] as const;

/** Returns the part of a change that differs from the account. */
export function changeOf(account: Account, wanted: AccountChange): AccountChange {
  const differs = ([name, value]: [string, unknown]) => account[name as keyof Account] !== value;
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** Returns the change that restores the account; `null` if a changed field cannot be restored. */
export function inverseOf(account: Account, change: AccountChange): AccountChange | null {
  const names = Object.keys(change);
  const isUndone = names.every((name) => UNDONE.some((undone) => undone === name));
  return isUndone ? Object.fromEntries(names.map((name) => [name, account[name as keyof Account]])) : null;
}

/** A change that was made. */
interface Made {
  text: string;
  /** The change that undoes it, if there is one. */
  inverse: AccountChange | null;
  /** True if it was an undo, so that undoing it is a redo. */
  isUndo: boolean;
}

/** A change to make. */
interface Asked {
  change: AccountChange;
  made: Made;
  onDone: (() => void) | undefined;
}

/** Returns functions that change an account and undo the latest change. */
export function useAccountEdit(account: Account) {
  const [made, setMade] = useState<Made | null>(null);
  const change = useChange(
    async (asked: Asked) => {
      await updateAccount(account.id, asked.change);
      return asked;
    },
    (asked) => {
      setMade(asked.made);
      asked.onDone?.();
    },
  );
  return {
    /** Makes a change, unless nothing differs. `text` describes it. */
    save: (wanted: AccountChange, text: string, onDone?: () => void) => {
      if (Object.keys(wanted).length === 0) {
        onDone?.();
        return;
      }
      change.mutate({ change: wanted, made: { text, inverse: inverseOf(account, wanted), isUndo: false }, onDone });
    },
    undo: () => {
      if (made?.inverse) {
        const text = made.isUndo ? strings.undo.redone : strings.undo.undone;
        const undone = { text, inverse: inverseOf(account, made.inverse), isUndo: !made.isUndo };
        change.mutate({ change: made.inverse, made: undone, onDone: undefined });
      }
    },
    dismiss: () => setMade(null),
    made,
    error: change.error,
    isPending: change.isPending,
  };
}

/** The changes of an account. */
export type AccountEdit = ReturnType<typeof useAccountEdit>;

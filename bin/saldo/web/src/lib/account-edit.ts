/** Changes of an account, which the server records so that they can be undone. */
import type { Account } from "../api.ts";
import { updateAccount } from "../api-bookkeeping.ts";
import type { AccountChange } from "../api-types.ts";
import { expectEdit, rememberAccountEdit } from "./undo.ts";
import { useChange } from "./use-change.ts";

/** Returns the part of a change that differs from the account. */
export function changeOf(account: Account, wanted: AccountChange): AccountChange {
  const differs = ([name, value]: [string, unknown]) => account[name as keyof Account] !== value;
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** A change to make. */
interface Asked {
  change: AccountChange;
  text: string;
  onDone: (() => void) | undefined;
}

/** Returns a function that changes an account and offers to undo it. */
export function useAccountEdit(account: Account) {
  const change = useChange(
    async (asked: Asked) => {
      const { edit } = await expectEdit(updateAccount(account.id, asked.change));
      // A change of the number only is not recorded.
      if (edit) {
        rememberAccountEdit(edit.id, asked.text);
      }
      return asked;
    },
    ({ onDone }) => onDone?.(),
  );
  return {
    /** Makes a change, unless nothing differs. `text` describes it. */
    save: (wanted: AccountChange, text: string, onDone?: () => void) => {
      if (Object.keys(wanted).length === 0) {
        onDone?.();
        return;
      }
      change.mutate({ change: wanted, text, onDone });
    },
    error: change.error,
    isPending: change.isPending,
  };
}

/** The changes of an account. */
export type AccountEdit = ReturnType<typeof useAccountEdit>;

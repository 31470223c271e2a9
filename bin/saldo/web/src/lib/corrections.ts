/** Manual corrections of a statement. Each is an edit that the server stores, checks and can undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entry, StatementAccount } from "../api.ts";
import { type EntryChange, type NewEntry, createEntry, deleteEntry, updateEntry } from "../api-entries.ts";
import { strings } from "../strings/index.ts";
import { type Decimal, isZero, negated, sum } from "./money.ts";
import { refreshBooks, rememberEdit, rememberEditOf, sayFailure } from "./undo.ts";

/** A correction of a statement's rows. */
export type Correction =
  | { kind: "change"; entry: Entry; change: EntryChange }
  | { kind: "add"; draft: NewEntry }
  | { kind: "remove"; entry: Entry };

async function correct(correction: Correction): Promise<void> {
  const words = strings.fixing;
  switch (correction.kind) {
    case "change": {
      const entry = await updateEntry(correction.entry.id, correction.change);
      return rememberEditOf(entry.id, words.changed(entry.description));
    }
    case "add": {
      const entry = await createEntry(correction.draft);
      return rememberEditOf(entry.id, words.added(entry.description));
    }
    case "remove": {
      const edit = await deleteEntry(correction.entry.id);
      return rememberEdit(edit.id, words.removed(correction.entry.description));
    }
  }
}

/** Returns a mutation that corrects rows. It is done when the updated statement has been loaded. */
export function useCorrections() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: correct,
    // The head of a long statement may be out of sight, so the bar at the foot reports the error.
    onError: (error) => sayFailure(error),
    onSettled: () => refreshBooks(client, { list: true }),
  });
}

/** The row at which the printed balances stop adding up. */
export interface Break {
  /** The printed balance. */
  printed: Decimal;
  /** The previous balance plus the row. */
  reached: Decimal;
  /** The amount with which the row would add up. */
  amount: Decimal;
}

/**
 * Returns the break at a row whose printed balance does not follow from the previous one. Returns `null` if
 * there is none, or if one of both balances is unknown.
 */
export function breakAt(account: StatementAccount, entries: readonly Entry[], index: number): Break | null {
  const entry = entries[index];
  const before = index === 0 ? account.openingBalance : (entries[index - 1]?.balance ?? null);
  if (!entry || entry.balance === null || before === null) {
    return null;
  }
  const reached = sum([before, entry.amount]);
  const isWrong = !isZero(sum([entry.balance, negated(reached)]));
  return isWrong ? { printed: entry.balance, reached, amount: sum([entry.balance, negated(before)]) } : null;
}

/**
 * Returns the balance after each row: as printed, else the previous balance plus the row.
 *
 * It starts at the opening balance only if rows are listed oldest first; `null` if
 * no previous balance is known.
 */
export function runningBalances(account: StatementAccount, entries: readonly Entry[]): (Decimal | null)[] {
  const isForward = entries.every(({ date }, index) => index === 0 || date >= (entries[index - 1]?.date ?? ""));
  let reached = isForward ? account.openingBalance : null;
  return entries.map(({ balance, amount }) => {
    reached = balance ?? (reached === null ? null : sum([reached, amount]));
    return reached;
  });
}

/**
 * Returns the row above which a new row of that day belongs, in the order of the
 * statement; `undefined` for the end.
 */
export function placeOf(date: string, entries: readonly Entry[]): Entry | undefined {
  const isBackward = (entries[0]?.date ?? "") > (entries.at(-1)?.date ?? "");
  return entries.find((entry) => (isBackward ? entry.date < date : entry.date > date));
}

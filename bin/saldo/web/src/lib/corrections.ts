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
  const order = orderOf(entries);
  const previous = order === "newestFirst" ? entries[index + 1] : entries[index - 1];
  const before = previous ? previous.balance : order === "mixed" ? null : account.openingBalance;
  if (!entry || entry.balance === null || before === null) {
    return null;
  }
  const reached = sum([before, entry.amount]);
  const isWrong = !isZero(sum([entry.balance, negated(reached)]));
  return isWrong ? { printed: entry.balance, reached, amount: sum([entry.balance, negated(before)]) } : null;
}

/**
 * Returns the balance after each row: as printed, else the balance before the row plus the row.
 *
 * The balance before a row is that of the next older one, or the opening balance. It is `null` if that is
 * unknown, or if the rows are in no order of dates.
 */
export function runningBalances(account: StatementAccount, entries: readonly Entry[]): (Decimal | null)[] {
  const order = orderOf(entries);
  if (order === "mixed") {
    return entries.map(({ balance }) => balance);
  }
  let reached = account.openingBalance;
  const balances = oldestFirst(entries, order).map(({ balance, amount }) => {
    reached = balance ?? (reached === null ? null : sum([reached, amount]));
    return reached;
  });
  return oldestFirst(balances, order);
}

type Order = "oldestFirst" | "newestFirst" | "mixed";

/** Returns the order of the rows by date. Rows of a single day count as listed oldest first. */
function orderOf(entries: readonly Entry[]): Order {
  const pairs = entries.slice(1).map((entry, index) => [entries[index]?.date ?? "", entry.date] as const);
  if (pairs.every(([one, next]) => one <= next)) {
    return "oldestFirst";
  }
  return pairs.every(([one, next]) => one >= next) ? "newestFirst" : "mixed";
}

function oldestFirst<T>(rows: readonly T[], order: Order): T[] {
  return order === "newestFirst" ? rows.toReversed() : [...rows];
}

/**
 * Returns the row above which a new row of that day belongs, in the order of the
 * statement; `undefined` for the end.
 */
export function placeOf(date: string, entries: readonly Entry[]): Entry | undefined {
  const isBackward = (entries[0]?.date ?? "") > (entries.at(-1)?.date ?? "");
  return entries.find((entry) => (isBackward ? entry.date < date : entry.date > date));
}

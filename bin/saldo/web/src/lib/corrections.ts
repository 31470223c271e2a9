/** Manual corrections of a statement. Each is an edit that the server stores, checks and can undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Transaction, StatementAccount } from "../api.ts";
import {
  type TransactionChange,
  type NewTransaction,
  createTransaction,
  deleteTransaction,
  updateTransaction,
} from "../api-transactions.ts";
import { strings } from "../strings/index.ts";
import { type Decimal, isZero, negated, sum } from "./money.ts";
import { refreshBooks, rememberEdit, rememberEditOf, reportFailure } from "./undo.ts";

/** A correction of a statement's rows. */
export type Correction =
  | { kind: "change"; transaction: Transaction; change: TransactionChange }
  | { kind: "add"; draft: NewTransaction }
  | { kind: "remove"; transaction: Transaction };

async function correct(correction: Correction): Promise<void> {
  const words = strings.fixing;
  switch (correction.kind) {
    case "change": {
      const transaction = await updateTransaction(correction.transaction.id, correction.change);
      return rememberEditOf(transaction.id, words.changed(transaction.description));
    }
    case "add": {
      const transaction = await createTransaction(correction.draft);
      return rememberEditOf(transaction.id, words.added(transaction.description));
    }
    case "remove": {
      const edit = await deleteTransaction(correction.transaction.id);
      return rememberEdit(edit.id, words.removed(correction.transaction.description));
    }
  }
}

/** Returns a mutation that corrects rows. It is done when the updated statement has been loaded. */
export function useCorrections() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: correct,
    // The head of a long statement may be out of sight, so the bar at the foot reports the error.
    onError: (error) => reportFailure(error),
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
export function breakAt(account: StatementAccount, transactions: readonly Transaction[], index: number): Break | null {
  const transaction = transactions[index];
  const order = orderOf(transactions);
  const previous = order === "newestFirst" ? transactions[index + 1] : transactions[index - 1];
  const before = previous ? previous.balance : order === "mixed" ? null : account.openingBalance;
  if (!transaction || transaction.balance === null || before === null) {
    return null;
  }
  const reached = sum([before, transaction.amount]);
  const isWrong = !isZero(sum([transaction.balance, negated(reached)]));
  return isWrong
    ? { printed: transaction.balance, reached, amount: sum([transaction.balance, negated(before)]) }
    : null;
}

/**
 * Returns the balance after each row: as printed, else the balance before the row plus the row.
 *
 * The balance before a row is that of the next older one, or the opening balance. It is `null` if that is
 * unknown, or if the rows are in no order of dates.
 */
export function runningBalances(account: StatementAccount, transactions: readonly Transaction[]): (Decimal | null)[] {
  const order = orderOf(transactions);
  if (order === "mixed") {
    return transactions.map(({ balance }) => balance);
  }
  let reached = account.openingBalance;
  const balances = oldestFirst(transactions, order).map(({ balance, amount }) => {
    reached = balance ?? (reached === null ? null : sum([reached, amount]));
    return reached;
  });
  return oldestFirst(balances, order);
}

type Order = "oldestFirst" | "newestFirst" | "mixed";

/** Returns the order of the rows by date. Rows of a single day count as listed oldest first. */
function orderOf(transactions: readonly Transaction[]): Order {
  const pairs = transactions
    .slice(1)
    .map((transaction, index) => [transactions[index]?.date ?? "", transaction.date] as const);
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
export function placeOf(date: string, transactions: readonly Transaction[]): Transaction | undefined {
  const isBackward = (transactions[0]?.date ?? "") > (transactions.at(-1)?.date ?? "");
  return transactions.find((transaction) => (isBackward ? transaction.date < date : transaction.date > date));
}

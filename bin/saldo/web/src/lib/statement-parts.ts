/**
 * The parts of a statement, each proven separately: one for each account, or for each month of an account.
 */
import type { Transaction, StatementAccount } from "../api.ts";

/** Counts a statement's accounts; several months of one account count once. */
export function accountCount(parts: readonly StatementAccount[]): number {
  return new Set(parts.map(({ accountId }) => accountId)).size;
}

/** Returns the period of all parts together; `null` if a part has no period. */
export function wholePeriod(parts: readonly StatementAccount[]): { from: string; to: string } | null {
  const [starts, ends] = [parts.map((part) => part.periodStart ?? ""), parts.map((part) => part.periodEnd ?? "")];
  const [from, to] = [starts.toSorted()[0], ends.toSorted().at(-1)];
  return from && to && !ends.includes("") ? { from, to } : null;
}

/** Returns the distance between a day and a period in milliseconds; zero for a day in the period. */
function distance(day: string, { periodStart, periodEnd }: StatementAccount): number {
  const milliseconds = (from: string, to: string) => Date.parse(to) - Date.parse(from);
  if (periodStart !== null && day < periodStart) {
    return milliseconds(day, periodStart);
  }
  return periodEnd !== null && day > periodEnd ? milliseconds(periodEnd, day) : 0;
}

/**
 * Returns the transactions of each part, in order.
 *
 * A single part has all of them, including those first imported from another statement. Otherwise the
 * account decides, and among parts of one account the nearest period; if several are equally near,
 * the part of the previous row.
 */
export function transactionsOfParts(
  parts: readonly StatementAccount[],
  transactions: readonly Transaction[],
): Transaction[][] {
  const found: Transaction[][] = parts.map(() => []);
  let last = -1;
  for (const transaction of transactions) {
    const own = parts.flatMap((part, index) =>
      parts.length === 1 || part.accountId === transaction.accountId
        ? [{ index, far: distance(transaction.date, part) }]
        : [],
    );
    const nearest = Math.min(...own.map(({ far }) => far));
    const near = own.filter(({ far }) => far === nearest);
    const chosen = near.find(({ index }) => index === last) ?? near[0];
    if (chosen) {
      last = chosen.index;
      found[chosen.index]?.push(transaction);
    }
  }
  return found;
}

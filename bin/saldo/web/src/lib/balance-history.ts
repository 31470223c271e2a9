/** The balance of one account over time, from the net worth report. */
import type { Account } from "../api.ts";
import type { NetWorth, Period } from "../api-reports.ts";
import { addMonths, daysOf, today } from "./date.ts";
import type { Point } from "./worth.ts";

/** The choices of a range, in months; `null` from the first known balance. */
export const RANGES = { year: 12, threeYears: 36, all: null } as const;

export type Range = keyof typeof RANGES;

type Described = Pick<Account, "id" | "balance" | "byHand">;

/** Returns the last day of an account's history: the day of its latest balance, or today for a manual one. */
function lastDay({ balance, byHand }: Described): string {
  const now = today();
  return balance && !(byHand && balance.date < now) ? balance.date : now;
}

/** Returns the days of a range, which ends with the month of the latest balance. */
export function periodOf(account: Described, range: Range): Partial<Period> {
  const month = lastDay(account).slice(0, 7);
  const months = RANGES[range];
  const { to } = daysOf(month);
  return months === null ? { to } : { from: daysOf(addMonths(month, 1 - months)).from, to };
}

/**
 * Returns the balances at the end of each month. A balance after the latest known one is only carried
 * forward, so the last point says until when it is known.
 */
export function balanceHistory({ items }: NetWorth, account: Described): Point[] {
  const until = lastDay(account);
  return items.flatMap(({ date, accounts }): Point[] => {
    const month = date.slice(0, 7);
    const found = accounts.find(({ accountId }) => accountId === account.id);
    if (!found || month > until.slice(0, 7)) {
      return [];
    }
    return [{ month, date, amount: found.amount, ...(until < date ? { knownUntil: until } : {}) }];
  });
}

/** Recurring payments as the page of them shows them. */
import type { Recurring } from "../api-reports.ts";
import { strings } from "../strings/index.ts";
import { type Decimal, formatMoney, sum } from "./money.ts";
import { transactionsPath } from "./transaction-filter.ts";

/** The groups, in their order: payments of a fixed amount, of varying amounts, and income. */
export const GROUPS = ["fixed", "varying", "income"] as const;

export type Group = (typeof GROUPS)[number];

/** The recurring payments of the page, each list with the next one first. */
export interface Arranged {
  groups: { group: Group; shown: Recurring[] }[];
  ended: Recurring[];
  ignored: Recurring[];
}

/** A date on which a payment or income is expected. */
export interface Expected {
  date: string;
  series: Recurring;
}

/** The sum of expected payments or income in one currency. */
export interface ExpectedTotal {
  currency: string;
  direction: "in" | "out";
  amount: Decimal;
}

/** Returns the recurring payments that the user does not ignore. */
export function considered(all: readonly Recurring[]): Recurring[] {
  return all.filter(({ decision }) => decision !== "ignored");
}

function groupOf({ direction, fixed }: Recurring): Group {
  return direction === "in" ? "income" : fixed ? "fixed" : "varying";
}

/** Arranges the recurring payments; empty groups are left out. */
export function arrange(all: readonly Recurring[]): Arranged {
  const byDate = all.toSorted(
    (one, other) => one.next.localeCompare(other.next) || one.description.localeCompare(other.description),
  );
  const active = considered(byDate).filter((one) => one.active);
  return {
    groups: GROUPS.map((group) => ({ group, shown: active.filter((one) => groupOf(one) === group) })).filter(
      ({ shown }) => shown.length > 0,
    ),
    ended: considered(byDate)
      .filter((one) => !one.active)
      .reverse(),
    ignored: byDate.filter(({ decision }) => decision === "ignored"),
  };
}

/** Returns the expected payments and income, by date. */
export function expectedOf(all: readonly Recurring[]): Expected[] {
  return all
    .flatMap((series) => series.expected.map((date) => ({ date, series })))
    .sort((one, other) => one.date.localeCompare(other.date));
}

/** Returns the totals of expected payments and income in each currency. */
export function totalsOf(expected: readonly Expected[]): ExpectedTotal[] {
  const currencies = [...new Set(expected.map(({ series }) => series.currency))].sort();
  return currencies.flatMap((currency) =>
    (["out", "in"] as const).flatMap((direction) => {
      const meant = expected.filter(({ series }) => series.currency === currency && series.direction === direction);
      return meant.length === 0 ? [] : [{ currency, direction, amount: sum(meant.map(({ series }) => series.amount)) }];
    }),
  );
}

/** Formats the expected amount, in words that say so if it is estimated from varying ones. */
export function formatExpected({ amount, currency, fixed }: Pick<Recurring, "amount" | "currency" | "fixed">): string {
  const figure = formatMoney(amount, currency);
  return fixed ? figure : strings.overview.about(figure);
}

/** The most ids in an address: a longer one is rejected by some proxies. */
const IDS_MAX = 150;

/** Returns the path of the transactions of a recurring payment; of a long one, of its merchant and days. */
export function seriesPath(series: Recurring): string {
  const { entries, accountId, merchant, currency, direction, first, last } = series;
  return transactionsPath(
    entries.length <= IDS_MAX
      ? { ids: entries.join(",") }
      : { account: accountId, merchant, currency, direction, from: first, to: last },
  );
}

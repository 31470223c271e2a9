/** Turns what a tool of the advisor answered into bars, where bars say it better than words. */
import * as v from "valibot";
import { nameInLanguage } from "./category-name.ts";
import { formatMonth } from "./date.ts";
import { pathOf } from "./grounding.ts";
import { type Decimal, formatMoney } from "./money.ts";

/** One bar. `share` is its length, in percent of the longest. */
export interface Bar {
  label: string;
  figure: string;
  share: number;
  /** The entries behind it, when the list of entries can show just those. */
  path: string | null;
}

const money = v.object({ amount: v.string(), currency: v.string() });

const spending = v.object({
  rows: v.array(v.object({ group: v.nullable(v.string()), amount: money, transactions: v.optional(v.unknown()) })),
});

/** The tools whose answers are rows of amounts. */
const DRAWN = ["query", "spending", "render_chart"];

const MONTH = /^\d{4}-\d{2}$/;

/** More would be a table. */
const BARS_MAX = 10;

/** The bars of an answer; `null` where there is nothing to compare, or where currencies cannot be compared. */
export function readBars(tool: string, output: unknown, unnamed: string): Bar[] | null {
  const answer = DRAWN.includes(tool) ? v.safeParse(spending, output) : null;
  if (!answer?.success) {
    return null;
  }
  const rows = answer.output.rows.slice(0, BARS_MAX);
  const [first] = rows;
  if (!first || rows.length < 2 || rows.some(({ amount }) => amount.currency !== first.amount.currency)) {
    return null;
  }
  const byMonth = rows.every(({ group }) => group !== null && MONTH.test(group));
  if (byMonth) {
    rows.sort((one, other) => (one.group ?? "").localeCompare(other.group ?? ""));
  }
  const longest = rows.map(({ amount }) => size(amount.amount)).reduce((one, other) => (one > other ? one : other));
  return rows.map(({ group, amount, transactions }) => ({
    label: group === null ? unnamed : byMonth ? formatMonth(`${group}-01`) : nameInLanguage(group),
    figure: formatMoney(amount.amount, amount.currency),
    share: longest === 0n ? 0 : Number((size(amount.amount) * 100n) / longest),
    path: pathOf(transactions),
  }));
}

/** Returns the absolute value in minor units; amounts of one currency have the same number of digits. */
function size(amount: Decimal): bigint {
  return BigInt(amount.replace(/[-.]/g, ""));
}

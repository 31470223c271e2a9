/** Bar charts of tool results. */
import * as v from "valibot";
import { nameInLanguage } from "./category-name.ts";
import { formatMonth } from "./date.ts";
import { pathOf } from "./grounding.ts";
import { type Decimal, formatMoney } from "./money.ts";

/** A bar. `share` is its length in percent of the longest one. */
export interface Bar {
  label: string;
  figure: string;
  share: number;
  /** The path of its transactions, if the list can show exactly those. */
  path: string | null;
}

const money = v.object({ amount: v.string(), currency: v.string() });

const spending = v.object({
  rows: v.array(v.object({ group: v.nullable(v.string()), amount: money, transactions: v.optional(v.unknown()) })),
});

/** The tools whose results are rows of amounts. */
const DRAWN = ["query", "spending", "render_chart"];

const MONTH = /^\d{4}-\d{2}$/;

/** Maximum number of bars; further rows are left out. */
const BARS_MAX = 10;

/** Returns the bars of a result; `null` for fewer than two rows or several currencies. */
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

/** Returns the absolute value in minor units. All amounts of one currency have the same number of digits. */
function size(amount: Decimal): bigint {
  return BigInt(amount.replace(/[-.]/g, ""));
}

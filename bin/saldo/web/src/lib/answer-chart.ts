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

/** Maximum number of months; earlier ones are left out. */
const MONTHS_MAX = 36;

/** The chart of a result. */
export interface AnswerChart {
  bars: Bar[];
  amounts: Decimal[];
  currency: string;
  /** The months of the bars, such as `2026-03`, if each of them is one. */
  months: string[] | null;
}

/** Returns the chart of a result; `null` for fewer than two rows or several currencies. */
export function readChart(tool: string, output: unknown, unnamed: string): AnswerChart | null {
  const answer = DRAWN.includes(tool) ? v.safeParse(spending, output) : null;
  if (!answer?.success) {
    return null;
  }
  const all = answer.output.rows;
  const byMonth = all.every(({ group }) => group !== null && MONTH.test(group));
  const rows = byMonth
    ? [...all].sort((one, other) => (one.group ?? "").localeCompare(other.group ?? "")).slice(-MONTHS_MAX)
    : all.slice(0, BARS_MAX);
  const [first] = rows;
  if (!first || rows.length < 2 || rows.some(({ amount }) => amount.currency !== first.amount.currency)) {
    return null;
  }
  const longest = rows.map(({ amount }) => size(amount.amount)).reduce((one, other) => (one > other ? one : other));
  const bars = rows.map(({ group, amount, transactions }) => ({
    label: group === null ? unnamed : byMonth ? formatMonth(`${group}-01`) : nameInLanguage(group),
    figure: formatMoney(amount.amount, amount.currency),
    share: longest === 0n ? 0 : Number((size(amount.amount) * 100n) / longest),
    path: pathOf(transactions),
  }));
  return {
    bars,
    amounts: rows.map(({ amount }) => amount.amount),
    currency: first.amount.currency,
    months: byMonth ? rows.map(({ group }) => group ?? "") : null,
  };
}

/** Returns the bars of a result; `null` if it has no chart. */
export function readBars(tool: string, output: unknown, unnamed: string): Bar[] | null {
  return readChart(tool, output, unnamed)?.bars ?? null;
}

/** Returns the absolute value in minor units. All amounts of one currency have the same number of digits. */
function size(amount: Decimal): bigint {
  return BigInt(amount.replace(/[-.]/g, ""));
}

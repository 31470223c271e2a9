/** Bar charts of tool results. */
import * as v from "valibot";
import { strings } from "../strings/index.ts";
import { isDefaultName, nameInLanguage } from "./category-name.ts";
import { formatDay, formatMonth, isWeekday, nameOfWeekday } from "./date.ts";
import { pathOf } from "./grounding.ts";
import { type Decimal, formatMoney } from "./money.ts";
import type { ListedRow } from "./repeated-list.ts";

/** A bar. `share` is its length in percent of the longest one. */
export interface Bar {
  label: string;
  figure: string;
  share: number;
  /** The path of its transactions, if the list can show exactly those. */
  path: string | null;
  /** The figure of the period before, in a comparison. */
  before?: Omit<Bar, "label" | "before">;
}

const money = v.object({ amount: v.string(), currency: v.string() });

const row = v.object({
  group: v.nullable(v.string()),
  amount: money,
  before: v.optional(v.unknown()),
  transactions: v.optional(v.unknown()),
});

const spending = v.object({
  rows: v.array(row),
  query: v.optional(v.object({ groupBy: v.optional(v.unknown()) })),
});

/** The figure that a row is compared with. */
const earlier = v.object({ amount: money, transactions: v.optional(v.unknown()) });

const unlisted = v.object({ tooMany: v.string() });

/** The tools whose results are rows of amounts. */
const DRAWN = ["query", "spending", "render_chart"];

const MONTH = /^\d{4}-\d{2}$/;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Maximum number of months; earlier ones are left out. */
const MONTHS_MAX = 36;

/** The chart of a result. */
export interface AnswerChart {
  bars: Bar[];
  amounts: Decimal[];
  /** The amounts of the period before, in a comparison; `null` for a row that has none. */
  before: (Decimal | null)[] | null;
  currency: string;
  /** The months of the bars, such as `2026-03`, if each of them is one. */
  months: string[] | null;
  /**
   * The rows of a list that the chart can replace, in their order; `null` if that would say more. Neither
   * a chart nor its table has months that are left out, or says why a figure's transactions are not listed.
   */
  listed: ListedRow[] | null;
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
    : all;
  const [first] = rows;
  if (!first || rows.length < 2 || rows.some(({ amount }) => amount.currency !== first.amount.currency)) {
    return null;
  }
  const before = rows.map((compared) => earlierOf(compared, first.amount.currency));
  const isCompared = before.some((figure) => figure !== null);
  const longest = [...rows, ...before.filter((figure) => figure !== null)]
    .map(({ amount }) => size(amount.amount))
    .reduce((one, other) => (one > other ? one : other));
  const figureOf = ({ amount, transactions }: Pick<Row, "amount" | "transactions">) => ({
    figure: formatMoney(amount.amount, amount.currency),
    share: longest === 0n ? 0 : Number((size(amount.amount) * 100n) / longest),
    path: pathOf(transactions),
  });
  const nameless = answer.output.query?.groupBy === "tag" ? strings.transactions.untagged : unnamed;
  const bars = rows.map((drawn, index) => ({
    label: drawn.group === null ? nameless : nameOf(drawn.group),
    ...figureOf(drawn),
    ...(before[index] && { before: figureOf(before[index]) }),
  }));
  return {
    bars,
    amounts: rows.map(({ amount }) => amount.amount),
    before: isCompared ? before.map((figure) => figure?.amount.amount ?? null) : null,
    currency: first.amount.currency,
    months: byMonth ? rows.map(({ group }) => group ?? "") : null,
    listed: rows.length < all.length ? null : listedRows(all, first.amount.currency),
  };
}

type Row = v.InferOutput<typeof row>;

/** Returns the figure that a row is compared with; `null` if it has none in the currency of the chart. */
function earlierOf({ before }: Row, currency: string) {
  const known = v.safeParse(earlier, before);
  return known.success && known.output.amount.currency === currency ? known.output : null;
}

/** Returns the rows as a list has them; `null` if a chart cannot show all that the list says. */
function listedRows(rows: readonly Row[], currency: string): ListedRow[] | null {
  const listed = rows.map((one) => {
    const before = earlierOf(one, currency);
    const isHidden =
      [one, before].some((figure) => v.is(unlisted, figure?.transactions)) || (one.before != null && before === null);
    const name = one.group !== null && (isTime(one.group) || isDefaultName(one.group)) ? null : one.group;
    return isHidden ? null : { name, ...one.amount, ...(before && { before: before.amount.amount }) };
  });
  return listed.every((one) => one !== null) ? listed : null;
}

/** True for a group that has a name in each language. */
function isTime(group: string): boolean {
  return MONTH.test(group) || DAY.test(group) || isWeekday(group);
}

function nameOf(group: string): string {
  return MONTH.test(group)
    ? formatMonth(`${group}-01`)
    : DAY.test(group)
      ? formatDay(group)
      : isWeekday(group)
        ? nameOfWeekday(group, "long")
        : nameInLanguage(group);
}

/** Returns the bars of a result; `null` if it has no chart. */
export function readBars(tool: string, output: unknown, unnamed: string): Bar[] | null {
  return readChart(tool, output, unnamed)?.bars ?? null;
}

/** Returns the absolute value in minor units. All amounts of one currency have the same number of digits. */
function size(amount: Decimal): bigint {
  return BigInt(amount.replace(/[-.]/g, ""));
}

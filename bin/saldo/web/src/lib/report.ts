/** Reports: a figure of a period, by group, stored in the page's address so that it can be bookmarked. */
import type { TransactionFilter } from "../api.ts";
import type { QueryAnswer, Query, QueryRow } from "../api-reports.ts";
import { addMonths, daysOf } from "./date.ts";
import { type Decimal, compare, negated, sum } from "./money.ts";
import { transactionsPath } from "./transaction-filter.ts";

/** The figures. `flow` is money in and money out by category, side by side. */
export const SHOWS = ["spent", "received", "net", "flow"] as const;

/** The groups. */
export const GROUPINGS = ["category", "merchant", "account", "tag", "month", "weekday"] as const;

/** The periods, relative to the month of the latest transaction. */
export const PERIODS = ["month", "threeMonths", "twelveMonths", "year", "lastYear", "all", "custom"] as const;

/** The filters, each with at most one value. */
export const FILTERS = ["account", "category", "merchant", "tag"] as const;

/** The periods that a period can be compared with. */
export const COMPARES = ["none", "previous", "yearBefore"] as const;

export type Show = (typeof SHOWS)[number];
export type Grouping = (typeof GROUPINGS)[number];
export type PeriodName = (typeof PERIODS)[number];
export type Filter = (typeof FILTERS)[number];
export type Compare = (typeof COMPARES)[number];

/** A range of days, both ends included. */
export interface Days {
  from: string;
  to: string;
}

export interface Report extends Record<Filter, string> {
  show: Show;
  by: Grouping;
  period: PeriodName;
  /** The days of a custom period. */
  from: string;
  to: string;
  compare: Compare;
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Parses a report from an address; unknown values become the default. */
export function readReport(search: URLSearchParams): Report {
  const one = <T extends string>(name: string, known: readonly T[], usual: T): T =>
    known.find((value) => value === search.get(name)) ?? usual;
  const day = (name: string) => (DAY.test(search.get(name) ?? "") ? (search.get(name) ?? "") : "");
  const show = one("show", SHOWS, "spent");
  const by = show === "flow" ? "category" : one("by", GROUPINGS, "category");
  const text = (name: Filter) => search.get(name) ?? "";
  return {
    show,
    by,
    period: one("period", PERIODS, "month"),
    from: day("from"),
    to: day("to"),
    // The months of two periods have no common names, and a flow has two figures already.
    compare: by === "month" || show === "flow" ? "none" : one("compare", COMPARES, "none"),
    ...{ account: text("account"), category: text("category"), merchant: text("merchant"), tag: text("tag") },
  };
}

/** Returns the days of a report; `null` without limits. `lastDay` is the day of the latest transaction. */
export function daysOfReport(
  { period, from, to }: Pick<Report, "period" | "from" | "to">,
  lastDay: string,
): Days | null {
  const last = lastDay.slice(0, 7);
  const year = Number(lastDay.slice(0, 4));
  const months = (count: number) => ({ from: `${addMonths(last, 1 - count)}-01`, to: daysOf(last).to });
  switch (period) {
    case "month":
      return months(1);
    case "threeMonths":
      return months(3);
    case "twelveMonths":
      return months(12);
    case "year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case "lastYear":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    case "all":
      return null;
    case "custom": {
      const days = { from: from || `${last}-01`, to: to || daysOf(last).to };
      return days.from <= days.to ? days : { from: days.to, to: days.from };
    }
  }
}

/**
 * Returns the days before: whole months before whole months, else as many days; or the same days of the year
 * before.
 */
export function daysBefore({ from, to }: Days, compare: Compare): Days | null {
  if (compare === "none") {
    return null;
  }
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  if (from.endsWith("-01") && to === daysOf(last).to) {
    const count = compare === "yearBefore" ? 12 : monthsBetween(first, last) + 1;
    return { from: `${addMonths(first, -count)}-01`, to: daysOf(addMonths(last, -count)).to };
  }
  if (compare === "yearBefore") {
    const before = (day: string) => {
      const month = addMonths(day.slice(0, 7), -12);
      const same = `${month}${day.slice(7)}`;
      return same < daysOf(month).to ? same : daysOf(month).to;
    };
    return { from: before(from), to: before(to) };
  }
  const length = Date.parse(to) - Date.parse(from) + DAY_MILLISECONDS;
  const shifted = (day: string) => new Date(Date.parse(day) - length).toISOString().slice(0, 10);
  return { from: shifted(from), to: shifted(to) };
}

const DAY_MILLISECONDS = 86_400_000;

function monthsBetween(first: string, last: string): number {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return number(last) - number(first);
}

/**
 * Returns the queries of a report: two for a flow, money in first, and one for all else. By tag, a second one
 * is for the total, because a transaction counts in the row of each of its tags.
 */
export function queriesOf(report: Report, days: Days | null): Query[] {
  const { show, by, compare, account, category, merchant, tag } = report;
  const before = days && daysBefore(days, compare);
  const only = {
    ...(account && { accounts: [account] }),
    ...(category && { categories: [category] }),
    ...(merchant && { merchants: [merchant] }),
    ...(tag && { tags: [tag] }),
  };
  const measures = show === "flow" ? (["received", "spent"] as const) : [show];
  const queries = measures.map((measure) => ({
    measure,
    filter: { ...(days && { period: days }), ...(Object.keys(only).length > 0 && { only }) },
    ...(before && { compare: before }),
  }));
  const grouped = queries.map((query) => ({ ...query, groupBy: by }));
  return by === "tag" ? [...grouped, ...queries] : grouped;
}

/** A row of a report. */
export interface ReportRow {
  /** An id, a merchant's name, a tag, a month or a weekday; `null` for those without category or tag. */
  group: string | null;
  amount: Decimal;
  /** The amount of the period before. */
  before: Decimal | null;
  transactions: number;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns the currencies of answers, the one with the most transactions first. */
export function currenciesOf(answers: readonly Pick<QueryAnswer, "rows">[]): string[] {
  const counts = new Map<string, number>();
  for (const { figure, transactions } of answers.flatMap(({ rows }) => rows)) {
    if ("money" in figure) {
      const { currency } = figure.money;
      counts.set(currency, (counts.get(currency) ?? 0) + transactions);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/** Returns the rows in one currency: months and weekdays in their order, all else the largest first. */
export function rowsOf({ rows }: Pick<QueryAnswer, "rows">, by: Grouping, currency: string): ReportRow[] {
  const inCurrency = rows.flatMap((row): ReportRow[] => {
    const amount = amountIn(row.figure, currency);
    return amount === null
      ? []
      : [{ ...{ group: row.group, amount, transactions: row.transactions }, before: amountIn(row.compared, currency) }];
  });
  if (by === "month") {
    return withEmptyMonths(inCurrency);
  }
  if (by === "weekday") {
    return inCurrency.sort((one, other) => WEEKDAYS.indexOf(one.group ?? "") - WEEKDAYS.indexOf(other.group ?? ""));
  }
  return inCurrency.sort((one, other) => compare(other.amount, one.amount));
}

function amountIn(figure: QueryRow["compared"], currency: string): Decimal | null {
  return figure && "money" in figure && figure.money.currency === currency ? figure.money.amount : null;
}

/** Money in and money out of a category. */
export interface FlowRow {
  group: string | null;
  received: Decimal;
  spent: Decimal;
}

/** Joins the rows of money in and of money out, the largest amounts first. */
export function flowRowsOf(received: readonly ReportRow[], spent: readonly ReportRow[]): FlowRow[] {
  const rows = new Map<string | null, FlowRow>();
  for (const { group, amount } of received) {
    rows.set(group, { group, received: amount, spent: "0" });
  }
  for (const { group, amount } of spent) {
    rows.set(group, { group, received: rows.get(group)?.received ?? "0", spent: amount });
  }
  const larger = ({ received: one, spent: other }: FlowRow) => (compare(one, other) < 0 ? other : one);
  return [...rows.values()].sort((one, other) => compare(larger(other), larger(one)));
}

/** The grouping that shows what a filtered group consists of. */
const WITHIN: Partial<Record<Grouping, Grouping>> = {
  category: "merchant",
  merchant: "month",
  account: "category",
  tag: "category",
};

/** Returns the choices that limit a report to a group and divide it further; `null` if no filter does. */
export function onlyGroup({ by }: Pick<Report, "by">, group: string | null): Record<string, string> | null {
  const within = WITHIN[by];
  return group === null || !within ? null : { [by]: group, by: within };
}

/** Adds months without transactions, so that the axis has all of them. */
function withEmptyMonths(rows: ReportRow[]): ReportRow[] {
  const known = new Map(rows.map((row) => [row.group, row]));
  const months = rows.map(({ group }) => group ?? "").sort();
  const [first = "", last = ""] = [months[0], months.at(-1)];
  const count = first ? monthsBetween(first, last) + 1 : 0;
  return Array.from({ length: count }, (_, index) => {
    const group = addMonths(first, index);
    return known.get(group) ?? { group, amount: "0", before: null, transactions: 0 };
  });
}

/** Returns the total of a report: by tag, that of the ungrouped answer, else the sum of the rows. */
export function totalOf(by: Grouping, rows: readonly ReportRow[], further: readonly ReportRow[]): Decimal {
  const amounts = (list: readonly ReportRow[]) => list.map(({ amount }) => amount);
  return by === "tag" ? sum(amounts(further)) : sum([...amounts(rows), ...amounts(further).map(negated)]);
}

/** Returns the change since the period before; `null` without one. */
export function changeOf({ amount, before }: Pick<ReportRow, "amount" | "before">): Decimal | null {
  return before === null ? null : sum([amount, negated(before)]);
}

/** Returns the path of the transactions of a group, or of the whole report. */
export function pathOfGroup(
  { show, by, account, category, merchant, tag }: Report,
  days: Days | null,
  currency: string,
  group?: string | null,
): string {
  const filter: TransactionFilter = { ...days, kind: "entry", currency, account, category, merchant, tag };
  if (show === "spent" || show === "received") {
    filter.direction = show === "spent" ? "out" : "in";
  }
  return transactionsPath(group === undefined ? filter : { ...filter, ...ofGroup(by, group, days) });
}

function ofGroup(by: Grouping, group: string | null, days: Days | null): TransactionFilter {
  if (group === null) {
    return by === "tag" ? { untagged: "true" } : { uncategorized: "true" };
  }
  switch (by) {
    case "category":
      return { category: group, subcategories: "false" };
    case "merchant":
      return { merchant: group };
    case "account":
      return { account: group };
    case "tag":
      return { tag: group };
    case "weekday":
      return { weekday: group.toLowerCase() };
    case "month": {
      const month = daysOf(group);
      return {
        from: days && days.from > month.from ? days.from : month.from,
        to: days && days.to < month.to ? days.to : month.to,
      };
    }
  }
}

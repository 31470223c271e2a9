/** The groups of the transaction list: by day or month within the list, or one line for each group. */
import type { Category, Transaction, TransactionFilter } from "../api.ts";
import { strings } from "../strings/index.ts";
import { formatDay, formatMonth } from "./date.ts";
import { merchantName } from "./merchant-name.ts";
import { transactionsPath } from "./transaction-filter.ts";

/** The properties by which transactions are grouped. */
export const GROUPINGS = ["day", "month", "category", "merchant", "tag"] as const;

/** A property by which transactions are grouped. */
export type Grouping = (typeof GROUPINGS)[number];

/** A grouping whose groups follow each other in the list. */
export type TimeGrouping = Extract<Grouping, "day" | "month">;

/** Returns the grouping in an address; a list that is ordered by amount has no groups of time. */
export function readGrouping(search: URLSearchParams): Grouping | null {
  const found = GROUPINGS.find((grouping) => grouping === search.get("group")) ?? null;
  return isOfTime(found) && (search.get("sort") ?? "").includes("amount") ? null : found;
}

/** Returns the address with another grouping. Groups of time need an order by date. */
export function withGrouping(search: URLSearchParams, grouping: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete("group");
  if (grouping !== "") {
    next.set("group", grouping);
  }
  if (isOfTime(grouping) && (next.get("sort") ?? "").includes("amount")) {
    next.delete("sort");
  }
  return next;
}

/** True if the groups follow each other in a list that is ordered by date. */
export function isOfTime(grouping: string | null): grouping is TimeGrouping {
  return grouping === "day" || grouping === "month";
}

/** A row of the list: the head of a group, or the transaction with this index. */
export type Row = { group: string } | { index: number };

/** Returns the rows of the loaded transactions, with a head before each group. */
export function rowsOf(transactions: readonly Transaction[], grouping: TimeGrouping | null): Row[] {
  let before: string | null = null;
  return transactions.flatMap(({ date }, index): Row[] => {
    const group = grouping === "day" ? date : date.slice(0, 7);
    const isFirst = grouping !== null && group !== before;
    before = group;
    return isFirst ? [{ group }, { index }] : [{ index }];
  });
}

/** Returns the name of a group. */
export function nameOfGroup(grouping: Grouping, group: string | null, categories: readonly Category[]): string {
  switch (grouping) {
    case "day":
      return formatDay(group ?? "");
    case "month":
      return formatMonth(`${group}-01`);
    case "category":
      return categories.find(({ id }) => id === group)?.name ?? strings.transactions.uncategorized;
    case "merchant":
      return merchantName(group ?? "");
    case "tag":
      return group ?? "";
  }
}

/** Returns the path of the transactions of a group. */
export function groupPath(filter: TransactionFilter, grouping: Grouping, group: string | null): string {
  if (grouping === "category") {
    const { category, uncategorized: _, ...rest } = filter;
    // The transactions of a subcategory are a part of its parent's.
    return transactionsPath(
      group === null ? { ...rest, uncategorized: "true" } : { ...rest, category: category ?? group },
    );
  }
  return transactionsPath({ ...filter, [grouping]: group ?? "" });
}

/** The filter of the transaction list, stored in the page's address so that it can be bookmarked. */
import type { TransactionFilter } from "../api.ts";

/** The parameter names, which are also the server's. */
const NAMES = [
  "account",
  "category",
  "from",
  "to",
  "text",
  "direction",
  "sort",
  "statement",
  "tag",
  "kind",
  "currency",
  "minAmount",
  "maxAmount",
  "uncategorized",
  "untagged",
  "unreconciled",
  "subcategories",
  "withoutCategory",
  "weekday",
  "words",
  "withoutText",
  "withoutWords",
  "merchant",
  "ids",
  "queryFilter",
] as const satisfies (keyof TransactionFilter)[];

/** The name of a filter. */
export type FilterName = (typeof NAMES)[number];

/** Filters that only links set, such as those of the advisor's figures; no field shows them. */
export const LINKED = [
  "subcategories",
  "withoutCategory",
  "weekday",
  "words",
  "withoutText",
  "withoutWords",
  "merchant",
  "ids",
  "queryFilter",
] as const satisfies FilterName[];

/** Parses the filter from an address, ignoring empty values. */
export function readFilter(search: URLSearchParams): TransactionFilter {
  return Object.fromEntries(NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}

/** Returns the address with changed filters; an empty value removes its filter. */
export function withFilter(
  search: URLSearchParams,
  values: Partial<Record<FilterName, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  return next;
}

/** Returns the path of the transactions behind a figure. */
export function transactionsPath(filter: TransactionFilter): string {
  const search = new URLSearchParams(
    Object.entries(filter).filter((part): part is [string, string] => typeof part[1] === "string" && part[1] !== ""),
  );
  return search.size === 0 ? "/transactions" : `/transactions?${search}`;
}

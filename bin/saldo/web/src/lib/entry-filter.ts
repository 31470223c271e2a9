/** The filter of the entries, as the address of the page tells it: a filtered list can be kept as a bookmark. */
import type { EntryFilter } from "../api.ts";

/** The names in the address, which are the server's own. */
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
  "uncategorised",
  "unreconciled",
  "subcategories",
  "withoutCategory",
  "weekday",
  "words",
  "withoutText",
  "withoutWords",
  "merchant",
  "ids",
] as const satisfies (keyof EntryFilter)[];

/** One part of the filter. */
export type FilterName = (typeof NAMES)[number];

/** The parts that only links set, such as those of the advisor's figures: no field shows them. */
export const LINKED = [
  "subcategories",
  "withoutCategory",
  "weekday",
  "words",
  "withoutText",
  "withoutWords",
  "merchant",
  "ids",
] as const satisfies FilterName[];

/** Reads a filter from the address; what is empty counts as absent. */
export function readFilter(search: URLSearchParams): EntryFilter {
  return Object.fromEntries(NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}

/** The address with parts of the filter changed; an empty value takes its part away. */
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

/** The address of the entries behind a figure. */
export function entriesPath(filter: EntryFilter): string {
  const search = new URLSearchParams(
    Object.entries(filter).filter((part): part is [string, string] => typeof part[1] === "string" && part[1] !== ""),
  );
  return search.size === 0 ? "/entries" : `/entries?${search}`;
}

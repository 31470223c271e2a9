/** A mapping as the user sees it: a field for each column of the file. */
import type { Mapping } from "../api-import.ts";

/** Fields that at most one column maps to. */
const SINGLE = [
  "date",
  "valueDate",
  "amount",
  "moneyIn",
  "moneyOut",
  "fee",
  "balance",
  "currencyColumn",
  "direction",
] as const;

type Single = (typeof SINGLE)[number];

/** A field that a column maps to; several columns can form the description. */
export type Meaning = Single | "description" | "nothing";

/** All fields, in the order of the select. */
export const MEANINGS: readonly Meaning[] = ["nothing", "date", "description", ...SINGLE.slice(1)];

/** An incomplete mapping, possibly without a date column. */
export type Draft = Omit<Mapping, "date"> & { date: number | null };

/** Returns the field that a column maps to. */
export function meaningOf(draft: Draft, column: number): Meaning {
  return (
    SINGLE.find((name) => draft[name] === column) ?? (draft.descriptions?.includes(column) ? "description" : "nothing")
  );
}

/**
 * Returns the mapping with a column mapped to another field. Any other column of a single field is unmapped.
 */
export function withMeaning(draft: Draft, column: number, meaning: Meaning): Draft {
  const next = { ...draft, descriptions: (draft.descriptions ?? []).filter((other) => other !== column) };
  for (const name of SINGLE) {
    if (next[name] === column) {
      next[name] = null;
    }
  }
  if (meaning === "description") {
    next.descriptions = [...next.descriptions, column];
  } else if (meaning !== "nothing") {
    next[meaning] = column;
  }
  return next;
}

/** Returns the required field that a mapping still lacks. */
export function lackOf(draft: Draft): "date" | "amount" | null {
  if (draft.date === null) {
    return "date";
  }
  return draft.amount === null && draft.moneyIn === null && draft.moneyOut === null ? "amount" : null;
}

/** Returns the mapping once it is complete; `null` before. */
export function complete(draft: Draft): Mapping | null {
  return draft.date === null || lackOf(draft) !== null ? null : { ...draft, date: draft.date };
}

/** Returns an empty mapping, for a file whose columns were not detected. */
export function blankDraft(separator: string): Draft {
  return {
    separator,
    headRow: 1,
    date: null,
    valueDate: null,
    descriptions: [],
    amount: null,
    moneyIn: null,
    moneyOut: null,
    fee: null,
    balance: null,
    currencyColumn: null,
    direction: null,
    currency: null,
    monthFirst: null,
    decimal: null,
    negate: false,
  };
}

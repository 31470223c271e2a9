/**
 * What may have gone wrong on a statement that does not add up, from the difference alone. Bookkeepers' tricks: half the
 * difference is an amount with the wrong sign, a difference that nine divides is two digits swapped.
 */
import type { Entry } from "../api.ts";
import { type Decimal, isZero, sum } from "./money.ts";

/** A guess; `row` counts from 1. */
export type Cause =
  | { kind: "sign"; row: number }
  | { kind: "extra"; row: number }
  | { kind: "digits" }
  | { kind: "missing"; amount: Decimal };

/** How many rows are named at most for one kind of guess: more would be no help. */
const ROWS_MAX = 2;

/** Guesses, the likeliest first. `difference` is the closing balance less (opening balance + entries). */
export function likelyCauses(entries: readonly Entry[], difference: Decimal): Cause[] {
  const rowsWhere = (matches: (amount: Decimal) => boolean) =>
    entries.flatMap((entry, index) => (matches(entry.amount) ? [index + 1] : [])).slice(0, ROWS_MAX);
  const signs = rowsWhere((amount) => isZero(sum([amount, amount, difference])));
  const extras = rowsWhere((amount) => isZero(sum([amount, difference])));
  const causes: Cause[] = [
    ...signs.map((row): Cause => ({ kind: "sign", row })),
    ...extras.map((row): Cause => ({ kind: "extra", row })),
  ];
  if (minorUnits(difference) % 9n === 0n) {
    causes.push({ kind: "digits" });
  }
  causes.push({ kind: "missing", amount: difference });
  return causes;
}

function minorUnits(amount: Decimal): bigint {
  return BigInt(amount.replace(".", ""));
}

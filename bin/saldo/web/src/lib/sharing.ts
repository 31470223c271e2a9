/** The form in which a transaction is shared, and the names of the members. */
import type { DivisionUnit, Participant, ShareChange } from "../api-sharing.ts";
import { strings } from "../strings/index.ts";
import { parseAmount } from "./amount-input.ts";

/** Decimal digits of a percentage. */
const PERCENT_DIGITS = 2;

/** Returns the name of a member, with “(you)” for the user, and a general name for a deleted user. */
export function participantName(members: readonly Participant[], id: string): string {
  const found = members.find((member) => member.id === id);
  const name = found?.name || strings.sharing.former;
  return found?.isYou ? `${name} (${strings.household.you})` : name;
}

/**
 * Returns the request of a form, or `null` if a share is not a number. Members with an empty field have no
 * share. `digits` are the decimal digits of the currency.
 */
export function shareChange(
  by: DivisionUnit,
  values: ReadonlyMap<string, string>,
  digits: number,
  paidBy: string | null,
): ShareChange | null {
  const payer = paidBy === null ? {} : { paidBy };
  const filled = [...values].filter(([, value]) => value.trim() !== "");
  if (by === "even") {
    return { ...payer, by, shares: filled.map(([member]) => ({ member })) };
  }
  const shares = filled.map(([member, value]) => ({
    member,
    value: parseAmount(value, by === "percent" ? PERCENT_DIGITS : digits),
  }));
  if (shares.length === 0 || shares.some(({ value }) => value === null)) {
    return null;
  }
  const field = (value: string) => (by === "percent" ? { percent: value } : { amount: value });
  return { ...payer, by, shares: shares.map(({ member, value }) => ({ member, ...field(value ?? "") })) };
}

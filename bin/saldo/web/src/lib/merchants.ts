/** The list of merchants: search, order, names. */
import type { Merchant } from "../api-merchants.ts";
import { locale } from "../strings/index.ts";
import { merchantName } from "./merchant-name.ts";
import { type Decimal, compare, negated, sum } from "./money.ts";

/** The orders of the list. */
export const ORDERS = ["spending", "count", "last", "name"] as const;

/** An order of the list. */
export type Order = (typeof ORDERS)[number];

/** Returns a merchant's name as the user gave it, or else for reading. */
export function shownName({ name, printed }: Merchant): string {
  return printed.length > 0 ? name : merchantName(name);
}

/** Returns the number of a merchant's transactions. */
export function countOf({ flows }: Merchant): number {
  return flows.reduce((count, { entries }) => count + entries, 0);
}

/** Returns the printed names that differ from the merchant's name. */
export function otherNames({ name, printed }: Merchant): string[] {
  const own = fold(name);
  return printed.filter((other) => fold(other) !== own).map(merchantName);
}

/** Returns the greatest net spending of a merchant in one currency, by its number. */
function spendingOf({ flows }: Merchant): Decimal {
  return flows
    .map(({ spending, income }) => sum([spending, negated(income)]))
    .reduce((most, one) => (compare(one, most) > 0 ? one : most));
}

/** Returns the merchants whose name, or a printed one, contains a text, in an order. */
export function arrange(merchants: readonly Merchant[], text: string, order: Order): Merchant[] {
  const sought = fold(text);
  const names = new Intl.Collator(locale(), { sensitivity: "base", numeric: true });
  const byName = (one: Merchant, other: Merchant) => names.compare(shownName(one), shownName(other));
  const orders: Record<Order, (one: Merchant, other: Merchant) => number> = {
    name: byName,
    spending: (one, other) => compare(spendingOf(other), spendingOf(one)),
    count: (one, other) => countOf(other) - countOf(one),
    last: (one, other) => other.last.localeCompare(one.last),
  };
  return merchants
    .filter(({ name, printed }) => [name, ...printed].some((known) => fold(known).includes(sought)))
    .sort((one, other) => orders[order](one, other) || byName(one, other));
}

/** Returns a text without case, accents and surrounding spaces. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}

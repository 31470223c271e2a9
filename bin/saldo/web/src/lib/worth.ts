/**
 * Series for the charts of the overview. Each currency has its own series, and all currencies have a
 * converted one if rates are known.
 */
import type { Account } from "../api.ts";
import type { Bucket, Flow, NetWorth, Period, Spending } from "../api-reports.ts";
import { addMonths, daysOf } from "./date.ts";
import { type Decimal, compare, isZero, negated, sum } from "./money.ts";

/** The data of a chart: one currency, or all currencies converted to one. */
export interface View {
  currency: string;
  converted: boolean;
}

/** An amount at the end of a month. */
export interface Point {
  /** `2026-03` */
  month: string;
  date: string;
  amount: Decimal;
  /** The last day on which the amount is known, if that is before `date`. */
  knownUntil?: string;
}

/**
 * Returns the views: one for each currency, and a converted one if there are several currencies and
 * every point could be converted.
 */
export function viewsOf({ items }: NetWorth, buckets: readonly Bucket[]): View[] {
  const currencies = new Set([
    ...items.flatMap(({ sums }) => sums.map(({ currency }) => currency)),
    ...buckets.flatMap(({ flows }) => flows.map(({ currency }) => currency)),
  ]);
  const views: View[] = [...currencies].sort().map((currency) => ({ currency, converted: false }));
  const together = items.at(-1)?.converted;
  const isWhole = items.every(({ converted }) => converted) && buckets.every(({ converted }) => converted);
  if (views.length > 1 && together && isWhole) {
    views.unshift({ currency: together.currency, converted: true });
  }
  return views;
}

/**
 * Returns the view that is shown unless the user chose another: the converted one, or the main currency. If
 * that has no transactions in the month, the currency that has most of them, so that the page does not show
 * zeros beside a currency that is used.
 */
export function usualView(
  views: readonly View[],
  buckets: readonly Bucket[],
  month: string,
  main: string | null,
): View | undefined {
  const count = (flows: readonly Flow[], { currency }: View) =>
    flows.find((flow) => flow.currency === currency)?.entries ?? 0;
  const ofMonth = (view: View) => count(buckets.find(({ key }) => key === month)?.flows ?? [], view);
  const ofYear = (view: View) => buckets.reduce((sum, { flows }) => sum + count(flows, view), 0);
  const preferred = views.find((view) => view.converted || view.currency === main);
  if (preferred?.converted || (preferred && ofMonth(preferred) > 0)) {
    return preferred;
  }
  const most = views.toSorted((one, other) => ofMonth(other) - ofMonth(one) || ofYear(other) - ofYear(one))[0];
  return preferred && most && ofMonth(most) === 0 ? preferred : most;
}

/** Returns the net worth at the end of each month, from the first known month. */
export function worthSeries({ items }: NetWorth, view: View): Point[] {
  const points = items.flatMap(({ date, sums, converted }): Point[] => {
    const amount = view.converted
      ? sums.length > 0 && converted?.amount
      : sums.find(({ currency }) => currency === view.currency)?.amount;
    return amount ? [{ month: date.slice(0, 7), date, amount }] : [];
  });
  return points;
}

/** An account's latest balance. */
type Balance = Pick<Account, "currency" | "balance" | "byHand">;

/**
 * Returns the points up to the last known day, because a balance after it is only carried forward. The last
 * point says until when it is known. An amount that changed is known, and so is that of accounts without
 * statements.
 */
export function knownPoints(
  points: readonly Point[],
  buckets: readonly Bucket[],
  accounts: readonly Balance[],
  view: View,
): Point[] {
  const inView = accounts.filter(({ currency }) => view.converted || currency === view.currency);
  const balancesUntil = inView
    .map(({ balance, byHand }) => (byHand ? FOREVER : (balance?.date ?? "")))
    .reduce(later, "");
  const known = [...points];
  for (let last = known.pop(); last; last = known.pop()) {
    const { month, date, amount } = last;
    const bucket = buckets.find(({ key }) => key === month);
    const isStill = known.at(-1)?.amount === amount && bucket !== undefined && !hasFlow(bucket, view);
    const allUntil = bucket?.knownUntil ?? date;
    const until = isStill && balancesUntil < allUntil ? balancesUntil : allUntil;
    if (until >= date || (!isStill && until < daysOf(month).from)) {
      return [...known, last];
    }
    if (until >= daysOf(month).from) {
      return [...known, { ...last, knownUntil: until }];
    }
  }
  return [];
}

/** A day after all others. */
const FOREVER = "9999-12-31";

const later = (one: string, other: string) => (one > other ? one : other);

/** True if there are transactions in the view's currency. */
function hasFlow({ flows }: Bucket, view: View): boolean {
  return flows.some(({ currency, entries }) => entries > 0 && (view.converted || currency === view.currency));
}

/** A month's money in and out. */
export interface FlowPoint {
  month: string;
  from: string;
  to: string;
  income: Decimal;
  spending: Decimal;
}

/** Returns the money in and out of each month. */
export function flowSeries(buckets: readonly Bucket[], view: View): FlowPoint[] {
  return buckets.map(({ key, from, to, flows, converted }) => {
    const found = view.converted ? converted : flows.find(({ currency }) => currency === view.currency);
    return { month: key, from, to, income: found?.income ?? "0", spending: found?.spending ?? "0" };
  });
}

/**
 * Returns the days to compare of a month and of the previous one. For a month that has not ended, these are
 * the same first days of both. There is nothing to compare a month with if none of its days is complete, or
 * if the data of the previous month begins within it, on `previousFrom`.
 */
export function comparedDays(
  month: string,
  knownUntil: string | null,
  previousFrom: string | null = null,
): { now: Period; before: Period | null } {
  const [now, before] = [daysOf(month), daysOf(addMonths(month, -1))];
  if (knownUntil === null) {
    return { now, before: previousFrom === null ? before : null };
  }
  if (knownUntil < now.from || previousFrom !== null) {
    return { now, before: null };
  }
  const sameDay = `${before.from.slice(0, 8)}${knownUntil.slice(8)}`;
  return {
    now: { ...now, to: knownUntil },
    before: { ...before, to: sameDay < before.to ? sameDay : before.to },
  };
}

/** A category with its spending in one currency and its subcategories, the largest first. */
export interface Cost {
  id: string | null;
  name: string | null;
  amount: Decimal;
  below: Cost[];
}

const spentIn = (flows: readonly Flow[], wanted: string) =>
  flows.find(({ currency }) => currency === wanted)?.spending ?? "0";

/** Spending in one currency. */
export interface CurrencyCosts {
  currency: string;
  costs: Cost[];
}

/**
 * Returns the spending by category for a view. Categories are never converted: a converted view
 * lists each currency separately.
 */
export function costsIn(rows: readonly Spending[], view: View, views: readonly View[]): CurrencyCosts[] {
  const currencies = view.converted ? views.filter(({ converted }) => !converted) : [view];
  const all = currencies.map(({ currency }) => ({ currency, costs: costsOf(rows, currency) }));
  return view.converted ? all.filter(({ costs }) => costs.length > 0) : all;
}

/** Returns the spending as a category tree. */
export function costsOf(rows: readonly Spending[], currency: string): Cost[] {
  const costs = (parent: string | null): Cost[] =>
    rows
      .filter(({ parentId }) => parentId === parent)
      .map(({ categoryId, name, flows }) => ({
        id: categoryId,
        name,
        amount: spentIn(flows, currency),
        below: categoryId === null ? [] : costs(categoryId),
      }))
      .filter(({ amount }) => !isZero(amount))
      .sort((one, other) => compare(other.amount, one.amount));
  return costs(null);
}

/** A category whose spending changed. */
export interface Change {
  id: string | null;
  name: string | null;
  now: Decimal;
  before: Decimal;
  difference: Decimal;
}

/** Returns the categories whose spending changed, the largest change first. */
export function changesOf(now: readonly Cost[], before: readonly Cost[]): Change[] {
  const names = new Map([...before, ...now].map(({ id, name }) => [id, name]));
  const amountIn = (costs: readonly Cost[], id: string | null) => costs.find((cost) => cost.id === id)?.amount ?? "0";
  const size = ({ difference }: Change) => difference.replace(/^-/, "");
  return [...names]
    .map(([id, name]) => {
      const [after, earlier] = [amountIn(now, id), amountIn(before, id)];
      return { id, name, now: after, before: earlier, difference: sum([after, negated(earlier)]) };
    })
    .filter(({ difference }) => !isZero(difference))
    .sort((one, other) => compare(size(other), size(one)));
}

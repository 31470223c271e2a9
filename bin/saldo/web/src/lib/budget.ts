/** The budgets of a month as tables, and the transactions behind their figures. */
import type { Category } from "../api.ts";
import type { Budget, FiscalCalendar } from "../api-bookkeeping.ts";
import { treeOf } from "./category-tree.ts";
import type { TransactionFilter } from "../api.ts";
import { type Day, daysOf } from "./date.ts";
import { type Decimal, isNegative, isZero, sum } from "./money.ts";
import { transactionsPath } from "./transaction-filter.ts";

/** The state of a budget in a month. */
export type BudgetState = NonNullable<Budget["state"]>;

/** A budget of a table. */
export interface BudgetRow {
  budget: Budget;
  name: string;
  /** The name of the parent category, if any. */
  parent: string | null;
}

/** The sums of a table's budgets in one currency. */
export interface BudgetTotal extends Record<"amount" | "rolled" | "spent" | "left", Decimal> {
  currency: string;
  /** The budgets that it adds up. */
  budgets: Budget[];
}

/** The budgets of one period length. */
export interface BudgetTable {
  rhythm: Budget["rhythm"];
  rows: BudgetRow[];
  totals: BudgetTotal[];
  /** True if the totals leave out budgets of subcategories that a budget of their category includes. */
  hasNested: boolean;
}

/** Returns a table of the monthly budgets and one of the yearly ones, without empty tables. */
export function budgetTables(budgets: readonly Budget[], categories: readonly Category[]): BudgetTable[] {
  const rows = treeOf(categories)
    .flatMap(({ category, below }) => [
      { category, parent: null },
      ...below.map((one) => ({ category: one, parent: category })),
    ])
    .flatMap(({ category, parent }) =>
      budgets
        .filter(({ categoryId }) => categoryId === category.id)
        .map((budget) => ({ budget, name: category.name, parent: parent?.name ?? null, parentId: parent?.id })),
    );
  return (["monthly", "yearly"] as const)
    .map((rhythm): BudgetTable => {
      const ofRhythm = rows.filter(({ budget }) => budget.rhythm === rhythm);
      const current = ofRhythm.filter(({ budget }) => budget.state !== null);
      const counted = current.filter(
        ({ budget, parentId }) =>
          !current.some(({ budget: other }) => other.categoryId === parentId && other.currency === budget.currency),
      );
      return {
        rhythm,
        rows: ofRhythm.map(({ budget, name, parent }) => ({ budget, name, parent })),
        totals: totalsOf(counted.map(({ budget }) => budget)),
        hasNested: counted.length < current.length,
      };
    })
    .filter(({ rows }) => rows.length > 0);
}

function totalsOf(budgets: readonly Budget[]): BudgetTotal[] {
  const currencies = [...new Set(budgets.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = budgets.filter((budget) => budget.currency === currency);
    const total = (of: (budget: Budget) => Decimal | undefined) => sum(own.map((budget) => of(budget) ?? "0"));
    return {
      currency,
      budgets: own,
      amount: total(({ amount }) => amount),
      rolled: total(({ state }) => state?.rolled),
      spent: total(({ state }) => state?.spent),
      left: total(({ state }) => state?.left),
    };
  });
}

/**
 * Returns the first day whose spending counts in a state. A financial year may begin within a month; the days
 * before belong to the previous year.
 */
export function firstDayOf({ rhythm }: Budget, { month, since }: BudgetState, calendar: FiscalCalendar): Day {
  if (rhythm === "monthly") {
    return daysOf(month).from;
  }
  const isTurn = Number(since.slice(5)) === calendar.firstMonth;
  return `${since}-${String(isTurn ? calendar.firstDay : 1).padStart(2, "0")}`;
}

/** Returns the filter of exactly the transactions that a state counts as spent. */
function spentFilter(budget: Budget, state: BudgetState, calendar: FiscalCalendar): TransactionFilter {
  return {
    category: budget.categoryId,
    from: firstDayOf(budget, state, calendar),
    to: daysOf(state.month).to,
    kind: "entry",
    currency: budget.currency,
  };
}

/** Returns the path of exactly the transactions that a state counts as spent. */
export function spentPath(budget: Budget, state: BudgetState, calendar: FiscalCalendar): string {
  return transactionsPath(spentFilter(budget, state, calendar));
}

/** The most categories in an address: a longer one is rejected by some proxies. */
const CATEGORIES_MAX = 100;

/**
 * Returns the filter of the transactions of a total; `null` if none selects them, because the budgets began
 * on different days or are too many.
 */
export function totalFilter({ budgets }: BudgetTotal, calendar: FiscalCalendar): TransactionFilter | null {
  const [first, ...others] = budgets.flatMap((budget) =>
    budget.state ? [{ budget, state: budget.state, from: firstDayOf(budget, budget.state, calendar) }] : [],
  );
  if (!first || others.some(({ from }) => from !== first.from) || others.length >= CATEGORIES_MAX) {
    return null;
  }
  if (others.length === 0) {
    return spentFilter(first.budget, first.state, calendar);
  }
  const categories = [first, ...others].map(({ budget }) => budget.categoryId);
  const { category: _, ...rest } = spentFilter(first.budget, first.state, calendar);
  return { queryFilter: JSON.stringify({ only: { categories } }), ...rest };
}

/** Returns the filled part of a state's bar in percent. If nothing is available, any spending fills it. */
export function gaugePercent({ spent, spentPerMille }: BudgetState): number {
  if (spentPerMille === null) {
    return isNegative(spent) || isZero(spent) ? 0 : 100;
  }
  return Math.min(100, Math.max(0, spentPerMille / 10));
}

/**
 * Returns the last day with figures of a month that is not complete; `null` for a complete one. `knownUntil`
 * is the last day with known transactions, if the month continues after it.
 */
export function knownTo(month: string, knownUntil: Day | null, today: Day): Day | null {
  return knownUntil ?? (today < daysOf(month).to ? today : null);
}

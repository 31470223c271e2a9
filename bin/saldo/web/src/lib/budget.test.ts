import { describe, expect, it } from "vitest";
import type { Category } from "../api.ts";
import type { Budget } from "../api-bookkeeping.ts";
import { type BudgetState, budgetTables, firstDayOf, gaugePercent, knownTo, spentPath, totalFilter } from "./budget.ts";

const category = (id: string, parentId: string | null = null): Category => ({ id, name: id, parentId }) as Category;

const CATEGORIES = [category("home"), category("food"), category("bakery", "food"), category("market", "food")];

const CALENDAR = { firstMonth: 1, firstDay: 1 };

const state = (spent: string, left: string, more: Partial<BudgetState> = {}): BudgetState => ({
  ...{ month: "2026-03", since: "2026-03", rolled: "0.00", spent, left, spentPerMille: 500, converted: null },
  ...more,
});

const budget = (categoryId: string, now: BudgetState | null, more: Partial<Budget> = {}): Budget => ({
  ...{ id: categoryId, categoryId, amount: "100.00", currency: "EUR", rhythm: "monthly", rollOver: "nothing" },
  ...{ start: "2026-01", end: null, state: now, ...more },
});

describe("the tables of budgets", () => {
  it("have the order of the categories, subcategories below their category", () => {
    const budgets = ["market", "home", "food"].map((id) => budget(id, state("1.00", "99.00")));
    const [table] = budgetTables(budgets, CATEGORIES);
    expect(table?.rows.map(({ name, parent }) => [name, parent])).toEqual([
      ["food", null],
      ["market", "food"],
      ["home", null],
    ]);
  });

  it("add up each currency, and months and years apart", () => {
    const budgets = [
      budget("home", state("30.10", "69.90")),
      budget("food", state("120.05", "-10.05", { rolled: "10.00" })),
      budget("food", state("5.00", "95.00"), { id: "dollars", currency: "USD" }),
      budget("bakery", state("7.00", "93.00"), { rhythm: "yearly" }),
    ];
    const [monthly, yearly, ...others] = budgetTables(budgets, CATEGORIES);
    expect(monthly?.totals).toMatchObject([
      { currency: "EUR", amount: "200.00", rolled: "10.00", spent: "150.15", left: "59.85" },
      { currency: "USD", amount: "100.00", rolled: "0.00", spent: "5.00", left: "95.00" },
    ]);
    expect(yearly?.totals).toMatchObject([
      { currency: "EUR", amount: "100.00", rolled: "0.00", spent: "7.00", left: "93.00" },
    ]);
    expect(others).toEqual([]);
  });

  it("count spending once if a category and its subcategory have a budget", () => {
    const budgets = [
      budget("food", state("50.00", "50.00")),
      budget("market", state("20.00", "80.00")),
      budget("bakery", state("5.00", "95.00"), { currency: "USD" }),
    ];
    const [table] = budgetTables(budgets, CATEGORIES);
    expect(table?.totals.map(({ currency, spent }) => [currency, spent])).toEqual([
      ["EUR", "50.00"],
      ["USD", "5.00"],
    ]);
    expect(table?.hasNested).toBe(true);
  });

  it("list a budget that has not started, without counting it", () => {
    const [table] = budgetTables([budget("food", null), budget("market", state("20.00", "80.00"))], CATEGORIES);
    expect(table?.rows).toHaveLength(2);
    expect(table?.totals.map(({ spent }) => spent)).toEqual(["20.00"]);
    expect(table?.hasNested).toBe(false);
    expect(budgetTables([budget("food", null)], CATEGORIES)[0]?.totals).toEqual([]);
    expect(budgetTables([], CATEGORIES)).toEqual([]);
  });
});

describe("the transactions of a spent figure", () => {
  it("are those of the month, or of the financial year so far", () => {
    const british = { firstMonth: 4, firstDay: 6 };
    const monthly = budget("food", null);
    const yearly = budget("food", null, { rhythm: "yearly" });
    const first = (one: Budget, since: string, calendar = british) =>
      firstDayOf(one, state("1.00", "1.00", { since }), calendar);
    expect(first(monthly, "2026-03")).toBe("2026-03-01");
    expect(first(yearly, "2025-04")).toBe("2025-04-06");
    // A budget that starts within a year counts from its first month.
    expect(first(yearly, "2025-09")).toBe("2025-09-01");
    expect(first(yearly, "2026-01", CALENDAR)).toBe("2026-01-01");
  });

  it("are listed without transfers, in the budget's currency", () => {
    const path = spentPath(budget("food", null), state("1.00", "1.00"), CALENDAR);
    expect(path).toBe("/transactions?category=food&from=2026-03-01&to=2026-03-31&kind=entry&currency=EUR");
  });
});

describe("the transactions of a total", () => {
  const filterOf = (budgets: Budget[]) => {
    const [total] = budgetTables(budgets, CATEGORIES)[0]?.totals ?? [];
    return total && totalFilter(total, CALENDAR);
  };

  it("are those of all its budgets, and not of nested ones", () => {
    const budgets = ["home", "food", "market"].map((id) => budget(id, state("1.00", "99.00")));
    expect(filterOf(budgets)).toEqual({
      queryFilter: '{"only":{"categories":["food","home"]}}',
      ...{ from: "2026-03-01", to: "2026-03-31", kind: "entry", currency: "EUR" },
    });
    expect(filterOf([budget("food", state("1.00", "9.00"))])).toMatchObject({ category: "food" });
  });

  it("have no link if the budgets began on different days", () => {
    const yearly = (id: string, since: string) => budget(id, state("1.00", "9.00", { since }), { rhythm: "yearly" });
    expect(filterOf([yearly("home", "2026-01"), yearly("food", "2026-01")])).toMatchObject({ from: "2026-01-01" });
    expect(filterOf([yearly("home", "2026-01"), yearly("food", "2026-02")])).toBeNull();
  });
});

describe("the bar of a budget", () => {
  it("is at most full, and full if something was spent of nothing", () => {
    const percent = (spent: string, spentPerMille: number | null) =>
      gaugePercent(state(spent, "0.00", { spentPerMille }));
    expect([percent("50.00", 500), percent("150.00", 1500), percent("-5.00", -50)]).toEqual([50, 100, 0]);
    expect([percent("1.00", null), percent("0.00", null), percent("-1.00", null)]).toEqual([100, 0, 0]);
  });
});

describe("a month", () => {
  it("is complete if it has ended and its data continues", () => {
    expect(knownTo("2026-03", null, "2026-04-01")).toBeNull();
    expect(knownTo("2026-03", null, "2026-03-31")).toBeNull();
    expect(knownTo("2026-03", null, "2026-03-12")).toBe("2026-03-12");
    expect(knownTo("2026-03", "2026-03-15", "2026-11-27")).toBe("2026-03-15");
    expect(knownTo("2026-12", null, "2026-11-27")).toBe("2026-11-27");
  });
});

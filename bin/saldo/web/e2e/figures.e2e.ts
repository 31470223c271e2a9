/** Every linked figure opens transactions, or an account, that add up to it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amounts, amountsIn, between, figures, sums } from "./opened.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { absolute, sum } from "../src/lib/money.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Sends a request with the session of the page. */
function send<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([verb, to, text]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`/api${to}`, { method: verb, headers, ...(text && { body: text }) });
      if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? {} : await response.json()) as T;
    },
    [method, path, body ? JSON.stringify(body) : ""] as const,
  );
}

interface Booked {
  id: string;
  amount: string;
  accountId: string;
}

/** Returns the transactions of a supermarket in March. */
async function shopping(page: Page): Promise<Booked[]> {
  return (await send<{ items: Booked[] }>(page, "GET", "/transactions?text=supermarket&from=2026-03-01")).items;
}

/** Splits a transaction, so that a part of it has no budget. */
async function split(page: Page): Promise<void> {
  const { items } = await send<{ items: { id: string; name: string }[] }>(page, "GET", "/categories");
  const [groceries, transport, travel] = ["Groceries", "Transport", "Travel"].map(
    (name) => items.find((category) => category.name === name)?.id,
  );
  const [shop] = await shopping(page);
  await send(page, "PUT", `/transactions/${shop?.id}/splits`, {
    splits: [
      { amount: "-10.00", categoryId: groceries },
      { amount: "-5.00", categoryId: transport },
      { amount: sum([shop?.amount ?? "", "15.00"]), categoryId: travel },
    ],
  });
}

/** Three months of an account, with budgets and a refund. */
async function fill(visit: Visit, email: string): Promise<Page> {
  const { page } = visit;
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
  const { items: categories } = await send<{ items: { id: string; name: string }[] }>(page, "GET", "/categories");
  const idOf = (name: string) => categories.find((category) => category.name === name)?.id ?? "";
  const monthly = { amount: "400.00", currency: "EUR", rhythm: "monthly", rollOver: "nothing", start: "2026-01" };
  for (const name of ["Food", "Groceries", "Transport"]) {
    await send(page, "POST", "/budgets", { ...monthly, categoryId: idOf(name) });
  }
  for (const name of ["Home", "Shopping"]) {
    await send(page, "POST", "/budgets", { ...monthly, categoryId: idOf(name), rhythm: "yearly", amount: "9000.00" });
  }
  const [shop] = await shopping(page);
  const refund = { accountId: shop?.accountId, date: "2026-03-20", amount: "7.30", description: "Refund of bread" };
  await send(page, "POST", "/transactions", { ...refund, categoryId: idOf("Groceries") });
  return page;
}

describe("a linked figure", () => {
  it("of the budget is the sum of what it opens, also in the totals", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "budget-figures@example.com");
    await page.goto("/budget?month=2026-03");
    const [monthly, yearly] = [page.getByRole("table").nth(0), page.getByRole("table").nth(1)];
    await yearly.locator("tfoot").getByRole("link").waitFor();
    await monthly.locator("tfoot").getByRole("link").waitFor();
    expect(await monthly.locator("tfoot").getByRole("link").count()).toBe(1);
    expect(await yearly.locator("tfoot").getByRole("link").count()).toBe(1);
    const shown = await figures(page.locator("main"));
    // Three budgets of the month, two of the year, and their two totals.
    expect(shown.length).toBe(7);
    for (const { href, amount } of shown) {
      expect(await sums(page, href), href).toContain(amount);
    }
    // The list of a total counts the lines of a split transaction that belong to its categories.
    await split(page);
    await page.goto("/budget?month=2026-03");
    await yearly.locator("tfoot").getByRole("link").waitFor();
    await visit.settle();
    expect(await monthly.locator("tfoot").getByRole("link").count()).toBe(1);
    const rows = await figures(monthly);
    expect(rows.length).toBe(4);
    for (const { href, amount } of rows) {
      expect(await sums(page, href), href).toContain(amount);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("of the overview is the sum of what it opens", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "home-figures@example.com");
    await split(page);
    await page.goto("/?month=2026-03");
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    await region(words.overview.spending).locator(".mark").first().waitFor();
    const budgets = await figures(region(words.budgets.title), 0);
    const shown = [
      ...budgets,
      ...(await figures(region(words.overview.cashFlow))),
      ...(await figures(region(words.overview.spending))),
      ...(await figures(region(words.overview.changes).locator(".sums-row a.amount"))),
    ];
    const payments = await figures(region(words.overview.due));
    expect(shown.length).toBeGreaterThan(8);
    expect(payments.length).toBeGreaterThan(2);
    for (const { href, amount } of shown) {
      expect(await sums(page, href), href).toContain(amount);
    }
    expect(budgets.length).toBe(5);
    for (const { href, amount } of payments) {
      expect(between(absolute(amount), await amounts(page, href)), href).toBe(true);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("of a recurring payment is the amount of the payments that it opens", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "recurring-figures@example.com");
    await page.goto("/recurring");
    const fixed = page.getByRole("region", { name: words.recurring.groups.fixed });
    await fixed.getByRole("link").first().waitFor();
    const same = await figures(fixed);
    const all = await figures(page.locator("main"));
    expect(same.length).toBeGreaterThan(1);
    expect(all.length).toBeGreaterThan(same.length);
    for (const { href, amount } of all) {
      const opened = await amounts(page, href);
      expect(opened.length, href).toBeGreaterThan(2);
      expect(between(absolute(amount), opened), href).toBe(true);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("of a goal is the balance of the account that it opens", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "goal-figures@example.com");
    const { items } = await send<{ items: { id: string }[] }>(page, "GET", "/accounts");
    const goal = { name: "Bicycle", target: "90000.00", currency: "EUR", accounts: [{ accountId: items[0]?.id }] };
    await send(page, "POST", "/goals", goal);
    await page.goto("/goals");
    const part = page.locator(".goal .parts li");
    await part.waitFor();
    const [held = "none"] = amountsIn(await part.innerText());
    expect(amountsIn(await page.locator(".goal .saved").innerText())[0]).toBe(held);
    await part.getByRole("link").click();
    await page.locator(".now .amount").waitFor();
    expect(amountsIn(await page.locator(".now .amount").innerText())).toEqual([held]);
    expect(await visit.leave()).toEqual([]);
  });
});

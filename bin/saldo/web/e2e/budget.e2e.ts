import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function fill(visit: Visit, email: string): Promise<void> {
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"));
  await visit.row("january").getByText("Proven").waitFor();
  await visit.row("february").getByText("Proven").waitFor();
}

/** Adds a budget with the dialog. */
async function add(page: Page, category: string | { index: number }, amount: string, currency = "EUR"): Promise<void> {
  await page.getByRole("button", { name: words.budgets.add }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Category").selectOption(typeof category === "string" ? { label: category } : category);
  await dialog.getByLabel(words.budgets.amount, { exact: true }).fill(amount);
  await dialog.getByLabel("Currency").fill(currency);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

describe("the budget page", () => {
  it("leads from nothing to the first budget, which can be edited and deleted", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("budgets@example.com");
    // The address of earlier versions.
    await page.goto("/settings/budgets");
    await page.waitForURL("**/budget");
    await page.getByText(words.budgets.none).waitFor();
    await add(page, { index: 1 }, "1.250,50", "eur");
    const total = row(page, words.budgets.total);
    await total.getByRole("cell", { name: "€1,250.50" }).first().waitFor();
    await page.getByRole("button", { name: /^Edit/ }).click();
    const amount = page.getByLabel(words.budgets.amount, { exact: true });
    await amount.fill("lots");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(words.fixing.noAmount).waitFor();
    await amount.fill("1,000");
    await page.getByRole("button", { name: "Save" }).click();
    await total.getByRole("cell", { name: "€1,000.00" }).first().waitFor();
    await page.getByRole("button", { name: /^Delete/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(words.budgets.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("shows what is spent and left of a month, and the transactions behind it", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "budget-month@example.com");
    await page.goto("/budget?month=2026-01");
    await add(page, "Food", "400");
    await add(page, "Transport", "900");
    const [food, transport] = [row(page, "Food"), row(page, "Transport")];
    await food.getByText(/€[\d.,]+ over budget/).waitFor();
    const spent = await food.getByRole("link").innerText();
    await transport.getByRole("cell", { name: /^\d+%$/ }).waitFor();
    expect(await transport.getByText(/over budget/).count()).toBe(0);
    const total = row(page, words.budgets.total);
    await total.getByText("€1,300.00").waitFor();
    // The month is complete: the statement of February continues it.
    expect(await page.getByText(/complete/).count()).toBe(0);
    await food.getByRole("link").click();
    await page.waitForURL(/\/transactions\?category=[^&]+&from=2026-01-01&to=2026-01-31&kind=entry&currency=EUR$/);
    await page.locator(".totals dd").nth(1).waitFor();
    expect(await page.locator(".totals dd").nth(1).innerText()).toBe(spent);
    await page.goBack();
    await page.getByRole("button", { name: words.overview.previousMonth }).click();
    await page.waitForURL(/month=2025-12$/);
    await food.getByText(words.budgets.starts("January 2026")).waitFor();
    expect(await total.count()).toBe(0);
    for (const month of ["2026-01", "2026-02", "2026-03"]) {
      await page.getByRole("button", { name: words.overview.nextMonth }).click();
      await page.waitForURL(new RegExp(`month=${month}$`));
    }
    await page.getByText(words.budgets.nothingKnown).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("counts a yearly budget from the first day of the financial year", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "budget-year@example.com");
    await page.evaluate(async () => {
      const send = (method: string, path: string, body: unknown) =>
        fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      await send("PUT", "/api/preferences", { fiscalCalendar: { firstMonth: 1, firstDay: 15 } });
      const { items } = (await (await fetch("/api/categories")).json()) as { items: { id: string; name: string }[] };
      const categoryId = items.find(({ name }) => name === "Food")?.id;
      const budget = { amount: "4000.00", currency: "EUR", rhythm: "yearly", rollOver: "nothing", start: "2026-01" };
      await send("POST", "/api/budgets", { ...budget, categoryId });
    });
    for (const start of ["/budget?month=2026-02", "/?month=2026-02"]) {
      await page.goto(start);
      const link = page.getByRole("link", { name: start.startsWith("/budget") ? /^€/ : /€4,000\.00/ });
      const spent = (await link.first().innerText()).split(" ")[0];
      await link.first().click();
      await page.waitForURL(/from=2026-01-15&to=2026-02-28/);
      await page.locator(".totals dd").nth(1).waitFor();
      expect(await page.locator(".totals dd").nth(1).innerText(), start).toBe(spent);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it.each([...SIZES, { name: "narrow phone", viewport: { width: 320, height: 640 } }])(
    "is accessible on a $name",
    async ({ name, viewport }) => {
      const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
      const { page } = visit;
      await fill(visit, `budget-${name.replace(" ", "-")}@example.com`);
      const check = async (where: string) => {
        await visit.settle();
        expect(await barriersInBothColours(page), where).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
      };
      await page.goto("/budget?month=2026-01");
      await page.getByText(words.budgets.none).waitFor();
      await check("no budgets");
      await add(page, "Food", "400");
      await add(page, "Transport", "1,000,000.50");
      await add(page, { index: 1 }, "20", "USD");
      await page.getByRole("table").waitFor();
      await check("budgets");
      await page.getByRole("button", { name: words.budgets.add }).click();
      await check("the dialog");
      expect(await visit.leave()).toEqual([]);
    },
  );
});

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absolute, isNegative, sum } from "../src/lib/money.ts";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function fill(visit: Visit, email: string): Promise<Page> {
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => visit.page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
  return visit.page;
}

/** Sends a request to the server from the page. */
function ask(page: Page, method: string, path: string, body: unknown): Promise<{ id: string }> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(path, { method, headers, body });
      if (!response.ok) {
        throw new Error(`${path}: ${response.status}`);
      }
      return (await response.json()) as { id: string };
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

interface Booked {
  amount: string;
  kind: string;
  categoryId: string | null;
  splits: { amount: string; categoryId: string | null }[];
}

interface Named {
  id: string;
  name: string;
  parentId: string | null;
}

async function list<T>(page: Page, path: string): Promise<T[]> {
  const answer = await page.evaluate(async (path) => (await fetch(path)).json(), path);
  return (answer as { items: T[] }).items;
}

/** Adds up March's transactions of a category and its subcategories: their number and cost. */
async function costOf(page: Page, name: string | null): Promise<{ count: number; cost: string }> {
  const categories = await list<Named>(page, "/api/categories");
  const top = categories.find((category) => category.name === name)?.id ?? null;
  const isOfIt = ({ categoryId }: { categoryId: string | null }) =>
    categoryId === top ||
    (top !== null && categories.some(({ id, parentId }) => id === categoryId && parentId === top));
  const transactions = await list<Booked>(page, "/api/transactions?from=2026-03-01&to=2026-03-31&limit=500");
  const parts = transactions
    .filter(({ kind, amount }) => kind === "entry" && isNegative(amount))
    .map((transaction) => (transaction.splits.length > 0 ? transaction.splits : [transaction]).filter(isOfIt))
    .filter((ofIt) => ofIt.length > 0);
  return { count: parts.length, cost: absolute(sum(parts.flat().map(({ amount }) => amount))) };
}

describe("the overview", () => {
  it("links every figure to its transactions", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "figures@example.com");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.locator("strong").getByText("March 2026").waitFor();
    await page.getByRole("link", { name: "€5,305.27", exact: true }).first().click();
    await page.waitForURL("**/transactions?to=2026-03-31&currency=EUR");
    await page.goBack();

    // Net worth links to all transactions up to that day, even after a month without any.
    await page.getByRole("link", { name: "28 Feb 2026: €4,406.80" }).click();
    await page.waitForURL("**/transactions?to=2026-02-28&currency=EUR");
    await page.goBack();
    await page.getByRole("link", { name: words.overview.against("+€60.86", "February 2026") }).click();
    await page.getByText(words.transactions.count(22)).waitFor();
    await page.getByText("€2,460.67").first().waitFor();
    await page.goBack();

    await page.getByRole("link", { name: "February 2026, Money out: €2,460.67" }).click();
    await page.waitForURL((url) => url.pathname === "/transactions");
    const asked = new URL(page.url()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ from: "2026-02-01", to: "2026-02-28", direction: "out" });
    await page.getByText(words.transactions.count(22)).waitFor();
    await page.goBack();

    await page.getByRole("button", { name: "Home" }).click();
    await page.getByRole("link", { name: "Rent and mortgage: €1,180.00", exact: true }).click();
    await page.getByText(words.transactions.count(1), { exact: true }).waitFor();
    await page.goBack();

    await page.getByRole("button", { name: words.overview.previousMonth }).click();
    await page.locator("strong").getByText("February 2026").waitFor();
    expect(new URL(page.url()).searchParams.get("month")).toBe("2026-02");
    await page.getByText(words.overview.asTable).first().click();
    await page.getByRole("row", { name: "January 2026 €3,357.52" }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("lists the first steps until they are done or hidden", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("steps@example.com");
    await page.getByText(words.statements.next).waitFor();
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await page.goto("/");
    const steps = page.getByRole("region", { name: words.overview.firstSteps.title });
    const { done, steps: names } = words.overview.firstSteps;
    await steps.getByText(done(1, 5), { exact: true }).waitFor();
    expect(await steps.getByRole("link").allInnerTexts()).toEqual([
      names.months,
      names.currency,
      names.budget,
      names.ask,
    ]);
    await ask(page, "PUT", "/api/preferences", { currency: "EUR", fiscalCalendar: { firstMonth: 1, firstDay: 1 } });
    await page.reload();
    await steps.getByText(done(2, 5), { exact: true }).waitFor();
    await steps.getByRole("link", { name: names.budget }).click();
    await page.getByRole("heading", { name: words.nav.budget, level: 1 }).waitFor();
    await page.goBack();
    await steps.getByRole("button", { name: words.overview.firstSteps.hide }).click();
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    expect(await steps.count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("reads its charts with the keyboard and saves them as files", async () => {
    const visit = await saldo.visit({ acceptDownloads: true });
    const page = await fill(visit, "charts@example.com");
    await page.goto("/?month=2026-03");
    const flow = page.getByRole("region", { name: words.overview.cashFlow });
    const mark = flow.getByRole("link", { name: `March 2026, ${words.transactions.out}` });
    expect(await mark.locator(".tip").isVisible()).toBe(false);
    await mark.focus();
    await mark.locator(".tip").waitFor();
    expect(await mark.locator(".tip").innerText()).toMatch(/March 2026, Money out\s+€[\d,.]+/);
    // The axis has a unit and begins at zero.
    expect(await flow.locator(".amounts span").first().innerText()).toBe("€0");
    for (const [name, start] of [
      ["CSV", "Month,Money in (EUR),Money out (EUR),Net (EUR)"],
      ["PNG", "\u0089PNG"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        flow.getByRole("button", { name: new RegExp(`^${name}`) }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`cash-flow.${name.toLowerCase()}`);
      expect((await readFile(await download.path(), "latin1")).startsWith(start)).toBe(true);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("draws spending as areas that open exactly their transactions", async () => {
    const visit = await saldo.visit({ acceptDownloads: true });
    const page = await fill(visit, "areas@example.com");
    // A split directly in a category with subcategories is an area of its own.
    const categories = await list<Named>(page, "/api/categories");
    const [shop] = await list<{ id: string; amount: string }>(
      page,
      "/api/transactions?text=supermarket&from=2026-03-01",
    );
    const splits = [
      { amount: "-60.00", categoryId: categories.find(({ name }) => name === "Food")?.id },
      {
        amount: sum([shop?.amount ?? "", "60.00"]),
        categoryId: categories.find(({ name }) => name === "Groceries")?.id,
      },
    ];
    await ask(page, "PUT", `/api/transactions/${shop?.id}/splits`, { splits });
    await page.goto("/?month=2026-03");
    const spending = page.getByRole("region", { name: words.overview.spending });
    const areas = spending.getByRole("list", { name: words.overview.areas }).locator(".mark");
    await areas.first().waitFor();
    const labels = await areas.evaluateAll((marks) => marks.map((mark) => mark.getAttribute("aria-label") ?? ""));
    expect(
      labels.find((label) => label.startsWith(`Food › ${words.overview.withoutSubcategory}: €60.00`)),
    ).toBeDefined();
    const amountOf = (label: string) => /€([\d,]+\.\d\d)/.exec(label)?.[1]?.replaceAll(",", "") ?? "0";
    const totals = await list<{ spending: string }>(
      page,
      "/api/transactions/totals?from=2026-03-01&to=2026-03-31&kind=entry",
    );
    expect(sum(labels.map(amountOf))).toBe(totals[0]?.spending);
    await areas.first().focus();
    await areas.first().locator(".tip").waitFor();
    for (const label of labels) {
      const area = spending.getByRole("link", { name: label, exact: true });
      if ((await area.count()) === 0) {
        continue;
      }
      await area.press("Enter");
      const shown = `€${/€([\d,]+\.\d\d)/.exec(label)?.[1]}`;
      await page.getByRole("region", { name: words.transactions.totals }).getByText(shown).first().waitFor();
      await page.goBack();
    }
    for (const [name, start] of [
      ["CSV", "Category,Spending (EUR)"],
      ["PNG", "\u0089PNG"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        spending.getByRole("button", { name: new RegExp(`^${name}`) }).click(),
      ]);
      const text = await readFile(await download.path(), "latin1");
      expect(text.startsWith(start)).toBe(true);
      if (name === "CSV") {
        const amounts = text.trim().split("\r\n").slice(1);
        expect(sum(amounts.map((line) => line.slice(line.lastIndexOf(",") + 1)))).toBe(totals[0]?.spending);
      }
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("draws net worth up to the last known day", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "known@example.com");
    const { id } = (await list<{ id: string }>(page, "/api/accounts"))[0] ?? { id: "" };
    const late = { accountId: id, date: "2026-04-10", description: "Ice cream in cash", amount: "-3.50" };
    await ask(page, "POST", "/api/transactions", late);
    const [april] = (
      await list<{ key: string; knownUntil: string | null }>(
        page,
        "/api/reports/cash-flow?from=2026-04-01&to=2026-04-30",
      )
    ).filter(({ key }) => key === "2026-04");
    expect(april?.knownUntil).toMatch(/^2026-04-/);
    await page.goto("/");
    const points = page.getByRole("region", { name: words.overview.worth }).locator(".point .mark");
    await points.first().waitFor();
    const day = `${Number(april?.knownUntil?.slice(8))} Apr 2026: `;
    expect(await points.last().getAttribute("aria-label")).toMatch(new RegExp(`^${day}`));
    const end = await page.locator(".chart .line").evaluate((path) => {
      const { x, width } = (path as SVGPathElement).getBBox();
      return x + width;
    });
    expect(end).toBeLessThan(99);
    expect(await visit.leave()).toEqual([]);
  });

  it("has columns wide enough for a thumb, and shows the latest month first", async () => {
    const visit = await saldo.visit({ viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true });
    const page = await fill(visit, "thumb@example.com");
    const { id } = (await list<{ id: string }>(page, "/api/accounts"))[0] ?? { id: "" };
    const early = { accountId: id, date: "2025-04-15", description: "Ice cream in cash", amount: "-3.50" };
    await ask(page, "POST", "/api/transactions", early);
    await page.goto("/");
    const flow = page.getByRole("region", { name: words.overview.cashFlow });
    const columns = flow.locator(".columns .mark");
    await columns.first().waitFor();
    for (const column of await columns.all()) {
      expect((await column.boundingBox())?.width).toBeGreaterThanOrEqual(24);
    }
    expect(await columns.count()).toBe(24);
    const box = await columns.last().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(375);
    expect((await columns.first().boundingBox())?.x).toBeLessThan(0);
    await columns.first().focus();
    await expect.poll(async () => (await columns.first().boundingBox())?.x).toBeGreaterThan(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("shows budget progress and upcoming payments", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "due@example.com");
    const categories = await page.evaluate(async () => {
      const { items } = (await (await fetch("/api/categories")).json()) as { items: { id: string; name: string }[] };
      return items;
    });
    const budget = { amount: "400.00", currency: "EUR", rhythm: "monthly", rollOver: "nothing", start: "2026-01" };
    const food = categories.find(({ name }) => name === "Food");
    await ask(page, "POST", "/api/budgets", { ...budget, categoryId: food?.id });
    await page.goto("/");
    await page.getByRole("link", { name: "€456.73 of €400.00" }).waitFor();
    await page.getByText(words.overview.over("€56.73")).waitFor();
    await page.getByRole("heading", { name: words.overview.due }).waitFor();
    await page.getByRole("link", { name: /STREAMFLIX SUBSCRIPTION/ }).click();
    await page.getByText(words.transactions.count(3)).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("shows currencies separately until there are rates and a main currency", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "currencies@example.com");
    const wallet = await ask(page, "POST", "/api/accounts", { name: "Wallet", kind: "cash", currency: "USD" });
    await ask(page, "PUT", `/api/accounts/${wallet.id}/balances`, { date: "2026-01-31", amount: "110.00" });
    await page.goto("/");
    await page.getByRole("link", { name: "$110.00" }).first().waitFor();
    await page.getByText(words.overview.worthApart).waitFor();
    // The currency of the transactions is shown, not the first one of the alphabet.
    await ask(page, "POST", "/api/accounts", { name: "Tin", kind: "cash", currency: "AUD" }).then(({ id }) =>
      ask(page, "PUT", `/api/accounts/${id}/balances`, { date: "2026-01-31", amount: "7.00" }),
    );
    await page.reload();
    await page.getByRole("link", { name: "A$7.00" }).first().waitFor();
    expect(await page.getByLabel("Currency").inputValue()).toBe("EUR");
    const worth = page.getByRole("region", { name: words.overview.worth });
    expect(await worth.locator(".sums a").first().innerText()).toContain("€");
    await page.getByLabel("Currency").selectOption("USD");
    await page.getByRole("link", { name: "31 Mar 2026: US$110.00" }).waitFor();

    await page.goto("/settings/money");
    await page.getByLabel(words.money.currency).fill("EUR");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const days = ["2026-03-31", "2026-02-27", "2026-01-30", "2025-12-31"];
    const rates = days.map((day) => `${day},1.1,1.75,\n`).join("");
    await page.getByLabel(words.money.addRates).setInputFiles({
      name: "eurofxref-hist.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Date,USD,AUD,\n${rates}`),
    });
    await page.getByText(words.money.added(8)).waitFor();
    await page.goto("/");
    // 5,305.27 EUR, 110.00 USD at 1.1 USD per euro, and 7.00 AUD at 1.75 AUD per euro.
    await page.getByRole("link", { name: `€5,409.27 ${words.overview.together}` }).waitFor();
    const taxi = { accountId: wallet.id, date: "2026-03-10", description: "Taxi", amount: "-5.00" };
    await ask(page, "POST", "/api/transactions", taxi);
    await page.reload();
    await page.getByText(words.overview.spendingApart).waitFor();
    const spentIn = (currency: string) => page.getByRole("list", { name: `Spending, ${currency}` });
    await spentIn("USD").getByText("US$5.00").waitFor();
    await spentIn("EUR").getByRole("button", { name: "Home" }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("links a category's cost to exactly its transactions", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "categories@example.com");
    // A split counts for its own category, not for the transaction's.
    const categories = await list<Named>(page, "/api/categories");
    const idOf = (wanted: string) => categories.find(({ name }) => name === wanted)?.id;
    const [shop] = await list<{ id: string; amount: string }>(
      page,
      "/api/transactions?text=supermarket&from=2026-03-01",
    );
    const rest = sum([shop?.amount ?? "", "20.00"]);
    const splits = [
      { amount: "-20.00", categoryId: idOf("Travel") },
      { amount: rest, categoryId: idOf("Fuel") },
    ];
    await ask(page, "PUT", `/api/transactions/${shop?.id}/splits`, { splits });
    for (const [name, above] of [
      ["Food", null],
      ["Groceries", "Food"],
      ["Leisure", null],
      ["Travel", "Leisure"],
      ["Fuel", "Transport"],
      [null, null],
    ] as const) {
      const { count, cost } = await costOf(page, name);
      const shown = name ?? words.transactions.uncategorized;
      expect(count, shown).toBeGreaterThan(0);
      await page.goto("/");
      if (above) {
        await page.getByRole("button", { name: above, exact: true }).click();
      }
      await page.getByRole("link", { name: `${shown}: €${cost}`, exact: true }).click();
      await page.getByText(words.transactions.count(count), { exact: true }).waitFor();
      await page.getByRole("region", { name: words.transactions.totals }).getByText(`€${cost}`).first().waitFor();
      await visit.settle();
      expect(await page.getByRole("row").count(), shown).toBe(count);
      const totals = await page.getByRole("region", { name: words.transactions.totals }).innerText();
      expect(totals.split(/\s+/), shown).toEqual(
        ["Money in", "€0.00", "Money out", `€${cost}`, words.transactions.net, `-€${cost}`].join(" ").split(" "),
      );
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("links a recent transaction to its statement or the list", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "latest@example.com");
    const { id } = (await list<{ id: string }>(page, "/api/accounts"))[0] ?? { id: "" };
    await ask(page, "POST", "/api/transactions", {
      accountId: id,
      date: "2026-03-30",
      description: "Ice cream in cash",
      amount: "-3.50",
    });
    await page.goto("/");
    const latest = page.getByRole("region", { name: words.overview.recent });
    await latest.getByRole("link", { name: /RESTAURANT SAKURA/ }).click();
    await expect.poll(() => page.locator("tr.active").allInnerTexts()).toEqual([expect.stringContaining("SAKURA")]);
    await page.goBack();
    await latest.getByRole("link", { name: /Ice cream in cash/ }).click();
    await page.getByText(words.transactions.count(1), { exact: true }).waitFor();
    await page.getByRole("row").getByText("Ice cream in cash").waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("marks an account's balance as not proven while its statement does not add up", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("doubtful@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    const card = page.getByRole("region", { name: "Accounts" }).getByRole("link", { name: /Harbour Example Bank/ });
    const mark = card.getByText("Not proven", { exact: true });
    await page.goto("/");
    await card.getByText("as of 31 Jan 2026").waitFor();
    expect(await mark.count()).toBe(0);
    await page.goto("/statements");
    await visit.addFiles(fixture("unbalanced.pdf"));
    await visit.row("unbalanced.pdf").getByText(words.state.unbalanced("€10.40")).waitFor();
    await page.goto("/");
    await card.getByText("as of 28 Feb 2026").waitFor();
    await mark.waitFor();

    const attention = page.getByRole("region", { name: words.overview.attention });
    await attention.getByRole("link", { name: /unbalanced|Harbour/ }).click();
    await page.getByRole("button", { name: words.fixing.changeTo("-€51.70") }).click();
    await page.locator(".verdict").getByText("Proven").waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await card.getByText("as of 28 Feb 2026").waitFor();
    await expect.poll(() => mark.count()).toBe(0);
    expect(await attention.count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });
});

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sum } from "../src/lib/money.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function fill(visit: Visit, email: string): Promise<void> {
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => visit.page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
}

/** Returns the amounts in a text, without signs. */
function amountsIn(text: string): string[] {
  return [...text.matchAll(/€([\d,]+\.\d\d)/g)].map(([, amount = ""]) => amount.replaceAll(",", ""));
}

describe("the reports", () => {
  it("add up to their total, and each figure opens exactly its transactions", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "reports@example.com");
    await page.getByRole("link", { name: words.nav.reports }).click();
    for (const by of ["category", "merchant", "account", "month", "weekday"] as const) {
      const address = `/reports?by=${by}&period=threeMonths`;
      await page.goto(address);
      const rows = page.locator("tbody tr");
      await rows.first().waitFor();
      const total = amountsIn(await page.locator(".total").innerText())[0];
      const texts = await rows.allInnerTexts();
      expect(sum(texts.map((text) => amountsIn(text)[0] ?? "0")), by).toBe(total);
      // All of the smaller groups, and the first and the last of many.
      const pressed = texts.length > 8 ? [0, 1, texts.length - 2, texts.length - 1] : texts.map((_, index) => index);
      for (const index of pressed) {
        const text = texts[index] ?? "";
        const count = Number(/(\d+)\s*$/.exec(text)?.[1]);
        await rows.nth(index).getByRole("link").click();
        await page.getByText(words.transactions.count(count), { exact: true }).waitFor();
        const totals = page.getByRole("region", { name: words.transactions.totals });
        await totals
          .getByText(`€${/€([\d,.]+)/.exec(text)?.[1]}`)
          .first()
          .waitFor();
        await page.goBack();
        await rows.first().waitFor();
      }
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("divide by tag, count a transaction once in the total, and open those without tags", async () => {
    const visit = await saldo.visit({ acceptDownloads: true });
    const { page } = visit;
    await fill(visit, "tags@example.com");
    await page.evaluate(async () => {
      const { items } = await (await fetch("/api/transactions?text=gym")).json();
      const ids = items.map(({ id }: { id: string }) => id);
      const change = (only: string[], addTags: string[]) =>
        fetch("/api/transactions", {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ids: only, change: { addTags } }),
        });
      await change(ids, ["fit"]);
      await change(ids.slice(0, 1), ["gift"]);
    });
    await page.goto("/reports?by=tag&period=threeMonths");
    const rows = page.locator("tbody tr");
    await rows.nth(2).waitFor();
    await page.getByText(words.reports.tagsHint).waitFor();
    expect(await page.locator(".columns > li").count()).toBe(3);
    const total = amountsIn(await page.locator(".total").innerText())[0];
    const texts = await rows.allInnerTexts();
    const amounts = texts.map((text) => amountsIn(text)[0] ?? "0");
    expect(texts[0]).toContain(words.transactions.untagged);
    expect(amounts.slice(1)).toEqual(["117.00", "39.00"]);
    expect(sum(amounts)).toBe(sum([total ?? "0", "39.00"]));
    for (const [index, text] of texts.entries()) {
      const count = Number(/(\d+)\s*$/.exec(text)?.[1]);
      await rows.nth(index).getByRole("link").click();
      await page.getByText(words.transactions.count(count), { exact: true }).waitFor();
      await page.goBack();
      await rows.nth(2).waitFor();
    }
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^CSV/ }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toMatch(/^\uFEFF?Tag,Money out \(EUR\)\r?\n/);
    expect(csv).toContain(words.transactions.untagged);
    expect(await visit.leave()).toEqual([]);
  });

  it("compare periods, keep every choice in the address, and draw areas that open transactions", async () => {
    const visit = await saldo.visit({ acceptDownloads: true });
    const { page } = visit;
    await fill(visit, "compare@example.com");
    await page.goto("/reports");
    const choices = page.getByRole("search", { name: words.reports.choices });
    await choices.getByLabel(words.reports.compare).selectOption({ label: words.reports.compares.previous });
    await page.getByText(/compared with 1\s?–\s?28 Feb 2026/).waitFor();
    // Groceries, in March and in February.
    const row = page.getByRole("row", { name: /Food › Groceries/ });
    expect(amountsIn(await row.innerText())).toEqual(["333.23", "314.24", "18.99"]);
    await row.getByRole("link", { name: "€314.24" }).click();
    await page.waitForURL((url) => url.searchParams.get("to") === "2026-02-28");
    await page.goBack();
    const area = page.getByRole("link", { name: /^Food › Groceries: €333\.23/ });
    await area.hover();
    await area.locator(".tip").waitFor();
    await area.focus();
    await page.keyboard.press("Enter");
    await page.getByText(words.transactions.count(5), { exact: true }).waitFor();
    await page.goBack();
    await choices.getByLabel(words.reports.show).selectOption({ label: words.reports.shows.net });
    await choices.getByLabel(words.reports.by).selectOption({ label: words.reports.groupings.month });
    await choices.getByLabel(words.reports.period).selectOption({ label: words.reports.periods.custom });
    await choices.getByLabel(words.transactions.from).fill("2026-01-01");
    await page.getByRole("row", { name: /January 2026/ }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      show: "net",
      by: "month",
      period: "custom",
      from: "2026-01-01",
    });
    await page.reload();
    await page.getByRole("row", { name: "January 2026 €938.79 23" }).waitFor();
    for (const [name, start] of [
      ["CSV", "Month,Net (EUR)"],
      ["PNG", "\u0089PNG"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: new RegExp(`^${name}`) }).click(),
      ]);
      expect((await readFile(await download.path(), "latin1")).startsWith(start)).toBe(true);
    }
    await page.goto("/reports?period=lastYear");
    await page.getByText(words.reports.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("show the cash flow, balanced, with the transactions behind each part", async () => {
    const visit = await saldo.visit({ acceptDownloads: true });
    const { page } = visit;
    await fill(visit, "flow@example.com");
    await page.goto("/reports?show=flow&period=threeMonths");
    const parts = page.locator(".chart-flow a.mark");
    await parts.first().waitFor();
    const ofSide = async (side: string) =>
      amountsIn((await page.locator(`.chart-flow li.${side} .sum`).allInnerTexts()).join(" "));
    expect(sum(await ofSide("in"))).toBe(sum(await ofSide("out")));
    const rows = page.locator("tbody tr");
    const received = await page.locator("tbody td:nth-of-type(1)").allInnerTexts();
    const spent = await page.locator("tbody td:nth-of-type(2)").allInnerTexts();
    const total = amountsIn(await page.locator(".total").innerText())[0];
    expect(sum([...amountsIn(received.join(" ")), ...amountsIn(spent.join(" ")).map((amount) => `-${amount}`)])).toBe(
      total,
    );
    expect(await rows.count()).toBeGreaterThan(5);
    for (const index of [0, (await parts.count()) - 1]) {
      const figure = /€[\d,.]+/.exec((await parts.nth(index).getAttribute("aria-label")) ?? "")?.[0];
      await parts.nth(index).focus();
      await page.keyboard.press("Enter");
      const totals = page.getByRole("region", { name: words.transactions.totals });
      await totals
        .getByText(figure ?? "")
        .first()
        .waitFor();
      await page.goBack();
      await parts.first().waitFor();
    }
    for (const [name, start] of [
      ["CSV", "Category,Money in (EUR),Money out (EUR)"],
      ["PNG", "\u0089PNG"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: new RegExp(`^${name}`) }).click(),
      ]);
      expect((await readFile(await download.path(), "latin1")).startsWith(start)).toBe(true);
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("filter by chips, which the address contains, and divide a group further", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "filter@example.com");
    await page.goto("/reports?period=threeMonths");
    const row = page.getByRole("row", { name: /Food › Groceries/ });
    const [groceries] = amountsIn(await row.innerText());
    await row.getByRole("button", { name: words.reports.only("Food › Groceries") }).click();
    const chips = page.getByRole("list", { name: words.transactions.filters });
    await chips.getByText("Category: Food › Groceries").waitFor();
    const total = page.locator(".total");
    await expect.poll(async () => amountsIn(await total.innerText())[0]).toBe(groceries);
    expect(new URL(page.url()).searchParams.get("by")).toBe("merchant");
    await page.reload();
    await expect.poll(async () => amountsIn(await total.innerText())[0]).toBe(groceries);
    // The smallest merchant of the category.
    const last = page.locator("tbody tr").last();
    const [amount, count] = [amountsIn(await last.innerText())[0], /(\d+)\s*$/.exec(await last.innerText())?.[1]];
    await last.getByRole("link").click();
    await page.getByText(words.transactions.count(Number(count)), { exact: true }).waitFor();
    await page.getByRole("region", { name: words.transactions.totals }).getByText(`€${amount}`).first().waitFor();
    await page.goBack();
    await chips.getByRole("button", { name: words.reports.removeFilter("Category: Food › Groceries") }).click();
    await chips.waitFor({ state: "detached" });
    await page.getByLabel(words.reports.addFilter).selectOption({ label: "Restaurants and cafés" });
    await chips.getByText("Category: Food › Restaurants and cafés").waitFor();
    await page.getByLabel(words.reports.show).selectOption({ label: words.reports.shows.received });
    await page.getByText(words.reports.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it.each([375, 320])("have no column beside the screen of a phone %i pixels wide", async (width) => {
    const visit = await saldo.visit({ viewport: { width, height: 740 } });
    const { page } = visit;
    await fill(visit, `narrow-${width}@example.com`);
    for (const choices of ["by=category", "by=merchant", "by=category&compare=previous", "show=net", "show=flow"]) {
      await page.goto(`/reports?period=threeMonths&${choices}`);
      const table = page.locator(".reports .table");
      await table.locator("tbody tr").first().waitFor();
      await visit.settle();
      const wider = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(wider, choices).toBeLessThanOrEqual(0);
    }
    await page.goto("/reports?period=threeMonths&by=category");
    await page.getByRole("heading", { name: "Money out by category", exact: true }).waitFor();
    const first = page.locator("tbody tr").first();
    const count = /(\d+) transactions/.exec(await first.innerText())?.[1];
    await first.locator("td").getByRole("link").click();
    await page.getByText(words.transactions.count(Number(count)), { exact: true }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

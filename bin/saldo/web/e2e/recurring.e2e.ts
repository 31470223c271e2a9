import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { formatMoney, sum } from "../src/lib/money.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

interface Series {
  description: string;
  direction: string;
  amount: string;
  currency: string;
  active: boolean;
  fixed: boolean;
  decision: string | null;
  expected: string[];
  entries: string[];
}

/** Signs up with three months of statements, and opens the page. */
async function fill(visit: Visit, email: string): Promise<Page> {
  const { page } = visit;
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
  await page.goto("/recurring");
  await page.getByRole("heading", { level: 1, name: words.recurring.title }).waitFor();
  await page.getByRole("heading", { name: words.recurring.ahead }).waitFor();
  return page;
}

async function listed(page: Page): Promise<Series[]> {
  const answer = await page.evaluate(async () => (await fetch("/api/recurring")).json());
  return (answer as { items: Series[] }).items;
}

/** Returns the first payment that is expected next. */
async function payment(page: Page): Promise<Series> {
  const found = (await listed(page)).find(({ direction, expected }) => direction === "out" && expected.length > 0);
  if (!found) {
    throw new Error("the samples have a recurring payment");
  }
  return found;
}

const button = (page: Page, word: string, { description }: Series) =>
  page.getByRole("button", { name: `${word} ${description}`, exact: true });

const groups = (page: Page) => page.getByRole("region").filter({ has: page.getByRole("button") });

describe("recurring payments", () => {
  it("open exactly their transactions, and are expected with their totals", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "recurring@example.com");
    const all = await listed(page);
    const due = all.flatMap(({ direction, currency, amount, expected }) =>
      expected.map(() => ({ direction, currency, amount })),
    );
    const out = due.filter(({ direction }) => direction === "out").map(({ amount }) => amount);
    const ahead = page.getByRole("region", { name: words.recurring.ahead });
    expect(await ahead.getByRole("listitem").count()).toBe(due.length);
    expect(await ahead.getByRole("definition").first().innerText()).toBe(formatMoney(sum(out), "EUR"));
    await ahead.getByText(words.recurring.aheadHint("28 Mar 2026")).waitFor();
    // An estimated amount says so in a word, which is read aloud; a fixed one does not.
    const estimated = all.filter(({ fixed, expected }) => !fixed && expected.length > 0);
    expect(estimated.length).toBeGreaterThan(0);
    for (const { amount, currency, description } of estimated) {
      const line = ahead.getByRole("listitem").filter({ hasText: description }).first();
      expect(await line.locator(".figure").innerText()).toBe(words.overview.about(formatMoney(amount, currency)));
    }
    const one = await payment(page);
    await groups(page).getByRole("link", { name: one.description, exact: true }).first().click();
    await page.waitForURL(/\/transactions\?ids=/);
    await page.getByText(words.transactions.count(one.entries.length), { exact: true }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("are confirmed, ignored and restored, and an ignored one is due nowhere", async () => {
    const visit = await saldo.visit();
    const page = await fill(visit, "decisions@example.com");
    const one = await payment(page);
    const name = one.description;
    await button(page, words.recurring.confirm, one).click();
    await page.getByText(words.recurring.confirmed(name)).waitFor();
    await page.reload();
    await page.getByText(words.recurring.isConfirmed, { exact: true }).waitFor();
    await button(page, words.recurring.clear, one).click();
    await page.getByText(words.recurring.cleared(name)).waitFor();
    await button(page, words.recurring.ignore, one).click();
    await page.getByText(words.recurring.ignored(name)).waitFor();
    await page.getByRole("button", { name: words.undo.undo }).click();
    await button(page, words.recurring.confirm, one).waitFor();
    await button(page, words.recurring.ignore, one).click();
    await page.getByText(words.recurring.ignored(name)).waitFor();
    expect(await groups(page).getByRole("link", { name, exact: true }).count()).toBe(0);
    const ahead = page.getByRole("region", { name: words.recurring.ahead });
    expect(await ahead.getByText(name, { exact: true }).count()).toBe(0);
    await page.goto("/");
    const due = page.getByRole("region", { name: words.overview.due });
    await due.getByRole("link", { name: words.recurring.title }).waitFor();
    expect(await due.getByText(name).count()).toBe(0);
    await due.getByRole("link", { name: words.recurring.title }).click();
    await page.getByText(words.recurring.ignoredCount(1), { exact: true }).click();
    await button(page, words.recurring.restore, one).click();
    await button(page, words.recurring.ignore, one).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("are accessible on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const page = await fill(visit, `recurring-${name}@example.com`);
    const check = async (where: string) => {
      await visit.settle();
      expect(await barriersInBothColours(page), where).toEqual([]);
      // The narrowest screen on which nothing scrolls sideways (WCAG 1.4.10), too.
      for (const width of [viewport.width, 320]) {
        await page.setViewportSize({ ...viewport, width });
        await visit.settle();
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${where} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize(viewport);
    };
    const one = await payment(page);
    await button(page, words.recurring.confirm, one).click();
    await page.getByText(words.recurring.confirmed(one.description)).waitFor();
    await check("a confirmed series");
    await button(page, words.recurring.ignore, one).click();
    await page.getByText(words.recurring.ignoredCount(1), { exact: true }).click();
    await check("an ignored series");
    await page.goto("/");
    await page.getByRole("region", { name: words.overview.due }).waitFor();
    await check("the overview");
    expect(await visit.leave()).toEqual([]);
  });
});

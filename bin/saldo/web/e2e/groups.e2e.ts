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
  await expect.poll(() => visit.page.getByText("Proven").count(), { timeout: 30_000 }).toBe(2);
}

const group = (page: Page, label: string) =>
  page.getByLabel(words.transactions.groupBy).first().selectOption({ label });

const heads = (page: Page) => page.locator(".transaction.group");

/** Returns the number in cents of an amount such as `+€1,234.50`. */
function cents(text: string): number {
  return Number(text.replaceAll(/[^\d-]/g, ""));
}

const net = async (page: Page) => cents(await page.locator(".totals dd").last().innerText());

const countIn = async (page: Page, place: string) => Number.parseInt(await page.locator(place).innerText(), 10);

describe("the groups of the transactions", () => {
  it("have the totals of the rows below them, by month and by day", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await fill(visit, "groups-time@example.com");
    await page.goto("/transactions?sort=-amount");
    await page.getByRole("row").first().waitFor();
    const whole = await net(page);
    await group(page, words.transactions.groups.month);
    await page.waitForURL(/\/transactions\?group=month$/);
    await heads(page).first().locator(".figure").waitFor();
    expect(await heads(page).first().locator(".name").innerText()).toBe("February 2026");
    const february = cents(await heads(page).first().locator(".sums").innerText());
    await page.goto("/transactions?from=2026-02-01&to=2026-02-28");
    await expect.poll(() => net(page)).toBe(february);
    await page.goto("/transactions?from=2026-01-01&to=2026-01-31");
    await expect.poll(() => net(page)).toBe(whole - february);
    await page.goto("/transactions?group=day&sort=date");
    await heads(page).first().locator(".figure").waitFor();
    const first = page.getByRole("row").nth(1);
    expect(await page.getByRole("row").first().locator(".name").innerText()).toBe(
      await first.locator(".day").innerText(),
    );
    // The keys move over the heads, and a change is in the totals at once.
    const before = await heads(page).first().locator(".sums").innerText();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Amount/).fill("-123.45");
    await page.getByRole("dialog").getByRole("button", { name: words.save }).click();
    await expect.poll(() => heads(page).first().locator(".sums").innerText()).not.toBe(before);
    await page.getByRole("button", { name: words.undo.undo }).click();
    await expect.poll(() => heads(page).first().locator(".sums").innerText()).toBe(before);
    await group(page, words.transactions.noGroups);
    await expect.poll(() => heads(page).count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("lead to their transactions, by category, merchant and tag", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await fill(visit, "groups-category@example.com");
    await page.goto("/transactions?direction=out");
    await page.getByRole("row").first().waitFor();
    const whole = await net(page);
    await page.keyboard.press("j");
    await page.keyboard.press("t");
    await page.getByLabel(words.transactions.tagsHint).fill("trip");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByRole("button", { name: words.undo.undo }).waitFor();
    for (const by of ["category", "merchant", "tag"] as const) {
      await page.goto(`/transactions?direction=out&group=${by}`);
      const list = page.getByRole("list", { name: words.transactions.groupBy });
      await list.getByRole("link").first().waitFor();
      const sums = (await list.locator(".sums").allInnerTexts()).map(cents);
      if (by !== "tag") {
        expect(sums.reduce((total, one) => total + one, 0)).toBe(whole);
      }
      const one = list.getByRole("link").first();
      const [counted, name] = [await one.locator(".hint").innerText(), await one.locator(".name").innerText()];
      await one.click();
      await expect.poll(() => page.locator(".heading > .hint").innerText(), { message: `${by} ${name}` }).toBe(counted);
      await expect.poll(() => net(page), { message: `${by} ${name}` }).toBe(sums[0]);
    }
    expect(await countIn(page, ".heading > .hint")).toBe(1);
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("are accessible on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await fill(visit, `groups-${name}@example.com`);
    for (const by of ["day", "month", "category", "merchant"]) {
      await page.goto(`/transactions?group=${by}`);
      await page.locator(".transaction.group, .groups a").first().waitFor();
      await visit.settle();
      expect(await barriersInBothColours(page), by).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${by} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    expect(await visit.leave()).toEqual([]);
  });
});

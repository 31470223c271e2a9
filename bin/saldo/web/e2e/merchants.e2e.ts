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

const line = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });

const select = (page: Page, name: string) => page.getByLabel(words.transactions.select(name)).check();

async function confirm(page: Page, name: string, button: string): Promise<void> {
  await page.getByLabel(words.merchants.name, { exact: true }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

describe("the merchants", () => {
  it("are renamed, merged, undone and redone, and have the name everywhere", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "merchants@example.com");
    await page.goto("/transactions");
    await page.getByRole("link", { name: words.merchants.title }).click();
    await page.getByRole("heading", { name: words.merchants.title }).waitFor();
    await line(page, "Coffee Corner").waitFor();
    const before = await page.getByRole("listitem").count();
    await line(page, "Coffee Corner").getByRole("button", { name: words.merchants.rename }).click();
    await confirm(page, "Corner café", words.save);
    await line(page, "Corner café").getByText(words.merchants.printed("Coffee Corner")).waitFor();
    await select(page, "Corner café");
    expect(await page.getByRole("button", { name: words.merchants.merge }).isDisabled()).toBe(true);
    const supermarket = await page
      .getByRole("link", { name: /^Supermarket/ })
      .first()
      .innerText();
    await select(page, supermarket);
    await page.getByRole("button", { name: words.merchants.merge }).click();
    await confirm(page, "Nibbles", words.merchants.merge);
    await line(page, "Nibbles").waitFor();
    expect(await page.getByRole("listitem").count()).toBe(before - 1);
    const sums = await line(page, "Nibbles").locator(".sums").innerText();
    await page.getByRole("button", { name: words.undo.undo }).click();
    await line(page, supermarket).waitFor();
    await line(page, "Corner café").waitFor();
    await page.getByRole("button", { name: words.undo.redo }).click();
    await line(page, "Nibbles").waitFor();
    // The list of transactions, the search, the report and an answer have the name.
    const counted = await line(page, "Nibbles").locator(".counted span").first().innerText();
    await page.getByRole("link", { name: "Nibbles", exact: true }).click();
    await page.waitForURL(/\/transactions\?merchant=Nibbles$/);
    await expect.poll(() => page.locator(".heading > .hint").innerText()).toBe(counted);
    await page.getByRole("row").first().getByText("Nibbles").waitFor();
    await page.goto("/transactions?text=nibbles");
    await expect.poll(() => page.locator(".heading > .hint").innerText()).toBe(counted);
    await page.goto("/reports?by=merchant&period=all");
    await page
      .getByRole("link", { name: /Nibbles/ })
      .first()
      .waitFor();
    await page.goto("/advisor");
    await page.getByLabel("Your question").fill("How much did I spend at Nibbles in 2026?");
    await page.keyboard.press("Enter");
    await page
      .getByText(`€${sums.replaceAll(/[^\d.]/g, "")}`)
      .first()
      .waitFor();
    // The printed names return, and the merchants come apart.
    await page.goto("/merchants?text=nibbles");
    await line(page, "Nibbles").getByRole("button", { name: words.merchants.restore }).click();
    await page.getByText(words.merchants.notFound).waitFor();
    await page.getByLabel(words.merchants.search).fill("coffee");
    await line(page, "Coffee Corner").waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("are offered for naming if they are large and unclear", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "merchants-unclear@example.com");
    await page.evaluate(async () => {
      const send = (path: string, body: object) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      const account = await (await send("/api/accounts", { name: "Jar", kind: "cash", currency: "EUR" })).json();
      const line = { accountId: account.id, date: "2026-01-20", description: "AMZN MKTP DE", amount: "-900.00" };
      await send("/api/transactions", line);
    });
    await page.goto("/merchants");
    const offer = page.getByRole("region", { name: words.merchants.unclear });
    await offer.getByRole("link", { name: "Amzn Mktp De" }).waitFor();
    await visit.settle();
    expect(await barriersInBothColours(page)).toEqual([]);
    await offer.getByRole("button", { name: /Amzn Mktp De/ }).click();
    await confirm(page, "Amazon", words.save);
    await line(page, "Amazon").waitFor();
    await offer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: words.undo.undo }).click();
    await offer.getByRole("link", { name: "Amzn Mktp De" }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("are ordered and searched, and opened from a transaction", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "merchants-order@example.com");
    await page.goto("/merchants");
    const names = () => page.locator(".lines .name").allInnerTexts();
    await page.locator(".lines .name").first().waitFor();
    await page.getByLabel(words.transactions.sort).selectOption({ label: words.merchants.orders.name });
    const sorted = await names();
    expect(sorted).toEqual(sorted.toSorted((one, other) => one.localeCompare(other, "en")));
    await page.getByLabel(words.merchants.search).fill("COFFEE corner");
    expect(await names()).toEqual(["Coffee Corner"]);
    await page.goto("/transactions?text=coffee");
    await page
      .getByRole("row")
      .first()
      .dblclick({ position: { x: 300, y: 10 } });
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /Coffee Corner/ })
      .click();
    await page.waitForURL(/\/merchants\?text=coffee\+corner$/);
    await expect.poll(names).toEqual(["Coffee Corner"]);
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("are accessible on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await fill(visit, `merchants-${name}@example.com`);
    const check = async (where: string) => {
      await visit.settle();
      expect(await barriersInBothColours(page), where).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await page.goto("/merchants");
    await line(page, "Coffee Corner").getByRole("button", { name: words.merchants.rename }).click();
    await check("renaming a merchant");
    await confirm(page, "A merchant with a long name, because a name may have as many as eighty letters", words.save);
    await check("a renamed merchant");
    for (const box of (await page.getByRole("checkbox").all()).slice(0, 3)) {
      await box.check();
    }
    await check("selected merchants");
    await page.getByRole("button", { name: words.merchants.merge }).click();
    await check("merging merchants");
    expect(await visit.leave()).toEqual([]);
  });
});

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
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => visit.page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
}

const open = async (page: Page, name: string | RegExp) => {
  await page.goto("/accounts");
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { name: words.accounts.history }).waitFor();
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("the accounts", () => {
  it("are added, given a balance, renamed, closed, merged and deleted", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("accounts@example.com");
    await page.goto("/accounts");
    for (const name of ["Wallet", "Old wallet"]) {
      await button(page, words.accounts.add).click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Currency").fill("EUR");
      await button(page, words.fixing.addIt).click();
      await page.getByRole("link", { name: new RegExp(`^${name}`) }).waitFor();
    }
    await open(page, /^Old wallet/);
    await button(page, words.accounts.tasks.balances).click();
    await page.getByLabel(words.accounts.day).fill("2026-01-31");
    await page.getByLabel(words.accounts.held("EUR")).fill("120,50");
    await button(page, words.accounts.state).click();
    await page.getByRole("dialog").getByText("€120.50").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await open(page, /^Wallet/);
    await button(page, words.accounts.tasks.edit).click();
    await page.getByLabel("Name", { exact: true }).fill("Purse");
    await page.getByLabel("Closed on").fill("2026-02-28");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Purse" }).waitFor();
    await page.getByText("closed 28 Feb 2026").waitFor();
    await button(page, words.accounts.tasks.merge).click();
    await page.getByLabel(words.accounts.other, { exact: true }).selectOption({ label: "Old wallet" });
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    await page.getByText("as of 31 Jan 2026").waitFor();
    await button(page, words.undo.undo).click();
    await page.getByText("as of 31 Jan 2026").waitFor({ state: "detached" });
    await button(page, words.undo.redo).click();
    await page.getByText("as of 31 Jan 2026").waitFor();
    await button(page, "Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(words.accounts.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("are listed in groups, with a note, and every change is undone and redone", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "groups@example.com");
    await page.goto("/accounts");
    expect(await page.getByRole("heading", { level: 2 }).count()).toBe(0);
    await open(page, /^Harbour/);
    await button(page, words.accounts.tasks.edit).click();
    await page.getByLabel(words.accounts.group).fill("Daily life");
    await page.getByLabel(words.accounts.note).fill("Joint account.\nBo has the card.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("› Daily life").waitFor();
    // The form that has the same text may not be closed yet.
    await page.getByRole("paragraph").filter({ hasText: "Bo has the card." }).waitFor();
    await button(page, words.undo.undo).click();
    await page.getByText("› Daily life").waitFor({ state: "detached" });
    expect(await page.getByText("Bo has the card.").count()).toBe(0);
    await button(page, words.undo.redo).click();
    await page.getByRole("paragraph").filter({ hasText: "Bo has the card." }).waitFor();
    await page.goto("/accounts");
    const group = page.getByRole("region", { name: "Daily life" });
    await group.getByRole("link", { name: /^Harbour/ }).waitFor();
    // Another account can get the same group by a few letters.
    await button(page, words.accounts.add).click();
    await page.getByLabel("Name", { exact: true }).fill("Wallet");
    await page.getByLabel("Currency").fill("EUR");
    await button(page, words.fixing.addIt).click();
    await page
      .getByRole("region", { name: words.accounts.ungrouped })
      .getByRole("link", { name: /^Wallet/ })
      .click();
    await button(page, words.accounts.tasks.edit).click();
    expect(
      await page.locator("datalist option").evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
    ).toEqual(["Daily life"]);
    expect(await visit.leave()).toEqual([]);
  });

  it("that are archived are out of the way, still count, and say so", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "archive@example.com");
    await page.goto("/");
    const worth = page.getByRole("region", { name: words.overview.worth, exact: true }).locator(".sums");
    const before = await worth.innerText();
    await open(page, /^Harbour/);
    await button(page, words.accounts.archive).click();
    await page.getByText(words.accounts.archivedNotice).waitFor();
    await page.goto("/accounts");
    await page.getByText(words.accounts.archivedCount(1)).click();
    await page.getByText(words.accounts.archivedHint).waitFor();
    await page.getByRole("link", { name: /^Harbour/ }).waitFor();
    await page.goto("/");
    await page.getByText(words.accounts.archivedToo(1)).waitFor();
    expect(await worth.innerText()).toBe(before);
    expect(await page.locator(".cards a").count()).toBe(0);
    await page.goto("/accounts");
    await page.getByText(words.accounts.archivedCount(1)).click();
    await page.getByRole("link", { name: /^Harbour/ }).click();
    await button(page, words.accounts.unarchive).click();
    await page.getByText(words.accounts.archivedNotice).waitFor({ state: "detached" });
    await button(page, words.undo.undo).click();
    await page.getByText(words.accounts.archivedNotice).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

describe("the page of an account", () => {
  it("shows its balance over time, its statements and its transactions", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "account@example.com");
    const known = await page.evaluate(async () => {
      const { items } = (await (await fetch("/api/accounts")).json()) as {
        items: { id: string; balance: { amount: string } }[];
      };
      const path = `/api/reports/net-worth?from=2026-01-01&to=2026-03-31`;
      const worth = (await (await fetch(path)).json()) as { items: { accounts: { amount: string }[] }[] };
      return { balance: items[0]?.balance.amount, ends: worth.items.map(({ accounts }) => accounts[0]?.amount) };
    });
    await open(page, /^Harbour/);
    const money = (text: string) => text.replaceAll(/[€,]/g, "");
    expect(money(await page.locator(".now .amount").innerText())).toBe(known.balance);
    const points = page.getByRole("region", { name: words.accounts.history }).locator(".point a");
    await points.first().waitFor();
    const ends = await points.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    expect(ends.map((label) => money(label.split(": ")[1] ?? ""))).toEqual(known.ends);
    await page.getByRole("combobox", { name: words.accounts.range }).selectOption({ label: words.accounts.ranges.all });
    await visit.settle();
    expect(await points.count()).toBe(known.ends.length);
    const statements = page.getByRole("region", { name: words.nav.statements });
    expect(await statements.getByRole("listitem").getByRole("link").count()).toBe(3);
    await statements.getByText(words.coverage.complete).waitFor();
    const latest = page.getByRole("region", { name: words.overview.recent });
    expect(await latest.getByRole("listitem").count()).toBe(10);
    await latest.getByRole("link", { name: words.overview.allTransactions }).click();
    await page.waitForURL(/\/transactions\?account=/);
    await page.goto("/accounts/01890000-0000-7000-8000-000000000000");
    await page.getByRole("heading", { name: words.notFound.title }).waitFor();
    // The address that the accounts had before.
    await page.goto("/settings/accounts");
    await page.waitForURL("**/accounts");
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("is accessible with every state on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await fill(visit, `account-${name}@example.com`);
    await open(page, /^Harbour/);
    await button(page, words.accounts.tasks.edit).click();
    await page.getByLabel("Name", { exact: true }).fill("A long name of an account that somebody shares with a friend");
    await page.getByLabel(words.accounts.group).fill("Accounts that are shared by the two of us");
    await page.getByLabel(words.accounts.note).fill("Donaudampfschifffahrtsgesellschaftskapitänswitwenkonto");
    await page.getByRole("button", { name: "Save" }).click();
    await button(page, words.accounts.archive).click();
    await page.getByText(words.accounts.archivedNotice).waitFor();
    const check = async (where: string) => {
      await visit.settle();
      expect(await barriersInBothColours(page), where).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await check("an account");
    await page.goto("/accounts");
    await page.getByText(words.accounts.archivedCount(1)).click();
    await check("archived accounts");
    expect(await visit.leave()).toEqual([]);
  });
});

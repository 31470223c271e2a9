/** Failures: the page explains them and loses nothing that the user typed. */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const OFFLINE = words.trouble.offline;

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function withTransactions(email: string): Promise<Visit> {
  const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
  await visit.signUp(email);
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await visit.page.getByRole("link", { name: words.nav.transactions }).click();
  await visit.page.getByRole("row").first().waitFor();
  await visit.settle();
  return visit;
}

/** Aborts all requests to these addresses, until the returned function is called. */
async function lose(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const abort = (route: Route) => route.abort();
  await page.route(pattern, abort);
  return () => page.unroute(pattern, abort);
}

/** Ends a visit and returns its faults, except those caused by the aborted requests. */
async function leave(visit: Visit): Promise<string[]> {
  return (await visit.leave()).filter((fault) => !fault.includes("net::ERR_"));
}

describe("without a network", () => {
  it("signing in and out report the failure and can be retried", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("lost@example.com");
    const signOut = page.getByRole("banner").getByRole("button", { name: "Sign out" });
    let find = await lose(page, /sign-out/);
    await signOut.click();
    await page.getByRole("alert").getByText(OFFLINE).waitFor();
    await find();
    await signOut.click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    find = await lose(page, /sign-in\/email/);
    await page.getByLabel(words.auth.email).fill("lost@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(OFFLINE).waitFor();
    await find();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Settings" }).waitFor();
    expect(await leave(visit)).toEqual([]);
  });

  it("a dialog keeps its input, the list offers a retry, and the latest edit can still be undone", async () => {
    const visit = await withTransactions("kept@example.com");
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page
      .getByRole("button", { name: /^Open CITY/ })
      .first()
      .click();
    await dialog.getByLabel("Note").fill("To work and back");
    let find = await lose(page, /\/api\/transactions\/[^/]+$/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(OFFLINE).waitFor();
    expect(await dialog.getByLabel("Note").inputValue()).toBe("To work and back");
    await find();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^Updated: CITY/).waitFor();

    const category = page.getByRole("combobox", { name: /^Category: COFFEE/ }).first();
    find = await lose(page, /\/api\/transactions\/[^/]+$/);
    await category.hover();
    await category.selectOption({ label: "Travel" });
    await page.getByText(OFFLINE).waitFor();
    await find();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/^Updated: COFFEE/).waitFor();
    await visit.settle();

    const chosen = () => category.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text.trim());
    await category.evaluate((select: HTMLSelectElement) => select.blur());
    find = await lose(page, /\/undo$/);
    await page.keyboard.press("u");
    await page.getByText(OFFLINE).waitFor();
    await find();
    await page.keyboard.press("u");
    await page.getByText(words.undo.undone).waitFor();
    await expect.poll(chosen).not.toBe("Travel");
    expect(await page.getByRole("img", { name: "Note: To work and back" }).count()).toBe(1);
    expect(await leave(visit)).toEqual([]);
  });
});

describe("in the transaction list", () => {
  it("an amount filter waits for its input, marks an invalid one, and can be cleared", async () => {
    const visit = await withTransactions("limit@example.com");
    const { page } = visit;
    const least = page.getByLabel(words.transactions.least);
    await least.pressSequentially("1");
    await page.waitForURL(/minAmount=1\.00/);
    await least.pressSequentially("0");
    await page.waitForURL(/minAmount=10\.00/);
    expect(await least.inputValue()).toBe("10");
    await least.fill("1,000");
    await page.waitForURL(/minAmount=1000\.00/);
    await least.fill("many");
    await expect.poll(() => least.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("searchbox").pressSequentially("x");
    await page.getByRole("button", { name: words.transactions.clear }).click();
    await expect.poll(() => least.inputValue()).toBe("");
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await visit.settle();
    expect(new URL(page.url()).search).toBe("");
    expect(await visit.leave()).toEqual([]);
  });

  it("deleted transactions are no longer selected", async () => {
    const visit = await withTransactions("gone@example.com");
    const { page } = visit;
    for (const box of (await page.getByRole("checkbox", { name: /^Select SUPERMARKET/ }).all()).slice(0, 2)) {
      await box.check();
    }
    await page.getByText(words.transactions.selected(2)).waitFor();
    await page
      .getByRole("button", { name: /^Open SUPERMARKET/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(words.transactions.selected(1)).waitFor();
    await page
      .getByRole("combobox", { name: words.transactions.setCategory })
      .selectOption({ label: words.transactions.uncategorized });
    await page.getByText(words.transactions.changedMany(1)).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("a split transaction shows and opens its splits, and keeps them when its amount changes", async () => {
    const visit = await withTransactions("splits@example.com");
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.getByRole("searchbox").fill("city transit");
    const open = page.getByRole("button", { name: /^Open CITY/ });
    await expect.poll(() => open.count()).toBe(1);
    await open.click();
    await dialog.getByRole("button", { name: "Split…" }).click();
    const rest = async () =>
      /€(\d+\.\d\d) left to assign/.exec(await dialog.getByText(/left to assign/).innerText())?.[1] ?? "";
    await dialog.getByLabel(words.transactions.splitAmount(1)).fill("1");
    await dialog.getByLabel(words.transactions.splitAmount(2)).fill(await rest());
    await dialog.getByRole("button", { name: words.transactions.split, exact: true }).click();
    const splits = page.getByRole("button", { name: /^2 splits of CITY/ });
    await splits.click();
    expect(await dialog.getByLabel(words.transactions.splitAmount(1)).inputValue()).toBe("1.00");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    await dialog.getByLabel(words.transactions.splitAmount(1)).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByLabel(words.fixing.amountIn("EUR")).fill("-100");
    await dialog.getByRole("button", { name: "Save" }).click();
    expect(await dialog.getByLabel(words.transactions.splitAmount(1)).inputValue()).toBe("1.00");
    await dialog.getByLabel(words.transactions.splitAmount(2)).fill("99");
    await dialog.getByRole("button", { name: words.transactions.split, exact: true }).click();
    await splits.waitFor();
    await page.getByText("-€100.00").first().waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

it("going back restores a list's scroll position", async () => {
  const visit = await withTransactions("back@example.com");
  const { page } = visit;
  await page.evaluate(() => window.scrollTo(0, 500));
  const there = () => page.evaluate(() => window.scrollY);
  await expect.poll(there).toBe(500);
  await visit.settle();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  expect(await there()).toBe(0);
  await page.goBack();
  await expect.poll(there).toBe(500);
  expect(await visit.leave()).toEqual([]);
});

it("a password reset link works in a signed-in browser", async () => {
  const visit = await saldo.visit();
  await visit.signUp("link@example.com");
  await visit.page.goto("/reset-password?token=abc");
  await visit.page.getByRole("heading", { name: words.auth.resetTitle }).waitFor();
  expect(await visit.leave()).toEqual([]);
});

it("pressing the button repeatedly sets the password once", async () => {
  const visit = await saldo.visit();
  const { page } = visit;
  await visit.signUp("twice@example.com");
  await page.goto("/settings");
  await page.getByLabel("Current password").fill("correct horse battery");
  await page.getByLabel("New password").fill("another horse battery");
  await page.getByRole("button", { name: "Change password" }).dblclick();
  await page.getByText(words.settings.passwordChanged).waitFor();
  await visit.settle();
  expect(await page.getByText(words.settings.wrongPassword).count()).toBe(0);
  expect(await visit.leave()).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

/** The dialogs: the page of each, and the button that opens it. */
const DIALOGS: [path: string, button: string | RegExp][] = [
  ["/transactions", words.transactions.newTransaction],
  ["/transactions", /^Open RESTAURANT/],
  ["/advisor", "Conversations"],
  ["/settings", "Turn on…"],
  ["/settings/data", "Delete my account…"],
  ["/accounts", words.accounts.add],
  ["/settings/rules", "New rule…"],
  ["/settings/privacy", "New note…"],
  ["/settings/tokens", "New token…"],
  ["/settings/data", "Delete all data…"],
];

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

describe.each(SIZES)("on a $name", ({ name, viewport }) => {
  it("every dialog is accessible in both themes, and Escape closes it", async () => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await visit.signUp(`${name}@example.com`);
    await visit.addFiles(sample("january"), fixture("locked.pdf"));
    await visit.row("january").getByText("Proven").waitFor();
    await visit.row("locked.pdf").getByRole("button", { name: words.password.label }).click();
    await check(visit, "the password of a file");
    await visit.row("january").getByRole("link").click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await check(visit, "deleting a statement");
    for (const [path, button] of DIALOGS) {
      await page.goto(path);
      await page.getByRole("button", { name: button }).first().click();
      await check(visit, `${path}: ${button}`);
    }
    await page.goto("/accounts");
    await page.getByRole("link", { name: /Harbour/ }).click();
    for (const task of Object.values(words.accounts.tasks)) {
      await page.getByRole("button", { name: task, exact: true }).click();
      await check(visit, `an account: ${task}`);
    }
    await page.goto("/transactions");
    await page
      .getByRole("button", { name: /^Open RESTAURANT/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Split…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: words.transactions.addSplit }).waitFor();
    await check(visit, "splitting a transaction");
    const category = page.getByRole("combobox", { name: /^Category: RESTAURANT/ }).first();
    // The options are rendered on hover or focus.
    await category.hover();
    await category.selectOption({ label: "Travel" });
    await page.getByRole("button", { name: words.transactions.always }).click();
    await check(visit, "making a rule of a correction");
    await page.goto("/advisor");
    await page.getByRole("textbox").fill("How much did I spend in January 2026?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: words.advisor.again }).waitFor();
    await page.getByRole("button", { name: "What was sent" }).click();
    await check(visit, "what was sent");
    expect(await visit.leave()).toEqual([]);
  });
});

/** Checks the open dialog for barriers and overflow, and closes it with the keyboard. */
async function check(visit: Visit, what: string): Promise<void> {
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await visit.settle();
  expect(await barriersInBothColours(page), what).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

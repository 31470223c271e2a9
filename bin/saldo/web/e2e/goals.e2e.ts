import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit } from "./saldo.ts";
import { formatMonth } from "../src/lib/date.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function send(page: Page, method: string, path: string, body: unknown): Promise<{ id: string }> {
  return page.evaluate(
    async ([verb, to, text]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(to, { method: verb, headers, body: text });
      return (answer.status === 204 ? {} : await answer.json()) as { id: string };
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

/** Returns the last day of the month `back` months before this one. */
function monthEnd(back: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - back + 1, 0)).toISOString().slice(0, 10);
}

/** Signs up with an account whose balance grew by 300 euros in the last three full months. */
async function saving(visit: Visit, email: string): Promise<Page> {
  const { page } = visit;
  await visit.signUp(email);
  const account = { name: "Rainy days", kind: "savings", currency: "EUR" };
  const { id } = await send(page, "POST", "/api/accounts", account);
  for (const [date, amount] of [
    [monthEnd(4), "500.00"],
    [monthEnd(1), "800.00"],
  ]) {
    await send(page, "PUT", `/api/accounts/${id}/balances`, { date, amount });
  }
  await page.goto("/goals");
  await page.getByText(words.goals.none).waitFor();
  return page;
}

/** Fills the dialog of a goal on the account, with a part of its balance. */
async function fill(page: Page, name: string, target: string, part: string): Promise<Locator> {
  await page.getByRole("button", { name: words.goals.add }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words.accounts.name, { exact: true }).fill(name);
  await dialog.getByLabel(words.goals.target).fill(target);
  await dialog.getByRole("checkbox", { name: "Rainy days" }).check();
  await dialog.getByLabel(words.goals.part("Rainy days")).fill(part);
  return dialog;
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: words.save }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Adds a goal with contributions by the dialog. */
async function addByHand(page: Page, name: string, target: string): Promise<void> {
  await page.getByRole("button", { name: words.goals.add }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words.accounts.name, { exact: true }).fill(name);
  await dialog.getByLabel(words.goals.target).fill(target);
  await dialog.getByLabel("Currency").fill("EUR");
  await dialog.getByLabel(words.goals.source).selectOption("contributions");
  await save(dialog);
}

const goal = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name }) });

const act = (page: Page, word: string, name: string) => page.getByRole("button", { name: `${word} ${name}` });

async function contribute(item: Locator, amount: string): Promise<void> {
  await item.getByLabel(words.fixing.amountIn("EUR")).fill(amount);
  await item.getByRole("button", { name: words.fixing.addIt }).click();
}

describe("the page of goals", () => {
  it("shows its content when nothing above it is still to change", async () => {
    const visit = await saldo.visit();
    const page = await saving(visit, "goals-still@example.com");
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/accounts", async (route) => {
      await mayAnswer;
      await route.fallback();
    });
    const goals = page.waitForResponse("**/api/goals");
    await page.reload();
    await (await goals).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await page.getByText(words.goals.none).count()).toBe(0);
    answer();
    await page.getByText(words.goals.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("shows the progress, the pace and the forecast of a goal on an account", async () => {
    const visit = await saldo.visit();
    const page = await saving(visit, "goals@example.com");
    const dialog = await fill(page, "Trip to Rome", "2.000", "");
    await save(dialog);
    const trip = goal(page, "Trip to Rome");
    await trip.getByText("€800.00 of €2,000.00 · 40%").waitFor();
    await trip.getByText("€1,200.00", { exact: true }).waitFor();
    await trip.getByText(words.goals.perMonth("+€100.00")).waitFor();
    await trip.getByText(words.goals.unknown.no_target_date).waitFor();
    // At 100 euros a month, 1,200 take a year.
    const now = new Date();
    await trip
      .getByText(formatMonth(`${now.getFullYear() + 1}-${String(now.getMonth() + 1).padStart(2, "0")}-01`))
      .waitFor();
    await trip.getByText(words.goals.whole("€800.00")).waitFor();
    await act(page, words.categories.edit, "Trip to Rome").click();
    await page.getByLabel(words.goals.target).fill("lots");
    await page.getByRole("button", { name: words.save }).click();
    await page.getByText(words.fixing.noAmount).waitFor();
    await page.getByLabel(words.goals.target).fill("700");
    await page.getByLabel(words.goals.targetDate).fill("2030-01-31");
    await save(page.getByRole("dialog"));
    await trip.getByText(words.goals.reached, { exact: true }).waitFor();
    await page.goto("/");
    const card = page.getByRole("region", { name: words.goals.title });
    await card.getByText("€800.00 of €700.00 · 114%").waitFor();
    await card.getByRole("link", { name: words.goals.all }).click();
    await act(page, words.categories.delete, "Trip to Rome").click();
    await page.getByRole("dialog").getByRole("button", { name: words.categories.delete }).click();
    await page.getByText(words.goals.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("says at each goal that the parts of an account exceed its balance", async () => {
    const visit = await saldo.visit();
    const page = await saving(visit, "goals-parts@example.com");
    const dialog = await fill(page, "Roof", "5000", "abc");
    await dialog.getByRole("button", { name: words.save }).click();
    await dialog.getByText(words.fixing.noAmount).waitFor();
    await dialog.getByLabel(words.goals.part("Rainy days")).fill("600");
    await save(dialog);
    await goal(page, "Roof").getByText(words.goals.partOf("€600.00", "€800.00")).waitFor();
    expect(await page.getByText(/more than it has/).count()).toBe(0);
    await save(await fill(page, "Car", "5000", "300"));
    await goal(page, "Car").getByText(words.goals.over("€100.00")).waitFor();
    await goal(page, "Roof").getByText(words.goals.over("€100.00")).waitFor();
    await act(page, words.goals.up, "Car").click();
    await expect.poll(() => page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Car", "Roof"]);
    await act(page, words.categories.edit, "Car").click();
    await page.getByLabel(words.goals.archive).check();
    await save(page.getByRole("dialog"));
    await expect.poll(() => page.getByText(/more than it has/).count()).toBe(0);
    await page.getByText(words.goals.archivedCount(1)).click();
    await goal(page, "Car").waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("counts contributions, of which a deleted one can be restored", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("goals-by-hand@example.com");
    // The search leads to the page.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: words.palette.label }).fill("goal");
    await page.getByRole("option", { name: words.nav.goals }).first().click();
    await page.getByText(words.goals.none).waitFor();
    await addByHand(page, "Bike", "400");
    const bike = goal(page, "Bike");
    await bike.getByText("€0.00 of €400.00 · 0%").waitFor();
    await bike.getByText(words.goals.contributions(0)).click();
    await contribute(bike, "0");
    await bike.getByText(words.fixing.noAmount).waitFor();
    await contribute(bike, "120.50");
    await bike.getByText("€120.50 of €400.00 · 30%").waitFor();
    await contribute(bike, "-20,50");
    await bike.getByText("€100.00 of €400.00 · 25%").waitFor();
    await bike.getByRole("listitem").filter({ hasText: "€20.50" }).getByRole("button").click();
    await bike.getByText("€120.50 of €400.00 · 30%").waitFor();
    await page.getByRole("status").getByRole("button", { name: words.undo.undo }).click();
    await bike.getByText("€100.00 of €400.00 · 25%").waitFor();
    // Contributions and accounts exclude each other.
    await act(page, words.categories.edit, "Bike").click();
    await page.getByText(words.goals.sourceFixed).waitFor();
    await page.getByRole("button", { name: words.cancel }).click();
    // Another user sees nothing of it.
    const other = await saldo.visit();
    await other.signUp("goals-other@example.com");
    await other.page.goto("/goals");
    await other.page.getByText(words.goals.none).waitFor();
    expect(await other.leave()).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it.each([...SIZES, { name: "narrow phone", viewport: { width: 320, height: 640 } }])(
    "is accessible on a $name",
    async ({ name, viewport }) => {
      const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
      const page = await saving(visit, `goals-${name.replace(" ", "-")}@example.com`);
      const check = async (where: string) => {
        await visit.settle();
        expect(await barriersInBothColours(page), where).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
      };
      await check("no goals");
      const dialog = await fill(page, "Renovation of the kitchen and the bathroom", "1,000,000.50", "600");
      await dialog.getByLabel(words.goals.targetDate).fill("2040-01-31");
      await check("the dialog");
      await save(dialog);
      await save(await fill(page, "Car", "5000", "300"));
      await addByHand(page, "Bike", "400");
      await goal(page, "Bike").getByText(words.goals.contributions(0)).click();
      await contribute(goal(page, "Bike"), "120.50");
      await goal(page, "Bike").getByText("€120.50 of €400.00 · 30%").waitFor();
      await check("goals");
      await page.goto("/");
      await page.getByRole("region", { name: words.goals.title }).waitFor();
      await check("the overview");
      expect(await visit.leave()).toEqual([]);
    },
  );
});

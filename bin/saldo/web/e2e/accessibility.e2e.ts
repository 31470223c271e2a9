/**
 * The main job without a pointer, as a screen reader says it, and in forced colors. `docs/accessibility.md`
 * describes it.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "./barriers.ts";
import { Saldo, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Largest number of steps with the Tab key to a control. */
const TABS_MAX = 60;

/** Moves the focus with the Tab key to the control with this name. Fails if it is not reached. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < TABS_MAX; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
    });
    if (typeof name === "string" ? focused === name : name.test(focused)) {
      return;
    }
  }
  throw new Error(`${name} is not reached by the Tab key`);
}

/** Presses the control with this name by the keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

describe("the main job", () => {
  it("needs no pointer, from the sign-up to an answer", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await page.goto("/sign-up");
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const [label, text] of [
      [words.auth.name, "Ann Example"],
      [words.auth.email, "keyboard@example.com"],
      [words.auth.password, "correct horse battery"],
    ] as const) {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: words.statements.welcome }).waitFor();

    await press(page, words.statements.sample);
    await expect.poll(() => page.getByText("Proven", { exact: true }).count(), { timeout: 60_000 }).toBe(3);
    await page.keyboard.press("Tab");
    await press(page, /january/);
    await page.getByRole("table").first().waitFor();
    // A row and its place on the page are one control: the focus shows both.
    await tabTo(page, words.statement.spot("CITY TRANSIT MONTHLY PASS"));
    await page.locator(".spot.active").waitFor();

    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("row").first().waitFor();
    await visit.settle();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await page.getByLabel(words.advisor.label).waitFor();
    await tabTo(page, words.advisor.label);
    await page.keyboard.type("How much did I spend in January 2026?");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(words.advisor.answered).waitFor();
    await press(page, /^[€\d.,]+$/);
    await page.waitForURL(/\/transactions\?/);
    expect(await visit.leave()).toEqual([]);
  });

  it("is described to a screen reader at each step", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    const said = (selector = "main") => page.locator(selector).first().ariaSnapshot();
    await visit.signUp("reader@example.com");
    expect(await said()).toContain(`heading "${words.statements.welcome}" [level=1]`);
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    const statements = await said();
    expect(statements).toMatch(/listitem:[\s\S]*link "[^"]*january/);
    expect(statements).toContain("Proven");
    await visit.row("january").getByRole("link").click();
    await page.getByRole("table").first().waitFor();
    const proof = await said();
    expect(proof).toMatch(/columnheader "Date"|columnheader/);
    expect(proof).toContain(`button "${words.statement.spot("CITY TRANSIT MONTHLY PASS")}"`);
    await page.goto("/");
    await page.getByRole("heading", { name: words.overview.cashFlow }).waitFor();
    await visit.settle();
    const overview = await said();
    for (const region of [words.overview.worth, words.overview.cashFlow, words.overview.spending]) {
      expect(overview).toContain(`region "${region}"`);
    }
    expect(await said("nav")).toContain(`link "${words.nav.overview}"`);
    await page.goto("/transactions");
    await page.getByRole("row").first().waitFor();
    expect(await said()).toMatch(/row "[^"]*COFFEE CORNER/);
    expect(await visit.leave()).toEqual([]);
  });
});

describe("forced colors", () => {
  it("keep what charts and gauges show", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 }, forcedColors: "active" });
    const { page } = visit;
    await visit.signUp("contrast@example.com");
    await visit.addFiles(sample("january"), sample("february"), sample("march"));
    await expect.poll(() => page.getByText("Proven", { exact: true }).count(), { timeout: 60_000 }).toBe(3);
    const visible = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const canvas = getComputedStyle(document.documentElement).getPropertyValue("background-color");
          const own = getComputedStyle(element).backgroundColor;
          const paper = getComputedStyle(document.body).backgroundColor;
          return ![paper, canvas, "rgba(0, 0, 0, 0)"].includes(own);
        });
    for (const [path, marks] of [
      ["/", [".chart .column.in", ".chart .column.out", ".overview .costs .bar"]],
      ["/statements", [".coverage .month.whole"]],
      ["/reports?show=flow&period=threeMonths", [".chart-flow .bar"]],
    ] as const) {
      await page.goto(path);
      for (const mark of marks) {
        await page.locator(mark).first().waitFor();
        expect(await visible(mark), `${path} ${mark}`).toBe(true);
      }
      expect(await barriers(page), path).toEqual([]);
    }
    expect(await visit.leave()).toEqual([]);
  });
});

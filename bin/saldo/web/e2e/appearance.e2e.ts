import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const PAPER = { light: "rgb(247, 245, 240)", dark: "rgb(20, 22, 19)" };

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** Returns the color of the browser's bar. */
const barColor = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content)
      .join(),
  );

describe("the theme", () => {
  it("follows the system until the user chooses one, on every page of this browser", async () => {
    const visit = await saldo.visit({ colorScheme: "light" });
    const { page } = visit;
    await visit.signUp("theme@example.com");
    await page.goto("/settings");
    const theme = (name: string) => page.getByRole("radio", { name, exact: true });
    const { system, light, dark } = words.settings.themes;
    expect(await theme(system).isChecked()).toBe(true);
    expect([await background(page), await barColor(page)]).toEqual([PAPER.light, "#f7f5f0"]);
    await theme(dark).check();
    expect([await background(page), await barColor(page)]).toEqual([PAPER.dark, "#141613"]);
    await page.reload();
    await page.getByRole("radiogroup", { name: words.settings.appearance }).waitFor();
    expect(await theme(dark).isChecked()).toBe(true);
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect(await background(page)).toBe(PAPER.dark);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    const other = await page.context().newPage();
    await other.goto("/sign-in");
    // A change in another tab is followed.
    await other.evaluate(() => localStorage.setItem("saldo.theme", "light"));
    await expect.poll(() => background(page)).toBe(PAPER.light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background(page)).toBe(PAPER.light);
    expect(light).not.toBe(system);
    expect(await visit.leave()).toEqual([]);
  });

  it("is there before any code of the pages runs", async () => {
    const visit = await saldo.visit({ colorScheme: "light", serviceWorkers: "block" });
    const { page } = visit;
    await page.goto("/sign-in");
    await page.evaluate(() => localStorage.setItem("saldo.theme", "dark"));
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload();
    expect(await page.locator("#root").innerHTML()).toBe("");
    expect([await background(page), await barColor(page)]).toEqual([PAPER.dark, "#141613"]);
    await visit.leave();
  });
});

describe("the density", () => {
  it("is comfortable until the user chooses the compact one, which lists and tables follow", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("density@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    const heightOf = async (row: Locator) => Math.round((await row.boundingBox())?.height ?? 0);
    const heights = async () => {
      await page.goto("/statements");
      const statement = await heightOf(visit.row("january"));
      await page.goto("/transactions");
      const rows = page.getByRole("table", { name: words.transactions.title }).getByRole("row");
      await rows.nth(2).waitFor();
      const [first, second] = await Promise.all([rows.first().boundingBox(), rows.nth(1).boundingBox()]);
      const distance = Math.round((second?.y ?? 0) - (first?.y ?? 0));
      return { statement, transaction: await heightOf(rows.first()), distance };
    };
    const comfortable = await heights();
    expect(comfortable).toMatchObject({ transaction: 56, distance: 56 });
    await page.goto("/settings");
    const compact = page.getByRole("radio", { name: words.settings.densities.compact });
    expect(await compact.isChecked()).toBe(false);
    await compact.check();
    expect(await page.evaluate(() => document.documentElement.dataset["density"])).toBe("compact");
    const dense = await heights();
    expect(dense).toMatchObject({ transaction: 40, distance: 40 });
    expect(dense.statement).toBeLessThan(comfortable.statement);
    await page.setViewportSize({ width: 375, height: 740 });
    const row = page.getByRole("table", { name: words.transactions.title }).getByRole("row").first();
    await expect.poll(() => heightOf(row)).toBe(48);
    await page.goto("/settings");
    expect(await compact.isChecked()).toBe(true);
    await page.getByRole("radio", { name: words.settings.densities.comfortable }).check();
    expect(await page.evaluate(() => document.documentElement.dataset["density"])).toBeUndefined();
    expect(await visit.leave()).toEqual([]);
  });
});

/** Returns the visible texts with an amount that is not blurred. Runs in the page. */
function legibleAmounts(): string[] {
  const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!/[€$£]\s?\d/.test(textContent ?? "") || !parentElement?.checkVisibility()) {
      continue;
    }
    let element: Element | null = parentElement;
    while (element && getComputedStyle(element).filter === "none") {
      element = element.parentElement;
    }
    if (!element) {
      found.push(`${textContent} in ${parentElement.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}

const toggle = ({ page }: Visit) => page.getByRole("button", { name: words.amounts.hide });

describe("hidden amounts", () => {
  it("are blurred on every page of this browser", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("hidden@example.com");
    await visit.addFiles(sample("january"), sample("february"), fixture("unbalanced.pdf"));
    await visit.row("january").getByText("Proven").waitFor();
    await visit.row("february").getByText("Proven").waitFor();
    await visit.row("unbalanced.pdf").getByRole("link").waitFor();
    await page.goto("/");
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    expect(await page.evaluate(legibleAmounts)).not.toEqual([]);
    expect(await toggle(visit).getAttribute("aria-pressed")).toBe("false");
    await toggle(visit).click();
    expect(await toggle(visit).getAttribute("aria-pressed")).toBe("true");
    const links = await page.evaluate(async () => {
      const of = async (path: string) =>
        ((await (await fetch(`/api${path}`)).json()) as { items: { id: string }[] }).items.map(({ id }) => id);
      return [
        ...(await of("/statements")).map((id) => `/statements/${id}`),
        ...(await of("/accounts")).map((id) => `/accounts/${id}`),
      ];
    });
    for (const path of [
      "/",
      "/transactions",
      "/transactions?group=month",
      "/accounts",
      "/reports",
      "/reports?by=month&period=twelveMonths",
      "/reports?show=flow&period=all",
      "/merchants",
      "/statements",
      ...links,
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await visit.settle();
      expect.soft(await page.evaluate(legibleAmounts), path).toEqual([]);
    }
    await page.goto("/advisor");
    await page.getByLabel("Your question").fill("What did I spend by merchant in January 2026?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: words.advisor.again }).waitFor();
    await visit.settle();
    expect(await page.evaluate(legibleAmounts)).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("are shown again by an action of the palette", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("hidden-palette@example.com");
    for (const [name, isHidden] of [
      [words.amounts.hide, "true"],
      [words.amounts.show, "false"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: words.palette.label }).fill("amounts");
      await page.getByRole("group", { name: words.palette.groups.actions }).getByRole("option", { name }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await toggle(visit).getAttribute("aria-pressed")).toBe(isHidden);
    }
    expect(await visit.leave()).toEqual([]);
  });
});

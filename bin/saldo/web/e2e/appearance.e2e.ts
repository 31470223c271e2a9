import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo } from "./saldo.ts";
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

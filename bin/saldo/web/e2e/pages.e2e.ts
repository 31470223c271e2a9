import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours, brokenTexts } from "./barriers.ts";
import { Saldo, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const SETTINGS = ["categories", "rules", "money", "privacy", "notifications", "household", "tokens", "data"];

/** The narrowest screen on which nothing scrolls sideways (WCAG 1.4.10); also a tablet at 200 % zoom. */
const NARROW = 320;

const PATHS = [
  "/",
  "/statements",
  "/transactions",
  "/accounts",
  "/recurring",
  "/reports",
  "/reports?by=month&period=twelveMonths",
  "/reports?by=merchant&compare=previous",
  "/reports?show=flow&period=threeMonths",
  "/budget",
  "/goals",
  "/merchants",
  "/views",
  "/edits",
  "/notifications",
  "/advisor",
  "/settings",
  ...SETTINGS.map((tab) => `/settings/${tab}`),
  "/help",
  "/help/overview",
  "/nowhere",
];

/** An export with an invalid line, so that the page shows an error too. */
const EXPORT = "Date;Shop;Amount;Currency\n31.01.2026;BOOKSHOP;-24,90;EUR\n01.02.2026;BAKERY;three;EUR\n";

/** The pages for signed-out users, each with its heading. */
const SIGNED_OUT_PATHS = {
  "/sign-in": "Welcome back",
  "/sign-up": "Create your account",
  "/two-step": words.auth.twoStepTitle,
  "/forgot-password": words.auth.forgotTitle,
  "/reset-password?token=x": words.auth.resetTitle,
};

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

describe.each(SIZES)("on a $name", ({ name, viewport }) => {
  it("every page is accessible in both themes", async () => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    const check = async (path: string) => {
      await visit.settle();
      expect(await barriersInBothColours(page), path).toEqual([]);
      for (const width of viewport.width < 400 ? [viewport.width, NARROW] : [viewport.width]) {
        await page.setViewportSize({ ...viewport, width });
        await visit.settle();
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
        expect(await brokenTexts(page), `${path} at ${width}`).toEqual([]);
      }
      await page.setViewportSize(viewport);
    };
    for (const [path, heading] of Object.entries(SIGNED_OUT_PATHS)) {
      await page.goto(path);
      await page.getByRole("heading", { name: heading }).waitFor();
      await check(path);
    }
    await visit.signUp(`${name}@example.com`);
    await check("/statements, with none");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await visit.row("january").getByRole("link").click();
    await page.getByRole("table").waitFor();
    await check("/statements/:id");
    await page.goto("/statements");
    const file = { name: "card.csv", mimeType: "text/csv", buffer: Buffer.from(EXPORT) };
    await page.locator("input[type=file]:not([capture])").setInputFiles(file);
    await page.getByText(words.importing.problems(1)).waitFor();
    await page.getByLabel("Account", { exact: true }).selectOption({ label: words.importing.newAccount });
    await check("/statements/:id/import");
    await page.goto("/accounts");
    await page.getByRole("link", { name: /Harbour/ }).click();
    await page.getByRole("heading", { name: words.accounts.history }).waitFor();
    await check("/accounts/:id");
    for (const path of PATHS) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await check(path);
    }
    expect(await visit.leave()).toEqual([]);
  });
});

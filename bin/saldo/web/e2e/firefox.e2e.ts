import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "./barriers.ts";
import { type Theme, lacksFirefox, launchFirefox } from "./firefox.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const DESKTOP = { width: 1280, height: 860 };

/** The narrowest screen on which nothing scrolls sideways (WCAG 1.4.10). */
const NARROW = { width: 320, height: 740 };

/**
 * Checks the current page with axe, and its width on the narrowest screen. In the dark theme, axe checks only
 * the contrast, because nothing else depends on it.
 */
async function check(visit: Visit, theme: Theme, where: string): Promise<void> {
  const { page } = visit;
  await visit.settle();
  expect(await barriers(page, theme === "dark" ? ["color-contrast"] : undefined), where).toEqual([]);
  await page.setViewportSize(NARROW);
  await visit.settle();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  await page.setViewportSize(DESKTOP);
}

describe.skipIf(lacksFirefox()).each<Theme>(["light", "dark"])("a user with Firefox, in the %s theme", (theme) => {
  let saldo: Saldo;

  beforeAll(async () => {
    saldo = await Saldo.start({}, () => launchFirefox(theme));
  });
  afterAll(() => saldo.stop());

  it("gets from the sign-up to a proven statement and an answer", async () => {
    const visit = await saldo.visit({ viewport: DESKTOP });
    const { page } = visit;
    await visit.signUp("fox@example.com");
    const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    expect(isDark).toBe(theme === "dark");
    await check(visit, theme, "no statements");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await check(visit, theme, "statements");

    await visit.row("january").getByRole("link").click();
    await page.getByRole("button", { name: words.statement.spot("CITY TRANSIT MONTHLY PASS") }).focus();
    const spot = page.locator(".spot.active");
    await spot.waitFor();
    expect((await spot.boundingBox())?.width).toBeGreaterThan(100);
    await check(visit, theme, "a statement");

    await page.getByRole("link", { name: words.nav.transactions }).click();
    await page.getByRole("row").first().waitFor();
    // Over BiDi, `fill` sets a value that React does not notice. Keys are typed as a user would.
    await page.getByRole("searchbox").pressSequentially("coffee");
    await page.getByText(words.transactions.count(2), { exact: true }).waitFor();
    await page
      .getByRole("button", { name: /^Open COFFEE/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Category").selectOption({ label: "Travel" });
    await check(visit, theme, "a transaction");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(words.transactions.changed("COFFEE CORNER")).waitFor();
    await check(visit, theme, "transactions");

    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    await check(visit, theme, "overview");

    await page.getByRole("link", { name: "Advisor" }).click();
    await page.getByLabel("Your question").pressSequentially("What did I spend by merchant in January 2026?");
    await page.keyboard.press("Enter");
    await page.locator(".bars").first().waitFor();
    await page.getByRole("status").getByText("The answer is complete.").waitFor();
    await check(visit, theme, "an answer");
    expect(await visit.leave()).toEqual([]);
  });
});

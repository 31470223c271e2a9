import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { CATALOGS, type Language } from "../src/strings/index.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const field = ({ page }: Visit) => page.getByRole("combobox", { name: words.palette.label });

const active = ({ page }: Visit) => page.getByRole("dialog").getByRole("option", { selected: true });

/** Opens the palette with the keyboard, and waits for the best match of a query. */
async function find(visit: Visit, query: string, name: string | RegExp): Promise<void> {
  await visit.page.keyboard.press("Control+k");
  await field(visit).waitFor();
  await visit.page.keyboard.type(query);
  await visit.page.getByRole("dialog").getByRole("option", { name }).first().waitFor();
  await expect.poll(() => active(visit).innerText()).toMatch(name);
}

describe("the palette", () => {
  it("opens pages, accounts, categories, merchants and statements by the keyboard alone", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("palette@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    for (const [query, name, path] of [
      ["rul", /^Rules/, /\/settings\/rules$/],
      ["groceries", /^Groceries/, /\/transactions\?category=/],
      ["coffee corner", /^Coffee Corner/, /\/transactions\?merchant=coffee/i],
      ["harbour bank january", /january\.pdf/, /\/statements\/[0-9a-f-]+$/],
      ["supermarket fr", /^Supermarket/, /\/transactions\?merchant=/],
    ] as const) {
      await find(visit, query, name);
      await page.keyboard.press("Enter");
      await page.waitForURL(path);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    const bought = await page.evaluate(async () => {
      const { items } = (await (await fetch("/api/transactions?text=supermarket")).json()) as { items: unknown[] };
      return items.length;
    });
    expect(bought).toBeGreaterThan(1);
    await page.getByText(words.transactions.count(bought), { exact: true }).waitFor();
    await find(visit, "harbour", /^Harbour/);
    const accounts = page.getByRole("group", { name: words.palette.groups.accounts }).getByRole("option");
    while ((await accounts.first().getAttribute("aria-selected")) !== "true") {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/accounts\/[0-9a-f-]+$/);
    // Without a match, the list still leads on.
    await find(visit, "59.00", `${words.statement.amount}: €59.00`);
    await page.keyboard.press("Enter");
    await page.waitForURL(/currency=EUR&minAmount=59.00&maxAmount=59.00$/);
    await page.getByText("CITY TRANSIT MONTHLY PASS").first().waitFor();
    await find(visit, "zzz", words.palette.find("zzz"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/transactions\?text=zzz$/);
    await page.getByText(words.transactions.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("asks the advisor, also while its page is open", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("palette-ask@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    for (const question of ["How much did I spend on rent in January 2026?", "And on groceries?"]) {
      await find(visit, question, words.palette.ask(question));
      await page.keyboard.press("Enter");
      await page.waitForURL("**/advisor");
      await page.getByRole("log").getByText(question, { exact: true }).waitFor();
      await page.getByRole("button", { name: words.advisor.again }).waitFor();
    }
    await page.getByRole("log").getByText("1,180.00").first().waitFor();
    // Nothing is asked twice.
    await page.goto("/advisor");
    await page.getByRole("heading", { name: words.advisor.empty }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the focus in its field, names the active option, and returns the focus", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("palette-focus@example.com");
    const link = page.getByRole("link", { name: words.nav.settings });
    const hasFocus = (locator: typeof link) => locator.evaluate((element) => element === document.activeElement);
    await link.focus();
    await page.keyboard.press("Control+k");
    await field(visit).waitFor();
    expect(await hasFocus(field(visit))).toBe(true);
    const named = () => field(visit).getAttribute("aria-activedescendant");
    expect(await active(visit).getAttribute("id")).toBe(await named());
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => active(visit).innerText()).toMatch(words.settings.tabs.data);
    expect(await active(visit).getAttribute("id")).toBe(await named());
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active(visit).innerText()).toMatch(words.nav.overview);
    await page.getByRole("status").getByText(words.palette.count(22)).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus(link)).toBe(true);
    await page.keyboard.press("Control+k");
    await field(visit).waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(() => hasFocus(link)).toBe(true);
    // Not over another dialog.
    await page.goto("/settings");
    await page.getByRole("button", { name: "Turn on…" }).click();
    await page.keyboard.press("Control+k");
    await visit.settle();
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("is accessible on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await visit.signUp(`palette-${name}@example.com`);
    await page.getByRole("button", { name: words.palette.short, exact: true }).click();
    await field(visit).fill("set");
    await page.getByRole("option").first().waitFor();
    await visit.settle();
    expect(await barriersInBothColours(page)).toEqual([]);
    const box = await page.getByRole("dialog").boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= viewport.width).toBe(true);
    await page.getByRole("option", { name: words.settings.tabs.categories }).click();
    await page.waitForURL("**/settings/categories");
    expect(await visit.leave()).toEqual([]);
  });

  it.each(Object.keys(CATALOGS) as Language[])("finds a page by its name in %s", async (language) => {
    const catalog = await CATALOGS[language]();
    const visit = await saldo.visit({ locale: language });
    const { page } = visit;
    await page.goto("/sign-up");
    await page.getByLabel(catalog.auth.name, { exact: true }).fill("Ann");
    await page.getByLabel(catalog.auth.email).fill(`palette-${language}@example.com`);
    await page.getByLabel(catalog.auth.password, { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: catalog.auth.signUp, exact: true }).click();
    await page.getByRole("heading", { name: catalog.statements.welcome }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: catalog.palette.label }).fill(catalog.nav.budget);
    await page.getByRole("option", { name: catalog.nav.budget }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/budget");
    expect(await visit.leave()).toEqual([]);
  });
});

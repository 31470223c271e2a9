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
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
}

const menu = (page: Page) => page.locator(".menu").filter({ hasText: words.views.short }).last();

async function openMenu(page: Page): Promise<void> {
  await menu(page).waitFor({ state: "attached" });
  // On a phone, the menu is within another one.
  const rare = page.locator(".menu:not([open]) > summary.rare");
  if ((await rare.count()) > 0) {
    await rare.click();
  }
  await menu(page).locator("summary").click();
}

async function save(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await menu(page).getByRole("button", { name: words.views.save }).click();
  await page.getByLabel(words.views.name, { exact: true }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: words.save }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

describe("saved views", () => {
  it("open the transactions and reports that were saved, from the menu and the palette", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "views@example.com");
    await page.goto("/transactions");
    await openMenu(page);
    await menu(page).getByText(words.views.noneHere.transactions).waitFor();
    expect(await menu(page).getByRole("button", { name: words.views.save }).isDisabled()).toBe(true);
    await page.goto("/transactions?text=supermarket&sort=-amount");
    await page.getByRole("row").first().waitFor();
    const count = await page.locator(".heading > .hint").innerText();
    await save(page, "Big shops");
    await page.goto("/reports?show=net&by=month&period=all");
    await page.getByRole("heading", { name: "Net by month" }).waitFor();
    await save(page, "Net by month");
    // Each page lists its own views, and marks the one that is shown.
    await openMenu(page);
    expect(await menu(page).getByRole("link", { name: "Big shops" }).count()).toBe(0);
    const current = menu(page).getByRole("link", { name: "Net by month" });
    expect(await current.getAttribute("aria-current")).toBe("page");
    await page.goto("/transactions");
    await openMenu(page);
    const link = menu(page).getByRole("link", { name: "Big shops" });
    expect(await link.getAttribute("aria-current")).toBeNull();
    await link.click();
    await page.waitForURL(/\/transactions\?sort=-amount&text=supermarket$/);
    await expect.poll(() => page.locator(".heading > .hint").innerText()).toBe(count);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: words.palette.label }).fill("net by");
    await page.getByRole("group", { name: words.palette.groups.views }).getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/reports\?by=month&period=all&show=net$/);
    expect(await visit.leave()).toEqual([]);
  });

  it("are replaced, renamed, deleted and restored", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "views-edit@example.com");
    await page.goto("/transactions?direction=in");
    await save(page, "Mine");
    await page.goto("/transactions?direction=out");
    await openMenu(page);
    await menu(page).getByRole("button", { name: words.views.save }).click();
    await page.getByLabel(words.views.name, { exact: true }).fill("Mine");
    await page.getByText(words.views.taken).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: words.views.replace }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await openMenu(page);
    await menu(page).getByRole("link", { name: words.views.manage }).click();
    await page.getByRole("heading", { name: words.views.title }).waitFor();
    const list = page.getByRole("region", { name: words.nav.transactions });
    await page.getByRole("button", { name: `${words.views.rename} Mine` }).click();
    await page.getByLabel(words.views.name, { exact: true }).fill("Money out");
    await page.getByRole("dialog").getByRole("button", { name: words.save }).click();
    const link = list.getByRole("link", { name: "Money out" });
    await link.waitFor();
    await page.getByRole("button", { name: "Delete Money out" }).click();
    await page.getByText(words.views.none).waitFor();
    await page.getByText(words.views.deleted("Money out")).waitFor();
    await page.getByRole("button", { name: words.undo.undo }).click();
    await link.click();
    await page.waitForURL(/\/transactions\?direction=out$/);
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("are accessible on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
    const { page } = visit;
    await fill(visit, `views-${name}@example.com`);
    const check = async (where: string) => {
      await visit.settle();
      expect(await barriersInBothColours(page), where).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    for (const path of ["/transactions?direction=out", "/reports"]) {
      await page.goto(path);
      await save(page, "A view with a long name, because a name may have as many as eighty letters");
      await openMenu(page);
      const box = await menu(page).locator(".menu-list").boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= viewport.width, path).toBe(true);
      await check(`the menu of ${path}`);
      await menu(page).getByRole("button", { name: words.views.save }).click();
      await page.getByRole("dialog").waitFor();
      expect(await page.locator(".menu[open]").count()).toBe(0);
      await check("saving a view");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.matches("summary"))).toBe(true);
    }
    await page.goto("/views");
    await page.getByRole("region", { name: words.nav.reports }).waitFor();
    await check("the list of views");
    await page
      .getByRole("button", { name: new RegExp(`^${words.views.rename}`) })
      .first()
      .click();
    await check("renaming a view");
    expect(await visit.leave()).toEqual([]);
  });
});

/** Going back: open dialogs close with their page, and a list keeps its scroll position. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/**
 * Returns the number of open dialogs, the scroll position, the focused element and
 * the address. Runs in the page.
 */
function standing() {
  const { activeElement: focused } = document;
  return {
    dialogs: document.querySelectorAll("dialog").length,
    top: window.scrollY,
    focus: focused?.getAttribute("aria-label") ?? (focused as HTMLElement | null)?.innerText,
    address: `${location.pathname}${location.search}`,
  };
}

/**
 * Opens the list of transactions, scrolled to its end. Earlier transactions of the same coffee shop determine
 * the category of the first one.
 */
async function farDown(email: string): Promise<Visit> {
  const visit = await saldo.visit({ viewport: { width: 1280, height: 700 } });
  const { page } = visit;
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  for (const month of ["january", "february", "march"]) {
    await visit.row(month).getByText("Proven").waitFor();
  }
  await page.evaluate(async () => {
    const ask = async (path: string) => (await (await fetch(path)).json()) as { items: { id: string; name: string }[] };
    const travel = (await ask("/api/categories")).items.find(({ name }) => name === "Travel")?.id;
    const { items } = await ask("/api/transactions?text=coffee+corner");
    for (const { id } of items.slice(0, -1)) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ categoryId: travel });
      await fetch(`/api/transactions/${id}`, { method: "PATCH", headers, body }).then((done) => done.text());
    }
  });
  await page.getByRole("link", { name: words.nav.transactions }).click();
  await page.getByRole("row").first().waitFor();
  await visit.settle();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(3000);
  await visit.settle();
  return visit;
}

/** Opens the first coffee of the year with the keyboard. Returns the scroll position in pixels. */
async function openCoffee(page: Page): Promise<number> {
  const { top } = await page.evaluate(standing);
  await page
    .getByRole("button", { name: /^Open COFFEE/ })
    .last()
    .press("Enter");
  await page.getByRole("dialog").waitFor();
  expect((await page.evaluate(standing)).top).toBe(top);
  return top;
}

describe("an open transaction", () => {
  it("returns the focus and the scroll position when it closes", async () => {
    const visit = await farDown("closed@example.com");
    const { page } = visit;
    const top = await openCoffee(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    const closed = { dialogs: 0, top, focus: "Open COFFEE CORNER", address: "/transactions" };
    await expect.poll(() => page.evaluate(standing)).toEqual(closed);
    expect(await visit.leave()).toEqual([]);
  });

  it("closes when a link is followed, and going back restores the list", async () => {
    const visit = await farDown("followed@example.com");
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    const top = await openCoffee(page);
    const found = { dialogs: 0, top, focus: words.nav.transactions, address: "/transactions" };
    await dialog.getByRole("link", { name: words.transactions.toStatement }).press("Enter");
    await page.waitForURL(/\/statements\/.+\?transaction=/);
    await page
      .getByRole("button", { name: words.statement.spot("COFFEE CORNER") })
      .first()
      .waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(standing)).toEqual(found);

    // The same page with another filter starts at its top; going back restores the position.
    await openCoffee(page);
    await dialog.getByRole("list", { name: words.why.because }).getByRole("link").first().press("Enter");
    await page.waitForURL(/\/transactions\?text=COFFEE\+CORNER&account=/);
    await page.getByText(words.transactions.count(6), { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(standing))
      .toMatchObject({ dialogs: 0, top: 0, focus: words.nav.transactions });
    await page.goBack();
    await expect.poll(() => page.evaluate(standing)).toEqual(found);
    expect(await visit.leave()).toEqual([]);
  });

  it("closes when the user goes back to another page or filter", async () => {
    const visit = await farDown("back@example.com");
    const { page } = visit;
    const top = await openCoffee(page);
    await page.goBack();
    await page.getByRole("heading", { name: "Statements", exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(standing))
      .toEqual({ dialogs: 0, top: 0, focus: "Statements", address: "/statements" });
    await page.goForward();
    const found = { dialogs: 0, top, focus: words.nav.transactions, address: "/transactions" };
    await expect.poll(() => page.evaluate(standing)).toEqual(found);

    await openCoffee(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("list", { name: words.why.because }).getByRole("link").first().press("Enter");
    await page.getByText(words.transactions.count(6), { exact: true }).waitFor();
    await openCoffee(page);
    await page.goBack();
    await expect.poll(() => page.evaluate(standing)).toEqual(found);
    expect(await visit.leave()).toEqual([]);
  });
});

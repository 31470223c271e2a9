import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function withTransactions(email: string): Promise<Visit> {
  const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
  await visit.signUp(email);
  await visit.addFiles(sample("january"), sample("february"));
  await visit.row("january").getByText("Proven").waitFor();
  await visit.row("february").getByText("Proven").waitFor();
  await visit.page.getByRole("link", { name: words.nav.transactions }).click();
  await visit.page.getByRole("row").first().waitFor();
  return visit;
}

/** Waits until all rows contain `text` and returns their number. */
async function rowsOf(page: Page, text: string): Promise<number> {
  const rows = page.getByRole("row");
  await expect
    .poll(async () => {
      const all = await rows.allInnerTexts();
      return all.length > 0 && all.every((row) => row.includes(text));
    })
    .toBe(true);
  return rows.count();
}

describe("a user in the transaction list", () => {
  it("edits with the keyboard alone, and undoes it", async () => {
    const visit = await withTransactions("keys@example.com");
    const { page } = visit;
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: words.keys.title }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("city transit");
    await page.waitForURL(/text=city\+transit$/);
    expect(await rowsOf(page, "CITY TRANSIT")).toBe(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.getByLabel("Description", { exact: true }).fill("Bus and tram");
    await page.keyboard.press("Enter");
    const row = page.getByRole("row").filter({ hasText: "Bus and tram" });
    await row.waitFor();
    await page.keyboard.press("t");
    await page.getByLabel(words.transactions.tagsHint).fill("work, city");
    // Undone before the server has responded: this undoes the tags, not the description.
    await page.keyboard.press("Enter");
    await page.keyboard.press("u");
    await page.getByText(words.undo.undone).waitFor();
    await expect.poll(() => row.getByText("work", { exact: true }).count()).toBe(0);
    expect(await row.count()).toBe(1);
    const category = page.getByRole("combobox", { name: "Category: Bus and tram" });
    await page.waitForLoadState("networkidle");
    const isChoosing = () => category.evaluate((select) => select === document.activeElement);
    // Escape closes the options, and the next key belongs to the list again.
    await page.keyboard.press("c");
    await expect.poll(isChoosing).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(isChoosing).toBe(false);
    await page.keyboard.press("c");
    await expect.poll(isChoosing).toBe(true);
    await page.keyboard.type("trav");
    await page.keyboard.press("Enter");
    const chosen = () => category.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text.trim());
    await expect.poll(chosen).toBe("Travel");
    await page.keyboard.press("u");
    await expect.poll(chosen).not.toBe("Travel");
    await page.keyboard.press("u");
    await expect.poll(() => row.count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("applies a category to similar transactions, and undoes that as one edit", async () => {
    const visit = await withTransactions("alike@example.com");
    const { page } = visit;
    await page.keyboard.press("/");
    await page.keyboard.type("city transit");
    await page.waitForURL(/text=city\+transit$/);
    expect(await rowsOf(page, "CITY TRANSIT")).toBe(2);
    await page.keyboard.press("Escape");
    const categories = page.getByRole("row").getByRole("combobox");
    const chosen = () =>
      categories.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedOptions[0]?.text.trim()));
    const before = await chosen();
    expect(before).not.toContain("Travel");
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    await expect.poll(() => categories.first().evaluate((select) => select === document.activeElement)).toBe(true);
    await page.keyboard.type("trav");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: words.transactions.alike(1) }).click();
    await expect.poll(chosen).toEqual(["Travel", "Travel"]);
    await visit.settle();
    await page.keyboard.press("u");
    await expect.poll(chosen).toEqual(["Travel", before[1]]);
    await page.keyboard.press("u");
    await expect.poll(chosen).toEqual(before);
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the category after Escape and later keys", async () => {
    const visit = await withTransactions("escape@example.com");
    const { page } = visit;
    await page.keyboard.press("j");
    await visit.settle();
    const current = page.locator("[aria-current=true]");
    const description = await current.locator(".text .clip").innerText();
    const category = page.getByRole("combobox", { name: `Category: ${description}` }).first();
    const isOpen = () => category.evaluate((select) => select.matches(":open"));
    const chosen = () => category.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text.trim());
    const before = await chosen();
    expect(before).not.toBe("Travel");
    // Typing selects an option; Escape must discard it.
    await page.keyboard.press("c");
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.type("trav");
    await page.keyboard.press("Escape");
    await expect.poll(isOpen).toBe(false);
    // Fast typists press the next key before they release the previous one.
    await page.keyboard.press("c");
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.down("Escape");
    await expect.poll(isOpen).toBe(false);
    await page.keyboard.press("x");
    await page.keyboard.up("Escape");
    await page.getByText(words.transactions.selected(1)).waitFor();
    await visit.settle();
    expect(await chosen()).toBe(before);
    expect(await page.getByText(/^Updated:/).count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("skips to the list with the keyboard, and returns to the same row from a dialog", async () => {
    const visit = await withTransactions("focus@example.com");
    const { page } = visit;
    await page.reload();
    const open = page.getByRole("button", { name: /^Open SUPERMARKET/ }).first();
    await open.waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.keyboard.press("Tab");
    const focused = page.locator("*:focus");
    expect(await focused.getAttribute("aria-label")).toBe(words.help.link);
    await page.keyboard.press("Tab");
    expect(await focused.innerText()).toContain(words.keys.title);
    await open.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Split…" }).press("Enter");
    await expect.poll(() => focused.getAttribute("aria-label")).toBe(words.transactions.splitAmount(1));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the keyboard focus when the pressed button disappears", async () => {
    const visit = await withTransactions("gone@example.com");
    const { page } = visit;
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") ?? (activeElement as HTMLElement | null)?.innerText;
      });
    await page.goto("/transactions?text=coffee");
    const rows = page.getByRole("row");
    await expect.poll(() => rows.count()).toBe(4);
    await visit.settle();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect.poll(focused).toBe("Description");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Open COFFEE CORNER");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await expect.poll(() => rows.count()).toBe(3);
    // The focus moves to the next transaction, or to the heading.
    await expect.poll(focused).toMatch(/^(Open COFFEE CORNER|Transactions)$/);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(focused).toMatch(/^(Open COFFEE CORNER|Transactions)$/);
    expect(await visit.leave()).toEqual([]);
  });

  it("changes and deletes many transactions at once, filtered by the address", async () => {
    const visit = await withTransactions("bulk@example.com");
    const { page } = visit;
    await page.getByRole("searchbox").fill("supermarket");
    const count = await rowsOf(page, "SUPERMARKET");
    await page
      .getByRole("checkbox", { name: /^Select SUPERMARKET/ })
      .first()
      .check();
    await page.getByRole("button", { name: words.transactions.selectAll(count) }).click();
    await page
      .getByRole("combobox", { name: words.transactions.setCategory })
      .selectOption({ label: words.transactions.uncategorized });
    await page.getByText(words.transactions.changedMany(count)).waitFor();
    await page.goto("/transactions?text=supermarket&uncategorized=true");
    // The count appears before the rows.
    const boxes = page.getByRole("checkbox", { name: /^Select SUPERMARKET/ });
    await expect.poll(() => boxes.count()).toBe(count);
    for (const box of await boxes.all()) {
      await box.check();
    }
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText(words.transactions.none).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(count);
    expect(await visit.leave()).toEqual([]);
  });

  it("splits a transaction, sees its history, and adds another one", async () => {
    const visit = await withTransactions("split@example.com");
    const { page } = visit;
    await page
      .getByRole("row")
      .filter({ hasText: "SUPERMARKET FRESHLY" })
      .first()
      .dblclick({ position: { x: 200, y: 10 } });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Split…" }).click();
    await dialog.getByLabel(words.transactions.splitAmount(1)).fill("20");
    await dialog.getByRole("button", { name: words.transactions.addSplit }).waitFor();
    const rest = /€(\d+\.\d\d) left to assign/.exec(await dialog.getByText(/left to assign/).innerText())?.[1] ?? "";
    await dialog.getByLabel(words.transactions.splitAmount(2)).fill(rest);
    await dialog.getByLabel(words.transactions.splitCategory(2)).selectOption({ index: 2 });
    await dialog.getByRole("button", { name: words.transactions.split, exact: true }).click();
    const split = page.getByRole("row").filter({ has: page.getByRole("img", { name: words.transactions.isSplit }) });
    await split.getByRole("button", { name: /^Open SUPERMARKET/ }).click();
    await dialog.getByText(words.history.became(words.transactions.splits, "0", "2")).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: words.transactions.newTransaction }).click();
    await dialog.getByLabel("Description").fill("Coffee in cash");
    await dialog.getByLabel(words.fixing.amountIn("EUR")).fill("-2,80");
    await dialog.getByRole("button", { name: words.fixing.addIt, exact: true }).click();
    const cash = page.getByRole("row").filter({ hasText: "Coffee in cash" });
    await cash.getByText("-€2.80").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => cash.count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("creates a rule from a correction after seeing its effect", async () => {
    const visit = await withTransactions("rule@example.com");
    const { page } = visit;
    await page.getByRole("searchbox").fill("coffee corner");
    const count = await rowsOf(page, "COFFEE CORNER");
    await page
      .getByRole("combobox", { name: /^Category: COFFEE/ })
      .first()
      .hover();
    await page
      .getByRole("combobox", { name: /^Category: COFFEE/ })
      .first()
      .selectOption({ label: "Travel" });
    await page.getByRole("button", { name: words.transactions.always }).click();
    const dialog = page.getByRole("dialog", { name: words.rule.title });
    // The first transaction already has that category.
    await dialog.getByText(`Changes ${count - 1} of`).waitFor();
    await dialog.getByRole("button", { name: words.rule.save }).click();
    await page.getByText(/The rule changed/).waitFor();
    const chosen = page.getByRole("combobox", { name: /^Category: COFFEE/ });
    await expect
      .poll(() =>
        chosen.evaluateAll(
          (all) => all.filter((one) => (one as HTMLSelectElement).selectedOptions[0]?.text.trim() === "Travel").length,
        ),
      )
      .toBe(count);
    expect(await visit.leave()).toEqual([]);
  });

  it("undoes one edit after another while the key is held, and never more than were made", async () => {
    const visit = await withTransactions("held@example.com");
    const { page } = visit;
    const retag = (tags: string[]) =>
      page.evaluate(async (tags) => {
        const { items } = (await (await fetch("/api/transactions?text=city+transit")).json()) as {
          items: { id: string }[];
        };
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ tags });
        await fetch(`/api/transactions/${items[0]?.id}`, { method: "PATCH", headers, body }).then((done) =>
          done.text(),
        );
      }, tags);
    // An edit made elsewhere: no key of this page undoes it.
    await retag(["elsewhere"]);
    await page.goto("/transactions?text=city+transit");
    await page.getByText("elsewhere", { exact: true }).waitFor();
    await visit.settle();
    const row = page.getByRole("row").first();
    await page.keyboard.press("j");
    for (const name of ["One", "Two", "Three"]) {
      await page.keyboard.press("e");
      await page.getByLabel("Description", { exact: true }).fill(name);
      await page.keyboard.press("Enter");
      await page.getByText(words.transactions.changed(name)).waitFor();
    }
    await visit.settle();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/undo")) {
        sent.push(request.url());
      }
    });
    // A held key repeats until it is released.
    await page.keyboard.down("u");
    const description = row.locator(".text .clip");
    await expect.poll(() => description.innerText()).toBe("Two");
    // The next repeat may come between the response and the reload of the list, so "One" may never appear.
    await expect
      .poll(async () => {
        await page.keyboard.down("u");
        return description.innerText();
      })
      .toBe("CITY TRANSIT MONTHLY PASS");
    for (let again = 0; again < 10; again += 1) {
      await page.keyboard.down("u");
    }
    await page.keyboard.up("u");
    await visit.settle();
    expect(sent.length).toBe(3);
    expect(new Set(sent).size).toBe(3);
    expect(await description.innerText()).toBe("CITY TRANSIT MONTHLY PASS");
    expect(await row.getByText("elsewhere", { exact: true }).count()).toBe(1);
    expect(await visit.leave()).toEqual([]);
  });

  it("undoes nothing more after the key is released", async () => {
    const visit = await withTransactions("let-go@example.com");
    const { page } = visit;
    await page.keyboard.press("j");
    const description = page.getByRole("row").first().locator(".text .clip");
    for (const name of ["One", "Two", "Three"]) {
      await page.keyboard.press("e");
      await page.getByLabel("Description", { exact: true }).fill(name);
      await page.keyboard.press("Enter");
      await page.getByText(words.transactions.changed(name)).waitFor();
    }
    await visit.settle();
    // The server is slow, so the key repeats much faster than edits are undone.
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/undo$/, async (route) => {
      await answered;
      await route.continue();
    });
    for (let again = 0; again < 10; again += 1) {
      await page.keyboard.down("u");
    }
    await page.keyboard.up("u");
    answer();
    await page.getByText(words.undo.undone).waitFor();
    await visit.settle();
    expect(await description.innerText()).toBe("Two");
    expect(await visit.leave()).toEqual([]);
  });
});

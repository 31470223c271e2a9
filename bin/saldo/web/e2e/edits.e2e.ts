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

/** Changes the note of a transaction this many times. */
async function change(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const { items } = (await (await fetch("/api/transactions")).json()) as { items: { id: string }[] };
    for (let number = 1; number <= count; number += 1) {
      const body = JSON.stringify({ note: `note ${number}` });
      const headers = { "content-type": "application/json" };
      await fetch(`/api/transactions/${items[0]?.id}`, { method: "PATCH", headers, body });
    }
  }, times);
}

/** Returns the notes of all transactions. */
const notes = (page: Page) =>
  page.evaluate(async () => {
    const { items } = (await (await fetch("/api/transactions")).json()) as { items: { note: string }[] };
    return items.map(({ note }) => note).filter((note) => note !== "");
  });

const lines = (page: Page) => page.getByRole("main").getByRole("listitem");

const CHANGED = words.edits.actions.change(1);

describe("the edit history", () => {
  it("undoes and redoes an edit", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("edits@example.com");
    await page.goto("/settings/data");
    await page.getByRole("link", { name: words.edits.open }).click();
    await page.getByText(words.edits.none).waitFor();
    await page.goto("/statements");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await change(page, 1);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: words.palette.label }).fill("edit history");
    await page.getByRole("option", { name: words.edits.title }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/edits");
    const first = lines(page).first();
    await first.locator(".grow").getByText(CHANGED, { exact: true }).waitFor();
    const description = await page.evaluate(async () => {
      const { items } = await (await fetch("/api/edits")).json();
      return items[0].subject.transaction.description as string;
    });
    await first.locator(".soft").getByText(`${description} · `).waitFor();
    expect(await notes(page)).toEqual(["note 1"]);
    await first.getByRole("button", { name: `${words.undo.undo} ${CHANGED}` }).click();
    await page.getByRole("status").getByText(words.undo.undone).waitFor();
    await first.locator(".grow").getByText(words.edits.undo(CHANGED), { exact: true }).waitFor();
    expect(await notes(page)).toEqual([]);
    await lines(page).nth(1).getByText(words.edits.wasUndone).waitFor();
    await first.getByRole("button", { name: new RegExp(`^${words.undo.redo}`) }).click();
    await page.getByRole("status").getByText(words.undo.redone).waitFor();
    await first.locator(".grow").getByText(words.edits.redo(CHANGED), { exact: true }).waitFor();
    expect(await notes(page)).toEqual(["note 1"]);
    expect(await visit.leave()).toEqual([]);
  });

  it("says that an edit was already undone elsewhere", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "edits-late@example.com");
    await change(page, 1);
    await page.goto("/edits");
    const button = lines(page)
      .first()
      .getByRole("button", { name: new RegExp(`^${words.undo.undo}`) });
    await button.waitFor();
    await page.evaluate(async () => {
      const { items } = (await (await fetch("/api/edits")).json()) as { items: { id: string }[] };
      await fetch(`/api/edits/${items[0]?.id}/undo`, { method: "POST" });
    });
    await button.click();
    await page.getByRole("alert").getByText(words.edits.tooLate).waitFor();
    await page.getByText(words.edits.wasUndone).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("undoes and redoes a merge of accounts", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("edits-merge@example.com");
    await page.evaluate(async () => {
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const purse = await post("/accounts", { name: "Purse", kind: "cash", currency: "EUR" });
      const jar = await post("/accounts", { name: "Jar", kind: "cash", currency: "EUR" });
      await post(`/accounts/${purse.id}/merge`, { other: jar.id });
    });
    await page.goto("/edits");
    const first = lines(page).first();
    await first.locator(".grow").getByText(words.edits.merged, { exact: true }).waitFor();
    await first.locator(".grow").getByText("Jar → Purse", { exact: true }).waitFor();
    await first.getByRole("button", { name: `${words.undo.undo} ${words.edits.merged}: Jar → Purse` }).click();
    await first.locator(".grow").getByText(words.edits.undo(words.edits.merged), { exact: true }).waitFor();
    await first.locator(".grow").getByText("Jar → Purse", { exact: true }).waitFor();
    await first.getByRole("button", { name: new RegExp(`^${words.undo.redo}`) }).click();
    await first.locator(".grow").getByText(words.edits.redo(words.edits.merged), { exact: true }).waitFor();
    await page.goto("/accounts");
    await page.getByRole("link", { name: /^Purse/ }).waitFor();
    expect(await page.getByRole("link", { name: /^Jar/ }).count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("loads more", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await fill(visit, "edits-more@example.com");
    await change(page, 60);
    await page.goto("/edits");
    const more = page.getByRole("button", { name: words.statements.more });
    await more.waitFor();
    expect(await lines(page).count()).toBe(50);
    await more.click();
    await more.waitFor({ state: "detached" });
    expect(await lines(page).count()).toBeGreaterThanOrEqual(60);
    // An undo of the oldest edit keeps what was changed since then.
    await lines(page).filter({ hasText: CHANGED }).last().getByRole("button").click();
    await page.getByText(words.undo.exceptChanged(1)).waitFor();
    expect(await notes(page)).toEqual(["note 60"]);
    expect(await visit.leave()).toEqual([]);
  });

  it.each([...SIZES, { name: "narrow phone", viewport: { width: 320, height: 640 } }])(
    "is accessible on a $name",
    async ({ name, viewport }) => {
      const visit = await saldo.visit({ viewport, reducedMotion: "reduce" });
      const { page } = visit;
      await fill(visit, `edits-${name.replace(" ", "-")}@example.com`);
      await change(page, 3);
      await page.goto("/edits");
      await lines(page).first().getByRole("button").click();
      await page.getByRole("status").getByText(words.undo.undone).waitFor();
      await visit.settle();
      expect(await barriersInBothColours(page)).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, "scrolls sideways").toBeLessThanOrEqual(0);
      expect(await visit.leave()).toEqual([]);
    },
  );
});

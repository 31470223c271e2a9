import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

describe("a user in the settings", () => {
  it("creates a read-only token and revokes it", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("tokens@example.com");
    await page.goto("/settings/tokens");
    await page.getByText(words.tokens.none).waitFor();
    await page.getByRole("button", { name: "New token…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("backup script");
    await page.getByRole("button", { name: words.tokens.make }).click();
    const token = await page.locator(".token code").innerText();
    await page.getByRole("button", { name: "Done" }).click();
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${saldo.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
    expect((await ask("/accounts")).status).toBe(200);
    expect((await ask("/rates", { method: "DELETE" })).status).toBe(403);
    await page.getByRole("button", { name: "Revoke backup script" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText(words.tokens.none).waitFor();
    expect((await ask("/accounts")).status).toBe(401);
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the focus on the button after its action", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("focus@example.com");
    await page.goto("/settings");
    const save = page.getByRole("button", { name: "Save" }).first();
    const isFocused = () => save.evaluate((button) => button === document.activeElement);
    await page.getByLabel("Name").fill("Ann Other");
    // The button is disabled while the request is pending.
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/update-user/, async (route) => {
      await answered;
      await route.continue();
    });
    await save.press("Enter");
    await expect.poll(() => save.isDisabled()).toBe(true);
    await expect.poll(isFocused).toBe(false);
    answer();
    await expect.poll(isFocused).toBe(true);
    expect(await save.isEnabled()).toBe(true);
    expect(await visit.leave()).toEqual([]);
  });

  it("adds, renames, moves and deletes a category", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("categories@example.com");
    await page.goto("/settings/categories");
    const tree = page.getByRole("list", { name: "Categories" });
    for (const name of ["Boats", "Harbour fees"]) {
      await page.getByRole("button", { name: words.categories.add }).click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Save" }).click();
      await tree.locator("span.grow").getByText(name, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Edit Harbour fees" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Moorings");
    await page.getByLabel(words.categories.parent).selectOption({ label: "Boats" });
    await page.getByRole("button", { name: "Save" }).click();
    await tree
      .getByRole("listitem")
      .filter({ hasText: "Boats" })
      .getByRole("listitem")
      .locator("span.grow")
      .getByText("Moorings")
      .waitFor();
    await page.getByRole("button", { name: "Delete Moorings" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => tree.locator("span.grow").getByText("Moorings").count()).toBe(0);
    // The focused button was removed with the category, so the heading gets the focus.
    await expect.poll(() => page.locator("*:focus").innerText()).toBe("Settings");
    expect(await visit.leave()).toEqual([]);
  });

  it("previews, saves, orders, applies and deletes a rule", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("rules@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await page.goto("/settings/rules");
    for (const [name, text, rename] of [
      ["Coffee", "coffee corner", "Coffee"],
      ["Rent", "rent harbour", "Rent"],
    ] as const) {
      await page.getByRole("button", { name: "New rule…" }).click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel(words.rules.text, { exact: true }).fill(text);
      await page.getByLabel(words.rules.rename, { exact: true }).fill(rename);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText(words.rules.previewed(23, name === "Coffee" ? 2 : 1)).waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    const rows = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
    await page.getByRole("button", { name: "Move Rent up" }).click();
    await expect.poll(async () => (await rows.first().innerText()).startsWith("Rent")).toBe(true);
    await page.getByRole("button", { name: words.rules.apply }).click();
    await page.getByText(words.rules.applied(3)).waitFor();
    await page.getByRole("button", { name: "Delete Coffee" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await visit.leave()).toEqual([]);
  });

  it("sets the main currency and the start of the year, and adds rates", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("money@example.com");
    await page.goto("/settings/money");
    await page.getByLabel(words.money.currency).fill("EUR");
    await page.getByLabel(words.money.yearMonth).selectOption({ label: "April" });
    await page.getByLabel(words.money.yearDay).selectOption("6");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByLabel(words.money.addRates).setInputFiles({
      name: "eurofxref-hist.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Date,USD,GBP,\n2026-01-05,1.1,0.86,\n2026-01-02,1.09,0.85,\n"),
    });
    await page.getByText(words.money.added(4)).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel(words.money.currency).inputValue()).toBe("EUR");
    expect(await page.getByLabel(words.money.yearDay).inputValue()).toBe("6");
    await page.getByRole("button", { name: words.money.deleteRates }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(words.money.noRates).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("sees the models, forbids sending, and adds notes for the advisor", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("privacy@example.com");
    await page.goto("/settings/privacy");
    const models = page.getByRole("list", { name: "Models" });
    await models.getByText("built-in analyst").waitFor();
    await models.getByText(words.privacy.stays).waitFor();
    const never = page.getByRole("radio", { name: /^Never/ });
    await never.click();
    await expect.poll(() => never.isChecked()).toBe(true);
    await page.getByLabel(words.privacy.remember).click();
    await expect.poll(() => page.getByLabel(words.privacy.remember).isChecked()).toBe(true);
    await page.getByRole("button", { name: "New note…" }).click();
    await page.getByLabel(words.privacy.note, { exact: true }).fill("I am paid on the 25th");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit I am paid on the 25th" }).waitFor();
    // Saving another page of the settings does not change these.
    await page.getByRole("link", { name: words.settings.tabs.money }).click();
    await page.getByLabel(words.money.currency).fill("EUR");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.goto("/settings/privacy");
    await expect.poll(() => never.isChecked()).toBe(true);
    await page.getByRole("button", { name: "Delete I am paid on the 25th" }).click();
    await page.getByText(words.privacy.noNotes).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("exports all transactions with one click", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("export@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await page.goto("/settings/data");
    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(24);
    expect(await visit.leave()).toEqual([]);
  });
});

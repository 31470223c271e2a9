import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/**
 * A card statement with positive purchases, and a column that detection does not take for the description.
 */
const CARD = [
  "Date;Shop;Place;Amount;Currency",
  "31.01.2026;BOOKSHOP;Harbour;24,90;EUR",
  "01.02.2026;BAKERY;Old Town;3,20;EUR",
  "02.02.2026;REFUND BOOKSHOP;Harbour;-24,90;EUR",
];

async function add(visit: Visit, name: string, text: string): Promise<void> {
  await visit.page
    .locator("input[type=file]:not([capture])")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

describe("a user with a data file", () => {
  it("corrects the columns, imports into a new account, and finds the settings saved", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("card@example.com");
    await add(visit, "card.csv", CARD.join("\n"));

    // The file is previewed, not imported.
    await page.getByRole("heading", { name: "card.csv" }).waitFor();
    const rows = page.getByRole("region", { name: words.importing.preview }).getByRole("row");
    await rows.filter({ hasText: "€24.90" }).first().waitFor();
    await page.getByRole("row").filter({ hasText: "Place" }).getByRole("cell", { name: "Harbour" }).waitFor();

    // An import needs an amount. Then the signs are flipped, and two columns form the description.
    const book = page.getByRole("button", { name: words.importing.submit(3) });
    await page.getByLabel(words.importing.meaningOf("Amount")).selectOption("nothing");
    await page.getByText(words.importing.lacks.amount).waitFor();
    expect(await book.isDisabled()).toBe(true);
    await page.getByLabel(words.importing.meaningOf("Amount")).selectOption("amount");
    await page.getByLabel(words.importing.meaningOf("Shop")).selectOption("description");
    await page.getByLabel(words.importing.meaningOf("Place")).selectOption("nothing");
    await page.getByLabel(words.importing.meaningOf("Place")).selectOption("description");
    await page.getByLabel(words.importing.negate).check();
    await rows.filter({ hasText: /BOOKSHOP Harbour.*-€24\.90/s }).waitFor();
    await page.getByLabel("Account", { exact: true }).selectOption({ label: words.importing.newAccount });
    await page.getByLabel("Name", { exact: true }).fill("Card");
    await page.getByLabel(words.accounts.kind).selectOption("card");
    await book.click();
    await page.getByText(words.importing.added(3)).waitFor();
    await page.getByRole("link", { name: words.importing.show }).click();
    await page.getByText(words.transactions.count(3), { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "BAKERY" }).getByText("-€3.20").waitFor();

    // The next month overlaps: known rows are marked and skipped.
    await page.getByRole("link", { name: "Statements" }).click();
    await add(visit, "card-2.csv", [...CARD.slice(0, 1), ...CARD.slice(2), "05.02.2026;TRAM;Ring;2,80;EUR"].join("\n"));
    await page.getByText(words.importing.saved).waitFor();
    await expect.poll(() => page.getByText(words.importing.known).count()).toBe(2);
    await page.getByRole("button", { name: words.importing.submit(3) }).click();
    await page.getByText(words.importing.added(1)).waitFor();
    await page.getByText(words.importing.skipped(2)).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("sees the invalid line, and nothing is imported", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("lines@example.com");
    await add(visit, "bad.csv", CARD.join("\n").replace("3,20", "three"));
    await page.getByText(words.importing.problems(1)).waitFor();
    await page.getByText(words.importing.problem(3, "invalid amount")).waitFor();
    expect(await page.getByRole("button", { name: words.importing.submit(2) }).isDisabled()).toBe(true);
    expect(await visit.leave()).toEqual([]);
  });

  it("imports a file that has only budgets", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("plan@example.com");
    const head = "Month,Category Group/Category,Category Group,Category,Assigned,Activity,Available";
    await add(visit, "Mine - Plan.csv", `${head}\nJan 2026,Food: Out,Food,Out,€300.00,€0.00,€300.00\n`);
    await page.getByText("Food: Out").waitFor();
    await page.getByRole("button", { name: words.importing.submitBudgets(1) }).click();
    await page.getByText(words.importing.budgetsAdded).waitFor();
    await page.getByRole("main").getByRole("link", { name: words.budgets.title }).click();
    await page.getByText("€300.00").first().waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("reviews several files one by one, and exports the filtered list", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("several@example.com");
    const qif = "!Type:Bank\nD2/28/2026\nT-950.00\nPRENT\n^\nD2/27/2026\nT2,100.00\nPSALARY\n^\n";
    await page.locator("input[type=file]:not([capture])").setInputFiles([
      { name: "bank.qif", mimeType: "application/qif", buffer: Buffer.from(qif) },
      { name: "card.csv", mimeType: "text/csv", buffer: Buffer.from(CARD.join("\n")) },
    ]);
    await expect.poll(() => page.getByText(words.importing.waiting).count()).toBe(2);
    await visit.row("bank.qif").getByRole("link", { name: words.importing.look }).click();
    await page.getByRole("button", { name: words.importing.submit(2) }).click();
    await page.getByRole("link", { name: words.importing.show }).click();
    await page.getByRole("searchbox").fill("rent");
    await page.getByText(words.transactions.count(1), { exact: true }).waitFor();

    await page.getByText("Export", { exact: true }).click();
    await page.getByText(words.exporting.filtered).waitFor();
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^saldo-.*\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("-950.00");
    for (const format of ["json", "ofx", "qif", "beancount", "hledger", "ledger"]) {
      const answer = await page.request.get(`/api/export?format=${format}&text=rent`);
      expect(answer.status(), format).toBe(200);
      expect(await answer.text(), format).toContain("RENT");
    }
    expect(await visit.leave()).toEqual([]);
  });
});

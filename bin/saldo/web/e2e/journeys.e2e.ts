import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absolute, sum } from "../src/lib/money.ts";
import { Saldo, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

/** Time limit from the empty instance to the first proven statement. */
const FIRST_PROOF_MILLISECONDS_MAX = 60_000;

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

describe("a user", () => {
  it("gets from an empty server to proven statements", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    const began = Date.now();
    await visit.signUp("first@example.com");
    await page.getByRole("button", { name: words.statements.sample }).click();
    const rows = page.getByRole("listitem").filter({ hasText: "saldo-sample" });
    await expect.poll(() => rows.filter({ hasText: "Proven" }).count(), { timeout: 30_000 }).toBe(3);
    expect(Date.now() - began).toBeLessThan(FIRST_PROOF_MILLISECONDS_MAX);

    await visit.row("saldo-sample-checking-january.pdf").getByRole("link").click();
    const transactions = page.getByRole("table").getByRole("row");
    await expect.poll(() => transactions.count()).toBe(24);
    await page.getByText(words.witness.opening_and_closing(true)).waitFor();

    await page.getByRole("button", { name: words.statement.spot("CITY TRANSIT MONTHLY PASS") }).focus();
    const spot = page.locator(".spot.active");
    await spot.waitFor();
    expect((await spot.boundingBox())?.width).toBeGreaterThan(100);

    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    await page
      .getByRole("link", { name: /Harbour Example Bank/ })
      .first()
      .click();
    await page.getByRole("heading", { name: words.accounts.history }).waitFor();
    await page
      .getByRole("region", { name: words.overview.recent })
      .getByRole("link", { name: words.overview.allTransactions })
      .click();
    await page.getByRole("heading", { name: words.nav.transactions, exact: true }).waitFor();
    await page.getByRole("searchbox").fill("greengrocer");
    await expect.poll(() => page.getByText(words.transactions.count(6)).count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("text")).toBe("greengrocer");

    await page.getByRole("link", { name: "Statements" }).click();
    await page.getByRole("button", { name: words.statements.removeSamples }).click();
    await page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("opens a protected file after a wrong password", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("locked@example.com");
    await visit.addFiles(fixture("locked.pdf"));
    const row = visit.row("locked.pdf");
    await row.getByText(words.failure.needs_password.short).waitFor();
    for (const [password, state] of [
      ["rowboat", "Wrong password"],
      ["harbour", "Proven"],
    ] as const) {
      await row.getByRole("button", { name: words.password.label }).click();
      await page.getByRole("dialog").getByLabel(words.password.label).fill(password);
      await page.getByRole("dialog").getByRole("button", { name: "Open and read" }).click();
      await row.getByText(state).waitFor();
    }
    expect(await visit.leave()).toEqual([]);
  });

  it("sees which files do not add up, are not statements, or were already uploaded", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("trouble@example.com");
    await visit.addFiles(fixture("unbalanced.pdf"), fixture("letter.pdf"), sample("january"));
    await visit.row("unbalanced.pdf").getByText(words.state.unbalanced("€10.40")).waitFor();
    await visit.row("letter.pdf").getByText("Not a statement").waitFor();
    await visit.row("january").getByText("Proven").waitFor();
    await visit.addFiles(sample("january"));
    await page.getByText(words.statements.duplicate, { exact: true }).waitFor();
    // The announcement names the file.
    await page.getByRole("status").getByText(`january.pdf: ${words.statements.duplicate}`).waitFor();
    await page.getByRole("status").filter({ hasText: "letter.pdf" }).getByText("Not a statement").waitFor();

    expect(await visit.leave()).toEqual([]);
  });

  it("corrects an unbalanced statement, undoes it, and corrects it another way", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("fixes@example.com");
    await visit.addFiles(fixture("unbalanced.pdf"));
    await visit.row("unbalanced.pdf").getByText(words.state.unbalanced("€10.40")).waitFor();
    await visit.row("unbalanced.pdf").getByRole("link").click();
    await page.getByText(words.state.unbalancedAt("€10.40", 10)).waitFor();
    await page.getByText(words.statement.stopsAddingUp).waitFor();
    await page.getByText(words.fixing.moreIn("€10.40")).waitFor();
    const verdict = page.locator(".verdict");

    // The printed balances determine the amount of the row, so one click fixes it.
    await page.getByRole("button", { name: words.fixing.changeTo("-€51.70") }).click();
    await verdict.getByText("Proven").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await verdict.getByText(words.state.unbalanced("€10.40")).waitFor();

    // Manual corrections: a wrong amount, then the right one with a decimal comma.
    const correct = async (amount: string) => {
      await page.getByRole("button", { name: words.fixing.correct("RESTAURANT LA PIAZZA") }).click();
      await page.getByLabel(words.fixing.amountIn("EUR")).fill(amount);
      await page.keyboard.press("Enter");
    };
    await correct("-52.70");
    await verdict.getByText(words.state.unbalanced("€1.00")).waitFor();
    await correct("-51,70");
    await verdict.getByText("Proven").waitFor();
    // The form closes, and the focus returns to the row.
    const focused = page.locator("*:focus");
    const pencil = words.fixing.correct("RESTAURANT LA PIAZZA");
    await expect.poll(() => focused.getAttribute("aria-label")).toBe(pencil);
    await page.keyboard.press("Enter");
    await page.getByLabel(words.fixing.amountIn("EUR")).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused.getAttribute("aria-label")).toBe(pencil);

    // A row is removed and added again at the same place; the server checks the statement after each edit.
    await page.getByRole("button", { name: words.fixing.correct("CINEMA ODEON") }).click();
    await page.getByRole("button", { name: words.fixing.remove, exact: true }).click();
    await verdict.getByText(words.state.unbalanced("€13.00")).waitFor();
    await page.getByRole("button", { name: words.fixing.addRow, exact: true }).click();
    await page.getByLabel("Date").fill("2026-02-19");
    await page.getByLabel("Description").fill("CINEMA ODEON, BY HAND");
    await page.getByLabel(words.fixing.amountIn("EUR")).fill("-13");
    await page.keyboard.press("Enter");
    await verdict.getByText("Proven").waitFor();
    await page.getByRole("table").getByText("CINEMA ODEON, BY HAND").waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("sees each month of a two-month file proven by its own rows, highlighted on the page", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("months@example.com");
    await visit.addFiles(fixture("two-months.pdf"));
    const row = visit.row("two-months.pdf");
    await row.getByText("Proven").waitFor();
    expect(await row.getByRole("link").innerText()).toMatch(/1\s*Jan\s*–\s*28 Feb 2026 · two-months\.pdf/);
    await row.getByRole("link").click();
    const tables = page.getByRole("table");
    await expect.poll(() => tables.count()).toBe(2);
    // The header row of each table counts as a row.
    expect(await tables.first().getByRole("row").count()).toBe(24);
    expect(await tables.last().getByRole("row").count()).toBe(25);
    for (const [index, figures] of [
      ["€2,418.73", "€3,420.00", "-€2,481.21", "€3,357.52"],
      ["€3,357.52", "€3,509.95", "-€2,460.67", "€4,406.80"],
    ].entries()) {
      expect(await page.locator(".foot").nth(index).getByRole("definition").allInnerTexts()).toEqual(figures);
    }
    // A row on another page turns the page. A place on the page highlights its row and no other.
    await tables.last().getByText("REFUND SHOE SHOP").hover();
    await page.getByText("Page 2 of 2").waitFor();
    await expect.poll(() => page.locator(".spot.active").count()).toBe(1);
    await page.locator(".spot").nth(3).hover();
    await expect.poll(() => page.locator("tr.active").allInnerTexts()).toEqual([expect.stringContaining("03 Feb")]);
    expect(await visit.leave()).toEqual([]);
  });

  it("sees the days that the statements cover and the missing one", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("covers@example.com");
    await visit.addFiles(sample("january"), sample("march"));
    await visit.row("january").getByText("Proven").waitFor();
    await visit.row("march").getByText("Proven").waitFor();
    const coverage = page.getByRole("region", { name: words.coverage.title });
    await coverage.getByText(/^1\s*–\s*28 Feb 2026 is missing/).waitFor();
    await visit.addFiles(sample("february"));
    await coverage.getByText(words.coverage.complete).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("is led to the unbalanced statement that covers the days, not asked for another", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("unproven@example.com");
    await visit.addFiles(sample("january"), fixture("unbalanced.pdf"), sample("march"));
    await visit.row("january").getByText("Proven").waitFor();
    await visit.row("unbalanced.pdf").getByText("Off by").waitFor();
    await visit.row("march").getByText("Proven").waitFor();
    const coverage = page.getByRole("region", { name: words.coverage.title });
    await coverage.getByText(/^1\s*–\s*28 Feb 2026 isn’t proven yet/).waitFor();
    expect(await coverage.getByText("is missing").count()).toBe(0);
    await coverage.getByRole("link", { name: words.coverage.fix }).click();
    await page.getByRole("button", { name: words.fixing.changeTo("-€51.70") }).click();
    await page.locator(".verdict").getByText("Proven").waitFor();
    await page.getByRole("link", { name: "Statements" }).first().click();
    await coverage.getByText("isn’t proven yet").waitFor({ state: "detached" });
    expect(await visit.leave()).toEqual([]);
  });

  it("asks the advisor and gets the correct total", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("asks@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    const spent = await page.evaluate(async () => {
      const response = await fetch("/api/transactions?limit=500&from=2026-01-01&to=2026-01-31");
      const { items } = (await response.json()) as { items: { amount: string; kind: string }[] };
      return items.filter(({ amount, kind }) => kind === "entry" && amount.startsWith("-")).map(({ amount }) => amount);
    });
    expect(spent.length).toBeGreaterThan(10);
    await page.getByRole("link", { name: "Advisor" }).click();
    await page.getByLabel("Your question").fill("How much did I spend in January 2026?");
    await page.keyboard.press("Enter");
    const figure = absolute(sum(spent)).replaceAll(/\B(?=(\d{3})+\.)/g, ",?");
    await expect.poll(() => page.getByRole("log").innerText(), { timeout: 20_000 }).toMatch(new RegExp(figure));
    await page.getByText("No data left it.").waitFor();

    // The edited question gets a new answer; its figure opens its transactions.
    await page.getByRole("log").getByText("How much did I spend").hover();
    await page.getByRole("button", { name: words.advisor.edit }).click();
    await page.getByRole("log").getByLabel("Your question").fill("How much did I spend on groceries in January 2026?");
    await page.getByRole("log").getByRole("button", { name: "Send" }).click();
    const link = page.getByRole("log").locator("a.grounded").first();
    await expect.poll(() => link.count(), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => page.getByRole("log").getByText("How much did I spend in").count()).toBe(0);
    await link.click();
    await page.getByRole("heading", { name: words.nav.transactions, exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe("2026-01-01");
    await page.getByRole("row").first().waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("changes the password, signs out and in again, and deletes the account", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("leaves@example.com", "the first password");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Current password", { exact: true }).fill("the first password");
    await page.getByLabel("New password", { exact: true }).fill("the second password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText(words.settings.passwordChanged).waitFor();

    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel(words.auth.email).fill("leaves@example.com");
    await page.getByLabel("Password", { exact: true }).fill("the first password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(words.auth.wrong).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("the second password");
    await page.getByRole("button", { name: "Sign in" }).click();

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Your data" }).click();
    await page.getByRole("button", { name: "Delete my account…" }).click();
    await page.getByLabel(words.settings.deleteAsk).fill("the second password");
    await page.getByRole("button", { name: "Delete everything" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

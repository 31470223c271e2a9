import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { absolute, formatMoney, sum } from "../src/lib/money.ts";
import { CATALOGS, type Language } from "../src/strings/index.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function withAdvisor(email: string, ...months: string[]): Promise<Visit> {
  const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
  await visit.signUp(email);
  for (const month of ["january", ...months]) {
    await visit.addFiles(sample(month));
    await visit.row(month).getByText("Proven").waitFor();
  }
  await visit.page.getByRole("link", { name: "Advisor" }).click();
  return visit;
}

async function ask(visit: Visit, question: string): Promise<void> {
  await visit.page.getByLabel("Your question").fill(question);
  await visit.page.keyboard.press("Enter");
}

function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

/** Returns the accessible name of the focused element. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? (activeElement as HTMLElement | null)?.innerText;
  });
}

/** Returns the sum of what the transactions of an address spend, as a figure. */
async function sumOf(page: Page, href: string): Promise<string> {
  const { search } = new URL(href, page.url());
  const amounts = await page.evaluate(async (query) => {
    const answer = await fetch(`/api/transactions${query}`);
    return ((await answer.json()) as { items: { amount: string }[] }).items.map(({ amount }) => amount);
  }, search);
  return formatMoney(absolute(sum(amounts)), "EUR");
}

describe("a user of the advisor", () => {
  it("sees a chart, applies a change, rejects another, and undoes the first", async () => {
    const visit = await withAdvisor("allows@example.com");
    const { page } = visit;
    await page.getByText(words.trace.analystStays).waitFor();
    await ask(visit, "What did I spend by merchant in January 2026?");
    await page.locator(".bars").first().waitFor();
    await page.getByRole("status").getByText("The answer is complete.").waitFor();

    await ask(visit, "put all COFFEE CORNER under travel");
    const cards = page.getByRole("region", { name: words.approval.title });
    await cards.getByRole("button", { name: words.approval.allow, exact: true }).click();
    await cards.getByText(words.approval.done, { exact: true }).waitFor();
    const sorted = () =>
      page.evaluate(async () => {
        const categories = (await (await fetch("/api/categories")).json()) as { items: { id: string; name: string }[] };
        const travel = categories.items.find(({ name }) => name === "Travel")?.id;
        const found = await fetch(`/api/transactions?text=coffee+corner&category=${travel}`);
        return ((await found.json()) as { items: unknown[] }).items.length;
      });
    expect(await sorted()).toBeGreaterThan(0);
    await cards.getByRole("button", { name: "Undo" }).click();
    await expect.poll(sorted).toBe(0);

    await ask(visit, "set a budget of 300 for groceries");
    await cards.last().getByRole("button", { name: words.approval.deny, exact: true }).click();
    await cards.last().getByText(words.approval.denied).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("sees months as columns with their table, and a comparison with both figures", async () => {
    const visit = await withAdvisor("columns@example.com", "february");
    const { page } = visit;
    const chartOf = (nth: number) => page.locator("article.assistant").nth(nth).locator(".prose .answer-chart");
    const lists = page.locator("article.assistant .prose > ul");
    const columns = chartOf(0);
    await ask(visit, "What did I spend by month in 2026?");
    await columns.waitFor();
    await button(page, words.advisor.again).waitFor();
    expect(await columns.locator(".columns > li").count()).toBeGreaterThan(1);
    // Columns have no figures, so the table is open.
    expect(await columns.getByRole("table").isVisible()).toBe(true);
    await ask(visit, "Compare my spending by category in February 2026 with January 2026");
    const compared = chartOf(1);
    await compared.waitFor();
    await button(page, words.advisor.again).waitFor();
    await compared.locator(".bars").getByText(words.reports.before).first().waitFor();
    expect(await compared.getByRole("table").count()).toBe(0);
    expect(await lists.count()).toBe(0);
    expect(await barriersInBothColours(page)).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("sees the rows of a chart once, each with its transactions", async () => {
    const visit = await withAdvisor("once@example.com");
    const { page } = visit;
    const answer = page.locator("article.assistant").last();
    for (const [group, count] of [
      ["category", 13],
      ["merchant", 18],
    ] as const) {
      const question = `What did I spend by ${group} in January 2026?`;
      await ask(visit, question);
      await page.getByRole("log").getByText(question, { exact: true }).waitFor();
      await button(page, words.advisor.again).waitFor();
      await visit.settle();
      // The code that renders the text is loaded with the first answer.
      await expect.poll(() => page.locator(".prose .answer-chart").count()).toBe(group === "category" ? 1 : 2);
      const further = answer.locator(".bars-all > details > summary");
      if (count > 15) {
        expect(await answer.locator(".bars li:visible").count()).toBe(15);
        await further.getByText(words.chart.further(count - 15), { exact: true }).press("Enter");
      } else {
        expect(await further.count()).toBe(0);
      }
      const rows = answer.locator(".bars li:visible");
      await expect.poll(() => rows.count()).toBe(count);
      // The text has no list beside the chart, and the chart follows its first line.
      expect(await answer.locator(".prose ul:not(.bars)").count()).toBe(0);
      expect(await answer.locator(".prose > p").allInnerTexts()).toEqual([`Spending in January 2026, by ${group}:`]);
      expect(await answer.locator(".prose").getByRole("listitem").count()).toBe(count);
      const found = await rows.evaluateAll((all) =>
        all.map((row) => ({
          href: row.querySelector("a")?.getAttribute("href") ?? "",
          figure: row.querySelector(".figure")?.textContent ?? "",
        })),
      );
      for (const { href, figure } of found) {
        expect(await sumOf(page, href), href).toBe(figure);
      }
    }
    // Other clients get the whole text.
    const text = await page.evaluate(async () => {
      const { items } = (await (await fetch("/api/chat/threads")).json()) as { items: { id: string }[] };
      return (await fetch(`/api/chat/threads/${items[0]?.id}`)).text();
    });
    expect(text).toContain("- Subscriptions: 13.99 EUR");
    expect(text).toContain("- coffee corner: 9.60 EUR");
    // The stored conversation looks the same.
    await page.reload();
    await button(page, "Conversations").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^What did I spend/ })
      .click();
    await answer.locator(".bars").first().waitFor();
    expect(await answer.locator(".prose ul:not(.bars)").count()).toBe(0);
    expect(await visit.leave()).toEqual([]);
  });

  it("changes the parts of a question without typing", async () => {
    const visit = await withAdvisor("chips@example.com");
    const { page } = visit;
    const answers = page.locator("article.assistant");
    const chip = (kind: keyof typeof words.chips.kinds, text: string) =>
      answers.last().getByLabel(words.chips.change(words.chips.kinds[kind], text), { exact: true });
    const answered = async (number: number) => {
      await expect.poll(() => answers.count()).toBe(number);
      await button(page, words.advisor.again).waitFor();
    };
    await ask(visit, "How much did I spend in January 2026?");
    await answered(1);
    const first = await answers.last().locator(".prose").innerText();

    await chip("measure", "Spending").click();
    await button(page, "Number of transactions").click();
    await answered(2);
    await page.getByRole("log").getByText("Number of transactions · January 2026", { exact: true }).waitFor();
    expect(await answers.last().locator(".prose").innerText()).toMatch(/^In January 2026 I found \d+ transactions/);

    // By the keyboard, with a category of the user's.
    await answers.first().getByLabel(words.chips.add(words.chips.kinds.without), { exact: true }).press("Enter");
    await button(page, "Without Groceries").press("Enter");
    await answered(3);
    const without = await answers.last().locator(".prose").innerText();
    expect(without).toMatch(/^In January 2026 you spent .* without Groceries/);
    await chip("without", "Without Groceries").press("Enter");
    await button(page, words.chips.remove).press("Enter");
    await answered(4);
    expect(await answers.last().locator(".prose").innerText()).toBe(first);

    await chip("period", "January 2026").press("Enter");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe(words.chips.change(words.chips.kinds.period, "January 2026"));
    await page.keyboard.press("Enter");
    await answers.last().getByLabel(words.chips.from).fill("2026-01-05");
    await answers.last().getByLabel(words.chips.to).fill("2026-01-09");
    await button(page, words.chips.apply).click();
    await answered(5);
    expect(await answers.last().locator(".prose").innerText()).toMatch(
      /^From 5 January 2026 to 9 January 2026 you spent/,
    );

    // A question in words changes the last query, and all of it is stored.
    await ask(visit, "and in January 2026?");
    await answered(6);
    expect(await answers.last().locator(".prose").innerText()).toBe(first);
    await page.getByRole("button", { name: "Conversations" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Conversations" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^How much/ })
      .click();
    await expect.poll(() => answers.count()).toBe(6);
    await chip("period", "January 2026").waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("asks an offered query with a button", async () => {
    const visit = await withAdvisor("offers@example.com");
    const { page } = visit;
    await ask(visit, "How much did I spend on zorks in January 2026?");
    const offers = page.getByRole("list", { name: words.chips.offers });
    const offer = offers.getByRole("button", { name: "Spending in January 2026", exact: true });
    await offer.click();
    await page.getByText(/^In January 2026 you spent/).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("finds a conversation, renames it, sees the data sent, and deletes it", async () => {
    const visit = await withAdvisor("keeps@example.com");
    const { page } = visit;
    await ask(visit, "How much did I spend in January 2026?");
    await page.getByRole("button", { name: words.advisor.again }).waitFor();
    await page.getByRole("button", { name: "What was sent" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("built-in analyst").click();
    await dialog.getByText(words.trace.stayed).waitFor();
    await page.keyboard.press("Escape");

    await page.reload();
    await page.getByText("Ask about your money").first().waitFor();
    await page.getByRole("button", { name: "Conversations" }).click();
    await dialog.getByRole("button", { name: /^Rename How much/ }).click();
    await dialog.getByLabel(words.threads.name).fill("January");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /^January/ }).click();
    await page.getByRole("log").getByText("How much did I spend in January 2026?").waitFor();
    await page.getByRole("button", { name: "Conversations" }).click();
    await dialog.getByRole("button", { name: "Delete January" }).click();
    await dialog.getByText(words.threads.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("opens the transactions behind a figure of each answer", async () => {
    const visit = await withAdvisor("steps@example.com");
    const { page } = visit;
    const answers = page.locator("article.assistant");
    for (const number of [1, 2]) {
      await ask(visit, "How much did I spend in January 2026?");
      await expect.poll(() => answers.locator("a.grounded").count()).toBeGreaterThanOrEqual(number);
      await page.getByRole("button", { name: words.advisor.again }).waitFor();
    }
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.length).toBe(new Set(ids).size);
    const figure = answers.last().locator("a.grounded").first();
    const href = await figure.getAttribute("href");
    expect(href).toMatch(/[?&]from=2026-01-01&.*to=2026-01-31|[?&]to=2026-01-31&.*from=2026-01-01/);
    await figure.click();
    await page.getByRole("row").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(new URL(href ?? "", page.url()).pathname);
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the keyboard focus when elements disappear", async () => {
    const visit = await withAdvisor("focus@example.com");
    const { page } = visit;
    const answered = async () => {
      await button(page, words.advisor.again).waitFor();
      await visit.settle();
    };
    // Navigation moves the focus to the heading, so that a screen reader announces the page.
    await expect.poll(() => focused(page)).toBe("Advisor");
    await button(page, "How much did I spend last month?").press("Enter");
    await answered();
    expect(await focused(page)).toBe("Your question");

    // Send with Enter, and with the button, which the stop button replaces.
    await ask(visit, "How much did I spend in January 2026?");
    await answered();
    expect(await focused(page)).toBe("Your question");
    await page.keyboard.type("What were my largest payments in January 2026?");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Send");
    await page.keyboard.press("Enter");
    await answered();
    expect(await focused(page)).toBe("Your question");
    await button(page, words.advisor.again).press("Enter");
    await expect.poll(() => focused(page)).toBe("Your question");
    await answered();

    // Stop before the first word of the answer.
    await page.route(/\/api\/chat$/, () => undefined);
    await ask(visit, "How much did I spend in January 2026?");
    await button(page, "Stop").press("Enter");
    await button(page, "Send").waitFor();
    await expect.poll(() => focused(page)).toBe("Your question");
    await page.unroute(/\/api\/chat$/);

    await ask(visit, "set a budget of 300 for groceries");
    await button(page, words.approval.deny).press("Enter");
    await expect.poll(() => focused(page)).toBe("Your question");
    await page.getByText(words.approval.denied).waitFor();

    // Cancel editing a question.
    await button(page, words.advisor.edit).last().press("Enter");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe(words.advisor.edit);
    expect(await visit.leave()).toEqual([]);
  });

  it("keeps the keyboard focus in the list of conversations", async () => {
    const visit = await withAdvisor("among@example.com");
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await ask(visit, "How much did I spend last month?");
    await button(page, words.advisor.again).waitFor();
    await visit.settle();
    await button(page, "New conversation").press("Enter");
    await page.getByRole("log").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Your question");
    await button(page, "Conversations").press("Enter");
    const rename = dialog.getByRole("button", { name: /^Rename/ });
    await rename.press("Enter");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Rename How much did I spend last month?");
    await rename.press("Enter");
    await dialog.getByLabel(words.threads.name).fill("Last month");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Rename Last month");
    await dialog.getByRole("button", { name: /^Last month/ }).press("Enter");
    await page.getByRole("log").waitFor();
    await expect.poll(() => focused(page)).toBe("Conversations");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Delete Last month" }).press("Enter");
    await dialog.getByText(words.threads.none).waitFor();
    await expect.poll(() => dialog.getByRole("searchbox").evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Conversations");
    expect(await visit.leave()).toEqual([]);
  });

  it.each(Object.keys(CATALOGS) as Language[])("gets an answer to every suggestion in %s", async (language) => {
    const catalog = await CATALOGS[language]();
    const visit = await withAdvisor(`ideas-${language}@example.com`);
    const translated = await visit.inNewProfile({ locale: language });
    const { page } = translated;
    await page.goto("/advisor");
    await page.getByText(catalog.trace.analystStays).waitFor();
    for (const idea of catalog.advisor.ideas) {
      await page.getByRole("button", { name: idea, exact: true }).click();
      await page.getByRole("log").getByText(idea, { exact: true }).waitFor();
      await page.getByRole("button", { name: catalog.advisor.again }).waitFor();
      const log = page.getByRole("log");
      expect(await log.innerText(), idea).not.toMatch(/nicht verstanden|nicht sicher/);
      // The parts of a question that was understood can be changed; one that was not is answered with offers.
      expect(await log.getByLabel(catalog.chips.label).count(), idea).toBe(1);
      expect(await log.getByLabel(catalog.chips.offers).count(), idea).toBe(0);
      await page.getByRole("button", { name: catalog.advisor.clear }).click();
    }
    expect(await translated.leave()).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });
});

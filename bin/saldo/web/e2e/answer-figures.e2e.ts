/** Every linked figure of forty answers opens transactions that add up to it. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amountsIn, sums } from "./opened.ts";
import { Saldo, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

/** Questions whose figures are sums, in parts of ten, and the least number of figures that a part links. */
const QUESTIONS: [figures: number, questions: string[]][] = [
  [
    10,
    [
      "How much did I spend in January 2026?",
      "How much did I spend on groceries in February 2026?",
      "How much did I spend at COFFEE CORNER in 2026?",
      "How much did I receive in March 2026?",
      "What was my cash flow in January 2026?",
      "How much did I spend on transport since February 2026?",
      "What did I spend on food between 10 January and 20 February 2026?",
      "How much rent did I pay in 2026?",
      "How much did I spend on subscriptions in the first quarter of 2026?",
      "How much did I spend on Mondays in 2026?",
    ],
  ],
  [
    40,
    [
      "What did I spend by category in January 2026?",
      "What did I spend by merchant in February 2026?",
      "What did I spend by month in 2026?",
      "What did I spend by weekday in March 2026?",
      "What did I receive by month in 2026?",
      "Top 5 merchants in 2026",
      "Top 3 categories in March 2026",
      "Where did most of my money go in January 2026?",
      "What did I spend on food by merchant in 2026?",
      "What did I spend on groceries by month in 2026?",
    ],
  ],
  [
    20,
    [
      "Compare my spending in March 2026 with February 2026",
      "Compare my spending by category in February 2026 with January 2026",
      "What was my largest expense in January 2026?",
      "What was my smallest expense in February 2026?",
      "What was my largest income in 2026?",
      "Show my 5 largest expenses in 2026",
      "Show the transactions at COFFEE CORNER in January 2026",
      "Which transactions over 100 euros did I make in March 2026?",
      "When did I last pay my rent?",
      "What was my first transaction in 2026?",
    ],
  ],
  [
    10,
    [
      "How much did I spend without rent in January 2026?",
      "How much did I spend over 50 euros in February 2026?",
      "How much did I spend on groceries and transport in March 2026?",
      "How much did I spend on groceries net of refunds in 2026?",
      "How much did I spend at SUPERMARKET in 2026?",
      "How much money came in in 2026?",
      "How much went out in February 2026?",
      "How much did I spend on restaurants in 2026?",
      "How much did I earn in January 2026?",
      "What did I spend on 5 January 2026?",
    ],
  ],
];

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Returns the linked figures of an answer: those of its text, its bars and its tables. */
async function linked(answer: Locator): Promise<{ href: string; text: string }[]> {
  const links = await answer
    .locator("a.grounded, .as-table a, .bars .hint a")
    .evaluateAll((all) => all.map((link) => ({ href: link.getAttribute("href") ?? "", text: link.textContent })));
  const bars = await answer.locator(".bars li").evaluateAll((all) =>
    all.map((bar) => ({
      href: bar.querySelector(".label a")?.getAttribute("href") ?? "",
      text: bar.querySelector(":scope > .figure")?.textContent ?? "",
    })),
  );
  return [...links, ...bars].filter(({ href }) => href !== "");
}

describe("the figures of ten answers", () => {
  it.each(QUESTIONS)(
    "are at least %i, and each opens transactions with its sum",
    { timeout: 400_000 },
    async (least, questions) => {
      const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
      const { page } = visit;
      await visit.signUp(`figures-${QUESTIONS.findIndex(([, part]) => part === questions)}@example.com`);
      await visit.addFiles(sample("january"), sample("february"), sample("march"));
      await expect.poll(() => page.getByText("Proven").count(), { timeout: 30_000 }).toBe(3);
      const shown = new Map<string, { href: string; amount: string; question: string }>();
      for (const question of questions) {
        await page.goto("/advisor");
        await page.getByLabel("Your question").fill(question);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: words.advisor.again }).waitFor();
        // The code that renders the text is loaded with the first answer.
        await page.locator(".prose > :not(.plain)").first().waitFor();
        await visit.settle();
        const answer = page.locator("article.assistant").last();
        // Every figure of one answer has the format of the pages.
        expect(await answer.innerText(), question).not.toMatch(/\d (EUR|USD)\b/);
        const figures = await linked(answer);
        expect(figures.length, question).toBeGreaterThan(0);
        for (const { href, text } of figures) {
          const [amount] = amountsIn(text);
          expect(amount, `${question}: ${text}`).toBeDefined();
          shown.set(`${href} ${amount}`, { href, amount: amount ?? "", question });
        }
      }
      expect(shown.size).toBeGreaterThanOrEqual(least);
      for (const { href, amount, question } of shown.values()) {
        expect(await sums(page, href), `${question} ${href}`).toContain(amount);
      }
      expect(await visit.leave()).toEqual([]);
    },
  );
});

/** The transactions that the figures of a page open, added up. */
import type { Locator, Page } from "playwright-core";
import { absolute, compare, negated, sum } from "../src/lib/money.ts";
import { en as words } from "../src/strings/en/index.ts";

const AMOUNT = /([-−]?)€([\d,]+\.\d\d)/g;

/** Returns the amounts in a text. */
export function amountsIn(text: string): string[] {
  return [...text.matchAll(AMOUNT)].map(([, sign = "", amount = ""]) => `${sign && "-"}${amount.replaceAll(",", "")}`);
}

/** Returns the links of a part of a page that open transactions, with their last amount or another. */
export async function figures(part: Locator, which = -1): Promise<{ href: string; amount: string }[]> {
  const links = await part
    .locator("a[href^='/transactions']:visible")
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute("href") ?? "", text: link.ariaLabel ?? link.textContent })),
    );
  const found = links.flatMap(({ href, text }) => {
    const [amount] = amountsIn(text).slice(which);
    return amount === undefined ? [] : [{ href, amount }];
  });
  const isFirst = ({ href, amount }: { href: string; amount: string }, index: number) =>
    found.findIndex((one) => one.href === href && one.amount === amount) === index;
  return found.filter(isFirst);
}

/** Returns what the transactions of an address add up to: money in, money out, and both. */
export async function sums(page: Page, href: string): Promise<string[]> {
  await page.goto(href);
  const totals = page.getByRole("region", { name: words.transactions.totals });
  await totals.locator("dd").or(page.getByText(words.transactions.none)).first().waitFor();
  const [moneyIn = "0.00", moneyOut = "0.00"] = amountsIn((await totals.locator("dd").allInnerTexts()).join(" "));
  return [moneyIn, moneyOut, sum([moneyOut, negated(moneyIn)])].flatMap((amount) => [amount, negated(amount)]);
}

/** Returns the amounts of the transactions that an address lists. */
export async function amounts(page: Page, href: string): Promise<string[]> {
  await page.goto(href);
  const rows = page.locator(".transaction .figure");
  await rows.first().waitFor();
  return amountsIn((await rows.allInnerTexts()).join(" ")).map(absolute);
}

/** True if an amount is none smaller than all others, and none larger. */
export function between(amount: string, all: readonly string[]): boolean {
  return all.some((one) => compare(one, amount) <= 0) && all.some((one) => compare(one, amount) >= 0);
}

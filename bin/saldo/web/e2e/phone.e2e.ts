import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";
import { de as german } from "../src/strings/de/index.ts";

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: "reduce",
} as const;

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/**
 * Returns the obstacles for a thumb on the current page: sideways scrolling, and small or
 * covered targets. Runs in the page.
 */
function hindrances(): string[] {
  const TARGET_PIXELS_MIN = 24;
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
  if (scrollWidth > clientWidth) {
    found.push(`scrolls sideways by ${scrollWidth - clientWidth} pixels`);
  }
  const dialog = document.querySelector("dialog[open]");
  const before = window.scrollY;
  for (const target of (dialog ?? document).querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary",
  )) {
    // A label belongs to the touch target of its checkbox.
    const hit = target.closest("label") ?? target;
    if (!target.checkVisibility({ visibilityProperty: true }) || target.matches(".skip, .hidden, :disabled")) {
      continue;
    }
    hit.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = hit.getBoundingClientRect();
    const name = `${target.outerHTML.slice(0, 120)} (${Math.round(width)} × ${Math.round(height)})`;
    // A link within text may be as small as its line (WCAG 2.5.8, inline exception).
    const isInText = getComputedStyle(hit).display === "inline" && hit.closest("p, li, td, dd") !== null;
    if (!isInText && Math.min(width, height) < TARGET_PIXELS_MIN - 0.5) {
      found.push(`too small: ${name}`);
    }
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    if (there && !hit.contains(there) && !there.contains(hit)) {
      found.push(`covered by ${there.outerHTML.slice(0, 60)}: ${name}`);
    }
  }
  window.scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".side nav")?.getBoundingClientRect().top ?? window.innerHeight;
  const end = document.querySelector("main")?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  if (!dialog && end > bar + 0.5) {
    found.push(`the bar at the foot covers the last ${Math.round(end - bar)} pixels`);
  }
  window.scrollTo(0, before);
  return found;
}

async function check(visit: Visit, where: string): Promise<void> {
  await visit.settle();
  expect(await visit.page.evaluate(hindrances), where).toEqual([]);
}

it("a user with a phone gets from the first statement to an answer", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await page.goto("/sign-in");
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  await check(visit, "sign-in");
  await visit.signUp("phone@example.com");
  await check(visit, "no statements");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await check(visit, "statements");

  // Tapping a row highlights it on the page.
  await visit.row("january").getByRole("link").tap();
  const row = page.getByRole("button", { name: words.statement.spot("CITY TRANSIT MONTHLY PASS") });
  await row.tap();
  await check(visit, "the rows of a statement");
  await page.getByRole("button", { name: "Page", exact: true }).tap();
  await page.locator(".spot.active").waitFor();
  await check(visit, "the page of a statement");

  await page.getByRole("link", { name: words.nav.transactions }).tap();
  await page.getByRole("row").first().waitFor();
  await check(visit, "transactions");
  await page.getByRole("button", { name: "More filters" }).tap();
  await page.getByRole("combobox", { name: words.transactions.direction }).selectOption("out");
  await check(visit, "transactions, with the filters open");
  await page.getByRole("searchbox").fill("coffee");
  await page.getByText(words.transactions.count(2), { exact: true }).waitFor();
  await page
    .getByRole("button", { name: /^Open COFFEE/ })
    .first()
    .tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Category").selectOption({ label: "Travel" });
  await check(visit, "a transaction");
  await dialog.getByRole("button", { name: "Save" }).tap();
  await page.getByText(words.transactions.changed("COFFEE CORNER")).waitFor();
  await dialog.waitFor({ state: "detached" });
  for (const box of await page.getByRole("checkbox", { name: /^Select COFFEE/ }).all()) {
    await box.tap();
  }
  await check(visit, "transactions, some of them chosen");
  await page.getByRole("combobox", { name: words.transactions.setCategory }).selectOption({ label: "Groceries" });
  await page.getByText(words.transactions.changedMany(2)).waitFor();

  await page.getByRole("link", { name: words.nav.reports }).tap();
  await page.getByRole("row").nth(1).waitFor();
  await check(visit, "a report");

  await page.getByRole("link", { name: "Advisor" }).tap();
  await page.getByLabel("Your question").fill("What did I spend by merchant in January 2026?");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.locator(".bars").waitFor();
  await page.getByRole("button", { name: words.advisor.again }).waitFor();
  await check(visit, "an answer");

  await page.getByRole("link", { name: "Settings" }).tap();
  for (const tab of [
    words.settings.tabs.you,
    "Categories",
    "Rules",
    words.settings.tabs.money,
    words.settings.tabs.privacy,
    words.settings.tabs.tokens,
    "Your data",
  ]) {
    await page
      .getByRole("navigation", { name: words.settings.sections })
      .getByRole("link", { name: tab, exact: true })
      .tap();
    await check(visit, `settings, ${tab}`);
  }
  await page.getByRole("link", { name: words.nav.accounts, exact: true }).tap();
  await page.getByRole("link", { name: /^Harbour/ }).tap();
  await page.getByRole("heading", { name: words.accounts.history }).waitFor();
  await check(visit, "an account");
  await page.getByRole("link", { name: words.nav.budget, exact: true }).tap();
  await page.getByRole("button", { name: words.budgets.add }).tap();
  await page.getByLabel(words.budgets.amount, { exact: true }).fill("100");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).tap();
  await page.getByRole("table").waitFor();
  await check(visit, "budgets");
  await page.goto("/views");
  await page.getByText(words.views.none).waitFor();
  await check(visit, "views");
  await page.getByRole("link", { name: "Overview" }).tap();
  await page.getByRole("heading", { name: words.overview.worth }).waitFor();
  await check(visit, "overview");

  // German words are longer; check them on the fullest page.
  const inGerman = await visit.inNewProfile({ ...PHONE, locale: "de-DE" });
  await inGerman.page.goto("/statements");
  await inGerman.addFiles(fixture("unbalanced.pdf"));
  await inGerman.row("unbalanced.pdf").getByText(german.state.unbalanced("10,40 €")).waitFor();
  await inGerman.row("unbalanced.pdf").getByRole("link").tap();
  await inGerman.page.getByRole("button", { name: german.fixing.changeTo("-51,70 €") }).waitFor();
  await check(inGerman, "the rows of a statement that does not add up, in German");
  expect(await inGerman.leave()).toEqual([]);
  expect(await visit.leave()).toEqual([]);
});

it("names wider than a phone wrap", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("long-names@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await page.evaluate(async () => {
    const send = (method: string, path: string, body: unknown) =>
      fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const name = "A".repeat(90);
    const { items } = (await (await fetch("/api/accounts")).json()) as { items: { id: string }[] };
    await send("PATCH", `/api/accounts/${items[0]?.id}`, { name });
    await send("POST", "/api/categories", { name });
  });
  await page.goto("/statements");
  await page.getByRole("heading", { name: /^AAAA/ }).waitFor();
  await check(visit, "statements");
  await page.goto("/");
  await page.getByRole("heading", { name: words.overview.worth }).waitFor();
  await check(visit, "overview");
  await page.goto("/transactions");
  await page.getByRole("checkbox").first().tap();
  await page.getByText(words.transactions.selected(1)).waitFor();
  await check(visit, "transactions, one of them chosen");
  await page.goto("/statements");
  await visit.row("january").getByRole("link").tap();
  await page
    .getByRole("button", { name: /^Edit row/ })
    .first()
    .tap();
  await page.getByRole("form", { name: /^Edit row/ }).waitFor();
  await check(visit, "a row of a statement as a form");
  expect(await visit.leave()).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { post } from "./members.ts";
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

const more = ({ page }: Visit) => page.getByRole("button", { name: words.nav.more, exact: true });

const sheet = ({ page }: Visit) => page.getByRole("dialog", { name: words.nav.more });

/** Opens a page of the sheet. */
async function openFurther(visit: Visit, name: string): Promise<void> {
  await more(visit).tap();
  await sheet(visit).getByRole("link", { name, exact: true }).tap();
  await sheet(visit).waitFor({ state: "detached" });
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

  await openFurther(visit, words.nav.reports);
  await page.getByRole("row").nth(1).waitFor();
  await check(visit, "a report");

  await page.getByRole("link", { name: "Advisor" }).tap();
  await page.getByLabel("Your question").fill("What did I spend by merchant in January 2026?");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.locator(".bars").first().waitFor();
  await page.getByRole("button", { name: words.advisor.again }).waitFor();
  await check(visit, "an answer");

  await openFurther(visit, words.nav.settings);
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
  await openFurther(visit, words.nav.accounts);
  await page.getByRole("link", { name: /^Harbour/ }).tap();
  await page.getByRole("heading", { name: words.accounts.history }).waitFor();
  await check(visit, "an account");
  await openFurther(visit, words.nav.budget);
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

it("an empty page leads to the statements, which a finger cannot drop", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("empty@example.com");
  for (const path of ["/transactions", "/merchants", "/recurring", "/reports"]) {
    await page.goto(path);
    await page.getByRole("link", { name: words.notFound.back }).tap();
    await page.getByText(words.statements.add, { exact: true }).waitFor();
    expect(await page.getByText(words.statements.drop).count(), path).toBe(0);
  }
  expect(await visit.leave()).toEqual([]);
  const desktop = await saldo.visit();
  await desktop.signUp("empty-desktop@example.com");
  await desktop.page.getByText(words.statements.drop).waitFor();
  expect(await desktop.leave()).toEqual([]);
});

it("a statement on paper is photographed", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("camera@example.com");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: words.attachments.photograph }).tap(),
  ]);
  const input = chooser.element();
  expect(await input.getAttribute("capture")).toBe("environment");
  expect(await input.getAttribute("accept")).toBe("image/jpeg,image/png");
  await check(visit, "the first page with a camera");
  expect(await visit.leave()).toEqual([]);
});

it("nothing is out of line: the logo, the first section of the settings, a minus", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("lines@example.com");
  const middle = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middle(".home img")) - (await middle(".find-all svg")))).toBeLessThanOrEqual(1);
  for (const tab of ["", "/categories", "/rules", "/money", "/privacy", "/notifications"]) {
    await page.goto(`/settings${tab}`);
    const first = page.locator(".settings .section").first();
    await first.waitFor();
    expect(await first.evaluate((section) => getComputedStyle(section).borderTopWidth), tab).toBe("0px");
  }
  const widths = await page.evaluate(() =>
    ["about -€5", "about ", "-€5"].map((text) => {
      const span = document.body.appendChild(document.createElement("span"));
      span.style.whiteSpace = "pre";
      span.textContent = text;
      return span.getBoundingClientRect().width;
    }),
  );
  expect(widths[0]).toBeCloseTo((widths[1] ?? 0) + (widths[2] ?? 0), 0);
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

it("a phone reaches every page of a desktop's sidebar", async () => {
  const desktop = await saldo.visit({ viewport: { width: 1280, height: 860 } });
  await desktop.signUp("every-page@example.com");
  const side = desktop.page.getByRole("navigation", { name: words.nav.label }).getByRole("link");
  const pages = await side.evaluateAll((all) => all.map((link) => [link.getAttribute("href") ?? "", link.textContent]));
  expect(pages.length).toBe(10);
  expect(await more(desktop).count()).toBe(0);
  const visit = await desktop.inNewProfile(PHONE);
  const { page } = visit;
  await page.goto("/statements");
  const bar = page.getByRole("navigation", { name: words.nav.label });
  await bar.getByRole("link").first().waitFor();
  const inBar = await bar.getByRole("link").allInnerTexts();
  expect(inBar).toEqual([words.nav.overview, words.nav.statements, words.nav.transactions, words.nav.advisor]);
  for (const [path = "", name = ""] of pages) {
    await (inBar.includes(name) ? bar.getByRole("link", { name, exact: true }).tap() : openFurther(visit, name));
    await page.waitForURL((url) => url.pathname === path);
    // The page is marked, by the button for those in the sheet.
    const marked = inBar.includes(name) ? name : words.nav.more;
    await expect.poll(() => bar.locator("[aria-current]:visible").allInnerTexts()).toEqual([marked]);
  }
  // What the bar at the top has no room for is in the sheet, and nothing is twice.
  expect(await page.getByRole("banner").getByRole("button", { name: words.auth.signOut }).count()).toBe(0);
  await more(visit).tap();
  await sheet(visit).getByRole("button", { name: words.auth.signOut }).tap();
  await page.getByRole("heading", { name: words.auth.signInTitle }).waitFor();
  expect(await visit.leave()).toEqual([]);
  expect(await desktop.leave()).toEqual([]);
});

it("the sheet of further pages is for the keyboard and for screen readers, too", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("sheet@example.com");
  await page.goto("/goals");
  await page.getByRole("heading", { level: 1, name: words.goals.title }).waitFor();
  expect(await more(visit).getAttribute("aria-expanded")).toBe("false");
  await more(visit).press("Enter");
  await sheet(visit).waitFor();
  expect(await page.locator(".side .more").getAttribute("aria-expanded")).toBe("true");
  expect(await sheet(visit).locator("[aria-current=page]").allInnerTexts()).toEqual([words.nav.goals]);
  await check(visit, "the sheet");
  expect(await barriersInBothColours(page)).toEqual([]);
  const focused = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  for (let times = 0; times < 20; times += 1) {
    await page.keyboard.press("Tab");
    // Between the last and the first element, the browser's own controls have the focus.
    expect((await focused()) || (await page.evaluate(() => document.activeElement === document.body))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await sheet(visit).waitFor({ state: "detached" });
  await expect.poll(() => more(visit).evaluate((button) => button === document.activeElement)).toBe(true);

  await more(visit).tap();
  await sheet(visit).getByRole("button", { name: words.keys.close }).tap();
  await sheet(visit).waitFor({ state: "detached" });
  await more(visit).tap();
  await page.touchscreen.tap(100, 50);
  await sheet(visit).waitFor({ state: "detached" });

  // On the narrowest phone, and at 200 % on a low screen, everything can be scrolled to.
  for (const size of [
    { width: 320, height: 568 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await check(visit, `statements at ${size.width}`);
    await more(visit).tap();
    await check(visit, `the sheet at ${size.width}`);
    await page.keyboard.press("Escape");
  }
  expect(await visit.leave()).toEqual([]);
});

it("going back closes what covers the page, and then leaves the page", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("back@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await openFurther(visit, words.nav.goals);
  const title = page.getByRole("heading", { level: 1, name: words.goals.title });
  await title.waitFor();
  await more(visit).tap();
  await page.goBack();
  await sheet(visit).waitFor({ state: "detached" });
  expect(await title.isVisible()).toBe(true);
  // Closed in another way, the sheet leaves nothing behind that a user would go back to.
  await more(visit).tap();
  await sheet(visit).getByRole("button", { name: words.keys.close }).tap();
  await sheet(visit).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.goBack();
  await visit.row("january").waitFor();

  await page.getByRole("link", { name: words.nav.transactions }).tap();
  const coffee = page.getByRole("button", { name: /^Open COFFEE/ }).first();
  await coffee.tap();
  await page.getByRole("dialog").getByRole("link", { name: words.transactions.toStatement }).tap();
  await page.waitForURL(/\/statements\/.+\?transaction=/);
  await page.goBack();
  await coffee.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  // One step closes one dialog.
  await coffee.tap();
  await page.getByRole("dialog").getByRole("button", { name: words.transactions.always }).tap();
  await page.getByRole("heading", { name: words.rule.title }).waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await coffee.isVisible()).toBe(true);
  await page.goBack();
  await visit.row("january").waitFor();
  expect(await visit.leave()).toEqual([]);
});

it("loading the page again while a dialog is open leaves no step behind", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("reload@example.com");
  await openFurther(visit, words.nav.goals);
  const title = page.getByRole("heading", { level: 1, name: words.goals.title });
  await title.waitFor();
  await more(visit).tap();
  await sheet(visit).getByRole("link").first().waitFor();
  await page.reload();
  await title.waitFor();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await visit.settle();
  expect(new URL(page.url()).pathname).toBe("/goals");
  await page.goBack();
  await page.getByRole("heading", { name: words.statements.welcome }).waitFor();
  expect(await visit.leave()).toEqual([]);
});

it("the sheet says whose books are open, if there are several", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("books@example.com");
  await more(visit).tap();
  await sheet(visit).getByRole("link").first().waitFor();
  const books = page.getByRole("combobox", { name: words.household.books });
  expect(await books.count()).toBe(0);
  await page.keyboard.press("Escape");
  await post(visit, "/books", { name: "Our home" });
  await page.reload();
  await page.getByRole("heading", { name: words.statements.welcome }).waitFor();
  await more(visit).tap();
  await books.selectOption("Our home");
  // While shared books are open, every page says so.
  await page.locator("main").getByRole("combobox", { name: words.household.books }).waitFor();
  await more(visit).tap();
  const chosen = sheet(visit).getByRole("combobox", { name: words.household.books });
  expect(await chosen.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe("Our home");
  await check(visit, "the sheet with books");
  expect(await visit.leave()).toEqual([]);
});

it("a menu has the rare actions of the transactions", async () => {
  const visit = await saldo.visit(PHONE);
  const { page } = visit;
  await visit.signUp("rare@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await page.goto("/transactions");
  await page.getByRole("row").first().waitFor();
  const heading = page.locator(".heading .buttons");
  await heading.getByRole("button", { name: words.transactions.newTransaction }).waitFor();
  const menu = heading.locator("summary").first();
  const merchants = heading.getByRole("link", { name: words.merchants.title });
  expect(await merchants.isVisible()).toBe(false);
  await menu.tap();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(await barriersInBothColours(page)).toEqual([]);
  // A list stays open when the next one is opened, so that nothing moves under the thumb.
  await heading.getByText(words.views.short, { exact: true }).tap();
  await heading.getByText(words.views.noneHere.transactions).waitFor();
  await heading.getByText(words.exporting.export, { exact: true }).tap();
  const coming = page.waitForEvent("download");
  await heading.getByRole("link", { name: "CSV" }).tap();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
  expect(await merchants.isVisible()).toBe(false);
  await menu.tap();
  await menu.press("Escape");
  expect(await merchants.isVisible()).toBe(false);
  await menu.tap();
  await merchants.tap();
  await page.waitForURL("**/merchants");
  expect(await visit.leave()).toEqual([]);
});

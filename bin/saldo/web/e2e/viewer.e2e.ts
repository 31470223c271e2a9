/** A viewer of a household sees every page, and nothing that the viewer can press is refused. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBooks, pair, post } from "./members.ts";
import { Saldo, type Visit, fixture } from "./saldo.ts";
import { addMonths, today } from "../src/lib/date.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const MONTH = today().slice(0, 7);

/** Books that have something on every page. Returns the addresses of all pages. */
async function fill(ann: Visit, books: string): Promise<string[]> {
  const { page } = ann;
  await openBooks(ann, books);
  await page.goto("/settings/notifications");
  await page.getByRole("checkbox", { name: words.notifications.kinds.statement_unbalanced }).check();
  await ann.settle();
  const { id: purse = "" } = await post(ann, "/accounts", { name: "Purse", kind: "cash", currency: "EUR" }, books);
  const { id: jar = "" } = await post(ann, "/accounts", { name: "Jar", kind: "cash", currency: "EUR" }, books);
  let merchant = "";
  for (const month of [-2, -1, 0].map((by) => addMonths(MONTH, by))) {
    const rent = { accountId: purse, date: `${month}-01`, amount: "-500.00", description: "Rent" };
    ({ merchant = "" } = await post(ann, "/transactions", rent, books));
  }
  await post(ann, `/accounts/${purse}/merge`, { other: jar }, books);
  await post(ann, "/merchants/name", { merchants: [merchant], name: "Landlord" }, books);
  const { id: food = "" } = await post(ann, "/categories", { name: "Snacks" }, books);
  const goal = { name: "Bicycle", target: "900.00", currency: "EUR", source: "contributions" };
  const { id: bicycle = "" } = await post(ann, "/goals", goal, books);
  await post(ann, "/goals", { ...goal, name: "Tent" }, books);
  await post(ann, `/goals/${bicycle}/contributions`, { date: today(), amount: "50.00" }, books);
  const budget = { categoryId: food, amount: "80.00", currency: "EUR", rhythm: "monthly", rollOver: "nothing" };
  await post(ann, "/budgets", { ...budget, start: MONTH }, books);
  const condition = { when: "description_contains", text: "bread" };
  await post(
    ann,
    "/rules",
    { name: "Bread", conditions: [condition], actions: [{ do: "set_category", category: food }] },
    books,
  );
  await post(ann, "/saved-views", { page: "transactions", name: "All rent", query: "text=rent" }, books);
  await ask(ann);
  await page.goto("/statements");
  await ann.addFiles(fixture("unbalanced.pdf"), fixture("either-way.pdf"));
  await ann.row("unbalanced.pdf").getByText(words.state.unbalanced("€10.40")).waitFor();
  await ann.row("either-way.pdf").getByText(words.state.unchecked).waitFor();
  const statements = await ann.page
    .locator("main a[href^='/statements/']")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);
  return [
    ...["/", "/statements", "/transactions", "/accounts", `/accounts/${purse}`, "/budget", "/goals", "/recurring"],
    ...["/reports", "/merchants", "/views", "/edits", "/notifications", "/advisor", "/feeds/callback?state=a&code=b"],
    ...["", "/categories", "/rules", "/money", "/privacy", "/notifications", "/household", "/tokens", "/data"].map(
      (tab) => `/settings${tab}`,
    ),
    ...statements,
  ];
}

/** A conversation with an answer, and with a change that nobody has approved yet. */
async function ask({ page }: Visit): Promise<void> {
  await page.goto("/advisor");
  for (const question of ["How much did I spend this month?", "put all Rent under travel"]) {
    await page.getByLabel(words.advisor.label).fill(question);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: words.advisor.again }).waitFor();
  }
  await page.getByRole("button", { name: words.approval.allow, exact: true }).waitFor();
}

/** Controls that a viewer may use, because they concern the user alone. */
const OWN = new RegExp(
  [words.household.leave, words.household.create, words.settings.deleteTitle].map(escaped).join("|"),
);

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns the controls of the open dialog, or of the page. */
async function pressable(page: Page): Promise<Locator[]> {
  const place = (await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "main";
  const kinds = ["button:enabled", "summary", "input[type=checkbox]:enabled"];
  return page.locator(kinds.map((kind) => `${place} ${kind}:visible`).join(", ")).all();
}

/** Returns a name for a control, with its kind. Runs in the page. */
function nameOf(element: Element): string {
  const label = element.ariaLabel ?? element.closest("label")?.textContent ?? element.textContent;
  return `${element.tagName.toLowerCase()} ${label.trim()}`;
}

/** Presses everything on a page once, also in dialogs that open. Returns the names of the controls. */
async function pressAll({ page, settle }: { page: Page; settle: () => Promise<void> }, path: string) {
  const done = new Set<string>();
  const open = async () => {
    await page.goto(path);
    await page.getByText(words.household.viewOnly).waitFor();
    await page.locator("main h1").waitFor();
    await expect.poll(() => page.locator("main").getByText(words.loading).count()).toBe(0);
    await settle();
  };
  await open();
  const { pathname } = new URL(page.url());
  for (;;) {
    let next: Locator | null = null;
    for (const one of await pressable(page)) {
      const name = await one.evaluate(nameOf);
      // One of the buttons that only differ in the text of a bank is enough.
      const kind = name.replace(/[A-Z]{3,}.*/, "");
      if (!done.has(kind) && !OWN.test(name)) {
        done.add(kind);
        next = one;
        break;
      }
    }
    if (next) {
      // Without the pointer, because an open menu may lie over it.
      await next.evaluate((element) => (element as HTMLElement).click());
      await settle();
    } else if ((await page.locator("dialog[open]").count()) > 0) {
      await page.keyboard.press("Escape");
    } else {
      return [...done];
    }
    if (new URL(page.url()).pathname !== pathname) {
      await open();
    }
  }
}

/** Records the requests that change something, and those that were refused. */
function watch(page: Page): { changes: string[]; refused: string[] } {
  const seen = { changes: [] as string[], refused: [] as string[] };
  page.on("response", (response) => {
    const [method, { pathname }] = [response.request().method(), new URL(response.url())];
    if (response.status() === 403) {
      seen.refused.push(`${method} ${pathname}`);
    }
    // A query is sent with POST, because it has a body.
    if (method !== "GET" && !/^\/api\/(auth\/|query$)/.test(pathname)) {
      seen.changes.push(`${method} ${pathname}`);
    }
  });
  return seen;
}

it("a viewer can press everything that every page shows", async () => {
  const [ann, bob] = [await saldo.visit(), await saldo.visit()];
  const books = await pair(ann, bob, "viewer", "viewer");
  const paths = await fill(ann, books);
  await openBooks(bob, books);
  const seen = watch(bob.page);
  const pressed: Record<string, string[]> = {};
  for (const path of paths) {
    pressed[path] = await pressAll({ page: bob.page, settle: () => bob.settle() }, path);
    expect(seen, path).toEqual({ changes: [], refused: [] });
  }
  const statement = paths.at(-1) ?? "";
  await bob.page.goto(`${statement}/import`);
  await bob.page.waitForURL(`**${statement}`);
  await bob.settle();
  expect(seen).toEqual({ changes: [], refused: [] });
  // The walk has opened what it should have.
  const names = (path: string) => (pressed[path] ?? []).join("\n");
  expect(names("/transactions")).toContain(words.transactions.open("Rent"));
  expect(names(statement)).toContain(words.statement.spot("").trim());
  expect(names("/goals")).toContain("Bicycle");
  expect(names("/advisor")).toContain(words.threads.title);
  expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
}, 600_000);

it("a viewer's shortcuts and search change nothing", async () => {
  const [ann, bob] = [await saldo.visit(), await saldo.visit()];
  const books = await pair(ann, bob, "keys", "viewer");
  const { id: accountId } = await post(ann, "/accounts", { name: "Purse", kind: "cash", currency: "EUR" }, books);
  await post(ann, "/transactions", { accountId, date: today(), amount: "-3.00", description: "Tea" }, books);
  await openBooks(bob, books);
  const { page } = bob;
  const seen = watch(page);
  await page.goto("/transactions");
  await page.getByRole("button", { name: words.transactions.open("Tea") }).waitFor();
  await page.keyboard.press("j");
  await page.locator("[aria-current=true]").waitFor();
  for (const key of ["e", "n", "t", "c", "x", "a", "u", "+"]) {
    await page.keyboard.press(key);
    await bob.settle();
    expect(await page.locator("dialog[open], .sheet input, .sheet select:focus, .bulk").count(), key).toBe(0);
  }
  // Those that only read still work, and the list of shortcuts has no others.
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(words.keys.enter).waitFor();
  expect(await dialog.getByText(words.keys.new).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await dialog.getByLabel(words.transactions.note).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: words.palette.label }).fill("how much is tea?");
  await page.getByRole("option", { name: words.palette.find("how much is tea?") }).waitFor();
  expect(await page.getByRole("option", { name: words.palette.ask("how much is tea?") }).count()).toBe(0);
  expect(seen).toEqual({ changes: [], refused: [] });
  expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
});

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ElsewhereModel } from "./model.ts";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const FOLDER = fileURLToPath(new URL("../shots/", import.meta.url));

const LOOKS = [
  { name: "desktop-light", viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  { name: "tablet-light", viewport: { width: 768, height: 1024 }, colorScheme: "light" },
  { name: "tablet-dark", viewport: { width: 768, height: 1024 }, colorScheme: "dark" },
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

type Look = (typeof LOOKS)[number];

/** Long words show best in the widest and the narrowest window. */
const GERMAN_LOOKS = LOOKS.filter(({ name }) => name === "desktop-light" || name === "phone-light");

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
  await mkdir(FOLDER, { recursive: true });
});
afterAll(() => saldo.stop());

async function shoot(visit: Visit, name: string, looks: readonly Look[] = LOOKS): Promise<void> {
  const { page } = visit;
  await page.mouse.move(0, 0);
  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
    await visit.settle();
    await page.screenshot({ path: `${FOLDER}${name}-${look.name}.png` });
  }
  await page.setViewportSize(LOOKS[0].viewport);
}

it("takes a screenshot of every page", async () => {
  const visit = await saldo.visit({ viewport: LOOKS[0].viewport });
  const { page } = visit;
  await page.goto("/sign-in");
  await shoot(visit, "sign-in");
  await page.goto("/forgot-password");
  await shoot(visit, "forgot-password");
  await visit.signUp("ann@example.com");
  await shoot(visit, "first-run");
  await visit.addFiles(sample("january"), fixture("unbalanced.pdf"), sample("march"), fixture("letter.pdf"));
  await visit.row("march").getByText("Proven").waitFor();
  await visit.row("letter.pdf").getByText("Not a statement").waitFor();
  await shoot(visit, "statements");
  await visit.row("january").getByRole("link").click();
  await page.mouse.move(0, 0);
  await page.getByRole("button", { name: words.statement.spot("CITY TRANSIT MONTHLY PASS") }).focus();
  await page.locator(".spot.active").waitFor();
  await shoot(visit, "proof");
  await page.goto("/statements");
  await visit.row("unbalanced.pdf").getByRole("link").click();
  await page.getByText(words.statement.stopsAddingUp).waitFor();
  await page.locator(".picture canvas").waitFor();
  await shoot(visit, "unbalanced");
  await page.goto("/statements");
  await visit.addFiles(fixture("either-way.pdf"));
  await visit.row("EXAMPLE FINANCE").getByRole("link").click();
  await page.getByRole("heading", { name: words.reading.which }).waitFor();
  await page.locator(".picture canvas").waitFor();
  await shoot(visit, "question");
  await page.goto("/advisor");
  await page.getByLabel("Your question").fill("What did I spend by merchant in January 2026?");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: words.advisor.again }).waitFor();
  await page.locator(".prose li").first().waitFor();
  await shoot(visit, "advisor");
  await page.getByRole("button", { name: "What was sent" }).click();
  await page.getByRole("dialog").getByText("built-in analyst").click();
  await shoot(visit, "traces");
  await page.keyboard.press("Escape");
  await page.getByLabel("Your question").fill("put all COFFEE CORNER under travel");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: words.approval.allow, exact: true }).waitFor();
  await shoot(visit, "approval");
  await page.getByRole("button", { name: "Conversations" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Rename/ })
    .first()
    .waitFor();
  await shoot(visit, "conversations");
  await visit.leave();
});

it("takes screenshots of the overview and its settings", async () => {
  const visit = await saldo.visit({ viewport: LOOKS[0].viewport });
  const { page } = visit;
  await visit.signUp("bea@example.com");
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  await expect.poll(() => page.getByText("Proven", { exact: true }).count(), { timeout: 30_000 }).toBe(3);
  await page.evaluate(setUp);
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await shoot(visit, name);
  }
  await page.goto("/");
  await page.getByRole("button", { name: "Home" }).click();
  await page.getByRole("heading", { name: words.overview.cashFlow }).evaluate((heading) => heading.scrollIntoView());
  await shoot(visit, "overview-spending");
  await visit.leave();
});

it("takes screenshots of an import, a transaction and the consent question", async () => {
  const model = await ElsewhereModel.start("You spent most on rent.");
  const other = await Saldo.start(model.settings);
  const visit = await other.visit({ viewport: LOOKS[0].viewport });
  const { page } = visit;
  await visit.signUp("cleo@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  const buffer = Buffer.from(EXPORT.join("\n"));
  await page
    .locator("input[type=file]:not([capture])")
    .setInputFiles({ name: "card-2026.csv", mimeType: "text/csv", buffer });
  await page.getByLabel(words.importing.meaningOf("Shop")).selectOption("description");
  await page.getByText(words.importing.negate).click();
  await page.getByText("-€24.90").first().waitFor();
  await shoot(visit, "import");
  await page.getByRole("heading", { name: words.importing.preview }).evaluate((heading) => heading.scrollIntoView());
  await shoot(visit, "import-preview");
  await page.goto("/transactions");
  await page
    .getByRole("button", { name: /^Open RESTAURANT/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("Why this category").waitFor();
  await shoot(visit, "entry");
  await page.getByRole("dialog").getByRole("button", { name: "Split…" }).click();
  await shoot(visit, "transaction-split");
  await page.keyboard.press("Escape");
  for (const box of (await page.getByRole("checkbox", { name: /^Select/ }).all()).slice(0, 3)) {
    await box.check();
  }
  await shoot(visit, "transactions-chosen");
  await page.goto("/transactions?uncategorized=true");
  await page.getByRole("button", { name: "Ask far-model about unknown merchants" }).click();
  await page.getByRole("dialog").getByText(words.asking.exactly(1)).click();
  await shoot(visit, "ask-model");
  await page.goto("/advisor");
  await page.getByLabel("Your question").fill("Where did most of my money go in January?");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: words.consent.title }).waitFor();
  await shoot(visit, "consent");
  await page.getByRole("button", { name: words.consent.answers.no }).click();
  await page.getByRole("button", { name: words.advisor.again }).waitFor();
  await visit.addFiles(sample("february"), fixture("letter.pdf"));
  await shoot(visit, "attachments");
  await page.getByLabel("Your question").fill("What is in these files?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: words.consent.answers.no }).click();
  await page.getByText(words.attachment.failed("letter.pdf")).waitFor();
  await page.getByRole("button", { name: words.advisor.again }).waitFor();
  await shoot(visit, "attachments-read");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on…" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: words.twoStep.qr }).waitFor();
  await shoot(visit, "two-step");
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "New token…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("backup script");
  await shoot(visit, "token");
  await visit.leave();
  await other.stop();
  await model.stop();
});

it("takes screenshots of the pages in German", async () => {
  const visit = await saldo.visit({ viewport: LOOKS[0].viewport });
  await visit.signUp("dora@example.com");
  await visit.addFiles(sample("january"), fixture("unbalanced.pdf"), sample("march"));
  await expect.poll(() => visit.page.getByText("Proven", { exact: true }).count()).toBe(2);
  await visit.row("unbalanced.pdf").getByText("Off by").waitFor();
  const inGerman = await visit.inNewProfile({ locale: "de-DE", viewport: LOOKS[0].viewport });
  for (const [name, path] of Object.entries({ ...PAGES, statements: "/statements", advisor: "/advisor" })) {
    await inGerman.page.goto(path);
    await inGerman.page.getByRole("heading", { level: 1 }).waitFor();
    await shoot(inGerman, `german-${name}`, GERMAN_LOOKS);
  }
  await inGerman.page.goto("/statements");
  await inGerman.row("unbalanced.pdf").getByRole("link").click();
  await inGerman.page.locator(".picture canvas").waitFor();
  await shoot(inGerman, "german-unbalanced", GERMAN_LOOKS);
  await inGerman.leave();
  await visit.leave();
});

it("takes the pictures of the short film of dropping a statement", async () => {
  const visit = await saldo.visit({ viewport: FILM, reducedMotion: "reduce" });
  const { page } = visit;
  await visit.signUp("film@example.com");
  await page.goto("/statements");
  const zone = page.locator(".drop").first();
  await zone.waitFor();
  await visit.settle();
  const frame = (number: number) => page.screenshot({ path: `${FOLDER}film-${number}.png` });
  await frame(1);
  const files = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["%PDF"], "january.pdf", { type: "application/pdf" }));
    return carried;
  });
  await zone.dispatchEvent("dragenter", { dataTransfer: files });
  await zone.dispatchEvent("dragover", { dataTransfer: files });
  await frame(2);
  await zone.dispatchEvent("dragleave", { dataTransfer: files });
  await visit.addFiles(sample("january"));
  await page.locator(".state.busy, .state.good").first().waitFor();
  await frame(3);
  await visit.row("january").getByText("Proven").waitFor();
  await visit.settle();
  await frame(4);
  await visit.row("january").getByRole("link").click();
  await page.mouse.move(0, 0);
  await page.locator(".picture canvas").waitFor();
  await visit.settle();
  await frame(5);
  await page.getByRole("button", { name: words.statement.spot("CITY TRANSIT MONTHLY PASS") }).focus();
  await page.locator(".spot.active").waitFor();
  await frame(6);
  await visit.leave();
});

/** The size of the film's frames. */
const FILM = { width: 1200, height: 760 };

/** A card issuer's export. */
const EXPORT = [
  "Booking date;Shop;Place;Amount;Currency",
  "28/01/2026;BOOKSHOP LANTERN;Harbour;24,90;EUR",
  "29/01/2026;RAILWAY TICKETS;Central;58,40;EUR",
  "30/01/2026;BAKERY AM MARKT;Old Town;6,15;EUR",
  "31/01/2026;REFUND BOOKSHOP LANTERN;Harbour;-24,90;EUR",
];

const PAGES = {
  overview: "/",
  transactions: "/transactions",
  settings: "/settings",
  accounts: "/accounts",
  "settings-categories": "/settings/categories",
  "settings-rules": "/settings/rules",
  recurring: "/recurring",
  budget: "/budget",
  reports: "/reports",
  merchants: "/merchants",
  edits: "/edits",
  goals: "/goals",
  notifications: "/notifications",
  views: "/views",
  help: "/help",
  "settings-money": "/settings/money",
  "settings-privacy": "/settings/privacy",
  "settings-tokens": "/settings/tokens",
  "settings-data": "/settings/data",
};

/**
 * Creates budgets and a rule, and hides the first steps, which would push all figures down. Runs in the
 * page.
 */
async function setUp(): Promise<void> {
  localStorage.setItem("first-steps", "hidden");
  const post = (path: string, body: unknown) =>
    fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const { items } = (await (await fetch("/api/categories")).json()) as { items: { id: string; name: string }[] };
  const idOf = (name: string) => items.find((category) => category.name === name)?.id;
  for (const [name, amount] of [
    ["Food", "480.00"],
    ["Transport", "110.00"],
  ] as const) {
    const budget = { amount, currency: "EUR", rhythm: "monthly", rollOver: "nothing", start: "2026-01", end: null };
    await post("/api/budgets", { ...budget, categoryId: idOf(name) });
  }
  await post("/api/rules", {
    name: "Gym",
    enabled: true,
    conditions: [
      { when: "description_contains", text: "gym membership" },
      { when: "direction", direction: "out" },
    ],
    actions: [{ do: "set_category", category: idOf("Sport") }],
  });
}

import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo } from "./saldo.ts";
import { de as german } from "../src/strings/de/index.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** The title of the guide of each page. */
const GUIDES = {
  "/statements": "Statements",
  "/transactions": "Transactions",
  "/reports": "Reports",
  "/advisor": "Advisor",
  "/settings": "Profile",
  "/accounts": "Accounts",
  "/settings/money": "Currency and dates",
  "/settings/privacy": "Models and privacy",
  "/settings/data": "Your data",
};

it("every page leads to its guide, and back", async () => {
  const visit = await saldo.visit();
  const { page } = visit;
  await visit.signUp("help@example.com");
  for (const [path, title] of Object.entries(GUIDES)) {
    await page.goto(path);
    await page.getByRole("link", { name: words.help.link }).click();
    await page.getByRole("heading", { name: title, level: 2 }).waitFor();
    await page.locator("article p").first().waitFor();
    await page.goBack();
    await page.waitForURL(`**${path}`);
  }
  await page.goto("/help");
  await page.getByRole("article").getByRole("link", { name: "Budgets" }).click();
  await page.waitForURL("**/help/budgets");
  await page.getByRole("article").getByRole("link", { name: "overview" }).click();
  await page.waitForURL("**/help/overview");
  await page.getByRole("link", { name: words.help.all }).click();
  await page.waitForURL("**/help");
  await page.goto("/help/nothing");
  await page.getByRole("heading", { name: words.notFound.title }).waitFor();
  expect(await visit.leave()).toEqual([]);
});

it("says in the user's language that the guide is in English", async () => {
  const visit = await saldo.visit();
  await visit.signUp("help-german@example.com");
  const inGerman = await visit.inNewProfile({ locale: "de-DE" });
  await inGerman.page.goto("/help/overview");
  await inGerman.page.getByText(german.help.inEnglish).waitFor();
  expect(await inGerman.page.getByRole("article").getAttribute("lang")).toBe("en");
  expect(await inGerman.leave()).toEqual([]);
  expect(await visit.leave()).toEqual([]);
});

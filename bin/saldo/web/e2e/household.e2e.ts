import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const { household } = words;

const books = ({ page }: Visit) => page.getByRole("combobox", { name: household.books });

/** Creates a household and opens its books. */
async function createHousehold(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.goto("/settings/household");
  await page.getByText(household.none).waitFor();
  await page.getByRole("button", { name: household.create }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(household.name).fill("Our home");
  await dialog.getByRole("button", { name: household.createConfirm }).click();
  await page.getByRole("heading", { name: "Our home" }).waitFor();
}

/** Creates an invitation and returns its link. */
async function invite(visit: Visit, role: string): Promise<string> {
  const { page } = visit;
  await page.goto("/settings/household");
  await page.getByRole("button", { name: household.invite }).click();
  const form = page.getByRole("dialog", { name: household.inviteTitle });
  await form.getByLabel(household.role).selectOption(role);
  await form.getByRole("button", { name: household.inviteConfirm }).click();
  const shown = page.getByRole("dialog", { name: household.linkTitle });
  const link = await shown.locator("code").innerText();
  await shown.getByRole("button", { name: words.tokens.done }).click();
  return link;
}

describe("a household", () => {
  it("shows the id of its books, to copy it", async () => {
    const visit = await saldo.visit({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = visit;
    await visit.signUp("dora@example.com");
    await createHousehold(visit);
    const { items } = (await (await page.request.get("/api/books")).json()) as {
      items: { id: string; isHousehold: boolean }[];
    };
    const id = items.find(({ isHousehold }) => isHousehold)?.id ?? "none";
    await page.getByText(id, { exact: true }).waitFor();
    await page.getByRole("button", { name: `${household.id} Our home` }).click();
    await page.getByText(words.twoStep.copied).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    expect(await barriersInBothColours(page)).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("is shared by an invitation, and a viewer cannot change it", async () => {
    const [ann, bob] = [await saldo.visit(), await saldo.visit()];
    await ann.signUp("ann@example.com");
    expect(await books(ann).count()).toBe(0);
    await createHousehold(ann);
    await books(ann).selectOption("Our home");
    await ann.page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    await ann.page.goto("/statements");
    await ann.addFiles(sample("january"));
    await ann.row("january").getByText("Proven").waitFor();
    const link = await invite(ann, "viewer");
    await ann.page.getByText(household.invitations).waitFor();
    expect(await barriersInBothColours(ann.page)).toEqual([]);

    // Bob opens the link before he has an account.
    await bob.page.goto(link);
    await bob.page.getByRole("link", { name: words.auth.signUp }).click();
    await bob.page.getByLabel("Name").fill("Bob Example");
    await bob.page.getByLabel(words.auth.email).fill("bob@example.com");
    await bob.page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await bob.page.getByRole("button", { name: "Create account" }).click();
    await bob.page.getByText(household.invited("Our home", "Ann Example", household.roles.viewer)).waitFor();
    expect(await barriersInBothColours(bob.page)).toEqual([]);
    await bob.page.getByRole("button", { name: household.accept }).click();
    await bob.page.getByText(household.viewOnly).waitFor();
    await bob.page.goto("/statements");
    await bob.row("january").waitFor();
    await bob.page.goto("/settings/categories");
    const add = bob.page.getByRole("button", { name: words.categories.add }).first();
    await add.waitFor();
    expect(await add.isDisabled()).toBe(true);

    // His own books are apart.
    await bob.page.goto("/");
    await books(bob).selectOption(household.own);
    await bob.page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    await books(bob).selectOption("Our home");
    await bob.page.getByText(household.viewOnly).waitFor();

    await ann.page.goto("/settings/household");
    await ann.page.getByRole("button", { name: "Bob Example" }).click();
    const confirm = ann.page.getByRole("dialog", { name: household.removeTitle });
    await confirm.getByRole("button", { name: household.remove.replace("…", "") }).click();
    await ann.page.getByRole("button", { name: "Bob Example" }).waitFor({ state: "detached" });

    // The next page that he opens is of his own books.
    await bob.page.goto("/statements");
    await books(bob).waitFor({ state: "detached" });
    await bob.page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    await bob.page.goto(link);
    await bob.page.getByText(household.invalid).waitFor();
    expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
  });

  it("shows who made an edit", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("cyd@example.com");
    await createHousehold(visit);
    await books(visit).selectOption("Our home");
    await page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    const made = await page.evaluate(async () => {
      const books = sessionStorage.getItem("saldo.books") ?? "";
      const headers = { "content-type": "application/json", "saldo-books": books };
      const post = async (path: string, body: object) => {
        const response = await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        return (await response.json()) as { id: string };
      };
      const { id } = await post("/accounts", { name: "Purse", kind: "cash", currency: "EUR" });
      return post("/transactions", { accountId: id, date: "2026-03-01", amount: "-3.00", description: "Tea" });
    });
    expect(made.id).toBeTruthy();
    await page.goto("/edits");
    await page.getByText(household.byYou).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

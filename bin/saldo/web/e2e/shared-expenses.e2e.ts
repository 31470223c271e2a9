import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { openBooks, pair, post } from "./members.ts";
import { Saldo, type Visit } from "./saldo.ts";
import { today } from "../src/lib/date.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const { household, sharing } = words;

/** Adds a transaction of today to a new account. */
async function book(visit: Visit, amount: string, description: string, books?: string): Promise<void> {
  const account = { name: `Account of ${description}`, kind: "cash", currency: "EUR" };
  const { id: accountId } = await post(visit, "/accounts", account, books);
  await post(visit, "/transactions", { accountId, date: today(), amount, description }, books);
}

describe("shared expenses", () => {
  it.each(SIZES)("are shared, owed and settled on a $name", async ({ name, viewport }) => {
    const [ann, bob] = [await saldo.visit({ viewport }), await saldo.visit({ viewport })];
    await pair(ann, bob, name, "editor");
    await book(ann, "-90.00", "Trattoria");
    await book(bob, "-45.00", "Transfer to Ann");

    await ann.page.goto("/transactions");
    await ann.page.getByRole("button", { name: words.transactions.open("Trattoria") }).click();
    const dialog = ann.page.getByRole("dialog");
    await dialog.getByRole("button", { name: sharing.share }).click();
    const form = dialog.locator("section.sharing form");
    await form.getByRole("combobox").selectOption(sharing.by.percent);
    await dialog
      .getByLabel(/, in percent/)
      .first()
      .fill("50");
    await dialog
      .getByLabel(/, in percent/)
      .last()
      .fill("49");
    await form.getByRole("button", { name: words.save }).click();
    await dialog.getByText(/must add up to 100/).waitFor();
    await form.getByRole("combobox").selectOption(sharing.by.even);
    expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(2);
    await form.getByRole("button", { name: words.save }).click();
    await dialog.getByText(sharing.sharedWith("Our home")).waitFor();
    expect(await dialog.getByText("€45.00").count()).toBe(2);
    expect(await barriersInBothColours(ann.page)).toEqual([]);

    // Bob sees the expense, and nothing of Ann's account.
    await bob.page.goto("/settings/household");
    await bob.page.getByText("Trattoria", { exact: false }).waitFor();
    expect(await bob.page.getByText("Account of Trattoria").count()).toBe(0);
    await bob.page
      .getByText(/\(you\) → .*€45\.00/)
      .first()
      .waitFor();
    expect(await barriersInBothColours(bob.page)).toEqual([]);
    // His own payment is offered, and recorded with one click.
    const offer = bob.page.getByRole("list", { name: sharing.offers });
    await offer.getByText(/Transfer to Ann/).waitFor();
    await offer.getByRole("button", { name: sharing.confirm }).click();
    await bob.page.getByText(sharing.settledUp).waitFor();
    const payments = bob.page.getByRole("list", { name: sharing.settlements });
    expect(await payments.getByRole("listitem").count()).toBe(1);
    await payments.getByRole("button", { name: sharing.delete }).click();
    await bob.page.getByRole("button", { name: sharing.settle }).click();
    const settling = bob.page.getByRole("dialog");
    await settling.getByLabel(words.fixing.amountIn("EUR")).fill("15");
    await settling.getByRole("button", { name: sharing.record }).click();
    await bob.page.getByText(/\(you\) → .*€30\.00/).waitFor();
    expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
  });
});

describe("an account of a household", () => {
  it("says once who pays from it", async () => {
    const [ann, bob] = [await saldo.visit(), await saldo.visit()];
    const books = await pair(ann, bob, "payer", "editor");
    await book(ann, "-900.00", "Rent", books);
    await openBooks(ann, books);
    const { page } = ann;
    await page.goto("/accounts");
    await page.getByRole("link", { name: "Account of Rent" }).click();
    await page.getByRole("button", { name: words.accounts.tasks.edit }).click();
    const payer = page.getByRole("dialog").getByLabel(sharing.paidBy);
    const members = payer.getByRole("option");
    await expect.poll(() => members.count()).toBe(3);
    const name = (await members.last().textContent()) ?? "";
    await payer.selectOption({ label: name });
    await page.getByRole("dialog").getByRole("button", { name: words.save }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto("/transactions");
    await page.getByRole("button", { name: words.transactions.open("Rent") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: sharing.share }).click();
    const form = dialog.locator("section.sharing form");
    await form.getByRole("checkbox").first().waitFor();
    await form.getByRole("button", { name: words.save }).click();
    await dialog.getByText(sharing.paidByName(name)).waitFor();
    expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
  });
});

describe("a viewer", () => {
  it("sees no buttons that the server would refuse", async () => {
    const [ann, bob] = [await saldo.visit(), await saldo.visit()];
    const books = await pair(ann, bob, "viewer", "viewer");
    await book(ann, "-3.00", "Tea", books);
    await openBooks(bob, books);
    const button = (name: string) => bob.page.getByRole("button", { name, exact: false });
    await bob.page.goto("/transactions");
    await bob.page.getByText(household.viewOnly).waitFor();
    await button(words.transactions.open("Tea")).click();
    const dialog = bob.page.getByRole("dialog");
    await dialog.getByLabel(words.transactions.note).waitFor();
    expect(await dialog.getByLabel(words.transactions.note).isDisabled()).toBe(true);
    expect(await dialog.getByRole("button", { name: words.save }).count()).toBe(0);
    await dialog.getByText(sharing.viewer).waitFor();
    await dialog.getByRole("button", { name: words.cancel }).click();
    expect(await button(words.transactions.newTransaction).count()).toBe(0);
    await bob.page.goto("/settings/categories");
    await button(words.categories.add).first().waitFor();
    expect(await button(words.categories.add).first().isDisabled()).toBe(true);
    await bob.page.goto("/budget");
    await bob.page.getByText(words.budgets.none).waitFor();
    expect(await button(words.budgets.add).count()).toBe(0);
    // His own books are his.
    await bob.page.evaluate(() => sessionStorage.removeItem("saldo.books"));
    await bob.page.goto("/budget");
    await button(words.budgets.add).waitFor();
    expect([...(await ann.leave()), ...(await bob.leave())]).toEqual([]);
  });
});

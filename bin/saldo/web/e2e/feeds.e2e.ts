/** Tests of bank feeds: a consent at a bank, with a server in the form of Enable Banking's API. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { Bank } from "./bank.ts";
import { Saldo } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;
let bank: Bank;

beforeAll(async () => {
  bank = await Bank.open();
  saldo = await Saldo.start(bank.settings);
  bank.callback = `${saldo.url}/feeds/callback`;
});
afterAll(async () => {
  await saldo.stop();
  await bank.close();
});

const { feeds } = words;

describe("bank feeds", () => {
  it("connect a bank by a consent, and renew it", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("banking@example.com");
    await page.goto("/settings/data");
    await page.getByText(feeds.none).waitFor();
    await page.getByRole("button", { name: feeds.connectBank }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(feeds.country).selectOption({ label: "Finland" });
    await dialog.getByText(feeds.moreBanks(14)).waitFor();
    expect(await dialog.getByRole("radio").count()).toBe(8);
    expect(await barriersInBothColours(page)).toEqual([]);
    await dialog.getByLabel(feeds.searchBank).fill("nord");
    await dialog.getByRole("radio", { name: "Nordea" }).check();
    await dialog.getByRole("button", { name: feeds.toBank }).click();
    await page.getByText(feeds.connected("Nordea")).waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(await barriersInBothColours(page)).toEqual([]);
    await page.getByRole("link", { name: feeds.chooseAccounts }).click();
    const account = page.getByLabel(feeds.into("Nordea, Current account ··3547"));
    await account.selectOption({ label: feeds.newAccount });
    // A fetch that begins before the choice is stored brings nothing.
    await visit.settle();
    await page.getByRole("button", { name: feeds.fetchNow }).click();
    await page.getByText(feeds.balance("€100.00")).waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await page.getByRole("button", { name: feeds.renew }).click();
    await page.getByText(feeds.connected("Nordea")).waitFor();
    await page.goto("/settings/data");
    await page.getByText(feeds.balance("€100.00")).waitFor();
    expect(await page.getByRole("button", { name: feeds.renew }).count()).toBe(1);
  });

  it("say what happened at the bank", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("denied@example.com");
    await page.goto("/feeds/callback?error=access_denied&state=x");
    await page.getByText(feeds.denied).waitFor();
    await page.goto("/feeds/callback");
    await page.getByText(feeds.noAnswer).waitFor();
    await page.goto("/feeds/callback?state=foreign&code=good");
    await page.getByText(/This authorization is unknown/).waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
  });

  it("say why a token does not work, and disconnect a bank", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("token@example.com");
    await page.goto("/settings/data");
    await page.getByRole("button", { name: feeds.connect, exact: true }).click();
    const form = page.getByRole("dialog", { name: feeds.connectTitle });
    await form.getByLabel(feeds.token).fill("nonsense");
    await form.getByRole("button", { name: feeds.confirm, exact: true }).click();
    await form.getByRole("alert").waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await form.getByRole("button", { name: words.cancel }).click();
    await page.getByText(feeds.none).waitFor();
    await page.getByRole("button", { name: feeds.connectBank }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(feeds.country).selectOption({ label: "Finland" });
    await dialog.getByLabel(feeds.searchBank).fill("nord");
    await dialog.getByRole("radio", { name: "Nordea" }).check();
    await dialog.getByRole("button", { name: feeds.toBank }).click();
    await page.getByRole("link", { name: feeds.chooseAccounts }).click();
    await page.getByRole("button", { name: feeds.disconnect }).click();
    const confirm = page.getByRole("dialog", { name: feeds.disconnectTitle });
    await confirm.getByRole("button", { name: feeds.disconnect }).click();
    await page.getByText(feeds.none).waitFor();
  });

  it("fit a phone", async () => {
    const visit = await saldo.visit({ viewport: { width: 360, height: 740 } });
    const { page } = visit;
    await visit.signUp("phone-banking@example.com");
    await page.goto("/settings/data");
    await page.getByRole("button", { name: feeds.connectBank }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(feeds.country).selectOption({ label: "Finland" });
    await dialog.getByRole("radio", { name: "Local Bank 10" }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
  });
});

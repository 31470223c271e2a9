/** Tests of the mailboxes in the settings, with a mail server on this machine. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { ImapServer, PASSWORD, USER } from "./imap.ts";
import { Saldo } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;
let imap: ImapServer;

beforeAll(async () => {
  imap = await ImapServer.open();
  const file = { name: "july.csv", content: "Date,Description,Amount,Currency\n2026-07-01,Bakery,-5.01,EUR\n" };
  imap.deliver({ from: "news@bank.example", subject: "Your statement", file });
  imap.deliver({ from: "news@evil.example", subject: "Win", file: { ...file, name: "evil.csv" } });
  saldo = await Saldo.start(imap.settings);
});
afterAll(async () => {
  await saldo.stop();
  await imap.close();
});

const { mailboxes } = words;

/** Opens the form and fills in the mailbox. */
async function fill(page: Page, port: number, password: string): Promise<Locator> {
  await page.getByRole("button", { name: mailboxes.connect }).click();
  const form = page.getByRole("dialog", { name: mailboxes.connectTitle });
  await form.getByLabel(mailboxes.host).fill("127.0.0.1");
  await form.getByLabel(mailboxes.port, { exact: true }).fill(String(port));
  await form.getByLabel(mailboxes.security).selectOption({ label: mailboxes.securities.none });
  await form.getByLabel(mailboxes.userName).fill(USER);
  await form.getByLabel(mailboxes.password, { exact: true }).fill(password);
  await form.getByLabel(mailboxes.since).fill("2026-01-01");
  await form.getByLabel(mailboxes.sender, { exact: true }).fill("@bank.example");
  return form;
}

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = await ImapServer.open();
  await server.close();
  return server.port;
}

describe("a mailbox", () => {
  it("says why it cannot be connected", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("refused@example.com");
    await page.goto("/settings/data");
    await page.getByText(mailboxes.none).waitFor();
    const form = await fill(page, await closedPort(), PASSWORD);
    await form.getByRole("button", { name: mailboxes.test, exact: true }).click();
    await form.getByText(/cannot be reached/).waitFor();
    await form.getByLabel(mailboxes.port, { exact: true }).fill(String(imap.port));
    await form.getByLabel(mailboxes.password, { exact: true }).fill("wrong");
    await form.getByRole("button", { name: mailboxes.confirm, exact: true }).click();
    await form.getByText(/rejects/).waitFor();
    await form.getByLabel(mailboxes.password, { exact: true }).fill(PASSWORD);
    await form.getByLabel(mailboxes.folder, { exact: true }).fill("Elsewhere");
    await form.getByRole("button", { name: mailboxes.test, exact: true }).click();
    await form.getByText(/Elsewhere/).waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await form.getByRole("button", { name: words.cancel }).click();
    // A mailbox that was not connected is not stored.
    await page.reload();
    await page.getByText(mailboxes.none).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("shows what the server fetches by itself, also if it was asked meanwhile", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("by-itself@example.com");
    // The server answers that it is fetching the mailbox already.
    const problem = { type: "about:blank", title: "Conflict", status: 409, detail: "It is being fetched" };
    await page.route("**/api/mailboxes/*/fetch", (route) =>
      route.fulfill({ status: 409, contentType: "application/problem+json", body: JSON.stringify(problem) }),
    );
    await page.goto("/settings/data");
    const form = await fill(page, imap.port, PASSWORD);
    await form.getByRole("button", { name: mailboxes.confirm, exact: true }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("button", { name: mailboxes.fetchNow }).click();
    await page.getByText(mailboxes.latest(1)).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it.each(SIZES)("is connected, fetched, edited and disconnected on a $name", async ({ name, viewport }) => {
    const visit = await saldo.visit({ viewport });
    const { page } = visit;
    await visit.signUp(`mail-${name}@example.com`);
    await page.goto("/settings/data");
    const form = await fill(page, imap.port, PASSWORD);
    await form.getByRole("button", { name: mailboxes.test, exact: true }).click();
    await form.getByText(mailboxes.works(2)).waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await form.getByRole("button", { name: mailboxes.confirm, exact: true }).click();
    await form.waitFor({ state: "detached" });
    await page.getByText(USER, { exact: true }).waitFor();
    await page.getByRole("button", { name: mailboxes.fetchNow }).click();
    await page.getByText(mailboxes.latest(1)).click();
    await page.getByRole("listitem").getByText("Your statement").waitFor();
    await page.getByText(`july.csv: ${mailboxes.files.imported}`).waitFor();
    // Nothing of another sender is stored.
    expect(await page.getByText("Win").count()).toBe(0);
    expect(await barriersInBothColours(page)).toEqual([]);

    // The stored password stays unless another one is entered.
    await page.getByRole("button", { name: mailboxes.change }).click();
    const edit = page.getByRole("dialog", { name: mailboxes.changeTitle });
    expect(await edit.getByLabel(mailboxes.password, { exact: true }).inputValue()).toBe("");
    await edit.getByRole("button", { name: mailboxes.addRule }).click();
    await edit.getByLabel(mailboxes.sender, { exact: true }).nth(1).fill("cards@bank2.example");
    await edit.getByRole("button", { name: mailboxes.confirm, exact: true }).click();
    await edit.waitFor({ state: "detached" });
    await page.getByText("@bank.example, cards@bank2.example").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);

    await page.getByRole("button", { name: mailboxes.disconnect }).click();
    const confirm = page.getByRole("dialog", { name: mailboxes.disconnectTitle });
    await confirm.getByRole("button", { name: mailboxes.disconnect }).click();
    await page.getByText(mailboxes.none).waitFor();
    await page.goto("/transactions?text=bakery");
    await page.getByText("Bakery").first().waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

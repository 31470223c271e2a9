import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ElsewhereModel } from "./model.ts";
import { Saldo, type Visit, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";
import { de as german } from "../src/strings/de/index.ts";

let model: ElsewhereModel;
let saldo: Saldo;

beforeAll(async () => {
  model = await ElsewhereModel.start("That is all I have to say.");
  saldo = await Saldo.start(model.settings);
});
afterAll(async () => {
  await saldo.stop();
  await model.stop();
});

async function ask(visit: Visit, question: string): Promise<void> {
  await visit.page.getByLabel("Your question").fill(question);
  // The button appears when the previous answer has ended.
  await visit.page.getByRole("button", { name: "Send", exact: true }).click();
}

describe("a user with a model on another machine", () => {
  it("is asked before a suggested question is sent, in their own language", async () => {
    const visit = await saldo.visit();
    await visit.signUp("german@example.com");
    const inGerman = await visit.inNewProfile({ locale: "de-DE" });
    const { page } = inGerman;
    await page.goto("/advisor");
    await page.getByText("Wir fragen dich, bevor wir etwas senden.").waitFor();
    const question = german.advisor.ideas[2] ?? "";
    await page.getByRole("button", { name: question, exact: true }).click();
    await page.getByRole("region", { name: german.consent.title }).waitFor();
    await page.getByRole("log").getByText(question, { exact: true }).first().waitFor();
    expect(await inGerman.leave()).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("sees the data to be sent, and nothing is sent before they agree", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("agrees@example.com");
    await page.getByRole("link", { name: "Advisor" }).click();
    await page.getByText(/far-model at 0\.0\.0\.0.*We’ll ask you before sending/).waitFor();
    const before = model.requests.length;
    const card = page.getByRole("region", { name: words.consent.title });
    const said = page.getByRole("log").getByText("That is all I have to say.");

    await ask(visit, "How many transactions are there?");
    await card.getByText(/far-model at 0\.0\.0\.0/).waitFor();
    await card.getByText(/^Exact first request/).click();
    await card.getByText("How many transactions are there?").waitFor();
    expect(model.requests.length).toBe(before);
    await card.getByRole("button", { name: words.consent.answers.no }).click();
    await page.getByText(words.advisor.answeredHere("built-in analyst")).waitFor();
    expect(model.requests.length).toBe(before);

    await ask(visit, "And how much did I spend?");
    await card.getByRole("button", { name: words.consent.answers.once }).click();
    await said.waitFor();
    expect(model.requests.length).toBe(before + 1);
    expect(model.requests.at(-1)).toContain("And how much did I spend?");

    await ask(visit, "A third time?");
    await card.getByRole("button", { name: "Allow for this conversation" }).click();
    await expect.poll(() => said.count()).toBe(2);
    await ask(visit, "A fourth time?");
    await expect.poll(() => said.count()).toBe(3);
    expect(await card.count()).toBe(0);
    await page.getByRole("button", { name: "Ask me again in this conversation" }).click();
    await page.getByText(/far-model at 0\.0\.0\.0.*We’ll ask you before sending/).waitFor();
    await ask(visit, "A fifth time?");
    await card.getByRole("button", { name: "Always allow" }).click();
    await expect.poll(() => said.count()).toBe(4);
    expect(model.requests.length).toBe(before + 4);
    expect(await visit.leave()).toEqual([]);
  });

  it("can forbid sending in the settings", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("never@example.com");
    await page.goto("/settings/privacy");
    const never = page.getByRole("radio", { name: /^Never/ });
    expect(await page.getByRole("radio", { name: /^Ask me first/ }).isChecked()).toBe(true);
    await never.click();
    await expect.poll(() => never.isChecked()).toBe(true);
    const before = model.requests.length;
    await page.getByRole("link", { name: "Advisor" }).click();
    await page.getByText(words.trace.mayNotLeave).waitFor();
    await ask(visit, "How many transactions are there?");
    await page.getByText("Answered by built-in analyst on this server.").waitFor();
    expect(model.requests.length).toBe(before);
    expect(await visit.leave()).toEqual([]);
  });
});

describe("a user who attaches files", () => {
  it("can ask about their contents", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("attaches@example.com");
    await page.goto("/settings/privacy");
    const never = page.getByRole("radio", { name: /^Never/ });
    await never.click();
    await expect.poll(() => never.isChecked()).toBe(true);
    await page.getByRole("link", { name: "Advisor" }).click();
    await visit.addFiles(sample("january"), fixture("letter.pdf"));
    const beside = page.getByRole("list", { name: words.attachment.beside });
    await expect.poll(() => beside.getByRole("progressbar").count()).toBe(0);
    await ask(visit, "What is in these files?");
    const log = page.getByRole("log");
    const card = log.getByRole("link", { name: /saldo-sample-checking-january\.pdf.*23 transactions/ });
    await card.waitFor();
    await card.getByText("Proven").waitFor();
    await log.getByText(words.attachment.failed("letter.pdf")).waitFor();
    await page.getByText("Answered by built-in analyst").waitFor();

    // The stored conversation has the files too, and links to the statement.
    await page.reload();
    await page.getByRole("button", { name: "Conversations" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^What is in these files/ })
      .click();
    await card.click();
    await page.getByText(words.witness.opening_and_closing(true)).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

describe("a user with unknown merchants", () => {
  it("sees the request, asks the model, and undoes the result", async () => {
    const sorter = await ElsewhereModel.start('{"1": 1, "2": null}');
    const other = await Saldo.start(sorter.settings);
    const visit = await other.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("sorts@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await page.goto("/transactions?uncategorized=true");
    const rows = page.getByRole("table", { name: words.nav.transactions }).getByRole("row");
    await rows.filter({ hasText: "CINEMA ODEON" }).waitFor();
    const before = await rows.count();
    await page.getByRole("button", { name: "Ask far-model about unknown merchants" }).click();
    const dialog = page.getByRole("dialog", { name: words.consent.title });
    await dialog.getByText("far-model at 0.0.0.0").waitFor();
    await dialog.getByText(words.asking.exactly(1)).click();
    await dialog.getByText(/cinema odeon/i).waitFor();
    expect(sorter.requests).toEqual([]);
    await dialog.getByRole("button", { name: words.consent.answers.once }).click();
    await page
      .getByText(words.asking.done(1, 2, 1))
      .first()
      .waitFor();
    expect(sorter.requests.length).toBe(1);
    await expect.poll(() => rows.count()).toBe(before - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rows.count()).toBe(before);
    expect(await visit.leave()).toEqual([]);
    await other.stop();
    await sorter.stop();
  });
});

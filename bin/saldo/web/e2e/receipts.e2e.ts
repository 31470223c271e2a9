import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { Saldo, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** A picture of one dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("receipts", () => {
  it("are added to a transaction, opened and deleted, on a phone too", async () => {
    const visit = await saldo.visit({ viewport: { width: 375, height: 740 } });
    const { page } = visit;
    await visit.signUp("receipts@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    await page.goto("/transactions");
    await page.locator(".open").first().click();
    const dialog = page.getByRole("dialog");
    const file = { name: "lunch.png", mimeType: "image/png", buffer: DOT };
    await dialog.getByLabel(words.attachments.add).setInputFiles(file);
    const link = dialog.getByRole("link", { name: "lunch.png" });
    await link.waitFor();
    const address = await link.getAttribute("href");
    const type = await page.evaluate(async (to) => (await fetch(to)).headers.get("content-type"), address ?? "");
    expect(type).toBe("image/png");
    await dialog.getByText(words.attachments.text.unavailable).waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await dialog.getByRole("button", { name: words.attachments.remove("lunch.png") }).click();
    await page.getByRole("button", { name: words.transactions.delete, exact: true }).last().click();
    await link.waitFor({ state: "detached" });
    expect(await visit.leave()).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { Saldo, fixture } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

const { notifications } = words;

describe("notifications", () => {
  it("are off until the user turns them on, and lead to their subject", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("notified@example.com");
    await visit.addFiles(fixture("unbalanced.pdf"));
    await visit.row("unbalanced.pdf").getByText(words.state.unbalanced("€10.40")).waitFor();
    await page.goto("/notifications");
    await page.getByText(notifications.none).waitFor();
    await page.getByRole("link", { name: notifications.choose }).click();
    const box = page.getByRole("checkbox", { name: notifications.kinds.statement_unbalanced });
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await page.getByTitle(notifications.unread(1)).click();
    const line = page.getByRole("link", {
      name: notifications.texts.statement_unbalanced({
        name: "unbalanced.pdf",
        amount: "",
        compared: "",
        percent: "",
        from: "",
        to: "",
      }),
    });
    await line.waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await line.click();
    await page.getByText(words.statement.stopsAddingUp).waitFor();
    await page.getByRole("link", { name: notifications.title, exact: true }).waitFor();
  });

  it("are sent only to channels that the user adds", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("channels@example.com");
    await page.goto("/settings/notifications");
    await page.getByText(notifications.noChannels).waitFor();
    await page.getByRole("button", { name: notifications.add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(notifications.address).fill("http://127.0.0.1:9/hook");
    await dialog.getByRole("button", { name: notifications.addConfirm }).click();
    await page.getByText(notifications.keyBody).waitFor();
    await page.getByRole("button", { name: words.tokens.done }).click();
    await page.getByRole("button", { name: notifications.test }).click();
    await page
      .getByRole("alert")
      .getByText(/private network/)
      .waitFor();
    expect(await barriersInBothColours(page)).toEqual([]);
    await page.getByRole("button", { name: notifications.remove }).click();
    await page.getByRole("dialog").getByRole("button", { name: notifications.remove }).click();
    await page.getByText(notifications.noChannels).waitFor();
  });
});

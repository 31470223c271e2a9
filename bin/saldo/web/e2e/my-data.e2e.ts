import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo, fixture, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

it("a user downloads a backup, deletes all data, and restores it", async () => {
  const visit = await saldo.visit();
  const { page } = visit;
  await visit.signUp("moves@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await page.goto("/settings/data");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: words.archive.download }).click();
  const archive = await coming;
  expect(archive.suggestedFilename()).toMatch(/^saldo-.*\.tar$/);
  const path = await archive.path();

  await page.getByRole("button", { name: "Delete all data…" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: words.deleting.confirm });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(words.deleting.type(words.deleting.phrase)).fill("delete my data");
  await confirm.click();
  await page.getByText(words.deleting.done).waitFor();
  await page.getByRole("link", { name: "Statements" }).click();
  await page.getByRole("heading", { name: words.statements.welcome }).waitFor();

  await page.goto("/settings/data");
  const restore = async (file: string) => {
    await page.getByLabel(words.archive.restore).setInputFiles(file);
    await dialog.getByRole("button", { name: words.archive.restoreConfirm }).click();
  };
  await restore(fixture("letter.pdf"));
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await restore(path);
  await page.getByText("Restored:").waitFor();
  await page.getByRole("link", { name: "Statements" }).click();
  await visit.row("january").getByRole("link").click();
  await page.getByText(words.witness.opening_and_closing(true)).waitFor();
  await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(24);
  expect(await visit.leave()).toEqual([]);
});

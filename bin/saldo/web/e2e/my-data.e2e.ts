import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo, fixture, sample } from "./saldo.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

it("a person takes everything along, deletes it, and has it back", async () => {
  const visit = await saldo.visit();
  const { page } = visit;
  await visit.signUp("moves@example.com");
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await page.goto("/settings/data");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the archive" }).click();
  const archive = await coming;
  expect(archive.suggestedFilename()).toMatch(/^saldo-.*\.tar$/);
  const path = await archive.path();

  await page.getByRole("button", { name: "Delete all data…" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Delete it all" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Type “delete my data” to go on").fill("delete my data");
  await confirm.click();
  await page.getByText("Everything is deleted.").waitFor();
  await page.getByRole("link", { name: "Statements" }).click();
  await page.getByRole("heading", { name: "Drop in your first statement" }).waitFor();

  await page.goto("/settings/data");
  const restore = async (file: string) => {
    await page.getByLabel("Bring an archive back…").setInputFiles(file);
    await dialog.getByRole("button", { name: "Bring it back" }).click();
  };
  await restore(fixture("letter.pdf"));
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await restore(path);
  await page.getByText("It is all back:").waitFor();
  await page.getByRole("link", { name: "Statements" }).click();
  await visit.row("january").getByRole("link").click();
  await page.getByText("Opening balance + entries = closing balance").waitFor();
  await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(24);
  expect(await visit.leave()).toEqual([]);
});

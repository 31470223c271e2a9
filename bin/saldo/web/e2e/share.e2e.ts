import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Opens the pages under their service worker, as the installed app has them. */
async function installed(email: string): Promise<Visit> {
  const visit = await saldo.visit();
  await visit.signUp(email);
  await visit.page.evaluate(() => navigator.serviceWorker.ready);
  await visit.page.reload();
  await visit.page.getByRole("heading", { level: 1 }).waitFor();
  return visit;
}

/** Sends files as the operating system does: a form with them is posted to the manifest's share target. */
async function share(visit: Visit, ...files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString("base64") }));
  await visit.page.evaluate(async (shared) => {
    const { share_target: target } = (await fetch("/manifest.webmanifest").then((response) => response.json())) as {
      share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
    };
    const form = document.createElement("form");
    Object.assign(form, { action: target.action, method: target.method, enctype: target.enctype });
    const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
    input.name = target.params.files[0]?.name ?? "";
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of shared) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, sent);
  await visit.page.waitForURL("**/statements");
}

it("a statement shared by another app is read once the user agrees", async () => {
  const visit = await installed("share@example.com");
  const { page } = visit;
  await share(visit, { name: "Übersicht.pdf", type: "application/pdf", bytes: await readFile(sample("january")) });
  await page.getByRole("heading", { name: words.shared.title }).waitFor();
  await page.getByText("Übersicht.pdf").waitFor();
  // Nothing is uploaded yet, and the files outlast a reload.
  await page.reload();
  await page.getByText("Übersicht.pdf").waitFor();
  expect((await page.request.get("/api/statements").then((response) => response.json())).items).toEqual([]);
  await page.getByRole("button", { name: words.shared.statements(1) }).click();
  await visit.row("Übersicht").getByText("Proven").waitFor();
  await page.getByRole("heading", { name: words.shared.title }).waitFor({ state: "detached" });
  expect(await page.evaluate(() => caches.has("saldo-shared"))).toBe(false);
  expect(await visit.leave()).toEqual([]);
});

it("a shared photo is kept as a receipt, and discarded files are gone", async () => {
  const visit = await installed("receipt@example.com");
  const { page } = visit;
  const bytes = await readFile(new URL("../public/icon-192.png", import.meta.url));
  await share(visit, { name: "photo.png", type: "image/png", bytes });
  await page.getByRole("button", { name: words.shared.receipts(1) }).click();
  await page.getByRole("heading", { name: words.shared.title }).waitFor({ state: "detached" });
  const kept = await page.request.get("/api/attachments/unmatched").then((response) => response.json());
  expect(kept.items.map((item: { attachment: { fileName: string } }) => item.attachment.fileName)).toEqual([
    "photo.png",
  ]);

  await share(visit, { name: "other.png", type: "image/png", bytes });
  await page.getByRole("button", { name: words.shared.discard }).click();
  await page.getByRole("heading", { name: words.shared.title }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await visit.settle();
  expect(await page.getByText("other.png").count()).toBe(0);
  expect(await visit.leave()).toEqual([]);
});

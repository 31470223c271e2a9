import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const ENTRIES = 100_000;

const MERCHANTS = ["SUPERMARKET FRESHLY", "COFFEE CORNER", "CITY TRANSIT", "BAKERY AM MARKT", "PHARMACY CENTRAL"];

let saldo: Saldo;
let folder: string;

beforeAll(async () => {
  saldo = await Saldo.start();
  folder = await mkdtemp(join(tmpdir(), "saldo-long-"));
});
afterAll(async () => {
  await saldo.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a bank export of twenty years. */
function longExport(): string {
  const first = Date.UTC(2006, 0, 1);
  const lines = Array.from({ length: ENTRIES }, (_, index) => {
    const day = new Date(first + Math.floor((index * 7300) / ENTRIES) * 86_400_000).toISOString().slice(0, 10);
    const cents = 100 + ((index * 7919) % 20_000);
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    return `${day},${MERCHANTS[index % MERCHANTS.length]} ${index},-${amount},EUR`;
  });
  return ["Date,Description,Amount,Currency", ...lines].join("\n");
}

it("100,000 transactions scroll smoothly", { timeout: 300_000 }, async () => {
  const path = join(folder, "long.csv");
  await writeFile(path, longExport());
  const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
  const { page } = visit;
  await visit.signUp("long@example.com");
  await visit.addFiles(path);
  await page.getByRole("button", { name: words.importing.submit(100_000) }).click({ timeout: 60_000 });
  // The import takes longer than a request may; the statement shows when it is done.
  await page.getByText(/transactions added|Read, can’t be verified/).waitFor({ timeout: 200_000 });
  await page.getByRole("link", { name: words.nav.transactions, exact: true }).click();
  await page.getByText(words.transactions.count(100_000)).waitFor();
  await page.getByRole("row").first().waitFor();
  await visit.settle();

  const measured = await page.evaluate(async () => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let frames = 0;
    // Scroll as fast as a spun wheel through rows that come from the server, then jump along the whole list.
    for (let step = 0; step < 300; step += 1) {
      window.scrollBy(0, 900);
      await frame();
      frames += 1;
    }
    const end = document.documentElement.scrollHeight;
    for (let leap = 1; leap <= 20; leap += 1) {
      window.scrollTo(0, (end * leap) / 20);
      for (let wait = 0; wait < 30; wait += 1) {
        await frame();
      }
    }
    observer.disconnect();
    return { longest: Math.max(0, ...tasks), count: tasks.length, frames };
  });
  process.stdout.write(
    `longest task while scrolling: ${Math.round(measured.longest)} ms (${measured.count} over 50 ms)\n`,
  );
  await expect.poll(() => page.getByRole("row").last().innerText(), { timeout: 120_000 }).toContain("2006");
  expect(measured.frames).toBe(300);
  expect(await visit.leave()).toEqual([]);
});

/** Prints the layout shift, the time of the largest paint and the number of requests of every page. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

const TRANSACTIONS = 3000;

const MERCHANTS = ["SUPERMARKET FRESHLY", "COFFEE CORNER", "CITY TRANSIT", "BAKERY AM MARKT", "PHARMACY CENTRAL"];

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const SETTINGS = ["you", "categories", "rules", "money", "privacy", "notifications", "household", "tokens", "data"];

/** Layout shift that a page may have in this test. */
const SHIFT_MAX = 0.05;

let saldo: Saldo;
let folder: string;

beforeAll(async () => {
  saldo = await Saldo.start();
  folder = await mkdtemp(join(tmpdir(), "saldo-layout-"));
});
afterAll(async () => {
  await saldo.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a bank export of one year, in another currency than the samples. */
function yearExport(): string {
  const first = Date.UTC(2025, 3, 1);
  const lines = Array.from({ length: TRANSACTIONS }, (_, index) => {
    const day = new Date(first + Math.floor((index * 360) / TRANSACTIONS) * 86_400_000).toISOString().slice(0, 10);
    const isSalary = index % 250 === 0;
    const amount = isSalary ? "3000.00" : `-${1 + ((index * 7919) % 20)}.${10 + (index % 90)}`;
    return `${day},${isSalary ? "SALARY ACME" : MERCHANTS[index % MERCHANTS.length]},${amount},USD`;
  });
  return ["Date,Description,Amount,Currency", ...lines].join("\n");
}

interface Measured {
  shift: number;
  largest: number;
  requests: number;
  sources: string[];
}

/** Opens a page with an empty cache and measures it until it is idle. */
async function measure(visit: Visit, path: string, options: object): Promise<Measured> {
  const fresh = await visit.inNewProfile({ serviceWorkers: "block", ...options });
  const { page } = fresh;
  let requests = 0;
  page.on("request", (request) => {
    requests += new URL(request.url()).pathname.startsWith("/api/") ? 0 : 1;
  });
  await page.addInitScript(() => {
    const vitals = { shift: 0, largest: 0, sources: [] as string[] };
    Object.assign(globalThis, { vitals });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; sources: { node: Element | null }[] };
        vitals.shift += shift.value;
        const names = shift.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`.slice(0, 40));
        vitals.sources.push(`${shift.value.toFixed(3)} ${names.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      vitals.largest = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await fresh.settle();
  const vitals = await page.evaluate(() => (globalThis as unknown as { vitals: Omit<Measured, "requests"> }).vitals);
  expect(await fresh.leave()).toEqual([]);
  return { ...vitals, requests };
}

it("the pages do not move while they load", { timeout: 600_000 }, async () => {
  const path = join(folder, "year.csv");
  await writeFile(path, yearExport());
  const visit = await saldo.visit({ viewport: SIZES.desktop });
  const { page } = visit;
  await visit.signUp("layout@example.com");
  await visit.addFiles(sample("january"), sample("february"), sample("march"));
  for (const month of ["january", "february", "march"]) {
    await visit.row(month).getByText("Proven").waitFor();
  }
  await visit.addFiles(path);
  await page.getByRole("button", { name: words.importing.submit(TRANSACTIONS) }).click();
  await page.getByText(/transactions added|Read, can’t be verified/).waitFor();
  await page.goto("/statements");
  const statement = await page
    .getByRole("link", { name: /january/ })
    .first()
    .getAttribute("href");
  await page.goto("/accounts");
  const account = await page.getByRole("link", { name: /Harbour/ }).getAttribute("href");
  const pages = [
    "/",
    "/statements",
    statement ?? "",
    "/transactions",
    "/accounts",
    account ?? "",
    "/budget",
    "/goals",
    "/recurring",
    "/reports",
    "/merchants",
    "/views",
    "/edits",
    "/notifications",
    "/help",
    "/advisor",
  ];
  const moving: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const address of [...pages, ...SETTINGS.map((tab) => `/settings/${tab}`)]) {
      const { shift, largest, requests, sources } = await measure(visit, address, { viewport });
      const line = `${size} ${address.replace(/[0-9a-f-]{30,}/, ":id")}: shift ${shift.toFixed(3)}, largest paint ${Math.round(largest)} ms, ${requests} requests`;
      process.stdout.write(`${line}\n${shift > SHIFT_MAX ? `  ${sources.join("\n  ")}\n` : ""}`);
      if (shift > SHIFT_MAX) {
        moving.push(line);
      }
    }
  }
  expect(moving).toEqual([]);
  expect(await visit.leave()).toEqual([]);
});

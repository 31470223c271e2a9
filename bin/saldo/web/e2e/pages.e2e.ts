import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";

const SETTINGS = ["accounts", "categories", "rules", "budgets", "money", "privacy", "tokens", "data"];

const PATHS = [
  "/",
  "/statements",
  "/entries",
  "/advisor",
  "/settings",
  ...SETTINGS.map((tab) => `/settings/${tab}`),
  "/nowhere",
];

/** The pages before the door, and how each is headed. */
const DOORS = {
  "/sign-in": "Welcome back",
  "/sign-up": "Create your account",
  "/two-step": "One more step",
  "/forgot-password": "A new password",
  "/reset-password?token=x": "Choose a new password",
};

const SIZES = [
  { name: "phone", viewport: { width: 375, height: 740 } },
  { name: "desktop", viewport: { width: 1280, height: 860 } },
];

let saldo: Saldo;
let axe: string;

beforeAll(async () => {
  saldo = await Saldo.start();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(() => saldo.stop());

/** What axe finds that keeps somebody from using the page. */
async function barriers(page: Page): Promise<string[]> {
  // The page's own policy forbids foreign scripts, so it comes through the debugger.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe.run;
    interface Violation {
      id: string;
      impact: string;
      nodes: { html: string }[];
    }
    const { violations } = await run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

async function fill(visit: Visit, email: string): Promise<string> {
  await visit.signUp(email);
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await visit.row("january").getByRole("link").click();
  await visit.page.getByRole("table").waitFor();
  return new URL(visit.page.url()).pathname;
}

describe.each(SIZES)("on a $name", ({ name, viewport }) => {
  it.each(["light", "dark"] as const)("every page can be used by everybody, in %s colours", async (colorScheme) => {
    const visit = await saldo.visit({ viewport, colorScheme, reducedMotion: "reduce" });
    const { page } = visit;
    for (const [path, heading] of Object.entries(DOORS)) {
      await page.goto(path);
      await page.getByRole("heading", { name: heading }).waitFor();
      expect(await barriers(page), path).toEqual([]);
    }
    const statement = await fill(visit, `${name}-${colorScheme}@example.com`);
    for (const path of [...PATHS, statement]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await barriers(page), path).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    expect(await visit.leave()).toEqual([]);
  });
});

/** What comes over the wire until the page is quiet, in bytes. */
async function weigh(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  const add = (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith("/api/")) {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  };
  page.on("requestfinished", add);
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  // What comes later is not weighed, and may still be on its way when the page is closed.
  page.off("requestfinished", add);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

describe("every page", () => {
  it("loads at first with less than 200 KB, compressed", async () => {
    const stranger = await saldo.visit({ serviceWorkers: "block" });
    expect(await weigh(stranger.page, "/sign-in")).toBeLessThan(200_000);
    await stranger.leave();
    const visit = await saldo.visit({ serviceWorkers: "block" });
    await fill(visit, "light@example.com");
    const again = await visit.inNewProfile({ serviceWorkers: "block" });
    expect(await weigh(again.page, "/")).toBeLessThan(200_000);
    await again.page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await again.leave()).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("says so when there is no network, once it was there", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await page.goto("/sign-in");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The files of the first load came before the worker; the second load goes through it.
    await page.reload();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("The server cannot be reached.").waitFor();
    await visit.leave();
  });

  it("comes in files that are compressed beforehand and kept for ever, and can be installed", async () => {
    const page = await fetch(`${saldo.url}/`).then((response) => response.text());
    const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
    for (const encoding of ["br", "gzip"]) {
      const file = await fetch(`${saldo.url}${script}`, { headers: { "accept-encoding": encoding } });
      expect(file.headers.get("content-encoding")).toBe(encoding);
      expect(file.headers.get("cache-control")).toContain("immutable");
    }
    const manifest = (await fetch(`${saldo.url}/manifest.webmanifest`).then((response) => response.json())) as {
      start_url: string;
      display: string;
      icons: { src: string; type: string }[];
    };
    expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
    for (const { src, type } of manifest.icons) {
      expect((await fetch(`${saldo.url}${src}`)).headers.get("content-type"), src).toBe(type);
    }
  });

  it("is German for a German browser", async () => {
    const visit = await saldo.visit({ locale: "de-DE" });
    await visit.page.goto("/");
    await visit.page.getByRole("heading", { name: "Willkommen zurück" }).waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe("de");
    expect(await visit.leave()).toEqual([]);
  });
});

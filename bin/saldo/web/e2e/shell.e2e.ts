import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { GO_KEYS } from "../src/lib/go-keys.ts";
import { CATALOGS, type Language } from "../src/strings/index.ts";
import { en as words } from "../src/strings/en/index.ts";
import { de as german } from "../src/strings/de/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Returns the bytes and the number of files received over the network until the page is idle. */
async function weigh(visit: Visit, path: string): Promise<{ bytes: number; files: number }> {
  const { page } = visit;
  const sizes: Promise<number>[] = [];
  const add = (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith("/api/")) {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  };
  page.on("requestfinished", add);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await visit.settle();
  // Later requests are not counted, and may still be pending when the page closes.
  page.off("requestfinished", add);
  return { bytes: (await Promise.all(sizes)).reduce((total, size) => total + size, 0), files: sizes.length };
}

describe("the page", () => {
  it("loads less than 200 KB in at most 15 files at first, compressed", async () => {
    const stranger = await saldo.visit({ serviceWorkers: "block" });
    const signIn = await weigh(stranger, "/sign-in");
    expect(signIn.bytes).toBeLessThan(200_000);
    expect(signIn.files).toBeLessThanOrEqual(15);
    await stranger.leave();
    const visit = await saldo.visit({ serviceWorkers: "block" });
    await visit.signUp("light@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    const again = await visit.inNewProfile({ serviceWorkers: "block" });
    const overview = await weigh(again, "/");
    expect(overview.bytes).toBeLessThan(200_000);
    expect(overview.files).toBeLessThanOrEqual(15);
    await again.page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await again.leave()).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("explains a lost connection after the first visit", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await page.goto("/sign-in");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.evaluate(() => localStorage.setItem("saldo.theme", "dark"));
    // The files of the first load arrived before the service worker; the second load goes through it.
    await page.reload();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(words.trouble.offline).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await visit.leave();
  });

  it("has precompressed, immutable files and can be installed", async () => {
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

  it.each(Object.keys(CATALOGS) as Language[])("follows the language of the browser: %s", async (language) => {
    const catalog = await CATALOGS[language]();
    const visit = await saldo.visit({ locale: language });
    await visit.page.goto("/");
    await visit.page.getByRole("heading", { name: catalog.auth.signInTitle }).waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(await visit.leave()).toEqual([]);
  });

  it("changes its language without loading the page again", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("language@example.com");
    await page.goto("/settings");
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    for (const language of ["pl", "fr", "de"] as const) {
      const catalog = await CATALOGS[language]();
      await page.locator(`select:has(option[lang=${language}])`).selectOption(language);
      await page.getByRole("heading", { name: catalog.settings.title, level: 1 }).waitFor();
      await page.getByRole("link", { name: catalog.nav.transactions }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      await expect
        .poll(() =>
          page
            .getByRole("combobox", { name: catalog.settings.language })
            .evaluate((field) => field === document.activeElement),
        )
        .toBe(true);
    }
    expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
    await page.reload();
    await page.getByRole("heading", { name: german.settings.title, level: 1 }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("goes to another by two keys, from everywhere", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await visit.signUp("keys@example.com");
    await visit.addFiles(sample("january"));
    await visit.row("january").getByText("Proven").waitFor();
    for (const [key, [path]] of Object.entries(GO_KEYS)) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await page.waitForURL((address) => address.pathname === path);
      await page.locator("main h1").waitFor();
    }
    // Text that is typed goes nowhere.
    await page.goto("/transactions");
    await page.getByRole("searchbox").pressSequentially("gas");
    await visit.settle();
    expect(new URL(page.url()).pathname).toBe("/transactions");
    await page.getByRole("searchbox").blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByRole("heading", { name: words.keys.goTo }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

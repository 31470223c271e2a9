/**
 * Visual regression: each part of the workshop looks as in its picture, at two widths and in both themes.
 * `UPDATE_PICTURES=1` draws the pictures again; those of a failed comparison are in `shots/workshop`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { type Browser, type Page } from "playwright-core";
import { PNG } from "pngjs";
import { type ViteDevServer, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { launchChromium } from "./saldo.ts";

const PICTURES = fileURLToPath(new URL("pictures/", import.meta.url));
const FAILED = fileURLToPath(new URL("../shots/workshop/", import.meta.url));
const UPDATES = process.env["UPDATE_PICTURES"] === "1";

/** The share of pixels that may differ: text is not drawn equally by every version of the browser. */
const DIFFERENCE_MAX = 0.01;

/** The difference from which a pixel counts, from 0 to 1. */
const THRESHOLD = 0.2;

/** The size of all pictures together. */
const BYTES_MAX = 1_500_000;

/** The names of the parts. A removed part needs a removed line here, and its pictures deleted. */
const PARTS = [
  "buttons",
  "fields",
  "states",
  "notices",
  "months",
  "menu",
  "columns",
  "columns-below-zero",
  "line",
  "treemap",
  "bars",
  "form",
  "bar",
];

const WIDTHS = [390, 900] as const;
const THEMES = ["light", "dark"] as const;

let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  server = await createServer({ root: fileURLToPath(new URL("..", import.meta.url)), server: { port: 0 } });
  await server.listen();
  browser = await launchChromium();
  await mkdir(PICTURES, { recursive: true });
  await mkdir(FAILED, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function open(width: number, colorScheme: (typeof THEMES)[number]): Promise<Page> {
  const viewport = { width, height: 900 };
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce", locale: "en-US" });
  await page.goto(`${server.resolvedUrls?.local[0]}dev/workshop/`);
  await page.locator("#bar").waitFor();
  await page.evaluate(() => document.fonts.ready);
  // A chart shows its last months: versions of the browser scroll to them by other fractions of a pixel.
  await page.evaluate(() =>
    document.querySelectorAll("*").forEach((part) => part.scrollTo({ left: 0, behavior: "instant" })),
  );
  return page;
}

/** Returns the share of pixels that differ; 1 for another size. */
function difference(one: PNG, other: PNG): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) {
    return 1;
  }
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: THRESHOLD }) / (width * height);
}

describe("a part of the workshop", () => {
  for (const width of WIDTHS) {
    it.each(THEMES)(`looks as in its picture at ${width} pixels, %s`, async (theme) => {
      const page = await open(width, theme);
      const names = await page.locator(".workshop > section").evaluateAll((parts) => parts.map(({ id }) => id));
      expect(names).toEqual(PARTS);
      const changed: string[] = [];
      for (const name of names) {
        const file = `${name}-${width}-${theme}.png`;
        const picture = await page.locator(`#${name}`).screenshot({ animations: "disabled" });
        if (UPDATES) {
          await writeFile(`${PICTURES}${file}`, picture);
          continue;
        }
        const known = existsSync(`${PICTURES}${file}`) ? PNG.sync.read(await readFile(`${PICTURES}${file}`)) : null;
        const share = known ? difference(known, PNG.sync.read(picture)) : 1;
        if (share > DIFFERENCE_MAX) {
          await writeFile(`${FAILED}${file}`, picture);
          changed.push(`${file}: ${(share * 100).toFixed(1)} %`);
        }
      }
      expect(changed).toEqual([]);
      await page.close();
    });
  }

  it("differs from the picture of another part and of another theme", async () => {
    const read = async (name: string) => PNG.sync.read(await readFile(`${PICTURES}${name}.png`));
    expect(difference(await read("buttons-390-light"), await read("buttons-390-dark"))).toBeGreaterThan(0.5);
    expect(difference(await read("columns-900-light"), await read("line-900-light"))).toBeGreaterThan(DIFFERENCE_MAX);
  });

  it("has no barriers, in both themes", async () => {
    const page = await open(390, "light");
    expect(await barriersInBothColours(page)).toEqual([]);
    await page.close();
  });

  it("has a picture for each look, and all of them are small", async () => {
    const files = await readdir(PICTURES);
    expect(files.length).toBe(PARTS.length * WIDTHS.length * THEMES.length);
    const sizes = await Promise.all(files.map(async (file) => (await stat(`${PICTURES}${file}`)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES_MAX);
  });
});

/** Accessibility barriers: all findings of axe, whatever their impact. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The screen sizes on which every page and dialog is checked. */
export const SIZES = [
  { name: "phone", viewport: { width: 375, height: 740 } },
  { name: "desktop", viewport: { width: 1280, height: 860 } },
];

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the barriers of the current page, by all of axe's rules or only by `rules`. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // The page's Content-Security-Policy forbids foreign scripts, so axe is injected through the debugger.
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
  return page.evaluate(async (only) => {
    const run = (window as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }).axe
      .run;
    interface Violation {
      id: string;
      nodes: { html: string }[];
    }
    const { violations } = await run({ resultTypes: ["violations"], ...(only && { runOnly: only }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

/**
 * Returns the barriers of the current page in both themes. In the dark theme, only the contrast is checked,
 * because nothing else depends on it.
 */
export async function barriersInBothColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await barriers(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await barriers(page, ["color-contrast"])).map((barrier) => `in the dark, ${barrier}`)];
}

/**
 * Returns texts of the page that a narrow screen breaks into columns of single letters: of four or more lines
 * with fewer than three letters each.
 */
export function brokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: holder } = node;
      // Words for screen readers alone have a box of one pixel, and those of a closed menu have none.
      const isShown = holder?.checkVisibility({ contentVisibilityAuto: true }) && holder.offsetWidth > 1;
      const text = node.textContent?.trim() ?? "";
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (isShown && lines.size >= 4 && text.length / lines.size < 3) {
        found.push(text);
      }
    }
    return found;
  });
}

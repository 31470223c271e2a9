import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The page that owns each style file; a file without a page's name belongs to the page that loads it. */
const OWNERS: Record<string, string> = {
  "../components/transactions/dialogs.css": "transactions",
  "../components/coverage.css": "coverage",
  "../components/palette.css": "palette(-field|-list|-group|-option|-keys)?",
  "../components/charts/charts.css": "chart(-files|-flow|-foot|-tiles)?",
};

const FILES = [...readdirSync(import.meta.dirname).filter((name) => name.endsWith(".css")), ...Object.keys(OWNERS)];

/** Returns the selectors of a style sheet, including those in media queries. */
function selectorsIn(css: string): string[] {
  const lists = css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{/g);
  return [...lists]
    .map(([, list = ""]) => list.trim())
    .filter((list) => !list.startsWith("@"))
    .flatMap((list) => list.split(/,(?![^()]*\))/).map((selector) => selector.trim()));
}

describe("the styles of a page", () => {
  // A loaded style sheet stays active on pages that are opened later.
  it.each(FILES)("apply to that page only: %s", (name) => {
    const page = OWNERS[name] ?? name.replace(".css", "");
    const selectors = selectorsIn(readFileSync(new URL(name, import.meta.url), "utf8"));
    expect(selectors.length).toBeGreaterThan(5);
    const elsewhere = selectors.filter((selector) => !new RegExp(`^(\\.page)?\\.${page}(?![\\w-])`).test(selector));
    expect(elsewhere).toEqual([]);
  });
});

const ALL_STYLES = ["pages", "components", "styles"].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => `../${folder}/${name}`),
);

/**
 * Declarations that name a side of the screen. `inset-inline-start` and its like follow the direction of
 * the text.
 */
const PHYSICAL =
  /(?<![\w-])((margin|padding|border)-(left|right)|(left|right)|border-(top|bottom)-(left|right)-radius)[\w-]*\s*:|:\s*(left|right)\s*[;}]/g;

describe("all styles", () => {
  it.each(ALL_STYLES)("work in right-to-left languages: %s", (name) => {
    const css = readFileSync(new URL(name, import.meta.url), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
    expect(css.match(PHYSICAL) ?? []).toEqual([]);
  });

  it("are found", () => {
    expect(ALL_STYLES.length).toBeGreaterThan(10);
  });
});

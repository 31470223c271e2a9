import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The page that owns each style file; a file without a page's name belongs to the page that loads it. */
const OWNERS: Record<string, string> = { "../components/transactions/dialogs.css": "transactions" };

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

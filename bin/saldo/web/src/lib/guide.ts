/** The user guide: one text of `docs/guide` for each page. */

/** The guide of each page, by its address. */
const GUIDES: [RegExp, string][] = [
  [/^\/$/, "overview"],
  [/^\/statements$/, "statements"],
  [/^\/statements\/[^/]+$/, "statement"],
  [/^\/statements\/[^/]+\/import$/, "import"],
  [/^\/transactions$/, "transactions"],
  [/^\/accounts(\/[^/]+)?$/, "accounts"],
  [/^\/budget$/, "budgets"],
  [/^\/goals$/, "goals"],
  [/^\/recurring$/, "recurring"],
  [/^\/reports$/, "reports"],
  [/^\/merchants$/, "merchants"],
  [/^\/views$/, "views"],
  [/^\/edits$/, "edits"],
  [/^\/notifications$/, "notifications"],
  [/^\/advisor$/, "advisor"],
  [/^\/settings(\/you)?$/, "profile"],
  [/^\/settings\/categories$/, "categories"],
  [/^\/settings\/rules$/, "rules"],
  [/^\/settings\/money$/, "currency"],
  [/^\/settings\/privacy$/, "privacy"],
  [/^\/settings\/notifications$/, "notifications"],
  [/^\/settings\/household$/, "household"],
  [/^\/settings\/tokens$/, "tokens"],
  [/^\/settings\/data$/, "data"],
];

/** The text that lists all others. */
export const CONTENTS = "README";

/** Returns the name of a page's guide. A packaged crate is built without `docs/guide` and has none. */
export function guideOf(path: string): string | null {
  return __GUIDE__ ? (GUIDES.find(([page]) => page.test(path))?.[1] ?? null) : null;
}

/** A text of the guide as the pages show it. */
export interface GuideText {
  title: string;
  body: string;
}

/**
 * Returns a text without its pictures, because the reader has the pages themselves. Links lead to the guide
 * in the pages; other documents are named only.
 */
export function readGuide(text: string): GuideText {
  const [first = "", ...lines] = text.split("\n");
  const body = lines
    .filter((line) => !line.startsWith("!["))
    .join("\n")
    .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, "$1")
    .replaceAll(/\]\(([\w-]+)\.md\)/g, "](/help/$1)");
  return { title: first.replace(/^# /, ""), body: body.trim() };
}

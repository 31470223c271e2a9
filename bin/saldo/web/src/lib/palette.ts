/** The search of the palette: entries whose name has every word of the query, the best match first. */

/** The groups, in the order of entries that match equally well. */
export const GROUPS = ["pages", "actions", "views", "accounts", "categories", "merchants", "statements"] as const;

export type Group = (typeof GROUPS)[number];

/** Something to open or to do. */
export interface Target {
  key: string;
  group: Group;
  name: string;
  /** Further text that is shown and searched, such as an account's number. */
  detail?: string;
  /** The address to open; an action has none. */
  path?: string;
  act?: () => void;
}

/** A group with its best matches. */
export interface Matches {
  group: Group;
  targets: Target[];
}

/** Number of matches in each group. */
const MATCHES_MAX = 5;

/** Letters that are no accented form of another one. */
const LETTERS: Record<string, string> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe" };

/** Returns a text in lower case and without accents. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßłøæœ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Ranks of a match: beginning of the name, beginning of a word, elsewhere in the name, in the detail. */
const RANKS = { start: 4, word: 3, within: 2, detail: 1, none: 0 };

function rankOf(word: string, name: string, detail: string): number {
  if (name.startsWith(word)) {
    return RANKS.start;
  }
  const at = name.indexOf(word);
  if (at < 0) {
    return detail.includes(word) ? RANKS.detail : RANKS.none;
  }
  return name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) ? RANKS.word : RANKS.within;
}

/** Returns the best matches, in the order of the best match of each group. No query returns the pages. */
export function search(targets: readonly Target[], query: string): Matches[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return [{ group: "pages", targets: targets.filter(({ group }) => group === "pages") }];
  }
  const ranked = targets
    .map((target) => {
      const [name, detail] = [folded(target.name), folded(target.detail ?? "")];
      return { target, rank: Math.min(...words.map((word) => rankOf(word, name, detail))) };
    })
    .filter(({ rank }) => rank > RANKS.none)
    .sort((one, other) => other.rank - one.rank);
  const best = (group: Group) => ranked.find(({ target }) => target.group === group)?.rank ?? RANKS.none;
  return GROUPS.filter((group) => best(group) > RANKS.none)
    .sort((one, other) => best(other) - best(one))
    .map((group) => ({
      group,
      targets: ranked
        .filter(({ target }) => target.group === group)
        .slice(0, MATCHES_MAX)
        .map(({ target }) => target),
    }));
}

/** True for a query that reads like a question, so that the advisor comes first. */
export function isQuestion(query: string): boolean {
  return /[?？]\s*$/.test(query) || query.trim().split(/\s+/).length >= 4;
}

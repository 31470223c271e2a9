/** Options for category selects, and parsing of tags. */
import type { Category } from "../api.ts";

/** An option of a category select. */
export interface CategoryChoice {
  id: string;
  label: string;
}

/** Lists categories, each followed by its subcategories with an indent. */
export function categoryChoices(categories: readonly Category[]): CategoryChoice[] {
  const byName = categories.toSorted((one, other) => one.name.localeCompare(other.name));
  const known = new Set(categories.map(({ id }) => id));
  const tops = byName.filter(({ parentId }) => parentId === null || !known.has(parentId));
  return tops.flatMap((top) => [
    { id: top.id, label: top.name },
    ...byName.filter(({ parentId }) => parentId === top.id).map(({ id, name }) => ({ id, label: `\u2003${name}` })),
  ]);
}

/** Parses tags separated by commas. */
export function readTags(typed: string): string[] {
  const tags = typed.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

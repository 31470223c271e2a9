/** Default categories have a name in the user's language until they are renamed. */
import { strings } from "../strings/index.ts";
import { categoryNames } from "../strings/en/category-names.ts";

const KEYS = new Map(Object.entries(categoryNames).map(([key, name]) => [name, key as keyof typeof categoryNames]));

/** The names of the default categories, as the server has them. A name comes before any within it. */
export const DEFAULT_NAMES: readonly string[] = [...KEYS.keys()].toSorted((one, other) => other.length - one.length);

/** Returns the name in the user's language; a custom name stays the same. */
export function nameInLanguage(name: string): string {
  const key = KEYS.get(name);
  return key === undefined ? name : strings.categoryNames[key];
}

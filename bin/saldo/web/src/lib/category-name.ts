/** Default categories have a name in the user's language until they are renamed. */
import { strings } from "../strings/index.ts";
import { categoryNames } from "../strings/en/category-names.ts";

const KEYS = new Map(Object.entries(categoryNames).map(([key, name]) => [name, key as keyof typeof categoryNames]));

/** True for the name of a default category, which the analyst writes in the language of its answer. */
export function isDefaultName(name: string): boolean {
  return KEYS.has(name);
}

/** Returns the name in the user's language; a custom name stays the same. */
export function nameInLanguage(name: string): string {
  const key = KEYS.get(name);
  return key === undefined ? name : strings.categoryNames[key];
}

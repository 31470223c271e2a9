/** The categories that everybody begins with are named in the person's language, as long as they keep their names. */
import { strings } from "../strings/index.ts";
import { categoryNames } from "../strings/en/category-names.ts";

const KEYS = new Map(Object.entries(categoryNames).map(([key, name]) => [name, key as keyof typeof categoryNames]));

/** The name in the person's language; a name of their own stays. */
export function nameInLanguage(name: string): string {
  const key = KEYS.get(name);
  return key === undefined ? name : strings.categoryNames[key];
}

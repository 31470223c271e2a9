/** The words of the pages. `strings` is the dictionary of the person's language; English is always there. */
import { en } from "./en/index.ts";

/** What every dictionary holds. */
export type Strings = typeof en;

const DICTIONARIES = {
  en: () => Promise.resolve(en),
  de: () => import("./de/index.ts").then((module) => module.de),
} satisfies Record<string, () => Promise<Strings>>;

/** A language there is a dictionary for. */
export type Language = keyof typeof DICTIONARIES;

/** The languages under their own names. */
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

const KEPT = "saldo.language";

/** The dictionary in use. */
export let strings: Strings = en;

let language: Language = "en";

function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(DICTIONARIES, name);
}

/** The language in use. */
export function currentLanguage(): Language {
  return language;
}

/** The locale for numbers and dates: the browser's, if it speaks the language of the words, for it also knows the region. */
export function locale(): string {
  const preferred = globalThis.navigator?.languages ?? [];
  return preferred.find((tag) => tag.split("-")[0] === language) ?? (language === "en" ? "en-US" : language);
}

/** Takes a dictionary into use. */
export async function useLanguage(name: Language): Promise<void> {
  strings = await DICTIONARIES[name]();
  language = name;
  if (globalThis.document) {
    document.documentElement.lang = name;
  }
}

/** The language that the person chose here, else the first of the browser's that there is a dictionary for. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) {
    return kept;
  }
  return navigator.languages.map((tag) => tag.split("-")[0] ?? "").find(isLanguage) ?? "en";
}

/** Keeps the choice and starts over in that language. */
export function chooseLanguage(name: Language): void {
  localStorage.setItem(KEPT, name);
  location.reload();
}

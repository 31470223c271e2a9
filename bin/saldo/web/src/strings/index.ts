/** The messages of the pages. `strings` is the catalog of the user's language; English is always loaded. */
import { en } from "./en/index.ts";

/** The shape of every catalog: a missing message is a type error. */
export type Strings = typeof en;

/** The catalogs, each loaded when it is first used. */
export const CATALOGS = {
  en: () => Promise.resolve(en),
  de: () => import("./de/index.ts").then((module) => module.de),
  fr: () => import("./fr/index.ts").then((module) => module.fr),
  es: () => import("./es/index.ts").then((module) => module.es),
  it: () => import("./it/index.ts").then((module) => module.it),
  pt: () => import("./pt/index.ts").then((module) => module.pt),
  nl: () => import("./nl/index.ts").then((module) => module.nl),
  pl: () => import("./pl/index.ts").then((module) => module.pl),
} satisfies Record<string, () => Promise<Strings>>;

/** A language of the catalog. */
export type Language = keyof typeof CATALOGS;

/** The languages under their own names. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
};

const STORAGE_KEY = "saldo.language";

/** The catalog of the user's language. */
export let strings: Strings = en;

let language: Language = "en";

function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(CATALOGS, name);
}

/** Returns the language in use. */
export function currentLanguage(): Language {
  return language;
}

/**
 * Returns the locale for numbers and dates: the browser's if it has the catalog's language,
 * because it also has the region.
 */
export function locale(): string {
  const preferred = globalThis.navigator?.languages ?? [];
  return preferred.find((tag) => tag.split("-")[0] === language) ?? (language === "en" ? "en-US" : language);
}

/** Switches to the catalog of a language. */
export async function useLanguage(name: Language): Promise<void> {
  strings = await CATALOGS[name]();
  language = name;
  if (globalThis.document) {
    document.documentElement.lang = name;
  }
}

/**
 * Returns the language that the user selected in this browser, else the first of the
 * browser's languages with a catalog.
 */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(chosen)) {
    return chosen;
  }
  return navigator.languages.map((tag) => tag.split("-")[0] ?? "").find(isLanguage) ?? "en";
}

/** Stores the language and reloads the page in it. */
export function chooseLanguage(name: Language): void {
  localStorage.setItem(STORAGE_KEY, name);
  location.reload();
}

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

const listeners = new Set<() => void>();

/** The regions whose Portuguese and English the catalogs are written in. */
const REGIONS: Partial<Record<Language, string>> = { en: "en-US", pt: "pt-PT" };

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
  return preferred.find((tag) => tag.split("-")[0] === language) ?? REGIONS[language] ?? language;
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

/** Calls `listener` after each switch of the language, until the returned function is called. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores the language and shows the pages in it. If its catalog cannot be loaded, the page is loaded again.
 */
export async function chooseLanguage(name: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, name);
  try {
    await useLanguage(name);
  } catch {
    location.reload();
    return;
  }
  listeners.forEach((listener) => listener());
}

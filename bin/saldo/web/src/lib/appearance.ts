/**
 * The appearance in this browser: the theme, and whether amounts are hidden. `public/appearance.js` applies
 * it before the first paint and after every change.
 */
import { useSyncExternalStore } from "react";

/** The themes to choose from. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

const THEME_KEY = "saldo.theme";
const AMOUNTS_KEY = "saldo.amounts";

/** The event that announces a change to `public/appearance.js` and to the components. */
const CHANGED = "saldo:appearance";

/** Returns the selected theme; `system` if none is stored. */
export function currentTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

/** Stores a theme and shows the pages in it. */
export function chooseTheme(theme: Theme): void {
  store(THEME_KEY, theme === "system" ? null : theme);
}

/** True if amounts are hidden. */
export function areAmountsHidden(): boolean {
  return localStorage.getItem(AMOUNTS_KEY) === "hidden";
}

/** Hides all amounts, or shows them again. */
export function hideAmounts(isHidden: boolean): void {
  store(AMOUNTS_KEY, isHidden ? "hidden" : null);
}

function store(key: string, value: string | null): void {
  if (value === null) {
    localStorage.removeItem(key);
  } else {
    localStorage.setItem(key, value);
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener("storage", listener);
  };
}

/** Returns the selected theme, and renders again when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

/** Returns whether amounts are hidden, and renders again when that changes. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribe, areAmountsHidden);
}

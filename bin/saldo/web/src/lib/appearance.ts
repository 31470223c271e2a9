/**
 * The appearance in this browser: the theme, the density, and whether amounts are hidden.
 * `public/appearance.js` applies it before the first paint and after every change.
 */
import { useSyncExternalStore } from "react";

/** The themes to choose from. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** The heights of rows to choose from. */
export const DENSITIES = ["comfortable", "compact"] as const;

export type Density = (typeof DENSITIES)[number];

const THEME_KEY = "saldo.theme";
const DENSITY_KEY = "saldo.density";
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

/** Returns the selected density; `comfortable` if none is stored. */
export function currentDensity(): Density {
  const stored = localStorage.getItem(DENSITY_KEY);
  return DENSITIES.find((density) => density === stored) ?? "comfortable";
}

/** Stores a density and shows lists and tables in it. */
export function chooseDensity(density: Density): void {
  store(DENSITY_KEY, density === "comfortable" ? null : density);
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

/** Returns the selected density, and renders again when it changes. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, currentDensity);
}

/** Returns whether amounts are hidden, and renders again when that changes. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribe, areAmountsHidden);
}

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  areAmountsHidden,
  chooseDensity,
  chooseTheme,
  currentDensity,
  currentTheme,
  hideAmounts,
} from "./appearance.ts";

/** A storage, and the settings that are announced. */
function browser() {
  const stored = new Map<string, string>();
  const announced: string[] = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => announced.push(type));
  return { stored, announced };
}

/** A page as far as `public/appearance.js` uses it. */
function page() {
  const listeners = new Map<string, () => void>();
  const root = { dataset: {} as Record<string, string>, hidden: false };
  const scheme = { content: "light dark" };
  const bars = ["light", "dark"].map((theme) => ({ dataset: { theme }, media: `(prefers-color-scheme: ${theme})` }));
  vi.stubGlobal("document", {
    documentElement: {
      ...root,
      toggleAttribute: (_: string, isHidden: boolean) => {
        root.hidden = isHidden;
      },
    },
    querySelector: () => scheme,
    querySelectorAll: () => bars,
  });
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => listeners.set(type, listener));
  new Function(readFileSync(new URL("../../public/appearance.js", import.meta.url), "utf8"))();
  const state = () => ({ theme: root.dataset["theme"], scheme: scheme.content, bars: bars.map(({ media }) => media) });
  return { root, state, change: () => listeners.get("saldo:appearance")?.() };
}

let stub: ReturnType<typeof browser>;

beforeEach(() => {
  stub = browser();
});
afterEach(() => vi.unstubAllGlobals());

describe("the theme", () => {
  it("follows the system until one is chosen", () => {
    expect(currentTheme()).toBe("system");
    chooseTheme("dark");
    expect([currentTheme(), stub.announced]).toEqual(["dark", ["saldo:appearance"]]);
    chooseTheme("system");
    expect([currentTheme(), stub.stored.size]).toEqual(["system", 0]);
  });

  it("ignores an unknown value", () => {
    stub.stored.set("saldo.theme", "sepia");
    expect(currentTheme()).toBe("system");
    expect(page().state().theme).toBeUndefined();
  });

  it("is applied with the color of the browser's bar", () => {
    const { state, change } = page();
    const system = {
      theme: undefined,
      scheme: "light dark",
      bars: ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"],
    };
    expect(state()).toEqual(system);
    chooseTheme("dark");
    change();
    expect(state()).toEqual({ theme: "dark", scheme: "dark", bars: ["not all", "all"] });
    chooseTheme("system");
    change();
    expect(state()).toEqual(system);
  });
});

describe("the density", () => {
  it("is comfortable until the compact one is chosen", () => {
    const { root, change } = page();
    expect([currentDensity(), root.dataset["density"]]).toEqual(["comfortable", undefined]);
    chooseDensity("compact");
    change();
    expect([currentDensity(), root.dataset["density"]]).toEqual(["compact", "compact"]);
    chooseDensity("comfortable");
    change();
    expect([root.dataset["density"], stub.stored.size]).toEqual([undefined, 0]);
  });

  it("ignores an unknown value", () => {
    stub.stored.set("saldo.density", "cozy");
    expect(currentDensity()).toBe("comfortable");
    expect(page().root.dataset["density"]).toBeUndefined();
  });
});

describe("amounts", () => {
  it("are shown until they are hidden", () => {
    const { root, change } = page();
    expect([areAmountsHidden(), root.hidden]).toEqual([false, false]);
    hideAmounts(true);
    change();
    expect([areAmountsHidden(), root.hidden]).toEqual([true, true]);
    hideAmounts(false);
    change();
    expect([areAmountsHidden(), root.hidden]).toEqual([false, false]);
  });
});

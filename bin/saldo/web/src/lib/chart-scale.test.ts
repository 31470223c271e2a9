import { describe, expect, it } from "vitest";
import { amountScale, bands, dayPlaces } from "./chart-scale.ts";

describe("the scale of amounts", () => {
  it("begins at zero and ends at a round amount", () => {
    const { place, ticks } = amountScale(["1200.00", "5305.27"], "EUR");
    expect(ticks.map(({ label }) => label)).toEqual(["€0", "€2K", "€4K", "€6K"]);
    expect([place("0"), place("3000"), place("6000")]).toEqual([0, 50, 100]);
  });

  it("includes zero between debts and assets", () => {
    const { place, ticks } = amountScale(["-50", "150"], "USD");
    expect(ticks.map(({ label }) => label)).toEqual(["-$50", "$0", "$50", "$100", "$150"]);
    expect(place("0")).toBe(25);
  });

  it("has a place for zero if there is nothing else", () => {
    expect(amountScale(["0", "0.00"], "EUR").place("0")).toBe(0);
    expect(amountScale([], "EUR").ticks.length).toBeGreaterThan(1);
  });
});

describe("the axis of labels", () => {
  it("places days in proportion to the time between them, up to the end", () => {
    expect(dayPlaces(["2026-01-01", "2026-01-06", "2026-01-11"], "2026-01-21")).toEqual([0, 25, 50]);
    expect(dayPlaces(["2026-01-31"], "2026-01-31")).toEqual([50]);
    expect(dayPlaces([], "2026-01-31")).toEqual([]);
  });

  it("gives each label a band of the same width", () => {
    const [first, second] = bands(2, 0);
    expect([first, second]).toEqual([
      { start: 0, width: 50 },
      { start: 50, width: 50 },
    ]);
  });
});

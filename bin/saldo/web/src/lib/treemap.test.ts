import { describe, expect, it } from "vitest";
import { sum } from "./money.ts";
import { type Part, type Tile, tilesOf } from "./treemap.ts";

const WORDS = {
  smaller: (count: number) => `${count} smaller`,
  within: (whole: string, part: string) => `${whole} › ${part}`,
};

const part = (name: string, amount: string, ...parts: Part[]): Part => ({
  key: name,
  name,
  amount,
  path: `/${name}`,
  parts,
});

const areaOf = ({ width, height }: Tile) => (width * height) / 100;

describe("a treemap", () => {
  it("draws each amount as large as its share, next to the others", () => {
    const tiles = tilesOf([part("food", "300.00"), part("home", "600.00"), part("fun", "100.00")], WORDS);
    expect(tiles.map(({ name }) => name)).toEqual(["home", "food", "fun"]);
    // Gaps take up to a tenth of a small area.
    for (const [index, share] of [60, 30, 10].entries()) {
      expect(areaOf(tiles[index]!)).toBeGreaterThan(share * 0.9);
      expect(areaOf(tiles[index]!)).toBeLessThanOrEqual(share);
    }
    const covers = (one: Tile, other: Tile) =>
      one.left < other.left + other.width &&
      other.left < one.left + one.width &&
      one.top < other.top + other.height &&
      other.top < one.top + one.height;
    const covered = tiles.flatMap((one, index) => tiles.slice(index + 1).filter((other) => covers(one, other)));
    expect(covered).toEqual([]);
  });

  it("divides a part into its own parts, in the same color", () => {
    const food = part("food", "400.00", part("market", "300.00"), part("bakery", "100.00"));
    const tiles = tilesOf([food, part("home", "600.00")], WORDS);
    expect(tiles.map(({ title }) => title)).toEqual(["home", "food › market", "food › bakery"]);
    expect(tiles[1]?.tone).toBe(tiles[2]?.tone);
    expect(tiles[0]?.tone).not.toBe(tiles[1]?.tone);
  });

  it("merges amounts that are too small to be tapped, without losing a cent", () => {
    const small = ["4.10", "3.05", "2.01", "1.02"].map((amount) => part(amount, amount));
    const food = part("food", "30.00", part("market", "29.00"), part("bakery", "1.00"));
    for (const [rent, names] of [
      ["5000.00", ["home", "5 smaller"]],
      ["200.00", ["home", "food", "4 smaller"]],
    ] as const) {
      const tiles = tilesOf([part("home", rent), food, ...small], WORDS);
      expect(tiles.map(({ title }) => title)).toEqual(names);
      expect(sum(tiles.map(({ amount }) => amount))).toBe(sum([rent, "40.18"]));
      for (const { width, height, path } of tiles) {
        expect(width).toBeGreaterThan(0);
        const least = Math.min((width * 280) / 100, (height * 252) / 100);
        expect(path === null || least >= 24).toBe(true);
      }
    }
  });

  it("is empty without amounts", () => {
    expect(tilesOf([], WORDS)).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { arranged, inOrder, moved, placeAt } from "./order.ts";

it("an element is moved down, up, and to its own place", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

it("a part of a list is arranged, and the others keep their places", () => {
  expect(arranged(["a", "old", "b", "c"], ["c", "a", "b"])).toEqual(["c", "old", "a", "b"]);
});

it("elements are sorted by ids, new ones last", () => {
  const all = ["a", "new", "b"].map((id) => ({ id }));
  expect(inOrder(all, ["b", "a"]).map(({ id }) => id)).toEqual(["b", "a", "new"]);
});

it("a dragged element takes the place of the middles that it has passed", () => {
  const middles = [10, 50, 200];
  expect([5, 40, 60, 150, 300].map((at) => placeAt(middles, 0, at))).toEqual([0, 0, 1, 1, 2]);
  expect([5, 40, 190].map((at) => placeAt(middles, 2, at))).toEqual([0, 1, 2]);
});

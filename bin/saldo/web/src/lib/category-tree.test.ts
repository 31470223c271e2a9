import { expect, it } from "vitest";
import type { Category } from "../api.ts";
import { categoryOptions, treeOf } from "./category-tree.ts";

const category = (id: string, name: string, parentId: string | null): Category => ({ id, key: null, name, parentId });

const CATEGORIES = [
  category("3", "Rent", "1"),
  category("2", "Food", null),
  category("1", "Home", null),
  category("4", "Power", "1"),
  category("5", "Lost", "gone"),
];

it("sorts each category alphabetically below its parent", () => {
  expect(treeOf(CATEGORIES).map(({ category: { name }, below }) => [name, below.map((child) => child.name)])).toEqual([
    ["Food", []],
    ["Home", ["Power", "Rent"]],
    ["Lost", []],
  ]);
});

it("indents the names of subcategories", () => {
  expect(categoryOptions(CATEGORIES).map(([id, name]) => `${id} ${name}`)).toEqual([
    "2 Food",
    "1 Home",
    "4 \u2003Power",
    "3 \u2003Rent",
    "5 Lost",
  ]);
});

/** Categories as a tree of two levels, sorted by name. */
import type { Category } from "../api.ts";
import { locale } from "../strings/index.ts";

/** A top-level category with its subcategories. */
export interface Branch {
  category: Category;
  below: Category[];
}

/** Returns the tree. A category whose parent is missing is at the top level. */
export function treeOf(categories: readonly Category[]): Branch[] {
  const inOrder = [...categories].sort((one, other) => one.name.localeCompare(other.name, locale()));
  const known = new Set(inOrder.map(({ id }) => id));
  const isTop = ({ parentId }: Category) => parentId === null || !known.has(parentId);
  return inOrder
    .filter(isTop)
    .map((category) => ({ category, below: inOrder.filter(({ parentId }) => parentId === category.id) }));
}

/** Returns pairs of value and label for a select, with subcategories indented. */
export function categoryOptions(categories: readonly Category[]): [string, string][] {
  return treeOf(categories).flatMap(({ category, below }): [string, string][] => [
    [category.id, category.name],
    ...below.map(({ id, name }): [string, string] => [id, `\u2003${name}`]),
  ]);
}

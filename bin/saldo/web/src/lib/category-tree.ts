/** The categories as the tree they are: two levels, each in the order of the alphabet. */
import type { Category } from "../api.ts";
import { locale } from "../strings/index.ts";

/** A category and those below it. */
export interface Branch {
  category: Category;
  below: Category[];
}

/** The tree; a category whose parent is gone stands at the top. */
export function treeOf(categories: readonly Category[]): Branch[] {
  const inOrder = [...categories].sort((one, other) => one.name.localeCompare(other.name, locale()));
  const known = new Set(inOrder.map(({ id }) => id));
  const isTop = ({ parentId }: Category) => parentId === null || !known.has(parentId);
  return inOrder
    .filter(isTop)
    .map((category) => ({ category, below: inOrder.filter(({ parentId }) => parentId === category.id) }));
}

/** Values and words for a choice among categories, those below set in. */
export function categoryOptions(categories: readonly Category[]): [string, string][] {
  return treeOf(categories).flatMap(({ category, below }): [string, string][] => [
    [category.id, category.name],
    ...below.map(({ id, name }): [string, string] => [id, `\u2003${name}`]),
  ]);
}

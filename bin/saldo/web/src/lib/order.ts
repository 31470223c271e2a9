/** The order of lists that the user arranges. */

/** Returns a list with the element at `from` moved to `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Returns all ids with those of `part` in its order; the others keep their places. */
export function arranged(all: readonly string[], part: readonly string[]): string[] {
  const rest = part[Symbol.iterator]();
  return all.map((id) => (part.includes(id) ? (rest.next().value ?? id) : id));
}

/** Returns elements in the order of these ids; those without one come last, as they were. */
export function inOrder<T extends { id: string }>(all: readonly T[], ids: readonly string[]): T[] {
  const place = ({ id }: T) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return all.toSorted((one, other) => place(one) - place(other));
}

/** Returns the place of a dragged element, whose middle is now at `at`, among the middles of all elements. */
export function placeAt(middles: readonly number[], from: number, at: number): number {
  return middles.filter((middle, index) => index !== from && middle < at).length;
}

/** The selected transactions. */
import type { Entry } from "../api.ts";

/** Entries by their ids, or all that the filter lets through. */
export type Chosen = ReadonlySet<string> | "all";

/** Returns the selection without a deleted transaction. */
export function without(chosen: Chosen, id: string): Chosen {
  return chosen === "all" || !chosen.has(id) ? chosen : new Set([...chosen].filter((one) => one !== id));
}

/**
 * Those that are still in the list: a change of many is refused as a whole where one of them is gone. Of a list that has not
 * come to its end nobody can tell.
 */
export function stillThere(chosen: Chosen, list: { entries: readonly Entry[]; isWhole: boolean }): Chosen {
  if (chosen === "all" || chosen.size === 0 || !list.isWhole) {
    return chosen;
  }
  const known = new Set(list.entries.map(({ id }) => id));
  return [...chosen].every((id) => known.has(id)) ? chosen : new Set([...chosen].filter((id) => known.has(id)));
}

/** Counts the loaded, selected transactions that are split. */
export function splitAmong(chosen: Chosen, entries: readonly Entry[]): number {
  return entries.filter(({ id, splits }) => splits.length > 0 && (chosen === "all" || chosen.has(id))).length;
}

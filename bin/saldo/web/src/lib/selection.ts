/** The selected transactions. */
import type { Transaction } from "../api.ts";

/** The ids of selected transactions, or all transactions of the filter. */
export type Chosen = ReadonlySet<string> | "all";

/** Returns the selection without a deleted transaction. */
export function without(chosen: Chosen, id: string): Chosen {
  return chosen === "all" || !chosen.has(id) ? chosen : new Set([...chosen].filter((one) => one !== id));
}

/**
 * Returns the selected transactions that are still in the list, because the server rejects a change of many
 * if one of them is missing. An incomplete list says nothing about missing ones.
 */
export function stillThere(chosen: Chosen, list: { transactions: readonly Transaction[]; isWhole: boolean }): Chosen {
  if (chosen === "all" || chosen.size === 0 || !list.isWhole) {
    return chosen;
  }
  const known = new Set(list.transactions.map(({ id }) => id));
  return [...chosen].every((id) => known.has(id)) ? chosen : new Set([...chosen].filter((id) => known.has(id)));
}

/** Counts the loaded, selected transactions that are split. */
export function splitAmong(chosen: Chosen, transactions: readonly Transaction[]): number {
  return transactions.filter(({ id, splits }) => splits.length > 0 && (chosen === "all" || chosen.has(id))).length;
}

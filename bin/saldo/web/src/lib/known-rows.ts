/** Detection of rows that are already imported: same date, amount, currency and description. */
import type { Transaction } from "../api.ts";
import type { ImportRow } from "../api-import.ts";

function keyOf({ date, amount, currency }: Pick<ImportRow, "date" | "amount" | "currency">, text: string): string {
  return [date, amount, currency, text.trim()].join("\n");
}

/** Returns `true` for each row that has a transaction. Two equal rows need two transactions. */
export function knownRows(rows: readonly ImportRow[], transactions: readonly Transaction[]): boolean[] {
  const left = new Map<string, number>();
  for (const transaction of transactions) {
    const key = keyOf(transaction, transaction.originalDescription);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return rows.map((row) => {
    const key = keyOf(row, row.description);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  });
}

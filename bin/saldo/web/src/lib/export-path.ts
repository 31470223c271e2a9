/** Export of transactions for other programs. */
import { type TransactionFilter, given } from "../api.ts";
import { inBooks } from "./books.ts";

/** The formats of `GET /api/export`. */
export const FORMATS = ["csv", "zip", "json", "ofx", "qif", "beancount", "hledger", "ledger"] as const;

/** A format of an export. */
export type ExportFormat = (typeof FORMATS)[number];

/**
 * Returns the path of the export of a filter's transactions. The sort order is left
 * out, because a file has its own.
 */
export function exportPath(format: ExportFormat, filter: TransactionFilter = {}): string {
  return inBooks(`/api/export?${new URLSearchParams(given({ format, ...filter, sort: undefined }))}`);
}

/** Entries as a file for another program. */
import { type EntryFilter, query } from "../api.ts";

/** The formats of `GET /api/export`. */
export const FORMATS = ["csv", "json", "ofx", "qif", "beancount", "hledger", "ledger"] as const;

/** One of the formats. */
export type ExportFormat = (typeof FORMATS)[number];

/** The address of the file with all entries that a filter lets through; a file has an order of its own. */
export function exportPath(format: ExportFormat, filter: EntryFilter = {}): string {
  return `/api/export${query({ format, ...filter, sort: undefined })}`;
}

/** Data files: preview first, then import as confirmed. */
import * as v from "valibot";
import { type Account, ApiError, decimal, parseBody, send } from "./api.ts";

const column = v.nullable(v.number());

const mapping = v.object({
  separator: v.string(),
  headRow: v.number(),
  date: v.number(),
  valueDate: column,
  descriptions: v.array(v.number()),
  amount: column,
  moneyIn: column,
  moneyOut: column,
  fee: column,
  balance: column,
  currencyColumn: column,
  direction: column,
  currency: v.nullable(v.string()),
  monthFirst: v.nullable(v.boolean()),
  decimal: v.nullable(v.picklist([".", ","])),
  negate: v.boolean(),
});

const row = v.object({
  date: v.string(),
  valueDate: v.nullable(v.string()),
  description: v.string(),
  amount: decimal,
  currency: v.string(),
  balance: v.nullable(decimal),
});

const preview = v.object({
  statementId: v.string(),
  format: v.picklist(["csv", "xlsx", "ofx", "qif", "camt053", "mt940"]),
  mappingFrom: v.nullable(v.picklist(["guessed", "given", "saved"])),
  columns: v.array(v.string()),
  mapping: v.nullable(mapping),
  accountId: v.nullable(v.string()),
  accounts: v.array(
    v.object({
      numberMasked: v.nullable(v.string()),
      name: v.nullable(v.string()),
      currency: v.string(),
      openingBalance: v.nullable(decimal),
      closingBalance: v.nullable(decimal),
      transactionCount: v.number(),
    }),
  ),
  transactionCount: v.number(),
  transactions: v.array(row),
  problemCount: v.number(),
  problems: v.array(v.object({ line: v.number(), what: v.string() })),
});

const imported = v.object({
  data: v.optional(v.object({ newTransactionCount: v.number(), duplicateCount: v.number() })),
});

/** The mapping from a table's columns to transactions. */
export type Mapping = v.InferOutput<typeof mapping>;
/** A preview of an import. */
export type ImportPreview = v.InferOutput<typeof preview>;
/** A transaction that an import would add. */
export type ImportRow = v.InferOutput<typeof row>;
/** The numbers of added and skipped transactions; `null` while the import runs. */
export type Imported = { fresh: number; known: number } | null;
/** The account to import into: the file's own, an existing one, or a new one. */
export type ImportTarget =
  | { kind: "file" }
  | { kind: "account"; id: string }
  | { kind: "new"; account: Pick<Account, "name" | "kind" | "currency"> };

/**
 * `POST /api/import/preview` of an uploaded file, for an existing account or for a new one in this currency.
 */
export async function previewImport(
  statementId: string,
  wanted: Mapping | null,
  target: { accountId: string } | { currency: string } | null,
): Promise<ImportPreview> {
  const body = new FormData();
  body.append("statementId", statementId);
  if (wanted) {
    body.append("mapping", JSON.stringify(wanted));
  }
  for (const [name, value] of Object.entries(target ?? {})) {
    body.append(name, value);
  }
  const response = await fetch("/api/import/preview", { method: "POST", body });
  const answer = parseBody(await response.text());
  if (!response.ok) {
    throw new ApiError(response.status, answer);
  }
  return v.parse(preview, answer);
}

/** `POST /api/import` */
export async function importFile(statementId: string, how: Mapping | null, target: ImportTarget): Promise<Imported> {
  const where =
    target.kind === "account" ? { accountId: target.id } : target.kind === "new" ? { account: target.account } : {};
  const answer = await send("POST", "/import", { statementId, ...(how && { mapping: how }), ...where });
  const { data } = v.parse(imported, answer);
  return data ? { fresh: data.newTransactionCount, known: data.duplicateCount } : null;
}

/** `DELETE /api/import/mappings/{id}`: deletes the stored mapping of an account. */
export async function forgetMappings(accountId: string): Promise<void> {
  await send("DELETE", `/import/mappings/${encodeURIComponent(accountId)}`);
}

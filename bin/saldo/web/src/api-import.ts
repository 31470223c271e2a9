/** Data files: preview first, then import as confirmed. */
import type * as Types from "./api-types.ts";
import { type Account, answer, client, withId } from "./api.ts";

/** The mapping from a table's columns to transactions. */
export type Mapping = Types.CsvMapping;
/** A preview of an import. */
export type ImportPreview = Types.ImportPreview;
/** A transaction that an import would add. */
export type ImportRow = Types.PreviewedTransaction;
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
  mapping: Mapping | null,
  target: { accountId: string } | { currency: string } | null,
): Promise<ImportPreview> {
  const body = { statementId, ...(mapping && { mapping }), ...target };
  const bodySerializer = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) {
      form.append(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    return form;
  };
  return answer(client.POST("/import/preview", { body, bodySerializer }));
}

/** `POST /api/import` */
export async function importFile(statementId: string, how: Mapping | null, target: ImportTarget): Promise<Imported> {
  const where =
    target.kind === "account" ? { accountId: target.id } : target.kind === "new" ? { account: target.account } : {};
  const body = { statementId, ...(how && { mapping: how }), ...where };
  const imported = await answer(client.POST("/import", { body }));
  return "data" in imported ? { fresh: imported.data.newTransactionCount, known: imported.data.duplicateCount } : null;
}

/** `DELETE /api/import/mappings/{id}`: deletes the stored mapping of an account. */
export async function forgetMappings(accountId: string): Promise<void> {
  await answer(client.DELETE("/import/mappings/{id}", withId(accountId)));
}

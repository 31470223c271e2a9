/** All data of the user: archive, restore, delete. */
import type * as Types from "./api-types.ts";
import { answer, client } from "./api.ts";
import { inBooks } from "./lib/books.ts";

/** Returns the address of the archive of all data. */
export const archiveFile = (): string => inBooks("/api/me/data");

const ARCHIVE_TYPE = "application/x-tar";

/** The contents restored from an archive. */
export type Restored = Types.ImportedData;

/** `POST /api/me/data/import`: restores a complete archive, or nothing. */
export async function restoreData(archive: File): Promise<Restored> {
  const bodySerializer = () => archive.slice(0, archive.size, ARCHIVE_TYPE);
  const headers = { "content-type": ARCHIVE_TYPE };
  return answer(client.POST("/me/data/import", { body: "", bodySerializer, headers }));
}

/** `DELETE /api/me/data`: all data and files, except the account itself. */
export async function deleteData(): Promise<void> {
  await answer(client.DELETE("/me/data", { body: { confirm: "delete my data" } }));
}

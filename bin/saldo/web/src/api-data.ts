/** All data of the user: archive, restore, delete. */
import * as v from "valibot";
import { send } from "./api.ts";

/** The route of the archive of all data. */
export const ARCHIVE = "/api/me/data";

const ARCHIVE_TYPE = "application/x-tar";

const restored = v.object({ rows: v.number(), files: v.number() });

/** The contents restored from an archive. */
export type Restored = v.InferOutput<typeof restored>;

/** `POST /api/me/data/import`: restores a complete archive, or nothing. */
export async function restoreData(archive: File): Promise<Restored> {
  const body = archive.slice(0, archive.size, ARCHIVE_TYPE);
  return v.parse(restored, await send("POST", "/me/data/import", body));
}

/** `DELETE /api/me/data`: all data and files, except the account itself. */
export async function deleteData(): Promise<void> {
  await send("DELETE", "/me/data", { confirm: "delete my data" });
}

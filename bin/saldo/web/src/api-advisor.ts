/** The routes for the advisor's notes about the user. */
import * as v from "valibot";
import { page, send } from "./api.ts";

const note = v.object({ id: v.string(), text: v.string(), updatedAt: v.string() });

/** A note for the advisor. */
export type Note = v.InferOutput<typeof note>;

/** `GET /api/chat/memories` */
export async function listNotes(): Promise<Note[]> {
  return v.parse(page(note), await send("GET", "/chat/memories")).items;
}

/** `POST /api/chat/memories`, or `PATCH /api/chat/memories/{id}` for an existing note. */
export async function putNote(id: string | null, text: string): Promise<void> {
  await (id === null
    ? send("POST", "/chat/memories", { text })
    : send("PATCH", `/chat/memories/${encodeURIComponent(id)}`, { text }));
}

/** `DELETE /api/chat/memories/{id}` */
export async function deleteNote(id: string): Promise<void> {
  await send("DELETE", `/chat/memories/${encodeURIComponent(id)}`);
}

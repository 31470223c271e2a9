/** The routes for the advisor's notes about the user. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A note for the advisor. */
export type Note = Types.Memory;

/** `GET /api/chat/memories` */
export async function listNotes(): Promise<Note[]> {
  return (await answer(client.GET("/chat/memories"))).items;
}

/** `POST /api/chat/memories`, or `PATCH /api/chat/memories/{id}` for an existing note. */
export async function putNote(id: string | null, text: string): Promise<void> {
  const body = { text };
  await (id === null
    ? answer(client.POST("/chat/memories", { body }))
    : answer(client.PATCH("/chat/memories/{id}", { ...withId(id), body })));
}

/** `DELETE /api/chat/memories/{id}` */
export async function deleteNote(id: string): Promise<void> {
  await answer(client.DELETE("/chat/memories/{id}", withId(id)));
}

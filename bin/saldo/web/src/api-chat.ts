/** The routes for stored chats, the available models, and the data sent to them. */
import type { UIMessage } from "ai";
import type * as Types from "./api-types.ts";
import { answer, client, given, withId } from "./api.ts";

/** A message as sent to a model. */
export type SentMessage = Types.SentMessage;
/** A stored chat. */
export type Thread = Types.Thread;
/** A stored chat with its messages, in the shape that the AI SDK builds from its own stream. */
export type OpenThread = Thread & { messages: UIMessage[] };
/** A model that can answer. */
export type Model = Types.Model;
/** The data sent for one answer. */
export type Trace = Types.Trace;

/** `GET /api/chat/threads`: at most 100 chats that match the search, the most recent ones first. */
export async function listThreads(search: string): Promise<Thread[]> {
  const params = { query: given({ search, limit: 100 }) };
  return (await answer(client.GET("/chat/threads", { params }))).items;
}

/** `GET /api/chat/threads/{id}` */
export async function getThread(id: string): Promise<OpenThread> {
  return (await answer(client.GET("/chat/threads/{id}", withId(id)))) as OpenThread;
}

/** `PATCH /api/chat/threads/{id}` */
export async function renameThread(id: string, title: string): Promise<Thread> {
  return answer(client.PATCH("/chat/threads/{id}", { ...withId(id), body: { title } }));
}

/**
 * `PATCH /api/chat/threads/{id}`: withdraws the consent of a chat, so that the
 * next question asks for it again.
 */
export async function withdrawConsent(id: string): Promise<void> {
  await answer(client.PATCH("/chat/threads/{id}", { ...withId(id), body: { consent: null } }));
}

/** `DELETE /api/chat/threads/{id}` */
export async function deleteThread(id: string): Promise<void> {
  await answer(client.DELETE("/chat/threads/{id}", withId(id)));
}

/** `GET /api/chat/threads/{id}/trace` */
export async function listTraces(id: string): Promise<Trace[]> {
  return (await answer(client.GET("/chat/threads/{id}/trace", withId(id)))).items;
}

/** `GET /api/chat/models` */
export async function listModels(): Promise<Model[]> {
  return (await answer(client.GET("/chat/models"))).items;
}

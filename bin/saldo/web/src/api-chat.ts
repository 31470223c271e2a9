/** The routes for stored chats, the available models, and the data sent to them. */
import type { UIMessage } from "ai";
import * as v from "valibot";
import { page, query, send } from "./api.ts";

const thread = v.object({
  id: v.string(),
  clientId: v.nullable(v.string()),
  title: v.string(),
  model: v.nullable(v.string()),
  updatedAt: v.string(),
});

const openThread = v.object({
  ...thread.entries,
  // Messages have the shape that the AI SDK builds from its own stream.
  messages: v.array(v.custom<UIMessage>((value) => typeof value === "object" && value !== null && "parts" in value)),
});

const model = v.object({
  name: v.string(),
  default: v.boolean(),
  leavesMachine: v.boolean(),
  host: v.nullable(v.string()),
  readsStatements: v.boolean(),
});

/** A message as sent to a model. */
export const sentMessage = v.object({
  role: v.string(),
  text: v.optional(v.string(), ""),
  tool: v.optional(v.string()),
  calls: v.optional(v.array(v.object({ name: v.string(), arguments: v.unknown() })), []),
});

const trace = v.object({
  messageId: v.string(),
  createdAt: v.string(),
  model: v.string(),
  leavesMachine: v.boolean(),
  tools: v.array(v.string()),
  steps: v.array(v.object({ messages: v.array(sentMessage) })),
  inputTokens: v.number(),
  outputTokens: v.number(),
  milliseconds: v.number(),
});

/** A message as sent to a model. */
export type SentMessage = v.InferOutput<typeof sentMessage>;
/** A stored chat. */
export type Thread = v.InferOutput<typeof thread>;
/** A stored chat with its messages. */
export type OpenThread = v.InferOutput<typeof openThread>;
/** A model that can answer. */
export type Model = v.InferOutput<typeof model>;
/** The data sent for one answer. */
export type Trace = v.InferOutput<typeof trace>;

function pathOf(id: string): string {
  return `/chat/threads/${encodeURIComponent(id)}`;
}

/** `GET /api/chat/threads`: at most 100 chats that match the search, the most recent ones first. */
export async function listThreads(search: string): Promise<Thread[]> {
  return v.parse(page(thread), await send("GET", `/chat/threads${query({ search, limit: 100 })}`)).items;
}

/** `GET /api/chat/threads/{id}` */
export async function getThread(id: string): Promise<OpenThread> {
  return v.parse(openThread, await send("GET", pathOf(id)));
}

/** `PATCH /api/chat/threads/{id}` */
export async function renameThread(id: string, title: string): Promise<Thread> {
  return v.parse(thread, await send("PATCH", pathOf(id), { title }));
}

/**
 * `PATCH /api/chat/threads/{id}`: withdraws the consent of a chat, so that the
 * next question asks for it again.
 */
export async function withdrawConsent(id: string): Promise<void> {
  await send("PATCH", pathOf(id), { consent: null });
}

/** `DELETE /api/chat/threads/{id}` */
export async function deleteThread(id: string): Promise<void> {
  await send("DELETE", pathOf(id));
}

/** `GET /api/chat/threads/{id}/trace` */
export async function listTraces(id: string): Promise<Trace[]> {
  return v.parse(page(trace), await send("GET", `${pathOf(id)}/trace`)).items;
}

/** `GET /api/chat/models` */
export async function listModels(): Promise<Model[]> {
  return v.parse(page(model), await send("GET", "/chat/models")).items;
}

/** The server's question before it sends data of a conversation to a model on another machine. */
import type { UIMessage } from "ai";
import * as v from "valibot";

const sentMessage = v.object({
  role: v.string(),
  text: v.string(),
  tool: v.exactOptional(v.string()),
  calls: v.exactOptional(v.array(v.object({ id: v.string(), name: v.string(), arguments: v.string() }))),
});

const question = v.object({
  model: v.string(),
  host: v.nullable(v.string()),
  kinds: v.array(v.string()),
  bytes: v.number(),
  system: v.string(),
  messages: v.array(sentMessage),
  messagesLeftOut: v.number(),
  tools: v.array(v.string()),
});

/** The data to be sent, and its recipient. */
export type ConsentQuestion = v.InferOutput<typeof question>;

/** The user's consent: for this answer, for this conversation, always, or not at all. */
export type Consent = "once" | "thread" | "always" | "no";

/** Returns the request for consent in a message; `null` if there is none. */
export function consentAskedIn({ parts }: UIMessage): ConsentQuestion | null {
  const part = parts.find(({ type }) => type === "data-consent");
  const known = part && "data" in part ? v.safeParse(question, part.data) : null;
  return known?.success ? known.output : null;
}

const given = v.object({ consent: v.picklist(["once", "thread"]) });

/** True if the latest answer was given under a consent for the whole conversation. */
export function isPermitted(messages: readonly UIMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === "assistant");
  const known = v.safeParse(given, last?.metadata);
  return known.success && known.output.consent === "thread";
}

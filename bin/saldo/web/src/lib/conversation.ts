/**
 * The conversation with the advisor. It is stored outside the page, so that it
 * continues while other pages are open.
 */
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import type { OpenThread } from "../api-chat.ts";
import { hearProgress } from "./file-progress.ts";
import { booksHeaders } from "./books.ts";

interface Conversation {
  owner: string;
  chat: Chat<UIMessage>;
}

let current: Conversation | null = null;

const MODEL_KEY = "saldo.model";

/** Returns the model that the user selected in this browser; `null` for the server's default. */
export function chosenModel(): string | null {
  return localStorage.getItem(MODEL_KEY);
}

const choosing = new Set<() => void>();

/** Selects the model for the next questions. */
export function chooseModel(name: string): void {
  localStorage.setItem(MODEL_KEY, name);
  for (const listener of choosing) {
    listener();
  }
}

/** Subscribes to changes of the selected model. Returns a function that unsubscribes. */
export function onChosenModel(listener: () => void): () => void {
  choosing.add(listener);
  return () => choosing.delete(listener);
}

/**
 * Starts a new conversation or opens a stored one. A stored one is known to the client by
 * the AI SDK's id, if it has one.
 */
function begin(owner: string, thread: OpenThread | null): Chat<UIMessage> {
  void current?.chat.stop();
  const chat = new Chat<UIMessage>({
    ...(thread ? { id: thread.clientId ?? thread.id, messages: thread.messages } : {}),
    transport: new DefaultChatTransport({
      api: "/api/chat",
      headers: booksHeaders,
      body: () => {
        const model = chosenModel();
        return model === null ? {} : { model };
      },
    }),
    onData: hearProgress,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  current = { owner, chat };
  return chat;
}

/** Returns the user's current conversation; another user's is dropped. */
export function conversationOf(owner: string): Chat<UIMessage> {
  return current?.owner === owner ? current.chat : begin(owner, null);
}

/** Switches to a stored conversation, or to a new one. */
export function switchConversation(owner: string, thread: OpenThread | null): Chat<UIMessage> {
  return begin(owner, thread);
}

/** The conversation with the advisor. It lives outside the page, so that going to look at an entry does not end it. */
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import type { OpenThread } from "../api-chat.ts";
import { hearProgress } from "./file-progress.ts";

interface Conversation {
  owner: string;
  chat: Chat<UIMessage>;
}

let current: Conversation | null = null;

const KEPT = "saldo.model";

/** The model that the user chose in this browser; `null` for the server's default. */
export function chosenModel(): string | null {
  return localStorage.getItem(KEPT);
}

const choosing = new Set<() => void>();

/** Chooses who answers from now on. */
export function chooseModel(name: string): void {
  localStorage.setItem(KEPT, name);
  for (const listener of choosing) {
    listener();
  }
}

/** Hears of it when another model is chosen. */
export function onChosenModel(listener: () => void): () => void {
  choosing.add(listener);
  return () => choosing.delete(listener);
}

/** The server keeps a chat under the toolkit's own id. */
function begin(owner: string, thread: OpenThread | null): Chat<UIMessage> {
  void current?.chat.stop();
  const chat = new Chat<UIMessage>({
    ...(thread ? { id: thread.clientId ?? thread.id, messages: thread.messages } : {}),
    transport: new DefaultChatTransport({
      api: "/api/chat",
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

/** Another conversation: one that was kept, or a new one. */
export function switchConversation(owner: string, thread: OpenThread | null): Chat<UIMessage> {
  return begin(owner, thread);
}

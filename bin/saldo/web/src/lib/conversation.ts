/** The conversation with the advisor. It lives outside the page, so that going to look at an entry does not end it. */
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";

interface Conversation {
  owner: string;
  chat: Chat<UIMessage>;
}

let current: Conversation | null = null;

/** The running conversation of a person; somebody else's is dropped. */
export function conversationOf(owner: string): Chat<UIMessage> {
  if (current?.owner !== owner) {
    void current?.chat.stop();
    current = { owner, chat: new Chat({ transport: new DefaultChatTransport({ api: "/api/chat" }) }) };
  }
  return current.chat;
}

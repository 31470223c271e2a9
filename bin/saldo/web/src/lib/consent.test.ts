import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { consentAskedIn, isPermitted } from "./consent.ts";

const asked = {
  model: "gpt-5",
  host: "api.openai.com",
  kinds: ["question", "books"],
  bytes: 9183,
  system: "You are",
  messages: [{ role: "user", text: "How much?" }],
  messagesLeftOut: 0,
  tools: ["books"],
};

function message(parts: unknown[], metadata: unknown = {}): UIMessage {
  return { id: "1", role: "assistant", parts, metadata } as UIMessage;
}

it("finds the consent question among the parts of a message", () => {
  expect(consentAskedIn(message([{ type: "text", text: "May I?" }]))).toBeNull();
  expect(consentAskedIn(message([{ type: "data-consent", id: "consent", data: asked }]))?.host).toBe("api.openai.com");
});

it("detects a conversation's consent from the latest answer", () => {
  const once = message([], { consent: "once" });
  const always = message([], { consent: "thread" });
  expect([isPermitted([once]), isPermitted([always]), isPermitted([always, once]), isPermitted([])]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

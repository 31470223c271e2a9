// The AI SDK's own chat route, for scripts/bench-chat: streamText and toUIMessageStreamResponse on plain node http.
// Usage: node route.mjs PORT MODEL_SERVER

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { convertToModelMessages, streamText } from "ai";

const [port, baseURL] = process.argv.slice(2);
const model = createOpenAICompatible({ name: "bench", baseURL, apiKey: "sk-bench" })("bench");

createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const leaving = new AbortController();
  response.on("close", () => leaving.abort());
  const { messages } = JSON.parse(text);
  const result = streamText({ model, messages: await convertToModelMessages(messages), abortSignal: leaving.signal, onError() {} });
  const answer = result.toUIMessageStreamResponse();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  Readable.fromWeb(answer.body).on("error", () => response.destroy()).pipe(response);
}).listen(Number(port), "127.0.0.1");

// A model server that plays what providers really send. Which scene it plays stands in the last question: "[scene]".

import { createServer } from "node:http";

const chunk = (delta, more = {}) => ({ choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const stop = chunk({}, { finish_reason: "stop" });
const call = (index, id, name, args) => chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: args } }] });
const calls = chunk({}, { finish_reason: "tool_calls" });
const usage = { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } };

const answer = (text) => [chunk({ role: "assistant", content: "" }), ...[...text].map((it) => chunk({ content: it })), stop, usage];

/** What is sent at each step of a scene: chunks, `"cut"`, `"silence"`, or a status with headers and body. */
const scenes = {
  text: [answer("Hello, wörld")],
  comments: [[": OPENROUTER PROCESSING", ...answer("Hello")]],
  reasoning: [[chunk({ reasoning_content: "Let me " }), chunk({ reasoning: "think" }), ...answer("Done")]],
  tool: [[call(0, "c1", "cash_flow", ""), ...[...'{"from":"2025-05-01"}'].map((it) => call(0, undefined, undefined, it)), calls], answer("Nothing yet")],
  parallel: [[call(0, "c1", "books", "{}"), call(1, "c2", "balances", "{}"), calls], answer("Both")],
  gemini: [[{ choices: [{ delta: { tool_calls: [{ function: { name: "books", arguments: {} } }] }, finish_reason: "stop" }] }], answer("One")],
  invalid: [[call(0, "c1", "cash_flow", '{"from":"May"}'), calls], answer("Sorry")],
  unknown: [[call(0, "c1", "format_disk", "{}"), calls], answer("Sorry")],
  midway: [[chunk({ content: "Half a" }), "cut"]],
  later: [[call(0, "c1", "books", "{}"), calls], { status: 500, body: "<html>secret</html>" }],
  reported: [[chunk({ content: "Hm" }), { error: { message: "secret detail", code: 502 } }]],
  key: [{ status: 401, body: '{"error":{"message":"sk-secret is wrong"}}' }],
  slow: [{ status: 429, headers: { "retry-after": "90" }, body: "{}" }],
  retry: [{ status: 429, headers: { "retry-after-ms": "5" }, body: "{}" }, answer("Second time")],
  length: [[chunk({ content: "Cut by the li" }), chunk({}, { finish_reason: "length" })]],
  hold: [[chunk({ content: "First" }), "silence"]],
  many: [[...Array.from({ length: 200 }, (_, index) => chunk({ content: `${index} ` })), stop]],
};

/** Starts the server; `hungUp` resolves when a client leaves during a silence, and `requests` has every request's body. */
export function start(port) {
  const requests = [];
  let leave;
  const hungUp = new Promise((resolve) => (leave = resolve));
  const turns = new Map();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push({ headers: request.headers, body });
    const question = body.messages.filter(({ role }) => role === "user").at(-1).content;
    const scene = /\[(.+)\]/.exec(question)[1];
    const turn = turns.get(question) ?? 0;
    turns.set(question, turn + 1);
    const step = scenes[scene][turn];
    if (!Array.isArray(step)) {
      response.writeHead(step.status, step.headers).end(step.body);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const item of step) {
      if (item === "cut") {
        // What was written is to arrive before the connection breaks.
        return setTimeout(() => response.destroy(), 50);
      }
      if (item === "silence") return response.on("close", leave);
      response.write(typeof item === "string" ? `${item}\n\n` : `data: ${JSON.stringify(item)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve({ requests, hungUp, server })));
}

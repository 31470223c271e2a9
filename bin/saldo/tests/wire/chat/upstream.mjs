// A model server that sends what providers really send. The last question names the scene: "[scene]".
// The wire tests start it in their own process; scripts/bench-chat runs it separately: node upstream.mjs PORT

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const chunk = (delta, more = {}) => ({ choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const stop = chunk({}, { finish_reason: "stop" });
const call = (index, id, name, args) => chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: args } }] });
const calls = chunk({}, { finish_reason: "tool_calls" });
const usage = { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } };

const answer = (text) => [chunk({ role: "assistant", content: "" }), ...[...text].map((it) => chunk({ content: it })), stop, usage];

/** The steps of each scene: chunks, `"cut"`, `"silence"`, raw bytes, or a status with headers and body. */
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
  reported: [[chunk({ content: "Hm" }), { error: { message: "out of memory", code: 502 } }]],
  key: [{ status: 401, body: '{"error":{"message":"sk-secret is wrong"}}' }],
  slow: [{ status: 429, headers: { "retry-after": "90" }, body: "{}" }],
  retry: [{ status: 429, headers: { "retry-after-ms": "5" }, body: "{}" }, answer("Second time")],
  length: [[chunk({ content: "Cut by the li" }), chunk({}, { finish_reason: "length" })]],
  hold: [[chunk({ content: "First" }), "silence"]],
  nodone: [[...answer("No end mark"), "end"]],
  garbage: [[chunk({ content: "Good" }), "data: {\"choices\":[{oops", ...answer(" again")]],
  noise: [[Buffer.from("\u0000\u00ff<html><body>502 Bad Gateway</body></html>\n\n")]],
  trickle: [[Buffer.from([...answer("Tröpfchen"), "[DONE]"].map((it) => `data: ${typeof it === "string" ? it : JSON.stringify(it)}\n\n`).join(""))]],
  halfopen: ["nothing"],
  paced: [["paced"]],
  many: [[...Array.from({ length: 200 }, (_, index) => chunk({ content: `${index} ` })), stop]],
};

/** Sends deltas at a steady rate to many clients, with one timer and one buffer for all clients that are due. */
class Pace {
  aborted = 0;
  lastAborted = 0;
  #streams = new Set();
  #slot = 0;

  constructor(interval) {
    this.interval = interval;
    setInterval(() => this.#tick(), 1);
    this.begun = process.hrtime.bigint();
    this.ticks = 0;
  }

  get open() {
    return this.#streams.size;
  }

  add(response, deltas) {
    const stream = { response, left: deltas, slot: this.#slot++ % this.interval };
    this.#streams.add(stream);
    response.flushHeaders();
    response.on("close", () => {
      if (!this.#streams.delete(stream)) return;
      this.aborted += 1;
      this.lastAborted = Number(process.hrtime.bigint() / 1000n);
    });
  }

  #tick() {
    // A late timer catches up, so that the rate stays the same under load.
    const due = Number((process.hrtime.bigint() - this.begun) / 1_000_000n);
    for (; this.ticks < due; this.ticks += 1) this.#send(this.ticks % this.interval);
  }

  #send(slot) {
    let frame = null;
    for (const stream of this.#streams) {
      if (stream.slot !== slot) continue;
      if (stream.left === 0) {
        this.#streams.delete(stream);
        stream.response.end(`data: ${JSON.stringify(stop)}\n\ndata: [DONE]\n\n`);
        continue;
      }
      stream.left -= 1;
      if (frame === null) {
        const text = `data: ${JSON.stringify(chunk({ content: `${process.hrtime.bigint() / 1000n} ` }))}\n\n`;
        frame = Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
      }
      // Bypasses node's framing, so that this process uses the least processor time.
      stream.response.socket.write(frame);
    }
  }
}

/**
 * Starts the server. `hungUp` resolves when a client disconnects during a silence, `leftNothing` when one disconnects
 * before any response; `requests` contains the body of every request.
 */
export function start(port) {
  const requests = [];
  const paces = new Map();
  let leave, leaveNothing;
  const hungUp = new Promise((resolve) => (leave = resolve));
  const leftNothing = new Promise((resolve) => (leaveNothing = resolve));
  const turns = new Map();
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      const all = [...paces.values()];
      const sum = (of) => all.map(of).reduce((one, other) => one + other, 0);
      const counts = { open: sum(({ open }) => open), aborted: sum(({ aborted }) => aborted) };
      response.end(JSON.stringify({ ...counts, lastAborted: Math.max(0, ...all.map(({ lastAborted }) => lastAborted)) }));
      return;
    }
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push({ headers: request.headers, body });
    const question = body.messages.filter(({ role }) => role === "user").at(-1).content;
    const [scene, ...parameters] = /\[(.+)\]/.exec(question)[1].split(" ");
    const turn = turns.get(question) ?? 0;
    turns.set(question, turn + 1);
    const step = scenes[scene][turn];
    if (step === "nothing") return response.on("close", leaveNothing);
    if (!Array.isArray(step)) {
      response.writeHead(step.status, step.headers).end(step.body);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (step[0] === "paced") {
      requests.pop();
      turns.delete(question);
      const [deltas, interval] = parameters.map(Number);
      if (!paces.has(interval)) paces.set(interval, new Pace(interval));
      return paces.get(interval).add(response, deltas);
    }
    for (const item of step) {
      if (item === "end") return response.end();
      if (Buffer.isBuffer(item)) {
        // A few bytes at a time, split within characters.
        for (let at = 0; at < item.length; at += 7) {
          response.write(item.subarray(at, at + 7));
          await new Promise((resume) => setTimeout(resume, 1));
        }
        return response.end();
      }
      if (item === "cut") {
        // The written bytes must arrive before the connection breaks.
        return setTimeout(() => response.destroy(), 50);
      }
      if (item === "silence") return response.on("close", leave);
      response.write(typeof item === "string" ? `${item}\n\n` : `data: ${JSON.stringify(item)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve({ requests, hungUp, leftNothing, server })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await start(Number(process.argv[2]));

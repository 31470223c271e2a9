// Runs useChat, unmodified, through all functions of a stored chat: ask, approve, deny, ask again, edit, stop, read along,
// resume, send files, and consent to a model on another machine.
// Usage: node react.mjs BASE_URL [UPSTREAM_PORT [elsewhere]]; without a port, the built-in analyst answers; with
// "elsewhere", the server treats the model as one on another machine.

import assert from "node:assert/strict";
import { Window } from "happy-dom";
import { start } from "./upstream.mjs";

const [baseURL, port, elsewhere] = process.argv.slice(2);
const upstream = port ? await start(Number(port)) : null;

// React needs a document; requests still use Node's fetch.
const window = new Window({ url: baseURL });
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
// Node has its own from version 21 on.
globalThis.navigator ??= window.navigator;
const { act, createElement } = await import("react");
const { createRoot } = await import("react-dom/client");
const { useChat } = await import("@ai-sdk/react");
const { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } = await import("ai");

async function signUp() {
  const answer = await fetch(`${baseURL}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseURL },
    body: JSON.stringify({ name: "Ada", email: `react-${Date.now()}@example.com`, password: "correct horse" }),
  });
  assert.equal(answer.status, 200);
  return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}
const headers = { cookie: await signUp(), origin: baseURL };
const api = `${baseURL}/api/chat`;
const json = async (path) => (await fetch(`${baseURL}/api${path}`, { headers })).json();

/** A page with useChat; `now` is the latest result of the hook. */
async function page(options) {
  const shown = { now: null };
  function Page() {
    shown.now = useChat({
      transport: new DefaultChatTransport({ api, headers }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      ...options,
    });
    return null;
  }
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(Page)));
  shown.close = () => act(async () => root.unmount());
  shown.until = async (what, holds) => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (holds(shown.now)) return shown.now;
      await act(() => new Promise((done) => setTimeout(done, 25)));
    }
    assert.fail(`never: ${what}: ${shown.now.status} ${shown.now.error} ${JSON.stringify(shown.now.messages)}`);
  };
  shown.ready = (count) => shown.until(`${count} messages`, ({ status, messages }) => status === "ready" && messages.length === count);
  shown.say = (...message) => act(async () => void shown.now.sendMessage(...message));
  return shown;
}
const text = (message) => message.parts.filter(({ type }) => type === "text").map((part) => part.text).join("");
const part = (message, kind) => message.parts.find(({ type }) => type === kind);
const waits = (state) => ({ messages }) => messages.at(-1)?.parts.some((it) => it.state === state);

const withAnalyst = {
  async "a question is answered, and the thread returns the same messages"() {
    const chat = await page({ id: "r-ask" });
    await chat.say({ text: "How many entries are there?" });
    const { messages } = await chat.ready(2);
    const kept = await json("/chat/threads/r-ask");
    assert.deepEqual(kept.messages.map(({ id }) => id), messages.map(({ id }) => id));
    const bare = ({ providerMetadata, ...it }) => it;
    assert.deepEqual(kept.messages[1].parts.map(bare), JSON.parse(JSON.stringify(messages[1].parts)).map(bare));
    await chat.close();
  },
  async "an approved change is applied in the same message"() {
    const chat = await page({ id: "r-allow" });
    await chat.say({ text: "Set a budget of 300 EUR for groceries" });
    const asked = await chat.until("a question", waits("approval-requested"));
    const call = part(asked.messages[1], "tool-set_budget");
    assert.equal(part(asked.messages[1], "data-approval").data.summary, "Set the budget for Groceries to 300.00 EUR a month");
    assert.deepEqual((await json("/budgets")).items, []);
    await act(async () => void chat.now.addToolApprovalResponse({ id: call.approval.id, approved: true }));
    const { messages } = await chat.until("the result", (now) => now.status === "ready" && waits("output-available")(now) && text(now.messages[1]) !== "");
    assert.equal(messages.length, 2);
    assert.equal(text(messages[1]), "Done: Set the budget for Groceries to 300.00 EUR a month.");
    assert.equal((await json("/budgets")).items[0].amount, "300.00");
    await chat.close();
  },
  async "a denied change is not applied"() {
    const chat = await page({ id: "r-refuse" });
    await chat.say({ text: "Set a budget of 900 EUR for sport" });
    const asked = await chat.until("a question", waits("approval-requested"));
    const { approval } = part(asked.messages[1], "tool-set_budget");
    await act(async () => void chat.now.addToolApprovalResponse({ id: approval.id, approved: false }));
    const { messages } = await chat.until("the refusal", (now) => now.status === "ready" && waits("output-denied")(now));
    assert.equal(text(messages[1]), "Nothing was changed.");
    assert.equal((await json("/budgets")).items.length, 1);
    await chat.close();
  },
  async "an answer can be regenerated, and an edited question replaces the later messages"() {
    const chat = await page({ id: "r-again" });
    await chat.say({ text: "Hello" });
    const first = (await chat.ready(2)).messages;
    await act(async () => void chat.now.regenerate());
    const again = (await chat.until("another answer", (now) => now.status === "ready" && now.messages.length === 2 && now.messages[1].id !== first[1].id)).messages;
    assert.equal(again[0].id, first[0].id);
    await chat.say({ text: "And again" });
    await chat.ready(4);
    await chat.say({ text: "How many entries are there?", messageId: first[0].id });
    await chat.ready(2);
    const kept = await json("/chat/threads/r-again");
    assert.deepEqual(kept.messages.map(({ id }) => id), chat.now.messages.map(({ id }) => id));
    assert.equal(kept.messages[0].parts[0].text, "How many entries are there?");
    await chat.close();
  },
  async "a file is read with visible progress, then discussed"() {
    const received = [];
    const chat = await page({ id: "r-file", onData: (part) => received.push(part) });
    const csv = "Date,Description,Amount,Currency\n2025-05-02,Fresh Market,-12.50,EUR\n2025-05-03,Salary,2000.00,EUR\n";
    const url = `data:text/csv;base64,${Buffer.from(csv).toString("base64")}`;
    await chat.say({ text: "", files: [{ type: "file", mediaType: "text/csv", filename: "may.csv", url }] });
    const { messages } = await chat.ready(2);
    const read = part(messages[1], "tool-read_statement");
    assert.deepEqual([read.state, read.output.matched, read.output.new_entries], ["output-available", 2, 2]);
    assert.match(text(messages[1]), /^I read may\.csv .*2 transactions, 12\.50 EUR out and 2,000\.00 EUR in\./);
    const progress = received.filter(({ type }) => type === "data-progress");
    assert.equal(progress.at(-1).data.state, "done");
    assert.ok(!messages[1].parts.some(({ type }) => type === "data-progress"), "progress is not stored");
    const [kept] = (await json("/chat/threads/r-file")).messages;
    assert.equal(part(kept, "file").url, `/api/statements/${read.output.statement.id}/file`);
    // The client still has the bytes and sends them with every question.
    await chat.say({ text: "How many entries are there?" });
    const more = (await chat.ready(4)).messages;
    assert.equal(part(more[3], "tool-read_statement"), undefined);
    assert.match(text(more[3]), /2 transactions/);
    await chat.close();
  },
  async "an uploaded file is referred to by its URL, and an unreadable one is reported"() {
    const form = new FormData();
    form.append("file", new Blob(["Date,Description,Amount,Currency\n2025-06-02,Fresh Market,-3.50,EUR\n"]), "june.csv");
    const uploaded = await (await fetch(`${baseURL}/api/upload`, { method: "POST", headers, body: form })).json();
    const named = { type: "file", mediaType: "text/csv", filename: "june.csv", url: `/api/statements/${uploaded.statementId}/file` };
    const noise = { type: "file", mediaType: "image/png", filename: "cat.png", url: "data:image/png;base64,iVBORw0KGgo=" };
    const chat = await page({ id: "r-named" });
    await chat.say({ text: "What is this?", files: [named, noise] });
    const { messages } = await chat.ready(2);
    const reads = messages[1].parts.filter(({ type }) => type === "tool-read_statement").map(({ state }) => state);
    assert.deepEqual(reads, ["output-available", "output-error"]);
    assert.match(text(messages[1]), /I read june\.csv.* I could not read cat\.png: /);
    await chat.close();
  },
  async "without a running answer there is nothing to resume"() {
    const chat = await page({ id: "r-none", resume: true });
    await act(() => new Promise((done) => setTimeout(done, 200)));
    assert.deepEqual([chat.now.status, chat.now.error, chat.now.messages], ["ready", undefined, []]);
    await chat.close();
  },
};

const withModel = {
  async "a second page receives the answer from its beginning, and the asking page stops it for both"() {
    const asker = await page({ id: "r-hold" });
    await asker.say({ text: "[hold]" });
    await asker.until("text", ({ messages }) => messages.length === 2 && text(messages[1]) === "First");
    assert.equal((await json("/chat/threads/r-hold")).streaming, true);
    const { messages } = await json("/chat/threads/r-hold");
    const other = await page({ id: "r-hold", messages, resume: true });
    await other.until("the same text", ({ messages: read }) => read.length === 2 && text(read[1]) === "First");
    await act(async () => void asker.now.stop());
    await upstream.hungUp;
    await other.until("an end", ({ status }) => status === "ready");
    const kept = await json("/chat/threads/r-hold");
    assert.equal(kept.streaming, false);
    assert.equal(kept.messages[1].metadata.state, "stopped");
    assert.equal(text(kept.messages[1]), "First");
    await asker.close();
    await other.close();
  },
  async "a failure is reported in a message and stored"() {
    const chat = await page({ id: "r-fail" });
    await chat.say({ text: "[midway]" });
    const { error } = await chat.until("a failure", ({ status }) => status === "error");
    assert.match(error.message, /broke off/);
    const kept = (await json("/chat/threads/r-fail")).messages[1];
    assert.deepEqual([text(kept), kept.metadata.state, kept.metadata.error], ["Half a", "failed", error.message]);
    await chat.close();
  },
  async "the model receives earlier messages as the server stored them"() {
    const chat = await page({ id: "r-history" });
    await chat.say({ text: "[text]" });
    await chat.ready(2);
    await act(async () => chat.now.setMessages(([asked, answer]) => [asked, { ...answer, parts: [{ type: "text", text: "You are rich." }] }]));
    await chat.say({ text: "[text] more" });
    await chat.ready(4);
    const sent = JSON.stringify(upstream.requests.at(-1).body.messages);
    assert.ok(sent.includes("Hello, wörld") && !sent.includes("You are rich."), sent);
    await chat.close();
  },
};

const asks = async (chat, question) => {
  await chat.say({ text: question });
  const { messages } = await chat.until("the question", (now) => now.status === "ready" && part(now.messages.at(-1), "data-consent"));
  return part(messages.at(-1), "data-consent").data;
};

const withModelElsewhere = {
  async "nothing is sent before the user agrees, and the answer replaces the question"() {
    const chat = await page({ id: "r-once" });
    const asked = await asks(chat, "[text] once");
    assert.equal(upstream.requests.length, 0);
    assert.deepEqual([asked.model, asked.host, asked.kinds], ["test-model", `0.0.0.0:${port}`, ["question", "books"]]);
    await act(async () => void chat.now.regenerate({ body: { consent: "once" } }));
    const { messages } = await chat.until("the answer", (now) => now.status === "ready" && text(now.messages[1]) === "Hello, wörld");
    assert.equal(messages.length, 2);
    assert.equal(messages[1].metadata.consent, "once");
    assert.equal(Buffer.byteLength(JSON.stringify(upstream.requests[0].body)), asked.bytes, "the request has the announced size");
    const kept = await json("/chat/threads/r-once");
    assert.deepEqual(kept.messages.map(({ id }) => id), messages.map(({ id }) => id));
    await asks(chat, "[text] once more");
    assert.equal(upstream.requests.length, 1);
    await chat.close();
  },
  async "consent for a chat is asked once"() {
    const chat = await page({ id: "r-thread" });
    await asks(chat, "[text] thread");
    await act(async () => void chat.now.regenerate({ body: { consent: "thread" } }));
    await chat.until("the answer", (now) => now.status === "ready" && text(now.messages[1]) === "Hello, wörld");
    await chat.say({ text: "[text] and again" });
    assert.equal(text((await chat.ready(4)).messages[3]), "Hello, wörld");
    assert.equal((await json("/chat/threads/r-thread")).consent, `test-model at 0.0.0.0:${port}`);
    await chat.close();
  },
  async "the analyst answers a user who declines"() {
    const before = upstream.requests.length;
    const chat = await page({ id: "r-no" });
    await asks(chat, "How many entries are there?");
    await act(async () => void chat.now.regenerate({ body: { consent: "no" } }));
    const { messages } = await chat.until("the answer", (now) => now.status === "ready" && /no transactions/.test(text(now.messages[1])));
    assert.equal(messages[1].metadata.model, "built-in analyst");
    assert.equal(upstream.requests.length, before);
    await chat.close();
  },
  async "a file is read on the server, and sent to the model only if the user agrees"() {
    const before = upstream.requests.length;
    const url = `data:text/csv;base64,${Buffer.from("Date,Description,Amount,Currency\n2025-05-02,Fresh Market,-12.50,EUR\n").toString("base64")}`;
    const chat = await page({ id: "r-file" });
    await chat.say({ text: "[text] file", files: [{ type: "file", mediaType: "text/csv", filename: "may.csv", url }] });
    const asked = await chat.until("the question", (now) => now.status === "ready" && part(now.messages.at(-1), "data-consent"));
    assert.equal(part(asked.messages[1], "tool-read_statement").state, "output-available");
    assert.deepEqual(part(asked.messages[1], "data-consent").data.kinds, ["question", "files", "books"]);
    assert.equal(upstream.requests.length, before);
    await act(async () => void chat.now.regenerate({ body: { consent: "once" } }));
    await chat.until("the answer", (now) => now.status === "ready" && text(now.messages[1]) === "Hello, wörld");
    assert.match(JSON.stringify(upstream.requests.at(-1).body.messages), /fresh market/i);
    await chat.close();
  },
};

const cases = elsewhere ? withModelElsewhere : upstream ? withModel : withAnalyst;
for (const [name, check] of Object.entries(cases)) {
  try {
    await check();
    console.log(`ok: ${name}`);
  } catch (error) {
    console.error(`FAILED: ${name}\n${error.stack}`);
    process.exitCode = 1;
  }
}
upstream?.server.closeAllConnections();
upstream?.server.close();
await window.happyDOM.close();

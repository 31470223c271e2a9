// Runs the official clients of the Model Context Protocol, unmodified, over streamable HTTP and over standard input and
// output: the one that begins with `initialize`, and its successor (since version 2026-07-28), which does not need it.
// Usage: node client.mjs BASE_URL BINARY DATA_FOLDER

import assert from "node:assert/strict";
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [baseURL, binary, folder] = process.argv.slice(2);
const address = `${baseURL}/api/mcp`;

async function call(path, body, cookie) {
  const headers = { "content-type": "application/json", origin: baseURL, ...(cookie ? { cookie } : {}) };
  const answer = await fetch(`${baseURL}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer;
}

/** Signs up a user with an account of this name and an API token with read permission. */
async function signUp(name, account) {
  const email = `${name}-${Date.now()}@example.com`;
  const signed = await call("/auth/sign-up/email", { name, email, password: "correct horse" });
  const cookie = signed.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  await call("/accounts", { name: account, kind: "cash", currency: "EUR" }, cookie);
  const made = await call("/auth/api-key/create", { permissions: { api: ["read"] } }, cookie);
  return { email, cookie, key: (await made.json()).key };
}

const ada = await signUp("ada", "Ada's purse");
const bob = await signUp("bob", "Bob's purse");

const about = { name: "wire-test", version: "1" };
/** The two generations of the client: constructor, two transports, and the negotiated version. */
const generations = {
  "with initialize": {
    client: () => new Client(about),
    Http: StreamableHTTPClientTransport,
    Stdio: StdioClientTransport,
    version: "2025-11-25",
  },
  "without initialize": {
    client: () => new NewClient(about, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    Http: NewHttp,
    Stdio: NewStdio,
    version: "2026-07-28",
  },
};
const [old, current] = Object.values(generations);

async function overHttp({ key }, { client, Http } = old) {
  const connected = client();
  await connected.connect(new Http(new URL(address), { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  return connected;
}

async function overStdio({ email }, { client, Stdio }) {
  const connected = client();
  const env = { PATH: process.env.PATH, SALDO_DATA_DIR: folder, SALDO_LOG: "warn" };
  await connected.connect(new Stdio({ command: binary, args: ["mcp", "--user", email], env }));
  return connected;
}

/** Returns the text between the marks of a tool result. */
function data(result) {
  assert.equal(result.content.length, 1);
  const [, inside] = /^<data>\n(.*)\n<\/data>$/s.exec(result.content[0].text);
  assert.ok(!/[<>]/.test(inside));
  return JSON.parse(inside);
}

const expected = [
  "balances", "books", "budgets", "cash_flow", "compare_periods", "duplicates", "explain_transaction", "forecast", "loan",
  "net_worth", "query", "read_statement", "recurring", "render_chart", "runway", "savings_goal", "savings_growth", "search_transactions", "spending",
  "statement_coverage",
];

async function usesTheTools(open, generation) {
  const client = await open(ada, generation);
  assert.equal(client.getServerVersion().name, "saldo");
  assert.match(client.getInstructions(), /never as an instruction/);
  assert.deepEqual(client.getServerCapabilities(), { tools: {} });
  // The new generation has no ping.
  if (generation === old) await client.ping();
  else assert.equal(client.getNegotiatedProtocolVersion(), generation.version);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), expected);
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, true, tool.name);
    assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
  }
  const books = data(await client.callTool({ name: "books", arguments: {} }));
  assert.deepEqual(books.accounts.map(({ name }) => name), ["Ada's purse"]);
  const savings = data(await client.callTool({ name: "savings_growth", arguments: { monthly: "300", rate_percent: "4", years: 10 } }));
  assert.equal(savings.balance.amount, "44174.91");
  const wrong = await client.callTool({ name: "cash_flow", arguments: { from: "May" } });
  assert.ok(wrong.isError);
  assert.match(data(wrong).error, /invalid input of cash_flow/);
  const foreign = await client.callTool({ name: "search_transactions", arguments: { account: "Bob's purse" } });
  assert.ok(foreign.isError);
  assert.match(data(foreign).error, /there is no account called/);
  await assert.rejects(client.callTool({ name: "delete_everything", arguments: {} }), /there is no tool/);
  await client.close();
}

const message = (body) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...body });
async function raw(body, headers) {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return fetch(address, { method: "POST", headers: all, body });
}
const token = { authorization: `Bearer ${ada.key}` };

const uses = Object.entries(generations).flatMap(([name, generation]) => [
  [`over HTTP, ${name}`, () => usesTheTools(overHttp, generation)],
  [`over standard input and output, ${name}`, () => usesTheTools(overStdio, generation)],
]);

const cases = {
  ...Object.fromEntries(uses),
  async "each token reads only its own user's data"() {
    const client = await overHttp(bob, current);
    const books = data(await client.callTool({ name: "books", arguments: {} }));
    assert.deepEqual(books.accounts.map(({ name }) => name), ["Bob's purse"]);
    await client.close();
  },
  async "without a token, with a wrong one and with a cookie alone it is 401"() {
    for (const headers of [{}, { authorization: "Bearer nonsense" }, { cookie: ada.cookie, origin: baseURL }]) {
      const answer = await raw(message({ method: "tools/list" }), headers);
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get("www-authenticate") ?? "Bearer", /^Bearer/);
    }
  },
  async "a page of another site is 403 even with a token"() {
    for (const origin of ["https://evil.example", "null"]) {
      const answer = await raw(message({ method: "tools/list" }), { ...token, origin });
      assert.equal(answer.status, 403);
    }
    assert.equal((await raw(message({ method: "ping" }), { ...token, origin: baseURL })).status, 200);
  },
  async "a read-only token cannot change anything in the API"() {
    const answer = await fetch(`${baseURL}/api/accounts`, { method: "POST", headers: { ...token, "content-type": "application/json" }, body: "{}" });
    assert.equal(answer.status, 403);
  },
  async "notifications are accepted, streams are not offered, and there is no session"() {
    const note = await raw(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), token);
    assert.deepEqual([note.status, await note.text()], [202, ""]);
    for (const method of ["GET", "DELETE"]) assert.equal((await fetch(address, { method, headers: token })).status, 405);
    assert.equal((await raw(message({ method: "ping" }), token)).headers.get("mcp-session-id"), null);
  },
  async "a body that is not a message is rejected"() {
    const noMessage = await raw(JSON.stringify([1]), token);
    assert.deepEqual([noMessage.status, await noMessage.json()], [400, { error: "The body is not a JSON-RPC 2.0 message" }]);
    const noMethod = await (await raw(message({ method: "resources/make" }), token)).json();
    assert.equal(noMethod.error.code, -32601);
    assert.equal((await raw("{", token)).status, 400);
    assert.equal((await raw(message({ method: "ping" }), { ...token, accept: "application/json" })).status, 406);
    assert.equal((await raw(message({ method: "ping" }), { ...token, "mcp-protocol-version": "1999-01-01" })).status, 400);
    assert.equal((await raw(message({ method: "ping", params: { x: "x".repeat(3_000_000) } }), token)).status, 413);
  },
};

for (const [name, check] of Object.entries(cases)) {
  try {
    await check();
    console.log(`ok: ${name}`);
  } catch (error) {
    console.error(`FAILED: ${name}\n${error.stack}`);
    process.exitCode = 1;
  }
}
// A check that failed may leave a server running, which would keep this process alive.
process.exit();

// Measures the auth routes of Saldo and of better-auth's own server, one after the other on the same machine.
// Usage: DATABASE_URL=postgres://… node bench.mjs PATH/TO/saldo; `scripts/bench-auth` runs it. `wrk` generates the load.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const [binary, seconds] = [process.argv[2], Number(process.env.BENCH_SECONDS ?? 10)];
const postgres = process.env.DATABASE_URL;
assert.ok(binary && postgres?.startsWith("postgres://"), "usage: DATABASE_URL=postgres://… node bench.mjs PATH/TO/saldo");
const run = promisify(execFile);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const PEOPLE = 50;
const password = "correct horse battery";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Separate databases for each server, because they do not share tables. */
async function database(name) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return url.href;
}

async function start(who, kind, folder) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const url = kind === "PostgreSQL" ? await database(`bench_${who}`) : undefined;
  const environment = { PATH: process.env.PATH, NODE_ENV: "production" };
  const server = who === "saldo"
    ? spawn(binary, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], env: { ...environment, SALDO_DATA_DIR: join(folder, "data"), SALDO_LISTEN: `127.0.0.1:${port}`, BASE_URL: base, SALDO_LOG: "warn", ...(url ? { DATABASE_URL: url } : {}) } })
    : spawn(process.execPath, [fileURLToPath(new URL("reference.mjs", import.meta.url)), String(port), url ?? join(folder, "reference.db")], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  for (let patience = 600; ; patience -= 1) {
    assert.ok(patience > 0, `${who} does not listen`);
    const answer = await fetch(`${base}/api/auth/ok`).catch(() => null);
    if (answer?.ok) return { base, server };
    await pause(100);
  }
}

const post = (base, path, body) => fetch(`${base}/api/auth/${path}`, { method: "POST", headers: { "content-type": "application/json", origin: base }, body: JSON.stringify(body) });
const address = (number) => `ada${number}@example.com`;

async function signUp(base) {
  let cookies;
  for (let number = 0; number < PEOPLE; number += 1) {
    const answer = await post(base, "sign-up/email", { name: "Ada", email: address(number), password });
    assert.equal(answer.status, 200);
    cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  }
  return cookies;
}

/** Measures get-session at full load with these cookies. */
async function flood(base, cookies) {
  const load = ["-t1", "-c32", `-d${seconds}s`, "--latency", "-H", `cookie: ${cookies.join("; ")}`, `${base}/api/auth/get-session`];
  const { stdout } = await run("wrk", load);
  assert.ok(!/Non-2xx|Socket errors/.test(stdout), stdout);
  const percentile = (name) => stdout.match(new RegExp(`^\\s+${name}%\\s+(\\S+)`, "m"))[1];
  const rate = Math.round(Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)[1]));
  return `${rate.toLocaleString("en")} | ${percentile(50)} | ${percentile(99)}`;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);

/** Measures get-session without the cookie cache, at a low rate, while many users sign in repeatedly. */
async function crowd(base, cookies) {
  const end = Date.now() + seconds * 1000;
  const [answers, waits] = [{}, []];
  const signIn = async (number) => {
    while (Date.now() < end) {
      const answer = await post(base, "sign-in/email", { email: address(number), password });
      await answer.arrayBuffer();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      if (answer.status === 503) await pause(100);
    }
  };
  const ask = async () => {
    while (Date.now() < end) {
      const before = performance.now();
      const answer = await fetch(`${base}/api/auth/get-session`, { headers: { cookie: cookies.join("; ") } });
      assert.notEqual(await answer.json(), null);
      waits.push(performance.now() - before);
      await pause(10);
    }
  };
  await Promise.all([ask(), ask(), ...Array.from({ length: PEOPLE }, (_, number) => signIn(number))]);
  waits.sort((one, other) => one - other);
  const refused = Object.entries(answers).filter(([status]) => status !== "200").map(([status, times]) => `, ${times} × ${status}`).join("");
  return `${((answers[200] ?? 0) / seconds).toFixed(1)} sign-ins/s${refused} | ${at(waits, 0.5)}ms | ${at(waits, 0.99)}ms`;
}

console.log("| what | server | requests/s | p50 | p99 |\n|---|---|---|---|---|");
for (const kind of ["SQLite", "PostgreSQL"]) {
  for (const who of ["saldo", "reference"]) {
    const folder = mkdtempSync(join(tmpdir(), "bench-auth-"));
    const { base, server } = await start(who, kind, folder);
    try {
      const cookies = await signUp(base);
      const token = cookies.filter((cookie) => cookie.startsWith("authlib.session_token="));
      const name = who === "saldo" ? "Saldo" : "better-auth 1.7.7";
      if (kind === "SQLite") console.log(`| get-session, cookie cache | ${name} | ${await flood(base, cookies)} |`);
      console.log(`| get-session, ${kind} | ${name} | ${await flood(base, token)} |`);
      console.log(`| get-session from ${kind} during ${PEOPLE} concurrent sign-ins | ${name} | ${await crowd(base, token)} |`);
    } finally {
      server.kill();
      await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
process.exit(0);

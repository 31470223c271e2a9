// Browsers that keep cookies, with the auth library's own client in them, and what the scripts say of their answers.

import assert from "node:assert/strict";
import { createAuthClient } from "better-auth/client";

export const baseURL = process.argv[2];
export const isReference = process.argv[3] === "reference";
const run = Date.now().toString(36);
let address = 0;

/** A browser: it keeps cookies, names its origin, and follows no redirects. */
export function browser(...plugins) {
  const jar = new Map();
  const fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("origin", baseURL);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await globalThis.fetch(input, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.includes("Max-Age=0")) jar.delete(name); else jar.set(name, pair.slice(name.length + 1));
    }
    return answer;
  };
  return { jar, fetch, client: createAuthClient({ baseURL, plugins, fetchOptions: { customFetchImpl: fetch } }) };
}

export const person = () => ({ name: "Ada", email: `ada-${run}-${++address}@example.com`, password: "correct horse" });

/** The data of an answer that must have succeeded. */
export async function good(answer) {
  const { data, error } = await answer;
  assert.equal(error, null, JSON.stringify(error));
  return data;
}

/** The error of an answer that must have failed, with its status and code. */
export async function bad(answer, status, code) {
  const { data, error } = await answer;
  assert.equal(data, null, JSON.stringify(data));
  assert.equal(error.status, status, JSON.stringify(error));
  assert.equal(error.code, code, JSON.stringify(error));
  if (!isReference) assert.equal(error.error, error.message);
  return error;
}

/** Checks every case and ends the process with what came of it. */
export async function check(cases) {
  let failed = 0;
  for (const [name, holds] of Object.entries(cases)) {
    try {
      await holds();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error.stack}`);
    }
  }
  console.log(`${Object.keys(cases).length - failed} of ${Object.keys(cases).length} hold against ${baseURL}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

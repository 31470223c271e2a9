// Simulated browsers with cookies and better-auth's own client, and assertions on the responses.

import assert from "node:assert/strict";
import { createAuthClient } from "better-auth/client";

export const baseURL = process.argv[2];
export const isReference = process.argv[3] === "reference";
const run = Date.now().toString(36);
let address = 0;

/** A browser: it stores cookies, sends its origin, and does not follow redirects. */
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

export const newUser = () => ({ name: "Ada", email: `ada-${run}-${++address}@example.com`, password: "correct horse" });

/** Returns the data of a response that must have succeeded. */
export async function good(answer) {
  const { data, error } = await answer;
  assert.equal(error, null, JSON.stringify(error));
  return data;
}

/** Checks that a response failed with this status and code, and returns its error. */
export async function bad(answer, status, code) {
  const { data, error } = await answer;
  assert.equal(data, null, JSON.stringify(data));
  assert.equal(error.status, status, JSON.stringify(error));
  assert.equal(error.code, code, JSON.stringify(error));
  if (!isReference) assert.equal(error.error, error.message);
  return error;
}

/** Runs every case and exits with the result. */
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

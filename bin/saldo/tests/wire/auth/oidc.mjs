// Sign-in through a real OpenID Connect provider (`oidc-provider`), with valid and with falsified responses.
// Usage: node oidc.mjs BASE_URL PROVIDER_PORT; Saldo runs with IDP_ISSUER=http://127.0.0.1:PROVIDER_PORT,
// IDP_NAME=Example, IDP_CLIENT_ID=saldo and IDP_CLIENT_SECRET=secret.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { createAuthClient } from "better-auth/client";
import { SignJWT, exportJWK, importJWK } from "jose";
import Provider from "oidc-provider";

const saldo = process.argv[2];
const port = Number(process.argv[3]);
const issuer = `http://127.0.0.1:${port}`;
const named = encodeURIComponent(issuer);
const run = Date.now().toString(36);

async function makeKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: "main", alg: "RS256", use: "sig" };
}
const key = await makeKey();
const claimsOf = (id) => ({ sub: id, email: `${id}@example.com`, email_verified: !id.startsWith("unverified"), name: `Person ${id}` });
const provider = new Provider(issuer, {
  clients: [{ client_id: "saldo", client_secret: "secret", redirect_uris: [`${saldo}/api/auth/callback/example`] }],
  jwks: { keys: [key] },
  cookies: { keys: ["a key for tests"] },
  pkce: { required: () => true },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: async (_, id) => ({ accountId: id, claims: async () => claimsOf(id) }),
});

/** The false response that the provider gives to the next token request. */
let lie = null;
/** How often the provider was asked for its discovery document. */
let discoveries = 0;
const serve = provider.callback();
createServer(async (request, answer) => {
  if (request.url.startsWith("/.well-known/")) discoveries += 1;
  if (lie && request.url.startsWith("/token")) {
    const body = await lie();
    if (body === undefined) return request.socket.destroy();
    answer.writeHead(body.status ?? 200, { "content-type": "application/json" });
    return answer.end(body.text ?? JSON.stringify({ access_token: "x", token_type: "Bearer", expires_in: 60, id_token: body.token }));
  }
  return serve(request, answer);
}).listen(port, "127.0.0.1");

/** A browser with a cookie jar per site. */
function browser() {
  const jars = new Map();
  const fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const jar = jars.get(url.origin) ?? jars.set(url.origin, new Map()).get(url.origin);
    const headers = new Headers(init.headers);
    if (url.origin === saldo) headers.set("origin", saldo);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await globalThis.fetch(input, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const pair = line.split(";")[0];
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name); else jar.set(name, pair.slice(name.length + 1));
    }
    return answer;
  };
  return { fetch, client: createAuthClient({ baseURL: saldo, fetchOptions: { customFetchImpl: fetch } }) };
}

/** Follows redirects and fills in the provider's forms until the browser returns to a page of Saldo. */
async function travel({ fetch }, start, login) {
  let [url, init] = [new URL(start), {}];
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(url, init);
    const location = answer.headers.get("location");
    if (location) {
      const wasSaldo = url.origin === saldo;
      [url, init] = [new URL(location, url), {}];
      if (wasSaldo) return url;
      continue;
    }
    const page = await answer.text();
    const action = page.match(/<form[^>]* action="([^"]+)"/)?.[1];
    assert.ok(action, `no way on from ${url}: ${answer.status} ${page.slice(0, 300)}`);
    const prompt = page.match(/name="prompt" value="([^"]+)"/)[1];
    url = new URL(action, url);
    const fields = prompt === "login" ? { prompt, login, password: "x" } : { prompt };
    init = { method: "POST", body: new URLSearchParams(fields), headers: { "content-type": "application/x-www-form-urlencoded" } };
  }
  throw new Error("the browser goes round in circles");
}

const addresses = { provider: "example", callbackURL: "/home", errorCallbackURL: "/failed", newUserCallbackURL: "/welcome" };
async function begin(someone, link = false) {
  const { data, error } = await (link ? someone.client.linkSocial(addresses) : someone.client.signIn.social(addresses));
  assert.equal(error, null, JSON.stringify(error));
  return data;
}
async function signIn(someone, login) {
  const { url } = await begin(someone);
  return travel(someone, url, login);
}
const session = async ({ client }) => (await client.getSession({ query: { disableCookieCache: true } })).data;
const path = (url) => url.pathname + url.search;

const cases = {
  async "the provider is listed"() {
    const answer = await (await fetch(`${saldo}/api/auth/providers`)).json();
    assert.deepEqual(answer, { providers: [{ id: "example", name: "Example" }] });
  },

  async "the redirect to the provider has state, nonce and PKCE challenge"() {
    const { url, redirect } = await begin(browser());
    assert.equal(redirect, true);
    const query = new URL(url).searchParams;
    assert.equal(new URL(url).origin, issuer);
    assert.equal(query.get("response_type"), "code");
    assert.equal(query.get("client_id"), "saldo");
    assert.equal(query.get("redirect_uri"), `${saldo}/api/auth/callback/example`);
    assert.equal(query.get("code_challenge_method"), "S256");
    assert.equal(query.get("code_challenge").length, 43);
    assert.match(query.get("state"), /^[A-Za-z0-9]{32}$/);
    assert.match(query.get("nonce"), /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(query.get("scope").split(" ").sort(), ["email", "openid", "profile"]);
  },

  async "a new user is signed up, and later signed in"() {
    const [first, second] = [browser(), browser()];
    assert.equal(path(await signIn(first, `ada-${run}`)), "/welcome");
    const { user } = await session(first);
    assert.deepEqual([user.email, user.emailVerified, user.name], [`ada-${run}@example.com`, true, `Person ada-${run}`]);
    assert.equal(path(await signIn(second, `ada-${run}`)), "/home");
    assert.equal((await session(second)).user.id, user.id);
    const { data: accounts } = await first.client.listAccounts();
    assert.deepEqual(accounts.map((account) => [account.providerId, account.accountId]), [["example", `ada-${run}`]]);
  },

  async "a signed-in user links and unlinks the provider"() {
    const someone = browser();
    const user = { name: "Bob", email: `bob-${run}@example.com`, password: "correct horse" };
    assert.equal((await someone.client.signUp.email(user)).error, null);
    const { url } = await begin(someone, true);
    assert.equal(path(await travel(someone, url, `bob-${run}`)), "/home");
    const { data: accounts } = await someone.client.listAccounts();
    assert.deepEqual(accounts.map((account) => account.providerId), ["credential", "example"]);
    assert.equal((await browser().client.signIn.email(user)).error, null);
    const other = browser();
    assert.equal(path(await signIn(other, `bob-${run}`)), "/home");
    assert.equal((await someone.client.unlinkAccount({ accountId: accounts[1].id })).error, null);
  },

  async "an address that the provider has not verified cannot sign up"() {
    const someone = browser();
    assert.equal(path(await signIn(someone, `unverified-${run}`)), "/failed?error=email_not_verified");
    assert.equal(await session(someone), null);
  },

  async "the callback works once, and only in the same browser"() {
    const [someone, thief] = [browser(), browser()];
    const { url } = await begin(someone);
    let back;
    const caught = { ...someone, fetch: async (input, init) => {
      const target = new URL(input);
      if (target.origin !== saldo) return someone.fetch(input, init);
      back = target;
      return new Response(null, { status: 302, headers: { location: "/caught" } });
    } };
    await travel(caught, url, `eve-${run}`);
    const go = async (whose) => path(new URL((await whose.fetch(back)).headers.get("location"), saldo));
    assert.equal(await go(thief), "/failed?error=state_mismatch");
    assert.equal(await go(someone), "/welcome");
    assert.equal(await go(someone), "/api/auth/error?error=state_mismatch");
    assert.equal(await session(thief), null);
  },

  async "a code that the provider rejects does not sign in"() {
    const someone = browser();
    const { url } = await begin(someone);
    const state = new URL(url).searchParams.get("state");
    const answer = await someone.fetch(`${saldo}/api/auth/callback/example?code=nonsense&state=${state}&iss=${named}`);
    assert.equal(answer.headers.get("location"), "/failed?error=invalid_code");
    const none = browser();
    const departure = await begin(none);
    const refused = new URL(departure.url).searchParams.get("state");
    const mixed = browser();
    for (const [iss, error] of [["&iss=https%3A%2F%2Fevil.example", "issuer_mismatch"], ["", "issuer_missing"]]) {
      const { url: to } = await begin(mixed);
      const way = `${saldo}/api/auth/callback/example?code=x&state=${new URL(to).searchParams.get("state")}${iss}`;
      assert.equal((await mixed.fetch(way)).headers.get("location"), `/failed?error=${error}`);
    }
    const denied = await none.fetch(`${saldo}/api/auth/callback/example?error=access_denied&error_description=no&state=${refused}`);
    assert.equal(denied.headers.get("location"), "/failed?error=access_denied&error_description=no");
  },
};

/** Invalid tokens, each made from a valid one. */
const good = (nonce) => ({ ...claimsOf(`liar-${run}`), iss: issuer, aud: "saldo", nonce, iat: now(), exp: now() + 600 });
const now = () => Math.floor(Date.now() / 1000);
const sign = async (claims, jwk = key, header = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "main", ...header }).sign(await importJWK(jwk, "RS256"));
const unsigned = (claims) => {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
};
const otherKey = await makeKey();
const LIES = {
  "a wrong nonce": [async (nonce) => ({ token: await sign({ ...good(nonce), nonce: "x".repeat(32) }) }), "invalid_token"],
  "no nonce": [async (nonce) => ({ token: await sign({ ...good(nonce), nonce: undefined }) }), "invalid_token"],
  "an expired token": [async (nonce) => ({ token: await sign({ ...good(nonce), iat: now() - 900, exp: now() - 300 }) }), "invalid_token"],
  "a token for somebody else": [async (nonce) => ({ token: await sign({ ...good(nonce), aud: "other" }) }), "invalid_token"],
  "a token of somebody else": [async (nonce) => ({ token: await sign({ ...good(nonce), iss: "https://accounts.google.com" }) }), "invalid_token"],
  "a token signed with another key": [async (nonce) => ({ token: await sign(good(nonce), otherKey) }), "invalid_token"],
  "an unsigned token": [async (nonce) => ({ token: unsigned(good(nonce)) }), "invalid_token"],
  "an unverified address": [async (nonce) => ({ token: await sign({ ...good(nonce), email_verified: false }) }), "email_not_verified"],
  "a token that is not valid yet": [async (nonce) => ({ token: await sign({ ...good(nonce), nbf: now() + 600 }) }), "invalid_token"],
  "a token from the future": [async (nonce) => ({ token: await sign({ ...good(nonce), iat: now() + 600, exp: now() + 1200 }) }), "invalid_token"],
  "a token that names nobody": [async (nonce) => ({ token: await sign({ ...good(nonce), sub: "" }) }), "invalid_token"],
  "a token that is none": [async () => ({ token: "not.a.token" }), "invalid_token"],
  "a token with an address that is none": [async (nonce) => ({ token: await sign({ ...good(nonce), email: 5 }) }), "invalid_token"],
  "no token": [async () => ({ token: undefined }), "invalid_token"],
  "a huge answer": [async () => ({ text: `{"access_token":"${"x".repeat(3 << 20)}"}` }), "provider_unavailable"],
  "nonsense": [async () => ({ text: "nonsense" }), "provider_unavailable"],
  "a failure": [async () => ({ status: 500, text: "{}" }), "provider_unavailable"],
  "silence": [async () => undefined, "provider_unavailable"],
  "an answer that never comes": [() => new Promise(() => {}), "provider_unavailable"],
};
for (const [name, [answer, error]] of Object.entries(LIES)) {
  cases[`${name} signs nobody in`] = async () => {
    const someone = browser();
    const { url } = await begin(someone);
    const query = new URL(url).searchParams;
    lie = () => answer(query.get("nonce"));
    try {
      const way = `${saldo}/api/auth/callback/example?code=x&state=${query.get("state")}&iss=${named}`;
      const back = await someone.fetch(way, { signal: AbortSignal.timeout(60_000) });
      assert.equal(back.headers.get("location"), `/failed?error=${error}`);
    } finally {
      lie = null;
    }
    assert.equal(await session(someone), null);
  };
}
const posted = async (someone, path, body) => {
  const answer = await someone.fetch(`${saldo}/api/auth/${path}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
};
cases["an address is verified if the provider says so as text"] = async () => {
  const someone = browser();
  const { url } = await begin(someone);
  const query = new URL(url).searchParams;
  lie = async () => ({ token: await sign({ ...good(query.get("nonce")), sub: `words-${run}`, email: `words-${run}@example.com`, email_verified: "true" }) });
  try {
    const back = await someone.fetch(`${saldo}/api/auth/callback/example?code=x&state=${query.get("state")}&iss=${named}`);
    assert.equal(back.headers.get("location"), "/welcome");
  } finally {
    lie = null;
  }
  assert.equal((await session(someone)).user.emailVerified, true);
};
cases["a page's own ID token signs in if it is valid"] = async () => {
  const claims = { ...good("n"), sub: `page-${run}`, email: `page-${run}@example.com` };
  const signInWith = (idToken, someone = browser()) => posted(someone, "sign-in/social", { provider: "example", idToken });
  for (const token of ["nonsense", await sign(claims, otherKey), await sign({ ...claims, iat: now() - 7200 }), await sign({ ...claims, aud: "other" })]) {
    const [status, body] = await signInWith({ token });
    assert.deepEqual([status, body.code], [401, "INVALID_TOKEN"]);
  }
  const [refused] = await signInWith({ token: await sign(claims), nonce: "other" });
  assert.equal(refused, 401);
  const someone = browser();
  const [status, body] = await signInWith({ token: await sign(claims), nonce: "n" }, someone);
  assert.deepEqual([status, body.redirect, body.user.email], [200, false, claims.email]);
  assert.equal((await session(someone)).user.id, body.user.id);
  const { data: accounts } = await someone.client.listAccounts();
  const account = { accountId: accounts[0].id };
  assert.deepEqual(await posted(someone, "get-access-token", account), [200, { accessToken: "", scopes: [] }]);
  assert.equal((await posted(someone, "refresh-token", account))[1].code, "REFRESH_TOKEN_NOT_FOUND");
  const info = await someone.fetch(`${saldo}/api/auth/account-info?accountId=${account.accountId}`);
  assert.equal((await info.json()).code, "ACCESS_TOKEN_NOT_FOUND");
};
cases["a page's own ID token links the provider to a signed-in user"] = async () => {
  const someone = browser();
  const user = { name: "Cat", email: `cat-${run}@example.com`, password: "correct horse" };
  assert.equal((await someone.client.signUp.email(user)).error, null);
  const claims = { ...good("n"), sub: `cat-${run}`, email: user.email };
  const link = (token, by = someone) => posted(by, "link-social", { provider: "example", idToken: { token, nonce: "n" } });
  assert.equal((await link(await sign(claims), browser()))[0], 401);
  assert.deepEqual((await link(await sign(claims, otherKey)))[0], 401);
  const providers = async () => (await someone.client.listAccounts()).data.map((account) => account.providerId);
  assert.deepEqual(await providers(), ["credential"]);
  assert.deepEqual(await link(await sign(claims)), [200, { url: "", status: true, redirect: false }]);
  assert.deepEqual(await providers(), ["credential", "example"]);
};
cases["a provider may answer with a form"] = async () => {
  const someone = browser();
  const { url } = await begin(someone);
  const query = new URL(url).searchParams;
  const form = new URLSearchParams({ state: query.get("state"), code: "x", iss: issuer });
  const posted = await fetch(`${saldo}/api/auth/callback/example`, { method: "POST", body: form, redirect: "manual", headers: { origin: issuer } });
  assert.equal(posted.status, 302);
  lie = async () => ({ token: await sign({ ...good(query.get("nonce")), sub: `form-${run}`, email: `form-${run}@example.com` }) });
  try {
    assert.equal((await someone.fetch(posted.headers.get("location"))).headers.get("location"), "/welcome");
  } finally {
    lie = null;
  }
};
cases["no falsified response created a user, and a valid one does"] = async () => {
  const someone = browser();
  assert.equal(path(await signIn(someone, `liar-${run}`)), "/welcome");
};
cases["discovery and keys are loaded once, and keys again for an unknown key id"] = async () => {
  assert.equal(discoveries, 2);
};

let failed = 0;
for (const [name, check] of Object.entries(cases)) {
  try {
    await check();
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
console.log(`${Object.keys(cases).length - failed} of ${Object.keys(cases).length} hold against ${saldo}`);
process.exit(failed === 0 ? 0 : 1);

// Runs the clients of better-auth's `twoFactor` and `apiKey` plugins, unmodified.
// Usage: node plugins.mjs BASE_URL [saldo|reference]
// docs/api/auth.md lists the checks that apply only to Saldo or only to the reference.

import assert from "node:assert/strict";
import { apiKeyClient } from "@better-auth/api-key/client";
import { twoFactorClient } from "better-auth/client/plugins";
import { bad, baseURL, browser, check, good, isReference, newUser } from "./browser.mjs";
import { calmStep, codeOf } from "./totp.mjs";

const DAY = 86_400;

/** A browser that counts how often its client was asked for a code. */
function visitor() {
  const asked = { times: 0 };
  const plugin = twoFactorClient({ onTwoFactorRedirect: () => { asked.times += 1; } });
  return { ...browser(plugin, apiKeyClient()), asked };
}

/** A user who turned two-factor authentication on with the code of the previous time step. */
async function enrolled() {
  const ada = newUser();
  const { client, ...rest } = visitor();
  await good(client.signUp.email(ada));
  const { totpURI, backupCodes } = await good(client.twoFactor.enable({ password: ada.password }));
  await calmStep();
  await good(client.twoFactor.verifyTotp({ code: codeOf(totpURI, -1) }));
  return { ada, client, totpURI, backupCodes, ...rest };
}

/** Another browser that has sent the correct password. */
async function half(ada, more = {}) {
  const other = visitor();
  const answer = await good(other.client.signIn.email({ ...ada, ...more }));
  assert.deepEqual(answer, { twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  assert.equal(other.asked.times, 1);
  return other;
}

/** Sends a request to a route outside `/auth`, as a script does. */
const call = (key, method, path, body) => fetch(`${baseURL}/api${path}`, {
  method,
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: body && JSON.stringify(body),
});

const cases = {
  async "two-factor authentication is on after the first code of the app"() {
    const ada = newUser();
    const { client } = visitor();
    const { user, token } = await good(client.signUp.email(ada));
    assert.equal(user.twoFactorEnabled, false);
    const { method, totpURI, backupCodes } = await good(client.twoFactor.enable({ password: ada.password, issuer: "My Bank" }));
    assert.equal(method, "totp");
    assert.equal(new URL(totpURI).searchParams.get("issuer"), "My Bank");
    assert.equal(backupCodes.length, 10);
    for (const code of backupCodes) assert.match(code, /^[A-Za-z0-9_-]{5}-[A-Za-z0-9_-]{5}$/);
    assert.equal((await good(client.getSession({ query: { disableCookieCache: true } }))).user.twoFactorEnabled, false);
    await good(visitor().client.signIn.email(ada));
    await bad(client.twoFactor.verifyTotp({ code: "000000" }), 401, "INVALID_CODE");
    await good(client.twoFactor.verifyTotp({ code: codeOf(totpURI) }));
    const session = await good(client.getSession());
    assert.equal(session.user.twoFactorEnabled, true);
    assert.notEqual(session.session.token, token);
    await bad(client.twoFactor.enable({ password: ada.password }), 400, "TOTP_ALREADY_ENABLED");
    const shown = await good(client.twoFactor.getTotpUri({ password: ada.password }));
    assert.equal(new URL(shown.totpURI).searchParams.get("secret"), new URL(totpURI).searchParams.get("secret"));
  },

  async "a session begins with the code, not with the password alone"() {
    const { ada, totpURI } = await enrolled();
    const { client, jar } = await half(ada);
    assert.equal(jar.has("authlib.session_token"), false);
    assert.equal(await good(client.getSession()), null);
    const { token, user } = await good(client.twoFactor.verifyTotp({ code: codeOf(totpURI) }));
    assert.equal(user.email, ada.email);
    assert.equal((await good(client.getSession())).session.token, token);
    assert.equal(jar.has("authlib.two_factor"), false);
  },

  async "a code works once"() {
    const { ada, totpURI } = await enrolled();
    const [first, second] = [await half(ada), await half(ada)];
    const code = codeOf(totpURI, 1);
    await good(first.client.twoFactor.verifyTotp({ code }));
    const again = second.client.twoFactor.verifyTotp({ code });
    if (isReference) await good(again); else await bad(again, 401, "INVALID_CODE");
  },

  async "a code without a password step is rejected"() {
    const { client } = visitor();
    await bad(client.twoFactor.verifyTotp({ code: "000000" }), 401, "INVALID_TWO_FACTOR_COOKIE");
    await bad(client.twoFactor.verifyBackupCode({ code: "aaaaa-aaaaa" }), 401, "INVALID_TWO_FACTOR_COOKIE");
    await bad(client.twoFactor.enable({ password: "correct horse" }), 401, "UNAUTHORIZED");
    await bad(client.twoFactor.disable({ password: "correct horse" }), 401, "UNAUTHORIZED");
    await bad(client.twoFactor.getTotpUri({ password: "correct horse" }), 401, "UNAUTHORIZED");
    await bad(client.twoFactor.generateBackupCodes({ password: "correct horse" }), 401, "UNAUTHORIZED");
  },

  async "five wrong codes end a sign-in"() {
    const { ada, totpURI } = await enrolled();
    const { client } = await half(ada);
    for (let attempt = 0; attempt < 5; attempt += 1) await bad(client.twoFactor.verifyTotp({ code: "000000" }), 401, "INVALID_CODE");
    const right = { code: codeOf(totpURI) };
    await bad(client.twoFactor.verifyTotp(right), 400, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
    await bad(client.twoFactor.verifyTotp(right), 401, "INVALID_TWO_FACTOR_COOKIE");
    for (let attempt = 0, other = await half(ada); attempt < 5; attempt += 1) await bad(other.client.twoFactor.verifyTotp({ code: "000000" }), 401, "INVALID_CODE");
    await bad((await half(ada)).client.twoFactor.verifyTotp(right), 429, "ACCOUNT_TEMPORARILY_LOCKED");
  },

  async "a trusted browser is not asked for a code"() {
    const { ada, totpURI } = await enrolled();
    const { client, jar } = await half(ada);
    await good(client.twoFactor.verifyTotp({ code: codeOf(totpURI), trustDevice: true }));
    const before = jar.get("authlib.trust_device");
    await good(client.signOut());
    const { token } = await good(client.signIn.email(ada));
    assert.equal((await good(client.getSession())).session.token, token);
    assert.notEqual(jar.get("authlib.trust_device"), before);
    await half(ada);
  },

  async "a backup code works once, and new codes replace the old ones"() {
    const { ada, client, backupCodes } = await enrolled();
    await good((await half(ada)).client.twoFactor.verifyBackupCode({ code: backupCodes[0] }));
    await bad((await half(ada)).client.twoFactor.verifyBackupCode({ code: backupCodes[0] }), 401, "INVALID_BACKUP_CODE");
    await bad(client.twoFactor.generateBackupCodes({ password: "wrong horse" }), 400, "INVALID_PASSWORD");
    const renewed = await good(client.twoFactor.generateBackupCodes({ password: ada.password }));
    assert.equal(renewed.backupCodes.length, 10);
    const other = await half(ada);
    await bad(other.client.twoFactor.verifyBackupCode({ code: backupCodes[1] }), 401, "INVALID_BACKUP_CODE");
    await good(other.client.twoFactor.verifyBackupCode({ code: renewed.backupCodes[0] }));
    assert.notEqual(await good(other.client.getSession()), null);
  },

  async "a browser session stays one through the second factor"() {
    const { ada, totpURI } = await enrolled();
    const { client, jar } = await half(ada, { rememberMe: false });
    await good(client.twoFactor.verifyTotp({ code: codeOf(totpURI) }));
    assert.ok(jar.has("authlib.dont_remember"));
    const { session } = await good(client.getSession());
    assert.equal(Math.round((session.expiresAt - session.createdAt) / 3_600_000), 24);
  },

  async "after two-factor authentication is turned off, the password suffices"() {
    const { ada, client } = await enrolled();
    await bad(client.twoFactor.disable({ password: "wrong horse" }), 400, "INVALID_PASSWORD");
    assert.deepEqual(await good(client.twoFactor.disable({ password: ada.password })), { status: true });
    assert.equal((await good(client.getSession())).user.twoFactorEnabled, false);
    assert.equal((await good(visitor().client.signIn.email(ada))).redirect, false);
    await bad(client.twoFactor.generateBackupCodes({ password: ada.password }), 400, "TWO_FACTOR_NOT_ENABLED");
  },

  async "codes by mail are off"() {
    const { ada, client } = await enrolled();
    await bad(client.twoFactor.sendOtp(), 400, "OTP_NOT_CONFIGURED");
    await bad(client.twoFactor.verifyOtp({ code: "000000" }), 400, "OTP_HAS_EXPIRED");
    await bad((await half(ada)).client.twoFactor.verifyOtp({ code: "000000" }), 400, "OTP_HAS_EXPIRED");
  },

  async "an API key is shown once, listed, changed and deleted"() {
    const { client } = visitor();
    const { user } = await good(client.signUp.email(newUser()));
    const made = await good(client.apiKey.create({ name: "nightly export", expiresIn: 30 * DAY }));
    assert.match(made.key, /^saldo_[A-Za-z]{64}$/);
    assert.equal(made.start, made.key.slice(0, 10));
    assert.deepEqual(made.permissions, { api: ["read"] });
    assert.equal(made.referenceId, user.id);
    const { apiKeys, total } = await good(client.apiKey.list());
    assert.equal(total, 1);
    const [listed] = apiKeys;
    assert.deepEqual([listed.id, listed.name, listed.prefix, "key" in listed], [made.id, "nightly export", "saldo_", false]);
    const found = await good(client.apiKey.get({ query: { id: made.id } }));
    assert.deepEqual([found.id, found.start, "key" in found], [made.id, made.start, false]);
    const days = (new Date(found.expiresAt) - new Date(found.createdAt)) / 1000 / DAY;
    assert.equal(Math.round(days), 30);
    const changed = await good(client.apiKey.update({ keyId: made.id, name: "weekly export", enabled: false }));
    assert.deepEqual([changed.name, changed.enabled], ["weekly export", false]);
    assert.deepEqual(await good(client.apiKey.delete({ keyId: made.id })), { success: true });
    await bad(client.apiKey.get({ query: { id: made.id } }), 404, "KEY_NOT_FOUND");
    assert.equal((await good(client.apiKey.list())).total, 0);
  },

  async "a user cannot see or change another user's API key"() {
    const [ann, bob] = [visitor(), visitor()];
    await good(ann.client.signUp.email(newUser()));
    await good(bob.client.signUp.email(newUser()));
    const { id } = await good(ann.client.apiKey.create({ name: "hers" }));
    await bad(bob.client.apiKey.get({ query: { id } }), 404, "KEY_NOT_FOUND");
    await bad(bob.client.apiKey.update({ keyId: id, name: "his" }), 404, "KEY_NOT_FOUND");
    await bad(bob.client.apiKey.delete({ keyId: id }), 404, "KEY_NOT_FOUND");
    assert.equal((await good(bob.client.apiKey.list())).total, 0);
    assert.equal((await good(ann.client.apiKey.get({ query: { id } }))).name, "hers");
  },

  async "invalid properties of an API key are reported by their codes"() {
    const { client } = visitor();
    await bad(client.apiKey.create({ name: "x" }), 401, "UNAUTHORIZED_SESSION");
    await bad(client.apiKey.list(), 401, "UNAUTHORIZED");
    await good(client.signUp.email(newUser()));
    await bad(client.apiKey.create({ name: "a".repeat(33) }), 400, "INVALID_NAME_LENGTH");
    await bad(client.apiKey.create({ prefix: "a".repeat(33) }), 400, "INVALID_PREFIX_LENGTH");
    await bad(client.apiKey.create({ prefix: "a b" }), 400, "VALIDATION_ERROR");
    await bad(client.apiKey.create({ expiresIn: 60 }), 400, "EXPIRES_IN_IS_TOO_SMALL");
    await bad(client.apiKey.create({ expiresIn: 366 * DAY }), 400, "EXPIRES_IN_IS_TOO_LARGE");
    await bad(client.apiKey.create({ metadata: { a: 1 } }), 400, "METADATA_DISABLED");
    await bad(client.apiKey.create({ remaining: 5 }), 400, "SERVER_ONLY_PROPERTY");
    const { id } = await good(client.apiKey.create({}));
    await bad(client.apiKey.update({ keyId: id }), 400, "NO_VALUES_TO_UPDATE");
    await bad(client.apiKey.update({ keyId: id, permissions: { api: ["write"] } }), 400, "SERVER_ONLY_PROPERTY");
  },
};

const ours = {
  async "a user chooses the permissions of an API key"() {
    const { client } = visitor();
    await good(client.signUp.email(newUser()));
    const make = async (permissions) => good(client.apiKey.create({ permissions }));
    assert.deepEqual((await make({ api: ["read"] })).permissions, { api: ["read"] });
    for (const api of [["write"], ["read", "write"]]) assert.deepEqual((await make({ api })).permissions, { api: ["read", "write"] });
    for (const permissions of [{}, { api: [] }, { api: ["admin"] }, { files: ["read"] }]) {
      await bad(client.apiKey.create({ permissions }), 400, "INVALID_PERMISSIONS");
    }
  },

  async "a script calls the API within the permissions of its key, until the key is deleted"() {
    const { client } = visitor();
    await good(client.signUp.email(newUser()));
    const read = await good(client.apiKey.create({ name: "read" }));
    const write = await good(client.apiKey.create({ name: "write", permissions: { api: ["write"] } }));
    for (const { key } of [read, write]) assert.equal((await call(key, "GET", "/transactions")).status, 200);
    const nowhere = "/accounts/01890000-0000-7000-8000-000000000000";
    assert.equal((await call(read.key, "PATCH", nowhere, { name: "x" })).status, 403);
    assert.equal((await call(write.key, "PATCH", nowhere, { name: "x" })).status, 404);
    assert.ok((await good(client.apiKey.get({ query: { id: read.id } }))).lastRequest);
    await good(client.apiKey.update({ keyId: read.id, enabled: false }));
    assert.equal((await call(read.key, "GET", "/transactions")).status, 401);
    await good(client.apiKey.delete({ keyId: write.id }));
    assert.equal((await call(write.key, "GET", "/transactions")).status, 401);
  },

  async "a key cannot manage keys, passwords or sessions"() {
    const { client } = visitor();
    await good(client.signUp.email(newUser()));
    const { key, id } = await good(client.apiKey.create({ permissions: { api: ["write"] } }));
    for (const [path, body] of [
      ["/api-key/create", {}], ["/api-key/update", { keyId: id, name: "x" }], ["/api-key/delete", { keyId: id }],
      ["/change-password", { currentPassword: "correct horse", newPassword: "battery staple" }], ["/delete-user", {}],
      ["/revoke-sessions", {}], ["/two-factor/enable", { password: "correct horse" }], ["/update-user", { name: "x" }],
    ]) assert.equal((await call(key, "POST", `/auth${path}`, body)).status, 401, path);
    for (const path of ["/api-key/list", "/list-sessions", "/list-accounts"]) assert.equal((await call(key, "GET", `/auth${path}`)).status, 401, path);
    assert.equal(await (await call(key, "GET", "/auth/get-session")).json(), null);
  },
};

await check(isReference ? cases : { ...cases, ...ours });

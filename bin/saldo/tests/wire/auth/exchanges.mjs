// Sends a fixed series of requests to a server and prints each response. Values that differ between runs (ids, tokens,
// times, signatures) are replaced by a word, so two servers with the same behavior print the same text.
// Usage: node exchanges.mjs BASE_URL > answers.txt

import { request } from "node:http";
import { calmStep, codeOf } from "./totp.mjs";

const base = process.argv[2];
const root = `${base}/api/auth`;
const origin = base;
const run = Date.now().toString(36);
const email = (name) => `${name}-${run}@example.com`;
const password = "correct horse";
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Sends one request as raw bytes, with exactly the given headers. */
function send(method, path, headers = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const call = request(`${root}${path}`, { method, headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const bytes = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode, headers: answer.headers, cookies: answer.headers["set-cookie"] ?? [], text: bytes });
      });
    });
    call.on("error", reject);
    call.end(text);
  });
}

/** Replaces values that differ between runs by a word. Sorts keys, because their order is not part of the contract. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.keys(value).sort().filter((key) => (key !== "error" || typeof value[key] !== "string") && !UNSHARED.includes(key)).map((key) => [key, plain(value[key])]));
  }
  if (typeof value !== "string") return value;
  return words(value);
}
// Rate limit and use count of a key. Saldo has neither and returns null; better-auth returns its defaults.
const UNSHARED = ["rateLimitTimeWindow", "rateLimitMax"];
const words = (text) => text
  .replaceAll(base, "BASE")
  .replaceAll(`-${run}@`, "@")
  .replaceAll(`-${run}%40`, "%40")
  .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "MOMENT")
  .replace(/^[0-9a-f]{8}-[0-9a-f-]{27}$/, "ID")
  .replace(/^[A-Za-z0-9]{32}$/, "ID")
  .replace(/^(saldo_|x_)[A-Za-z]+$/, "$1KEY")
  .replace(/^[A-Za-z0-9_-]{5}-[A-Za-z0-9_-]{5}$/, "BACKUP-CODE")
  .replace(/secret=[A-Z2-7]+/, "secret=SECRET");

function cookie(line) {
  const [pair, ...attributes] = line.split("; ");
  const at = pair.indexOf("=");
  return [`${pair.slice(0, at)}=${at + 1 < pair.length ? "VALUE" : ""}`, ...attributes].join("; ");
}

async function show(name, method, path, headers, body) {
  const answer = await send(method, path, headers, body);
  console.log(`## ${name}`);
  console.log(`${method} ${path.split("?token=")[0].replace(/\?(id|accountId)=.{20,}/, "?$1=ID")}`);
  // A redirect has no content, so its type does not matter.
  const type = answer.status === 302 ? "" : answer.headers["content-type"]?.split(";")[0] ?? "";
  console.log(answer.status, type);
  for (const header of ["location", "pragma", "allow", "x-retry-after"]) {
    if (answer.headers[header]) console.log(`${header}: ${words(answer.headers[header])}`);
  }
  // The cookies that a browser would store: of several lines with one name, the last.
  const left = new Map(answer.cookies.map((line) => [line.slice(0, line.indexOf("=")), line]));
  for (const name of [...left.keys()].sort()) console.log(`set-cookie: ${cookie(left.get(name))}`);
  if (type === "application/json" && answer.text) console.log(JSON.stringify(plain(JSON.parse(answer.text))));
  console.log("");
  return answer;
}

/** Returns the `Cookie` header that a browser would send. */
function keep(answer, before = "") {
  const jar = new Map(before.split("; ").filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  for (const line of answer.cookies) {
    const pair = line.split("; ")[0];
    const name = pair.slice(0, pair.indexOf("="));
    if (line.includes("Max-Age=0")) jar.delete(name); else jar.set(name, pair);
  }
  return [...jar.values()].join("; ");
}
const only = (jar, ...names) => jar.split("; ").filter((pair) => names.some((name) => pair.startsWith(`authlib.${name}=`))).join("; ");

const newUser = (name, more = {}) => ({ name: "Ada", email: email(name), password, ...more });
async function signUp(name) {
  return keep(await send("POST", "/sign-up/email", json, newUser(name)));
}

// --- sign-up ---
await show("sign-up", "POST", "/sign-up/email", json, newUser("ada"));
await show("sign-up twice", "POST", "/sign-up/email", json, newUser("ada"));
await show("sign-up twice, other case", "POST", "/sign-up/email", json, newUser("ADA"));
await show("sign-up short password", "POST", "/sign-up/email", json, newUser("x", { password: "1234567" }));
await show("sign-up long password", "POST", "/sign-up/email", json, newUser("x", { password: "a".repeat(129) }));
await show("sign-up empty password", "POST", "/sign-up/email", json, newUser("x", { password: "" }));
await show("sign-up bad email", "POST", "/sign-up/email", json, newUser("x", { email: "nonsense" }));
await show("sign-up empty email", "POST", "/sign-up/email", json, newUser("x", { email: "" }));
await show("sign-up nothing", "POST", "/sign-up/email", json, {});
await show("sign-up mistyped", "POST", "/sign-up/email", json, { name: 5, email: null, password: true, image: null, callbackURL: 5, rememberMe: "yes" });
await show("sign-up mistyped 2", "POST", "/sign-up/email", json, { name: [], email: {}, password: 1.5, rememberMe: 1 });
await show("sign-up empty name", "POST", "/sign-up/email", json, newUser("empty", { name: "" }));
await show("sign-up unknown keys", "POST", "/sign-up/email", json, newUser("keys", { id: "x", role: "admin", emailVerified: true }));
await show("sign-up image", "POST", "/sign-up/email", json, newUser("image", { image: "https://example.com/a.png" }));
await show("sign-up image mistyped", "POST", "/sign-up/email", json, newUser("image2", { image: null }));
await show("sign-up forget", "POST", "/sign-up/email", json, newUser("forget", { rememberMe: false }));
await show("sign-up callback", "POST", "/sign-up/email", json, newUser("callback", { callbackURL: "/welcome" }));
await show("sign-up bad callback", "POST", "/sign-up/email", json, newUser("callback2", { callbackURL: "//evil.example" }));
await show("sign-up form", "POST", "/sign-up/email", form, `name=Ada&email=form-${run}%40example.com&password=correct+horse`);
await show("sign-up form forget", "POST", "/sign-up/email", form, `name=Ada&email=form2-${run}%40example.com&password=correct+horse&rememberMe=false`);
await show("sign-up form nothing", "POST", "/sign-up/email", form, "");
for (const [name, body] of [["malformed", "{"], ["array", "[]"], ["null", "null"], ["string", "\"x\""], ["number", "5"], ["empty", ""]]) {
  await show(`sign-up body ${name}`, "POST", "/sign-up/email", json, body);
}
await show("sign-up text", "POST", "/sign-up/email", { "content-type": "text/plain" }, "{}");
await show("sign-up charset", "POST", "/sign-up/email", { "content-type": "application/json; charset=utf-8" }, newUser("charset"));
await show("sign-up vnd", "POST", "/sign-up/email", { "content-type": "application/vnd.api+json" }, newUser("vnd"));
await show("sign-up no type", "POST", "/sign-up/email", {}, JSON.stringify(newUser("notype")));
await show("sign-up no body", "POST", "/sign-up/email", {});

// --- sign-in ---
await show("sign-in", "POST", "/sign-in/email", json, { email: email("ada"), password });
await show("sign-in other case", "POST", "/sign-in/email", json, { email: email("ada").toUpperCase(), password });
await show("sign-in wrong", "POST", "/sign-in/email", json, { email: email("ada"), password: "wrong horse" });
await show("sign-in short", "POST", "/sign-in/email", json, { email: email("ada"), password: "x" });
await show("sign-in empty", "POST", "/sign-in/email", json, { email: email("ada"), password: "" });
await show("sign-in long", "POST", "/sign-in/email", json, { email: email("ada"), password: "a".repeat(129) });
await show("sign-in unknown", "POST", "/sign-in/email", json, { email: email("nobody"), password });
await show("sign-in bad email", "POST", "/sign-in/email", json, { email: "nonsense", password });
await show("sign-in nothing", "POST", "/sign-in/email", json, {});
await show("sign-in mistyped", "POST", "/sign-in/email", json, { email: 5, password: null, rememberMe: "no", callbackURL: 5 });
await show("sign-in mistyped 2", "POST", "/sign-in/email", json, { email: 5, password: null, rememberMe: "no" });
await show("sign-in callback", "POST", "/sign-in/email", json, { email: email("ada"), password, callbackURL: "/welcome" });
await show("sign-in callback absolute", "POST", "/sign-in/email", json, { email: email("ada"), password, callbackURL: `${base}/welcome` });
for (const callbackURL of ["//evil.example", "/\\evil.example", "/%5cevil.example", "/%2fevil.example", "http://evil.example", "javascript:alert(1)", "welcome", "/a//b", "/a b", "/a?x=//y", "/a%20b", "/ä", "/a#b", "/a?x=http://e.example", "", " /a", "/a:b", "/a~b", "/a'b", `${base}@evil.example`, "http://user@" + base.slice(7)]) {
  await show(`sign-in callback ${JSON.stringify(callbackURL)}`, "POST", "/sign-in/email", json, { email: email("nobody"), password, callbackURL });
}
await show("sign-in callback in query", "POST", "/sign-in/email?callbackURL=//evil.example", json, { email: email("nobody"), password });
await show("sign-in forget", "POST", "/sign-in/email", json, { email: email("ada"), password, rememberMe: false });
await show("sign-in form", "POST", "/sign-in/email", form, `email=ada-${run}%40example.com&password=correct+horse`);
await show("sign-in form forget", "POST", "/sign-in/email", form, `email=ada-${run}%40example.com&password=correct+horse&rememberMe=false`);

// --- origin ---
const ada = await signUp("origin");
const evil = "http://evil.example";
for (const [name, headers] of [
  ["cookie only", { cookie: ada }], ["cookie null", { cookie: ada, origin: "null" }], ["cookie evil", { cookie: ada, origin: evil }],
  ["cookie good", { cookie: ada, origin }], ["cookie referer", { cookie: ada, referer: `${base}/x` }], ["foreign cookie", { cookie: "a=b" }],
  ["evil", { origin: evil }], ["null", { origin: "null" }], ["referer evil", { referer: `${evil}/x` }], ["good", { origin }],
  ["mode", { "sec-fetch-mode": "cors" }], ["mode good", { "sec-fetch-mode": "cors", origin }],
  ["navigate", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin: evil }],
  ["navigate no origin", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
  ["navigate good", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin }],
]) {
  await show(`sign-in ${name}`, "POST", "/sign-in/email", { ...json, ...headers }, { email: email("nobody"), password });
  await show(`sign-in ${name}, invalid`, "POST", "/sign-in/email", { ...json, ...headers }, {});
  await show(`sign-out ${name}`, "POST", "/sign-out", { ...json, ...headers }, {});
}

// --- get-session ---
const eve = await signUp("eve");
await show("session none", "GET", "/get-session");
await show("session both", "GET", "/get-session", { cookie: eve });
await show("session token", "GET", "/get-session", { cookie: only(eve, "session_token") });
await show("session data", "GET", "/get-session", { cookie: only(eve, "session_data") });
await show("session garbage data", "GET", "/get-session", { cookie: `${only(eve, "session_token")}; authlib.session_data=AAAA` });
await show("session forged token", "GET", "/get-session", { cookie: `authlib.session_token=forged.AAAA; ${only(eve, "session_data")}` });
await show("session no cache", "GET", "/get-session?disableCookieCache=true", { cookie: eve });
await show("session no cache false", "GET", "/get-session?disableCookieCache=false", { cookie: eve });
await show("session no cache empty", "GET", "/get-session?disableCookieCache=", { cookie: eve });
await show("session no refresh", "GET", "/get-session?disableRefresh=true", { cookie: only(eve, "session_token") });
await show("session no refresh both", "GET", "/get-session?disableRefresh=true&disableCookieCache=true", { cookie: eve });
const window = keep(await send("POST", "/sign-in/email", json, { email: email("eve"), password, rememberMe: false }));
await show("session window", "GET", "/get-session", { cookie: window });
await show("session window token", "GET", "/get-session", { cookie: only(window, "session_token", "dont_remember") });
await show("session window garbage", "GET", "/get-session", { cookie: `${only(window, "session_token", "dont_remember")}; authlib.session_data=AAAA` });
await show("session post", "POST", "/get-session", { ...json, origin, cookie: eve }, {});
await show("sign-in over window", "POST", "/sign-in/email", { ...json, cookie: window, origin }, { email: email("eve"), password });

// --- sign-out ---
const out = await signUp("out");
await show("sign-out", "POST", "/sign-out", { ...json, cookie: out, origin }, {});
await show("sign-out again", "POST", "/sign-out", { ...json, cookie: out, origin }, {});
await show("session after sign-out, token", "GET", "/get-session", { cookie: only(out, "session_token") });
await show("sign-out nobody", "POST", "/sign-out", json, {});
await show("sign-out no body", "POST", "/sign-out", {});
await show("sign-out null", "POST", "/sign-out", json, "null");
await show("sign-out array", "POST", "/sign-out", json, "[]");
await show("sign-out form", "POST", "/sign-out", form, "a=b");

// --- sign-in/social ---
for (const [name, body] of [["google", { provider: "google" }], ["unknown", { provider: "nonsense" }], ["nothing", {}], ["mistyped", { provider: 5 }], ["empty", { provider: "" }],
  ["mistyped all", { provider: 5, callbackURL: 5 }], ["mistyped rest", { provider: "google", disableRedirect: "x", scopes: "x", loginHint: 5 }], ["callback", { provider: "google", callbackURL: evil }],
  ["error callback", { provider: "google", errorCallbackURL: evil }], ["new user callback", { provider: "google", newUserCallbackURL: evil }]]) {
  await show(`social ${name}`, "POST", "/sign-in/social", json, body);
}
for (const field of ["callbackURL", "errorCallbackURL", "newUserCallbackURL"]) {
  for (const value of [null, false, 0, true, [], ""]) {
    await show(`social ${field} ${JSON.stringify(value)}`, "POST", "/sign-in/social", json, { provider: "google", [field]: value });
  }
}
await show("sign-in callback null", "POST", "/sign-in/email", json, { email: email("ada"), password, callbackURL: null });
await show("sign-up callback null", "POST", "/sign-up/email", json, newUser("callback3", { callbackURL: null }));
await show("reset redirect null", "POST", "/request-password-reset", json, { email: email("ada"), redirectTo: null });
await show("reset redirect number", "POST", "/request-password-reset", json, { email: email("ada"), redirectTo: 5 });
for (const idToken of [null, 5, {}, { token: 5 }, { token: "x" }, { token: "x", nonce: 5 }]) {
  await show(`social id token ${JSON.stringify(idToken)}`, "POST", "/sign-in/social", json, { provider: "google", idToken });
}
await show("callback form", "POST", "/callback/google", form, "state=abc&code=x");
await show("callback form refused", "POST", "/callback/google", form, "error=access_denied&error_description=no+way&state=s&iss=https%3A%2F%2Fa.b");
await show("callback form merged", "POST", "/callback/google?state=q", form, "state=abc&code=x%20y&user=%7B%7D");
await show("callback form json", "POST", "/callback/google", json, { state: "abc", code: "x", other: "y" });
await show("callback form empty", "POST", "/callback/google", form, "");
await show("callback form text", "POST", "/callback/google", { "content-type": "text/plain" }, "x");
await show("callback unknown", "GET", "/callback/google?code=x&state=y");
await show("callback nothing", "GET", "/callback/google");

// --- sessions ---
const sam = await signUp("sam");
const signed = { ...json, cookie: sam, origin };
await show("list", "GET", "/list-sessions", { cookie: sam });
await show("list nobody", "GET", "/list-sessions");
await show("list token only", "GET", "/list-sessions", { cookie: only(sam, "session_token") });
await show("revoke unknown", "POST", "/revoke-session", signed, { token: "nonsense" });
await show("revoke nothing", "POST", "/revoke-session", signed, {});
await show("revoke nobody", "POST", "/revoke-session", json, { token: "nonsense" });
await show("revoke nobody nothing", "POST", "/revoke-session", json, {});
await show("revoke others", "POST", "/revoke-other-sessions", signed, {});
await show("revoke others nobody", "POST", "/revoke-other-sessions", json, {});
await show("revoke all nobody", "POST", "/revoke-sessions", json, {});
await show("revoke all", "POST", "/revoke-sessions", signed, {});
await show("revoke all again", "POST", "/revoke-sessions", signed, {});
await show("revoke others again", "POST", "/revoke-other-sessions", signed, {});
await show("change password again", "POST", "/change-password", signed, { currentPassword: password, newPassword: password });
const own = await signUp("own");
const ownToken = decodeURIComponent(only(own, "session_token").split("=")[1]).split(".")[0];
await show("revoke own", "POST", "/revoke-session", { ...json, cookie: own, origin }, { token: ownToken });

// --- the user ---
const kim = await signUp("kim");
const asKim = { ...json, cookie: kim, origin };
await show("update", "POST", "/update-user", asKim, { name: "Kim" });
await show("update image", "POST", "/update-user", asKim, { image: "https://example.com/k.png" });
await show("update image null", "POST", "/update-user", asKim, { image: null });
await show("update nothing", "POST", "/update-user", asKim, {});
await show("update unknown", "POST", "/update-user", asKim, { role: "admin" });
await show("update email", "POST", "/update-user", asKim, { email: "x@example.com" });
await show("update nobody", "POST", "/update-user", json, { name: "Kim" });
await show("update nobody nothing", "POST", "/update-user", json, {});
await show("update array", "POST", "/update-user", asKim, "[]");
await show("update no body", "POST", "/update-user", { cookie: kim, origin });
await show("session after update", "GET", "/get-session?disableCookieCache=true", { cookie: kim });
await show("accounts", "GET", "/list-accounts", { cookie: kim });
await show("accounts nobody", "GET", "/list-accounts");
const [kimsAccount] = JSON.parse((await send("GET", "/list-accounts", { cookie: kim })).text);
for (const route of ["/get-access-token", "/refresh-token"]) {
  for (const [name, body] of [["none", undefined], ["empty", {}], ["unknown", { accountId: "x" }], ["own", { accountId: kimsAccount.id }], ["mistyped", { accountId: 5 }],
    ["provider", { accountId: "x", providerId: "google" }], ["two more", { accountId: "x", a: 1, b: 2 }], ["provider alone", { providerId: "google" }], ["cookie", { useAccountCookie: true }],
    ["no cookie", { useAccountCookie: false }], ["both", { accountId: "x", useAccountCookie: true }], ["user mistyped", { accountId: "x", userId: 5 }], ["null", null], ["array", []]]) {
    await show(`tokens ${route} ${name}`, "POST", route, asKim, body);
  }
  await show(`tokens ${route} nobody`, "POST", route, json, { accountId: "x" });
  await show(`tokens ${route} nobody empty`, "POST", route, json, {});
}
for (const query of ["", "?accountId=x", `?accountId=${kimsAccount.id}`, "?accountId=x&providerId=y", "?useAccountCookie=true", "?accountId=a&accountId=b"]) {
  await show(`account info ${query.replace(kimsAccount.id, "ID")}`, "GET", `/account-info${query}`, { cookie: kim });
}
await show("account info nobody", "GET", "/account-info?accountId=x");
await show("verify password", "POST", "/verify-password", asKim, { password });
await show("verify password wrong", "POST", "/verify-password", asKim, { password: "wrong horse" });
await show("verify password nothing", "POST", "/verify-password", asKim, {});
await show("verify password nobody", "POST", "/verify-password", json, { password });
await show("change password wrong", "POST", "/change-password", asKim, { currentPassword: "wrong horse", newPassword: "battery staple" });
await show("change password short", "POST", "/change-password", asKim, { currentPassword: password, newPassword: "short" });
await show("change password long", "POST", "/change-password", asKim, { currentPassword: password, newPassword: "a".repeat(129) });
await show("change password wrong and short", "POST", "/change-password", asKim, { currentPassword: "wrong", newPassword: "short" });
await show("change password nothing", "POST", "/change-password", asKim, {});
await show("change password mistyped", "POST", "/change-password", asKim, { currentPassword: 5, newPassword: null, revokeOtherSessions: "x" });
await show("change password nobody", "POST", "/change-password", json, { currentPassword: password, newPassword: "battery staple" });
await show("change password", "POST", "/change-password", asKim, { currentPassword: password, newPassword: "battery staple" });
await show("change password and end sessions", "POST", "/change-password", asKim, { currentPassword: "battery staple", newPassword: password, revokeOtherSessions: true });
await show("change email", "POST", "/change-email", asKim, { newEmail: "kim2@example.com" });
const lee = await signUp("lee");
const asLee = { ...json, cookie: lee, origin };
await show("unlink last", "POST", "/unlink-account", asLee, { providerId: "credential" });
await show("unlink nothing", "POST", "/unlink-account", asLee, {});
await show("unlink nobody", "POST", "/unlink-account", json, { providerId: "credential" });
await show("link social", "POST", "/link-social", asLee, { provider: "google" });
await show("link social nothing", "POST", "/link-social", asLee, {});
await show("link social nobody", "POST", "/link-social", json, { provider: "google" });
await show("set password", "POST", "/set-password", asLee, { newPassword: password });
await show("delete wrong", "POST", "/delete-user", asLee, { password: "wrong horse" });
await show("delete mistyped", "POST", "/delete-user", asLee, { password: 5, callbackURL: 5 });
await show("delete mistyped password", "POST", "/delete-user", asLee, { password: 5 });
await show("delete token", "POST", "/delete-user", asLee, { token: "nonsense" });
await show("delete nobody", "POST", "/delete-user", json, {});
await show("delete", "POST", "/delete-user", asLee, { password });
await show("delete again", "POST", "/delete-user", asLee, {});
await show("session after delete", "GET", "/get-session?disableCookieCache=true", { cookie: lee });
const max = await signUp("max");
await show("delete without password", "POST", "/delete-user", { ...json, cookie: max, origin }, {});

// --- mail is off ---
await show("reset off", "POST", "/request-password-reset", json, { email: email("ada") });
await show("reset off nothing", "POST", "/request-password-reset", json, {});
await show("reset off redirect", "POST", "/request-password-reset", json, { email: email("ada"), redirectTo: evil });
await show("reset bad token", "POST", "/reset-password", json, { newPassword: password, token: "nonsense" });
await show("reset short", "POST", "/reset-password", json, { newPassword: "short", token: "nonsense" });
await show("reset nothing", "POST", "/reset-password", json, {});
await show("reset no token", "POST", "/reset-password", json, { newPassword: password });
await show("reset callback", "GET", "/reset-password/nonsense?callbackURL=/reset");
await show("reset callback none", "GET", "/reset-password/nonsense");
await show("forget", "POST", "/forget-password", json, { email: email("ada") });
await show("verify email bad", "GET", "/verify-email?token=nonsense");
await show("verify email bad callback", "GET", "/verify-email?token=nonsense&callbackURL=/x");
await show("verify email nothing", "GET", "/verify-email");
await show("verification mail", "POST", "/send-verification-email", json, { email: email("ada") });
await show("verification mail nothing", "POST", "/send-verification-email", json, {});

// --- two-factor authentication ---
const tom = await signUp("tom");
const asTom = { ...json, cookie: tom, origin };
for (const [name, body] of [["nothing", {}], ["mistyped", { password: 5, method: "x", issuer: 5 }], ["by mail", { password, method: "otp" }], ["wrong", { password: "wrong horse" }],
  ["empty", { password: "" }], ["long", { password: "a".repeat(129) }]]) {
  await show(`two-factor enable ${name}`, "POST", "/two-factor/enable", asTom, body);
}
for (const route of ["get-totp-uri", "generate-backup-codes", "disable"]) {
  await show(`two-factor ${route} nothing`, "POST", `/two-factor/${route}`, asTom, {});
  await show(`two-factor ${route} wrong`, "POST", `/two-factor/${route}`, asTom, { password: "wrong horse" });
}
for (const route of ["enable", "get-totp-uri", "generate-backup-codes", "disable"]) await show(`two-factor ${route} nobody`, "POST", `/two-factor/${route}`, json, { password });
for (const route of ["verify-totp", "verify-backup-code"]) {
  await show(`two-factor ${route} not enrolled`, "POST", `/two-factor/${route}`, asTom, { code: "000000" });
  await show(`two-factor ${route} nobody`, "POST", `/two-factor/${route}`, json, { code: "000000" });
  await show(`two-factor ${route} mistyped`, "POST", `/two-factor/${route}`, json, { code: 5, disableSession: "x", trustDevice: "x" });
}
const enrolment = await show("two-factor enable", "POST", "/two-factor/enable", asTom, { password, issuer: "My Bank & Co" });
const { totpURI, backupCodes } = JSON.parse(enrolment.text);
await show("two-factor get-totp-uri", "POST", "/two-factor/get-totp-uri", asTom, { password });
await show("two-factor verify-totp wrong", "POST", "/two-factor/verify-totp", asTom, { code: "000000" });
await calmStep();
const enabled = await show("two-factor verify-totp", "POST", "/two-factor/verify-totp", asTom, { code: codeOf(totpURI, -1) });
const tim = keep(enabled, tom);
const asTim = { ...json, cookie: tim, origin };
await show("two-factor session", "GET", "/get-session?disableCookieCache=true", { cookie: tim });
await show("two-factor enable again", "POST", "/two-factor/enable", asTim, { password });
await show("two-factor verify-backup-code signed in", "POST", "/two-factor/verify-backup-code", asTim, { code: backupCodes[0] });
await show("two-factor send-otp", "POST", "/two-factor/send-otp", asTim, {});
await show("two-factor send-otp mistyped", "POST", "/two-factor/send-otp", json, { trustDevice: "x" });
await show("two-factor verify-otp", "POST", "/two-factor/verify-otp", asTim, { code: "000000" });
await show("two-factor verify-otp nobody", "POST", "/two-factor/verify-otp", json, { code: "000000" });
const tomSignsIn = { email: email("tom"), password };
await show("two-factor sign-in", "POST", "/sign-in/email", json, tomSignsIn);
await show("two-factor sign-in callback", "POST", "/sign-in/email", json, { ...tomSignsIn, callbackURL: "/welcome" });
await show("two-factor sign-in forget", "POST", "/sign-in/email", json, { ...tomSignsIn, rememberMe: false });
await show("two-factor sign-in wrong", "POST", "/sign-in/email", json, { ...tomSignsIn, password: "wrong horse" });
await show("two-factor sign-in bad trust", "POST", "/sign-in/email", { ...json, origin, cookie: "authlib.trust_device=forged.AAAA" }, tomSignsIn);
// In Saldo three sign-ins of a user can wait for a code, in better-auth any number.
const half = keep(await send("POST", "/sign-in/email", json, tomSignsIn));
const asHalf = { ...json, cookie: half, origin };
await show("two-factor half session", "GET", "/get-session", { cookie: half });
await show("two-factor half verify-otp", "POST", "/two-factor/verify-otp", asHalf, { code: "000000" });
await show("two-factor half wrong", "POST", "/two-factor/verify-totp", asHalf, { code: "000000" });
await show("two-factor half wrong backup", "POST", "/two-factor/verify-backup-code", asHalf, { code: "000000" });
const trusted = await show("two-factor half right", "POST", "/two-factor/verify-totp", asHalf, { code: codeOf(totpURI), trustDevice: true });
await show("two-factor half again", "POST", "/two-factor/verify-totp", asHalf, { code: "000000" });
await show("two-factor sign-in trusted", "POST", "/sign-in/email", { ...json, origin, cookie: keep(trusted, half) }, tomSignsIn);
const alone = keep(await send("POST", "/sign-in/email", json, tomSignsIn));
await show("two-factor half no session", "POST", "/two-factor/verify-backup-code", { ...json, cookie: alone, origin }, { code: backupCodes[1], disableSession: true });
const five = { ...json, cookie: keep(await send("POST", "/sign-in/email", json, tomSignsIn)), origin };
for (let attempt = 1; attempt <= 7; attempt += 1) await show(`two-factor attempt ${attempt}`, "POST", "/two-factor/verify-totp", five, { code: "000000" });
const ten = { ...json, cookie: keep(await send("POST", "/sign-in/email", json, tomSignsIn)), origin };
for (let attempt = 1; attempt <= 6; attempt += 1) await show(`two-factor more attempt ${attempt}`, "POST", "/two-factor/verify-backup-code", ten, { code: "000000" });
await show("two-factor generate-backup-codes", "POST", "/two-factor/generate-backup-codes", asTim, { password });
await show("two-factor disable", "POST", "/two-factor/disable", asTim, { password });
await show("two-factor view-backup-codes", "POST", "/two-factor/view-backup-codes", json, { userId: "x" });

// --- API keys ---
const zoe = await signUp("zoe");
const asZoe = { ...json, cookie: zoe, origin };
for (const route of ["create", "update", "delete"]) {
  await show(`key ${route} nobody nothing`, "POST", `/api-key/${route}`, json, {});
  await show(`key ${route} nobody`, "POST", `/api-key/${route}`, json, { keyId: "x", name: "x" });
}
for (const [name, body] of [
  ["mistyped", { name: 5, expiresIn: "x", prefix: "a b", permissions: 5 }], ["mistyped permissions", { permissions: { api: [5] } }], ["mistyped permissions 2", { permissions: { api: "x" } }],
  ["ends at once", { expiresIn: 0 }], ["ends soon", { expiresIn: 60 }], ["ends late", { expiresIn: 366 * 86400 }], ["remaining", { remaining: 5 }], ["rate limit", { rateLimitMax: 5 }], ["refill", { refillAmount: 1 }], ["user", { userId: "x" }], ["metadata", { metadata: { a: 1 } }], ["metadata text", { metadata: "x" }],
  ["long name", { name: "a".repeat(33) }], ["no name", { name: "" }], ["long prefix", { prefix: "a".repeat(33) }], ["no prefix", { prefix: "" }], ["endless", { expiresIn: null }], ["days", { expiresIn: 129600 }],
]) {
  await show(`key create ${name}`, "POST", "/api-key/create", asZoe, body);
}
const made = JSON.parse((await show("key create", "POST", "/api-key/create", asZoe, { name: "mine", expiresIn: 172800, prefix: "x_" })).text);
for (const query of ["", "?limit=1&offset=1", "?sortBy=name&sortDirection=desc", "?limit=x&offset=-1&sortDirection=up", "?configId=x", "?configId=default"]) await show(`key list ${query}`, "GET", `/api-key/list${query}`, { cookie: zoe });
await show("key list nobody", "GET", "/api-key/list");
await show("key get", "GET", `/api-key/get?id=${made.id}`, { cookie: zoe });
await show("key get nobody", "GET", "/api-key/get?id=x");
await show("key get nothing", "GET", "/api-key/get", { cookie: zoe });
await show("key get unknown", "GET", "/api-key/get?id=nonsense", { cookie: zoe });
for (const [name, body] of [
  ["nothing", {}], ["name", { name: "new" }], ["no name", { name: "" }], ["off", { enabled: false }], ["mistyped", { enabled: "x" }], ["endless", { expiresIn: null }], ["ends soon", { expiresIn: 60 }],
  ["days", { expiresIn: 259200 }], ["permissions", { permissions: { api: ["write"] } }], ["remaining", { remaining: 5 }], ["metadata", { metadata: { a: 1 } }], ["user", { userId: "x", name: "y" }], ["unknown", { keyId: "nonsense", name: "x" }],
]) {
  await show(`key update ${name}`, "POST", "/api-key/update", asZoe, { keyId: made.id, ...body });
}
await show("key verify", "POST", "/api-key/verify", json, { key: made.key });
await show("key delete expired", "POST", "/api-key/delete-all-expired-api-keys", json, {});
await show("key delete unknown", "POST", "/api-key/delete", asZoe, { keyId: "nonsense" });
await show("key delete", "POST", "/api-key/delete", asZoe, { keyId: made.id });
await show("key delete again", "POST", "/api-key/delete", asZoe, { keyId: made.id });
await show("key create permissions", "POST", "/api-key/create", asZoe, { permissions: { api: ["read"] } });

// --- other ---
await show("ok", "GET", "/ok");
await show("ok post", "POST", "/ok", json, {});
await show("error", "GET", "/error?error=state_mismatch");
await show("error unsafe", "GET", "/error?error=%3Cscript%3E");
await show("unknown", "GET", "/nonsense");
await show("unknown post", "POST", "/nonsense", json, {});
await show("wrong method", "GET", "/sign-in/email");
await show("trailing slash", "GET", "/ok/");

// Sends the same requests to the reference and to Saldo and compares the responses. Intended differences are listed
// here with their reasons, and in docs/api/auth.md. An unlisted difference fails, and so does a listed one that does
// not occur.
// Usage: node compare.mjs BASE_URL

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const saldo = process.argv[2];

const noBody = "an unknown route is 404 with a body; better-auth's body is empty";
const method = "a wrong method is 405 and lists the allowed ones; better-auth returns 404";
const newest = "as in the newest release of better-auth; not yet in 1.7.7";
const database = "the database is read before anything is changed";
const EXPECTED = {
  "sign-in callback \"http://user@HOST\"": "an address with a user name is rejected, even on our own host",
  "session post": "a 405 lists the allowed methods",
  "sign-in over window": `${newest}: a remembered session clears dont_remember`,
  "revoke all": `${newest}: the cookies of the ended session are cleared`,
  "revoke own": `${newest}: the cookies of the ended session are cleared`,
  "link social": `${newest}: the database is read`,
  "update nothing": database,
  "update unknown": database,
  "update email": database,
  "accounts": "a session cached before update-user is not trusted, so that a new name shows at once",
  "set password": noBody, "forget": noBody, "unknown": noBody, "unknown post": noBody, "trailing slash": noBody,
  "two-factor view-backup-codes": noBody, "key verify": noBody, "key delete expired": noBody,
  "ok post": method, "wrong method": method,
  ...Object.fromEntries([
    "two-factor enable by mail", "two-factor enable wrong", "two-factor enable empty", "two-factor enable long", "two-factor get-totp-uri wrong",
    "two-factor generate-backup-codes wrong", "two-factor verify-totp not enrolled", "two-factor verify-backup-code not enrolled",
    "two-factor enable", "two-factor get-totp-uri", "two-factor verify-totp wrong", "two-factor enable again",
    "two-factor verify-backup-code signed in", "two-factor verify-otp", "two-factor generate-backup-codes", "key delete unknown", "key delete",
    "key delete again",
  ].map((name) => [name, database])),
  "two-factor verify-totp": "the response contains the new session and the updated user",
  ...Object.fromEntries(["tokens /get-access-token nobody", "tokens /refresh-token nobody", "account info nobody"].map((name) => [
    name, "a 401 has a body; better-auth's is empty",
  ])),
  "key create permissions": "users set the permissions of their keys; in better-auth only the server can",
};

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function answers(base) {
  const { stdout } = await promisify(execFile)(process.execPath, [here("exchanges.mjs"), base], { maxBuffer: 1 << 26 });
  const host = base.slice("http://".length);
  const sections = stdout.replaceAll(host, "HOST").split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section]));
}

const port = await freePort();
const reference = spawn(process.execPath, [here("reference.mjs"), String(port)], { stdio: ["ignore", "pipe", "inherit"] });
try {
  await once(reference.stdout, "data");
  const [theirs, ours] = [await answers(`http://127.0.0.1:${port}`), await answers(saldo)];
  const faults = [];
  for (const [name, section] of theirs) {
    const same = section === ours.get(name);
    if (!same && !EXPECTED[name]) faults.push(`--- the library\n${section}+++ Saldo\n${ours.get(name) ?? "(no answer)\n"}`);
    if (same && EXPECTED[name]) faults.push(`${name}: listed as different, and it is not`);
  }
  for (const name of Object.keys(EXPECTED)) if (!theirs.has(name)) faults.push(`${name}: listed, and never asked`);
  console.log(faults.join("\n"));
  console.log(`${theirs.size} exchanges, ${Object.keys(EXPECTED).length} expected differences, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  reference.kill();
}

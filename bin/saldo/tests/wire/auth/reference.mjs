// The reference: the real auth library's server, on SQLite, set up as the specification describes the service.
// Usage: node reference.mjs PORT

import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import Database from "better-sqlite3";

const port = Number(process.argv[2]);
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: "a secret for tests and nothing else, at all",
  database: new Database(":memory:"),
  emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
  session: { expiresIn: 7 * 86400, updateAge: 86400, cookieCache: { enabled: true, maxAge: 300 } },
  user: { deleteUser: { enabled: true } },
  advanced: { cookiePrefix: "authlib" },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
};

const { runMigrations } = await getMigrations(options);
await runMigrations();
createServer(toNodeHandler(betterAuth(options))).listen(port, "127.0.0.1", () => console.log("listening"));

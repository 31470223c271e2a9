// The reference: better-auth's own server, configured as the specification describes the service.
// Usage: node reference.mjs PORT [DATABASE]: a file for SQLite, or postgres://…; in memory by default

import { createServer } from "node:http";
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { twoFactor } from "better-auth/plugins";
import Database from "better-sqlite3";
import pg from "pg";

const port = Number(process.argv[2]);
const where = process.argv[3] ?? ":memory:";

function open() {
  if (where.startsWith("postgres://")) return new pg.Pool({ connectionString: where });
  const database = new Database(where);
  database.pragma("journal_mode = WAL");
  return database;
}

const options = {
  baseURL: `http://127.0.0.1:${port}`,
  appName: "Saldo",
  secret: "a secret for tests and nothing else, at all",
  database: open(),
  emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
  session: { expiresIn: 7 * 86400, updateAge: 86400, cookieCache: { enabled: true, maxAge: 300 } },
  user: { deleteUser: { enabled: true } },
  advanced: { cookiePrefix: "authlib" },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [
    twoFactor(),
    apiKey({
      defaultPrefix: "saldo_",
      startingCharactersConfig: { charactersLength: 10 },
      permissions: { defaultPermissions: { api: ["read"] } },
      rateLimit: { enabled: false },
    }),
  ],
};

const { runMigrations } = await getMigrations(options);
await runMigrations();
createServer(toNodeHandler(betterAuth(options))).listen(port, "127.0.0.1", () => console.log("listening"));

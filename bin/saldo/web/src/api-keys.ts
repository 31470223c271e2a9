/** API keys, which the settings call tokens: `/api/auth/api-key/*`. */
import * as v from "valibot";
import { send } from "./api.ts";

const key = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  start: v.nullable(v.string()),
  expiresAt: v.nullable(v.string()),
  lastRequest: v.nullable(v.string()),
  createdAt: v.string(),
  permissions: v.nullable(v.record(v.string(), v.array(v.string()))),
});

/** An API key without its secret text. */
export type ApiKey = v.InferOutput<typeof key>;

/** `GET /api/auth/api-key/list` */
export async function listKeys(): Promise<ApiKey[]> {
  return v.parse(v.object({ apiKeys: v.array(key) }), await send("GET", "/auth/api-key/list")).apiKeys;
}

/**
 * `POST /api/auth/api-key/create`; returns the secret text of the token, which is not available
 * later. `expiresIn` is in seconds.
 */
export async function createKey(wanted: {
  name: string;
  expiresIn?: number;
  permissions: { api: string[] };
}): Promise<string> {
  return v.parse(v.object({ key: v.string() }), await send("POST", "/auth/api-key/create", wanted)).key;
}

/** `POST /api/auth/api-key/delete` */
export async function deleteKey(keyId: string): Promise<void> {
  await send("POST", "/auth/api-key/delete", { keyId });
}

/** True if a token has write permission. */
export function mayWrite(key: ApiKey): boolean {
  return key.permissions?.["api"]?.includes("write") ?? false;
}

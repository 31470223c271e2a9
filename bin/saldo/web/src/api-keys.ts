/** API keys, which the settings call tokens: `/api/auth/api-key/*`. */
import type * as Types from "./api-types.ts";
import { answer, client } from "./api.ts";

/** An API key without its secret text. */
export type ApiKey = Types.ApiKeyRecord;

/** `GET /api/auth/api-key/list` */
export async function listKeys(): Promise<ApiKey[]> {
  return (await answer(client.GET("/auth/api-key/list"))).apiKeys;
}

/**
 * `POST /api/auth/api-key/create`; returns the secret text of the token, which is not available
 * later. `expiresIn` is in seconds.
 */
export async function createKey(wanted: Types.CreateApiKeyRequest): Promise<string> {
  const { key } = await answer(client.POST("/auth/api-key/create", { body: wanted }));
  return key ?? "";
}

/** `POST /api/auth/api-key/delete` */
export async function deleteKey(keyId: string): Promise<void> {
  await answer(client.POST("/auth/api-key/delete", { body: { keyId } }));
}

/** True if a token has write permission. */
export function mayWrite(key: ApiKey): boolean {
  return key.permissions.api.includes("write");
}

/** Requests of better-auth's client. */
import { isSessionRequest, keepSession, keptSession } from "./offline.ts";

/**
 * Fetches from the server. Returns a response with status 0 if it cannot be reached: better-auth passes on
 * the exceptions of `fetch`, and a form that waits for its response would wait forever. The session is then
 * the one that was kept.
 */
export async function reach(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const [address, method] =
    input instanceof Request ? [input.url, input.method] : [String(input), (init?.method ?? "GET").toUpperCase()];
  const isSession = isSessionRequest(address, method);
  try {
    const response = await fetch(input, init);
    if (isSession) {
      await keepSession(response.clone()).catch(() => undefined);
    }
    return response;
  } catch (error) {
    if (init?.signal?.aborted) {
      throw error;
    }
    return (isSession && (await keptSession().catch(() => null))) || Response.error();
  }
}

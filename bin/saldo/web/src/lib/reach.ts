/**
 * Fetches from the server. Returns a response with status 0 if it cannot be reached: better-auth passes on
 * the exceptions of `fetch`, and a form that waits for its response would wait forever.
 */
export async function reach(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted) {
      throw error;
    }
    return Response.error();
  }
}

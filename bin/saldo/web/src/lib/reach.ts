/**
 * Asks the server; where it cannot be reached, that is an answer as well: its status is 0. The auth library hands on what
 * `fetch` throws, and a form that waits for its answer would wait forever.
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

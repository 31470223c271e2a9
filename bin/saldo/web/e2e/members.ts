/** Two users who share the books of a household. */
import type { Visit } from "./saldo.ts";

/** Sends a request with the session of a visit. Without `books`, it opens the user's own. */
export function post(visit: Visit, path: string, body: object, books?: string): Promise<Record<string, string>> {
  return visit.page.evaluate(
    async ([to, value, of]) => {
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (of) headers["saldo-books"] = of;
      const response = await fetch(`/api${to}`, { method: "POST", headers, body: JSON.stringify(value) });
      if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? {} : await response.json()) as Record<string, string>;
    },
    [path, body, books ?? ""] as const,
  );
}

/** Signs up a second user who joins the household of the first with a role. Returns the books. */
export async function pair(ann: Visit, bob: Visit, name: string, role: string): Promise<string> {
  await ann.signUp(`ann-${name}@example.com`);
  await bob.signUp(`bob-${name}@example.com`);
  const { id = "" } = await post(ann, "/books", { name: "Our home" });
  const { link = "" } = await post(ann, `/books/${id}/invitations`, { role });
  await post(bob, "/invitations/accept", { token: link.split("/invitations/")[1] });
  return id;
}

/** Opens the books of a household in the tab of a visit. The next page shows them. */
export async function openBooks({ page }: Visit, books: string): Promise<void> {
  await page.evaluate((id) => sessionStorage.setItem("saldo.books", id), books);
}

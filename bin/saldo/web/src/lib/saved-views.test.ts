import { expect, it } from "vitest";
import type { SavedView } from "../api-views.ts";
import { queryOf, viewPath, viewsOfPage } from "./saved-views.ts";

const view = (name: string, page: SavedView["page"], query = ""): SavedView => ({
  id: name,
  page,
  name,
  query,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
});

it("equal filters have one query, whatever their order", () => {
  const [one, other] = ["text=caf%C3%A9+%3F&sort=-amount&tag=", "sort=-amount&text=café ?"].map(
    (text) => new URLSearchParams(text),
  );
  expect(queryOf(one!)).toBe("sort=-amount&text=caf%C3%A9+%3F");
  expect(queryOf(other!)).toBe(queryOf(one!));
  // The server takes the characters of an address only.
  expect(queryOf(new URLSearchParams({ text: "a b\n#?é日" }))).toMatch(/^[!->@-~]*$/);
});

it("a view leads to its page, and those of a page are in order", () => {
  expect(viewPath(view("All", "reports"))).toBe("/reports");
  expect(viewPath(view("Out", "transactions", "direction=out"))).toBe("/transactions?direction=out");
  const views = [view("Year 10", "reports"), view("Year 2", "reports"), view("Out", "transactions")];
  expect(viewsOfPage(views, "reports").map(({ name }) => name)).toEqual(["Year 2", "Year 10"]);
});

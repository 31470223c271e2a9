/** Saved views: the address of a page's filters under a name. */
import type { SavedView, ViewPage } from "../api-views.ts";
import { locale } from "../strings/index.ts";

/** Returns the query of an address in one order, so that equal views have equal queries. */
export function queryOf(search: URLSearchParams): string {
  const sorted = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  sorted.sort();
  return sorted.toString();
}

/** Returns the path of a view. */
export function viewPath({ page, query }: Pick<SavedView, "page" | "query">): string {
  return query === "" ? `/${page}` : `/${page}?${query}`;
}

/** Returns the views of a page, by name. */
export function viewsOfPage(views: readonly SavedView[], page: ViewPage): SavedView[] {
  const order = new Intl.Collator(locale(), { numeric: true });
  return views.filter((view) => view.page === page).sort((one, other) => order.compare(one.name, other.name));
}

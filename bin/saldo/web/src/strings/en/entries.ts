/** The words of the list of entries, in English. */
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("en", number, one, other);

export const entries = {
  title: "Entries",
  search: "Find in descriptions",
  account: "Account",
  allAccounts: "All accounts",
  category: "Category",
  allCategories: "All categories",
  uncategorised: "No category",
  from: "From",
  to: "To",
  direction: "Direction",
  both: "In and out",
  in: "Money in",
  out: "Money out",
  sort: "Order",
  newest: "Newest first",
  oldest: "Oldest first",
  largest: "Largest first",
  clear: "Clear the filters",
  filters: "Filters",
  moreFilters: "More filters",
  none: "No entry fits.",
  noneYet: "There are no entries yet. They come from your statements.",
  shown: (number: number, all: boolean) =>
    all ? count(number, "# entry", "# entries") : count(number, "# entry so far", "# entries so far"),
  edit: "Edit description",
  keys: "Keys: j and k move, e edits, c sets the category, / finds",
  toStatement: "Open its statement",
};

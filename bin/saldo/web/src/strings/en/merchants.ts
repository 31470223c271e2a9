/** Messages of the merchants, in English. */
import { count } from "./count.ts";

export const merchants = {
  title: "Merchants",
  hint: "Who you paid and who paid you. Give a merchant the name you know it by, or merge several into one: the name is used in the list, the reports, recurring payments and answers, and for later statements.",
  none: "No merchants yet. Add a statement to see them here.",
  notFound: "No merchants match your search.",
  search: "Search merchants",
  orders: { spending: "Net spending", count: "Number of transactions", last: "Latest", name: "Name" },
  count: (number: number) => count(number, { one: "# merchant", other: "# merchants" }),
  last: (day: string) => `Latest ${day}`,
  printed: (names: string) => `Printed as ${names}`,
  selected: (number: number) => count(number, { one: "# merchant selected", other: "# merchants selected" }),
  rename: "Rename",
  renameTitle: "Rename merchant",
  renameHint: "If another merchant has this name, they become one.",
  unclear: "Name these merchants",
  unclearHint: "They make a large part of your spending, but their printed names do not say who they are.",
  giveName: "Name",
  merge: "Merge",
  mergeTitle: "Merge merchants",
  mergeHint: "All of them get this name. You can undo it.",
  name: "Name",
  restore: "Use printed names",
  renamed: (before: string, name: string) => `“${before}” is now “${name}”.`,
  merged: (number: number, name: string) =>
    `Merged ${count(number, { one: "# merchant", other: "# merchants" })} into “${name}”.`,
  restored: (name: string) => `“${name}” has its printed names again.`,
};

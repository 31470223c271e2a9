/** Names of a report's groups and filters. */
import type { Account, Category } from "../api.ts";
import { strings } from "../strings/index.ts";
import { formatMonth, formatShortMonth, nameOfWeekday } from "./date.ts";
import { merchantName } from "./merchant-name.ts";
import type { Filter, Report } from "./report.ts";

/** Returns the name of a group; a category's follows that of its parent. */
export function nameOfGroup(
  { by }: Pick<Report, "by">,
  group: string | null,
  accounts: readonly Account[],
  categories: readonly Category[],
): string {
  if (group === null) {
    return by === "tag" ? strings.transactions.untagged : strings.transactions.uncategorized;
  }
  switch (by) {
    case "category": {
      const category = categories.find(({ id }) => id === group);
      const parent = categories.find(({ id }) => id === category?.parentId);
      return [parent?.name, category?.name].filter(Boolean).join(" › ");
    }
    case "account":
      return accounts.find(({ id }) => id === group)?.name ?? "";
    case "merchant":
      return merchantName(group);
    case "tag":
      return group;
    case "month":
      return formatMonth(`${group}-01`);
    case "weekday":
      return nameOfWeekday(group, "long");
  }
}

/** Returns the name of a month or a weekday on an axis. */
export function shortNameOf({ by }: Pick<Report, "by">, group: string | null): string {
  return group === null
    ? by === "tag"
      ? strings.transactions.untagged
      : ""
    : by === "month"
      ? formatShortMonth(group)
      : by === "weekday"
        ? nameOfWeekday(group)
        : group;
}

/** Returns the name of a filter's value. */
export function nameOfFilter(
  filter: Filter,
  value: string,
  accounts: readonly Account[],
  categories: readonly Category[],
): string {
  return nameOfGroup({ by: filter }, value, accounts, categories);
}

/** Returns the name of a kind of filter. */
export function kindOfFilter(filter: Filter): string {
  return filter === "tag" ? strings.chips.kinds.tags : strings.reports.groupings[filter];
}

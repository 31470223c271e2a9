/** The accounts in the user's groups, and the words that describe an account. */
import type { Account } from "../api.ts";
import { locale, strings } from "../strings/index.ts";
import { formatDay } from "./date.ts";

/** Accounts with the name of their group; `null` for those without one. */
export interface AccountGroup {
  name: string | null;
  accounts: Account[];
}

/** Returns the accounts in use by group. Those without a group come last. */
export function groupsOf(accounts: readonly Account[]): AccountGroup[] {
  const used = accounts.filter(({ archived }) => !archived);
  const names = groupNames(used);
  return [...names, null]
    .map((name) => ({ name, accounts: used.filter(({ group }) => group === name) }))
    .filter((group) => group.accounts.length > 0);
}

/** Returns the names of the groups in the order of the language. */
export function groupNames(accounts: readonly Account[]): string[] {
  const names = new Set(accounts.flatMap(({ group }) => group ?? []));
  const order = new Intl.Collator(locale(), { numeric: true });
  return [...names].sort((one, other) => order.compare(one, other));
}

/** Returns the accounts in use, then the archived ones. */
export function archivedLast(accounts: readonly Account[]): Account[] {
  return [...accounts.filter(({ archived }) => !archived), ...accounts.filter(({ archived }) => archived)];
}

/** Returns the name of an account in a list of choices, which says if it is archived. */
export function choiceName({ name, archived }: Account): string {
  return archived ? strings.accounts.archivedName(name) : name;
}

/** Describes an account: its type, its number, and further facts. */
export function describeAccount({ kind, numberMasked, name, byHand, closedOn }: Account): string {
  const words = strings.accounts;
  return [
    strings.accountKind[kind],
    ...(numberMasked && !name.includes(numberMasked) ? [numberMasked] : []),
    ...(byHand ? [words.byHand] : []),
    ...(closedOn ? [words.closedOn(formatDay(closedOn))] : []),
  ].join(" · ");
}

/** Returns the path of an account's page. */
export function accountPath(id: string): string {
  return `/accounts/${id}`;
}

import { describe, expect, it } from "vitest";
import type { Account } from "../api.ts";
import { strings } from "../strings/index.ts";
import { archivedLast, choiceName, describeAccount, groupsOf } from "./account-groups.ts";
import { formatDay } from "./date.ts";

const account = (name: string, more: Partial<Account> = {}): Account => ({
  id: name,
  name,
  institution: null,
  numberMasked: null,
  kind: "checking",
  currency: "EUR",
  balance: null,
  byHand: false,
  closedOn: null,
  number: null,
  group: null,
  note: null,
  archived: false,
  paidBy: null,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  ...more,
});

const ACCOUNTS = [
  account("Old", { archived: true, group: "Daily" }),
  account("Purse"),
  account("Giro", { group: "Daily" }),
  account("Fund", { group: "10 years" }),
  account("Bond", { group: "2 years" }),
];

describe("the groups of accounts", () => {
  it("are in order, without archived accounts, and those without a group come last", () => {
    const found = groupsOf(ACCOUNTS).map(({ name, accounts }) => [name, ...accounts.map(({ id }) => id)]);
    expect(found).toEqual([
      ["2 years", "Bond"],
      ["10 years", "Fund"],
      ["Daily", "Giro"],
      [null, "Purse"],
    ]);
    expect(groupsOf([])).toEqual([]);
  });

  it("leave archived accounts to the end of a choice, and name them", () => {
    const names = archivedLast(ACCOUNTS).map(choiceName);
    expect(names.slice(0, 4)).toEqual(["Purse", "Giro", "Fund", "Bond"]);
    expect(names[4]).toContain("Old");
    expect(names[4]).not.toBe("Old");
  });
});

it("an account is described by its type, its number unless the name has it, and its end", () => {
  const closedOn = strings.accounts.closedOn(formatDay("2026-02-28"));
  const closed = account("Bank ••••1234", { numberMasked: "••••1234", closedOn: "2026-02-28", byHand: true });
  expect(describeAccount(closed)).toBe(`Checking · manual · ${closedOn}`);
  expect(describeAccount({ ...closed, name: "Giro" })).toBe(`Checking · ••••1234 · manual · ${closedOn}`);
});

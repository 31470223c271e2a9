import { expect, it } from "vitest";
import type { Account } from "../api.ts";
import { changeOf, inverseOf } from "./account-edit.ts";

const ACCOUNT: Account = {
  id: "1",
  name: "Giro",
  institution: null,
  numberMasked: "••••1234",
  kind: "checking",
  currency: "EUR",
  balance: null,
  byHand: false,
  closedOn: null,
  number: null,
  group: "Daily",
  note: null,
  archived: false,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

it("a change has only the fields that differ", () => {
  expect(changeOf(ACCOUNT, { name: "Giro", group: null, note: "Joint", archived: false })).toEqual({
    group: null,
    note: "Joint",
  });
});

it("a change is undone by the former values, unless it sets a number", () => {
  const change = { group: null, note: "Joint", archived: true };
  const inverse = inverseOf(ACCOUNT, change);
  expect(inverse).toEqual({ group: "Daily", note: null, archived: false });
  expect(inverseOf({ ...ACCOUNT, ...change }, inverse ?? {})).toEqual(change);
  expect(inverseOf(ACCOUNT, { name: "Purse", number: "DE00 1234" })).toBeNull();
});

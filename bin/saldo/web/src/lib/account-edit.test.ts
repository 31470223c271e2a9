import { expect, it } from "vitest";
import type { Account } from "../api.ts";
import { changeOf } from "./account-edit.ts";

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
  paidBy: null,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

it("a change has only the fields that differ", () => {
  expect(changeOf(ACCOUNT, { name: "Giro", group: null, note: "Joint", archived: false })).toEqual({
    group: null,
    note: "Joint",
  });
});

import { expect, it } from "vitest";
import type { Edit } from "../api-transactions.ts";
import { describeEdit, describeSubject } from "./edit-words.ts";

const edit = (id: string, action: Edit["action"], more: Partial<Edit> = {}): Edit => ({
  ...{ id, action, entries: 1, undone: false, undoes: null, by: null, createdAt: "2026-03-01T12:00:00.000Z" },
  subject: null,
  ...more,
});

it("an edit says what was done with how many transactions", () => {
  const words = (action: Edit["action"], entries: number) => describeEdit(edit("1", action, { entries }), []).text;
  expect(words("change", 1)).toBe("1 transaction changed");
  expect(words("categorize", 12)).toBe("12 transactions categorized automatically");
  expect(words("change_account", 0)).toBe("Account changed");
  expect(words("merge_accounts", 0)).toBe("Accounts merged");
});

it("an undo says what was undone, and the undo of an undo what was redone", () => {
  const first = edit("1", "delete", { entries: 2 });
  const undo = edit("2", "undo", { undoes: "1" });
  const redo = edit("3", "undo", { undoes: "2" });
  const all = [redo, undo, first];
  expect(all.map((one) => describeEdit(one, all))).toEqual([
    { text: "Redone: 2 transactions deleted", isRedo: false },
    { text: "Undone: 2 transactions deleted", isRedo: true },
    { text: "2 transactions deleted", isRedo: false },
  ]);
});

it("an undo of an edit that is not loaded says only that something was undone", () => {
  expect(describeEdit(edit("2", "undo", { undoes: "1" }), [])).toEqual({ text: "Undone", isRedo: true });
});

it("a subject is described by its kind", () => {
  const money = { amount: "-3.00", currency: "EUR" };
  const coffee = { id: "5", date: "2026-03-01", description: "Coffee", amount: money };
  const food = { id: "6", name: "Food" };
  const account = (name: string | null) => ({ id: "7", name });
  const words = (subject: Edit["subject"], entries = 1) => describeSubject({ subject, entries });
  expect(words(null)).toBeNull();
  expect(words({ kind: "transaction", transaction: coffee, category: null })).toBe("Coffee · Mar 1, 2026 · -€3.00");
  expect(words({ kind: "transaction", transaction: coffee, category: { id: "6", name: null } })).toBe(
    "Coffee · Mar 1, 2026 · -€3.00",
  );
  expect(words({ kind: "merchant", merchant: "Rewe", category: food })).toBe("Rewe → Food");
  expect(words({ kind: "transactions", first: coffee, category: food })).toBe(
    "First: Coffee · Mar 1, 2026 · -€3.00 → Food",
  );
  const transfer = { kind: "transfer", from: account("Giro"), to: account(null), first: coffee } as const;
  expect(words(transfer, 2)).toBe("Giro → Deleted account · Mar 1, 2026 · -€3.00");
  expect(words(transfer, 4)).toBe("Giro → Deleted account");
  expect(words({ kind: "merchant_names", from: "amzn", to: "Amazon", merchants: 1 })).toBe("amzn → Amazon");
  expect(words({ kind: "merchant_names", from: "amzn", to: "Amazon", merchants: 3 })).toBe("amzn and 2 more → Amazon");
  expect(words({ kind: "account", account: account("Giro"), formerName: null })).toBe("Giro");
  expect(words({ kind: "account", account: account("Daily"), formerName: "Giro" })).toBe("Giro → Daily");
  expect(words({ kind: "accounts", account: account("Giro"), other: account("Old giro") })).toBe("Old giro → Giro");
});

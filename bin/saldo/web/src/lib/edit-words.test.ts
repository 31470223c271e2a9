import { expect, it } from "vitest";
import type { Edit } from "../api-transactions.ts";
import { describeEdit } from "./edit-words.ts";

const edit = (id: string, action: Edit["action"], more: Partial<Edit> = {}): Edit => ({
  ...{ id, action, entries: 1, undone: false, undoes: null, by: null, createdAt: "2026-03-01T12:00:00.000Z" },
  ...more,
});

it("an edit says what was done with how many transactions", () => {
  const words = (action: Edit["action"], entries: number) => describeEdit(edit("1", action, { entries }), []).text;
  expect(words("change", 1)).toBe("1 transaction changed");
  expect(words("categorize", 12)).toBe("12 transactions categorized automatically");
  expect(words("change_account", 0)).toBe("Account changed");
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

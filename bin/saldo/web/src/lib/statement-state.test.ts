import { expect, it } from "vitest";
import type { Statement } from "../api.ts";
import { strings } from "../strings/index.ts";
import { describeStatement } from "./statement-state.ts";

function failed(fileName: string, code: NonNullable<Statement["failure"]>["code"], pages: number | null): Statement {
  const failure = { code, message: "as the server says" };
  return { fileName, failure, pages, status: "failed", readBy: null, accounts: [] } as unknown as Statement;
}

it("an unreadable table is not called damaged", () => {
  const state = describeStatement(failed("bank.csv", "unreadable", null), null);
  expect(state.text).toBe(strings.importing.notUnderstood);
  expect(describeStatement(failed("bank.pdf", "unreadable", null), null).text).toBe(strings.failure.unreadable.short);
  expect(describeStatement(failed("bank.csv", "too_large", null), null).text).toBe(strings.failure.too_large.short);
});

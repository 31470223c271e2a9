import { expect, it } from "vitest";
import type { Statement } from "../api.ts";
import { doneSteps } from "./first-steps.ts";

const statement = (periodStart: string | null, periodEnd: string | null, status = "processed") =>
  ({ status, accounts: [{ periodStart, periodEnd }] }) as unknown as Statement;

const nothing = { statements: [], currency: null, budgets: 0, threads: 0 };

it("counts the steps that are done", () => {
  expect([...doneSteps(nothing)]).toEqual([]);
  expect([...doneSteps({ ...nothing, currency: "EUR", budgets: 1, threads: 2 })]).toEqual([
    "currency",
    "budget",
    "ask",
  ]);
  const failed = statement(null, null, "failed");
  expect([...doneSteps({ ...nothing, statements: [failed] })]).toEqual([]);
});

it("counts the months of the statements, however many statements they are on", () => {
  const months = (...statements: Statement[]) => doneSteps({ ...nothing, statements }).has("months");
  const january = statement("2026-01-01", "2026-01-31");
  expect(months(january, january, january)).toBe(false);
  expect(months(january, statement("2026-01-15", "2026-02-14"))).toBe(false);
  expect(months(january, statement("2025-12-01", "2025-12-31"), statement("2026-02-01", "2026-02-28"))).toBe(true);
  expect(months(statement("2025-11-20", "2026-01-05"))).toBe(true);
  expect(months(statement(null, null))).toBe(false);
});

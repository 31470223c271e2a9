import { describe, expect, it } from "vitest";
import type { Goal } from "../api-goals.ts";
import { factsOf, savedPercent, savedWords } from "./goals.ts";

const PROGRESS: Goal["progress"] = {
  ...{ saved: "250.00", savedUnknown: null, remaining: "750.00", percent: 25 },
  ...{ neededPerMonth: "107.15", monthsLeft: 7, neededUnknown: null },
  pace: { from: "2026-08", to: "2026-10", change: "300.00", perMonth: "100.00" },
  ...{ paceUnknown: null, reached: false, reachedIn: "2027-07", reachedUnknown: null },
};

const goal = (progress: Partial<Goal["progress"]> = {}, more: Partial<Goal> = {}): Goal => ({
  ...{ id: "1", name: "Trip", target: "1000.00", currency: "EUR", targetDate: "2027-06-30", note: null },
  ...{ archived: false, source: "contributions", accounts: [], contributions: 0 },
  progress: { ...PROGRESS, ...progress },
  ...more,
});

describe("a goal", () => {
  it("shows what is missing, needed and expected", () => {
    expect(savedWords(goal())).toBe("€250.00 of €1,000.00 · 25%");
    expect(factsOf(goal())).toEqual([
      { name: "Still missing", value: "€750.00" },
      { name: "Needed each month", value: "€107.15", detail: "7 months until Jun 30, 2027" },
      { name: "Pace", value: "+€100.00 a month", detail: "Average of August 2026 to October 2026" },
      { name: "At this pace, reached in", value: "July 2027" },
    ]);
  });

  it("says once why a figure is unknown", () => {
    const noHistory = goal({
      ...{ neededPerMonth: null, monthsLeft: null, neededUnknown: "no_target_date" },
      ...{ pace: null, paceUnknown: "no_history", reachedIn: null, reachedUnknown: "no_history" },
    });
    expect(factsOf(noHistory).map(({ name, isUnknown }) => [name, isUnknown ?? false])).toEqual([
      ["Still missing", false],
      ["Needed each month", true],
      ["Pace", true],
    ]);
    const still = goal({ reachedIn: null, reachedUnknown: "pace_not_positive" });
    expect(factsOf(still).at(-1)).toMatchObject({ name: "At this pace, reached in", isUnknown: true });
    const unknown = goal({ saved: null, savedUnknown: "no_balance", remaining: null, percent: null });
    expect([factsOf(unknown), savedPercent(unknown)]).toEqual([[], 0]);
    expect(savedWords(unknown)).toMatch(/No balance/);
  });

  it("needs nothing more once it is reached, and its bar never overflows", () => {
    const reached = goal({ saved: "2500.00", remaining: "0.00", percent: 250, reached: true, reachedIn: null });
    expect([factsOf(reached), savedPercent(reached)]).toEqual([[], 100]);
    expect(savedPercent(goal({ percent: -3 }))).toBe(0);
  });
});

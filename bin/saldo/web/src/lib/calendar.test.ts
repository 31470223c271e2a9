import { describe, expect, it } from "vitest";
import { calendarOf } from "./calendar.ts";

describe("the calendar of covered days", () => {
  it("reports the coverage of each month", () => {
    const [year, ...more] = calendarOf([
      { from: "2026-01-15", to: "2026-02-28" },
      { from: "2026-04-11", to: "2026-05-20" },
    ]);
    expect(more).toEqual([]);
    expect(year?.year).toBe(2026);
    expect(year?.months.map(({ filled }) => filled)).toEqual([
      ...["whole", "whole", "none", "part", "whole"],
      ...Array.from({ length: 7 }, () => "outside"),
    ]);
  });

  it("continues across years, and is empty without coverage", () => {
    expect(calendarOf([{ from: "2024-12-01", to: "2026-01-31" }]).map(({ year }) => year)).toEqual([2024, 2025, 2026]);
    expect(calendarOf([])).toEqual([]);
  });
});

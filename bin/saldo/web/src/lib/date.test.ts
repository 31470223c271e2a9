import { describe, expect, it } from "vitest";
import { addMonths, daysOf, formatDay, formatMonth, formatPeriod, formatShortDay } from "./date.ts";

describe("dates", () => {
  it("keep their day in every time zone", () => {
    const zone = process.env["TZ"];
    for (const name of ["Pacific/Kiritimati", "America/Los_Angeles", "Pacific/Niue", "UTC"]) {
      process.env["TZ"] = name;
      expect(formatDay("2026-01-01")).toBe("Jan 1, 2026");
      expect(formatShortDay("2026-12-31")).toBe("Dec 31");
      expect(formatMonth("2026-02-28")).toBe("February 2026");
    }
    process.env["TZ"] = zone;
  });

  it("print the common part of two dates once", () => {
    expect(formatPeriod("2026-01-01", "2026-01-31").replaceAll(/\s/g, " ")).toBe("Jan 1 – 31, 2026");
  });

  it("reject an invalid date", () => {
    for (const text of ["", "2026-1-1", "01.02.2026", "2026-01-01T00:00:00Z"]) {
      expect(() => formatDay(text)).toThrow(RangeError);
    }
  });
});

describe("months", () => {
  it("are counted across years", () => {
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    expect(addMonths("2025-12", 1)).toBe("2026-01");
    expect(addMonths("2026-03", -12)).toBe("2025-03");
  });

  it("end on their own last day", () => {
    expect(daysOf("2026-02")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(daysOf("2024-02").to).toBe("2024-02-29");
    expect(daysOf("2026-12").to).toBe("2026-12-31");
  });
});

/** Covered days as a calendar of months. */
import type { Days } from "../api-coverage.ts";
import type { Day } from "./date.ts";

/** A month's coverage; `outside` is before the first or after the last statement. */
export type Filled = "whole" | "part" | "none" | "outside";

/** A month of the calendar. */
export interface MonthCell {
  /** The first day of the month. */
  first: Day;
  filled: Filled;
}

/** The twelve months of a year. */
export interface YearRow {
  year: number;
  months: MonthCell[];
}

const MILLISECONDS_OF_DAY = 86_400_000;

function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / MILLISECONDS_OF_DAY;
}

/** Returns the years from the first covered day to the last one, with the coverage of each month. */
export function calendarOf(covered: readonly Days[]): YearRow[] {
  const spans = covered.map(({ from, to }): [number, number] => [dayNumber(from), dayNumber(to)]);
  const start = Math.min(...spans.map(([from]) => from));
  const end = Math.max(...spans.map(([, to]) => to));
  if (spans.length === 0) {
    return [];
  }
  const yearOf = (day: number) => new Date(day * MILLISECONDS_OF_DAY).getUTCFullYear();
  const rows: YearRow[] = [];
  for (let year = yearOf(start); year <= yearOf(end); year += 1) {
    const months = Array.from({ length: 12 }, (_, month): MonthCell => {
      const first = `${String(year).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}-01`;
      const from = dayNumber(first);
      const to = from + new Date(Date.UTC(year, month + 1, 0)).getUTCDate() - 1;
      return { first, filled: filledBetween(from, to, spans, start, end) };
    });
    rows.push({ year, months });
  }
  return rows;
}

function filledBetween(from: number, to: number, spans: [number, number][], start: number, end: number): Filled {
  if (to < start || from > end) {
    return "outside";
  }
  // Days before the first statement and after the last one are not missing, so they do not count.
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  let days = 0;
  for (const [one, other] of spans) {
    days += Math.max(0, Math.min(last, other) - Math.max(first, one) + 1);
  }
  return days === 0 ? "none" : days < last - first + 1 ? "part" : "whole";
}

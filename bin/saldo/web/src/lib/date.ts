/**
 * Dates without a time zone (`2026-02-03` is the same day everywhere), and
 * timestamps in the user's time zone.
 */
import { locale } from "../strings/index.ts";

/** A day as the server sends it: `YYYY-MM-DD`. */
export type Day = string;

/** Returns noon UTC of a day. Formatted in UTC, it cannot shift to another day. */
function midday(day: Day): Date {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) {
    throw new RangeError(`not a day: ${day}`);
  }
  return new Date(`${day}T12:00:00Z`);
}

/** Cached formats, because creating one costs more than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options });
    formats.set(key, known);
  }
  return known;
}

/** Formats a day in the user's locale, such as `3 Feb 2026`. */
export function formatDay(day: Day): string {
  return inUtc({ day: "numeric", month: "short", year: "numeric" }).format(midday(day));
}

/** Formats a day without its year, for columns under a heading with the year. */
export function formatShortDay(day: Day): string {
  return inUtc({ day: "2-digit", month: "short" }).format(midday(day));
}

/** Formats the month of a day, such as `February 2026`. */
export function formatMonth(day: Day): string {
  return inUtc({ month: "long", year: "numeric" }).format(midday(day));
}

/** Returns the name of a month by its number, such as `February` for 2. */
export function nameOfMonth(month: number): string {
  return inUtc({ month: "long" }).format(new Date(Date.UTC(2026, month - 1, 15)));
}

/** Formats a month (`2026-02`) for an axis: `Feb`, with the year in January. */
export function formatShortMonth(month: string): string {
  const options: Intl.DateTimeFormatOptions = month.endsWith("-01")
    ? { month: "short", year: "2-digit" }
    : { month: "short" };
  return inUtc(options).format(midday(`${month}-01`));
}

/** Formats a month (`2026-02`) for an axis of several years, such as `Feb 26`. */
export function formatMonthOf(month: string): string {
  return inUtc({ month: "short", year: "2-digit" }).format(midday(`${month}-01`));
}

/** Returns today in the user's time zone. */
export function today(): Day {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** Returns the month that an address names as `month`; `otherwise` if it names none. */
export function monthIn(search: URLSearchParams, otherwise: string): string {
  const asked = search.get("month") ?? "";
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : otherwise;
}

/** Adds months to a month such as `2026-03`. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** Returns the first and the last day of a month such as `2026-02`. */
export function daysOf(month: string): { from: Day; to: Day } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${days}` };
}

/** Formats a range of days without repetition, such as `1 – 31 Jan 2026`. */
export function formatPeriod(start: Day, end: Day): string {
  return inUtc({ day: "numeric", month: "short", year: "numeric" }).formatRange(midday(start), midday(end));
}

/** Formats a timestamp in the user's time zone. */
export function formatMoment(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/** Returns the name of a day's month, such as `February`, or its first letter. */
export function formatMonthName(day: Day, length: "long" | "narrow"): string {
  return inUtc({ month: length }).format(midday(day));
}

/** A Monday, the first of the server's weekdays. */
const MONDAY = Date.UTC(2024, 0, 1, 12);

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** True for a weekday as the server names it. */
export function isWeekday(name: string): boolean {
  return WEEKDAYS.includes(name);
}

/** Returns the name of a weekday (`Mon`, as the server names it) in the user's language. */
export function nameOfWeekday(weekday: string, length: "long" | "short" = "short"): string {
  return inUtc({ weekday: length }).format(new Date(MONDAY + WEEKDAYS.indexOf(weekday) * 86_400_000));
}

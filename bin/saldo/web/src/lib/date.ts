/** Booking dates have no time zone: `2026-02-03` is that day everywhere. Moments are shown in the user's time zone. */
import { locale } from "../strings/index.ts";

/** A day as the server sends it: `YYYY-MM-DD`. */
export type Day = string;

/** Midday UTC of that day, to be formatted in UTC: no zone can move it to another day. */
function midday(day: Day): Date {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) {
    throw new RangeError(`not a day: ${day}`);
  }
  return new Date(`${day}T12:00:00Z`);
}

/** Making a format costs more than using it a thousand times. */
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

/** `3 Feb 2026`, as the locale writes it. */
export function formatDay(day: Day): string {
  return inUtc({ day: "numeric", month: "short", year: "numeric" }).format(midday(day));
}

/** The day without its year, for columns under a heading that names the year. */
export function formatShortDay(day: Day): string {
  return inUtc({ day: "2-digit", month: "short" }).format(midday(day));
}

/** `February 2026`. */
export function formatMonth(day: Day): string {
  return inUtc({ month: "long", year: "numeric" }).format(midday(day));
}

/** `February`, of the month's number. */
export function nameOfMonth(month: number): string {
  return inUtc({ month: "long" }).format(new Date(Date.UTC(2026, month - 1, 15)));
}

/** `Feb`, or `Feb 26` where a year begins: for axes. */
export function formatShortMonth(month: string): string {
  const options: Intl.DateTimeFormatOptions = month.endsWith("-01")
    ? { month: "short", year: "2-digit" }
    : { month: "short" };
  return inUtc(options).format(midday(`${month}-01`));
}

/** Returns today in the user's time zone. */
export function today(): Day {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

/** `2026-03` moved by some months. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** The first and the last day of `2026-02`. */
export function daysOf(month: string): { from: Day; to: Day } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${days}` };
}

/** `1 – 31 Jan 2026`: what two days have in common is said once. */
export function formatPeriod(start: Day, end: Day): string {
  return inUtc({ day: "numeric", month: "short", year: "numeric" }).formatRange(midday(start), midday(end));
}

/** Formats a moment in the user's time zone. */
export function formatMoment(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/** The name of a day's month: `February`, or its first letter. */
export function formatMonthName(day: Day, length: "long" | "narrow"): string {
  return inUtc({ month: length }).format(midday(day));
}

/**
 * Parsing and formatting of typed amounts: with a decimal comma or point, with or
 * without thousands separators.
 */
import { locale } from "../strings/index.ts";
import type { Decimal } from "./money.ts";

const TYPED = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/;

const GROUPED = /^\d{1,3}([.,]\d{3})+$/;

/** Returns the number of decimal digits of a currency. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns the decimal separator of the user's locale. */
function point(): string {
  return new Intl.NumberFormat(locale()).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/** Parses a typed amount with `digits` decimal digits. Returns `null` if it is invalid. */
export function parseAmount(typed: string, digits: number): Decimal | null {
  const match = TYPED.exec(typed.replaceAll(/[\s'’]/gu, "").replace("−", "-"));
  if (!match) {
    return null;
  }
  const [, sign, number = ""] = match;
  const at = pointIn(number, digits);
  const whole = at < 0 ? number : number.slice(0, at);
  const fraction = at < 0 ? "" : number.slice(at + 1);
  if (fraction.length > digits || /[.,]/.test(fraction) || (/[.,]/.test(whole) && !GROUPED.test(whole))) {
    return null;
  }
  const units = whole.replaceAll(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  return `${sign === "-" ? "-" : ""}${units}${digits === 0 ? "" : `.${fraction.padEnd(digits, "0")}`}`;
}

/**
 * Returns the index of the decimal separator, or -1 if there is none.
 *
 * With both kinds of separators, it is the last one. With one kind, a repeated separator groups
 * thousands, as does one with three digits after it, unless the currency has three decimal digits and it
 * is the locale's decimal separator.
 */
function pointIn(number: string, digits: number): number {
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  if (last < 0) {
    return -1;
  }
  const sign = number[last] ?? "";
  const isMixed = number.includes(sign === "." ? "," : ".");
  const isRepeated = number.indexOf(sign) !== last;
  if (isMixed) {
    return isRepeated ? -1 : last;
  }
  const groups = isRepeated || (number.length - last - 1 === 3 && (digits < 3 || sign !== point()));
  return groups && GROUPED.test(number) ? -1 : last;
}

/** Formats an amount the way the user would type it. */
export function showAmount(amount: Decimal): string {
  return amount.replace(".", point());
}

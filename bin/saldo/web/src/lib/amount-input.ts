/** Amounts as people type them: with the comma or the point of their language, with or without groups of thousands. */
import { locale } from "../strings/index.ts";
import type { Decimal } from "./money.ts";

const TYPED = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/;

const GROUPED = /^\d{1,3}([.,]\d{3})+$/;

/** Returns a currency's number of decimal digits. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns the decimal separator of the user's locale. */
function point(): string {
  return new Intl.NumberFormat(locale()).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/** Reads what was typed as an amount with `digits` digits after the point; `null` when it is none. */
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
 * Returns the index of the decimal separator: the last of two kinds of separators, or the only one unless three digits
 * follow it.
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

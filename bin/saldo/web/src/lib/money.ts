/**
 * Money: a decimal string with a currency, as on the wire.
 *
 * It is formatted from the string and added in whole minor units, and never becomes a floating-point number.
 */
import { locale } from "../strings/index.ts";

/** A decimal string such as `-12.34`. */
export type Decimal = string;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A number of units of 10^-digits. */
interface Scaled {
  units: bigint;
  digits: number;
}

function scaled(text: Decimal): Scaled {
  const match = DECIMAL.exec(text);
  if (!match) {
    throw new RangeError(`not an amount: ${text}`);
  }
  const [, sign, whole, fraction = ""] = match;
  return { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length };
}

function at(value: Scaled, digits: number): bigint {
  return value.units * 10n ** BigInt(digits - value.digits);
}

function print(units: bigint, digits: number): Decimal {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const fraction = digits === 0 ? "" : `.${text.slice(-digits)}`;
  return `${units < 0n ? "-" : ""}${whole}${fraction}`;
}

/** Returns the exact sum of amounts in one currency. */
export function sum(amounts: readonly Decimal[]): Decimal {
  const values = amounts.map(scaled);
  const digits = Math.max(0, ...values.map((value) => value.digits));
  return print(
    values.reduce((total, value) => total + at(value, digits), 0n),
    digits,
  );
}

/** Returns the absolute value of an amount. */
export function absolute(amount: Decimal): Decimal {
  return amount.replace(/^-/, "");
}

/** Returns the amount with the opposite sign; zero stays `0`. */
export function negated(amount: Decimal): Decimal {
  return isZero(amount) ? absolute(amount) : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

/** True if an amount is negative. */
export function isNegative(amount: Decimal): boolean {
  return scaled(amount).units < 0n;
}

/** True if an amount is zero. */
export function isZero(amount: Decimal): boolean {
  return scaled(amount).units === 0n;
}

type Sign = "auto" | "always" | "never";

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: string, sign: Sign): Intl.NumberFormat {
  const key = `${locale()} ${currency} ${sign}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.NumberFormat(locale(), {
      style: "currency",
      currency,
      signDisplay: sign === "always" ? "exceptZero" : sign,
    });
    formats.set(key, known);
  }
  return known;
}

/**
 * Formats an amount with its currency in the user's locale. It is formatted from
 * its digits, without rounding.
 */
export function formatMoney(amount: Decimal, currency: string, sign: Sign = "auto"): string {
  scaled(amount);
  return format(currency, sign).format(amount as `${number}`);
}

/**
 * Returns the share of an amount in `whole`, ignoring signs, rounded down to 0.0001: for the
 * length of a bar, not for sums.
 */
export function shareOf(amount: Decimal, whole: Decimal): number {
  const [one, all] = [scaled(amount), scaled(whole)];
  const digits = Math.max(one.digits, all.digits);
  const [units, most] = [at(one, digits), at(all, digits)];
  return most === 0n ? 0 : Math.abs(Number((units * 10_000n) / most)) / 10_000;
}

/** Compares two amounts of one currency: returns -1, 0 or 1. */
export function compare(one: Decimal, other: Decimal): number {
  const difference = sum([one, negated(other)]);
  return isZero(difference) ? 0 : isNegative(difference) ? -1 : 1;
}

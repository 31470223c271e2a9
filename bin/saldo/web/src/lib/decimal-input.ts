/** Amounts as people type them. */
import type { Decimal } from "./money.ts";

/**
 * `1.234,56`, `1,234.56` and `1234,5` as the server reads amounts. The last point or comma is the decimal one, unless the
 * same mark stands twice and so parts groups. What is no amount stays as it is: the server says so.
 */
export function readAmount(text: string): Decimal {
  const plain = text.replaceAll(/[\s'’]/g, "").replace("−", "-");
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (last < 0) {
    return plain;
  }
  const mark = plain[last] ?? "";
  const isGroup = plain.indexOf(mark) !== last;
  const whole = plain.slice(0, last).replaceAll(/[.,]/g, "");
  const rest = plain.slice(last + 1);
  return isGroup ? `${whole}${rest}` : `${whole}.${rest}`;
}

/** An authenticator app: time-based codes from a shared secret (RFC 6238: SHA-1, six digits, 30 seconds). */
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const STEP_MILLISECONDS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code at `moment`, in milliseconds since 1970. */
export function totp(secret: string, moment: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / STEP_MILLISECONDS)));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/**
 * Returns the code of the next time step. The server accepts each code once, and tolerates a
 * clock that is one step ahead.
 */
export function nextTotp(secret: string, moment: number): string {
  return totp(secret, moment + STEP_MILLISECONDS);
}

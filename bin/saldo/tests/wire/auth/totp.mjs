// An authenticator app: RFC 6238 with the secret of a QR code.

import { createHmac } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function decode(text) {
  let [bits, length] = [0n, 0];
  for (const letter of text) [bits, length] = [(bits << 5n) | BigInt(LETTERS.indexOf(letter)), length + 5];
  const spare = BigInt(length % 8);
  return Buffer.from((bits >> spare).toString(16).padStart(Math.floor(length / 8) * 2, "0"), "hex");
}

/** Returns the code that the app shows `steps` of 30 seconds from now; `steps` may be negative. */
export function codeOf(uri, steps = 0) {
  const query = new URL(uri).searchParams;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / Number(query.get("period"))) + steps));
  const hash = createHmac("sha1", decode(query.get("secret"))).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1) & 15) & 0x7fffffff;
  const digits = Number(query.get("digits"));
  return (number % 10 ** digits).toString().padStart(digits, "0");
}

/** Waits if the current time step is about to end: the previous code would be two steps old on arrival. */
export async function calmStep() {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 6_000) await new Promise((resolve) => setTimeout(resolve, left));
}

/** Names of merchants. */

/** Returns a merchant's name for reading: the server groups them in lower case. */
export function merchantName(name: string): string {
  return name.replaceAll(/(?<![\p{L}\p{M}’'])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

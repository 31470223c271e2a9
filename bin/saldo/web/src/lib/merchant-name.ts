/** Names of merchants. */

/**
 * Returns a merchant's name for reading: the server groups printed names in lower case. A name with a capital
 * letter was given by the user, and stays.
 */
export function merchantName(name: string): string {
  if (/\p{Lu}/u.test(name)) {
    return name;
  }
  return name.replaceAll(/(?<![\p{L}\p{M}’'])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/**
 * Patterns for the browser in a user agent; the first match wins. They are rough, but users
 * recognize their own browser.
 */
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

function find(list: [RegExp, string][], agent: string): string | undefined {
  return list.find(([pattern]) => pattern.test(agent))?.[1];
}

/** Returns a name such as `Firefox, Linux`; `null` for an unknown user agent. */
export function nameBrowser(agent: string | null | undefined): string | null {
  const names = [find(BROWSERS, agent ?? ""), find(SYSTEMS, agent ?? "")].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(", ");
}

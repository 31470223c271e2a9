/** Derives a browser's name from its user agent, roughly, so that users recognize their own. The first match wins. */
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

/** `Firefox, Linux`; nothing for an agent that is not known. */
export function nameBrowser(agent: string | null | undefined): string | null {
  const names = [find(BROWSERS, agent ?? ""), find(SYSTEMS, agent ?? "")].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(", ");
}

/** The countries whose banks can be connected: the European Economic Area and the United Kingdom. */
import { currentLanguage } from "../strings/index.ts";

const CODES = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE GB".split(" ");

/** Returns pairs of code and name, in the order of the names. */
export function countries(language: string = currentLanguage()): [string, string][] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const pairs = CODES.map((code): [string, string] => [code, names.of(code) ?? code]);
  return pairs.sort(([, one], [, other]) => one.localeCompare(other, language));
}

/** Returns the code of the browser's country if its banks can be connected, otherwise the first one. */
export function likelyCountry(tags: readonly string[] = navigator.languages): string {
  const regions = tags.map((tag) => new Intl.Locale(tag).maximize().region ?? "");
  return regions.find((region) => CODES.includes(region)) ?? "DE";
}

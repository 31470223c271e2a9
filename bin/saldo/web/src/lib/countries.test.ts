/** Tests of the countries of banks. */
import { expect, it } from "vitest";
import { countries, likelyCountry } from "./countries.ts";

it("names countries in the language, in the order of their names", () => {
  const english = countries("en").map(([, name]) => name);
  expect(english.slice(0, 2)).toEqual(["Austria", "Belgium"]);
  expect(countries("de")).toContainEqual(["AT", "Österreich"]);
});

it("prefers the country of the browser", () => {
  expect(likelyCountry(["en-US", "fi"])).toBe("FI");
  expect(likelyCountry(["de-AT", "fi"])).toBe("AT");
  expect(likelyCountry(["en-US"])).toBe("DE");
});

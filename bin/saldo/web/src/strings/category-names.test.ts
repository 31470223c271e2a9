import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CATALOGS, type Language } from "./index.ts";

const ORDER: readonly Language[] = ["en", "de", "fr", "es", "it", "pt", "nl", "pl"];
const SERVER = new URL("../../../../../crates/domain/src/category_names.txt", import.meta.url);

it("names the default categories as the server's messages do", async () => {
  const lines = readFileSync(SERVER, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const catalogs = await Promise.all(ORDER.map((language) => CATALOGS[language]()));
  const names = catalogs.map(({ categoryNames }) => Object.values(categoryNames));
  expect(lines).toEqual(names[0]?.map((_, at) => names.map((one) => one[at]).join(" | ")));
});

import { afterEach, expect, it } from "vitest";
import { useLanguage } from "../strings/index.ts";
import { nameInLanguage } from "./category-name.ts";

afterEach(() => useLanguage("en"));

it("names a category that came with the account in the person's language", async () => {
  expect(nameInLanguage("Groceries")).toBe("Groceries");
  await useLanguage("de");
  expect(nameInLanguage("Groceries")).toBe("Lebensmittel");
});

it("leaves a name of the person's own as it is", async () => {
  await useLanguage("de");
  expect(nameInLanguage("Boats")).toBe("Boats");
});

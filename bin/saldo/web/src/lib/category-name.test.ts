import { afterEach, expect, it } from "vitest";
import { useLanguage } from "../strings/index.ts";
import { nameInLanguage } from "./category-name.ts";

afterEach(() => useLanguage("en"));

it("translates the name of a default category", async () => {
  expect(nameInLanguage("Groceries")).toBe("Groceries");
  await useLanguage("de");
  expect(nameInLanguage("Groceries")).toBe("Lebensmittel");
});

it("keeps the name of a user's own category", async () => {
  await useLanguage("de");
  expect(nameInLanguage("Boats")).toBe("Boats");
});

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CONTENTS, guideOf, readGuide } from "./guide.ts";

const FOLDER = new URL("../../../../../docs/guide/", import.meta.url);

const NAMES = readdirSync(FOLDER).map((name) => name.replace(".md", ""));

const PAGES = [
  "/",
  "/statements",
  "/statements/1",
  "/statements/1/import",
  "/transactions",
  "/accounts",
  "/accounts/1",
  "/budget",
  "/goals",
  "/recurring",
  "/reports",
  "/merchants",
  "/views",
  "/edits",
  "/notifications",
  "/advisor",
  "/settings",
];

const TABS = ["you", "categories", "rules", "money", "privacy", "notifications", "household", "tokens", "data"];

const textOf = (name: string) => readFileSync(new URL(`${name}.md`, FOLDER), "utf8");

describe("the guide", () => {
  it("has a text for every page, and its contents list all of them", () => {
    const named = [...PAGES, ...TABS.map((tab) => `/settings/${tab}`)].map(guideOf);
    expect([...new Set([...named, "sign-in", CONTENTS])].sort()).toEqual([...NAMES].sort());
    expect(guideOf("/nowhere")).toBeNull();
    const listed = [...textOf(CONTENTS).matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(NAMES.filter((name) => name !== CONTENTS).sort());
  });

  it.each(NAMES)("has a title, and links that lead somewhere: %s", (name) => {
    const text = textOf(name);
    const { title, body } = readGuide(text);
    expect(title).toMatch(/^[A-Z]/);
    expect(body).not.toMatch(/!\[|\]\(\.\.|\.md\)/);
    for (const [, page] of body.matchAll(/\]\(\/help\/([^)]+)\)/g)) {
      expect(NAMES).toContain(page);
    }
    for (const [, picture = ""] of text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)) {
      expect(() => readFileSync(new URL(picture, FOLDER))).not.toThrow();
    }
  });
});

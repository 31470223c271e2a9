import { describe, expect, it } from "vitest";
import { en } from "./en/index.ts";
import { CATALOGS, type Language } from "./index.ts";
import { PLURAL_CATEGORIES, pluralizer } from "./plural.ts";

const LANGUAGES = Object.keys(CATALOGS) as Language[];

type Message = string | ((...parts: never[]) => string);

/** Returns the messages of a catalog with their paths, such as `entries.none`. */
function messagesOf(catalog: object, path = ""): [string, Message][] {
  return Object.entries(catalog).flatMap(([key, value]: [string, Message | object]): [string, Message][] =>
    typeof value === "object" ? messagesOf(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );
}

/** Returns the text of a message, with numbers or else texts for its parameters. */
function textOf(message: Message): string {
  if (typeof message === "string") {
    return message;
  }
  const call = message as (...parts: unknown[]) => string;
  try {
    return call(2, 5, 7, 3);
  } catch {
    return call(["word"]);
  }
}

describe.each(LANGUAGES)("the catalog in %s", (language) => {
  it("has every message, with the same parameters as English, and none is empty", async () => {
    const english = new Map(messagesOf(en));
    const messages = messagesOf(await CATALOGS[language]());
    expect(messages.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, message] of messages) {
      expect(textOf(message).trim(), path).not.toBe("");
      expect(typeof message, path).toBe(typeof english.get(path));
    }
  });

  it("has a wording for every plural category of the language", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect([...PLURAL_CATEGORIES[language]].sort()).toEqual([...pluralCategories].sort());
  });
});

describe("a plural message", () => {
  it("has the wording that the language's rules choose", () => {
    const count = pluralizer("pl", ["one", "few", "many", "other"]);
    const rows = { one: "# wiersz", few: "# wiersze", many: "# wierszy", other: "# wiersza" };
    expect([1, 2, 5, 22, 1.5].map((number) => count(number, rows))).toEqual([
      "1 wiersz",
      "2 wiersze",
      "5 wierszy",
      "22 wiersze",
      "1,5 wiersza",
    ]);
  });

  it("writes the number as the language does", () => {
    const rows = { one: "# row", other: "# rows" };
    expect(pluralizer("en", PLURAL_CATEGORIES.en)(1234567, rows)).toBe("1,234,567 rows");
    expect(pluralizer("de", PLURAL_CATEGORIES.de)(1234567, rows)).toBe("1.234.567 rows");
  });
});

/** Private words of earlier versions, British spellings, and idioms carried over word for word. */
const BANNED =
  /\b(entry|entries|anew|told|whoever|whatever|in place of|taken back|for ever|e-mail|colour|cancelled|\w+ised?|\w+ising)\b/i;

/** Words that only look like British spellings. */
const ALLOWED = /\b(otherwise|precise|raised?|exercise|promised?|advise[ds]?|enterprise)\b/gi;

describe("the English messages", () => {
  it("use the glossary's words and American spelling", () => {
    const found = messagesOf(en).filter(([, message]) => BANNED.test(textOf(message).replaceAll(ALLOWED, "")));
    expect(found.map(([path, message]) => `${path}: ${textOf(message)}`)).toEqual([]);
  });
});

describe("the German messages", () => {
  it("address the user as du", async () => {
    const formal = /[a-zäöüß,] (Sie|Ihnen|Ihr(e[mnrs]?)?)\b/;
    const found = messagesOf(await CATALOGS.de()).filter(([, message]) => formal.test(textOf(message)));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

import { describe, expect, it, vi } from "vitest";
import { en } from "./en/index.ts";
import {
  CATALOGS,
  type Language,
  LANGUAGES as NAMES,
  chooseLanguage,
  currentLanguage,
  onLanguageChange,
  strings,
} from "./index.ts";
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

/**
 * Sample arguments that no message contains by itself. As numbers, they suit parameters of every type but
 * lists.
 */
const SAMPLES = [2002, 3003, 4004, 5005];

/** Returns the positions of the arguments that appear in a message. */
function argumentsIn(message: Message): number[] {
  if (typeof message === "string") {
    return [];
  }
  const call = message as (...parts: unknown[]) => string;
  let text: string;
  try {
    text = call(...SAMPLES);
  } catch {
    return call(["2002"]).includes("2002") ? [0] : [];
  }
  const plain = text.replaceAll(/(?<=\d)[\s.,’](?=\d{3})/g, "");
  return SAMPLES.flatMap((sample, index) => (plain.includes(String(sample)) ? [index] : []));
}

describe.each(LANGUAGES)("a message with parameters in %s", (language) => {
  it("contains the same arguments as in English", async () => {
    const messages = new Map(messagesOf(await CATALOGS[language]()));
    for (const [path, message] of messagesOf(en)) {
      expect(argumentsIn(messages.get(path) ?? ""), path).toEqual(argumentsIn(message));
    }
  });

  it("has a complete wording for each plural category", async () => {
    const rules = new Intl.PluralRules(language);
    const numbers = [1, 2, 5, 1.5, 1_000_000];
    expect(new Set(numbers.map((number) => rules.select(number)))).toEqual(new Set(PLURAL_CATEGORIES[language]));
    for (const [path, message] of messagesOf(await CATALOGS[language]())) {
      if (typeof message !== "function" || /^(importing\.reasons|why\.basedOn|notifications\.texts)/.test(path)) {
        continue;
      }
      for (const number of numbers) {
        const text = (message as (...parts: unknown[]) => string)(number, number, number, number);
        expect(text, path).not.toMatch(/#|undefined|NaN/);
      }
    }
  });
});

/** Messages that are equal to English on purpose: names, and words that both languages share. */
const SHARED = /^(saldo|advisor\.saldo|importing\.formats\.\w+|exporting\.names\.\w+|notifications\.channels\.\w+)$/;
/** Names of protocols. */
const PROTOCOLS = /^mailboxes\.(logins\.oauth2|securities\.(tls|start_tls))$/;
const EQUAL: Record<Exclude<Language, "en">, string[]> = {
  de: [
    ...[
      "auth.name",
      "tokens.name",
      "categories.name",
      "accounts.name",
      "rules.name",
      "views.name",
      "merchants.name",
      "merchants.orders.name",
      "categoryNames.sport",
    ],
    ...["chips.kinds.texts", "importing.dialect", "nav.budget", "budgets.title", "exporting.title"],
    "archive.title",
    "mailboxes.port",
  ],
  fr: [
    "mailboxes.port",
    ...["categoryNames.sport", "categoryNames.transport", "importing.dialect", "importing.meanings.date"],
    ...["nav.budget", "budgets.title", "budgets.total", "statement.page", "statement.date", "transactions.net"],
    ...["transactions.note", "advisor.log", "chips.kinds.without", "chips.condition", "threads.title"],
    ...["consent.instructions", "overview.together", "overview.net", "accounts.kind", "accounts.day", "accounts.note"],
    ...["privacy.notes", "privacy.note", "palette.groups.pages", "palette.groups.actions"],
    ...["settings.densities.compact", "notifications.title", "settings.tabs.notifications"],
  ],
  es: ["budgets.total", "overview.together", "history.no", "household.roles.editor"],
  it: [
    ...["nav.budget", "categoryNames.sport", "archive.title", "history.no", "auth.password"],
    ...["mailboxes.logins.password", "mailboxes.password"],
  ],
  pt: ["budgets.total", "overview.together", "accounts.byHand", "household.roles.editor"],
  nl: [
    "settings.densities.compact",
    "nav.budget",
    "categoryNames.sport",
    "transactions.filters",
    "importing.separators.\t",
  ],
  pl: [
    ...["categoryNames.sport", "categoryNames.transport", "importing.dialect"],
    ...["mailboxes.folder", "mailboxes.port"],
  ],
};

describe.each(LANGUAGES.filter((language) => language !== "en"))("the messages in %s", (language) => {
  it("are translated, except those that are equal on purpose", async () => {
    const english = new Map(messagesOf(en));
    const equal = messagesOf(await CATALOGS[language]())
      .filter(([path, message]) => typeof message === "string" && message === english.get(path))
      .map(([path]) => path)
      .filter((path) => !SHARED.test(path) && !PROTOCOLS.test(path));
    expect(equal.sort()).toEqual([...EQUAL[language]].sort());
  });
});

describe("a language", () => {
  it("is shown under its own name", () => {
    expect(Object.keys(NAMES)).toEqual(LANGUAGES);
    for (const language of LANGUAGES) {
      const name = new Intl.DisplayNames(language, { type: "language" }).of(language);
      expect(NAMES[language].toLowerCase()).toBe(name?.toLowerCase());
    }
  });

  it("announces its switch", async () => {
    let switches = 0;
    const stop = onLanguageChange(() => (switches += 1));
    vi.stubGlobal("localStorage", { setItem: () => undefined });
    await chooseLanguage("pl");
    expect([currentLanguage(), strings.nav.transactions, switches]).toEqual(["pl", "Transakcje", 1]);
    stop();
    await chooseLanguage("en");
    expect([currentLanguage(), strings.nav.transactions, switches]).toEqual(["en", "Transactions", 1]);
    vi.unstubAllGlobals();
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

/** Formal address in languages whose messages are informal. */
const FORMAL: Partial<Record<Language, RegExp>> = {
  es: /\b(usted(es)?|introduzca|elija)\b/i,
  it: /\b(Lei|Suoi?|inserisca|scelga)\b/,
  nl: /\b(u|uw)\b/,
  pl: /\b(Pan|Pani|Państwo)\b/,
};

describe.each(Object.entries(FORMAL))("the messages in %s", (language, formal) => {
  it("address the user informally", async () => {
    const found = messagesOf(await CATALOGS[language as Language]()).filter(([, message]) =>
      formal.test(textOf(message)),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

describe("the German messages", () => {
  it("address the user as du", async () => {
    const formal = /[a-zäöüß,] (Sie|Ihnen|Ihr(e[mnrs]?)?)\b/;
    const found = messagesOf(await CATALOGS.de()).filter(([, message]) => formal.test(textOf(message)));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

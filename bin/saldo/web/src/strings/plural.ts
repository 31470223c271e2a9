/** Plural messages: one wording for each plural category of a language, selected by `Intl.PluralRules`. */

/** The plural categories of each language of the catalog, as the Unicode CLDR lists them. */
export const PLURAL_CATEGORIES = {
  en: ["one", "other"],
  de: ["one", "other"],
  fr: ["one", "many", "other"],
  es: ["one", "many", "other"],
  it: ["one", "many", "other"],
  pt: ["one", "many", "other"],
  nl: ["one", "other"],
  pl: ["one", "few", "many", "other"],
} as const satisfies Record<string, readonly Intl.LDMLPluralRule[]>;

/** A message with a wording for each plural category; `#` stands for the number. */
export type PluralForms<Category extends Intl.LDMLPluralRule> = Record<Category | "other", string>;

/**
 * Returns a function that selects the wording for a number and inserts the number in the language's format.
 */
export function pluralizer<Category extends Intl.LDMLPluralRule>(
  language: string,
  _categories: readonly Category[],
): (number: number, forms: PluralForms<Category>) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (number, forms) => {
    const chosen: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return (chosen[rules.select(number)] ?? forms.other).replaceAll("#", numbers.format(number));
  };
}

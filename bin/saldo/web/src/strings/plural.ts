/** Picks the form that a language has for a count. */
export function plural(language: string, count: number, one: string, other: string): string {
  const form = new Intl.PluralRules(language).select(count) === "one" ? one : other;
  return form.replace("#", new Intl.NumberFormat(language).format(count));
}

/** Polish plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("pl", PLURAL_CATEGORIES.pl);

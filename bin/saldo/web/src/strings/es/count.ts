/** Spanish plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("es", PLURAL_CATEGORIES.es);

/** German plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("de", PLURAL_CATEGORIES.de);

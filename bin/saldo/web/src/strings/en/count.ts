/** English plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("en", PLURAL_CATEGORIES.en);

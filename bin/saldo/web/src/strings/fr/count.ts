/** French plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("fr", PLURAL_CATEGORIES.fr);

/** Portuguese plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("pt", PLURAL_CATEGORIES.pt);

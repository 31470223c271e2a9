/** Portuguese plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("pt-PT", PLURAL_CATEGORIES.pt);

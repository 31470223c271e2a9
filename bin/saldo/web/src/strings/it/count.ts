/** Italian plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("it", PLURAL_CATEGORIES.it);

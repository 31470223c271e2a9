/** Dutch plural messages. */
import { PLURAL_CATEGORIES, pluralizer } from "../plural.ts";

export const count = pluralizer("nl", PLURAL_CATEGORIES.nl);

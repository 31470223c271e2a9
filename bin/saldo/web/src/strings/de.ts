import { en } from "./en.ts";
/** Placeholder while the pages are drawn. */
export const de: typeof en = en;

/** Messages of the edit history, in Dutch. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Wijzigingsgeschiedenis",
  hint: "Alle wijzigingen in transacties, winkels en rekeningen, de nieuwste eerst.",
  none: "Er is nog niets gewijzigd.",
  open: "Wijzigingsgeschiedenis tonen",
  actions: {
    create: (number) => count(number, { one: "# transactie toegevoegd", other: "# transacties toegevoegd" }),
    change: (number) => count(number, { one: "# transactie gewijzigd", other: "# transacties gewijzigd" }),
    delete: (number) => count(number, { one: "# transactie verwijderd", other: "# transacties verwijderd" }),
    categorize: (number) =>
      count(number, { one: "# transactie automatisch ingedeeld", other: "# transacties automatisch ingedeeld" }),
    match: (number) =>
      count(number, { one: "# transactie herkend als overboeking", other: "# transacties herkend als overboekingen" }),
    name_merchants: (number) =>
      count(number, { one: "Winkels hernoemd in # transactie", other: "Winkels hernoemd in # transacties" }),
  },
  account: "Rekening gewijzigd",
  merged: "Rekeningen samengevoegd",
  first: (what) => `De eerste: ${what}`,
  andMore: (name, more) => `${name} en nog ${more}`,
  deletedAccount: "Verwijderde rekening",
  undo: (what) => `Ongedaan gemaakt: ${what}`,
  redo: (what) => `Opnieuw uitgevoerd: ${what}`,
  wasUndone: "Later ongedaan gemaakt",
  tooLate: "Dit kan niet meer ongedaan worden gemaakt, omdat het al ongedaan is gemaakt.",
};

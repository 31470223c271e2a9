/** Messages of the merchants, in Italian. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Esercenti",
  hint: "Chi hai pagato e chi ti ha pagato. Dai a un esercente il nome con cui lo conosci, o uniscine diversi in uno: il nome vale nell’elenco, nei report, nei pagamenti ricorrenti e nelle risposte, e per gli estratti conto successivi.",
  none: "Ancora nessun esercente. Aggiungi un estratto conto per vederli qui.",
  notFound: "Nessun esercente corrisponde alla ricerca.",
  search: "Cerca esercenti",
  orders: { spending: "Spesa netta", count: "Numero di movimenti", last: "Più recente", name: "Nome" },
  count: (number) => count(number, { one: "# esercente", many: "# di esercenti", other: "# esercenti" }),
  last: (day) => `Ultimo: ${day}`,
  printed: (names) => `Stampato come ${names}`,
  selected: (number) =>
    count(number, {
      one: "# esercente selezionato",
      many: "# di esercenti selezionati",
      other: "# esercenti selezionati",
    }),
  rename: "Rinomina",
  renameTitle: "Rinomina esercente",
  renameHint: "Se un altro esercente ha questo nome, diventano uno solo.",
  unclear: "Dai un nome a questi esercenti",
  unclearHint: "Sono una gran parte delle tue spese, ma il nome stampato non dice chi sono.",
  giveName: "Dai un nome",
  merge: "Unisci",
  mergeTitle: "Unisci esercenti",
  mergeHint: "Tutti ricevono questo nome. Puoi annullare.",
  name: "Nome",
  restore: "Usa i nomi stampati",
  renamed: (before, name) => `“${before}” ora si chiama “${name}”.`,
  merged: (number, name) =>
    `${count(number, { one: "# esercente", many: "# di esercenti", other: "# esercenti" })} uniti in “${name}”.`,
  restored: (name) => `“${name}” ha di nuovo i nomi stampati.`,
};

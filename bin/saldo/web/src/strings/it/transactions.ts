/** Messages of the transactions page, in Italian. */
import type * as en from "../en/transactions.ts";
import { count } from "./count.ts";

export const transactions: typeof en.transactions = {
  title: "Movimenti",
  search: "Cerca nelle descrizioni",
  account: "Conto",
  allAccounts: "Tutti i conti",
  category: "Categoria",
  allCategories: "Tutte le categorie",
  uncategorized: "Senza categoria",
  from: "Dal",
  to: "Al",
  direction: "Entrate o uscite",
  both: "Tutto",
  in: "Entrate",
  out: "Uscite",
  sort: "Ordina per",
  newest: "Prima i più recenti",
  oldest: "Prima i meno recenti",
  largest: "Prima i più grandi",
  groupBy: "Raggruppa",
  noGroups: "Senza gruppi",
  groups: {
    day: "Per giorno",
    month: "Per mese",
    category: "Per categoria",
    merchant: "Per esercente",
    tag: "Per etichetta",
  },
  clear: "Cancella filtri",
  filters: "Filtri",
  moreFilters: "Altri filtri",
  none: "Nessun movimento corrisponde ai filtri.",
  noneYet: "Ancora nessun movimento. Aggiungi un estratto conto per vederli qui.",
  count: (number) => count(number, { one: "# movimento", many: "# di movimenti", other: "# movimenti" }),
  currency: "Valuta",
  allCurrencies: "Tutte le valute",
  least: "Importo min.",
  most: "Importo max.",
  kind: "Giroconti",
  allKinds: "Includi i giroconti",
  noTransfers: "Escludi i giroconti",
  onlyTransfers: "Solo giroconti",
  allTags: "Tutte le etichette",
  untagged: "Senza etichette",
  unreconciled: "Non dimostrati",
  oneStatement: "Da un estratto conto",
  clearStatement: "Mostra i movimenti di tutti gli estratti conto",
  linkedFilters: "Filtrato da un link",
  clearLinked: "Rimuovi questi filtri",
  totals: "Totali di questi movimenti",
  net: "Netto",
  transfersExcluded: (number) =>
    count(number, {
      one: "# giroconto tra i tuoi conti non è contato.",
      many: "# di giroconti tra i tuoi conti non sono contati.",
      other: "# giroconti tra i tuoi conti non sono contati.",
    }),
  description: "Descrizione",
  note: "Nota",
  tags: "Etichette",
  tagsHint: "Etichette, separate da virgole",
  splits: "Ripartizioni",
  splitCount: (number) => count(number, { one: "# ripartizione", many: "# di ripartizioni", other: "# ripartizioni" }),
  openSplits: (number, description) =>
    `${count(number, { one: "# ripartizione", many: "# di ripartizioni", other: "# ripartizioni" })} di ${description}`,
  splitsRemoved: (number) =>
    count(number, {
      one: "# movimento selezionato è ripartito; assegnare una categoria rimuove le sue ripartizioni.",
      many: "# di movimenti selezionati sono ripartiti; assegnare una categoria rimuove le loro ripartizioni.",
      other: "# movimenti selezionati sono ripartiti; assegnare una categoria rimuove le loro ripartizioni.",
    }),
  amountOfSplit: "È il totale delle ripartizioni. Per modificarlo, inseriscile di nuovo.",
  transfer: "Giroconto tra i tuoi conti",
  isTransfer: "Giroconto tra i tuoi conti: né entrata né spesa",
  isSplit: "Ripartito tra più categorie",
  printedAs: (text) => `Sull’estratto conto: ${text}`,
  select: (description) => `Seleziona ${description}`,
  open: (description) => `Apri ${description}`,
  bulk: "Movimenti selezionati",
  selected: (number) =>
    number === null
      ? "Tutti selezionati"
      : count(number, { one: "# selezionato", many: "# selezionati", other: "# selezionati" }),
  selectAll: (number) =>
    count(number, { one: "Seleziona tutti e #", many: "Seleziona tutti e #", other: "Seleziona tutti e #" }),
  clearSelection: "Annulla la selezione",
  setCategory: "Assegna categoria…",
  addTags: "Aggiungi etichette…",
  markTransfer: "Segna come giroconto",
  delete: "Elimina",
  changed: (description) => `Modificato: ${description}`,
  changedMany: (number) =>
    count(number, {
      one: "# movimento modificato.",
      many: "# di movimenti modificati.",
      other: "# movimenti modificati.",
    }),
  deleted: (number) =>
    count(number, {
      one: "# movimento eliminato.",
      many: "# di movimenti eliminati.",
      other: "# movimenti eliminati.",
    }),
  newTransaction: "Nuovo movimento",
  automatic: "Automatico",
  alike: (number) =>
    count(number, { one: "Applica a # simile", many: "Applica a # simili", other: "Applica a # simili" }),
  always: "Crea una regola…",
  openSplitForm: "Ripartisci…",
  split: "Ripartisci",
  splitOf: (amount) => `Ripartizioni di ${amount}:`,
  splitRest: (amount) => `restano ${amount} da assegnare`,
  splitFits: "Assegnato per intero",
  splitDone: (description) => `Ripartito: ${description}`,
  unsplit: "Rimuovi la ripartizione",
  splitRemoved: (description) => `Ripartizione rimossa: ${description}`,
  addSplit: "Aggiungi ripartizione",
  splitAmount: (split) => `Importo della ripartizione ${split}`,
  splitCategory: (split) => `Categoria della ripartizione ${split}`,
  removeSplit: (split) => `Rimuovi la ripartizione ${split}`,
  toStatement: "Mostra sull’estratto conto",
};

export const keys: typeof en.keys = {
  title: "Scorciatoie da tastiera",
  close: "Chiudi",
  j: "Movimento successivo",
  k: "Movimento precedente",
  enter: "Apri il movimento",
  e: "Modifica la descrizione",
  n: "Modifica la nota",
  t: "Modifica le etichette",
  c: "Assegna categoria",
  x: "Seleziona o deseleziona",
  a: "Crea una regola",
  u: "Annulla l’ultima modifica",
  slash: "Cerca",
  new: "Nuovo movimento",
  escape: "Annulla la selezione",
  palette: "Cerca ovunque",
  help: "Mostra le scorciatoie da tastiera",
  goTo: "Vai a una pagina, da ovunque",
};

export const rule: typeof en.rule = {
  title: "Crea una regola",
  contains: "Quando la descrizione contiene",
  onlyOut: "Solo uscite",
  onlyIn: "Solo entrate",
  onlyAccount: (name) => `Solo in ${name}`,
  setCategory: "Assegna la categoria",
  noCategory: "Mantieni la categoria",
  rename: (description) => `Rinomina in «${description}»`,
  fits: (transactions, changed) =>
    `Modifica ${count(changed, { one: "#", many: "#", other: "#" })} su ${count(transactions, { one: "# movimento.", many: "# di movimenti.", other: "# movimenti." })}`,
  save: "Salva la regola",
  applied: (number) =>
    count(number, {
      one: "La regola ha modificato # movimento.",
      many: "La regola ha modificato # di movimenti.",
      other: "La regola ha modificato # movimenti.",
    }),
};

export const why: typeof en.why = {
  title: "Perché questa categoria",
  none: "Non ancora categorizzato.",
  words: "In base alla descrizione.",
  user: "L’hai scelta tu.",
  rule: "Assegnata dalla tua regola:",
  learned: "Appresa dalle categorie che hai scelto.",
  model: "Proposta da un modello linguistico.",
  suggests: (category, percent) => `Le tue scelte precedenti suggeriscono ${category} (certezza: ${percent}%).`,
  basedOn: (words) => `In base a ${words.map((word) => `«${word}»`).join(", ")}, come in questi movimenti precedenti:`,
  because: "Movimenti precedenti alla base di questo suggerimento",
  suggested: {
    learned: "Suggerita in base alle categorie che hai scelto",
    model: "Suggerita da un modello linguistico",
  },
};

export const history: typeof en.history = {
  title: "Cronologia",
  create: "Aggiunto manualmente",
  change: "Modificato",
  delete: "Eliminato",
  categorize: "Categorizzato",
  match: "Riconosciuto come giroconto",
  name_merchants: "Esercenti rinominati",
  change_account: "Conto modificato",
  merge_accounts: "Conti uniti",
  undo: "Annullato",
  undone: "(annullato)",
  became: (name, before, after) => `${name}: ${before} → ${after}`,
  yes: "sì",
  no: "no",
};

export const asking: typeof en.asking = {
  ask: (model) => `Chiedi a ${model} degli esercenti sconosciuti`,
  busy: "Richiesta in corso…",
  to: (model, host, merchants) =>
    `${count(merchants, { one: "# esercente non corrisponde né alle tue regole né alle tue scelte precedenti", many: "# di esercenti non corrispondono né alle tue regole né alle tue scelte precedenti", other: "# esercenti non corrispondono né alle tue regole né alle tue scelte precedenti" })}. ${model} su ${host} può suggerire categorie.`,
  gets: "Il modello riceve i nomi degli esercenti, se si tratta di un’entrata o di un’uscita e i nomi delle tue categorie. Nessun importo, nessuna data.",
  exactly: (requests) =>
    count(requests, {
      one: "Testo esatto della richiesta",
      many: "Testo esatto della prima di # di richieste",
      other: "Testo esatto della prima di # richieste",
    }),
  done: (known, asked, transactions) =>
    `${known} su ${count(asked, { one: "# esercente", many: "# di esercenti", other: "# esercenti" })} riconosciuti, ${count(transactions, { one: "# movimento categorizzato", many: "# di movimenti categorizzati", other: "# movimenti categorizzati" })}.`,
  nothing: "Non ci sono esercenti sconosciuti.",
  stopped: {
    tokens_used_up: "Il limite di token di oggi è esaurito.",
    no_answer: "Il modello non ha restituito una risposta completa.",
    more: "Ci sono altri esercenti da chiedere.",
  },
};

export const offers: typeof en.offers = {
  title: "Da controllare",
  review: "Controlla",
  nothing: "Tutto a posto.",
  transfers: (number) =>
    count(number, {
      one: "# possibile giroconto tra i tuoi conti.",
      many: "# di possibili giroconti tra i tuoi conti.",
      other: "# possibili giroconti tra i tuoi conti.",
    }),
  groups: (number) =>
    count(number, {
      one: "# possibile duplicato.",
      many: "# di possibili duplicati.",
      other: "# possibili duplicati.",
    }),
  accounts: (number) =>
    count(number, {
      one: "# possibile conto duplicato.",
      many: "# di possibili conti duplicati.",
      other: "# possibili conti duplicati.",
    }),
  isAccount: "Possibile conto duplicato",
  sameNumber: "Entrambi hanno lo stesso numero.",
  sameTransactions: "Entrambi hanno gli stessi movimenti.",
  mergeInto: (other, one) => `Unisci ${other} a ${one}`,
  keepAccounts: "Mantieni entrambi",
  merged: (other, one) => `${other} è stato unito a ${one}.`,
  undoMerge: "Annulla",
  isTransfer: "È un giroconto?",
  isDuplicate: "Possibile duplicato",
  because: {
    named: "Uno menziona l’altro conto.",
    worded: "Le loro descrizioni corrispondono.",
    only_pair: "È l’unica corrispondenza possibile in questi giorni.",
    rate: "Gli importi corrispondono al tuo tasso di cambio.",
  },
  link: "Segna come giroconto",
  linked: "Segnato come giroconto.",
  keep: "Mantieni tutti",
  remove: "Elimina il più recente",
};

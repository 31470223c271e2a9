/** Messages of the list of statements, in Italian. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Estratti conto",
  welcome: "Aggiungi il tuo primo estratto conto",
  explain:
    "Saldo legge i PDF della tua banca e dimostra ogni estratto conto con le sue stesse cifre: il saldo iniziale più tutti i movimenti è uguale al saldo finale.",
  next: "Poi Saldo mostra il tuo patrimonio netto, il flusso di cassa e le spese. Puoi impostare budget e obiettivi e fare domande sui tuoi soldi.",
  private: "Tutto avviene su questo server. I tuoi file non lo lasciano mai.",
  sentTo: (host) =>
    `I file restano su questo server. Se uno non quadra, le sue righe, compresi nomi e importi, vengono inviate a ${host} per essere lette.`,
  add: "Aggiungi gli estratti conto",
  drop: "Trascina qui gli estratti conto",
  dropNow: "Rilascia per aggiungere",
  choose: "Scegli file",
  formats: "PDF, foto (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 o ZIP; più file alla volta",
  sample: "Prova un esempio",
  removeSamples: "Rimuovi gli esempi",
  samplesHint: "Questi estratti conto di esempio sono inventati.",
  uploading: "Caricamento in corso",
  all: "I tuoi estratti conto",
  more: "Mostra altro",
  waiting: "In coda",
  sending: (percent) => `Caricamento, ${percent}%`,
  processing: "Elaborazione",
  duplicate: "Già caricato",
  open: "Apri",
  stop: (name) => `Annulla il caricamento di ${name}`,
  dismiss: (name) => `Chiudi ${name}`,
  retry: (name) => `Carica di nuovo ${name}`,
  tooLarge: "Troppo grande da caricare",
  notPdf: "Tipo di file non supportato",
  notRead: "Non ancora letto",
  read: "Leggi",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, { one: "# conto", many: "# di conti", other: "# conti" }),
};

export const state: typeof en.state = {
  queued: "In coda",
  reading: "Lettura",
  readingPage: (page, pages) =>
    pages === null ? `Lettura della pagina ${page}` : `Lettura della pagina ${page} di ${pages}`,
  asking: "Interrogazione del modello e controllo della risposta",
  checking: "Controllo del saldo",
  storing: "Salvataggio dei movimenti",
  finished: "Fatto",
  found: (rows) => count(rows, { one: "# riga trovata", many: "# di righe trovate", other: "# righe trovate" }),
  balanced: "Dimostrato",
  balancedLong: "Il saldo iniziale più tutti i movimenti è uguale al saldo finale, al centesimo.",
  unbalanced: (amount) => (amount === null ? "Non quadra" : `Differenza di ${amount}`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Non quadra dalla riga ${row}` : `Differenza di ${amount} alla riga ${row}`,
  unbalancedLong: "Una cifra dell’estratto conto contraddice i movimenti letti.",
  unchecked: "Letto, non verificabile",
  uncheckedLong: "L’estratto conto non contiene cifre con cui controllare i movimenti.",
  undecidedLong: "Le cifre dell’estratto conto non dimostrano tutti i movimenti.",
  askedLong: "Una parte di questo estratto conto è ambigua. Rispondi alla domanda qui sotto.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Serve la password",
    long: "Questo file è protetto. Inserisci la password fornita dalla tua banca. Viene usata una volta e mai salvata.",
  },
  wrong_password: { short: "Password errata", long: "Questa password non apre il file. Provane un’altra." },
  image_only: {
    short: "Immagine scansionata senza testo",
    long: "Questo file è una scansione senza testo. Scarica il PDF originale dalla tua banca.",
  },
  not_a_statement: {
    short: "Non è un estratto conto",
    long: "In questo file non è stato trovato alcun movimento. È un estratto conto bancario o di una carta?",
  },
  unreadable: { short: "Danneggiato", long: "Questo file è danneggiato. Scaricalo di nuovo dalla tua banca." },
  too_large: {
    short: "Troppo lungo da leggere",
    long: "Questo file ha più pagine o testo di quanto Saldo possa leggere in una volta. Dividilo in estratti conto più brevi.",
  },
};

export const password: typeof en.password = {
  title: "Apri file protetto",
  label: "Password del file",
  open: "Apri e leggi",
  show: "Mostra la pagina",
  hint: "Usata una volta per aprire il file; mai salvata.",
};

export const kind: typeof en.kind = {
  bank: "Estratto conto bancario",
  card: "Estratto conto della carta",
  investment: "Estratto conto investimenti",
  other: "Estratto conto",
};

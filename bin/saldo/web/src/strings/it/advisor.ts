/** Messages of the advisor, in Italian. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Consulente",
  empty: "Chiedi dei tuoi soldi",
  emptyBody: "Le risposte si basano solo sui tuoi movimenti.",
  ideas: [
    "Quanto ho speso il mese scorso?",
    "Quali sono state le mie spese più grandi?",
    "Quanto ho speso di spesa alimentare il mese scorso?",
    "Quanto ho speso per mese?",
  ],
  placeholder: "Chiedi dei tuoi soldi",
  label: "La tua domanda",
  send: "Invia",
  stop: "Interrompi",
  again: "Rigenera la risposta",
  clear: "Nuova conversazione",
  you: "Tu",
  saldo: "Saldo",
  viewer: "Puoi leggere le conversazioni di questi conti. Solo i redattori e i proprietari possono fare domande.",
  answered: "La risposta è completa.",
  thinking: "Preparazione della risposta…",
  failed: "Il consulente non ha potuto rispondere.",
  stepFailed: "non riuscito",
  usedTool: (name) => `Strumento usato: ${name}`,
  steps: {
    books: "Conti e date consultati",
    query: "Cifre calcolate",
    cash_flow: "Entrate e spese sommate",
    compare_periods: "Due periodi confrontati",
    spending: "Spese sommate",
    search_transactions: "Movimenti cercati",
    balances: "Saldi consultati",
    net_worth: "Patrimonio netto calcolato",
    recurring: "Pagamenti ricorrenti cercati",
    forecast: "Prossime scadenze controllate",
    runway: "Durata del tuo denaro calcolata",
    budgets: "Budget controllati",
    statement_coverage: "Copertura degli estratti conto controllata",
    duplicates: "Duplicati cercati",
    explain_transaction: "Origine di un movimento trovata",
    render_chart: "Grafico disegnato",
    savings_goal: "Obiettivo di risparmio calcolato",
    savings_growth: "Crescita del risparmio calcolata",
    loan: "Prestito calcolato",
  },
  answeredHere: (model) => `Risposta di ${model} su questo server. Nessun dato lo ha lasciato.`,
  answeredThere: (model) => `Risposta di ${model}, che ha ricevuto la tua domanda e le cifre consultate.`,
  log: "Conversazione",
  ungrounded: "Non verificato: questa cifra non proviene dai tuoi dati",
  unlisted: (most) => `Più di ${count(most, { one: "#", many: "#", other: "#" })} movimenti: troppi per un elenco`,
  grounded: "Mostra i movimenti dietro questa cifra",
  edit: "Modifica la domanda",
  linkOut: "(apre un altro sito)",
};

export const chips: typeof en.chips = {
  label: "Parti della domanda",
  offers: "Domande possibili",
  kinds: {
    measure: "Cifra",
    period: "Periodo",
    compare: "Confronto",
    groupBy: "Suddivisione",
    categories: "Categoria",
    merchants: "Esercente",
    accounts: "Conto",
    tags: "Etichetta",
    texts: "Testo",
    without: "Esclusione",
    currency: "Valuta",
  },
  condition: "Condizione",
  change: (kind, text) => `Modifica ${kind}: ${text}`,
  add: (kind) => `Aggiungi ${kind}`,
  without: (name) => `Senza ${name}`,
  remove: "Rimuovi",
  ever: "Da sempre",
  from: "Dal",
  to: "Al",
  apply: "Usa queste date",
};

export const threads: typeof en.threads = {
  title: "Conversazioni",
  search: "Cerca nelle conversazioni",
  none: "Ancora nessuna conversazione.",
  nothingFound: "Nessuna conversazione trovata.",
  name: "Nome della conversazione",
  rename: (title) => `Rinomina ${title}`,
  delete: (title) => `Elimina ${title}`,
};

export const approval: typeof en.approval = {
  title: "Applicare questa modifica?",
  transactions: (number) =>
    count(number, {
      one: "# movimento sarà modificato.",
      many: "# di movimenti saranno modificati.",
      other: "# movimenti saranno modificati.",
    }),
  allow: "Applica",
  deny: "Non applicare",
  doing: "Applicazione…",
  done: "Applicato",
  denied: "Annullato",
  failed: "La modifica non è riuscita",
};

export const trace: typeof en.trace = {
  title: "Che cosa è stato inviato",
  none: "Ancora nessuna risposta in questa conversazione.",
  left: "Questo è stato inviato a un altro computer.",
  stayed: "Nulla di questo ha lasciato il server.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# token in ingresso", many: "# di token in ingresso", other: "# token in ingresso" })}, ${count(output, { one: "# in uscita", many: "# in uscita", other: "# in uscita" })}, ${milliseconds} ms`,
  roles: { user: "Tu", assistant: "Consulente", tool: "Risultato dello strumento" },
  model: "Risposta di",
  analyst: "analista integrato",
  analystStays: "L’analista integrato risponde su questo server. Nessun dato lo lascia.",
  willStay: (model) => `${model} risponde su questo server. Nessun dato lo lascia.`,
  willAsk: (model) => `${model} risponde. Ti chiederemo prima di inviare qualsiasi dato.`,
  mayNotLeave: "Risponde l’analista integrato, perché hai scelto di non inviare dati ad altri computer.",
  willLeave: (model) => `${model} risponde e riceve la tua domanda e le cifre consultate.`,
};

export const consent: typeof en.consent = {
  title: "Inviare questo?",
  at: (model, host) => `${model} su ${host}`,
  elsewhere: "un altro computer",
  to: (model, host) => `Per rispondere, ${model} su ${host} ha bisogno di:`,
  kinds: {
    question: "la tua domanda",
    conversation: "questa conversazione fino a qui",
    files: "il contenuto dei file allegati",
    notes: "le tue note per il consulente",
    books: "le cifre e i movimenti che consulta",
  },
  masked:
    "I numeri di conto e di carta nelle descrizioni sono mascherati: vengono inviati solo gli ultimi quattro caratteri. Le tue parole vengono inviate esattamente come le scrivi.",
  exactly: (bytes) =>
    count(bytes, {
      one: "Testo esatto della prima richiesta (# byte)",
      many: "Testo esatto della prima richiesta (# di byte)",
      other: "Testo esatto della prima richiesta (# byte)",
    }),
  instructions: "Istruzioni",
  leftOut: (number) =>
    count(number, {
      one: "Viene inviato anche # messaggio precedente.",
      many: "Vengono inviati anche # di messaggi precedenti.",
      other: "Vengono inviati anche # messaggi precedenti.",
    }),
  tools: (names) => `Il modello può consultare: ${names}. Anche i risultati vengono inviati.`,
  answers: {
    once: "Invia una volta",
    thread: "Consenti in questa conversazione",
    always: "Consenti sempre",
    no: "Usa l’analista integrato",
  },
  unanswered: "Non è stato inviato nulla.",
  withdraw: "Chiedimelo di nuovo in questa conversazione",
};

export const attachment: typeof en.attachment = {
  add: "Allega un estratto conto o un’esportazione della banca",
  beside: "File allegati",
  dropNow: "Rilascia per allegare",
  sending: (name) => `Caricamento di ${name}`,
  remove: (name) => `Rimuovi ${name}`,
  reading: (name) => `Lettura di ${name}`,
  page: (name, page, pages, rows) =>
    `Lettura di ${name}: pagina ${page}${pages === null ? "" : ` di ${pages}`}, ${count(rows, { one: "# riga", many: "# di righe", other: "# righe" })}`,
  failed: (name) => `Impossibile leggere ${name}.`,
  found: (transactions) => count(transactions, { one: "# movimento", many: "# di movimenti", other: "# movimenti" }),
  fresh: (transactions) =>
    transactions === 0 ? "nessuno nuovo" : count(transactions, { one: "# nuovo", many: "# nuovi", other: "# nuovi" }),
};

/** Messages of the settings, in Italian. */
import type * as en from "../en/settings.ts";
import { count } from "./count.ts";

export const settings: typeof en.settings = {
  title: "Impostazioni",
  sections: "Sezioni delle impostazioni",
  tabs: {
    you: "Profilo",
    categories: "Categorie",
    rules: "Regole",
    budgets: "Budget",
    money: "Valuta e date",
    privacy: "Modelli e privacy",
    tokens: "Token API",
    data: "I tuoi dati",
  },
  profile: "Profilo",
  saved: "Salvato.",
  changePassword: "Cambia password",
  currentPassword: "Password attuale",
  newPassword: "Nuova password",
  endOthers: "Esci da tutti gli altri dispositivi",
  passwordChanged: "Password modificata.",
  wrongPassword: "La password attuale è errata.",
  sessions: "Sessioni attive",
  thisOne: "Questo browser",
  unknownBrowser: "Browser sconosciuto",
  since: (moment) => `dal ${moment}`,
  end: "Esci",
  endAll: "Esci da tutti gli altri dispositivi",
  freshNeeded: "Accedi di nuovo per vedere le altre sessioni.",
  language: "Lingua",
  deleteTitle: "Elimina account",
  deleteBody:
    "Il tuo account, gli estratti conto, i file, i movimenti e le conversazioni saranno eliminati definitivamente.",
  deleteConfirm: "Elimina tutto",
  deleteAsk: "Inserisci la password per confermare",
  deleteOpen: "Elimina il mio account…",
};

export const twoStep: typeof en.twoStep = {
  title: "Autenticazione a due fattori",
  body: "Richiedi un codice dal tuo telefono oltre alla password.",
  isOn: "Attiva",
  isOff: "Non attiva",
  turnOn: "Attiva…",
  turnOff: "Disattiva…",
  newCodes: "Nuovi codici di riserva…",
  tasks: {
    on: "Attiva l’autenticazione a due fattori",
    off: "Disattiva l’autenticazione a due fattori",
    codes: "Nuovi codici di riserva",
  },
  ask: {
    on: "Inserisci la password per confermare.",
    off: "Per accedere basterà la password. I browser attendibili saranno rimossi.",
    codes: "I codici di riserva attuali non funzioneranno più.",
  },
  confirm: { on: "Continua", off: "Disattiva", codes: "Crea nuovi codici" },
  scan: "Scansiona questo codice QR con un’app di autenticazione, poi inserisci il codice che mostra.",
  qr: "Codice QR per un’app di autenticazione",
  secret: "Oppure inserisci questa chiave nell’app:",
  turnOnNow: "Attiva",
  codes: "Codici di riserva",
  codesBody:
    "Conservali in un posto diverso dal telefono. Se lo perdi, ogni codice ti consente un accesso. Non saranno mostrati di nuovo.",
  copy: "Copia",
  copied: "Copiato.",
  download: "Scarica",
  codesSaved: "Li ho conservati",
};

export const tokens: typeof en.tokens = {
  title: "Token API",
  hint: "Consenti agli script di accedere ai tuoi dati. Non possono modificare il tuo account.",
  none: "Nessun token API.",
  create: "Nuovo token…",
  createTitle: "Nuovo token",
  make: "Crea",
  name: "Nome",
  nameHint: "A che cosa ti serve",
  scope: "Autorizzazioni",
  scopes: { read: "Lettura", write: "Lettura e scrittura" },
  expiry: "Scade",
  days: (days) => count(days, { one: "Dopo # giorno", many: "Dopo # di giorni", other: "Dopo # giorni" }),
  forever: "Mai",
  noExpiry: "non scade mai",
  until: (moment) => `scade il ${moment}`,
  lastUsed: (moment) => `ultimo uso: ${moment}`,
  neverUsed: "mai usato",
  madeTitle: "Il tuo nuovo token",
  once: "Copialo ora. Non sarà mostrato di nuovo.",
  done: "Fatto",
  revoke: "Revoca",
  revokeTitle: "Revocare questo token?",
  revokeBody: (name) => `Tutto ciò che usa ${name} smetterà subito di funzionare.`,
};

export const categories: typeof en.categories = {
  title: "Categorie",
  hint: "Raggruppa entrate e spese. Il totale di una categoria superiore comprende le sue sottocategorie.",
  add: "Nuova categoria…",
  addTitle: "Nuova categoria",
  edit: "Modifica",
  editTitle: "Modifica categoria",
  delete: "Elimina",
  deleteTitle: (name) => `Eliminare ${name}?`,
  name: "Nome",
  parent: "Categoria superiore",
  top: "Nessuna (primo livello)",
  instead: "Sposta i movimenti in",
};

export const budgets: typeof en.budgets = {
  title: "Budget",
  hint: "Limiti di spesa per una categoria e le sue sottocategorie, al netto dei rimborsi. L’andamento è nella panoramica.",
  none: "Ancora nessun budget.",
  add: "Nuovo budget…",
  addTitle: "Nuovo budget",
  editTitle: "Modifica budget",
  deleteTitle: (name) => `Eliminare il budget per ${name}?`,
  deleteBody: "La categoria e i suoi movimenti restano.",
  amount: "Importo",
  currency: "Valuta",
  rhythm: "Periodo",
  rhythms: { monthly: "Mensile", yearly: "Annuale" },
  line: {
    monthly: (amount) => `${amount} al mese`,
    yearly: (amount) => `${amount} all’anno`,
  },
  since: (month) => `da ${month}`,
  rollOver: "Importo non speso",
  rollOvers: {
    nothing: "Si azzera",
    unspent: "Viene riportato",
    everything: "Viene riportato, compresi gli sforamenti",
  },
  start: "Inizia a",
};

export const money: typeof en.money = {
  title: "Valuta e date",
  hint: "Queste impostazioni valgono su tutti i tuoi dispositivi. Il browser determina il formato di numeri e date.",
  currency: "Valuta principale",
  currencyHint:
    "I totali in più valute la usano quando sono disponibili i tassi di cambio. Lascia vuoto per mostrare ogni valuta separatamente.",
  yearMonth: "Inizio dell’anno finanziario",
  yearDay: "Giorno",
  rates: "Tassi di cambio",
  ratesHint:
    "Saldo non scarica i tassi. Carica lo storico della Banca centrale europea (eurofxref-hist.csv, dal suo sito) per aggiungere tutti i giorni dal 1999.",
  noRates: "Ancora nessun tasso di cambio.",
  known: (number) => count(number, { one: "# valuta", many: "# di valute", other: "# valute" }),
  addRates: "File dei tassi di cambio",
  added: (number) =>
    count(number, { one: "# tasso aggiunto.", many: "# di tassi aggiunti.", other: "# tassi aggiunti." }),
  deleteRates: "Elimina tutti i tassi…",
  deleteRatesTitle: "Eliminare tutti i tassi?",
  deleteRatesBody: "I totali mostreranno ogni valuta separatamente.",
};

export const rules: typeof en.rules = {
  title: "Regole",
  hint: "Le regole si applicano a ogni nuovo movimento, dall’alto verso il basso; per categoria e descrizione vale la prima che corrisponde.",
  none: "Ancora nessuna regola.",
  gone: "(eliminato)",
  add: "Nuova regola…",
  addTitle: "Nuova regola",
  editTitle: "Modifica regola",
  deleteTitle: (name) => `Eliminare la regola ${name}?`,
  deleteBody: "Le modifiche già fatte restano.",
  up: (name) => `Sposta ${name} in su`,
  down: (name) => `Sposta ${name} in giù`,
  apply: "Applica a tutti i movimenti",
  applied: (number) =>
    count(number, {
      one: "# movimento modificato.",
      many: "# di movimenti modificati.",
      other: "# movimenti modificati.",
    }),
  name: "Nome",
  conditions: "Quando tutte queste condizioni sono soddisfatte",
  text: "La descrizione contiene",
  words: "La descrizione contiene le parole",
  wordsHint: "Solo parole intere: «uber» non è in «Überweisung»",
  regex: "La descrizione corrisponde a",
  regexHint: "Un’espressione regolare",
  least: "Importo min.",
  most: "Importo max.",
  noCurrency: "Scegli una valuta.",
  actions: "Allora",
  leave: "Mantieni la categoria",
  rename: "Rinomina in",
  tag: "Aggiungi etichetta",
  transfer: "Segna come giroconto tra i tuoi conti",
  preview: "Anteprima",
  previewed: (transactions, changed) =>
    `Modifica ${count(changed, { one: "#", many: "#", other: "#" })} su ${count(transactions, { one: "# movimento.", many: "# di movimenti.", other: "# movimenti." })}`,
  when: {
    contains: (text) => `la descrizione contiene «${text}»`,
    hasWords: (words) => `la descrizione contiene le parole «${words}»`,
    matches: (regex) => `la descrizione corrisponde a ${regex}`,
    amount: (least, most) => [least && `almeno ${least}`, most && `al massimo ${most}`].filter(Boolean).join(", "),
  },
  does: { rename: (text) => `«${text}»`, transfer: "giroconto tra i tuoi conti" },
};

export const privacy: typeof en.privacy = {
  models: "Modelli",
  modelsHint: "I modelli che il consulente può usare. Li configura l’amministratore.",
  leaves: "riceve la tua domanda e le cifre consultate",
  stays: "funziona su questo server; nessun dato lo lascia",
  default: "predefinito",
  mayLeave: "Inviare dati a modelli su altri computer?",
  sends: { never: "Mai", ask: "Chiedimelo prima", always: "Sempre" },
  sendsHint: {
    never: "Risponde sempre l’analista integrato.",
    ask: "Vedi che cosa verrebbe inviato, e a chi, prima dell’invio.",
    always: "Puoi controllare in seguito che cosa è stato inviato.",
  },
  notes: "Note",
  notesHint: "Informazioni su di te che aiutano il consulente. Mai condivise senza il tuo permesso.",
  remember: "Consenti al consulente di usare e integrare queste note",
  noNotes: "Ancora nessuna nota.",
  addNote: "Nuova nota…",
  addTitle: "Nuova nota",
  editTitle: "Modifica nota",
  note: "Nota",
};

export const exporting: typeof en.exporting = {
  title: "Esporta",
  hint: "Scarica tutti i tuoi movimenti in un file. Saldo può importare di nuovo i file CSV, OFX e QIF.",
  download: "Scarica",
  export: "Esporta",
  filtered: "Scarica questi movimenti:",
  names: {
    csv: "CSV",
    json: "JSON",
    ofx: "OFX",
    qif: "QIF",
    beancount: "Beancount",
    hledger: "hledger",
    ledger: "Ledger",
  },
  keeps: {
    csv: "Una tabella per qualsiasi foglio di calcolo",
    json: "Tutti i dati",
    ofx: "Per i programmi di contabilità",
    qif: "Per i programmi di contabilità meno recenti",
    beancount: "Contabilità in testo semplice con saldi dimostrati",
    hledger: "Contabilità in testo semplice con asserzioni sui saldi",
    ledger: "Contabilità in testo semplice per Ledger",
  },
};

export const archive: typeof en.archive = {
  title: "Backup",
  hint: "Movimenti, estratti conto con i loro file, regole, budget e conversazioni in un solo file. Ripristinalo qui o su un altro server Saldo. I dati di accesso non sono compresi.",
  download: "Scarica il backup",
  restore: "Ripristina un backup…",
  restoreTitle: "Ripristinare questo backup?",
  restoreBody:
    "Il tuo account deve essere vuoto: un backup non può essere unito a dati esistenti. Se una parte non riesce, non viene ripristinato nulla.",
  restoreConfirm: "Ripristina",
  restored: (rows, files) =>
    `Ripristinati: ${count(rows, { one: "# riga", many: "# di righe", other: "# righe" })} e ${count(files, { one: "# file", many: "# di file", other: "# file" })}.`,
};

export const deleting: typeof en.deleting = {
  title: "Elimina tutti i dati",
  body: "Estratti conto, file, conti, movimenti, regole, budget e conversazioni saranno eliminati definitivamente. L’accesso resta attivo.",
  open: "Elimina tutti i dati…",
  confirm: "Elimina tutto",
  phrase: "elimina i miei dati",
  type: (phrase) => `Scrivi «${phrase}» per confermare`,
  done: "Tutti i dati sono stati eliminati.",
};

/** Messages of the advisor, in Dutch. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Adviseur",
  empty: "Vraag iets over je geld",
  emptyBody: "Antwoorden gebruiken alleen je eigen transacties.",
  ideas: [
    "Hoeveel heb ik vorige maand uitgegeven?",
    "Wat waren mijn grootste uitgaven?",
    "Hoeveel heb ik vorige maand aan boodschappen uitgegeven?",
    "Hoeveel heb ik per maand uitgegeven?",
  ],
  placeholder: "Vraag iets over je geld",
  label: "Je vraag",
  send: "Versturen",
  stop: "Stoppen",
  again: "Antwoord opnieuw maken",
  clear: "Nieuw gesprek",
  you: "Jij",
  saldo: "Saldo",
  viewer: "Je kunt de gesprekken van deze boeken lezen. Alleen bewerkers en eigenaars kunnen vragen stellen.",
  answered: "Het antwoord is compleet.",
  thinking: "Werkt aan je antwoord…",
  failed: "De adviseur kon niet antwoorden.",
  stepFailed: "mislukt",
  usedTool: (name) => `Gebruikt: ${name}`,
  steps: {
    books: "Je rekeningen en datums bekeken",
    query: "De getallen berekend",
    cash_flow: "Inkomsten en uitgaven opgeteld",
    compare_periods: "Twee periodes vergeleken",
    spending: "Uitgaven opgeteld",
    search_transactions: "Je transacties doorzocht",
    balances: "Je saldi opgezocht",
    net_worth: "Je nettovermogen berekend",
    recurring: "Terugkerende betalingen gezocht",
    forecast: "Komende betalingen bekeken",
    runway: "Berekend hoelang je geld meegaat",
    budgets: "Je budgetten bekeken",
    statement_coverage: "Dekking door afschriften bekeken",
    duplicates: "Duplicaten gezocht",
    explain_transaction: "Herkomst van een transactie gezocht",
    render_chart: "Een grafiek getekend",
    savings_goal: "Je spaardoel berekend",
    savings_growth: "Groei van je spaargeld berekend",
    loan: "Een lening berekend",
  },
  answeredHere: (model) => `Beantwoord door ${model} op deze server. Er zijn geen gegevens naar buiten gegaan.`,
  answeredThere: (model) => `Beantwoord door ${model}, dat je vraag en de opgezochte getallen kreeg.`,
  log: "Gesprek",
  ungrounded: "Niet gecontroleerd: dit getal komt niet uit je gegevens",
  unlisted: (most) => `Meer dan ${count(most, { one: "#", other: "#" })} transacties: te veel voor een lijst`,
  grounded: "De transacties achter dit getal tonen",
  edit: "Vraag bewerken",
  linkOut: "(opent een andere site)",
};

export const chips: typeof en.chips = {
  label: "Onderdelen van de vraag",
  offers: "Mogelijke vragen",
  kinds: {
    measure: "Getal",
    period: "Periode",
    compare: "Vergelijking",
    groupBy: "Uitsplitsing",
    categories: "Categorie",
    merchants: "Winkel",
    accounts: "Rekening",
    tags: "Label",
    texts: "Tekst",
    without: "Uitsluiting",
    currency: "Valuta",
  },
  condition: "Voorwaarde",
  change: (kind, text) => `${kind} wijzigen: ${text}`,
  add: (kind) => `${kind} toevoegen`,
  without: (name) => `Zonder ${name}`,
  remove: "Verwijderen",
  ever: "Altijd",
  from: "Van",
  to: "Tot en met",
  apply: "Deze datums gebruiken",
};

export const threads: typeof en.threads = {
  title: "Gesprekken",
  search: "Gesprekken doorzoeken",
  none: "Nog geen gesprekken.",
  nothingFound: "Geen gesprekken gevonden.",
  name: "Naam van het gesprek",
  rename: (title) => `Naam van ${title} wijzigen`,
  delete: (title) => `${title} verwijderen`,
};

export const approval: typeof en.approval = {
  title: "Deze wijziging toepassen?",
  transactions: (number) =>
    count(number, { one: "# transactie wordt gewijzigd.", other: "# transacties worden gewijzigd." }),
  allow: "Toepassen",
  deny: "Niet toepassen",
  doing: "Toepassen…",
  done: "Toegepast",
  denied: "Geannuleerd",
  failed: "De wijziging is mislukt",
};

export const trace: typeof en.trace = {
  title: "Wat is verstuurd",
  none: "Nog geen antwoorden in dit gesprek.",
  left: "Dit is naar een andere computer gestuurd.",
  stayed: "Niets hiervan heeft de server verlaten.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# token in", other: "# tokens in" })}, ${count(output, { one: "# uit", other: "# uit" })}, ${milliseconds} ms`,
  roles: { user: "Jij", assistant: "Adviseur", tool: "Resultaat van hulpmiddel" },
  model: "Beantwoord door",
  analyst: "ingebouwde analist",
  analystStays: "De ingebouwde analist antwoordt op deze server. Er gaan geen gegevens naar buiten.",
  willStay: (model) => `${model} antwoordt op deze server. Er gaan geen gegevens naar buiten.`,
  willAsk: (model) => `${model} antwoordt. We vragen het je voordat we iets versturen.`,
  mayNotLeave: "De ingebouwde analist antwoordt, omdat je geen gegevens naar andere computers wilt sturen.",
  willLeave: (model) => `${model} antwoordt en krijgt je vraag en de opgezochte getallen.`,
};

export const consent: typeof en.consent = {
  title: "Dit versturen?",
  at: (model, host) => `${model} op ${host}`,
  elsewhere: "een andere computer",
  to: (model, host) => `Om te antwoorden heeft ${model} op ${host} nodig:`,
  kinds: {
    question: "je vraag",
    conversation: "dit gesprek tot nu toe",
    files: "de inhoud van de bijgevoegde bestanden",
    notes: "je notities voor de adviseur",
    books: "de getallen en transacties die het opzoekt",
  },
  masked:
    "Rekening- en kaartnummers in omschrijvingen worden gemaskeerd: alleen de laatste vier tekens worden verstuurd. Je eigen woorden worden precies zo verstuurd als je ze typt.",
  exactly: (bytes) =>
    count(bytes, { one: "Eerste verzoek, letterlijk (# byte)", other: "Eerste verzoek, letterlijk (# bytes)" }),
  instructions: "Instructies",
  leftOut: (number) =>
    count(number, { one: "# eerder bericht wordt ook verstuurd.", other: "# eerdere berichten worden ook verstuurd." }),
  tools: (names) => `Het model kan opzoeken: ${names}. De resultaten worden ook verstuurd.`,
  answers: {
    once: "Eén keer versturen",
    thread: "Toestaan voor dit gesprek",
    always: "Altijd toestaan",
    no: "Ingebouwde analist gebruiken",
  },
  unanswered: "Er is niets verstuurd.",
  withdraw: "Vraag het me weer in dit gesprek",
};

export const attachment: typeof en.attachment = {
  add: "Afschrift of bankexport bijvoegen",
  beside: "Bijgevoegde bestanden",
  dropNow: "Loslaten om bij te voegen",
  sending: (name) => `${name} uploaden`,
  remove: (name) => `${name} verwijderen`,
  reading: (name) => `${name} lezen`,
  page: (name, page, pages, rows) =>
    `${name} lezen: pagina ${page}${pages === null ? "" : ` van ${pages}`}, ${count(rows, { one: "# rij", other: "# rijen" })}`,
  failed: (name) => `${name} kon niet worden gelezen.`,
  found: (transactions) => count(transactions, { one: "# transactie", other: "# transacties" }),
  fresh: (transactions) =>
    transactions === 0 ? "geen nieuwe" : count(transactions, { one: "# nieuw", other: "# nieuw" }),
};

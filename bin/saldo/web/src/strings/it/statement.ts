/** Messages of the page of one statement and its proof, in Italian. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Estratti conto",
  page: "Pagina",
  rows: "Movimenti",
  views: "Viste dell’estratto conto",
  date: "Data",
  description: "Descrizione",
  amount: "Importo",
  balance: "Saldo",
  balanceOf: (amount) => `saldo ${amount}`,
  opening: "Saldo iniziale",
  moneyIn: "Entrate",
  moneyOut: "Uscite",
  closing: "Saldo finale",
  expected: "Saldo iniziale più movimenti",
  difference: "Differenza",
  stopsAddingUp: "Da qui il saldo non quadra più",
  causes: "Possibili cause",
  checks: "Controlli",
  download: "File originale",
  again: "Rileggi",
  delete: "Elimina",
  deleteTitle: "Eliminare questo estratto conto?",
  deleteBody: (name) =>
    `${name} e i movimenti presenti solo in questo estratto conto saranno eliminati. Non puoi annullare questa operazione.`,
  deleteConfirm: "Elimina",
  none: "Nessun movimento trovato.",
  pageOf: (page, pages) => `Pagina ${page} di ${pages}`,
  previousPage: "Pagina precedente",
  nextPage: "Pagina successiva",
  pageLabel: (page) => `Immagine della pagina ${page} dell’estratto conto`,
  pageFailed: "Impossibile mostrare questa pagina. Puoi scaricare il file originale.",
  spot: (description) => `Mostra il movimento ${description}`,
  readBy: {
    layout: "Letto su questo server dall’impaginazione",
    model: "Letto da un modello linguistico; ogni riga è stata ritrovata sulla pagina",
    picture: "Letto da un’immagine scansionata: controlla le descrizioni",
    import: "Importato da un file di dati",
  },
  uploadedAt: (moment) => `Caricato il ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Saldo iniziale + movimenti = saldo finale" : "Saldo iniziale + movimenti ≠ saldo finale",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "L’unico saldo progressivo è corretto",
          many: "Il saldo progressivo è corretto in tutte le # di righe",
          other: "Il saldo progressivo è corretto in tutte le # righe",
        })
      : `Il saldo progressivo è corretto in ${holding} righe su ${printed}`,
  total_in: (holds) =>
    holds
      ? "Il totale delle entrate corrisponde all’estratto conto"
      : "Il totale delle entrate differisce dall’estratto conto",
  total_out: (holds) =>
    holds
      ? "Il totale delle uscite corrisponde all’estratto conto"
      : "Il totale delle uscite differisce dall’estratto conto",
  count: (holds) =>
    holds
      ? "Il numero di movimenti corrisponde all’estratto conto"
      : "Il numero di movimenti differisce dall’estratto conto",
  other_balances: (printed, holding) => `Saldi ripetuti: ${holding} su ${printed} corrispondono`,
  sums: (printed, holding) => `Totali sulle pagine: ${holding} su ${printed} corrispondono`,
  daily_balances: (printed, holding) => `Saldi giornalieri: ${holding} su ${printed} corrispondono`,
};

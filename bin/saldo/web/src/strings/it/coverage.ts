/** Messages about the days that statements cover, in Italian. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Copertura degli estratti conto",
  whole: "completo",
  part: "parziale",
  none: "mancante",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Non manca alcun giorno, e ogni estratto conto inizia dove finisce il precedente.",
  gap: (period) => `Manca ${period}. Aggiungi l’estratto conto di questo periodo.`,
  unproven: (period) => `${period} non è ancora dimostrato: l’estratto conto di questo periodo non quadra.`,
  fix: "Correggi",
  breakBy: (opening, closing, difference) =>
    `Questo estratto conto inizia con ${opening}, ma il precedente termina con ${closing}: una differenza di ${difference}.`,
  breakUnknown: "Questo estratto conto non inizia con il saldo con cui termina il precedente.",
  overlap: (period) =>
    `${period} compare in due estratti conto. I movimenti presenti in entrambi sono contati una sola volta.`,
  earlier: "Estratto conto precedente",
  later: "Estratto conto successivo",
};

/** Messages about the days that statements cover, in Dutch. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Dekking door afschriften",
  whole: "volledig",
  part: "gedeeltelijk",
  none: "ontbreekt",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Er ontbreken geen dagen, en elk afschrift begint waar het vorige eindigde.",
  gap: (period) => `${period} ontbreekt. Voeg het afschrift voor deze periode toe.`,
  unproven: (period) => `${period} is nog niet bewezen: het afschrift voor deze periode klopt niet.`,
  fix: "Herstellen",
  breakBy: (opening, closing, difference) =>
    `Dit afschrift begint met ${opening}, maar het vorige eindigde met ${closing}: een verschil van ${difference}.`,
  breakUnknown: "Dit afschrift begint niet met het saldo waarmee het vorige eindigde.",
  overlap: (period) => `${period} staat op twee afschriften. Transacties die op beide staan, tellen één keer mee.`,
  earlier: "Eerder afschrift",
  later: "Later afschrift",
};

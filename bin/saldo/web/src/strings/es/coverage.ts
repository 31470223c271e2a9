/** Messages about the days that statements cover, in Spanish. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Cobertura de los extractos",
  whole: "completo",
  part: "parcial",
  none: "falta",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "No falta ningún día, y cada extracto empieza donde terminó el anterior.",
  gap: (period) => `Falta ${period}. Añade el extracto de este periodo.`,
  unproven: (period) => `${period} aún no está demostrado: el extracto de este periodo no cuadra.`,
  fix: "Corregir",
  breakBy: (opening, closing, difference) =>
    `Este extracto empieza con ${opening}, pero el anterior terminó con ${closing}: una diferencia de ${difference}.`,
  breakUnknown: "Este extracto no empieza con el saldo con el que terminó el anterior.",
  overlap: (period) =>
    `${period} aparece en dos extractos. Los movimientos que están en ambos se cuentan una sola vez.`,
  earlier: "Extracto anterior",
  later: "Extracto posterior",
};

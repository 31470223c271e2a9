/** Messages about the days that statements cover, in Portuguese. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Cobertura dos extratos",
  whole: "completo",
  part: "parcial",
  none: "em falta",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Não falta nenhum dia, e cada extrato começa onde o anterior terminou.",
  gap: (period) => `Falta ${period}. Adicione o extrato deste período.`,
  unproven: (period) => `${period} ainda não está provado: o extrato deste período não bate certo.`,
  fix: "Corrigir",
  breakBy: (opening, closing, difference) =>
    `Este extrato começa com ${opening}, mas o anterior terminou com ${closing}: uma diferença de ${difference}.`,
  breakUnknown: "Este extrato não começa com o saldo com que o anterior terminou.",
  overlap: (period) => `${period} aparece em dois extratos. Os movimentos presentes em ambos são contados uma só vez.`,
  earlier: "Extrato anterior",
  later: "Extrato posterior",
};

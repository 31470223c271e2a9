/** Messages for correcting rows and undoing corrections, in Portuguese. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Editar a linha ${description}`,
  correctHint: "Editar esta linha",
  newRow: "Linha em falta",
  addRow: "Adicionar linha",
  addAbove: "Adicionar linha acima",
  moreRows: (number) =>
    count(number, {
      one: "Mostrar mais # linha",
      many: "Mostrar mais (faltam # de linhas)",
      other: "Mostrar mais (faltam # linhas)",
    }),
  addIt: "Adicionar",
  remove: "Remover",
  changeTo: (amount) => `Alterar para ${amount}`,
  amountIn: (currency) => `Montante (${currency})`,
  amountHint: "Negativo para saídas",
  noAmount: "Introduza um montante.",
  breaks: (printed, reached) => `O extrato indica ${printed}; a soma das linhas é ${reached}.`,
  calculatedOpening: "Calculado a partir do saldo inicial",
  moreIn: (amount) => `O extrato mostra mais ${amount} de entradas (ou menos de saídas) do que estas linhas.`,
  moreOut: (amount) => `O extrato mostra mais ${amount} de saídas (ou menos de entradas) do que estas linhas.`,
  byHand:
    "Compare as linhas com a página e corrija o que estiver errado. A verificação repete-se de imediato, e cada correção pode ser anulada.",
  changed: (description) => `Alterado: ${description}`,
  added: (description) => `Adicionado: ${description}`,
  removed: (description) => `Removido: ${description}`,
  causes: {
    row_doubled: (row, description) => `A linha ${row} (${description}) pode ser um duplicado.`,
    row_extra: (row, description) => `A linha ${row} (${description}) pode não pertencer aqui.`,
    sign_flipped: (row, description) => `A linha ${row} (${description}) pode ter o sinal errado.`,
    amount_doubled: (row, description) => `O montante da linha ${row} (${description}) pode estar contado duas vezes.`,
    digits_swapped: (row, description) => `A linha ${row} (${description}) pode ter dois algarismos trocados.`,
    point_slipped: (row, description) => `A linha ${row} (${description}) pode ter a vírgula no sítio errado.`,
    digit_misread: (row, description) => `A linha ${row} (${description}) pode ter um algarismo mal lido.`,
    row_missing: (amount, row) => `Pode faltar uma linha de ${amount} na linha ${row} ou antes.`,
    rows_missing: (amount) => `Podem faltar linhas num total de ${amount}.`,
    total_disagrees: (amount) => `Um total do extrato difere das linhas em ${amount}.`,
    count_disagrees: "O extrato indica outro número de linhas.",
    mixed_currencies: "Esta conta contém duas moedas.",
    contradiction: "Os valores do extrato contradizem-se.",
  },
};

export const undo: typeof en.undo = {
  undo: "Anular",
  redo: "Refazer",
  dismiss: "Dispensar",
  undone: "Anulado.",
  redone: "Refeito.",
  exceptLater: "Anulado, exceto o que foi alterado entretanto.",
  exceptChanged: (number) =>
    count(number, {
      one: "Anulado, exceto # movimento alterado entretanto.",
      many: "Anulado, exceto # de movimentos alterados entretanto.",
      other: "Anulado, exceto # movimentos alterados entretanto.",
    }),
};

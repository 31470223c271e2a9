/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in
 * Portuguese.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "O extrato não contém valores com que o verificar.",
  allHold: (printed) =>
    count(printed, {
      one: "O valor impresso corresponde.",
      many: "Todos os # de valores impressos correspondem.",
      other: "Todos os # valores impressos correspondem.",
    }),
  someHold: (holding, printed) => `${holding} de ${printed} valores impressos correspondem.`,
  noProof: "Não provam todos os movimentos.",
  between: (from, to, amount) =>
    `Nenhuma linha explica a variação de ${amount} no saldo entre as linhas ${from} e ${to}.`,
  beside: (row, amount) => `O valor ao lado da linha ${row} difere em ${amount}.`,
  figure: {
    running_balance: (amount) => `Um saldo difere em ${amount}.`,
    opening_balance: (amount) => `Um segundo saldo inicial difere em ${amount}.`,
    closing_balance: (amount) => `O saldo final difere em ${amount}.`,
    total_in: (amount) => `O total de entradas difere em ${amount}.`,
    total_out: (amount) => `O total de saídas difere em ${amount}.`,
    sum: (amount) => `Uma soma na página difere em ${amount}.`,
    daily_balance: (amount) => `Um saldo diário difere em ${amount}.`,
    sign: () => "Um sinal impresso contradiz os saldos.",
    count: () => "Um número de movimentos impresso difere das linhas.",
    date: () => "Uma data não pode estar certa. Verifique os anos.",
  },
  show: "Mostrar",
  which: "Qual está correta?",
  whichHint: "Os valores do extrato admitem ambas. A resposta fica guardada para os extratos com este formato.",
  purchases: "São compras",
  deposits: "São depósitos",
  asShown: "Manter como mostrado",
  other: "Usar a outra leitura",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `Estes montantes estão em ${code}?`,
  currencyHint: "O extrato não indica a moeda. A pergunta é feita uma vez por conta.",
  yearTitle: (year) => `Este extrato termina em ${year}?`,
  yearHint: "O extrato não indica o ano. A pergunta é feita uma vez por conta.",
  yes: (answer) => `Sim, ${answer}`,
  change: "Alterar",
  changeFact: (fact) => `Alterar: ${fact}`,
  currency: "Moeda",
  year: "Ano",
  title: "Dados detetados",
  facts: { currency: "Moeda", year: "Anos", kind: "Tipo de conta", signs: "Mais e menos" },
  origin: { printed: "Impresso no extrato", inferred: "Deduzido", confirmed: "Confirmado por si" },
};

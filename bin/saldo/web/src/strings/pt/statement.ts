/** Messages of the page of one statement and its proof, in Portuguese. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Extratos",
  page: "Página",
  rows: "Movimentos",
  views: "Vistas do extrato",
  date: "Data",
  description: "Descrição",
  amount: "Montante",
  balance: "Saldo",
  balanceOf: (amount) => `saldo ${amount}`,
  opening: "Saldo inicial",
  moneyIn: "Entradas",
  moneyOut: "Saídas",
  closing: "Saldo final",
  expected: "Saldo inicial mais movimentos",
  difference: "Diferença",
  stopsAddingUp: "A partir daqui o saldo não bate certo",
  causes: "Causas possíveis",
  checks: "Verificações",
  download: "Ficheiro original",
  again: "Voltar a ler",
  delete: "Eliminar",
  deleteTitle: "Eliminar este extrato?",
  deleteBody: (name) =>
    `${name} e os movimentos que só aparecem nele serão eliminados. Esta ação não pode ser anulada.`,
  deleteConfirm: "Eliminar",
  none: "Não foram encontrados movimentos.",
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  previousPage: "Página anterior",
  nextPage: "Página seguinte",
  pageLabel: (page) => `Imagem da página ${page} do extrato`,
  pageFailed: "Não é possível mostrar esta página. Pode transferir o ficheiro original.",
  spot: (description) => `Mostrar o movimento ${description}`,
  readBy: {
    layout: "Lido neste servidor a partir da disposição da página",
    model: "Lido por um modelo de linguagem; cada linha foi encontrada na página",
    picture: "Lido de uma imagem digitalizada: verifique as descrições",
    import: "Importado de um ficheiro de dados",
  },
  uploadedAt: (moment) => `Carregado em ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Saldo inicial + movimentos = saldo final" : "Saldo inicial + movimentos ≠ saldo final",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "O único saldo corrente está correto",
          many: "O saldo corrente está correto em todas as # de linhas",
          other: "O saldo corrente está correto em todas as # linhas",
        })
      : `O saldo corrente está correto em ${holding} de ${printed} linhas`,
  total_in: (holds) => (holds ? "O total de entradas corresponde ao extrato" : "O total de entradas difere do extrato"),
  total_out: (holds) => (holds ? "O total de saídas corresponde ao extrato" : "O total de saídas difere do extrato"),
  count: (holds) =>
    holds ? "O número de movimentos corresponde ao extrato" : "O número de movimentos difere do extrato",
  other_balances: (printed, holding) => `Saldos repetidos: ${holding} de ${printed} correspondem`,
  sums: (printed, holding) => `Totais nas páginas: ${holding} de ${printed} correspondem`,
  daily_balances: (printed, holding) => `Saldos diários: ${holding} de ${printed} correspondem`,
};

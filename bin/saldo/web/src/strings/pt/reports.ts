/** Messages of the reports page, in Portuguese. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Relatórios",
  choices: "Relatório",
  show: "Valor",
  shows: { spent: "Saídas", received: "Entradas", net: "Líquido", flow: "Fluxo de caixa" },
  by: "Agrupar por",
  groupings: {
    category: "Categoria",
    merchant: "Comerciante",
    account: "Conta",
    tag: "Etiqueta",
    month: "Mês",
    weekday: "Dia da semana",
  },
  tagsHint: "Uma transação com várias etiquetas conta em cada uma, por isso as linhas podem somar mais do que o total.",
  period: "Período",
  periods: {
    month: "Último mês",
    threeMonths: "Últimos 3 meses",
    twelveMonths: "Últimos 12 meses",
    year: "Este ano",
    lastYear: "O ano passado",
    all: "Todo o período",
    custom: "Outras datas",
  },
  compare: "Comparar com",
  compares: { none: "Nada", previous: "O período anterior", yearBefore: "O ano anterior" },
  before: "Antes",
  change: "Variação",
  none: "Sem movimentos neste período.",
  against: (period) => `em comparação com ${period}`,
  shown: (shown, all) => `As primeiras ${shown} de ${all} linhas; o ficheiro CSV contém todas.`,
  smaller: (number) => count(number, { one: "# menor", many: "# de menores", other: "# menores" }),
  addFilter: "Adicionar um filtro",
  pick: "Escolher…",
  removeFilter: (name) => `Remover o filtro ${name}`,
  only: (name) => `Só ${name}`,
  left: "Sobra",
  missing: "Das poupanças",
};

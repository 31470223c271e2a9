/** Messages of the overview, in Portuguese. */
import type * as en from "../en/overview.ts";
import { count } from "./count.ts";

export const overview: typeof en.overview = {
  title: "Resumo",
  accounts: "Contas",
  worth: "Património líquido",
  worthHint: "Com base no último saldo de cada conta",
  worthTogether: (currency) =>
    `Com base no último saldo de cada conta, convertido em ${currency} às suas taxas de câmbio; cada moeda é também mostrada em separado`,
  asOf: (day) => `em ${day}`,
  noBalance: "Ainda sem saldo",
  notProven: "Não provado",
  attention: "Precisa de atenção",
  recent: "Movimentos recentes",
  allTransactions: "Todos os movimentos",
  month: "Mês",
  previousMonth: "Mês anterior",
  nextMonth: "Mês seguinte",
  allIn: (currency) => `Tudo em ${currency}`,
  together: "total",
  worthApart:
    "Com base no último saldo de cada conta; as moedas são mostradas em separado. Para ver um único total, escolha uma moeda principal e adicione taxas de câmbio nas definições.",
  unknownAccounts: (names) => `Ainda sem saldo: ${names}.`,
  countedTwice: (one, other) =>
    `${one} e ${other} podem ser a mesma conta; nesse caso, os seus montantes são contados duas vezes.`,
  countedTwiceLook: "Rever",
  asTable: "Mostrar como tabela",
  cashFlow: "Fluxo de caixa",
  net: "Líquido",
  spending: "Despesas",
  spendingApart: "As categorias não são convertidas; as moedas são mostradas em separado.",
  nothingSpent: "Sem despesas este mês.",
  areas: "áreas por categoria",
  withoutSubcategory: "Sem subcategoria",
  smaller: (number) =>
    count(number, { one: "# categoria menor", many: "# de categorias menores", other: "# categorias menores" }),
  refundsApart: "As categorias com mais reembolsos do que despesas aparecem só na lista.",
  changes: "Variações do mês",
  against: (difference, month) => `face a ${month}: ${difference}`,
  sameDays: (day) => `os mesmos dias até ${day}`,
  more: (amount) => `mais ${amount}`,
  less: (amount) => `menos ${amount}`,
  price: (before) => `antes ${before}`,
  due: "Próximos pagamentos",
  dueHint: (day) => `Pagamentos recorrentes previstos depois de ${day}`,
  about: (amount) => `cerca de ${amount}`,
  rhythms: {
    weekly: "semanal",
    biweekly: "de duas em duas semanas",
    monthly: "mensal",
    quarterly: "trimestral",
    half_yearly: "semestral",
    yearly: "anual",
  },
  spentOf: (spent, amount) => `${spent} de ${amount}`,
  left: (amount) => `restam ${amount}`,
  over: (amount) => `${amount} acima do orçamento`,
  firstSteps: {
    title: "Primeiros passos",
    done: (done: number, all: number) => `${done} de ${all} concluídos`,
    hide: "Ocultar os primeiros passos",
    steps: {
      statement: "Adicionar um extrato",
      months: "Adicionar três meses ou mais, para ver tendências e pagamentos recorrentes",
      currency: "Escolher a moeda principal",
      budget: "Definir um orçamento",
      ask: "Fazer uma pergunta ao consultor",
    },
  },
};

export const accountKind: typeof en.accountKind = {
  checking: "Conta à ordem",
  savings: "Poupança",
  card: "Cartão de crédito",
  investment: "Investimentos",
  cash: "Numerário",
  property: "Bens",
  loan: "Empréstimo",
  other: "Outra conta",
};

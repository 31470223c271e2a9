/** Messages of the recurring payments, in Portuguese. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Pagamentos recorrentes",
  hint: "Pagamentos e receitas que se repetem a intervalos regulares, encontrados nos seus movimentos. Ignore o que não o é: deixa de aparecer nos próximos pagamentos, nas previsões e nas respostas.",
  none: "Ainda não foram encontrados pagamentos recorrentes. São precisos três pagamentos, ou dois se forem anuais.",
  groups: {
    fixed: "Subscrições e pagamentos fixos",
    varying: "Contas de valor variável",
    income: "Receitas",
  },
  next: (day) => `próximo a ${day}`,
  last: (day) => `último a ${day}`,
  price: (before, day) => `${before} antes de ${day}`,
  isConfirmed: "Confirmado",
  confirm: "Confirmar",
  ignore: "Ignorar",
  restore: "Restaurar",
  clear: "Remover a confirmação",
  confirmed: (name) => `“${name}” está confirmado.`,
  ignored: (name) => `“${name}” é ignorado.`,
  cleared: (name) => `A decisão sobre “${name}” foi removida.`,
  ignoredCount: (number) => count(number, { one: "# ignorado", many: "# ignorados", other: "# ignorados" }),
  endedCount: (number) => count(number, { one: "# terminado", many: "# terminados", other: "# terminados" }),
  ahead: "Próximos 30 dias",
  aheadHint: (day) => `Previstos depois de ${day}, a data do seu último movimento. Ainda nada está contabilizado.`,
  nothingAhead: "Não se preveem pagamentos nestes dias.",
  expectedOut: "Pagamentos previstos",
  expectedIn: "Receitas previstas",
};

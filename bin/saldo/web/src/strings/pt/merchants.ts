/** Messages of the merchants, in Portuguese. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Comerciantes",
  hint: "A quem pagou e quem lhe pagou. Dê a um comerciante o nome pelo qual o conhece, ou junte vários num só: o nome é usado na lista, nos relatórios, nos pagamentos recorrentes e nas respostas, e nos extratos seguintes.",
  none: "Ainda não há comerciantes. Adicione um extrato para os ver aqui.",
  notFound: "Nenhum comerciante corresponde à pesquisa.",
  search: "Pesquisar comerciantes",
  orders: { spending: "Despesa líquida", count: "Número de movimentos", last: "Mais recente", name: "Nome" },
  count: (number) => count(number, { one: "# comerciante", many: "# de comerciantes", other: "# comerciantes" }),
  last: (day) => `Último: ${day}`,
  printed: (names) => `Impresso como ${names}`,
  selected: (number) =>
    count(number, {
      one: "# comerciante selecionado",
      many: "# de comerciantes selecionados",
      other: "# comerciantes selecionados",
    }),
  rename: "Mudar o nome",
  renameTitle: "Mudar o nome do comerciante",
  renameHint: "Se outro comerciante tiver este nome, passam a ser um só.",
  unclear: "Dê um nome a estes comerciantes",
  unclearHint: "Representam uma grande parte das suas despesas, mas o nome impresso não diz quem são.",
  giveName: "Dar nome",
  merge: "Juntar",
  mergeTitle: "Juntar comerciantes",
  mergeHint: "Todos recebem este nome. Pode anular.",
  name: "Nome",
  restore: "Usar os nomes impressos",
  renamed: (before, name) => `“${before}” chama-se agora “${name}”.`,
  merged: (number, name) =>
    `${count(number, { one: "# comerciante", many: "# de comerciantes", other: "# comerciantes" })} juntos em “${name}”.`,
  restored: (name) => `“${name}” voltou a ter os nomes impressos.`,
};

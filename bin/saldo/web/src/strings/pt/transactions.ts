/** Messages of the transactions page, in Portuguese. */
import type * as en from "../en/transactions.ts";
import { count } from "./count.ts";

export const transactions: typeof en.transactions = {
  title: "Movimentos",
  search: "Pesquisar descrições",
  account: "Conta",
  allAccounts: "Todas as contas",
  category: "Categoria",
  allCategories: "Todas as categorias",
  uncategorized: "Sem categoria",
  from: "De",
  to: "Até",
  direction: "Entradas ou saídas",
  both: "Tudo",
  in: "Entradas",
  out: "Saídas",
  sort: "Ordenar por",
  newest: "Mais recentes primeiro",
  oldest: "Mais antigos primeiro",
  largest: "Maiores primeiro",
  groupBy: "Agrupar",
  noGroups: "Sem grupos",
  groups: {
    day: "Por dia",
    month: "Por mês",
    category: "Por categoria",
    merchant: "Por comerciante",
    tag: "Por etiqueta",
  },
  clear: "Limpar filtros",
  filters: "Filtros",
  moreFilters: "Mais filtros",
  none: "Nenhum movimento corresponde aos filtros.",
  noneYet: "Ainda não há movimentos. Adicione um extrato para os ver aqui.",
  count: (number) => count(number, { one: "# movimento", many: "# de movimentos", other: "# movimentos" }),
  currency: "Moeda",
  allCurrencies: "Todas as moedas",
  least: "Montante mín.",
  most: "Montante máx.",
  kind: "Transferências internas",
  allKinds: "Incluir transferências internas",
  noTransfers: "Excluir transferências internas",
  onlyTransfers: "Só transferências internas",
  allTags: "Todas as etiquetas",
  untagged: "Sem etiquetas",
  unreconciled: "Não provados",
  oneStatement: "De um extrato",
  clearStatement: "Mostrar movimentos de todos os extratos",
  linkedFilters: "Filtrado por uma ligação",
  clearLinked: "Remover estes filtros",
  totals: "Totais destes movimentos",
  net: "Líquido",
  transfersExcluded: (number) =>
    count(number, {
      one: "# transferência interna não é contada.",
      many: "# de transferências internas não são contadas.",
      other: "# transferências internas não são contadas.",
    }),
  description: "Descrição",
  note: "Nota",
  tags: "Etiquetas",
  tagsHint: "Etiquetas, separadas por vírgulas",
  splits: "Divisões",
  splitCount: (number) => count(number, { one: "# divisão", many: "# de divisões", other: "# divisões" }),
  openSplits: (number, description) =>
    `${count(number, { one: "# divisão", many: "# de divisões", other: "# divisões" })} de ${description}`,
  splitsRemoved: (number) =>
    count(number, {
      one: "# movimento selecionado está dividido; definir uma categoria remove as suas divisões.",
      many: "# de movimentos selecionados estão divididos; definir uma categoria remove as suas divisões.",
      other: "# movimentos selecionados estão divididos; definir uma categoria remove as suas divisões.",
    }),
  amountOfSplit: "É o total das divisões. Para o alterar, introduza-as novamente.",
  transfer: "Transferência interna",
  isTransfer: "Transferência interna: nem rendimento nem despesa",
  isSplit: "Dividido por várias categorias",
  printedAs: (text) => `No extrato: ${text}`,
  select: (description) => `Selecionar ${description}`,
  open: (description) => `Abrir ${description}`,
  bulk: "Movimentos selecionados",
  selected: (number) =>
    number === null
      ? "Todos selecionados"
      : count(number, { one: "# selecionado", many: "# selecionados", other: "# selecionados" }),
  selectAll: (number) =>
    count(number, { one: "Selecionar todos (#)", many: "Selecionar todos (#)", other: "Selecionar todos (#)" }),
  clearSelection: "Limpar a seleção",
  setCategory: "Definir categoria…",
  addTags: "Adicionar etiquetas…",
  markTransfer: "Marcar como transferência interna",
  delete: "Eliminar",
  changed: (description) => `Alterado: ${description}`,
  changedMany: (number) =>
    count(number, {
      one: "# movimento alterado.",
      many: "# de movimentos alterados.",
      other: "# movimentos alterados.",
    }),
  deleted: (number) =>
    count(number, {
      one: "# movimento eliminado.",
      many: "# de movimentos eliminados.",
      other: "# movimentos eliminados.",
    }),
  newTransaction: "Novo movimento",
  automatic: "Automático",
  alike: (number) =>
    count(number, { one: "Aplicar a # semelhante", many: "Aplicar a # semelhantes", other: "Aplicar a # semelhantes" }),
  always: "Criar uma regra…",
  openSplitForm: "Dividir…",
  split: "Dividir",
  splitOf: (amount) => `Divisões de ${amount}:`,
  splitRest: (amount) => `faltam ${amount} por atribuir`,
  splitFits: "Totalmente atribuído",
  splitDone: (description) => `Dividido: ${description}`,
  unsplit: "Remover a divisão",
  splitRemoved: (description) => `Divisão removida: ${description}`,
  addSplit: "Adicionar divisão",
  splitAmount: (split) => `Montante da divisão ${split}`,
  splitCategory: (split) => `Categoria da divisão ${split}`,
  removeSplit: (split) => `Remover a divisão ${split}`,
  toStatement: "Mostrar no extrato",
};

export const keys: typeof en.keys = {
  title: "Atalhos de teclado",
  close: "Fechar",
  j: "Movimento seguinte",
  k: "Movimento anterior",
  enter: "Abrir o movimento",
  e: "Editar a descrição",
  n: "Editar a nota",
  t: "Editar as etiquetas",
  c: "Definir categoria",
  x: "Selecionar ou desselecionar",
  a: "Criar uma regra",
  u: "Anular a última alteração",
  slash: "Pesquisar",
  new: "Novo movimento",
  escape: "Limpar a seleção",
  palette: "Pesquisar tudo",
  help: "Mostrar os atalhos de teclado",
  goTo: "Ir para uma página, a partir de qualquer lugar",
};

export const rule: typeof en.rule = {
  title: "Criar uma regra",
  contains: "Quando a descrição contém",
  onlyOut: "Só saídas",
  onlyIn: "Só entradas",
  onlyAccount: (name) => `Só em ${name}`,
  setCategory: "Definir a categoria",
  noCategory: "Manter a categoria",
  rename: (description) => `Mudar o nome para «${description}»`,
  fits: (transactions, changed) =>
    `Altera ${count(changed, { one: "#", many: "#", other: "#" })} de ${count(transactions, { one: "# movimento.", many: "# de movimentos.", other: "# movimentos." })}`,
  save: "Guardar a regra",
  applied: (number) =>
    count(number, {
      one: "A regra alterou # movimento.",
      many: "A regra alterou # de movimentos.",
      other: "A regra alterou # movimentos.",
    }),
};

export const why: typeof en.why = {
  title: "Porquê esta categoria",
  none: "Ainda não categorizado.",
  words: "Com base na descrição.",
  user: "Foi definida por si.",
  rule: "Definida pela sua regra:",
  learned: "Aprendida com as categorias que definiu.",
  model: "Sugerida por um modelo de linguagem.",
  suggests: (category, percent) => `As suas escolhas anteriores sugerem ${category} (${percent}% de certeza).`,
  basedOn: (words) => `Com base em ${words.map((word) => `«${word}»`).join(", ")}, como nestes movimentos anteriores:`,
  because: "Movimentos anteriores na base desta sugestão",
  suggested: {
    learned: "Sugerida com base nas categorias que definiu",
    model: "Sugestão de um modelo de linguagem",
  },
};

export const history: typeof en.history = {
  title: "Histórico",
  create: "Adicionado manualmente",
  change: "Alterado",
  delete: "Eliminado",
  categorize: "Categorizado",
  match: "Reconhecido como transferência interna",
  name_merchants: "Comerciantes renomeados",
  change_account: "Conta alterada",
  merge_accounts: "Contas juntas",
  undo: "Anulado",
  undone: "(anulado)",
  became: (name, before, after) => `${name}: ${before} → ${after}`,
  yes: "sim",
  no: "não",
};

export const asking: typeof en.asking = {
  ask: (model) => `Perguntar a ${model} sobre comerciantes desconhecidos`,
  busy: "A perguntar…",
  to: (model, host, merchants) =>
    `${count(merchants, { one: "# comerciante não corresponde às suas regras nem às suas escolhas anteriores", many: "# de comerciantes não correspondem às suas regras nem às suas escolhas anteriores", other: "# comerciantes não correspondem às suas regras nem às suas escolhas anteriores" })}. ${model} em ${host} pode sugerir categorias.`,
  gets: "O modelo recebe os nomes dos comerciantes, se se trata de uma entrada ou de uma saída e os nomes das suas categorias. Sem montantes nem datas.",
  exactly: (requests) =>
    count(requests, {
      one: "Texto exato do pedido",
      many: "Texto exato do primeiro de # de pedidos",
      other: "Texto exato do primeiro de # pedidos",
    }),
  done: (known, asked, transactions) =>
    `${known} de ${count(asked, { one: "# comerciante", many: "# de comerciantes", other: "# comerciantes" })} reconhecidos, ${count(transactions, { one: "# movimento categorizado", many: "# de movimentos categorizados", other: "# movimentos categorizados" })}.`,
  nothing: "Não há comerciantes desconhecidos.",
  stopped: {
    tokens_used_up: "O limite de tokens de hoje esgotou-se.",
    no_answer: "O modelo não devolveu uma resposta completa.",
    more: "Há mais comerciantes por perguntar.",
  },
};

export const offers: typeof en.offers = {
  title: "Para rever",
  review: "Rever",
  nothing: "Está tudo em dia.",
  transfers: (number) =>
    count(number, {
      one: "# possível transferência interna.",
      many: "# de possíveis transferências internas.",
      other: "# possíveis transferências internas.",
    }),
  groups: (number) =>
    count(number, {
      one: "# possível duplicado.",
      many: "# de possíveis duplicados.",
      other: "# possíveis duplicados.",
    }),
  accounts: (number) =>
    count(number, {
      one: "# possível conta duplicada.",
      many: "# de possíveis contas duplicadas.",
      other: "# possíveis contas duplicadas.",
    }),
  isAccount: "Possível conta duplicada",
  sameNumber: "Ambas têm o mesmo número.",
  sameTransactions: "Ambas têm os mesmos movimentos.",
  mergeInto: (other, one) => `Juntar ${other} a ${one}`,
  keepAccounts: "Manter ambas",
  merged: (other, one) => `${other} foi junta a ${one}.`,
  undoMerge: "Anular",
  isTransfer: "É uma transferência interna?",
  isDuplicate: "Possível duplicado",
  because: {
    named: "Um menciona a outra conta.",
    worded: "As descrições correspondem.",
    only_pair: "É a única correspondência possível nestes dias.",
    rate: "Os montantes correspondem à sua taxa de câmbio.",
  },
  link: "Marcar como transferência interna",
  linked: "Marcado como transferência interna.",
  keep: "Manter todos",
  remove: "Eliminar o mais recente",
};

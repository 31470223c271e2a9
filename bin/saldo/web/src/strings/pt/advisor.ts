/** Messages of the advisor, in Portuguese. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Consultor",
  empty: "Pergunte sobre o seu dinheiro",
  emptyBody: "As respostas usam apenas os seus próprios movimentos.",
  ideas: [
    "Quanto gastei no mês passado?",
    "Quais foram as minhas maiores despesas?",
    "Quanto gastei em supermercado no mês passado?",
    "Quanto gastei por mês?",
  ],
  placeholder: "Pergunte sobre o seu dinheiro",
  label: "A sua pergunta",
  send: "Enviar",
  stop: "Parar",
  again: "Gerar nova resposta",
  clear: "Nova conversa",
  you: "Eu",
  saldo: "Saldo",
  viewer: "Pode ler as conversas destas contas. Só os editores e proprietários podem fazer perguntas.",
  answered: "A resposta está completa.",
  thinking: "A preparar a resposta…",
  failed: "O consultor não conseguiu responder.",
  stepFailed: "falhou",
  usedTool: (name) => `Ferramenta usada: ${name}`,
  steps: {
    books: "Contas e datas consultadas",
    query: "Valores calculados",
    cash_flow: "Rendimentos e despesas somados",
    compare_periods: "Dois períodos comparados",
    spending: "Despesas somadas",
    search_transactions: "Movimentos pesquisados",
    balances: "Saldos consultados",
    net_worth: "Património líquido calculado",
    recurring: "Pagamentos recorrentes procurados",
    forecast: "Próximos pagamentos verificados",
    runway: "Duração do dinheiro calculada",
    budgets: "Orçamentos verificados",
    statement_coverage: "Cobertura dos extratos verificada",
    duplicates: "Duplicados procurados",
    explain_transaction: "Origem de um movimento encontrada",
    render_chart: "Gráfico desenhado",
    savings_goal: "Objetivo de poupança calculado",
    savings_growth: "Crescimento da poupança calculado",
    loan: "Empréstimo calculado",
  },
  answeredHere: (model) => `Resposta de ${model} neste servidor. Nenhum dado saiu dele.`,
  answeredThere: (model) => `Resposta de ${model}, que recebeu a pergunta e os valores consultados.`,
  log: "Conversa",
  ungrounded: "Não verificado: este valor não vem dos seus dados",
  unlisted: (most) =>
    `Mais de ${count(most, { one: "#", many: "#", other: "#" })} movimentos: demasiados para uma lista`,
  grounded: "Mostrar os movimentos por trás deste valor",
  edit: "Editar a pergunta",
  linkOut: "(abre outro site)",
};

export const chips: typeof en.chips = {
  label: "Partes da pergunta",
  offers: "Perguntas possíveis",
  kinds: {
    measure: "Valor",
    period: "Período",
    compare: "Comparação",
    groupBy: "Discriminação",
    categories: "Categoria",
    merchants: "Comerciante",
    accounts: "Conta",
    tags: "Etiqueta",
    texts: "Texto",
    without: "Exclusão",
    currency: "Moeda",
  },
  condition: "Condição",
  change: (kind, text) => `Alterar ${kind}: ${text}`,
  add: (kind) => `Adicionar ${kind}`,
  without: (name) => `Sem ${name}`,
  remove: "Remover",
  ever: "Desde sempre",
  from: "De",
  to: "Até",
  apply: "Usar estas datas",
};

export const threads: typeof en.threads = {
  title: "Conversas",
  search: "Pesquisar conversas",
  none: "Ainda não há conversas.",
  nothingFound: "Não foram encontradas conversas.",
  name: "Nome da conversa",
  rename: (title) => `Mudar o nome de ${title}`,
  delete: (title) => `Eliminar ${title}`,
};

export const approval: typeof en.approval = {
  title: "Aplicar esta alteração?",
  transactions: (number) =>
    count(number, {
      one: "# movimento será alterado.",
      many: "# de movimentos serão alterados.",
      other: "# movimentos serão alterados.",
    }),
  allow: "Aplicar",
  deny: "Não aplicar",
  doing: "A aplicar…",
  done: "Aplicado",
  denied: "Cancelado",
  failed: "A alteração falhou",
};

export const trace: typeof en.trace = {
  title: "O que foi enviado",
  none: "Ainda não há respostas nesta conversa.",
  left: "Isto foi enviado para outro computador.",
  stayed: "Nada disto saiu do servidor.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# token de entrada", many: "# de tokens de entrada", other: "# tokens de entrada" })}, ${count(output, { one: "# de saída", many: "# de saída", other: "# de saída" })}, ${milliseconds} ms`,
  roles: { user: "Eu", assistant: "Consultor", tool: "Resultado da ferramenta" },
  model: "Resposta de",
  analyst: "analista integrado",
  analystStays: "O analista integrado responde neste servidor. Nenhum dado sai dele.",
  willStay: (model) => `${model} responde neste servidor. Nenhum dado sai dele.`,
  willAsk: (model) => `${model} responde. A sua autorização é pedida antes de qualquer envio.`,
  mayNotLeave: "Responde o analista integrado, porque escolheu não enviar dados para outros computadores.",
  willLeave: (model) => `${model} responde e recebe a pergunta e os valores consultados.`,
};

export const consent: typeof en.consent = {
  title: "Enviar isto?",
  at: (model, host) => `${model} em ${host}`,
  elsewhere: "outro computador",
  to: (model, host) => `Para responder, ${model} em ${host} precisa de:`,
  kinds: {
    question: "a sua pergunta",
    conversation: "esta conversa até agora",
    files: "o conteúdo dos ficheiros anexados",
    notes: "as suas notas para o consultor",
    books: "os valores e movimentos que consultar",
  },
  masked:
    "Os números de conta e de cartão nas descrições são ocultados: só são enviados os quatro últimos caracteres. As suas palavras são enviadas tal como as escreve.",
  exactly: (bytes) =>
    count(bytes, {
      one: "Texto exato do primeiro pedido (# byte)",
      many: "Texto exato do primeiro pedido (# de bytes)",
      other: "Texto exato do primeiro pedido (# bytes)",
    }),
  instructions: "Instruções",
  leftOut: (number) =>
    count(number, {
      one: "# mensagem anterior também é enviada.",
      many: "# de mensagens anteriores também são enviadas.",
      other: "# mensagens anteriores também são enviadas.",
    }),
  tools: (names) => `O modelo pode consultar: ${names}. Os resultados também são enviados.`,
  answers: {
    once: "Enviar uma vez",
    thread: "Permitir nesta conversa",
    always: "Permitir sempre",
    no: "Usar o analista integrado",
  },
  unanswered: "Nada foi enviado.",
  withdraw: "Voltar a perguntar-me nesta conversa",
};

export const attachment: typeof en.attachment = {
  add: "Anexar um extrato ou uma exportação do banco",
  beside: "Ficheiros anexados",
  dropNow: "Largue para anexar",
  sending: (name) => `A carregar ${name}`,
  remove: (name) => `Remover ${name}`,
  reading: (name) => `A ler ${name}`,
  page: (name, page, pages, rows) =>
    `A ler ${name}: página ${page}${pages === null ? "" : ` de ${pages}`}, ${count(rows, { one: "# linha", many: "# de linhas", other: "# linhas" })}`,
  failed: (name) => `Não foi possível ler ${name}.`,
  found: (transactions) => count(transactions, { one: "# movimento", many: "# de movimentos", other: "# movimentos" }),
  fresh: (transactions) =>
    transactions === 0 ? "nenhum novo" : count(transactions, { one: "# novo", many: "# novos", other: "# novos" }),
};

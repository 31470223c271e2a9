/** Messages of the list of statements, in Portuguese. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Extratos",
  welcome: "Adicione o primeiro extrato",
  explain:
    "O Saldo lê os PDF do seu banco e prova cada extrato com os seus próprios valores: o saldo inicial mais todos os movimentos é igual ao saldo final.",
  next: "Depois, o Saldo mostra o património líquido, o fluxo de caixa e as despesas. Pode definir orçamentos e objetivos e fazer perguntas sobre o seu dinheiro.",
  private: "Tudo acontece neste servidor. Os seus ficheiros nunca saem dele.",
  sentTo: (host) =>
    `Os ficheiros ficam neste servidor. Se algum não bater certo, as suas linhas, incluindo nomes e montantes, são enviadas para ${host} para serem lidas.`,
  add: "Adicione os extratos",
  drop: "Largue os extratos aqui",
  dropNow: "Largue para adicionar",
  choose: "Escolher ficheiros",
  formats: "PDF, fotografias (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 ou ZIP; vários ficheiros de uma vez",
  sample: "Experimentar um exemplo",
  removeSamples: "Remover os exemplos",
  samplesHint: "Estes extratos de exemplo são inventados.",
  uploading: "A carregar",
  all: "Os seus extratos",
  more: "Mostrar mais",
  waiting: "Em fila",
  sending: (percent) => `A carregar, ${percent}%`,
  processing: "A processar",
  duplicate: "Já carregado",
  open: "Abrir",
  stop: (name) => `Cancelar o carregamento de ${name}`,
  dismiss: (name) => `Dispensar ${name}`,
  retry: (name) => `Carregar ${name} novamente`,
  tooLarge: "Demasiado grande para carregar",
  notPdf: "Tipo de ficheiro não suportado",
  notRead: "Ainda não lido",
  read: "Ler",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, { one: "# conta", many: "# de contas", other: "# contas" }),
};

export const state: typeof en.state = {
  queued: "Em fila",
  reading: "A ler",
  readingPage: (page, pages) => (pages === null ? `A ler a página ${page}` : `A ler a página ${page} de ${pages}`),
  asking: "A consultar o modelo e a verificar a resposta",
  checking: "A verificar o saldo",
  storing: "A guardar os movimentos",
  finished: "Concluído",
  found: (rows) =>
    count(rows, { one: "# linha encontrada", many: "# de linhas encontradas", other: "# linhas encontradas" }),
  balanced: "Provado",
  balancedLong: "O saldo inicial mais todos os movimentos é igual ao saldo final, ao cêntimo.",
  unbalanced: (amount) => (amount === null ? "Não bate certo" : `Diferença de ${amount}`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Não bate certo a partir da linha ${row}` : `Diferença de ${amount} na linha ${row}`,
  unbalancedLong: "Um valor do extrato contradiz os movimentos lidos.",
  unchecked: "Lido, não verificável",
  uncheckedLong: "O extrato não contém valores com que verificar os movimentos.",
  undecidedLong: "Os valores do extrato não provam todos os movimentos.",
  askedLong: "Uma parte deste extrato é ambígua. Responda à pergunta abaixo.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Precisa de palavra-passe",
    long: "Este ficheiro está protegido. Introduza a palavra-passe fornecida pelo banco. É usada uma vez e nunca guardada.",
  },
  wrong_password: {
    short: "Palavra-passe incorreta",
    long: "Essa palavra-passe não abre este ficheiro. Tente outra.",
  },
  image_only: {
    short: "Imagem digitalizada sem texto",
    long: "Este ficheiro é uma digitalização sem texto. Transfira o PDF original do seu banco.",
  },
  not_a_statement: {
    short: "Não é um extrato",
    long: "Não foram encontrados movimentos neste ficheiro. É um extrato bancário ou de cartão?",
  },
  unreadable: { short: "Danificado", long: "Este ficheiro está danificado. Transfira-o novamente do seu banco." },
  too_large: {
    short: "Demasiado longo para ler",
    long: "Este ficheiro tem mais páginas ou texto do que o Saldo consegue ler de uma vez. Divida-o em extratos mais curtos.",
  },
};

export const password: typeof en.password = {
  title: "Abrir ficheiro protegido",
  label: "Palavra-passe do ficheiro",
  open: "Abrir e ler",
  show: "Mostrar a página",
  hint: "Usada uma vez para abrir o ficheiro; nunca guardada.",
};

export const kind: typeof en.kind = {
  bank: "Extrato bancário",
  card: "Extrato de cartão",
  investment: "Extrato de investimentos",
  other: "Extrato",
};

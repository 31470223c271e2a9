/** Messages that all pages share, in Portuguese. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "A carregar…";

export const cancel: string = "Cancelar";

export const save: string = "Guardar";

export const retry: string = "Tentar novamente";

export const skipToContent: string = "Ir para o conteúdo";

export const notFound: typeof en.notFound = {
  title: "Página não encontrada",
  body: "Esta página não existe. Pode ter sido removida.",
  back: "Ir para os extratos",
};

export const trouble: typeof en.trouble = {
  offline: "Não é possível contactar o servidor. Verifique a ligação e tente novamente.",
  server: "Ocorreu um erro no servidor. Tente novamente ou consulte o registo do servidor.",
  gone: "Este elemento já não existe.",
  page: "Ocorreu um erro nesta página.",
  reload: "Recarregar",
};

export const nav: typeof en.nav = {
  label: "Menu principal",
  overview: "Resumo",
  statements: "Extratos",
  transactions: "Movimentos",
  accounts: "Contas",
  budget: "Orçamento",
  goals: "Objetivos",
  recurring: "Recorrentes",
  reports: "Relatórios",
  advisor: "Consultor",
  settings: "Definições",
  more: "Mais",
};

export const amounts: typeof en.amounts = {
  hide: "Ocultar os montantes",
  show: "Mostrar os montantes",
};

export const chart: typeof en.chart = {
  further: (number) => `mais ${number}`,
  saveTable: (title) => `Guardar ${title} como tabela (CSV)`,
  savePicture: (title) => `Guardar ${title} como imagem (PNG)`,
  group: "Grupo",
  share: "Percentagem",
};

export const palette: typeof en.palette = {
  title: "Pesquisar tudo",
  short: "Pesquisar",
  label: "Pesquisar páginas, contas, categorias, comerciantes e extratos, ou fazer uma pergunta",
  placeholder: "Pesquisar ou perguntar…",
  results: "Resultados",
  groups: {
    pages: "Páginas",
    actions: "Ações",
    views: "Vistas guardadas",
    accounts: "Contas",
    categories: "Categorias",
    merchants: "Comerciantes",
    statements: "Extratos",
    further: "Mais",
  },
  find: (text) => `Procurar «${text}» nos movimentos`,
  ask: (text) => `Perguntar ao consultor: «${text}»`,
  count: (number) => count(number, { one: "# resultado", many: "# de resultados", other: "# resultados" }),
  move: "Selecionar",
  open: "Abrir",
};

export const help: typeof en.help = {
  title: "Ajuda",
  link: "Ajuda sobre esta página",
  inEnglish: "O guia só existe em inglês.",
  all: "Todos os temas",
};

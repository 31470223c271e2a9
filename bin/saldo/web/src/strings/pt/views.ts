/** Messages of the saved views, in Portuguese. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Vistas guardadas",
  short: "Vistas",
  hint: "Filtros e relatórios guardados com um nome. A pesquisa também os encontra.",
  none: "Ainda não há vistas guardadas. Filtre os movimentos ou prepare um relatório e escolha Vistas.",
  noneHere: {
    transactions: "Filtre a lista e guarde-a aqui.",
    reports: "Guarde este relatório para voltar a abri-lo.",
  },
  save: "Guardar esta vista…",
  saveTitle: "Guardar esta vista",
  manage: "Gerir vistas",
  name: "Nome",
  taken: "Já existe uma vista com este nome. Será substituída.",
  replace: "Substituir",
  rename: "Mudar o nome",
  renameTitle: "Mudar o nome da vista",
  deleted: (name) => `Vista “${name}” eliminada.`,
};

/** Messages of the saved views, in Spanish. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Vistas guardadas",
  short: "Vistas",
  hint: "Filtros e informes que has guardado con un nombre. La búsqueda también los encuentra.",
  none: "Aún no hay vistas guardadas. Filtra los movimientos o prepara un informe y elige Vistas.",
  noneHere: { transactions: "Filtra la lista y guárdala aquí.", reports: "Guarda este informe para volver a abrirlo." },
  save: "Guardar esta vista…",
  saveTitle: "Guardar esta vista",
  manage: "Gestionar vistas",
  name: "Nombre",
  taken: "Ya hay una vista con este nombre. Se sustituirá.",
  replace: "Sustituir",
  rename: "Cambiar nombre",
  renameTitle: "Cambiar el nombre de la vista",
  deleted: (name) => `Vista «${name}» eliminada.`,
};

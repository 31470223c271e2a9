/** Messages that all pages share, in Spanish. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Cargando…";

export const cancel: string = "Cancelar";

export const save: string = "Guardar";

export const retry: string = "Reintentar";

export const skipToContent: string = "Ir al contenido";

export const notFound: typeof en.notFound = {
  title: "Página no encontrada",
  body: "Esta página no existe. Puede que se haya eliminado.",
  back: "Ir a los extractos",
};

export const trouble: typeof en.trouble = {
  offline: "No se puede acceder al servidor. Comprueba tu conexión e inténtalo de nuevo.",
  server: "Se ha producido un error en el servidor. Inténtalo de nuevo o consulta el registro del servidor.",
  gone: "Este elemento ya no existe.",
  page: "Se ha producido un error en esta página.",
  reload: "Recargar",
};

export const nav: typeof en.nav = {
  label: "Menú principal",
  overview: "Resumen",
  statements: "Extractos",
  transactions: "Movimientos",
  accounts: "Cuentas",
  budget: "Presupuesto",
  goals: "Objetivos",
  recurring: "Recurrentes",
  reports: "Informes",
  advisor: "Asesor",
  settings: "Ajustes",
  more: "Más",
};

export const amounts: typeof en.amounts = {
  hide: "Ocultar los importes",
  show: "Mostrar los importes",
};

export const chart: typeof en.chart = {
  further: (number) => `${number} más`,
  saveTable: (title) => `Guardar ${title} como tabla (CSV)`,
  savePicture: (title) => `Guardar ${title} como imagen (PNG)`,
  group: "Grupo",
  share: "Proporción",
};

export const palette: typeof en.palette = {
  title: "Buscar en todo",
  short: "Buscar",
  label: "Busca páginas, cuentas, categorías, comercios y extractos, o haz una pregunta",
  placeholder: "Busca o pregunta…",
  results: "Resultados",
  groups: {
    pages: "Páginas",
    actions: "Acciones",
    views: "Vistas guardadas",
    accounts: "Cuentas",
    categories: "Categorías",
    merchants: "Comercios",
    statements: "Extractos",
    further: "Más",
  },
  find: (text) => `Buscar «${text}» en los movimientos`,
  ask: (text) => `Preguntar al asesor: «${text}»`,
  count: (number) => count(number, { one: "# resultado", many: "# de resultados", other: "# resultados" }),
  move: "Seleccionar",
  open: "Abrir",
};

export const help: typeof en.help = {
  title: "Ayuda",
  link: "Ayuda sobre esta página",
  inEnglish: "La guía solo está en inglés.",
  all: "Todos los temas",
};

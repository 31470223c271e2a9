/** Messages of the transactions page, in Spanish. */
import type * as en from "../en/transactions.ts";
import { count } from "./count.ts";

export const transactions: typeof en.transactions = {
  title: "Movimientos",
  search: "Buscar en los conceptos",
  account: "Cuenta",
  allAccounts: "Todas las cuentas",
  category: "Categoría",
  allCategories: "Todas las categorías",
  uncategorized: "Sin categoría",
  from: "Desde",
  to: "Hasta",
  direction: "Entradas o salidas",
  both: "Todo",
  in: "Entradas",
  out: "Salidas",
  sort: "Ordenar por",
  newest: "Más recientes primero",
  oldest: "Más antiguos primero",
  largest: "Mayores primero",
  groupBy: "Agrupar",
  noGroups: "Sin agrupar",
  groups: {
    day: "Por día",
    month: "Por mes",
    category: "Por categoría",
    merchant: "Por comercio",
    tag: "Por etiqueta",
  },
  clear: "Borrar filtros",
  filters: "Filtros",
  moreFilters: "Más filtros",
  none: "Ningún movimiento coincide con tus filtros.",
  noneYet: "Aún no hay movimientos. Añade un extracto para verlos aquí.",
  count: (number) => count(number, { one: "# movimiento", many: "# de movimientos", other: "# movimientos" }),
  currency: "Divisa",
  allCurrencies: "Todas las divisas",
  least: "Importe mín.",
  most: "Importe máx.",
  kind: "Traspasos",
  allKinds: "Con traspasos",
  noTransfers: "Sin traspasos",
  onlyTransfers: "Solo traspasos",
  allTags: "Todas las etiquetas",
  untagged: "Sin etiquetas",
  unreconciled: "No demostrados",
  oneStatement: "De un extracto",
  clearStatement: "Mostrar movimientos de todos los extractos",
  linkedFilters: "Filtrado por un enlace",
  clearLinked: "Quitar estos filtros",
  totals: "Totales de estos movimientos",
  net: "Neto",
  transfersExcluded: (number) =>
    count(number, {
      one: "# traspaso entre tus cuentas no se cuenta.",
      many: "# de traspasos entre tus cuentas no se cuentan.",
      other: "# traspasos entre tus cuentas no se cuentan.",
    }),
  description: "Concepto",
  note: "Nota",
  tags: "Etiquetas",
  tagsHint: "Etiquetas, separadas por comas",
  splits: "Divisiones",
  splitCount: (number) => count(number, { one: "# división", many: "# de divisiones", other: "# divisiones" }),
  openSplits: (number, description) =>
    `${count(number, { one: "# división", many: "# de divisiones", other: "# divisiones" })} de ${description}`,
  splitsRemoved: (number) =>
    count(number, {
      one: "# movimiento seleccionado está dividido; asignarle una categoría elimina sus divisiones.",
      many: "# de movimientos seleccionados están divididos; asignarles una categoría elimina sus divisiones.",
      other: "# movimientos seleccionados están divididos; asignarles una categoría elimina sus divisiones.",
    }),
  amountOfSplit: "Es el total de las divisiones. Para cambiarlo, vuelve a introducirlas.",
  transfer: "Traspaso entre tus cuentas",
  isTransfer: "Traspaso entre tus cuentas: ni ingreso ni gasto",
  isSplit: "Dividido en varias categorías",
  printedAs: (text) => `En el extracto: ${text}`,
  select: (description) => `Seleccionar ${description}`,
  open: (description) => `Abrir ${description}`,
  bulk: "Movimientos seleccionados",
  selected: (number) =>
    number === null
      ? "Todos seleccionados"
      : count(number, { one: "# seleccionado", many: "# seleccionados", other: "# seleccionados" }),
  selectAll: (number) =>
    count(number, { one: "Seleccionar los #", many: "Seleccionar los #", other: "Seleccionar los #" }),
  clearSelection: "Borrar la selección",
  setCategory: "Asignar categoría…",
  addTags: "Añadir etiquetas…",
  markTransfer: "Marcar como traspaso",
  delete: "Eliminar",
  changed: (description) => `Modificado: ${description}`,
  changedMany: (number) =>
    count(number, {
      one: "# movimiento modificado.",
      many: "# de movimientos modificados.",
      other: "# movimientos modificados.",
    }),
  deleted: (number) =>
    count(number, {
      one: "# movimiento eliminado.",
      many: "# de movimientos eliminados.",
      other: "# movimientos eliminados.",
    }),
  newTransaction: "Nuevo movimiento",
  automatic: "Automático",
  alike: (number) =>
    count(number, { one: "Aplicar a # similar", many: "Aplicar a # similares", other: "Aplicar a # similares" }),
  always: "Crear una regla…",
  openSplitForm: "Dividir…",
  split: "Dividir",
  splitOf: (amount) => `Divisiones de ${amount}:`,
  splitRest: (amount) => `quedan ${amount} por asignar`,
  splitFits: "Asignado por completo",
  splitDone: (description) => `Dividido: ${description}`,
  unsplit: "Eliminar la división",
  splitRemoved: (description) => `División eliminada: ${description}`,
  addSplit: "Añadir división",
  splitAmount: (split) => `Importe de la división ${split}`,
  splitCategory: (split) => `Categoría de la división ${split}`,
  removeSplit: (split) => `Quitar la división ${split}`,
  toStatement: "Mostrar en el extracto",
};

export const keys: typeof en.keys = {
  title: "Atajos de teclado",
  close: "Cerrar",
  j: "Movimiento siguiente",
  k: "Movimiento anterior",
  enter: "Abrir el movimiento",
  e: "Editar el concepto",
  n: "Editar la nota",
  t: "Editar las etiquetas",
  c: "Asignar categoría",
  x: "Seleccionar o deseleccionar",
  a: "Crear una regla",
  u: "Deshacer el último cambio",
  slash: "Buscar",
  new: "Nuevo movimiento",
  escape: "Borrar la selección",
  palette: "Buscar en todo",
  help: "Mostrar los atajos de teclado",
  goTo: "Ir a una página, desde cualquier sitio",
};

export const rule: typeof en.rule = {
  title: "Crear una regla",
  contains: "Cuando el concepto contenga",
  onlyOut: "Solo salidas",
  onlyIn: "Solo entradas",
  onlyAccount: (name) => `Solo en ${name}`,
  setCategory: "Asignar la categoría",
  noCategory: "Conservar la categoría",
  rename: (description) => `Cambiar el nombre a «${description}»`,
  fits: (transactions, changed) =>
    `Cambia ${count(changed, { one: "#", many: "#", other: "#" })} de ${count(transactions, { one: "# movimiento.", many: "# de movimientos.", other: "# movimientos." })}`,
  save: "Guardar la regla",
  applied: (number) =>
    count(number, {
      one: "La regla modificó # movimiento.",
      many: "La regla modificó # de movimientos.",
      other: "La regla modificó # movimientos.",
    }),
};

export const why: typeof en.why = {
  title: "Por qué esta categoría",
  none: "Aún sin categorizar.",
  words: "Por el concepto.",
  user: "La elegiste tú.",
  rule: "Asignada por tu regla:",
  learned: "Aprendida de las categorías que elegiste.",
  model: "Propuesta por un modelo de lenguaje.",
  suggests: (category, percent) => `Tus elecciones anteriores apuntan a ${category} (${percent} % de certeza).`,
  basedOn: (words) => `Según ${words.map((word) => `«${word}»`).join(", ")}, como en estos movimientos anteriores:`,
  because: "Movimientos anteriores en los que se basa esta sugerencia",
  suggested: {
    learned: "Sugerida según las categorías que elegiste",
    model: "Sugerida por un modelo de lenguaje",
  },
};

export const history: typeof en.history = {
  title: "Historial",
  create: "Añadido a mano",
  change: "Modificado",
  delete: "Eliminado",
  categorize: "Categorizado",
  match: "Reconocido como traspaso",
  name_merchants: "Comercios renombrados",
  change_account: "Cuenta modificada",
  merge_accounts: "Cuentas fusionadas",
  undo: "Deshecho",
  undone: "(deshecho)",
  became: (name, before, after) => `${name}: ${before} → ${after}`,
  yes: "sí",
  no: "no",
};

export const asking: typeof en.asking = {
  ask: (model) => `Preguntar a ${model} por comercios desconocidos`,
  busy: "Preguntando…",
  to: (model, host, merchants) =>
    `${count(merchants, { one: "# comercio no coincide ni con tus reglas ni con tus elecciones anteriores", many: "# de comercios no coinciden ni con tus reglas ni con tus elecciones anteriores", other: "# comercios no coinciden ni con tus reglas ni con tus elecciones anteriores" })}. ${model} en ${host} puede proponer categorías.`,
  gets: "El modelo recibe los nombres de los comercios, si fue una entrada o una salida y los nombres de tus categorías. Ni importes ni fechas.",
  exactly: (requests) =>
    count(requests, {
      one: "Texto exacto de la solicitud",
      many: "Texto exacto de la primera de # de solicitudes",
      other: "Texto exacto de la primera de # solicitudes",
    }),
  done: (known, asked, transactions) =>
    `${known} de ${count(asked, { one: "# comercio", many: "# de comercios", other: "# comercios" })} reconocidos, ${count(transactions, { one: "# movimiento categorizado", many: "# de movimientos categorizados", other: "# movimientos categorizados" })}.`,
  nothing: "No hay comercios desconocidos.",
  stopped: {
    tokens_used_up: "Se ha agotado el límite de tokens de hoy.",
    no_answer: "El modelo no devolvió una respuesta completa.",
    more: "Quedan más comercios por consultar.",
  },
};

export const offers: typeof en.offers = {
  title: "Pendiente de revisar",
  review: "Revisar",
  nothing: "Todo al día.",
  transfers: (number) =>
    count(number, {
      one: "# posible traspaso entre tus cuentas.",
      many: "# de posibles traspasos entre tus cuentas.",
      other: "# posibles traspasos entre tus cuentas.",
    }),
  groups: (number) =>
    count(number, { one: "# posible duplicado.", many: "# de posibles duplicados.", other: "# posibles duplicados." }),
  accounts: (number) =>
    count(number, {
      one: "# posible cuenta duplicada.",
      many: "# de posibles cuentas duplicadas.",
      other: "# posibles cuentas duplicadas.",
    }),
  isAccount: "Posible cuenta duplicada",
  sameNumber: "Ambas tienen el mismo número.",
  sameTransactions: "Ambas tienen los mismos movimientos.",
  mergeInto: (other, one) => `Fusionar ${other} con ${one}`,
  keepAccounts: "Conservar ambas",
  merged: (other, one) => `${other} se ha fusionado con ${one}.`,
  undoMerge: "Deshacer",
  isTransfer: "¿Es un traspaso?",
  isDuplicate: "Posible duplicado",
  because: {
    named: "Uno menciona la otra cuenta.",
    worded: "Sus conceptos coinciden.",
    only_pair: "Es la única coincidencia posible en estos días.",
    rate: "Los importes coinciden con tu tipo de cambio.",
  },
  link: "Marcar como traspaso",
  linked: "Marcado como traspaso.",
  keep: "Conservar todos",
  remove: "Eliminar el más reciente",
};

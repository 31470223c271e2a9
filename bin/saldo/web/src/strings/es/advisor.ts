/** Messages of the advisor, in Spanish. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Asesor",
  empty: "Pregunta sobre tu dinero",
  emptyBody: "Las respuestas se basan solo en tus propios movimientos.",
  ideas: [
    "¿Cuánto gasté el mes pasado?",
    "¿Cuáles fueron mis mayores gastos?",
    "¿Cuánto gasté en supermercado el mes pasado?",
    "¿Cuánto gasté por mes?",
  ],
  placeholder: "Pregunta sobre tu dinero",
  label: "Tu pregunta",
  send: "Enviar",
  stop: "Detener",
  again: "Volver a generar la respuesta",
  clear: "Nueva conversación",
  you: "Tú",
  saldo: "Saldo",
  viewer: "Puedes leer las conversaciones de estas cuentas. Solo los editores y propietarios pueden preguntar.",
  answered: "La respuesta está completa.",
  thinking: "Preparando la respuesta…",
  failed: "El asesor no pudo responder.",
  stepFailed: "ha fallado",
  usedTool: (name) => `Herramienta usada: ${name}`,
  steps: {
    books: "Cuentas y fechas consultadas",
    query: "Cifras calculadas",
    cash_flow: "Ingresos y gastos sumados",
    compare_periods: "Dos periodos comparados",
    spending: "Gastos sumados",
    search_transactions: "Movimientos buscados",
    balances: "Saldos consultados",
    net_worth: "Patrimonio neto calculado",
    recurring: "Pagos recurrentes buscados",
    forecast: "Próximos pagos comprobados",
    runway: "Duración de tu dinero calculada",
    budgets: "Presupuestos comprobados",
    statement_coverage: "Cobertura de los extractos comprobada",
    duplicates: "Duplicados buscados",
    explain_transaction: "Origen de un movimiento localizado",
    render_chart: "Gráfico dibujado",
    savings_goal: "Objetivo de ahorro calculado",
    savings_growth: "Crecimiento del ahorro calculado",
    loan: "Préstamo calculado",
  },
  answeredHere: (model) => `Respuesta de ${model} en este servidor. Ningún dato ha salido de él.`,
  answeredThere: (model) => `Respuesta de ${model}, que recibió tu pregunta y las cifras consultadas.`,
  log: "Conversación",
  ungrounded: "No verificado: esta cifra no procede de tus datos",
  unlisted: (most) =>
    `Más de ${count(most, { one: "#", many: "#", other: "#" })} movimientos: demasiados para una lista`,
  grounded: "Mostrar los movimientos de esta cifra",
  edit: "Editar la pregunta",
  linkOut: "(abre otro sitio)",
};

export const chips: typeof en.chips = {
  label: "Partes de la pregunta",
  offers: "Preguntas posibles",
  kinds: {
    measure: "Cifra",
    period: "Periodo",
    compare: "Comparación",
    groupBy: "Desglose",
    categories: "Categoría",
    merchants: "Comercio",
    accounts: "Cuenta",
    tags: "Etiqueta",
    texts: "Texto",
    without: "Exclusión",
    currency: "Divisa",
  },
  condition: "Condición",
  change: (kind, text) => `Cambiar ${kind}: ${text}`,
  add: (kind) => `Añadir ${kind}`,
  without: (name) => `Sin ${name}`,
  remove: "Quitar",
  ever: "Todo el tiempo",
  from: "Desde",
  to: "Hasta",
  apply: "Usar estas fechas",
};

export const threads: typeof en.threads = {
  title: "Conversaciones",
  search: "Buscar conversaciones",
  none: "Aún no hay conversaciones.",
  nothingFound: "No se han encontrado conversaciones.",
  name: "Nombre de la conversación",
  rename: (title) => `Cambiar el nombre de ${title}`,
  delete: (title) => `Eliminar ${title}`,
};

export const approval: typeof en.approval = {
  title: "¿Aplicar este cambio?",
  transactions: (number) =>
    count(number, {
      one: "Cambiará # movimiento.",
      many: "Cambiarán # de movimientos.",
      other: "Cambiarán # movimientos.",
    }),
  allow: "Aplicar",
  deny: "No aplicar",
  doing: "Aplicando…",
  done: "Aplicado",
  denied: "Cancelado",
  failed: "El cambio ha fallado",
};

export const trace: typeof en.trace = {
  title: "Lo que se envió",
  none: "Aún no hay respuestas en esta conversación.",
  left: "Esto se envió a otro equipo.",
  stayed: "Nada de esto salió del servidor.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# token de entrada", many: "# de tokens de entrada", other: "# tokens de entrada" })}, ${count(output, { one: "# de salida", many: "# de salida", other: "# de salida" })}, ${milliseconds} ms`,
  roles: { user: "Tú", assistant: "Asesor", tool: "Resultado de herramienta" },
  model: "Respuesta de",
  analyst: "analista integrado",
  analystStays: "El analista integrado responde en este servidor. Ningún dato sale de él.",
  willStay: (model) => `${model} responde en este servidor. Ningún dato sale de él.`,
  willAsk: (model) => `${model} responde. Te preguntaremos antes de enviar nada.`,
  mayNotLeave: "Responde el analista integrado, porque has elegido no enviar datos a otros equipos.",
  willLeave: (model) => `${model} responde y recibe tu pregunta y las cifras consultadas.`,
};

export const consent: typeof en.consent = {
  title: "¿Enviar esto?",
  at: (model, host) => `${model} en ${host}`,
  elsewhere: "otro equipo",
  to: (model, host) => `Para responder, ${model} en ${host} necesita:`,
  kinds: {
    question: "tu pregunta",
    conversation: "esta conversación hasta ahora",
    files: "el contenido de los archivos adjuntos",
    notes: "tus notas para el asesor",
    books: "las cifras y los movimientos que consulte",
  },
  masked:
    "Los números de cuenta y de tarjeta de los conceptos se enmascaran: solo se envían los cuatro últimos caracteres. Tus propias palabras se envían tal como las escribes.",
  exactly: (bytes) =>
    count(bytes, {
      one: "Texto exacto de la primera solicitud (# byte)",
      many: "Texto exacto de la primera solicitud (# de bytes)",
      other: "Texto exacto de la primera solicitud (# bytes)",
    }),
  instructions: "Instrucciones",
  leftOut: (number) =>
    count(number, {
      one: "También se envía # mensaje anterior.",
      many: "También se envían # de mensajes anteriores.",
      other: "También se envían # mensajes anteriores.",
    }),
  tools: (names) => `El modelo puede consultar: ${names}. Los resultados también se envían.`,
  answers: {
    once: "Enviar una vez",
    thread: "Permitir en esta conversación",
    always: "Permitir siempre",
    no: "Usar el analista integrado",
  },
  unanswered: "No se ha enviado nada.",
  withdraw: "Volver a preguntarme en esta conversación",
};

export const attachment: typeof en.attachment = {
  add: "Adjuntar un extracto o una exportación del banco",
  beside: "Archivos adjuntos",
  dropNow: "Suelta para adjuntar",
  sending: (name) => `Subiendo ${name}`,
  remove: (name) => `Quitar ${name}`,
  reading: (name) => `Leyendo ${name}`,
  page: (name, page, pages, rows) =>
    `Leyendo ${name}: página ${page}${pages === null ? "" : ` de ${pages}`}, ${count(rows, { one: "# línea", many: "# de líneas", other: "# líneas" })}`,
  failed: (name) => `No se pudo leer ${name}.`,
  found: (transactions) =>
    count(transactions, { one: "# movimiento", many: "# de movimientos", other: "# movimientos" }),
  fresh: (transactions) =>
    transactions === 0 ? "ninguno nuevo" : count(transactions, { one: "# nuevo", many: "# nuevos", other: "# nuevos" }),
};

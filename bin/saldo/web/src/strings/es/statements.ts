/** Messages of the list of statements, in Spanish. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Extractos",
  welcome: "Añade tu primer extracto",
  explain:
    "Saldo lee los PDF de tu banco y demuestra cada extracto con sus propias cifras: el saldo inicial más todos los movimientos es igual al saldo final.",
  next: "Después, Saldo muestra tu patrimonio neto, tu flujo de caja y tus gastos. Puedes fijar presupuestos y metas, y hacer preguntas sobre tu dinero.",
  private: "Todo ocurre en este servidor. Tus archivos nunca salen de él.",
  sentTo: (host) =>
    `Los archivos se quedan en este servidor. Si uno no cuadra, sus líneas, incluidos nombres e importes, se envían a ${host} para leerlas.`,
  add: "Añade tus extractos",
  drop: "Suelta aquí tus extractos",
  dropNow: "Suelta para añadir",
  choose: "Elegir archivos",
  formats: "PDF, fotos (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 o ZIP; varios archivos a la vez",
  sample: "Probar un ejemplo",
  removeSamples: "Quitar los ejemplos",
  samplesHint: "Estos extractos de ejemplo son inventados.",
  uploading: "Subiendo",
  all: "Tus extractos",
  more: "Mostrar más",
  waiting: "En cola",
  sending: (percent) => `Subiendo, ${percent} %`,
  processing: "Procesando",
  duplicate: "Ya subido",
  open: "Abrir",
  stop: (name) => `Cancelar la subida de ${name}`,
  dismiss: (name) => `Descartar ${name}`,
  retry: (name) => `Volver a subir ${name}`,
  tooLarge: "Demasiado grande para subirlo",
  notPdf: "Tipo de archivo no admitido",
  notRead: "Aún sin leer",
  read: "Leer",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, { one: "# cuenta", many: "# de cuentas", other: "# cuentas" }),
};

export const state: typeof en.state = {
  queued: "En cola",
  reading: "Leyendo",
  readingPage: (page, pages) =>
    pages === null ? `Leyendo la página ${page}` : `Leyendo la página ${page} de ${pages}`,
  asking: "Consultando al modelo y comprobando su respuesta",
  checking: "Comprobando el saldo",
  storing: "Guardando los movimientos",
  finished: "Hecho",
  found: (rows) =>
    count(rows, { one: "# línea encontrada", many: "# de líneas encontradas", other: "# líneas encontradas" }),
  balanced: "Demostrado",
  balancedLong: "El saldo inicial más todos los movimientos es igual al saldo final, al céntimo.",
  unbalanced: (amount) => (amount === null ? "No cuadra" : `Diferencia de ${amount}`),
  unbalancedAt: (amount, row) =>
    amount === null ? `No cuadra desde la línea ${row}` : `Diferencia de ${amount} en la línea ${row}`,
  unbalancedLong: "Una cifra del extracto contradice los movimientos leídos.",
  unchecked: "Leído, no verificable",
  uncheckedLong: "El extracto no contiene cifras con las que comprobar sus movimientos.",
  undecidedLong: "Las cifras del extracto no demuestran todos los movimientos.",
  askedLong: "Una parte de este extracto es ambigua. Responde a la pregunta de abajo.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Se necesita contraseña",
    long: "Este archivo está protegido. Introduce la contraseña que te dio tu banco. Se usa una vez y nunca se guarda.",
  },
  wrong_password: { short: "Contraseña incorrecta", long: "Esa contraseña no abre este archivo. Prueba con otra." },
  image_only: {
    short: "Imagen escaneada sin texto",
    long: "Este archivo es un escaneo sin texto. Descarga el PDF original de tu banco.",
  },
  not_a_statement: {
    short: "No es un extracto",
    long: "No se han encontrado movimientos en este archivo. ¿Es un extracto de cuenta o de tarjeta?",
  },
  unreadable: { short: "Dañado", long: "Este archivo está dañado. Vuelve a descargarlo de tu banco." },
  too_large: {
    short: "Demasiado largo para leerlo",
    long: "Este archivo tiene más páginas o texto de lo que Saldo puede leer de una vez. Divídelo en extractos más cortos.",
  },
};

export const password: typeof en.password = {
  title: "Abrir archivo protegido",
  label: "Contraseña del archivo",
  open: "Abrir y leer",
  show: "Mostrar la página",
  hint: "Se usa una vez para abrir el archivo; nunca se guarda.",
};

export const kind: typeof en.kind = {
  bank: "Extracto bancario",
  card: "Extracto de tarjeta",
  investment: "Extracto de inversiones",
  other: "Extracto",
};

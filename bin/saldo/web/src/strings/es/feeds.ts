/** Messages of bank feeds, in Spanish. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Conexiones bancarias",
  hint:
    "Obtiene cada día los movimientos de un proveedor del protocolo SimpleFIN, como SimpleFIN Bridge. Se importan como archivos.",
  none: "No hay ninguna conexión bancaria.",
  connect: "Conectar un banco…",
  connectTitle: "Conectar un banco",
  confirm: "Conectar",
  connecting: "Conectando…",
  token: "Token de configuración",
  tokenHint: "Créalo en tu proveedor y pégalo aquí. Solo sirve una vez.",
  fetchNow: "Obtener ahora",
  fetching: "Obteniendo…",
  again: "Volver a conectar…",
  againTitle: "Volver a conectar",
  disconnect: "Desconectar…",
  disconnectTitle: "¿Desconectar este banco?",
  disconnectBody: "Se eliminan las credenciales guardadas. Los movimientos obtenidos se conservan.",
  undecided: "Elegir…",
  newAccount: "Una cuenta nueva",
  nothing: "Nada",
  unsupported: "Esta moneda no se puede importar.",
  messages: "Mensajes del proveedor",
  states: {
    new: "Aún no se ha obtenido nada",
    working: "Conectado",
    failed: "La última vez falló",
    revoked: "Revocado",
  },
  into: (name) => `Importar ${name} en`,
  fetched: (when) => `Última vez: ${when}`,
  next: (when) => `Próxima vez: ${when}`,
  fetchesLeft: (number) => `Consultas restantes hoy: ${number}`,
  balance: (amount) => `Saldo ${amount}`,
  pending: (number, sum) => `Pendientes, aún sin importar: ${number} (${sum})`,
};

/** Messages of the attachments, in Spanish. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Recibos",
  add: "Añadir un recibo",
  adding: "Añadiendo…",
  photograph: "Hacer una foto",
  remove: (name) => `Eliminar ${name}`,
  removeBody: "El archivo se elimina definitivamente.",
  text: { waiting: "Leyendo el texto…", unavailable: "Sin texto; la búsqueda no lo encuentra" },
  unmatched: (number) =>
    count(number, {
      one: "# recibo sin movimiento.",
      many: "# de recibos sin movimiento.",
      other: "# recibos sin movimiento.",
    }),
  unmatchedTitle: "Recibos sin movimiento",
  noOffers: "Ningún movimiento tiene este importe y esta fecha.",
  match: "Adjuntar",
  matchTo: (description) => `Adjuntar a ${description}`,
};

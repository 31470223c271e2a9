/** Messages of the attachments, in Portuguese. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Recibos",
  add: "Adicionar um recibo",
  adding: "A adicionar…",
  photograph: "Tirar uma fotografia",
  remove: (name) => `Eliminar ${name}`,
  removeBody: "O ficheiro é eliminado definitivamente.",
  text: { waiting: "A ler o texto…", unavailable: "Sem texto; a pesquisa não o encontra" },
  unmatched: (number) =>
    count(number, {
      one: "# recibo sem movimento.",
      many: "# de recibos sem movimento.",
      other: "# recibos sem movimento.",
    }),
  unmatchedTitle: "Recibos sem movimento",
  noOffers: "Nenhum movimento tem este valor e esta data.",
  match: "Anexar",
  matchTo: (description) => `Anexar a ${description}`,
};

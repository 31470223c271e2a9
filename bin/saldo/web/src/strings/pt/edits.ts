/** Messages of the edit history, in Portuguese. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Histórico de alterações",
  hint: "Todas as alterações de movimentos, comerciantes e contas, das mais recentes para as mais antigas.",
  none: "Ainda nada foi alterado.",
  open: "Mostrar o histórico de alterações",
  actions: {
    create: (number) =>
      count(number, {
        one: "# movimento adicionado",
        many: "# de movimentos adicionados",
        other: "# movimentos adicionados",
      }),
    change: (number) =>
      count(number, {
        one: "# movimento alterado",
        many: "# de movimentos alterados",
        other: "# movimentos alterados",
      }),
    delete: (number) =>
      count(number, {
        one: "# movimento eliminado",
        many: "# de movimentos eliminados",
        other: "# movimentos eliminados",
      }),
    categorize: (number) =>
      count(number, {
        one: "# movimento categorizado automaticamente",
        many: "# de movimentos categorizados automaticamente",
        other: "# movimentos categorizados automaticamente",
      }),
    match: (number) =>
      count(number, {
        one: "# movimento reconhecido como transferência interna",
        many: "# de movimentos reconhecidos como transferências internas",
        other: "# movimentos reconhecidos como transferências internas",
      }),
    name_merchants: (number) =>
      count(number, {
        one: "Comerciantes renomeados em # movimento",
        many: "Comerciantes renomeados em # de movimentos",
        other: "Comerciantes renomeados em # movimentos",
      }),
  },
  account: "Conta alterada",
  merged: "Contas juntas",
  first: (what) => `O primeiro: ${what}`,
  andMore: (name, more) => `${name} e mais ${more}`,
  deletedAccount: "Conta eliminada",
  undo: (what) => `Anulado: ${what}`,
  redo: (what) => `Refeito: ${what}`,
  wasUndone: "Anulado depois",
  tooLate: "Esta alteração já não pode ser anulada, porque já está anulada.",
};

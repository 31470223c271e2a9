/** Messages of the edit history, in Spanish. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Historial de cambios",
  hint: "Todos los cambios en movimientos, comercios y cuentas, los más recientes primero.",
  none: "Aún no se ha cambiado nada.",
  open: "Ver el historial de cambios",
  actions: {
    create: (number) =>
      count(number, {
        one: "# movimiento añadido",
        many: "# de movimientos añadidos",
        other: "# movimientos añadidos",
      }),
    change: (number) =>
      count(number, {
        one: "# movimiento modificado",
        many: "# de movimientos modificados",
        other: "# movimientos modificados",
      }),
    delete: (number) =>
      count(number, {
        one: "# movimiento eliminado",
        many: "# de movimientos eliminados",
        other: "# movimientos eliminados",
      }),
    categorize: (number) =>
      count(number, {
        one: "# movimiento categorizado automáticamente",
        many: "# de movimientos categorizados automáticamente",
        other: "# movimientos categorizados automáticamente",
      }),
    match: (number) =>
      count(number, {
        one: "# movimiento reconocido como traspaso",
        many: "# de movimientos reconocidos como traspasos",
        other: "# movimientos reconocidos como traspasos",
      }),
    name_merchants: (number) =>
      count(number, {
        one: "Comercios renombrados en # movimiento",
        many: "Comercios renombrados en # de movimientos",
        other: "Comercios renombrados en # movimientos",
      }),
  },
  account: "Cuenta modificada",
  merged: "Cuentas fusionadas",
  first: (what) => `El primero: ${what}`,
  andMore: (name, more) => `${name} y ${more} más`,
  deletedAccount: "Cuenta eliminada",
  undo: (what) => `Deshecho: ${what}`,
  redo: (what) => `Rehecho: ${what}`,
  wasUndone: "Deshecho después",
  tooLate: "Este cambio ya no se puede deshacer porque ya está deshecho.",
};

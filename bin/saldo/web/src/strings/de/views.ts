/** Messages of the saved views, in German. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Gespeicherte Ansichten",
  short: "Ansichten",
  hint: "Filter und Berichte, die du unter einem Namen gespeichert hast. Auch die Suche findet sie.",
  none: "Noch keine gespeicherten Ansichten. Filtere die Buchungen oder stelle einen Bericht ein und wähle dann „Ansichten“.",
  noneHere: {
    transactions: "Filtere die Liste und speichere sie dann hier.",
    reports: "Speichere diesen Bericht, um ihn wieder zu öffnen.",
  },
  save: "Diese Ansicht speichern…",
  saveTitle: "Diese Ansicht speichern",
  manage: "Ansichten verwalten",
  name: "Name",
  taken: "Eine Ansicht heißt schon so. Sie wird ersetzt.",
  replace: "Ersetzen",
  rename: "Umbenennen",
  renameTitle: "Ansicht umbenennen",
  deleted: (name) => `Ansicht „${name}“ gelöscht.`,
};

/** Die Wörter, die alle Seiten teilen, auf Deutsch. */
import type * as en from "../en/common.ts";

export const saldo: string = "Saldo";

export const loading: string = "Lädt…";

export const cancel: string = "Abbrechen";

export const save: string = "Speichern";

export const retry: string = "Noch einmal";

export const skipToContent: string = "Zum Inhalt";

export const notFound: typeof en.notFound = {
  title: "Hier ist nichts",
  body: "Diese Seite gibt es nicht. Vielleicht wurde sie entfernt.",
  back: "Zu den Auszügen",
};

export const trouble: typeof en.trouble = {
  offline: "Der Server ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.",
  server: "Das konnte der Server nicht. Versuche es noch einmal; bleibt es dabei, steht der Grund in seinem Protokoll.",
  gone: "Das gibt es nicht mehr.",
  page: "Auf dieser Seite ist ein Fehler aufgetreten.",
  reload: "Neu laden",
};

export const nav: typeof en.nav = {
  label: "Hauptmenü",
  overview: "Übersicht",
  statements: "Auszüge",
  entries: "Buchungen",
  advisor: "Berater",
  settings: "Optionen",
};

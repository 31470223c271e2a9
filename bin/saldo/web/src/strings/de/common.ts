/** Messages that all pages share, in German. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Lädt…";

export const cancel: string = "Abbrechen";

export const save: string = "Speichern";

export const retry: string = "Erneut versuchen";

export const skipToContent: string = "Zum Inhalt springen";

export const notFound: typeof en.notFound = {
  title: "Seite nicht gefunden",
  body: "Diese Seite gibt es nicht. Vielleicht wurde sie entfernt.",
  back: "Zu den Auszügen",
};

export const trouble: typeof en.trouble = {
  offline: "Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.",
  server: "Auf dem Server ist etwas schiefgegangen. Versuche es noch einmal oder sieh im Serverprotokoll nach.",
  gone: "Das gibt es nicht mehr.",
  page: "Auf dieser Seite ist etwas schiefgegangen.",
  reload: "Neu laden",
};

export const nav: typeof en.nav = {
  label: "Hauptmenü",
  overview: "Übersicht",
  statements: "Auszüge",
  transactions: "Buchungen",
  accounts: "Konten",
  budget: "Budget",
  goals: "Ziele",
  recurring: "Wiederkehrend",
  reports: "Berichte",
  advisor: "Berater",
  settings: "Einstellungen",
  more: "Mehr",
};

export const amounts: typeof en.amounts = {
  hide: "Beträge verbergen",
  show: "Beträge zeigen",
};

export const chart: typeof en.chart = {
  further: (number) => `${number} weitere`,
  saveTable: (title) => `${title} als Tabelle speichern (CSV)`,
  savePicture: (title) => `${title} als Bild speichern (PNG)`,
  group: "Gruppe",
  share: "Anteil",
};

export const palette: typeof en.palette = {
  title: "Alles durchsuchen",
  short: "Suchen",
  label: "Seiten, Konten, Kategorien, Händler und Auszüge durchsuchen oder eine Frage stellen",
  placeholder: "Suchen oder fragen…",
  results: "Ergebnisse",
  groups: {
    pages: "Seiten",
    actions: "Aktionen",
    views: "Gespeicherte Ansichten",
    accounts: "Konten",
    categories: "Kategorien",
    merchants: "Händler",
    statements: "Auszüge",
    further: "Mehr",
  },
  find: (text) => `„${text}“ in Buchungen suchen`,
  ask: (text) => `Den Berater fragen: „${text}“`,
  count: (number) => count(number, { one: "# Ergebnis", other: "# Ergebnisse" }),
  move: "Auswählen",
  open: "Öffnen",
};

export const help: typeof en.help = {
  title: "Hilfe",
  link: "Hilfe zu dieser Seite",
  inEnglish: "Die Anleitung gibt es nur auf Englisch.",
  all: "Alle Themen",
};

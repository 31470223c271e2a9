/** Die Wörter der Einstellungen, auf Deutsch. */
import type * as en from "../en/settings.ts";

export const settings: typeof en.settings = {
  title: "Einstellungen",
  profile: "Profil",
  saved: "Gespeichert.",
  changePassword: "Passwort ändern",
  currentPassword: "Jetziges Passwort",
  newPassword: "Neues Passwort",
  endOthers: "Überall sonst abmelden",
  passwordChanged: "Das Passwort ist geändert.",
  wrongPassword: "Das ist nicht dein jetziges Passwort.",
  sessions: "Wo du angemeldet bist",
  thisOne: "Dieser Browser",
  unknownBrowser: "Unbekannter Browser",
  since: (moment) => `seit ${moment}`,
  end: "Abmelden",
  endAll: "Überall sonst abmelden",
  freshNeeded: "Melde dich noch einmal an, um zu sehen, wo du sonst angemeldet bist.",
  language: "Sprache",
  deleteTitle: "Konto löschen",
  deleteBody: "Dein Konto, deine Auszüge, Dateien, Buchungen und Gespräche werden endgültig gelöscht.",
  deleteConfirm: "Alles löschen",
  deleteAsk: "Dein Passwort, damit klar ist, dass du es bist",
  deleteOpen: "Mein Konto löschen…",
};

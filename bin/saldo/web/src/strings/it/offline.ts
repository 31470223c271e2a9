/** Messages of reading without a network, in Italian. */

export const offline = {
  asOf: (moment: string) =>
    `Offline, dati del ${moment}. Puoi leggere ciò che avevi già aperto, ma non modificare nulla.`,
  title: "Lettura offline",
  hint: "Conserva in questo browser ciò che leggi, per leggerlo senza connessione. Viene eliminato quando esci.",
  choice: "Conserva in questo browser ciò che leggo",
  unavailable: "Questo browser non conserva nulla, perché la connessione al server non è cifrata.",
};

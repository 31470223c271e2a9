/** Messages of reading without a network, in German. */

export const offline = {
  asOf: (moment: string) =>
    `Offline, Stand ${moment}. Du kannst lesen, was du schon geöffnet hattest, aber nichts ändern.`,
  title: "Offline lesen",
  hint: "Behält in diesem Browser, was du liest, damit du es ohne Verbindung lesen kannst. Beim Abmelden wird es gelöscht.",
  choice: "In diesem Browser behalten, was ich lese",
  unavailable: "Dieser Browser behält nichts, weil die Verbindung zum Server nicht verschlüsselt ist.",
};

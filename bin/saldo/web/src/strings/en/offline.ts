/** Messages of reading without a network, in English. */

export const offline = {
  asOf: (moment: string) => `Offline, as of ${moment}. You can read what you opened before, but not change anything.`,
  title: "Offline reading",
  hint: "Keeps what you read in this browser, so that you can read it without a connection. It is deleted when you sign out.",
  choice: "Keep what I read in this browser",
  unavailable: "This browser keeps nothing, because the connection to the server is not encrypted.",
};

/** Messages of reading without a network, in French. */

export const offline = {
  asOf: (moment: string) =>
    `Hors ligne, état du ${moment}. Vous pouvez lire ce que vous aviez déjà ouvert, mais rien modifier.`,
  title: "Lecture hors ligne",
  hint: "Conserve dans ce navigateur ce que vous lisez, pour le lire sans connexion. Tout est supprimé à la déconnexion.",
  choice: "Conserver ce que je lis dans ce navigateur",
  unavailable: "Ce navigateur ne conserve rien, car la connexion au serveur n’est pas chiffrée.",
};

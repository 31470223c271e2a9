/** Messages of reading without a network, in Dutch. */

export const offline = {
  asOf: (moment: string) => `Offline, stand van ${moment}. Je kunt lezen wat je al had geopend, maar niets wijzigen.`,
  title: "Offline lezen",
  hint: "Bewaart in deze browser wat je leest, zodat je het zonder verbinding kunt lezen. Bij het uitloggen wordt het verwijderd.",
  choice: "In deze browser bewaren wat ik lees",
  unavailable: "Deze browser bewaart niets, omdat de verbinding met de server niet versleuteld is.",
};

/** Messages of reading without a network, in Polish. */

export const offline = {
  asOf: (moment: string) => `Offline, stan z ${moment}. Możesz czytać to, co już było otwarte, ale nic nie zmienisz.`,
  title: "Czytanie offline",
  hint: "Zachowuje w tej przeglądarce to, co czytasz, aby można było to czytać bez połączenia. Wylogowanie usuwa te dane.",
  choice: "Zachowuj w tej przeglądarce to, co czytam",
  unavailable: "Ta przeglądarka niczego nie zachowuje, ponieważ połączenie z serwerem nie jest szyfrowane.",
};

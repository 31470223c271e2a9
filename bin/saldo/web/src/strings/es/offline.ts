/** Messages of reading without a network, in Spanish. */

export const offline = {
  asOf: (moment: string) =>
    `Sin conexión, datos del ${moment}. Puedes leer lo que ya habías abierto, pero no cambiar nada.`,
  title: "Lectura sin conexión",
  hint: "Guarda en este navegador lo que lees, para leerlo sin conexión. Se borra al cerrar sesión.",
  choice: "Guardar en este navegador lo que leo",
  unavailable: "Este navegador no guarda nada, porque la conexión con el servidor no está cifrada.",
};

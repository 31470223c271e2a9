/** Messages of reading without a network, in Portuguese. */

export const offline = {
  asOf: (moment: string) => `Sem ligação, dados de ${moment}. Pode ler o que já tinha aberto, mas não alterar nada.`,
  title: "Leitura sem ligação",
  hint: "Guarda neste navegador o que lê, para o ler sem ligação. É eliminado ao terminar a sessão.",
  choice: "Guardar neste navegador o que leio",
  unavailable: "Este navegador não guarda nada, porque a ligação ao servidor não está encriptada.",
};

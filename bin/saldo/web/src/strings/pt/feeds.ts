/** Messages of bank feeds, in Portuguese. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Ligações bancárias",
  hint:
    "Obtém todos os dias os movimentos de um fornecedor do protocolo SimpleFIN, como o SimpleFIN Bridge. São importados como ficheiros.",
  none: "Não há nenhuma ligação bancária.",
  connect: "Ligar um banco…",
  connectTitle: "Ligar um banco",
  confirm: "Ligar",
  connecting: "A ligar…",
  token: "Token de configuração",
  tokenHint: "Crie-o no seu fornecedor e cole-o aqui. Só serve uma vez.",
  fetchNow: "Obter agora",
  fetching: "A obter…",
  again: "Voltar a ligar…",
  againTitle: "Voltar a ligar",
  disconnect: "Desligar…",
  disconnectTitle: "Desligar este banco?",
  disconnectBody: "As credenciais guardadas são eliminadas. Os movimentos obtidos mantêm-se.",
  undecided: "Escolher…",
  newAccount: "Uma conta nova",
  nothing: "Nada",
  unsupported: "Esta moeda não pode ser importada.",
  messages: "Mensagens do fornecedor",
  states: {
    new: "Ainda sem dados",
    working: "Ligado",
    failed: "A última tentativa falhou",
    revoked: "Revogado",
  },
  into: (name) => `Importar ${name} para`,
  fetched: (when) => `Última vez: ${when}`,
  next: (when) => `Próxima vez: ${when}`,
  fetchesLeft: (number) => `Consultas restantes hoje: ${number}`,
  balance: (amount) => `Saldo: ${amount}`,
  pending: (number, sum) => `Pendentes, ainda não importados: ${number} (${sum})`,
};

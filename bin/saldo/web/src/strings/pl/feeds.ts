/** Messages of bank feeds, in Polish. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Połączenia z bankami",
  hint:
    "Codziennie pobiera transakcje od dostawcy protokołu SimpleFIN, na przykład SimpleFIN Bridge. Są importowane tak jak pliki.",
  none: "Brak połączeń z bankami.",
  connect: "Połącz z bankiem…",
  connectTitle: "Połącz z bankiem",
  confirm: "Połącz",
  connecting: "Łączenie…",
  token: "Token konfiguracyjny",
  tokenHint: "Utwórz go u dostawcy i wklej tutaj. Działa tylko raz.",
  fetchNow: "Pobierz teraz",
  fetching: "Pobieranie…",
  again: "Połącz ponownie…",
  againTitle: "Połącz ponownie",
  disconnect: "Rozłącz…",
  disconnectTitle: "Rozłączyć ten bank?",
  disconnectBody: "Zapisane dane dostępowe zostaną usunięte. Pobrane transakcje pozostaną.",
  undecided: "Wybierz…",
  newAccount: "Nowe konto",
  nothing: "Nic",
  unsupported: "Tej waluty nie można zaimportować.",
  messages: "Komunikaty dostawcy",
  states: {
    new: "Jeszcze nie pobrano",
    working: "Połączono",
    failed: "Ostatnie pobieranie nie powiodło się",
    revoked: "Cofnięto dostęp",
  },
  into: (name) => `Importuj ${name} do`,
  fetched: (when) => `Ostatnie pobranie: ${when}`,
  next: (when) => `Następne pobranie: ${when}`,
  fetchesLeft: (number) => `Pozostałe pobrania dzisiaj: ${number}`,
  balance: (amount) => `Saldo: ${amount}`,
  pending: (number, sum) => `Oczekujące, jeszcze niezaimportowane: ${number} (${sum})`,
};

//! The texts of messages in eight languages.

use saldo_domain::category::name_in;
use saldo_domain::{Facts, Language, NotificationKind};

/// Returns the text of a message about an event.
pub(crate) fn text(language: Language, facts: &Facts) -> String {
    let day = |date: Option<chrono::NaiveDate>| date.map(|date| date.to_string()).unwrap_or_default();
    let money = |amount: &Option<String>| match (amount, facts.currency) {
        (Some(amount), Some(currency)) => format!("{amount} {}", currency.code()),
        (Some(_) | None, _) => String::new(),
    };
    let name = facts.name.as_deref().unwrap_or_default();
    let name = if facts.kind == NotificationKind::BudgetReached { name_in(language, name) } else { name };
    // The name comes last: it is the user's or a bank's text, which may have braces itself.
    template(language, facts.kind)
        .replace("{amount}", &money(&facts.amount))
        .replace("{compared}", &money(&facts.compared))
        .replace("{percent}", &facts.percent.map(|percent| percent.to_string()).unwrap_or_default())
        .replace("{from}", &day(facts.from))
        .replace("{to}", &day(facts.to))
        .replace("{name}", name)
}

/// Returns the text of a test message.
pub(crate) const fn test_message(language: Language) -> &'static str {
    language.among([
        "This is a test message from Saldo.",
        "Das ist eine Testnachricht von Saldo.",
        "Ceci est un message de test de Saldo.",
        "Este es un mensaje de prueba de Saldo.",
        "Questo è un messaggio di prova di Saldo.",
        "Esta é uma mensagem de teste do Saldo.",
        "Dit is een testbericht van Saldo.",
        "To jest wiadomość testowa od Saldo.",
    ])
}

const STATEMENT_UNBALANCED: [&str; 8] = [
    "The statement {name} doesn't add up.",
    "Der Kontoauszug {name} geht nicht auf.",
    "Le relevé {name} ne tombe pas juste.",
    "El extracto {name} no cuadra.",
    "L’estratto conto {name} non quadra.",
    "O extrato {name} não bate certo.",
    "Het afschrift {name} klopt niet.",
    "Wyciąg {name} się nie zgadza.",
];
const STATEMENT_MISSING: [&str; 8] = [
    "{name}: no statement for {from} to {to}.",
    "{name}: Für {from} bis {to} fehlt ein Kontoauszug.",
    "{name} : il manque un relevé du {from} au {to}.",
    "{name}: falta un extracto del {from} al {to}.",
    "{name}: manca un estratto conto dal {from} al {to}.",
    "{name}: falta um extrato de {from} a {to}.",
    "{name}: er ontbreekt een afschrift van {from} tot {to}.",
    "{name}: brakuje wyciągu za okres od {from} do {to}.",
];
const BUDGET_REACHED: [&str; 8] = [
    "Budget {name}: {percent} % reached, {amount} of {compared} spent.",
    "Budget {name}: {percent} % erreicht, {amount} von {compared} ausgegeben.",
    "Budget {name} : {percent} % atteints, {amount} sur {compared} dépensés.",
    "Presupuesto {name}: {percent} % alcanzado, gastado {amount} de {compared}.",
    "Budget {name}: {percent} % raggiunto, spesi {amount} su {compared}.",
    "Orçamento {name}: {percent} % atingido, gastos {amount} de {compared}.",
    "Budget {name}: {percent} % bereikt, {amount} van {compared} uitgegeven.",
    "Budżet {name}: osiągnięto {percent} %, wydano {amount} z {compared}.",
];
const BILL_DUE: [&str; 8] = [
    "{name}: {amount} is due on {from}.",
    "{name}: {amount} ist am {from} fällig.",
    "{name} : {amount} à payer le {from}.",
    "{name}: {amount} vence el {from}.",
    "{name}: {amount} in scadenza il {from}.",
    "{name}: {amount} vence em {from}.",
    "{name}: {amount} wordt op {from} verwacht.",
    "{name}: płatność {amount} przypada {from}.",
];
const BILL_MISSING: [&str; 8] = [
    "{name}: the payment of {amount} expected on {from} is missing.",
    "{name}: Die für den {from} erwartete Zahlung von {amount} fehlt.",
    "{name} : le paiement de {amount} attendu le {from} manque.",
    "{name}: falta el pago de {amount} previsto para el {from}.",
    "{name}: manca il pagamento di {amount} previsto per il {from}.",
    "{name}: falta o pagamento de {amount} previsto para {from}.",
    "{name}: de betaling van {amount} die op {from} werd verwacht, ontbreekt.",
    "{name}: brakuje płatności {amount} oczekiwanej {from}.",
];
const PRICE_ROSE: [&str; 8] = [
    "{name}: the price rose from {compared} to {amount} on {from}.",
    "{name}: Der Preis stieg am {from} von {compared} auf {amount}.",
    "{name} : le prix est passé de {compared} à {amount} le {from}.",
    "{name}: el precio subió de {compared} a {amount} el {from}.",
    "{name}: il prezzo è salito da {compared} a {amount} il {from}.",
    "{name}: o preço subiu de {compared} para {amount} em {from}.",
    "{name}: de prijs steeg op {from} van {compared} naar {amount}.",
    "{name}: {from} cena wzrosła z {compared} do {amount}.",
];
const UNUSUAL_AMOUNT: [&str; 8] = [
    "{name}: {amount} on {from} is unusually high; {compared} is usual.",
    "{name}: {amount} am {from} ist ungewöhnlich viel; üblich sind {compared}.",
    "{name} : {amount} le {from}, un montant inhabituel ; d’habitude {compared}.",
    "{name}: {amount} el {from} es un importe inusual; lo habitual es {compared}.",
    "{name}: {amount} il {from} è un importo insolito; di solito {compared}.",
    "{name}: {amount} em {from} é um valor invulgar; o habitual é {compared}.",
    "{name}: {amount} op {from} is ongewoon veel; gewoonlijk is het {compared}.",
    "{name}: {amount} dnia {from} to nietypowa kwota; zwykle {compared}.",
];
const BACKUP_FAILED: [&str; 8] = [
    "A backup of the server failed on {from}.",
    "Eine Sicherung des Servers ist am {from} fehlgeschlagen.",
    "Une sauvegarde du serveur a échoué le {from}.",
    "Una copia de seguridad del servidor falló el {from}.",
    "Un backup del server non è riuscito il {from}.",
    "Uma cópia de segurança do servidor falhou em {from}.",
    "Een back-up van de server is op {from} mislukt.",
    "Kopia zapasowa serwera nie powiodła się {from}.",
];
const FEED_FAILED: [&str; 8] = [
    "The bank feed {name} has brought nothing since {from}.",
    "Die Bankverbindung {name} liefert seit {from} nichts mehr.",
    "Le flux bancaire {name} n’apporte plus rien depuis le {from}.",
    "La conexión bancaria {name} no trae nada desde el {from}.",
    "Il collegamento bancario {name} non porta nulla dal {from}.",
    "A ligação bancária {name} não traz nada desde {from}.",
    "De bankkoppeling {name} heeft sinds {from} niets meer opgehaald.",
    "Połączenie z bankiem {name} nic nie pobrało od {from}.",
];
const WEEKLY_DIGEST: [&str; 8] = [
    "Your week from {from} to {to}: {amount} spent.",
    "Deine Woche vom {from} bis {to}: {amount} ausgegeben.",
    "Votre semaine du {from} au {to} : {amount} dépensés.",
    "Tu semana del {from} al {to}: {amount} gastados.",
    "La tua settimana dal {from} al {to}: {amount} spesi.",
    "A sua semana de {from} a {to}: {amount} gastos.",
    "Je week van {from} tot {to}: {amount} uitgegeven.",
    "Twój tydzień od {from} do {to}: wydano {amount}.",
];
const MONTHLY_DIGEST: [&str; 8] = [
    "Your month from {from} to {to}: {amount} spent.",
    "Dein Monat vom {from} bis {to}: {amount} ausgegeben.",
    "Votre mois du {from} au {to} : {amount} dépensés.",
    "Tu mes del {from} al {to}: {amount} gastados.",
    "Il tuo mese dal {from} al {to}: {amount} spesi.",
    "O seu mês de {from} a {to}: {amount} gastos.",
    "Je maand van {from} tot {to}: {amount} uitgegeven.",
    "Twój miesiąc od {from} do {to}: wydano {amount}.",
];

const fn template(language: Language, kind: NotificationKind) -> &'static str {
    language.among(match kind {
        NotificationKind::StatementUnbalanced => STATEMENT_UNBALANCED,
        NotificationKind::StatementMissing => STATEMENT_MISSING,
        NotificationKind::BudgetReached => BUDGET_REACHED,
        NotificationKind::BillDue => BILL_DUE,
        NotificationKind::BillMissing => BILL_MISSING,
        NotificationKind::PriceRose => PRICE_ROSE,
        NotificationKind::UnusualAmount => UNUSUAL_AMOUNT,
        NotificationKind::BackupFailed => BACKUP_FAILED,
        NotificationKind::FeedFailed => FEED_FAILED,
        NotificationKind::WeeklyDigest => WEEKLY_DIGEST,
        NotificationKind::MonthlyDigest => MONTHLY_DIGEST,
    })
}

#[cfg(test)]
mod tests {
    use saldo_domain::{Currency, Event, Id, Money, Month, Timestamp};

    use super::*;

    #[test]
    fn every_language_names_the_same_facts() {
        for kind in NotificationKind::ALL {
            for fact in ["{name}", "{amount}", "{compared}", "{percent}", "{from}", "{to}"] {
                let named = Language::ALL.map(|language| template(language, kind).contains(fact));
                assert!(named.iter().all(|is| *is == named[0]), "{kind:?} {fact}");
            }
        }
    }

    #[test]
    fn a_text_has_the_facts_of_its_event() {
        let (at, euro) = (Timestamp::from_milliseconds(0), Currency::parse("EUR").unwrap());
        let event = Event::BudgetReached {
            budget: Id::new(at),
            category: Id::new(at),
            category_name: "Food {amount}".to_owned(),
            since: Month::new(2025, 5).unwrap(),
            percent: 80,
            spent: Money::from_minor(8_123, euro),
            available: Money::from_minor(10_000, euro),
        };
        let facts = event.facts();
        assert_eq!(
            text(Language::English, &facts),
            "Budget Food {amount}: 80 % reached, 81.23 EUR of 100.00 EUR spent."
        );
        assert_eq!(
            text(Language::of("de-AT"), &facts),
            "Budget Food {amount}: 80 % erreicht, 81.23 EUR von 100.00 EUR ausgegeben."
        );
    }
}

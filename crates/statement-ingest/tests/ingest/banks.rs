//! CSV files of well-known banks: each is imported correctly without a mapping, and as its preview shows.

use saldo_domain::own_csv::HEADS;
use saldo_domain::{AccountDraft, Currency, Money, Outcome, TransactionDraft};
use saldo_statement_ingest::import::{ImportFormat, ImportHints, import, preview_csv};
use saldo_statement_ingest::reconcile;

use crate::changed;

fn hints(currency: &str) -> ImportHints {
    changed(ImportHints::default(), |it| it.currency = Currency::parse(currency).ok())
}

/// Returns date, value date, amount, balance and description of a transaction.
fn line(transaction: &TransactionDraft) -> String {
    let value = transaction.value_date.map_or_else(String::new, |date| format!("/{date}"));
    let balance = transaction.balance.map_or_else(String::new, |balance| format!(" [{}]", balance.decimal()));
    format!("{}{value} {}{balance} {}", transaction.date, transaction.amount, transaction.description)
}

/// Returns the imported accounts, after a check that the previewed mapping gives the same ones.
fn accounts(text: &str, currency: &str) -> Vec<AccountDraft> {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Csv), "{text}");
    let read = |hints: &ImportHints| import(ImportFormat::Csv, text.as_bytes(), hints).unwrap().accounts;
    let shown = preview_csv(text.as_bytes(), &hints(currency)).unwrap();
    assert_eq!(shown.problems, [], "{text}");
    let booked = read(&hints(currency));
    assert_eq!(read(&changed(hints(currency), |it| it.mapping = Some(shown.mapping))), booked, "{text}");
    booked
}

fn lines(text: &str, currency: &str) -> Vec<String> {
    accounts(text, currency).iter().flat_map(|account| &account.transactions).map(line).collect()
}

fn outcome(text: &str, currency: &str) -> Option<Outcome> {
    reconcile::check(import(ImportFormat::Csv, text.as_bytes(), &hints(currency)).unwrap()).outcome()
}

const REVOLUT: &str = "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2024-01-02 09:00:00,2024-01-02 09:00:05,Top-Up by *1234,100.00,0.00,EUR,COMPLETED,100.00
CARD_PAYMENT,Current,2024-01-05 10:00:00,2024-01-06 11:00:00,Lidl,-10.00,0.00,EUR,COMPLETED,90.00
CARD_PAYMENT,Current,2024-01-06 10:00:00,,Amazon,-5.00,0.00,EUR,REVERTED,
TRANSFER,Current,2024-01-07 10:00:00,2024-01-07 10:00:00,To John,-20.00,0.50,EUR,COMPLETED,69.50
ATM,Current,2024-01-08 10:00:00,2024-01-09 11:00:00,Cash at Bank,-30.00,0.60,EUR,COMPLETED,38.90
CARD_PAYMENT,Current,2024-01-10 10:00:00,2024-01-10 10:00:00,Hotel,-50.00,0.00,EUR,PENDING,
";

#[test]
fn revolut_fees_are_subtracted_and_pending_rows_left_out() {
    let expected = [
        "2024-01-02 100.00 EUR [100.00] Top-Up by *1234",
        "2024-01-06/2024-01-05 -10.00 EUR [90.00] Lidl",
        "2024-01-07 -20.50 EUR [69.50] To John",
        "2024-01-09/2024-01-08 -30.60 EUR [38.90] Cash at Bank",
    ];
    assert_eq!(lines(REVOLUT, "USD"), expected);
    assert_eq!(outcome(REVOLUT, "USD"), Some(Outcome::Balanced));
    // A row with a balance counts, whatever its state.
    let counted = REVOLUT.replace("Hotel,-50.00,0.00,EUR,PENDING,", "Hotel,-50.00,0.00,EUR,PENDING,-11.10");
    assert_eq!(lines(&counted, "USD").len(), 5);
}

#[test]
fn exports_of_german_banks_are_read() {
    let n26 = "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\"Account Name\",\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"
2024-01-05,2024-01-05,Rewe,,Presentment,-,Main,-12.34,12.34,EUR,1
2024-01-06,2024-01-07,Boss,DE1,Income,Pay,Main,2000.00,,,
";
    assert_eq!(
        lines(n26, "USD"),
        ["2024-01-05 -12.34 EUR Rewe", "2024-01-06/2024-01-07 2000.00 EUR Boss Pay"]
    );
    let ing = "Umsatzanzeige;Datei erstellt am: 01.02.2024 10:00

IBAN;DE00 0000
Kontoname;Girokonto
Bank;ING
Saldo;1.987,66;EUR

In der CSV-Datei finden Sie alle bereits gebuchten Umsätze.

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
06.01.2024;07.01.2024;Boss;Gehalt;Pay;1.987,66;EUR;2.000,00;EUR
05.01.2024;05.01.2024;Rewe;Lastschrift;x1;-12,34;EUR;-12,34;EUR
";
    let expected = [
        "2024-01-06/2024-01-07 2000.00 EUR [1987.66] Boss Gehalt Pay",
        "2024-01-05 -12.34 EUR [-12.34] Rewe Lastschrift x1",
    ];
    assert_eq!(lines(ing, "USD"), expected);
    let dkb = "\"Girokonto\";\"DE02120300000000202051\"
\"Kontostand vom 31.01.2024:\";\"1.987,66 €\"
\"\"
\"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";\"Verwendungszweck\";\"Umsatztyp\";\"IBAN\";\"Betrag (€)\";\"Gläubiger-ID\";\"Mandatsreferenz\";\"Kundenreferenz\"
\"08.01.24\";\"\";\"Vorgemerkt\";\"Ann Person\";\"Kiosk\";\"Eis\";\"Ausgang\";\"DE3\";\"-2,00\";\"\";\"\";\"\"
\"06.01.24\";\"07.01.24\";\"Gebucht\";\"Boss\";\"Ann Person\";\"Pay\";\"Eingang\";\"DE1\";\"2.000,00\";\"\";\"\";\"\"
\"05.01.24\";\"05.01.24\";\"Gebucht\";\"Ann Person\";\"Rewe\";\"Einkauf\";\"Ausgang\";\"DE2\";\"-12,34\";\"\";\"\";\"\"
";
    assert_eq!(
        lines(dkb, "USD"),
        ["2024-01-06/2024-01-07 2000.00 EUR Boss Pay", "2024-01-05 -12.34 EUR Rewe Einkauf"]
    );
    assert_eq!(accounts(dkb, "USD").len(), 1, "the IBAN belongs to the other side");
}

#[test]
fn sparkasse_names_payee_and_account() {
    let text = "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";\"Glaeubiger ID\";\"Mandatsreferenz\";\"Kundenreferenz (End-to-End)\";\"Sammlerreferenz\";\"Lastschrift Ursprungsbetrag\";\"Auslagenersatz Ruecklastschrift\";\"Beguenstigter/Zahlungspflichtiger\";\"Kontonummer/IBAN\";\"BIC (SWIFT-Code)\";\"Betrag\";\"Waehrung\";\"Info\"
\"DE89370400440532013000\";\"05.01.24\";\"05.01.24\";\"FOLGELASTSCHRIFT\";\"Miete\";\"\";\"\";\"\";\"\";\"\";\"\";\"Hausverwaltung\";\"DE1\";\"BIC\";\"-12,34\";\"EUR\";\"Umsatz gebucht\"
\"DE89370400440532013000\";\"06.01.24\";\"07.01.24\";\"GUTSCHRIFT\";\"Pay\";\"\";\"\";\"\";\"\";\"\";\"\";\"Boss\";\"DE2\";\"BIC\";\"2000,00\";\"EUR\";\"Umsatz gebucht\"
\"DE89370400440532013000\";\"08.01.24\";\"08.01.24\";\"KARTENZAHLUNG\";\"\";\"\";\"\";\"\";\"\";\"\";\"\";\"Kiosk\";\"DE3\";\"BIC\";\"-2,00\";\"EUR\";\"Umsatz vorgemerkt\"
";
    let expected = [
        "2024-01-05 -12.34 EUR FOLGELASTSCHRIFT Miete Hausverwaltung",
        "2024-01-06/2024-01-07 2000.00 EUR GUTSCHRIFT Pay Boss",
    ];
    assert_eq!(lines(text, "USD"), expected);
    assert_eq!(accounts(text, "USD")[0].number.as_deref(), Some("DE89370400440532013000"));
}

#[test]
fn exports_of_american_banks_are_read() {
    let chase = "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,01/13/2024,\"STORE, INC\",-12.34,DEBIT_CARD,987.66,,
CREDIT,01/04/2024,PAY,1000.00,ACH_CREDIT,1000.00,,
";
    assert_eq!(
        lines(chase, "USD"),
        ["2024-01-13 -12.34 USD [987.66] STORE, INC", "2024-01-04 1000.00 USD [1000.00] PAY"]
    );
    let card = "Transaction Date,Post Date,Description,Category,Type,Amount,Memo
01/13/2024,01/14/2024,STORE,Shopping,Sale,-12.34,
01/20/2024,01/20/2024,Payment Thank You,,Payment,100.00,
";
    assert_eq!(
        lines(card, "USD"),
        ["2024-01-13/2024-01-14 -12.34 USD STORE", "2024-01-20 100.00 USD Payment Thank You"]
    );
    let bank_of_america = "Description,,Summary Amt.
Beginning balance as of 01/01/2024,,\"1,000.00\"
Total credits,,\"0.00\"
Total debits,,\"-12.34\"
Ending balance as of 01/31/2024,,\"987.66\"

Date,Description,Amount,Running Bal.
01/01/2024,Beginning balance as of 01/01/2024,,\"1,000.00\"
01/13/2024,\"STORE 12\",\"-12.34\",\"987.66\"
";
    assert_eq!(lines(bank_of_america, "USD"), ["2024-01-13 -12.34 USD [987.66] STORE 12"]);
    let amex = "Date,Description,Card Member,Account #,Amount
01/13/2024,SHOP,ANN PERSON,-71003,12.34
01/25/2024,PAYMENT RECEIVED - THANK YOU,ANN PERSON,-71003,-100.00
";
    assert_eq!(
        lines(amex, "USD"),
        ["2024-01-13 -12.34 USD SHOP", "2024-01-25 100.00 USD PAYMENT RECEIVED - THANK YOU"]
    );
}

#[test]
fn wise_and_paypal_fees_are_included_or_added() {
    let wise = "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,Attachment,Note,Total fees
CARD-1,15-01-2024,-12.34,EUR,Card transaction,,87.66,,,,,,,Shop,1234,Ann,,,0.30
T-1,04-01-2024,100.00,EUR,Received money,Rent,100.00,,,,Boss,,,,,,,,0.00
";
    assert_eq!(
        lines(wise, "USD"),
        [
            "2024-01-15 -12.34 EUR [87.66] Card transaction Shop",
            "2024-01-04 100.00 EUR [100.00] Received money Rent Boss"
        ]
    );
    let paypal = "\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\",\"Fee\",\"Net\",\"From Email Address\",\"To Email Address\",\"Transaction ID\",\"Balance\"
\"15/01/2024\",\"10:00:00\",\"CET\",\"Shop\",\"Express Checkout Payment\",\"Completed\",\"EUR\",\"-12,34\",\"0,00\",\"-12,34\",\"a\",\"b\",\"X1\",\"87,66\"
\"16/01/2024\",\"10:00:00\",\"CET\",\"Buyer\",\"Payment\",\"Completed\",\"EUR\",\"100,00\",\"-3,20\",\"96,80\",\"a\",\"b\",\"X2\",\"184,46\"
\"16/01/2024\",\"11:00:00\",\"CET\",\"\",\"Bank Deposit\",\"Completed\",\"EUR\",\"5,00\",\"0,00\",\"5,00\",\"\",\"\",\"X4\",\"189,46\"
\"17/01/2024\",\"10:00:00\",\"CET\",\"Buyer\",\"Payment\",\"Pending\",\"EUR\",\"7,00\",\"-3,20\",\"3,80\",\"a\",\"b\",\"X3\",\"\"
";
    let expected = [
        "2024-01-15 -12.34 EUR [87.66] Shop",
        "2024-01-16 96.80 EUR [184.46] Buyer",
        "2024-01-16 5.00 EUR [189.46] Bank Deposit",
    ];
    assert_eq!(lines(paypal, "USD"), expected);
}

#[test]
fn an_information_column_serves_as_the_description() {
    let text = "Datum;Info;Betrag\n31.01.2024;Bäckerei am Markt;-1,00\n30.01.2024;Lohn;2,00\n";
    assert_eq!(lines(text, "EUR"), ["2024-01-31 -1.00 EUR Bäckerei am Markt", "2024-01-30 2.00 EUR Lohn"]);
}

/// Returns name, number and number of transactions of each account of a file.
fn named(text: &str) -> Vec<(Option<String>, Option<String>, usize)> {
    let of = |account: AccountDraft| (account.name, account.number, account.transactions.len());
    accounts(text, "EUR").into_iter().map(of).collect()
}

#[test]
fn rows_of_several_accounts_are_several_accounts() {
    let some = |text: &str| Some(text.to_owned());
    let own = "Date,Value date,Description,Amount,Currency,Balance,Account,Account number,Category,Tags,Note,Kind,Splits,Printed as,Entry
2024-01-05,,Rent,-5.00,EUR,,'=Joint,••••1234,,,,entry,,Rent,1
2024-01-06,,Pay,7.00,EUR,,Savings 2024,,,,,entry,,Pay,2
2024-01-07,,Rent,-6.00,EUR,,'=Joint,••••1234,,,,entry,,Rent,3
";
    assert_eq!(named(own), [(some("=Joint"), some("••••1234"), 2), (some("Savings 2024"), None, 1)]);
    for head in ["Account", "Account name", "Kontoname"] {
        let text =
            format!("Date,Description,Amount,{head}\n2024-01-05,A,-1.00,Giro\n2024-01-06,B,-2.00,Cash box\n");
        assert_eq!(named(&text), [(some("Giro"), None, 1), (some("Cash box"), None, 1)], "{head}");
    }
    for head in ["Konto", "IBAN", "Auftragskonto", "Account number"] {
        let text =
            format!("{head};Datum;Text;Betrag\nDE111111;31.01.2024;A;-1,00\nDE222222;30.01.2024;B;-2,00\n");
        assert_eq!(named(&text), [(None, some("DE111111"), 1), (None, some("DE222222"), 1)], "{head}");
    }
}

#[test]
fn text_in_saldos_own_csv_does_not_change_its_format() {
    let head = HEADS.join(",");
    let text = format!(
        "{head}\n2024-01-05,,DR,5.00,EUR,,Joint,,out,,s,entry,,DR,1\n2024-01-06,,D,6.00,EUR,,Joint,,in,,d,entry,,D,2\n"
    );
    assert_eq!(lines(&text, "EUR"), ["2024-01-05 5.00 EUR DR", "2024-01-06 6.00 EUR D"]);
}

#[test]
fn a_payee_account_is_not_the_users_account() {
    for text in [
        "Date,Payee,Account number,Amount (EUR)\n2024-01-05,A,DE111111,-1.00\n2024-01-06,B,DE222222,-2.00\n",
        "Datum;Empfänger;Verwendungszweck;IBAN;Betrag\n31.01.2024;A;x;DE111111;-1,00\n30.01.2024;B;y;DE222222;-2,00\n",
        "Date,Description,Account,Amount\n2024-01-05,A,DE111111,-1.00\n2024-01-06,B,DE222222,-2.00\n",
        // A column that is not filled on every row does not name accounts.
        "IBAN;Datum;Text;Betrag\nDE111111;31.01.2024;A;-1,00\n;30.01.2024;B;-2,00\n",
    ] {
        assert_eq!(named(text), [(None, None, 2)], "{text}");
    }
}

#[test]
fn ambiguous_dates_follow_one_rule_and_are_shown_as_guesses() {
    let csv = |date: &str| format!("Date,Description,Amount\n{date},A,-1.00\n");
    let qif = |date: &str| format!("!Type:Bank\nD{date}\nT-1.00\nPA\n^\n");
    for (date, currency, expected, is_printed) in [
        ("02/01/2024", "EUR", "2024-01-02", false),
        ("02/01/2024", "USD", "2024-02-01", false),
        ("02/02/2024", "EUR", "2024-02-02", true),
        ("13/01/2024", "USD", "2024-01-13", true),
        ("02.01.2024", "USD", "2024-01-02", true),
    ] {
        let read = |format, text: String| import(format, text.as_bytes(), &hints(currency)).unwrap();
        let day = |format, text| read(format, text).accounts[0].transactions[0].date.to_string();
        assert_eq!(day(ImportFormat::Csv, csv(date)), expected, "{date} {currency}");
        assert_eq!(day(ImportFormat::Qif, qif(date)), expected, "{date} {currency}");
        let shown = preview_csv(csv(date).as_bytes(), &hints(currency)).unwrap();
        assert_eq!(
            (shown.is_proven, shown.mapping.month_first.is_some()),
            (is_printed, is_printed),
            "{date} {currency}"
        );
    }
}

const QIF: &str = "!Account\nNChecking\nTBank\n^\n!Type:Bank\nD2024-01-13\nT-200.00\nPTransfer\nL[Savings]\n^\n\
!Account\nNSavings\nDUSD\nTBank\n^\n!Type:Bank\nD2024-01-13\nT200.00\nPTransfer\nL[Checking]\n^\n";

#[test]
fn the_accounts_of_a_qif_have_their_names_and_their_currencies() {
    let read = import(ImportFormat::Qif, QIF.as_bytes(), &hints("EUR")).unwrap();
    let of = |account: &AccountDraft| {
        let amount: Vec<Money> = account.transactions.iter().map(|transaction| transaction.amount).collect();
        (account.name.clone().unwrap_or_default(), amount[0].to_string())
    };
    let named: Vec<(String, String)> = read.accounts.iter().map(of).collect();
    let expected = [("Checking", "-200.00 EUR"), ("Savings", "200.00 USD")];
    assert_eq!(named, expected.map(|(name, amount)| (name.to_owned(), amount.to_owned())));
}

#[test]
fn qif_split_texts_describe_the_whole() {
    let text = "!Type:Bank\nD2024-01-13\nT-100.00\nSFood\nEApples\n$-60.00\nSHome\nELamp\n$-40.00\n^\n\
                D2024-01-14\nT-10.00\nPShop\nSFood\nEPears\n$-10.00\n^\n";
    let read = import(ImportFormat::Qif, text.as_bytes(), &hints("EUR")).unwrap();
    let lines: Vec<String> = read.accounts[0].transactions.iter().map(line).collect();
    assert_eq!(lines, ["2024-01-13 -100.00 EUR Apples Lamp", "2024-01-14 -10.00 EUR Shop"]);
}

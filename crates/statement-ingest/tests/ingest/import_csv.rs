//! CSV files of banks: no figure, sign or currency is imported by a guess, and no row is left out silently.

use saldo_domain::{Currency, Outcome, TransactionDraft};
use saldo_statement_ingest::import::{
    CsvMapping, CsvPreview, ImportError, ImportFormat, ImportHints, import, preview_csv,
};
use saldo_statement_ingest::reconcile;

use crate::changed;

fn hints(currency: &str) -> ImportHints {
    changed(ImportHints::default(), |it| it.currency = Currency::parse(currency).ok())
}

fn line(transaction: &TransactionDraft) -> String {
    format!("{} {} {}", transaction.date, transaction.amount, transaction.description)
}

/// Returns the imported transactions, with `currency` as the usual one.
fn booked(text: &str, currency: &str) -> Result<Vec<String>, ImportError> {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Csv), "{text}");
    let mut transactions: Vec<TransactionDraft> =
        import(ImportFormat::Csv, text.as_bytes(), &hints(currency))?
            .accounts
            .into_iter()
            .flat_map(|account| account.transactions)
            .collect();
    transactions.sort_by_key(|transaction| std::cmp::Reverse(transaction.date));
    Ok(transactions.iter().map(line).collect())
}

/// Returns the preview, after a check that confirming its mapping gives the same one.
fn shown(text: &str, currency: &str) -> CsvPreview {
    let preview = preview_csv(text.as_bytes(), &hints(currency)).unwrap();
    let mapping = Some(preview.mapping.clone());
    let confirmed =
        preview_csv(text.as_bytes(), &changed(hints(currency), |it| it.mapping = mapping)).unwrap();
    assert_eq!(
        (&confirmed.transactions, &confirmed.problems),
        (&preview.transactions, &preview.problems),
        "{text}"
    );
    preview
}

fn problems(text: &str, currency: &str) -> Vec<(usize, &'static str)> {
    let problems: Vec<_> =
        shown(text, currency).problems.iter().map(|problem| (problem.line, problem.what)).collect();
    assert!(booked(text, currency).is_err() || problems.is_empty(), "imported despite problems: {text}");
    problems
}

fn at(line: usize, what: &'static str) -> Result<Vec<String>, ImportError> {
    Err(ImportError::NotUnderstood { line, what })
}

const MONZO: &str = "Transaction ID,Date,Time,Type,Name,Amount,Currency,Local amount,Local currency,Description,Category split,Money Out,Money In
tx_1,31/01/2024,10:00:00,Card payment,Cafe,-8.60,GBP,-10.00,EUR,CAFE PARIS,,-8.60,
tx_2,30/01/2024,10:00:00,Faster payment,ACME,2000.00,GBP,2000.00,GBP,SALARY,,,2000.00
";

#[test]
fn an_amount_beside_in_and_out_columns_counts_once() {
    let expected = ["2024-01-31 -8.60 GBP CAFE PARIS", "2024-01-30 2000.00 GBP ACME SALARY"];
    assert_eq!(booked(MONZO, "EUR").unwrap(), expected);
    let mapping = shown(MONZO, "EUR").mapping;
    assert_eq!((mapping.amount, mapping.money_out, mapping.money_in), (None, Some(11), Some(12)));
    // If the separate columns are not filled on every row, the amount counts.
    let text = "Date,Description,Amount,Paid out,Paid in\n2024-01-31,A,-8.60,8.60,\n2024-01-30,B,5.00,,\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2024-01-31 -8.60 EUR A", "2024-01-30 5.00 EUR B"]);
    // If neither is filled on every row, the two are not combined.
    let text = "Date,Description,Amount,Paid out,Paid in\n2024-01-31,A,,8.60,\n2024-01-30,B,5.00,,\n";
    assert_eq!(booked(text, "EUR"), at(3, "invalid amount"));
}

#[test]
fn an_unsigned_amount_beside_money_out_keeps_its_sign() {
    let text = "Date,Description,Amount,Withdrawal\n2024-01-31,A,8.60,8.60\n2024-01-30,B,5.00,\n";
    assert_eq!(booked(text, "EUR"), at(3, "invalid amount"));
    let signed = text.replace("A,8.60", "A,-8.60");
    assert_eq!(booked(&signed, "EUR").unwrap(), ["2024-01-31 -8.60 EUR A", "2024-01-30 5.00 EUR B"]);
    let whole = text.replace("Withdrawal", "Withdrawal,Deposit").replace("5.00,", "5.00,,5.00");
    assert_eq!(booked(&whole, "EUR").unwrap(), ["2024-01-31 -8.60 EUR A", "2024-01-30 5.00 EUR B"]);
}

#[test]
fn a_mapping_has_either_an_amount_or_two_directions() {
    let one = shown("Date,Description,Amount,Other\n2024-01-31,A,-1.00,2.00\n", "EUR").mapping;
    assert_eq!(one.check(), Ok(()));
    for both in [
        CsvMapping { money_in: Some(3), ..one.clone() },
        CsvMapping { money_out: Some(3), ..one.clone() },
        CsvMapping { money_in: Some(3), money_out: Some(4), ..one },
    ] {
        assert!(matches!(both.check(), Err(ImportError::Mapping { .. })), "{both:?}");
    }
}

#[test]
fn separate_charges_are_added_to_the_amount() {
    let text = "Date,Description,Amount,Charges\n2024-01-31,A,-8.60,0.40\n2024-01-30,B,5.00,0.00\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2024-01-31 -9.00 EUR A", "2024-01-30 5.00 EUR B"]);
}

#[test]
fn a_valuta_column_is_a_date_or_a_currency_by_content() {
    let german = "Buchung;Valuta;Auftraggeber/Empfänger;Verwendungszweck;Saldo;Währung;Betrag;Währung
31.01.2024;01.02.2024;REWE;Einkauf;1.000,00;EUR;-12,30;EUR
30.01.2024;30.01.2024;ACME;Lohn;1.012,30;EUR;2.000,00;EUR
";
    let transactions = shown(german, "USD").transactions;
    assert_eq!(transactions[0].value_date.unwrap().to_string(), "2024-02-01");
    assert_eq!(
        booked(german, "CHF").unwrap(),
        ["2024-01-31 -12.30 EUR REWE Einkauf", "2024-01-30 2000.00 EUR ACME Lohn"]
    );
    // The currency of the amount follows it directly; the balance may have another one.
    let mapping = shown(&german.replace(";EUR;", ";CHF;"), "USD").mapping;
    assert_eq!(mapping.currency_column, Some(7));
    let swedish = "Radnummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Beskrivning,Belopp
1,Privatkonto,SEK,2024-01-31,2024-01-30,2024-01-31,ICA MAXI,-123.40
";
    assert_eq!(booked(swedish, "USD").unwrap(), ["2024-01-31 -123.40 SEK ICA MAXI"]);
}

#[test]
fn a_currency_is_read_before_or_after_the_amount() {
    for (text, expected) in [
        ("Datum;Text;Betrag;Waehrung\n31.01.2024;A;-10,00;EUR\n", ["2024-01-31 -10.00 EUR A"]),
        ("Date;Description;Amount\n2024-01-31;A;-10,00 EUR\n", ["2024-01-31 -10.00 EUR A"]),
        ("Date;Description;Amount\n2024-01-31;A;CHF -10.00\n", ["2024-01-31 -10.00 CHF A"]),
        ("Datum;Text;Betrag (€)\n31.01.2024;A;-10,00\n", ["2024-01-31 -10.00 EUR A"]),
        ("Datum;Text;Betrag in CHF\n31.01.2024;A;-10.00\n", ["2024-01-31 -10.00 CHF A"]),
        ("Datum;Text;EUR Betrag\n31.01.2024;A;-10,00\n", ["2024-01-31 -10.00 EUR A"]),
        ("Datum;Text;Betrag-EUR\n31.01.2024;A;-10,00\n", ["2024-01-31 -10.00 EUR A"]),
        ("Date;Description;Amount;Currency\n2024-01-31;A;-10,00;€\n", ["2024-01-31 -10.00 EUR A"]),
        ("Date;Description;Amount;Currency\n2024-01-31;A;£-10.00;EGP\n", ["2024-01-31 -10.00 EGP A"]),
    ] {
        assert_eq!(booked(text, "USD").unwrap(), expected, "{text}");
        shown(text, "USD");
    }
}

#[test]
fn the_currency_beside_a_figure_is_that_of_its_row() {
    let text = "Date,Description,Amount\n2024-01-31,A,€10.00\n2024-01-30,B,£5.00\n2024-01-29,C,7.00 JPY\n";
    let seen: Vec<String> = shown(text, "USD").transactions.iter().map(line).collect();
    assert_eq!(seen, ["2024-01-31 10.00 EUR A", "2024-01-30 5.00 GBP B", "2024-01-29 7 JPY C"]);
    // If rows have different currencies, a row without one has none.
    let unnamed = "the currency is missing";
    assert_eq!(problems(&text.replace("7.00 JPY", "7.00"), "USD"), [(4, unnamed)]);
}

#[test]
fn a_shared_currency_sign_means_the_most_common_currency_or_none() {
    let text = "Date,Description,Amount\n2024-01-31,A,€10.00\n2024-01-30,B,$5.00\n";
    let unnamed = "the currency is missing";
    assert_eq!(problems(text, "EUR"), [(3, unnamed)]);
    assert_eq!(booked(text, "CAD").unwrap(), ["2024-01-31 10.00 EUR A", "2024-01-30 5.00 CAD B"]);
    for text in [
        "Date;Description;Amount\n2024-01-31;A;-10,00 kr\n",
        "Date;Description;Amount ($)\n2024-01-31;A;-10,00\n",
    ] {
        assert_eq!(problems(text, "EUR"), [(2, unnamed)], "{text}");
    }
    let text = "Date;Description;Amount;Currency\n2024-01-31;A;-10,00 kr;NOK\n";
    assert_eq!(booked(text, "SEK").unwrap(), ["2024-01-31 -10.00 NOK A"]);
}

#[test]
fn an_unknown_or_contradictory_currency_is_a_problem() {
    let text = |currency: &str, amount: &str| {
        format!(
            "Date;Description;Amount;Currency\n2024-01-31;A;-10,00;EUR\n2024-01-30;B;{amount};{currency}\n"
        )
    };
    for (currency, amount) in [("EURO", "5,00"), ("GBP", "5,00 EUR"), ("EUR", "$5,00")] {
        assert_eq!(
            problems(&text(currency, amount), "USD"),
            [(3, "invalid currency")],
            "{currency} {amount}"
        );
    }
    for text in [
        "Date;Description;Amount;Balance\n2024-01-31;A;-10,00 EUR;5,00 CHF\n",
        // A payment abroad has its currency beside that of the account.
        "Date;Description;Amount (EUR);Currency\n2024-01-31;A;-10,00;USD\n",
        "Date;Description;Amount (EUR)\n2024-01-31;A;$10,00\n",
    ] {
        assert_eq!(problems(text, "USD"), [(2, "invalid currency")], "{text}");
    }
}

#[test]
fn whole_thousands_are_not_decimals() {
    let german = "Datum;Text;Betrag\n31.01.2024;A;-1.200\n30.01.2024;B;3.500\n";
    let thousands = ["2024-01-31 -1200.00 EUR A", "2024-01-30 3500.00 EUR B"];
    assert_eq!(booked(german, "EUR").unwrap(), thousands);
    assert_eq!(shown(german, "EUR").mapping.decimal, Some(','));
    let english = "Datum;Text;Betrag\n31.01.2024;A;-1,200\n30.01.2024;B;3,500\n";
    assert_eq!(booked(english, "EUR").unwrap(), thousands);
    assert_eq!(shown(english, "EUR").mapping.decimal, Some('.'));
    let mixed = german.replace("3.500", "3,5");
    assert_eq!(booked(&mixed, "EUR").unwrap(), ["2024-01-31 -1200.00 EUR A", "2024-01-30 3.50 EUR B"]);
    assert_eq!(booked(german, "JPY").unwrap(), ["2024-01-31 -1200 JPY A", "2024-01-30 3500 JPY B"]);
    assert_eq!(booked(german, "KWD").unwrap(), ["2024-01-31 -1.200 KWD A", "2024-01-30 3.500 KWD B"]);
}

#[test]
fn three_digits_after_a_decimal_separator_are_a_problem() {
    let text = "Datum;Text;Betrag\n31.01.2024;A;-1.200\n30.01.2024;B;3.50\n";
    assert_eq!(problems(text, "EUR"), [(2, "invalid amount")]);
    // A group does not begin with a zero or follow four digits, so that these are decimals.
    let text = "Datum;Text;Betrag\n31.01.2024;A;-0.500\n30.01.2024;B;1234.500\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2024-01-31 -0.50 EUR A", "2024-01-30 1234.50 EUR B"]);
    assert_eq!(problems(&text.replace("0.500", "0.505"), "EUR"), [(2, "invalid amount")]);
}

#[test]
fn a_dated_row_without_an_amount_stops_the_import() {
    let text = "Date,Description,Amount\n2024-01-30,A\n2024-01-31,B,2.00\n";
    assert_eq!(booked(text, "EUR"), at(2, "invalid amount"));
    assert_eq!(problems(text, "EUR"), [(2, "invalid amount")]);
    let text = "Date,Description,Amount,Fee\n2024-01-30,A,,0.00\n2024-01-31,B,2.00,0.00\n";
    assert_eq!(problems(text, "EUR"), [(2, "invalid amount")]);
}

#[test]
fn opening_and_closing_balances_are_not_transactions() {
    let text = "Date,Details,Debit,Credit,Balance\n2024-01-01,Brought forward,,,100.00\n2024-01-02,A,10.00,,90.00\n2024-01-31,Carried forward,,,90.00\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2024-01-02 -10.00 EUR A"]);
    let missing = text
        .replace("A,10.00,,", "A,,,")
        .replace("2024-01-31,Carried", "2024-01-03,B,1.00,,89.00\n2024-01-31,Carried");
    assert_eq!(booked(&missing, "EUR"), at(3, "invalid amount"));
}

#[test]
fn an_undated_amount_is_a_sum_only_below_the_transactions() {
    let text = "Date,Description,Amount\n2024-01-31,A,1.00\n,B,2.00\n2024-01-30,C,3.00\n,Sum,6.00\n";
    assert_eq!(problems(text, "EUR"), [(3, "invalid date")]);
    assert_eq!(booked(&text.replace("\n,B", "\n2024-01-31,B"), "EUR").unwrap().len(), 3);
}

#[test]
fn an_unknown_direction_is_rejected() {
    let text = "Date,Details,Amount,DR/CR\n2024-01-31,A,10.00,DR\n2024-01-30,B,5.00,CR\n";
    let mapping = shown(text, "EUR").mapping;
    assert_eq!(mapping.direction, Some(3));
    let hints = changed(hints("EUR"), |it| it.mapping = Some(mapping));
    let read = import(ImportFormat::Csv, text.replace("CR\n", "XY\n").as_bytes(), &hints);
    assert!(matches!(read, Err(ImportError::NotUnderstood { .. })), "{read:?}");
}

#[test]
fn money_out_with_the_opposite_sign_is_a_refund() {
    let text =
        "Date,Description,Debit,Credit\n2024-01-31,A,-10.00,\n2024-01-30,Refund,5.00,\n2024-01-29,B,,2.00\n";
    assert_eq!(problems(text, "EUR"), [(3, "the direction is missing or unknown")]);
    let text = text.replace("-10.00", "10.00").replace(",5.00,", ",0.00,");
    assert_eq!(
        booked(&text, "EUR").unwrap(),
        ["2024-01-31 -10.00 EUR A", "2024-01-30 0.00 EUR Refund", "2024-01-29 2.00 EUR B"]
    );
}

const POSTFINANCE: &str = "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF
31.01.2024;Miete;;-1500.00;31.01.2024;2000.00
30.01.2024;Lohn;5000.00;;30.01.2024;3500.00
29.01.2024;Migros;;-100.00;29.01.2024;-1500.00
";

#[test]
fn headers_may_contain_a_currency() {
    let expected =
        ["2024-01-31 -1500.00 CHF Miete", "2024-01-30 5000.00 CHF Lohn", "2024-01-29 -100.00 CHF Migros"];
    assert_eq!(booked(POSTFINANCE, "EUR").unwrap(), expected);
    let draft = import(ImportFormat::Csv, POSTFINANCE.as_bytes(), &hints("EUR")).unwrap();
    assert_eq!(draft.accounts[0].transactions[1].balance.unwrap().decimal(), "3500.00");
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
}

#[test]
fn columns_guessed_by_content_are_proven_only_by_balances() {
    let unnamed =
        POSTFINANCE.replace("Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF", "A;B;C;D");
    let unnamed = unnamed.replace("Valuta;Saldo in CHF", "E;F");
    let seen = shown(&unnamed, "CHF");
    assert_eq!(
        (seen.mapping.money_out, seen.mapping.money_in, seen.mapping.balance),
        (Some(3), Some(2), Some(5))
    );
    assert!(seen.is_proven);
    let amounts: Vec<String> =
        seen.transactions.iter().map(|transaction| transaction.amount.decimal()).collect();
    assert_eq!(amounts, ["-1500.00", "5000.00", "-100.00"]);
    let wrong = shown(&unnamed.replace(";3500.00", ";3500.01"), "CHF");
    assert!(!wrong.is_proven, "nothing follows");
    assert_eq!(
        (wrong.mapping.money_out, wrong.mapping.money_in),
        (Some(3), Some(2)),
        "the signed amount is money out"
    );
    assert!(shown(POSTFINANCE, "CHF").is_proven);
    let given = changed(hints("CHF"), |it| it.mapping = Some(wrong.mapping));
    assert!(preview_csv(unnamed.as_bytes(), &given).unwrap().is_proven);
}

#[test]
fn the_wordiest_columns_are_the_description() {
    for (text, expected) in [
        (
            "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\"Account Name\",\"Amount (EUR)\",\"Original Currency\"\n2024-01-31,2024-01-31,REWE MARKT,DE02120300000000202051,Presentment,Groceries,Main Account,-12.30,EUR\n2024-01-30,2024-01-30,ACME,DE02500105170137075030,Income,Salary,Main Account,20.00,USD\n",
            ["2024-01-31 -12.30 EUR REWE MARKT Groceries", "2024-01-30 20.00 EUR ACME Salary"],
        ),
        (
            "\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Tegenrekening\";\"Code\";\"Af Bij\";\"Bedrag (EUR)\";\"Mutatiesoort\"\n\"20240131\";\"AH\";\"NL1\";\"NL2\";\"BA\";\"Af\";\"12,30\";\"Betaalautomaat\"\n\"20240130\";\"ACME\";\"NL1\";\"NL3\";\"OV\";\"Bij\";\"20,00\";\"Overschrijving\"\n",
            ["2024-01-31 -12.30 EUR AH", "2024-01-30 20.00 EUR ACME"],
        ),
        (
            "\"IBAN/BBAN\",\"Munt\",\"BIC\",\"Volgnr\",\"Datum\",\"Rentedatum\",\"Bedrag\",\"Saldo na trn\",\"Omschrijving-1\"\n\"NL1\",\"EUR\",\"RABONL2U\",\"1\",\"2024-01-31\",\"2024-01-31\",\"-12,30\",\"+100,00\",\"boodschappen\"\n\"NL1\",\"EUR\",\"RABONL2U\",\"2\",\"2024-01-30\",\"2024-01-30\",\"20,00\",\"+112,30\",\"loon\"\n",
            ["2024-01-31 -12.30 EUR boodschappen", "2024-01-30 20.00 EUR loon"],
        ),
        (
            "Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Saldo;Beschreibung 1;Beschreibung 2\n31.01.2024;31.01.2024;EUR;12.30;;20.00;REWE;Einkauf\n30.01.2024;30.01.2024;EUR;;20.00;32.30;ACME;Lohn\n",
            ["2024-01-31 -12.30 EUR REWE Einkauf", "2024-01-30 20.00 EUR ACME Lohn"],
        ),
    ] {
        assert_eq!(booked(text, "USD").unwrap(), expected, "{text}");
        shown(text, "USD");
    }
}

#[test]
fn qif_of_more_decimals_than_the_usual_currency_asks_for_the_right_one() {
    let read = |amount: &str, currency: &str| {
        let text = format!("!Type:Bank\nD1/31'24\nT{amount}\nPRENT\n^\n");
        import(ImportFormat::Qif, text.as_bytes(), &hints(currency))
            .map(|draft| draft.accounts[0].transactions[0].amount.decimal())
    };
    for amount in ["-0.125", "-1.250", "1,234.567"] {
        let Err(ImportError::NotUnderstood { line: 4, what }) = read(amount, "USD") else {
            panic!("a currency is assumed: {amount}")
        };
        assert!(what.contains("currency"), "{what}");
    }
    assert_eq!(read("-1.250", "KWD").unwrap(), "-1.250");
    assert_eq!(read("-1,250", "USD").unwrap(), "-1250.00");
}

#[test]
fn dates_of_spreadsheets_and_with_names_of_months_are_read() {
    let text = "Date,Description,Amount\n46053,A,-1.00\n46052.5,B,-2.00\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2026-01-31 -1.00 EUR A", "2026-01-30 -2.00 EUR B"]);
    let text = "Date,Description,Amount\n\"Jan 31, 2026\",A,-1.00\n\"January 30, 2026\",B,-2.00\n";
    assert_eq!(booked(text, "EUR").unwrap(), ["2026-01-31 -1.00 EUR A", "2026-01-30 -2.00 EUR B"]);
}

//! Tests of the check that every figure in a reply comes from a tool.

use saldo_advisor::grounding::check;
use serde_json::{Value, json};

fn sources(reply: &str) -> Vec<(String, Option<String>)> {
    let rows = json!([
        {"amount": {"amount": "-20.50", "currency": "EUR"}},
        {"amount": {"amount": "-45.00", "currency": "EUR"}},
        {"amount": {"amount": "-7", "currency": "JPY"}},
    ]);
    let answers = [
        ("c1".to_owned(), json!({"income": {"amount": "-1234.50", "currency": "EUR"}, "entries": 9})),
        ("c2".to_owned(), json!({"date": "2025-06-03", "rows": rows})),
    ];
    check(reply, "my top 5?", &answers).into_iter().map(|it| (it.figure, it.source)).collect()
}

fn source(figure: &str) -> Option<String> {
    sources(figure).remove(0).1
}

#[test]
fn a_figure_is_found_however_it_is_written() {
    for figure in ["1,234.50", "1234.5", "-1,234.500", "9"] {
        assert_eq!(source(figure).as_deref(), Some("c1"), "{figure}");
    }
    assert!(sources("On 3 June 2025.").iter().all(|(_, source)| source.is_some()));
}

#[test]
fn a_rounded_figure_is_found() {
    assert_eq!(source("1,235").as_deref(), Some("c1"));
    assert_eq!(source("1,234"), None);
}

#[test]
fn the_sum_of_the_rows_of_one_currency_is_found() {
    assert_eq!(source("65.50").as_deref(), Some("c2"));
    assert_eq!(source("72.50"), None);
}

#[test]
fn a_figure_that_no_tool_returned_has_no_source() {
    assert_eq!(sources("about 1,300"), [("1,300".to_owned(), None)]);
    assert_eq!(source("99999999999999999999999999999999999999"), None);
}

#[test]
fn figures_written_by_the_user_are_not_claims() {
    assert_eq!(sources("The top 5 of Q2 are these."), []);
}

#[test]
fn an_amount_is_found_in_the_notation_of_other_countries() {
    for figure in [
        "EUR1,234.50",
        "1.234,50 €",
        "1'234.50",
        "1\u{202f}234,50 EUR",
        "1 234,50",
        "1.2k",
        "**1234.50** EUR",
        "１２３４.５",
    ] {
        assert_eq!(source(figure).as_deref(), Some("c1"), "{figure}");
    }
}

#[test]
fn a_false_amount_is_marked_however_it_is_written() {
    for (reply, figure) in [
        ("You spent EUR9,999.99.", "9,999.99"),
        ("You spent USD1500.", "1500"),
        ("That is 1e6 EUR.", "1e6"),
        ("That is １２３４.５６ EUR.", "１２３４.５６"),
        ("That is ٣٤٥ EUR.", "٣٤٥"),
        ("That is ⅔ of it.", "⅔"),
        ("That is x9999.", "x9999"),
        ("About 20k EUR.", "20k"),
        ("€**31**", "31"),
    ] {
        assert_eq!(sources(reply), [(figure.to_owned(), None)], "{reply}");
    }
}

#[test]
fn the_day_of_a_date_is_the_source_of_a_day_and_not_of_an_amount() {
    assert_eq!(source("On the 3rd.").as_deref(), Some("c2"));
    for reply in ["3 EUR", "EUR 3", "€3", "3 €", "**3** EUR"] {
        assert_eq!(source(reply), None, "{reply}");
    }
    // A figure that is false anywhere is marked everywhere, because a reader only sees the digits.
    assert_eq!(sources("On 3 June it was 3 EUR.")[0], ("3".to_owned(), None));
    assert_eq!(source("3 in 2025, EUR 1,234.50 in all.").as_deref(), Some("c2"));
}

#[test]
fn printed_text_is_the_source_of_a_quotation_only() {
    let answers = [("c1".to_owned(), json!({"description": "PAYPAL 4711 USD 12.50 SHOP2468"}))];
    let sources =
        |reply: &str| check(reply, "", &answers).into_iter().map(|it| it.source).collect::<Vec<_>>();
    let here = Some("c1".to_owned());
    assert_eq!(sources("It says PAYPAL 4711 USD 12.50 SHOP2468."), vec![here.clone(); 2]);
    assert_eq!(sources("At Shop2468, with number 4711."), [here]);
    assert_eq!(sources("At Shop2469, in a CAMT.053 file."), [None, None]);
    assert_eq!(sources("You spent USD 12.50."), [None]);
}

#[test]
fn a_figure_has_the_transactions_of_its_own_row() {
    let money = |amount: &str| json!({"amount": amount, "currency": "EUR"});
    let month = |group: &str, income: &str| {
        json!({
            "group": group,
            "totals": [{"income": money(income), "spending": money("12.99"), "transactions": {"from": group}}],
        })
    };
    let total = json!({
        "income": money("30.50"),
        "spending": money("25.98"),
        "per_month": {"spending": money("12.99"), "transactions": {"to": "2025-02-28"}},
        "held": money("7.77"),
        "transactions": {"category": "x"},
    });
    let rows = [month("2025-01", "10.25"), month("2025-02", "20.25")];
    let answers = [("c1".to_owned(), json!({"rows": rows, "totals": [total]}))];
    let opened = |reply: &str| check(reply, "", &answers).remove(0).transactions;
    assert_eq!(opened("30.50 EUR"), [Some(json!({"category": "x", "direction": "in"}))]);
    assert_eq!(opened("10.25 EUR"), [Some(json!({"from": "2025-01", "direction": "in"}))]);
    let both = "- January 2025: 12.99 EUR\n- February 2025: 12.99 EUR";
    let both = check(both, "", &answers).into_iter().find(|it| it.figure == "12.99").unwrap();
    let of = |from: &str| Some(json!({"from": from, "direction": "out"}));
    assert_eq!(both.transactions, [of("2025-01"), of("2025-02")]);
    assert_eq!(opened("7.77 EUR"), [None], "what is held is no sum of transactions");
    assert_eq!(opened("12.99 EUR in January and February"), [None], "either, and nobody can tell which");
}

/// Returns the `from` of the query that each occurrence of 12.99 in a reply opens.
fn opened(reply: &str, answers: &[(String, Value)]) -> Vec<Option<String>> {
    let figure = check(reply, "", answers).into_iter().find(|it| ["12.99", "12,99"].contains(&&*it.figure));
    let from = |query: Option<Value>| query.map(|it| it["from"].as_str().unwrap_or("-").to_owned());
    figure.unwrap().transactions.into_iter().map(from).collect()
}

fn called(number: usize, answer: Value) -> (String, Value) {
    (format!("c{number}"), answer)
}

/// Rows of 12.99 each, named by `group`, which their transactions begin with.
fn rows(groups: &[&str]) -> Value {
    let row = |group: &&str| {
        let amount = json!({"amount": "-12.99", "currency": "EUR"});
        json!({"group": group, "amount": amount, "transactions": {"from": group}})
    };
    json!({"rows": groups.iter().map(row).collect::<Vec<_>>()})
}

#[test]
fn equal_figures_of_several_calls_open_their_own_transactions() {
    let of = |from: &str, to: &str| {
        let money = json!({"amount": "12.99", "currency": "EUR"});
        json!({"totals": [{"spending": money, "transactions": {"from": from, "to": to}}]})
    };
    let answers = [called(1, of("2025-05-01", "2025-05-31")), called(2, of("2025-06-01", "2025-06-30"))];
    let may_and_june = [Some("2025-05-01".to_owned()), Some("2025-06-01".to_owned())];
    assert_eq!(opened("- May 2025: 12.99 EUR\n- June 2025: 12.99 EUR", &answers), may_and_june);
    assert_eq!(opened("You spent 12.99 EUR.", &answers), [None]);
    assert_eq!(opened("You may have spent 12.99 EUR.", &answers), [None], "a verb");
    let labeled = [called(1, rows(&["2025-05"])), called(2, rows(&["2025-06"]))];
    let may_and_june = [Some("2025-05".to_owned()), Some("2025-06".to_owned())];
    assert_eq!(opened("- May 2025: 12.99 EUR\n- June 2025: 12.99 EUR", &labeled), may_and_june);
}

#[test]
fn equal_figures_of_one_line_open_what_their_labels_name() {
    let answers = [called(1, rows(&["2025-01", "2025-02", "Rent"]))];
    let [january, february, rent] = ["2025-01", "2025-02", "Rent"].map(|it| Some(it.to_owned()));
    for line in [
        "12.99 EUR in January against 12.99 EUR in February",
        "January 2025: 12.99 EUR, February 2025: 12.99 EUR",
        "In January you spent 12.99 EUR (8 less than before) and in February 12.99 EUR",
    ] {
        assert_eq!(opened(line, &answers), [january.clone(), february.clone()], "{line}");
    }
    let three = "Rent was 12.99 EUR, January 12.99 EUR, February 12.99 EUR";
    assert_eq!(opened(three, &answers), [rent, january.clone(), february.clone()]);
    for line in [
        "January, February: 12.99 EUR, 12.99 EUR",
        "January: 12.99 EUR, and 12.99 EUR in February",
        "12.99 EUR and 12.99 EUR in January and February",
    ] {
        assert_eq!(opened(line, &answers), [None, None], "{line}");
    }
}

#[test]
fn the_sign_distinguishes_the_net_of_a_sum_from_its_spending() {
    let money = |amount: &str| json!({"amount": amount, "currency": "EUR"});
    let total = |of: &str| json!({"net": money("-12.69"), "spending": money("12.69"), "transactions": {"statement": of}});
    let of = |reply: &str, answer: Value| check(reply, "", &[called(1, answer)]).remove(0).transactions;
    let spending = json!({"statement": "s", "direction": "out"});
    assert_eq!(of("12.69 EUR out", total("s")), [Some(spending)]);
    assert_eq!(of("A net of -12.69 EUR", total("s")), [Some(json!({"statement": "s"}))]);
    assert_eq!(of("12.69 EUR out", json!([total("s"), total("t")])), [None]);
}

#[test]
fn months_are_recognized_in_every_language() {
    let money = json!({"amount": "12.99", "currency": "EUR"});
    let average = json!({"per_month": {"spending": money, "transactions": {"to": "2025-02-28"}}});
    let mut months = rows(&["2025-01", "2025-02", "2025-03"]);
    months["totals"] = json!([average]);
    let answers = [called(1, months)];
    for line in [
        "- Januar 2025: 12,99 EUR",
        "- janvier 2025 : 12,99 EUR",
        "- enero de 2025: 12,99 EUR",
        "- A gennaio 12,99 EUR",
        "- janeiro: 12,99 EUR",
        "- januari 2025: 12,99 EUR",
        "- styczeń 2025: 12,99 EUR",
        "- w styczniu 2025: 12,99 EUR",
        "| 01/2025 | 12.99 EUR |",
        "- Jan. 2025: 12.99 EUR",
    ] {
        assert_eq!(opened(line, &answers), [Some("2025-01".to_owned())], "{line}");
    }
    assert_eq!(opened("- Maerz 2025: 12,99 EUR", &answers), [Some("2025-03".to_owned())]);
    for line in ["- Ianuarie 2025: 12.99 EUR", "- 01.02.2025: 12.99 EUR", "- January 2024: 12.99 EUR"] {
        assert_eq!(opened(line, &answers), [None], "{line}");
    }
}

#[test]
fn a_month_is_distinguished_from_the_same_month_of_another_year() {
    let groups: Vec<String> =
        (0..24).map(|month| format!("{}-{:02}", 2024 + month / 12, month % 12 + 1)).collect();
    let answers = [called(1, rows(&groups.iter().map(String::as_str).collect::<Vec<_>>()))];
    let reply =
        "- January 2024: 12.99 EUR\n- January 2025: 12.99 EUR\n- In 2024, May had 12.99 EUR\n- May: 12.99";
    let expected = [Some("2024-01"), Some("2025-01"), Some("2024-05"), None];
    assert_eq!(opened(reply, &answers), expected.map(|it| it.map(str::to_owned)));
}

#[test]
fn labels_match_whole_words() {
    let answers = [called(1, rows(&["Rent", "Current fees"]))];
    for (line, from) in [
        ("- Current fees: 12.99 EUR", Some("Current fees")),
        ("- Your rent: 12.99 EUR", Some("Rent")),
        ("- Rental: 12.99 EUR", None),
    ] {
        assert_eq!(opened(line, &answers), [from.map(str::to_owned)], "{line}");
    }
    let answers = [called(1, rows(&["2025", "2025-01", "2025-Q1"]))];
    for (line, from) in [
        ("2025: 12.99 EUR", "2025"),
        ("January 2025: 12.99 EUR", "2025-01"),
        ("In 2025-Q1 12.99 EUR", "2025-Q1"),
    ] {
        assert_eq!(opened(line, &answers), [Some(from.to_owned())], "{line}");
    }
}

#[test]
fn a_figure_of_too_many_transactions_says_so() {
    let money = json!({"amount": "98765.43", "currency": "EUR"});
    let answers = [called(1, json!({"rows": [{"spending": money, "transactions": {"tooMany": "5000"}}]}))];
    let figures = check("You spent 98,765.43 EUR.", "", &answers);
    assert_eq!(figures[0].transactions, [Some(json!({"tooMany": "5000"}))]);
}

#[test]
fn an_amount_in_words_is_found_or_marked_like_one_in_digits() {
    let whole = [("c1".to_owned(), json!({"spending": {"amount": "-1200.00", "currency": "EUR"}}))];
    let sources = |reply: &str| -> Vec<(String, Option<String>)> {
        check(reply, "", &whole).into_iter().map(|it| (it.figure, it.source)).collect()
    };
    for figure in ["twelve hundred", "one thousand two hundred", "zwölfhundert", "mil doscientos"] {
        assert_eq!(sources(&format!("It was {figure} euros.")), [(figure.to_owned(), Some("c1".to_owned()))]);
    }
    assert_eq!(sources("It was thirteen hundred euros."), [("thirteen hundred".to_owned(), None)]);
}

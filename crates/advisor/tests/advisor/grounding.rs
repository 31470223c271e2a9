//! Tests of the check that every figure in a reply comes from a tool.

use saldo_advisor::grounding::check;
use serde_json::json;

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
fn an_amount_is_found_in_the_ways_of_other_countries_too() {
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
    let told = |reply: &str| check(reply, "", &answers).into_iter().map(|it| it.source).collect::<Vec<_>>();
    let here = Some("c1".to_owned());
    assert_eq!(told("It says PAYPAL 4711 USD 12.50 SHOP2468."), vec![here.clone(); 2]);
    assert_eq!(told("At Shop2468, with number 4711."), [here]);
    assert_eq!(told("At Shop2469, in a CAMT.053 file."), [None, None]);
    assert_eq!(told("You spent USD 12.50."), [None]);
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

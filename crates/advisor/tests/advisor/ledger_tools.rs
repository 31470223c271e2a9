//! Tests of the tools for patterns, budgets, coverage and origins, and of those that only calculate.

use std::time::Duration;

use saldo_advisor::Limits;
use saldo_advisor::tools::ToolError;
use saldo_domain::{AccountKind, Money};
use serde_json::{Value, json};

use crate::books::{Account, Books, NOW, day, user};
use crate::changed;
use crate::tools::{money, run, run_as, run_with};

fn row<'a>(output: &'a Value, key: &str, name: &str) -> &'a Value {
    output["rows"].as_array().unwrap().iter().find(|row| row[key] == name).unwrap()
}

async fn refusal(books: &Books, tool: &str, input: Value) -> String {
    match run_with(books, books.ann, &Limits::default(), tool, input).await {
        Err(ToolError::Input(problem)) => problem,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recurring_payment_has_an_interval_an_amount_and_a_next_date() {
    let books = Books::open().await;
    let output = run(&books, "recurring", json!({"direction": "out"})).await;
    assert_eq!(output["as_of"], "2025-06-30");
    let rent = row(&output, "merchant", "rent mueller");
    assert_eq!(
        (&rent["every"], &rent["next"], &rent["times"]),
        (&json!("monthly"), &json!("2025-07-05"), &json!(6))
    );
    assert_eq!((&rent["amount"], &rent["per_month"]), (&money("-800.00", "EUR"), &money("-800.00", "EUR")));
    let netflix = row(&output, "merchant", "netflix.com");
    assert_eq!((&netflix["amount"], &netflix["is_fixed"]), (&money("-12.99", "EUR"), &json!(true)));
    let salary = run(&books, "recurring", json!({"direction": "in"})).await;
    let salary = row(&salary, "merchant", "salary acme ltd");
    assert_eq!(salary["amount"], money("2600.00", "EUR"));
    let expected =
        json!([{"date": "2025-06-02", "before": money("2500.00", "EUR"), "after": money("2600.00", "EUR")}]);
    assert_eq!(salary["price_changes"], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forecast_carries_the_balance_from_the_last_day_with_transactions() {
    let books = Books::open().await;
    let input = json!({"from": "2025-07-01", "to": "2025-07-07", "account": "Main"});
    let output = run(&books, "forecast", input).await;
    let rows = output["rows"].as_array().unwrap();
    let amounts: Vec<&str> = rows.iter().map(|row| row["amount"]["amount"].as_str().unwrap()).collect();
    assert_eq!(amounts, ["2600.00", "-800.00"]);
    assert_eq!(output["totals"][0]["net"], money("1800.00", "EUR"));
    // Main holds 10,353.57 since 20 June.
    assert_eq!(output["balances"][0]["start"], money("10353.57", "EUR"));
    assert_eq!(output["balances"][0]["end_without_usual_spending"], money("12153.57", "EUR"));
    // The median month has 31.75 of spending that does not recur, of which 7.30 fall in seven days.
    assert_eq!(output["usual_spending"]["per_month"], json!([money("31.75", "EUR")]));
    assert_eq!(output["balances"][0]["end"], money("12146.27", "EUR"));
    assert!(output["about"].as_str().unwrap().starts_with("Omitted: large and one-off purchases"));
    let problem = refusal(&books, "forecast", json!({"from": "2025-08-01", "to": "2025-07-01"})).await;
    assert!(problem.starts_with("a forecast must end after 2025-06-30"), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn net_worth_is_the_sum_of_all_accounts_over_time() {
    let books = Books::open().await;
    let output = run(&books, "net_worth", json!({"date": "2025-06-30"})).await;
    assert_eq!(output["points"][0]["sums"], json!([money("15368.82", "EUR")]));
    let output = run(&books, "net_worth", json!({"from": "2025-05-01", "to": "2025-06-30"})).await;
    let points = output["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    let main = |point: &Value| {
        point["accounts"].as_array().unwrap().iter().find(|it| it["account"] == "Main").unwrap()["amount"]
            .clone()
    };
    // 7,272.04 at the end of April, plus 2,500.00 and minus 885.49 in May.
    assert_eq!(main(&points[0]), money("8886.55", "EUR"));
    assert_eq!(main(&points[1]), money("10353.57", "EUR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_runway_is_the_balance_divided_by_monthly_spending() {
    let books = Books::open().await;
    let output = run(&books, "runway", json!({})).await;
    let row = &output["rows"][0];
    assert_eq!((&output["months"], &row["balance"]), (&json!(6), &money("15368.82", "EUR")));
    assert_eq!(row["spending_per_month"], money("957.74", "EUR"));
    assert_eq!(row["months_without_income"], "16.0");
    assert_eq!(row["months_with_income"], Value::Null);
    let output = run(&books, "runway", json!({"months": 1})).await;
    assert_eq!(output["rows"][0]["spending_per_month"], money("1132.98", "EUR"));
    assert_eq!(output["rows"][0]["months_without_income"], "13.6");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_reports_spending_and_the_remainder() {
    let books = Books::open().await;
    books.budget(books.ann, "Groceries", "100.00").await;
    books.budget(books.ann, "Restaurants and cafés", "3.00").await;
    let output = run(&books, "budgets", json!({"month": "2025-06"})).await;
    let groceries = row(&output, "category", "Groceries");
    assert_eq!((&groceries["spent"], &groceries["left"]), (&money("66.50", "EUR"), &money("33.50", "EUR")));
    assert_eq!(groceries["spent_percent"], "66.5");
    assert_eq!(row(&output, "category", "Restaurants and cafés")["left"], money("-0.50", "EUR"));
    let only = run(&books, "budgets", json!({"month": "2025-06", "category": "Groceries"})).await;
    assert_eq!(only["rows"].as_array().unwrap().len(), 1);
    assert_eq!(
        refusal(&books, "budgets", json!({"month": "June"})).await,
        "\"June\" is not a month; write it like \"2025-06\""
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gap_between_statements_is_named_by_its_months() {
    let books = Books::open().await;
    let output =
        run_with(&books, books.gus, &Limits::default(), "statement_coverage", json!({})).await.unwrap();
    let row = &output["rows"][0];
    assert_eq!(row["missing_months"], json!(["2025-02"]));
    assert_eq!(row["gaps"], json!([{"from": "2025-02-01", "to": "2025-02-28"}]));
    assert_eq!(row["statements"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_is_explained_down_to_the_line_of_its_page() {
    let books = Books::open().await;
    let output = run(&books, "explain_transaction", json!({"text": "amazon"})).await;
    let transaction = &output["entries"][0];
    assert_eq!(transaction["statement"]["file_name"], "Main.pdf");
    assert_eq!(transaction["statement"]["outcome"], "balanced");
    // Line 36 of 40, with twenty lines to a page.
    assert_eq!((&transaction["line"], &transaction["place"]["page"]), (&json!(36), &json!(2)));
    assert_eq!(transaction["place"]["y"], 100 + 15 * 12);
    assert_eq!(transaction["printed"], "AMAZON EU");
    let again = run(&books, "explain_transaction", json!({"entry": transaction["id"]})).await;
    assert_eq!(&again["entries"][0], transaction);
    let id = transaction["id"].as_str().unwrap();
    let of_another =
        run_with(&books, books.gus, &Limits::default(), "explain_transaction", json!({"entry": id})).await;
    assert!(
        matches!(of_another, Err(ToolError::Input(problem)) if problem.starts_with("unknown transaction"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn savings_and_loans_are_exact_to_the_cent() {
    let books = Books::open().await;
    // The expected figures were calculated outside of this program, month by month in whole cents.
    let input = json!({"monthly": "300", "rate_percent": "4", "years": 10});
    let savings = run(&books, "savings_growth", input).await;
    assert_eq!(savings["balance"], money("44174.91", "EUR"));
    assert_eq!(savings["paid_in"], money("36000.00", "EUR"));
    assert_eq!(savings["interest"], money("8174.91", "EUR"));
    assert_eq!(savings["by_year"][0]["balance"], money("3666.73", "EUR"));
    let loan = run(&books, "loan", json!({"debt": "200000", "rate_percent": "3.5", "years": 20})).await;
    assert_eq!((&loan["payment"], &loan["months"]), (&money("1159.92", "EUR"), &json!(240)));
    assert_eq!(loan["total_interest"], money("78380.66", "EUR"));
    assert_eq!(loan["last_payment"], money("1159.78", "EUR"));
    let loan = run(&books, "loan", json!({"debt": 10000, "rate_percent": 6, "payment": "200.00"})).await;
    assert_eq!((&loan["months"], &loan["last_payment"]), (&json!(58), &money("136.16", "EUR")));
    assert_eq!(loan["total_interest"], money("1536.16", "EUR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_calculations_are_rejected_with_a_message() {
    let books = Books::open().await;
    for (tool, input, expected) in [
        (
            "savings_growth",
            json!({"monthly": "300", "rate_percent": "4"}),
            "the term is missing; give the number of months or years",
        ),
        (
            "savings_growth",
            json!({"monthly": "300", "rate_percent": "4", "years": 101}),
            "the time must be 1 to 1200 months",
        ),
        (
            "savings_growth",
            json!({"monthly": "-3", "rate_percent": "4", "years": 1}),
            "monthly must be an amount",
        ),
        (
            "loan",
            json!({"debt": "1000", "rate_percent": "12", "payment": "10"}),
            "the payment is less than the interest; use a larger payment",
        ),
        (
            "loan",
            json!({"debt": "1000", "rate_percent": "1e3", "years": 1}),
            "rate_percent must be percent a year",
        ),
        (
            "loan",
            json!({"debt": "1000", "rate_percent": "3"}),
            "the term is missing; give the monthly payment",
        ),
    ] {
        let problem = refusal(&books, tool, input).await;
        assert!(problem.starts_with(expected), "{problem}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chart_has_the_rows_of_spending() {
    let books = Books::open().await;
    let chart = run(&books, "render_chart", json!({"of": "spending", "by": "category"})).await;
    let spending = run(&books, "spending", json!({"by": "category", "limit": 60})).await;
    assert_eq!(chart, spending);
    let worth =
        run(&books, "render_chart", json!({"of": "net_worth", "from": "2025-05-01", "to": "2025-06-30"}))
            .await;
    let rows = worth["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1], json!({"group": "2025-06", "amount": money("15368.82", "EUR")}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_shows_no_more_rows_than_allowed_and_says_how_many_it_left_out() {
    let books = Books::open().await;
    let limits = changed(Limits::default(), |it| it.rows_max = 2);
    let year = json!({"from": "2025-07-01", "to": "2026-06-30"});
    let output = run_with(&books, books.ann, &limits, "forecast", year).await.unwrap();
    assert_eq!(output["rows"].as_array().unwrap().len(), 2);
    assert!(output["rows_left_out"].as_u64().unwrap() > 20);
    let output = run_with(&books, books.ann, &limits, "recurring", json!({})).await.unwrap();
    assert_eq!(output["rows"].as_array().unwrap().len(), 2);
    assert_eq!(output["count"].as_u64(), output["rows_left_out"].as_u64().map(|left_out| left_out + 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_is_returned_completely_and_only_to_its_user() {
    let books = Books::open().await;
    let statements =
        books.storage.list_statements(books.ann, saldo_domain::PageRequest::first(5)).await.unwrap().items;
    let main = statements.iter().find(|it| it.file_name == "Main.pdf").unwrap();
    let read = run(&books, "read_statement", json!({"statement": main.id, "limit": 2})).await;
    assert_eq!((&read["matched"], &read["shown"]), (&json!(40), &json!(2)));
    assert_eq!(read["entries"][0]["description"], "SALARY ACME LTD");
    assert_eq!(read["statement"]["outcome"], "balanced");
    assert_eq!(read["accounts"][0]["opening"], money("1000.00", "EUR"));
    assert_eq!(read["accounts"][0]["closing"], money("10353.57", "EUR"));
    assert_eq!(read["totals"][0]["spending"], money("5746.43", "EUR"));
    let input = json!({"statement": main.id});
    let foreign = run_with(&books, books.gus, &Limits::default(), "read_statement", input).await;
    let problem = format!("unknown statement {:?}", main.id.to_string());
    assert_eq!(foreign.unwrap_err().to_string(), problem);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_gets_the_beginning_of_a_long_result_and_a_note_that_it_is_cut() {
    use saldo_llm::scripted::{Scripted, Turn};
    let books = Books::open().await;
    let model = std::sync::Arc::new(Scripted::new([
        Turn::calls([("search_transactions", r#"{"limit":100}"#)]),
        Turn::text("Many."),
    ]));
    let limits = changed(Limits::default(), |it| it.tool_bytes_max = 3_000);
    let question = saldo_advisor::Turn::User("List everything".to_owned());
    let conversation = saldo_advisor::Conversation::new([question], &limits).unwrap();
    let events: Vec<saldo_advisor::Event> =
        futures::StreamExt::collect(books.advisor(model.clone(), limits).reply(books.ann, conversation))
            .await;
    let shown = crate::books::outputs_of(&events);
    assert_eq!(shown[0]["entries"].as_array().unwrap().len(), 41, "the user sees it whole");
    let requests = model.requests();
    let Some(saldo_llm::Message::ToolResult { content, .. }) = requests[1].messages.last() else {
        panic!("{requests:?}")
    };
    assert!(content.len() <= 3_000, "{}", content.len());
    let told = saldo_advisor::prompt::unfence(content).unwrap();
    assert!(told["cut"].as_str().unwrap().starts_with("This result was too long and was cut"));
    assert!((1..41).contains(&told["entries"].as_array().unwrap().len()));
    let totals = saldo_advisor::prompt::for_a_model(&shown[0]["totals"]);
    assert_eq!((&told["matched"], &told["totals"]), (&json!(41), &totals));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_and_a_manual_transaction_can_be_duplicates() {
    let books = Books::open().await;
    assert_eq!(run(&books, "duplicates", json!({})).await["count"], 0);
    books.write_down_again().await;
    let output = run(&books, "duplicates", json!({})).await;
    assert_eq!((&output["count"], &output["rows_left_out"]), (&json!(1), &json!(0)));
    let row = &output["rows"][0];
    assert_eq!((&row["account"], &row["amount"]), (&json!("Main"), &money("-249.99", "EUR")));
    let days: Vec<&Value> =
        row["entries"].as_array().unwrap().iter().map(|transaction| &transaction["date"]).collect();
    assert_eq!(days, [&json!("2025-06-07"), &json!("2025-06-08")]);
    let answer = books.ask(books.ann, &["Was I charged twice for anything?"]).await;
    let expected = "These may be the same transactions from two sources:\n\n\
                    - 7 June 2025: AMAZON EU, -249.99 EUR\n- 8 June 2025: AMAZON EU, -249.99 EUR";
    assert_eq!(answer, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn spending_is_reported_as_a_share_of_income_and_by_week_and_day() {
    let books = Books::open().await;
    let input =
        json!({"category": "Groceries", "from": "2025-05-01", "to": "2025-05-31", "share_of_all": true});
    let output = run(&books, "cash_flow", input).await;
    let total = &output["totals"][0];
    // 65.50 of 2,500.00, and over 31 days.
    assert_eq!(total["all"]["spending"]["share_of_income"], "2.6");
    assert_eq!(total["per_day"]["spending"], money("2.11", "EUR"));
    assert_eq!(
        (&total["per_week"]["spending"], &total["per_week"]["days"]),
        (&money("14.79", "EUR"), &json!(31))
    );
    let input = json!({"category": "Rent and mortgage", "from": "2025-06-01", "to": "2025-06-30", "beside_all_income": true});
    let output = run(&books, "cash_flow", input).await;
    assert_eq!(output["totals"][0]["net"], money("1815.25", "EUR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_balance_is_carried_forward_by_later_transactions() {
    let books = Books::open().await;
    let hana = books.hand().await;
    let account = books.storage.list_accounts(hana).await.unwrap().remove(0);
    let stated = Money::from_minor(100_000, account.currency);
    assert!(books.storage.put_balance(hana, account.id, day("2025-05-31"), stated).await.unwrap());
    let held = async |date: &str| {
        let input = json!({ "date": date });
        let output = run_with(&books, hana, &Limits::default(), "balances", input).await.unwrap();
        (output["balances"][0]["amount"].clone(), output["balances"][0]["known_for"].clone())
    };
    assert_eq!(held("2025-05-31").await, (money("1000.00", "EUR"), json!("2025-05-31")));
    // June has 3,000.00 of income and 1,064.38 of spending, which includes 47.00 for the hotel.
    assert_eq!(held("2025-06-19").await, (money("2982.62", "EUR"), json!("2025-05-31")));
    assert_eq!(held("2025-06-30").await, (money("2935.62", "EUR"), json!("2025-05-31")));
    let asked = books.ask(hana, &["What is my balance?"]).await;
    assert!(asked.contains("Wallet held 2,935.62 EUR (from a balance of 31 May 2025)"), "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn interest_is_compounded_at_the_requested_interval() {
    let books = Books::open().await;
    let grown = async |booked: &str, monthly: &str, months: u32| {
        let input = json!({"start": "1000", "monthly": monthly, "rate_percent": "5", "months": months, "booked": booked});
        run(&books, "savings_growth", input).await["balance"].clone()
    };
    // 1000 × 1.05^10, 1000 × 1.0125^40, and 1000 × 1.025^20.
    assert_eq!(grown("yearly", "0", 120).await, money("1628.89", "EUR"));
    assert_eq!(grown("quarterly", "0", 120).await, money("1643.62", "EUR"));
    assert_eq!(grown("half_yearly", "0", 120).await, money("1638.62", "EUR"));
    // A year and a half: 1050 after the year, plus half a year's interest on it.
    assert_eq!(grown("yearly", "0", 18).await, money("1076.25", "EUR"));
    // A monthly amount bears interest for the rest of the year: 50 and 100 × 66 / 12 × 0.05.
    assert_eq!(grown("yearly", "100", 12).await, money("2277.50", "EUR"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sums_over_possible_duplicate_accounts_carry_a_warning() {
    let books = Books::open().await;
    let user = user(books.storage.as_ref(), "twice@example.org").await;
    let lines =
        [("2025-05-31", "RENT", -80_000), ("2025-06-10", "TESCO", -4_100), ("2025-06-30", "SALARY", 250_000)];
    let account = |name, number| Account {
        name,
        number,
        kind: AccountKind::Checking,
        currency: "EUR",
        opening: 100_000,
        lines: &lines,
    };
    books.book(user, &account("Giro", "DE00 1234"), NOW).await;
    let summing = [
        ("cash_flow", json!({})),
        ("spending", json!({"by": "category"})),
        (
            "compare_periods",
            json!({"from": "2025-06-01", "to": "2025-06-15", "other_from": "2025-06-16", "other_to": "2025-06-30"}),
        ),
        ("search_transactions", json!({})),
        ("balances", json!({})),
        ("net_worth", json!({})),
        ("recurring", json!({})),
        ("forecast", json!({"to": "2025-08-31"})),
        ("runway", json!({})),
        ("budgets", json!({})),
        ("savings_goal", json!({"amount": "100"})),
        ("render_chart", json!({"of": "spending"})),
        ("render_chart", json!({"of": "net_worth"})),
        ("query", json!({"question": "total spending"})),
    ];
    for (tool, input) in &summing {
        let output = run_as(&books, user, tool, input.clone()).await.unwrap();
        assert_eq!(output.get("possibly_counted_twice"), None, "{tool}");
    }
    books.book(user, &account("Everyday", "DE00 9876"), NOW.after(Duration::from_mins(2))).await;
    for (tool, input) in summing {
        let output = run_as(&books, user, tool, input).await.unwrap();
        let warning = &output["possibly_counted_twice"];
        assert_eq!(warning["accounts"], json!([["Giro", "Everyday"]]), "{tool}");
        assert!(warning["note"].as_str().unwrap().contains("counted twice"), "{tool}");
    }
    let said = books.ask(user, &["How much did I spend in June 2025?"]).await;
    assert!(said.contains("Giro and Everyday"), "{said}");
}

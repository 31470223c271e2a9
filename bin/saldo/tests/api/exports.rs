//! Tests of exports for other programs, through HTTP: each file is imported again,
//! and checked by those programs.

use std::fmt::Write as _;
use std::path::PathBuf;

use reqwest::{Method, StatusCode};
use saldo::openapi::DOCUMENT;
use saldo_ledger::export::read_json;
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;
use crate::tools::Tool;

on_each_database!(
    an_export_has_a_safe_file_name_and_media_type_and_is_never_cached,
    another_user_can_import_an_export_unchanged,
    saldos_own_csv_restores_every_edit_of_its_transactions,
    journals_agree_with_net_worth_at_the_end_of_every_month,
    a_long_export_contains_every_transaction_once,
    an_export_is_filtered_and_asserts_only_valid_balances,
    the_export_contains_the_users_edits,
    other_programs_accept_the_export_of_every_sample_statement,
    an_unknown_format_or_filter_is_400,
    an_export_contains_no_transactions_of_other_users,
    the_openapi_document_describes_every_export_format,
);

const FORMATS: [&str; 7] = ["csv", "ofx", "qif", "beancount", "hledger", "ledger", "json"];

async fn exported(user: &TestUser, query: &str) -> String {
    let answer = user.get(&format!("/export?{query}")).await;
    assert_eq!(answer.status(), StatusCode::OK, "{query}");
    answer.text().await.unwrap()
}

async fn an_export_has_a_safe_file_name_and_media_type_and_is_never_cached(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let today = app.app.clock.now().date();
    let expected = [
        ("csv", "csv", "text/csv; charset=utf-8; header=present"),
        ("ofx", "ofx", "application/x-ofx"),
        ("qif", "qif", "application/x-qif"),
        ("beancount", "beancount", "text/plain; charset=utf-8"),
        ("hledger", "journal", "text/plain; charset=utf-8"),
        ("ledger", "journal", "text/plain; charset=utf-8"),
        ("json", "json", "application/json"),
        ("zip", "zip", "application/zip"),
    ];
    for (format, ending, content_type) in expected {
        let answer = ann.get(&format!("/export?format={format}")).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let head = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(head("content-type"), content_type);
        assert_eq!(head("content-disposition"), format!("attachment; filename=\"saldo-{today}.{ending}\""));
        assert_eq!(head("cache-control"), "private, no-store");
        assert!(!answer.bytes().await.unwrap().is_empty());
    }
}

/// Returns date, amount, currency, balance and description of each transaction, newest first.
async fn lines(user: &TestUser) -> Vec<String> {
    let field = |transaction: &Value, name: &str| transaction[name].as_str().unwrap_or("-").to_owned();
    let line = |transaction: &Value| {
        ["date", "amount", "currency", "balance", "description"]
            .map(|name| field(transaction, name))
            .join(" ")
    };
    user.transactions().await.iter().map(line).collect()
}

async fn another_user_can_import_an_export_unchanged(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 40)).await;
    let formula = text(&ann.transactions().await[0]["id"]);
    let change = json!({"description": "=HYPERLINK(\"http://x\") & Söhne; \"GmbH\""});
    ok(&ann, Method::PATCH, &format!("/transactions/{formula}"), change).await;
    let all = lines(&ann).await;
    assert_eq!(all.len(), 40);
    for (format, has_balances) in [("csv", true), ("ofx", false), ("qif", false)] {
        let reader = app.user(&format!("reader-{format}")).await;
        let file = exported(&ann, &format!("format={format}")).await;
        // QIF names no currency, so the import assumes the server's default.
        let file_name = format!("books.{format}");
        let id = reader.upload_one(&file_name, file.into_bytes()).await;
        let answer = reader.process(&id).await;
        assert_eq!(answer.status(), StatusCode::OK, "{format}: {}", answer.text().await.unwrap());
        let without = |line: &String, number: usize| {
            let kept = line.split(' ').enumerate().filter(|(index, _)| *index != number);
            kept.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
        };
        let plain = |line: &String| {
            let line = if has_balances { line.clone() } else { without(line, 3) };
            if format == "qif" { without(&line, 2) } else { line }
        };
        let read: Vec<String> = lines(&reader).await.iter().map(plain).collect();
        assert_eq!(read, all.iter().map(plain).collect::<Vec<_>>(), "{format}");
    }
}

/// Returns every field of each transaction that a user can change, with the names of the categories.
async fn made(user: &TestUser) -> Vec<Value> {
    let categories = user.json("/categories").await["items"].clone();
    let name = |id: &Value| {
        let found = categories.as_array().unwrap().iter().find(|category| category["id"] == *id);
        found.map_or(Value::Null, |category| category["name"].clone())
    };
    let of = |transaction: &Value| {
        let splits: Vec<Value> = transaction["splits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|split| json!([split["amount"], name(&split["categoryId"]), split["note"]]))
            .collect();
        json!({
            "date": transaction["date"], "amount": transaction["amount"], "description": transaction["description"],
            "printed": transaction["originalDescription"], "category": name(&transaction["categoryId"]), "by": transaction["categoryBy"],
            "tags": transaction["tags"], "note": transaction["note"], "kind": transaction["kind"], "splits": splits,
        })
    };
    user.transactions().await.iter().map(of).collect()
}

async fn saldos_own_csv_restores_every_edit_of_its_transactions(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 6)).await;
    let ids: Vec<String> =
        ann.transactions().await.iter().map(|transaction| text(&transaction["id"])).collect();
    let own = ok(&ann, Method::POST, "/categories", json!({"name": "Boats"})).await;
    let below = json!({"name": "Sails; (red)", "parentId": own["id"]});
    let below = ok(&ann, Method::POST, "/categories", below).await;
    let amount = text(&ann.transactions().await[1]["amount"]);
    let minor: i64 = amount.replace('.', "").parse().unwrap();
    let cents = |minor: i64| {
        format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
    };
    let changes = [
        json!({"description": "=Renamed; =1+1", "note": "for Bo;=2\nand Cy", "tags": ["gift", "summer 25"]}),
        json!({"note": "split"}),
        json!({"categoryId": below["id"]}),
        json!({"kind": "transfer"}),
    ];
    for (id, change) in ids.iter().zip(changes) {
        ok(&ann, Method::PATCH, &format!("/transactions/{id}"), change).await;
    }
    let splits = json!({"splits": [
        {"amount": cents(minor - 100), "categoryId": below["id"], "note": "one (1) / 2"},
        {"amount": "1.00", "categoryId": null},
    ]});
    ok(&ann, Method::PUT, &format!("/transactions/{}/splits", ids[1]), splits).await;
    let file = exported(&ann, "format=csv").await;
    let bob = app.user("bob").await;
    let statement = bob.upload_one("books.csv", file.clone().into_bytes()).await;
    assert_eq!(bob.process(&statement).await.status(), StatusCode::OK);
    let (hers, his) = (made(&ann).await, made(&bob).await);
    for (hers, his) in hers.iter().zip(&his).take(4) {
        let by_her = |made: &Value| if made["by"] == "user" { made["by"].clone() } else { Value::Null };
        assert_eq!(by_her(hers), by_her(his));
    }
    let plain = |made: Vec<Value>| -> Vec<Value> {
        made.into_iter()
            .map(|mut made| {
                made.as_object_mut().unwrap().remove("by");
                made
            })
            .collect()
    };
    assert_eq!(plain(his), plain(hers));
    // Importing the file into the books it was exported from adds nothing.
    let again = ann.upload_one("books.csv", file.into_bytes()).await;
    let answer = body(ann.process(&again).await).await;
    assert_eq!(ann.transactions().await.len(), 6, "{answer}");
}

const OFX: &str = "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD\
<BANKACCTFROM><ACCTID>000123456</BANKACCTFROM><BANKTRANLIST><DTSTART>20250401<DTEND>20250430\
<STMTTRN><DTPOSTED>20250405<TRNAMT>-12.50<FITID>1<NAME>Shoes</STMTTRN>\
<STMTTRN><DTPOSTED>20250420<TRNAMT>1000.00<FITID>2<NAME>Pay</STMTTRN></BANKTRANLIST>\
<LEDGERBAL><BALAMT>1987.50<DTASOF>20250612</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";

/// Creates a user with a statement with one transaction dated after its end, an OFX file, a
/// house, and a closed cash account.
async fn books_of_every_kind(app: &TestApp) -> TestUser {
    let (ann, _) = with_statement(app, Sample::new(1, 40)).await;
    let transaction = text(&ann.transactions().await[3]["id"]);
    ok(&ann, Method::PATCH, &format!("/transactions/{transaction}"), json!({"date": "2025-07-05"})).await;
    let ofx = ann.upload_one("april.ofx", OFX.as_bytes().to_vec()).await;
    assert_eq!(ann.process(&ofx).await.status(), StatusCode::OK);
    for (name, kind, stated) in [
        ("House", "property", [("2025-02-10", "250000.00"), ("2025-08-01", "260000.00")]),
        ("Pocket", "cash", [("2025-03-31", "80.00"), ("2025-05-15", "20.00")]),
    ] {
        let account = json!({"name": name, "kind": kind, "currency": "EUR"});
        let id = text(&ok(&ann, Method::POST, "/accounts", account).await["id"]);
        for (date, amount) in stated {
            let balance = json!({"date": date, "amount": amount});
            ok(&ann, Method::PUT, &format!("/accounts/{id}/balances"), balance).await;
        }
        if name == "Pocket" {
            let ice = json!({"accountId": id, "date": "2025-04-02", "description": "Ice", "amount": "-3.00"});
            ok(&ann, Method::POST, "/transactions", ice).await;
            ok(&ann, Method::PATCH, &format!("/accounts/{id}"), json!({"closedOn": "2025-06-10"})).await;
        }
    }
    ann
}

async fn journals_agree_with_net_worth_at_the_end_of_every_month(app: TestApp) {
    let ann = books_of_every_kind(&app).await;
    let worth = ann.json("/reports/net-worth?from=2025-01-01&to=2025-09-30").await;
    assert_eq!(worth["unknownAccounts"], json!([]));
    let points = worth["items"].as_array().unwrap();
    let days: Vec<saldo_domain::Date> =
        points.iter().map(|point| text(&point["date"]).parse().unwrap()).collect();
    let accounts = ann.json("/accounts").await["items"].as_array().unwrap().clone();
    for (tool, format) in [(Tool::Hledger, "hledger"), (Tool::BeanCheck, "beancount")] {
        let Some(program) = tool.find() else { continue };
        for days_of in ["", "&from=2025-04-15&to=2025-07-31"] {
            let journal = exported(&ann, &format!("format={format}{days_of}")).await;
            tool.check(&program, journal.as_bytes()).unwrap_or_else(|said| panic!("{said}\n{journal}"));
            let reported = tool.balances(&program, journal.as_bytes(), &days);
            let mut compared = 0;
            for (point, day) in points.iter().zip(&days) {
                let is_asked = days_of.is_empty()
                    || ("2025-04-30"..="2025-07-31").contains(&text(&point["date"]).as_str());
                for (place, account) in accounts.iter().enumerate().filter(|_| is_asked) {
                    let held = point["accounts"].as_array().unwrap().iter();
                    let held = held.clone().find(|held| held["accountId"] == account["id"]);
                    let minor =
                        held.map_or(0, |held| text(&held["amount"]).replace('.', "").parse::<i64>().unwrap());
                    let tells = reported[day].get(&place).copied().unwrap_or(0);
                    assert_eq!(tells, minor, "{} on {day} by {tool:?}\n{journal}", account["name"]);
                    compared += 1;
                }
            }
            assert!(compared >= 12, "{compared}");
        }
    }
}

async fn a_long_export_contains_every_transaction_once(app: TestApp) {
    let ann = app.user("ann").await;
    let mut csv = "Date;Description;Amount;Currency\n".to_owned();
    for row in 0..1_203 {
        let (month, day) = (row / 101 + 1, row % 28 + 1);
        writeln!(csv, "2025-{month:02}-{day:02};ROW {row};-{row}.50;EUR").unwrap();
    }
    let id = ann.upload_one("many.csv", csv.into_bytes()).await;
    assert_eq!(ann.process(&id).await.status(), StatusCode::OK);
    let books = read_json(exported(&ann, "format=json").await.as_bytes()).unwrap();
    assert_eq!(books.transactions.len(), 1_203);
    let mut ids: Vec<_> = books.transactions.iter().map(|book| book.transaction.id.to_string()).collect();
    assert!(
        books.transactions.is_sorted_by_key(|book| book.transaction.date),
        "the oldest transaction comes first"
    );
    let mut listed: Vec<String> =
        ann.transactions().await.iter().map(|transaction| text(&transaction["id"])).collect();
    ids.sort();
    listed.sort();
    assert_eq!(ids, listed);
    let rows = exported(&ann, "format=csv").await;
    assert_eq!(rows.lines().count(), 1_204, "a header and a line for each transaction");
}

async fn an_export_is_filtered_and_asserts_only_valid_balances(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 40)).await;
    let account = text(&ann.transactions().await[0]["accountId"]);
    let whole = [
        String::new(),
        format!("&statement={statement}"),
        format!("&account={account}"),
        "&from=2025-04-01&to=2025-06-30".to_owned(),
    ];
    for filter in whole {
        let journal = exported(&ann, &format!("format=hledger{filter}")).await;
        assert_eq!(journal.matches("* Closing balance").count(), 1, "{filter}");
        let beancount = exported(&ann, &format!("format=beancount{filter}")).await;
        assert_eq!(beancount.matches(" balance Assets:").count(), 1, "{filter}");
    }
    // An export that begins within the statement opens with the balance of the day before.
    let journal = exported(&ann, "format=hledger&from=2025-05-02").await;
    assert_eq!(
        (journal.matches("* Closing balance").count(), journal.matches("* Opening balance").count()),
        (1, 1)
    );
    for filter in ["&direction=out", "&text=ORDER%201", "&currency=EUR&minAmount=1"] {
        let journal = exported(&ann, &format!("format=hledger{filter}")).await;
        assert_eq!(journal.matches("* Closing balance").count(), 0, "{filter}");
    }
    let outgoing = read_json(exported(&ann, "format=json&direction=out").await.as_bytes()).unwrap();
    assert!(!outgoing.transactions.is_empty() && outgoing.transactions.len() < 40);
    assert!(outgoing.transactions.iter().all(|book| book.transaction.amount.is_negative()));
}

async fn the_export_contains_the_users_edits(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let path = format!("/transactions/{}", text(&ann.transactions().await[0]["id"]));
    let change = json!({"note": "for Bo", "tags": ["summer", "gift"]});
    ok(&ann, Method::PATCH, &path, change).await;
    let books = read_json(exported(&ann, "format=json&tag=gift").await.as_bytes()).unwrap();
    let [book] = books.transactions.as_slice() else { panic!("one transaction has the tag") };
    assert_eq!(book.note.as_deref(), Some("for Bo"));
    assert_eq!(book.tags.iter().map(saldo_domain::Tag::as_str).collect::<Vec<_>>(), ["gift", "summer"]);
    assert!(exported(&ann, "format=beancount").await.contains("note: \"for Bo\""));
}

fn sample_files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/easy");
    let Ok(found) = std::fs::read_dir(folder) else {
        eprintln!("SKIPPED: no sample statements beside the repository");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = found.map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pdf"));
    files.sort();
    files
}

/// Counts the parts of a statement that add up and print both balances.
fn proven_parts(statement: &Value) -> usize {
    let parts = statement["accounts"].as_array().unwrap().iter();
    parts
        .filter(|part| part["outcome"] == "balanced")
        .filter(|part| !part["openingBalance"].is_null() && !part["closingBalance"].is_null())
        .count()
}

async fn other_programs_accept_the_export_of_every_sample_statement(app: TestApp) {
    let tools = [(Tool::BeanCheck, "beancount", " ~ 0 "), (Tool::Hledger, "hledger", " * Closing balance\n")];
    let ann = app.user("ann").await;
    let mut statements = Vec::new();
    for file in sample_files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let id = ann.upload_one(&name, std::fs::read(&file).unwrap()).await;
        let answer = ann.process(&id).await;
        assert_eq!(answer.status(), StatusCode::OK, "{name}");
        statements.push((name, id, body(answer).await["data"]["statement"].clone()));
    }
    for (tool, format, assertion) in tools {
        let Some(program) = tool.find() else { continue };
        let mut asserted = 0;
        for (name, id, statement) in &statements {
            let file = exported(&ann, &format!("format={format}&statement={id}")).await;
            tool.check(&program, file.as_bytes()).unwrap_or_else(|said| panic!("{name}: {said}"));
            assert_eq!(file.matches(assertion).count(), proven_parts(statement), "{name}\n{file}");
            asserted += proven_parts(statement);
        }
        let whole = exported(&ann, &format!("format={format}")).await;
        tool.check(&program, whole.as_bytes()).unwrap_or_else(|said| panic!("all exports differ: {said}"));
        let together = whole.matches(assertion).count();
        assert!(statements.is_empty() || together > 0);
        println!(
            "{tool:?} accepts {} statements, {asserted} balances, {together} together",
            statements.len()
        );
    }
}

async fn an_unknown_format_or_filter_is_400(app: TestApp) {
    let ann = app.user("ann").await;
    for query in ["", "format=xls", "format=", "format=csv&from=yesterday", "format=csv&account=mine"] {
        let answer = ann.get(&format!("/export?{query}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{query}");
        assert!(body(answer).await["error"].is_string());
    }
}

async fn an_export_contains_no_transactions_of_other_users(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 5)).await;
    let account = text(&ann.transactions().await[0]["accountId"]);
    let bob = app.user("bob").await;
    for format in FORMATS {
        for filter in ["", &format!("&account={account}"), &format!("&statement={statement}")] {
            let file = exported(&bob, &format!("format={format}{filter}")).await;
            assert!(!file.contains("SHOP"), "{format}{filter}");
        }
    }
}

/// Returns the first difference between `value` and `schema`, or `None` if the value matches.
fn misfit(schema: &Value, value: &Value) -> Option<String> {
    if let Some(target) = schema["$ref"].as_str() {
        return misfit(DOCUMENT.pointer(target.strip_prefix('#')?).unwrap(), value);
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["allOf"].as_array()) {
        let tried: Option<Vec<String>> = choices.iter().map(|choice| misfit(choice, value)).collect();
        return tried.map(|misfits| misfits.join(", "));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = &schema["type"];
    if kinds != kind && !kinds.as_array().is_some_and(|kinds| kinds.contains(&json!(kind))) {
        return Some(format!("{value} is no {kinds}"));
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| misfit(&schema["items"], item)),
        Value::Object(fields) => {
            let missing = schema["required"].as_array().into_iter().flatten();
            let missing = missing.filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
            let of_field = |(name, value): (&String, &Value)| match schema["properties"].get(name) {
                Some(schema) => misfit(schema, value).map(|why| format!("{name}: {why}")),
                None => Some(format!("{name} is not described")),
            };
            missing.map(|name| format!("{name} is missing")).or_else(|| fields.iter().find_map(of_field))
        }
        _ => None,
    }
}

async fn the_openapi_document_describes_every_export_format(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let transaction = &ann.transactions().await[0];
    let change = json!({"note": "for Bo", "tags": ["summer"]});
    let path = format!("/transactions/{}", transaction["id"].as_str().unwrap());
    ok(&ann, Method::PATCH, &path, change).await;
    let described = &DOCUMENT["paths"]["/export"]["get"]["responses"]["200"]["content"];
    for format in FORMATS {
        let answer = ann.get(&format!("/export?format={format}")).await;
        let media_type = answer.headers()["content-type"].to_str().unwrap().to_owned();
        let schema = &described[media_type.split(';').next().unwrap()]["schema"];
        let text = answer.text().await.unwrap();
        let value = if format == "json" { serde_json::from_str(&text).unwrap() } else { json!(text) };
        assert_eq!(misfit(schema, &value), None, "{format}");
    }
}

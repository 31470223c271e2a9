//! Tests of accounts, transactions, rules, transfers, budgets and reports, through HTTP.

use std::fmt::Write;

use reqwest::{Method, Response, StatusCode};
use saldo::openapi::DOCUMENT;
use saldo_domain::Id;
use saldo_storage::EDIT_TRANSACTIONS_MAX;
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::pdf::Sample;

on_each_database!(
    a_transaction_is_edited_split_and_tagged_with_a_history,
    many_transactions_are_edited_at_once_and_undone,
    an_edit_of_too_many_transactions_is_rejected_with_advice,
    a_statement_is_corrected_manually_until_it_balances,
    a_deleted_row_unbalances_its_statement_until_it_is_restored,
    a_filter_selects_and_totals_by_amount_tag_category_and_text,
    rules_are_previewed_ordered_and_applied_to_new_statements,
    the_users_categories_are_learned_and_explained,
    a_manual_transaction_is_categorized_like_one_from_a_statement,
    a_manual_account_has_the_balance_that_the_user_sets,
    a_change_of_an_account_is_undone_by_its_edit,
    accounts_are_merged_renamed_and_closed,
    categories_are_created_moved_and_deleted,
    a_transfer_between_own_accounts_is_not_spending,
    a_transfer_between_currencies_is_suggested_if_a_rate_supports_it,
    budgets_follow_the_transactions,
    a_category_is_suggested_for_similar_transactions_and_undone_as_one_edit,
);

async fn send(user: &TestUser, method: Method, path: &str, value: Value) -> Response {
    let request = user.request(method, path).header("content-type", "application/json");
    request.body(value.to_string()).send().await.unwrap()
}

pub(crate) async fn ok(user: &TestUser, method: Method, path: &str, value: Value) -> Value {
    let answer = send(user, method, path, value).await;
    let status = answer.status();
    let text = answer.text().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {text}");
    if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() }
}

pub(crate) async fn refused(
    user: &TestUser,
    method: Method,
    path: &str,
    value: Value,
) -> (StatusCode, String) {
    let answer = send(user, method, path, value).await;
    let status = answer.status();
    let error = body(answer).await["error"].as_str().unwrap().to_owned();
    (status, error)
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
}

/// Creates a user with one statement. Returns the id of the statement too.
pub(crate) async fn with_statement(app: &TestApp, sample: Sample) -> (TestUser, String) {
    let ann = app.user("ann").await;
    let statement = ann.upload_one("ann.pdf", sample.pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    (ann, statement)
}

async fn a_transaction_is_edited_split_and_tagged_with_a_history(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let transaction = ann.transactions().await.remove(0);
    let path = format!("/transactions/{}", text(&transaction["id"]));
    let categories = ann.json("/categories").await["items"].as_array().unwrap().clone();
    let change = json!({"description": "Shoes", "note": "for Bo", "tags": ["b", "a"], "categoryId": categories[3]["id"]});
    let changed = ok(&ann, Method::PATCH, &path, change).await;
    assert_eq!(changed["note"], "for Bo");
    assert_eq!(changed["tags"], json!(["a", "b"]));
    assert_eq!(changed["categoryBy"], "user");
    assert_eq!(changed["originalDescription"], transaction["originalDescription"]);
    let amount: i64 = text(&transaction["amount"]).replace('.', "").parse().unwrap();
    let cents = |minor: i64| {
        format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
    };
    let one = amount / 3;
    let parts = json!({"splits": [
        {"amount": cents(one), "categoryId": categories[3]["id"]},
        {"amount": cents(amount - one), "categoryId": categories[5]["id"], "note": "the rest"},
    ]});
    let split = ok(&ann, Method::PUT, &format!("{path}/splits"), parts).await;
    assert_eq!(split["splits"][1]["note"], "the rest");
    assert_eq!(split["categoryId"], Value::Null);
    let wrong = json!({"splits": [{"amount": "-1.00"}, {"amount": "-1.00"}]});
    let (status, error) = refused(&ann, Method::PUT, &format!("{path}/splits"), wrong).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(error.contains("add up"), "{error}");
    let history = ann.json(&format!("{path}/history")).await["items"].as_array().unwrap().clone();
    assert_eq!(history.len(), 2);
    assert_eq!(history[1]["before"]["description"], transaction["description"]);
    assert_eq!(history[1]["after"]["description"], "Shoes");
    let tags = ann.json("/tags").await;
    assert_eq!(tags["items"], json!([{"tag": "a", "entries": 1}, {"tag": "b", "entries": 1}]));
}

async fn many_transactions_are_edited_at_once_and_undone(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 30)).await;
    let before = ann.transactions().await;
    let bulk = json!({"filter": {"text": "order", "direction": "out"}, "change": {"addTags": ["bulk"], "kind": "transfer"}});
    let edit = ok(&ann, Method::PATCH, "/transactions", bulk).await;
    assert_eq!(edit["entries"], 24);
    assert_eq!(
        ann.json("/transactions?tag=bulk&kind=transfer&limit=100").await["items"].as_array().unwrap().len(),
        24
    );
    let undo = format!("/edits/{}/undo", text(&edit["id"]));
    let undone = ok(&ann, Method::POST, &undo, json!({})).await;
    assert_eq!(undone["kept"], 0);
    assert_eq!(ann.transactions().await, before);
    assert_eq!(send(&ann, Method::POST, &undo, json!({})).await.status(), StatusCode::CONFLICT);
    let listed = ann.json("/edits").await["items"].as_array().unwrap().clone();
    assert_eq!((listed[0]["action"].as_str(), listed[1]["undone"].as_bool()), (Some("undo"), Some(true)));
    // A misspelled filter is rejected. Ignoring it would select all transactions.
    for (field, value) in [("cattegory", json!("x")), ("text", json!(1)), ("uncategorized", json!("perhaps"))]
    {
        let selection = json!({"filter": {field: value}});
        let refused = ann.post("/transactions/delete", &selection).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{selection}");
    }
    let tagged = json!({"filter": {"uncategorized": true, "tag": "nobody's"}, "change": {"note": "x"}});
    assert_eq!(ok(&ann, Method::PATCH, "/transactions", tagged).await["entries"], 0);
    let both = json!({"ids": [], "filter": {}, "change": {}});
    assert_eq!(send(&ann, Method::PATCH, "/transactions", both).await.status(), StatusCode::BAD_REQUEST);
    let ids = before.iter().take(3).map(|transaction| transaction["id"].clone()).collect::<Vec<_>>();
    let deleted = ok(&ann, Method::POST, "/transactions/delete", json!({"ids": ids})).await;
    assert_eq!(ann.transactions().await.len(), 27);
    ok(&ann, Method::POST, &format!("/edits/{}/undo", text(&deleted["id"])), json!({})).await;
    assert_eq!(ann.transactions().await, before);
}

async fn outcome(ann: &TestUser, statement: &str) -> (String, Value) {
    let found = ann.json(&format!("/statements/{statement}")).await;
    (text(&found["outcome"]), found["accounts"][0]["discrepancy"].clone())
}

async fn an_edit_of_too_many_transactions_is_rejected_with_advice(app: TestApp) {
    let ann = app.user("ann").await;
    let mut csv = "Date;Description;Amount;Currency\n".to_owned();
    for row in 0..=EDIT_TRANSACTIONS_MAX {
        writeln!(csv, "2025-05-{:02};ROW {row};-1.50;EUR", row % 28 + 1).unwrap();
    }
    let id = ann.upload_one("many.csv", csv.into_bytes()).await;
    ann.process_to_the_end(&id).await;
    let change = json!({"tags": ["many"]});
    let ids: Vec<Id<()>> = (0..=EDIT_TRANSACTIONS_MAX).map(|_| Id::new(app.app.clock.now())).collect();
    for selection in [json!({"ids": ids, "change": change}), json!({"filter": {}, "change": change})] {
        let refused = send(&ann, Method::PATCH, "/transactions", selection).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        let said = "An edit can change at most 10000 transactions; nothing was changed. Send fewer ids, or narrow \
                    the filter with from and to";
        assert_eq!(body(refused).await["error"], said);
    }
    let most = &DOCUMENT["components"]["schemas"]["SelectionRequest"]["properties"]["ids"]["maxItems"];
    assert_eq!(*most, json!(EDIT_TRANSACTIONS_MAX));
    let half = json!({"filter": {"to": "2025-05-14"}, "change": change});
    assert_eq!(ok(&ann, Method::PATCH, "/transactions", half).await["entries"], 5_003);
}

async fn a_statement_is_corrected_manually_until_it_balances(app: TestApp) {
    let ann = app.user("ann").await;
    let sample = Sample { hidden_row: Some(3), ..Sample::new(4, 8) };
    let (description, cents) = sample.transactions().remove(3);
    let statement = ann.upload_one("ann.pdf", sample.pdf()).await;
    ann.process(&statement).await;
    assert_eq!(outcome(&ann, &statement).await.0, "unbalanced");
    let lines = ann.json(&format!("/statements/{statement}/transactions")).await["items"].clone();
    let amount = |minor: i64| {
        format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
    };
    let missing = |cents: i64| {
        json!({"accountId": lines[0]["accountId"], "statementId": statement, "position": 3, "date": lines[3]["date"],
            "description": description, "amount": amount(cents)})
    };
    let wrong = ok(&ann, Method::POST, "/transactions", missing(cents + 1)).await;
    assert_eq!(outcome(&ann, &statement).await.0, "unbalanced");
    let right = json!({"amount": amount(cents)});
    ok(&ann, Method::PATCH, &format!("/transactions/{}", text(&wrong["id"])), right).await;
    assert_eq!(outcome(&ann, &statement).await, ("balanced".to_owned(), Value::Null));
    let lines =
        ann.json(&format!("/statements/{statement}/transactions")).await["items"].as_array().unwrap().clone();
    assert_eq!((lines.len(), &lines[3]["id"]), (8, &wrong["id"]));
    // The file still lacks the row when it is read again; the added transaction stays.
    let again = json!({ "statementId": statement, "reprocess": true });
    ok(&ann, Method::POST, "/process-statement", again.clone()).await;
    assert_eq!(outcome(&ann, &statement).await, ("balanced".to_owned(), Value::Null));
    // The proof uses the values that the user corrected, not those that were read.
    let off = json!({"amount": amount(cents + 1)});
    ok(&ann, Method::PATCH, &format!("/transactions/{}", text(&lines[0]["id"])), off).await;
    assert_eq!(outcome(&ann, &statement).await.0, "unbalanced");
    ok(&ann, Method::POST, "/process-statement", again).await;
    assert_eq!(outcome(&ann, &statement).await.0, "unbalanced");
}

async fn a_deleted_row_unbalances_its_statement_until_it_is_restored(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 6)).await;
    assert_eq!(outcome(&ann, &statement).await.0, "balanced");
    let transaction = ann.transactions().await.remove(2);
    let edit =
        ok(&ann, Method::DELETE, &format!("/transactions/{}", text(&transaction["id"])), json!({})).await;
    assert_eq!(outcome(&ann, &statement).await.0, "unbalanced");
    let unreconciled = ann.json("/transactions?unreconciled=true").await["items"].as_array().unwrap().len();
    assert_eq!(unreconciled, 5);
    ok(&ann, Method::POST, &format!("/edits/{}/undo", text(&edit["id"])), json!({})).await;
    assert_eq!(outcome(&ann, &statement).await.0, "balanced");
    assert_eq!(ann.json("/transactions?unreconciled=true").await["items"], json!([]));
}

async fn a_filter_selects_and_totals_by_amount_tag_category_and_text(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 20)).await;
    let all = ann.transactions().await;
    let minor = |transaction: &Value| text(&transaction["amount"]).replace('.', "").parse::<i64>().unwrap();
    let wanted = all.iter().filter(|transaction| (1_000..=2_000).contains(&minor(transaction).abs())).count();
    let found = ann.json("/transactions?currency=EUR&minAmount=10.00&maxAmount=20.00&limit=100").await;
    assert!(wanted > 0);
    assert_eq!(found["items"].as_array().unwrap().len(), wanted);
    for query in [
        "minAmount=1",
        "currency=EUR&minAmount=-1",
        "currency=XXQ",
        "kind=x",
        "uncategorized=maybe",
        "from=2025-13-01",
    ] {
        assert_eq!(
            ann.get(&format!("/transactions?{query}")).await.status(),
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }
    let totals = ann.json("/transactions/totals").await["items"].clone();
    let sum = |keep: fn(i64) -> bool| all.iter().map(minor).filter(|minor| keep(*minor)).sum::<i64>().abs();
    let cents = |value: &Value| text(value).replace('.', "").parse::<i64>().unwrap();
    assert_eq!(cents(&totals[0]["income"]), sum(|minor| minor > 0));
    assert_eq!(cents(&totals[0]["spending"]), sum(|minor| minor < 0));
    assert_eq!(totals[0]["entries"], 20);
    let april = ann.json("/transactions/totals?from=2025-04-10&to=2025-05-31").await["items"].clone();
    let days = all
        .iter()
        .filter(|transaction| ("2025-04-10"..="2025-05-31").contains(&transaction["date"].as_str().unwrap()));
    assert_eq!(april[0]["entries"], days.count());
}

fn rule(name: &str, words: &str, category: &Value) -> Value {
    json!({"name": name, "conditions": [{"when": "description_contains", "text": words}],
        "actions": [{"do": "set_category", "category": category}, {"do": "add_tag", "tag": name}]})
}

async fn rules_are_previewed_ordered_and_applied_to_new_statements(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 6)).await;
    let categories = ann.json("/categories").await["items"].as_array().unwrap().clone();
    let first = rule("first", "shop 2", &categories[4]["id"]);
    let preview = ok(&ann, Method::POST, "/rules/preview", rule("x", "SHOP 1", &categories[4]["id"])).await;
    assert_eq!((preview["entries"].as_u64(), preview["changed"].as_u64()), (Some(6), Some(6)));
    let first = ok(&ann, Method::POST, "/rules", first).await;
    let second = ok(&ann, Method::POST, "/rules", rule("second", "order", &categories[6]["id"])).await;
    let statement = ann.upload_one("two.pdf", Sample::new(2, 4).pdf()).await;
    ann.process(&statement).await;
    let lines =
        ann.json(&format!("/statements/{statement}/transactions")).await["items"].as_array().unwrap().clone();
    assert!(
        lines.iter().all(|line| line["categoryId"] == categories[4]["id"] && line["categoryBy"] == "rule")
    );
    assert!(lines.iter().all(|line| line["tags"] == json!(["first", "second"])));
    let order = json!({"ids": [second["id"], first["id"]]});
    let ordered = ok(&ann, Method::PUT, "/rules/order", order).await;
    assert_eq!(ordered["items"][0]["name"], "second");
    let half = json!({"ids": [second["id"]]});
    assert_eq!(send(&ann, Method::PUT, "/rules/order", half).await.status(), StatusCode::BAD_REQUEST);
    let applied = ok(&ann, Method::POST, "/rules/apply", json!({})).await;
    assert_eq!(applied["changed"], 10);
    let explained = ann.json(&format!("/transactions/{}/explanation", text(&lines[0]["id"]))).await;
    assert_eq!(explained["ruleId"], second["id"]);
    let hostile = json!({"name": "h", "conditions": [{"when": "description_matches", "regex": "(((a{9}){9}){9}){9}"}],
        "actions": [{"do": "mark_transfer"}]});
    let (status, error) = refused(&ann, Method::POST, "/rules", hostile).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{error}");
    let bob = app.user("bob").await;
    let foreign = rule("his", "x", &categories[4]["id"]);
    assert_eq!(send(&bob, Method::POST, "/rules", foreign).await.status(), StatusCode::NOT_FOUND);
    // A rule with a deleted category does nothing; the others still apply.
    let gone = format!("/categories/{}", text(&categories[6]["id"]));
    assert_eq!(send(&ann, Method::DELETE, &gone, json!({})).await.status(), StatusCode::NO_CONTENT);
    let third = ann.upload_one("three.pdf", Sample { account: "77776666", ..Sample::new(2, 3) }.pdf()).await;
    ann.process(&third).await;
    let lines =
        ann.json(&format!("/statements/{third}/transactions")).await["items"].as_array().unwrap().clone();
    assert!(lines.iter().all(|line| line["categoryId"] == categories[4]["id"]), "{lines:?}");
    let path = format!("/rules/{}", text(&first["id"]));
    assert_eq!(send(&ann, Method::DELETE, &path, json!({})).await.status(), StatusCode::NO_CONTENT);
}

async fn a_manual_transaction_is_categorized_like_one_from_a_statement(app: TestApp) {
    let ann = app.user("ann").await;
    let cash = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await["id"].clone();
    let categories = ann.json("/categories").await["items"].as_array().unwrap().clone();
    let id_of = |key: &str| categories.iter().find(|category| category["key"] == key).unwrap()["id"].clone();
    let add = async |description: &str, more: Value| {
        let mut new =
            json!({"accountId": cash, "date": "2025-05-02", "description": description, "amount": "-7.00"});
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let transaction = ok(&ann, Method::POST, "/transactions", new).await;
        (transaction["categoryId"].clone(), text(&transaction["categoryBy"]))
    };
    assert_eq!(add("NETFLIX.COM", json!({})).await, (id_of("subscriptions"), "words".to_owned()));
    assert_eq!(add("Qxz", json!({})).await, (Value::Null, "words".to_owned()));
    let (hers, taxes) = (id_of("groceries"), id_of("taxes"));
    assert_eq!(add("NETFLIX.COM", json!({"categoryId": hers})).await, (hers, "user".to_owned()));
    ok(&ann, Method::POST, "/rules", rule("mine", "netflix", &taxes)).await;
    assert_eq!(add("NETFLIX.COM", json!({})).await, (taxes, "rule".to_owned()));
    assert_eq!(add("NETFLIX.COM", json!({"kind": "transfer"})).await.0, Value::Null);
    let transactions = ann.transactions().await;
    let undo = ann.json("/edits").await["items"][0]["id"].clone();
    let undone = ok(&ann, Method::POST, &format!("/edits/{}/undo", text(&undo)), json!({})).await;
    assert_eq!((&undone["kept"], ann.transactions().await.len()), (&json!(0), transactions.len() - 1));
}

async fn the_users_categories_are_learned_and_explained(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 12)).await;
    let category = ann.json("/categories").await["items"][7]["id"].clone();
    let bulk = json!({"filter": {"direction": "out"}, "change": {"categoryId": category}});
    ok(&ann, Method::PATCH, "/transactions", bulk).await;
    let statement = ann.upload_one("two.pdf", Sample::new(2, 4).pdf()).await;
    ann.process(&statement).await;
    let lines =
        ann.json(&format!("/statements/{statement}/transactions")).await["items"].as_array().unwrap().clone();
    assert_eq!((&lines[0]["categoryId"], lines[0]["categoryBy"].as_str()), (&category, Some("learned")));
    let explained = ann.json(&format!("/transactions/{}/explanation", text(&lines[0]["id"]))).await;
    assert_eq!(explained["suggestion"]["categoryId"], category);
    let because = explained["suggestion"]["because"].as_array().unwrap();
    assert!(!because.is_empty() && because.iter().all(|transaction| transaction["categoryId"] == category));
    // The choices of one user do not affect another.
    let bob = app.user("bob").await;
    let his = bob.upload_one("two.pdf", Sample::new(2, 4).pdf()).await;
    bob.process(&his).await;
    assert!(bob.transactions().await.iter().all(|transaction| transaction["categoryBy"] == "words"));
}

async fn a_manual_account_has_the_balance_that_the_user_sets(app: TestApp) {
    let ann = app.user("ann").await;
    let new = json!({"name": "House", "kind": "property", "currency": "EUR"});
    let house = ok(&ann, Method::POST, "/accounts", new).await;
    let path = format!("/accounts/{}", text(&house["id"]));
    ok(&ann, Method::PUT, &format!("{path}/balances"), json!({"date": "2025-01-31", "amount": "250000.00"}))
        .await;
    let stated = ok(
        &ann,
        Method::PUT,
        &format!("{path}/balances"),
        json!({"date": "2025-06-30", "amount": "260000.00"}),
    )
    .await;
    assert_eq!(stated["balance"], json!({"amount": "260000.00", "date": "2025-06-30"}));
    assert_eq!(ann.json(&format!("{path}/balances")).await["items"].as_array().unwrap().len(), 2);
    let transaction =
        json!({"accountId": house["id"], "date": "2025-02-03", "description": "Roof", "amount": "-10.5"});
    assert_eq!(ok(&ann, Method::POST, "/transactions", transaction).await["amount"], "-10.50");
    let odd =
        json!({"accountId": house["id"], "date": "2025-02-03", "description": "Roof", "amount": "-10.505"});
    assert_eq!(send(&ann, Method::POST, "/transactions", odd).await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(send(&ann, Method::DELETE, &path, json!({})).await.status(), StatusCode::NO_CONTENT);
    assert!(ann.transactions().await.is_empty());
}

async fn a_change_of_an_account_is_undone_by_its_edit(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    let cash = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
    let before = ok(&ann, Method::POST, "/accounts", cash).await;
    let path = format!("/accounts/{}", text(&before["id"]));
    let change = json!({"name": "Purse", "group": "Daily", "note": "Blue", "archived": true});
    let changed = ok(&ann, Method::PATCH, &path, change.clone()).await;
    assert_eq!(
        (&changed["edit"]["action"], &changed["edit"]["entries"]),
        (&json!("change_account"), &json!(0))
    );
    assert_eq!(ok(&ann, Method::PATCH, &path, change).await["edit"], Value::Null);
    let undo = format!("/edits/{}/undo", text(&changed["edit"]["id"]));
    let (status, _) = refused(&bob, Method::POST, &undo, json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let undone = ok(&ann, Method::POST, &undo, json!({})).await;
    assert_eq!(undone["kept"], 0);
    let shown = async || {
        let account = ann.json(&path).await;
        ["name", "group", "note", "archived"].map(|field| account[field].clone())
    };
    assert_eq!(shown().await, [json!("Jar"), Value::Null, Value::Null, json!(false)]);
    let redo = format!("/edits/{}/undo", text(&undone["edit"]["id"]));
    ok(&ann, Method::PATCH, &path, json!({"note": "Green"})).await;
    assert_eq!(ok(&ann, Method::POST, &redo, json!({})).await["kept"], 1);
    assert_eq!(shown().await, [json!("Purse"), json!("Daily"), json!("Green"), json!(true)]);
}

async fn accounts_are_merged_renamed_and_closed(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let other = Sample { account: "99998888", ..Sample::new(2, 5) };
    let second = ann.upload_one("two.pdf", other.pdf()).await;
    ann.process(&second).await;
    let accounts = ann.json("/accounts").await["items"].as_array().unwrap().clone();
    let path = format!("/accounts/{}", text(&accounts[0]["id"]));
    let closed = ok(&ann, Method::PATCH, &path, json!({"name": "Old", "closedOn": "2025-07-01"})).await;
    assert_eq!((closed["name"].as_str(), closed["closedOn"].as_str()), (Some("Old"), Some("2025-07-01")));
    assert_eq!(ok(&ann, Method::PATCH, &path, json!({"closedOn": null})).await["closedOn"], Value::Null);
    let worth = async || ann.json("/reports/net-worth?from=2025-01-01&to=2025-12-31").await["items"].clone();
    let before = worth().await;
    let labels = json!({"group": " Old  banks ", "note": " Closed in 2025.\nCard cut.\n", "archived": true});
    ok(&ann, Method::PATCH, &path, labels).await;
    let archived = ann.json(&path).await;
    assert_eq!(archived["group"], "Old banks");
    assert_eq!(archived["note"], "Closed in 2025.\nCard cut.");
    assert_eq!((&archived["archived"], &archived["name"]), (&json!(true), &json!("Old")));
    assert_eq!(worth().await, before, "an archived account counts like any other");
    let export = ann.json("/export?format=json").await;
    let exported = export["accounts"].as_array().unwrap().iter().find(|one| one["id"] == archived["id"]);
    assert_eq!(exported.unwrap()["group"], "Old banks");
    ok(&ann, Method::PATCH, &path, json!({"group": null, "note": null, "archived": false})).await;
    let plain = ann.json(&path).await;
    assert_eq!((&plain["group"], &plain["note"]), (&Value::Null, &Value::Null));
    assert_eq!(plain["archived"], false);
    for (field, wrong) in [("group", " ".to_owned()), ("group", "x".repeat(61)), ("note", "x".repeat(2_001))]
    {
        let (status, error) = refused(&ann, Method::PATCH, &path, json!({ field: wrong })).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(error.starts_with(field), "{error}");
    }
    let delete = send(&ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(delete.status(), StatusCode::CONFLICT, "the transaction was found on a statement");
    ok(&ann, Method::POST, &format!("{path}/merge"), json!({"other": accounts[1]["id"]})).await;
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);
    assert!(ann.transactions().await.iter().all(|transaction| transaction["accountId"] == accounts[0]["id"]));
    assert_eq!(outcome(&ann, &second).await.0, "balanced");
}

async fn categories_are_created_moved_and_deleted(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let pets = ok(&ann, Method::POST, "/categories", json!({"name": " Pets "})).await;
    assert_eq!(pets["name"], "Pets");
    let food = ok(&ann, Method::POST, "/categories", json!({"name": "Food", "parentId": pets["id"]})).await;
    let deeper = json!({"name": "Dry", "parentId": food["id"]});
    assert_eq!(send(&ann, Method::POST, "/categories", deeper).await.status(), StatusCode::BAD_REQUEST);
    let transaction = ann.transactions().await.remove(0);
    let path = format!("/transactions/{}", text(&transaction["id"]));
    ok(&ann, Method::PATCH, &path, json!({"categoryId": food["id"]})).await;
    let under = ann.json(&format!("/transactions?category={}", text(&pets["id"]))).await;
    assert_eq!(under["items"].as_array().unwrap().len(), 1, "a category includes its subcategories");
    let delete = format!("/categories/{}?instead={}", text(&food["id"]), text(&pets["id"]));
    assert_eq!(send(&ann, Method::DELETE, &delete, json!({})).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(ann.json(&path).await["categoryId"], pets["id"]);
}

async fn a_transfer_between_own_accounts_is_not_spending(app: TestApp) {
    let ann = app.user("ann").await;
    let mut accounts = Vec::new();
    for name in ["Cash", "Jar"] {
        let new = json!({"name": name, "kind": "cash", "currency": "EUR"});
        accounts.push(ok(&ann, Method::POST, "/accounts", new).await["id"].clone());
    }
    let mut ids = Vec::new();
    for (account, amount) in accounts.iter().zip(["-50.00", "50.00"]) {
        let new = json!({"accountId": account, "date": "2025-02-03", "description": "into the jar", "amount": amount});
        ids.push(ok(&ann, Method::POST, "/transactions", new).await["id"].clone());
    }
    let offers = ann.json("/transfers").await["items"].as_array().unwrap().clone();
    assert_eq!((offers.len(), &offers[0]["out"]["id"]), (1, &ids[0]));
    assert_eq!(ann.json("/transactions/totals").await["items"][0]["spending"], "50.00");
    ok(&ann, Method::POST, "/transfers", json!({"out": ids[0], "into": ids[1]})).await;
    assert_eq!(ann.json("/transactions/totals").await["items"], json!([]));
    let sides = ann.transactions().await;
    assert_eq!(sides[0]["transferId"], sides[1]["transferId"]);
    assert_eq!(ann.json("/transfers").await["items"], json!([]));
    let turned = json!({"out": ids[1], "into": ids[0]});
    assert_eq!(send(&ann, Method::POST, "/transfers", turned).await.status(), StatusCode::NOT_FOUND);
}

async fn budgets_follow_the_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    let category = ann.json("/categories").await["items"][3]["id"].clone();
    for (date, amount) in [("2025-01-10", "-80.00"), ("2025-02-10", "-130.00"), ("2025-02-11", "10.00")] {
        let new = json!({"accountId": account, "date": date, "description": "x", "amount": amount, "categoryId": category});
        ok(&ann, Method::POST, "/transactions", new).await;
    }
    let budget = json!({"categoryId": category, "amount": "100.00", "currency": "EUR", "rhythm": "monthly",
        "rollOver": "unspent", "start": "2025-01"});
    let made = ok(&ann, Method::POST, "/budgets", budget.clone()).await;
    assert_eq!(send(&ann, Method::POST, "/budgets", budget.clone()).await.status(), StatusCode::CONFLICT);
    let state = ann.json("/budgets?month=2025-02").await["items"][0]["state"].clone();
    assert_eq!(
        (text(&state["rolled"]), text(&state["spent"]), text(&state["left"])),
        ("20.00".to_owned(), "120.00".to_owned(), "0.00".to_owned())
    );
    let mut changed = budget;
    changed["amount"] = json!("90.00");
    ok(&ann, Method::PUT, &format!("/budgets/{}", text(&made["id"])), changed.clone()).await;
    assert_eq!(ann.json("/budgets?month=2025-02").await["items"][0]["state"]["left"], "-20.00");
    changed["amount"] = json!("0");
    let refused = send(&ann, Method::PUT, &format!("/budgets/{}", text(&made["id"])), changed).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
}

async fn a_transfer_between_currencies_is_suggested_if_a_rate_supports_it(app: TestApp) {
    let ann = app.user("ann").await;
    let mut ids = Vec::new();
    for (currency, amount) in [("EUR", "-100.00"), ("USD", "108.50"), ("USD", "150.00")] {
        let new = json!({"name": currency, "kind": "cash", "currency": currency});
        let account = ok(&ann, Method::POST, "/accounts", new).await["id"].clone();
        let new =
            json!({"accountId": account, "date": "2025-02-04", "description": "moved", "amount": amount});
        ids.push(ok(&ann, Method::POST, "/transactions", new).await["id"].clone());
    }
    assert_eq!(ann.json("/transfers").await["items"], json!([]), "no transfer is suggested without a rate");
    let put = ann.request(Method::PUT, "/rates").body("Date,USD\n2025-02-03,1.1000\n").send().await.unwrap();
    assert_eq!(put.status(), StatusCode::OK);
    let offers = ann.json("/transfers").await["items"].clone();
    let [offer] = offers.as_array().unwrap().as_slice() else { panic!("{offers}") };
    assert_eq!((&offer["out"]["id"], &offer["into"]["id"]), (&ids[0], &ids[1]));
    assert_eq!(offer["because"], "rate");
    let rate = &offer["atTheRate"];
    assert_eq!((&rate["amount"], &rate["currency"]), (&json!("110.00"), &json!("USD")));
    assert_eq!(rate["rates"][0]["date"], "2025-02-03");
    assert_eq!(rate["offPerMille"], 13);
    assert_eq!(ann.transactions().await[0]["kind"], "entry", "the transfer is suggested, not linked");
    ok(&ann, Method::POST, "/transfers", json!({"out": ids[0], "into": ids[1]})).await;
    assert_eq!(ann.json("/transfers").await["items"], json!([]));
    let path = format!("/transactions/{}", text(&ids[0]));
    let back = ok(&ann, Method::PATCH, &path, json!({"kind": "entry"})).await;
    assert_eq!(back["transferId"], Value::Null);
    let other = ann.json(&format!("/transactions/{}", text(&ids[1]))).await;
    assert_eq!((&other["kind"], &other["transferId"]), (&json!("entry"), &Value::Null));
}

async fn a_category_is_suggested_for_similar_transactions_and_undone_as_one_edit(app: TestApp) {
    let ann = app.user("ann").await;
    let cash = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await["id"].clone();
    let mut ids = Vec::new();
    for (day, description) in
        [("01", "Qxz Müller 17"), ("02", "QXZ MUELLER"), ("03", "Qxz Müller"), ("04", "Vwk Müller")]
    {
        let new = json!({"accountId": cash, "date": format!("2025-05-{day}"), "description": description, "amount": "-3"});
        ids.push(text(&ok(&ann, Method::POST, "/transactions", new).await["id"]));
    }
    let category = ann.json("/categories").await["items"][3]["id"].clone();
    let category_of = async |id: &str| ann.json(&format!("/transactions/{id}")).await["categoryId"].clone();
    let before = category_of(&ids[0]).await;
    ok(&ann, Method::PATCH, &format!("/transactions/{}", ids[1]), json!({"categoryId": category})).await;
    let alike = ann.json(&format!("/transactions/{}/alike", ids[1])).await;
    assert_eq!(alike, json!({"merchant": "qxz mueller", "ids": [ids[2], ids[0]]}));
    let change = json!({"ids": alike["ids"], "change": {"categoryId": category}});
    let edit = ok(&ann, Method::PATCH, "/transactions", change).await;
    assert_eq!(edit["entries"], 2);
    assert_eq!(category_of(&ids[0]).await, category);
    assert_ne!(category_of(&ids[3]).await, category);
    let none = ann.json(&format!("/transactions/{}/alike", ids[1])).await;
    assert_eq!(none["ids"], json!([]));
    ok(&ann, Method::POST, &format!("/edits/{}/undo", text(&edit["id"])), Value::Null).await;
    assert_eq!([category_of(&ids[0]).await, category_of(&ids[2]).await], [before.clone(), before]);
    let bob = app.user("bob").await;
    let hers = bob.request(Method::GET, &format!("/transactions/{}/alike", ids[1])).send().await.unwrap();
    assert_eq!(hers.status(), StatusCode::NOT_FOUND);
}

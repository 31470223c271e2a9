//! Tests of reports, duplicates, preferences and idempotency keys, through HTTP.

use std::fmt::Write as _;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, body, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

on_each_database!(
    reports_add_up_within_each_currency,
    groups_of_transactions_add_up_to_their_totals,
    net_worth_follows_the_proven_balances,
    a_sum_that_does_not_fit_is_refused_in_every_figure,
    duplicates_are_suggested_until_the_user_dismisses_them,
    coverage_lists_covered_days_gaps_and_breaks,
    an_omitted_preference_stays_unchanged,
    a_request_repeated_with_its_idempotency_key_runs_once,
    a_request_interrupted_by_a_crash_does_not_run_twice,
);

async fn groups_of_transactions_add_up_to_their_totals(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 20)).await;
    let bob = app.user("bob").await;
    let transactions = ann.transactions().await;
    let category = text(&ann.json("/categories").await["items"][0]["id"]);
    for (transaction, tags) in transactions.iter().zip([vec!["trip"], vec!["trip", "work"]]) {
        let path = format!("/transactions/{}", text(&transaction["id"]));
        ok(&ann, Method::PATCH, &path, json!({"tags": tags, "categoryId": category})).await;
    }
    let cents = |value: &Value| text(value).replace('.', "").parse::<i64>().unwrap();
    let total = ann.json("/transactions/totals").await["items"][0].clone();
    let groups = async |by: &str| {
        let path = format!("/transactions/totals/groups?by={by}");
        ann.json(&path).await["items"].as_array().unwrap().clone()
    };
    for by in ["day", "month", "category", "merchant", "account"] {
        let found = groups(by).await;
        assert!(!found.is_empty(), "{by}");
        let sum = |of: &str| found.iter().map(|group| cents(&group["flows"][0][of])).sum::<i64>();
        assert_eq!((sum("income"), sum("spending")), (cents(&total["income"]), cents(&total["spending"])));
        let count: u64 = found.iter().map(|group| group["flows"][0]["entries"].as_u64().unwrap()).sum();
        assert_eq!(count, total["entries"].as_u64().unwrap(), "{by}");
    }
    let months = groups("month").await;
    assert_eq!(months[0]["group"], "2025-04");
    let month = ann.json("/transactions/totals?from=2025-04-01&to=2025-04-30").await["items"][0].clone();
    assert_eq!(months[0]["flows"][0], month);
    assert!(groups("category").await.iter().any(|group| group["group"].is_null()));
    let tags = groups("tag").await;
    let counts = tags.iter().map(|tag| (text(&tag["group"]), tag["flows"][0]["entries"].as_u64().unwrap()));
    assert_eq!(counts.collect::<Vec<_>>(), [("trip".to_owned(), 2), ("work".to_owned(), 1)]);
    let report = ann.json("/reports/tags").await["items"].clone();
    assert_eq!((&report[0]["name"], &report[0]["flows"]), (&json!("trip"), &tags[0]["flows"]));
    let trip = ann.json("/transactions/totals?tag=trip").await["items"].clone();
    assert_eq!(trip, tags[0]["flows"]);
    for path in ["/transactions/totals/groups?by=tag", "/transactions/totals/groups?by=day", "/reports/tags"]
    {
        assert_eq!(bob.json(path).await["items"], json!([]), "{path}");
    }
    for path in ["by=year", "by=day&colour=red", ""] {
        let answer = ann.get(&format!("/transactions/totals/groups?{path}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path}");
    }
}

async fn a_sum_that_does_not_fit_is_refused_in_every_figure(app: TestApp) {
    let ann = app.user("ann").await;
    let shops = [
        "Amber", "Birch", "Cedar", "Daisy", "Elder", "Fennel", "Ginger", "Hazel", "Iris", "Jasmine", "Kale",
        "Laurel",
    ];
    // The largest amount that is accepted, often enough for a year to overflow, but no month.
    let mut csv = "Date;Description;Amount;Currency\n".to_owned();
    for row in 0..9_300 {
        let (month, day) = (row % 12 + 1, row % 28 + 1);
        writeln!(csv, "2025-{month:02}-{day:02};{};-10000000000000.00;EUR", shops[row % 12]).unwrap();
    }
    let id = ann.upload_one("rich.csv", csv.into_bytes()).await;
    ann.process_to_the_end(&id).await;
    for path in
        ["/reports/cash-flow?by=year", "/reports/spending", "/reports/net-worth", "/transactions/totals"]
    {
        let answer = ann.get(path).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let error = text(&body(answer).await["error"]);
        assert!(error.contains("too large"), "{path}: {error}");
    }
    let query = json!({"query": {"measure": "spent", "filter": {}}});
    assert_eq!(ann.post("/query", &query).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let asked = json!({"messages": [{"role": "user", "content": "How much did I spend in 2025?"}]});
    let said = ann.post("/chat", &asked).await.text().await.unwrap();
    assert!(said.contains("too large"), "{said}");
    // An export that would break off in the middle is refused before it begins; one shop is exported whole.
    for format in ["csv", "json", "ofx", "qif", "beancount", "hledger", "ledger"] {
        let answer = ann.get(&format!("/export?format={format}")).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{format}");
        let error = text(&body(answer).await["error"]);
        assert!(error.contains("too large"), "{format}: {error}");
        let file = ann.get(&format!("/export?format={format}&text=amber")).await.text().await.unwrap();
        assert!(file.matches("Amber").count() >= 775, "{format}: {}", &file[..file.len().min(500)]);
    }
    let month = ann.json("/transactions/totals?from=2025-01-01&to=2025-01-31").await["items"][0].clone();
    assert_eq!(month["spending"], "7750000000000000.00");
    assert_eq!(ann.json("/reports/cash-flow").await["items"].as_array().unwrap().len(), 12);
}

async fn reports_add_up_within_each_currency(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 20)).await;
    let yen = json!({"name": "Yen", "kind": "cash", "currency": "JPY"});
    let yen = ok(&ann, Method::POST, "/accounts", yen).await["id"].clone();
    let ramen = json!({"accountId": yen, "date": "2025-05-05", "description": "Ramen", "amount": "-900"});
    ok(&ann, Method::POST, "/transactions", ramen).await;
    let months = ann.json("/reports/cash-flow?by=month").await["items"].as_array().unwrap().clone();
    assert_eq!(
        months.iter().map(|month| text(&month["key"])).collect::<Vec<_>>(),
        ["2025-04", "2025-05", "2025-06"]
    );
    let currencies: Vec<_> =
        months[1]["flows"].as_array().unwrap().iter().map(|flow| text(&flow["currency"])).collect();
    assert_eq!(currencies, ["EUR", "JPY"]);
    let cents = |value: &Value| text(value).replace('.', "").parse::<i64>().unwrap();
    let euros = |buckets: &[Value]| -> i64 {
        let flows = buckets.iter().flat_map(|bucket| bucket["flows"].as_array().unwrap());
        flows.filter(|flow| flow["currency"] == "EUR").map(|flow| cents(&flow["spending"])).sum()
    };
    for by in ["day", "week", "quarter", "year"] {
        let buckets =
            ann.json(&format!("/reports/cash-flow?by={by}")).await["items"].as_array().unwrap().clone();
        assert_eq!(euros(&buckets), euros(&months), "{by}");
    }
    // Converted sums need a rate. They name the rates they use and the day of each.
    let converted =
        ann.json("/reports/cash-flow?by=year&currency=EUR").await["items"][0]["converted"].clone();
    assert_eq!(converted, Value::Null);
    let table = "Date,USD,JPY,\n2025-12-30,1.17,160,\n";
    let put = ann.request(Method::PUT, "/rates").body(table).send().await.unwrap();
    assert_eq!(body(put).await["rates"], 2);
    let year = ann.json("/reports/cash-flow?by=year&currency=EUR").await["items"][0].clone();
    assert_eq!(year["converted"]["rates"][0]["date"], "2025-12-30");
    assert_eq!(cents(&year["converted"]["spending"]), euros(&months) + 562);
    let categories = ann.json("/categories").await["items"].as_array().unwrap().clone();
    let below = categories.iter().find(|category| category["parentId"] != Value::Null).unwrap();
    let bulk = json!({"filter": {"currency": "JPY"}, "change": {"categoryId": below["id"]}});
    ok(&ann, Method::PATCH, "/transactions", bulk).await;
    let spending = ann.json("/reports/spending").await["items"].as_array().unwrap().clone();
    for id in [&below["id"], &below["parentId"]] {
        let row = spending.iter().find(|row| row["categoryId"] == *id).unwrap();
        assert_eq!(row["flows"][0]["spending"], "900", "a category includes its subcategories");
    }
    let merchants = ann.json("/reports/merchants").await["items"].as_array().unwrap().clone();
    assert!(merchants.iter().any(|row| text(&row["name"]).contains("ramen")));
    ok(&ann, Method::PUT, "/preferences", json!({"fiscalCalendar": {"firstMonth": 6, "firstDay": 1}})).await;
    let years = ann.json("/reports/cash-flow?by=year").await["items"].as_array().unwrap().clone();
    assert_eq!(years.iter().map(|year| text(&year["key"])).collect::<Vec<_>>(), ["2024/25", "2025/26"]);
}

async fn net_worth_follows_the_proven_balances(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 20)).await;
    let account = ann.json("/accounts").await["items"][0].clone();
    let closing = text(&account["balance"]["amount"]);
    let after =
        json!({"accountId": account["id"], "date": "2025-07-10", "description": "Later", "amount": "-1.00"});
    ok(&ann, Method::POST, "/transactions", after).await;
    let found = ann.json("/reports/net-worth?from=2025-05-01&to=2025-07-31").await;
    let points = found["items"].as_array().unwrap();
    assert_eq!(points[1]["date"], "2025-06-30");
    assert_eq!(text(&points[1]["sums"][0]["amount"]), closing);
    let cents = |value: &Value| text(value).replace('.', "").parse::<i64>().unwrap();
    assert_eq!(
        cents(&points[2]["sums"][0]["amount"]),
        closing.replace('.', "").parse::<i64>().unwrap() - 100
    );
    // The balance at the end of May is the one printed beside the last transaction of May.
    let may = ann.json("/transactions?from=2025-05-01&to=2025-05-31&limit=100").await["items"].clone();
    assert_eq!(points[0]["sums"][0]["amount"], may[0]["balance"]);
    assert_eq!(found["unknownAccounts"], json!([]));
    // A transaction that the user dates after the end of its statement is still part of the closing balance.
    let moved = json!({"date": "2025-07-05"});
    ok(&ann, Method::PATCH, &format!("/transactions/{}", text(&may[0]["id"])), moved).await;
    let again = ann.json("/reports/net-worth?from=2025-06-01&to=2025-07-31").await["items"].clone();
    assert_eq!([&again[0]["sums"], &again[1]["sums"]], [&points[1]["sums"], &points[2]["sums"]]);
}

async fn duplicates_are_suggested_until_the_user_dismisses_them(app: TestApp) {
    let ann = app.user("ann").await;
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let account = ok(&ann, Method::POST, "/accounts", account).await["id"].clone();
    let today = app.app.clock.now().date();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let new =
            json!({"accountId": account, "date": today, "description": "Cinema Roma", "amount": "-12.00"});
        ids.push(ok(&ann, Method::POST, "/transactions", new).await["id"].clone());
    }
    let groups = ann.json("/duplicates").await["items"].as_array().unwrap().clone();
    assert_eq!(groups[0]["transactions"].as_array().unwrap().len(), 2);
    assert_eq!(ann.transactions().await.len(), 2, "no category is dropped");
    ok(&ann, Method::POST, "/duplicates/distinct", json!({"one": ids[1], "other": ids[0]})).await;
    assert_eq!(ann.json("/duplicates").await["items"], json!([]));
}

async fn coverage_lists_covered_days_gaps_and_breaks(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let found = ann.json("/coverage").await["items"][0].clone();
    assert_eq!(found["covered"], json!([{"from": "2025-04-01", "to": "2025-06-30"}]));
    assert_eq!((&found["gaps"], &found["breaks"]), (&json!([]), &json!([])));
}

async fn a_request_repeated_with_its_idempotency_key_runs_once(app: TestApp) {
    let ann = app.user("ann").await;
    let keyed = |key: &'static str, name: &'static str| {
        let request = ann.request(Method::POST, "/accounts").header("content-type", "application/json");
        let body = json!({"name": name, "kind": "cash", "currency": "EUR"});
        request.header("idempotency-key", key).body(body.to_string()).send()
    };
    let first = keyed("k1", "Cash").await.unwrap();
    assert_eq!(first.status(), StatusCode::CREATED);
    let first = first.text().await.unwrap();
    let again = keyed("k1", "Cash").await.unwrap();
    assert_eq!(
        (again.status(), again.headers()["idempotency-replayed"].to_str().unwrap()),
        (StatusCode::CREATED, "true")
    );
    assert_eq!(again.text().await.unwrap(), first);
    assert_eq!(keyed("k1", "Other").await.unwrap().status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(keyed("k2", "Cash").await.unwrap().status(), StatusCode::CREATED);
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 2);
    // Of many concurrent requests with one key, one does the work. The others get 409 or its response.
    let many: Vec<_> = (0..20).map(|_| keyed("k3", "Many")).collect();
    let mut made = 0;
    for answer in futures::future::join_all(many).await {
        let status = answer.unwrap().status();
        made += usize::from(status == StatusCode::CREATED);
        assert!(matches!(status, StatusCode::CREATED | StatusCode::CONFLICT), "{status}");
    }
    assert!(made >= 1);
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 3);
    // Keys belong to one user: another may use the same one.
    let bob = app.user("bob").await;
    let request = bob.request(Method::POST, "/accounts").header("content-type", "application/json");
    let body = json!({"name": "Other", "kind": "cash", "currency": "EUR"}).to_string();
    let his = request.header("idempotency-key", "k1").body(body).send().await.unwrap();
    assert_eq!(his.status(), StatusCode::CREATED);
}

async fn a_request_interrupted_by_a_crash_does_not_run_twice(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.json("/auth/get-session").await["user"]["id"].as_str().unwrap().parse().unwrap();
    let body = json!({"name": "Cash", "kind": "cash", "currency": "EUR"}).to_string();
    let send = || {
        let request = ann.request(Method::POST, "/accounts").header("content-type", "application/json");
        request.header("idempotency-key", "k1").body(body.clone()).send()
    };
    // The state after a server was killed between the write and storing the response.
    assert_eq!(send().await.unwrap().status(), StatusCode::CREATED);
    app.storage.release_key(id, "k1").await.unwrap();
    let digest = *saldo_domain::Sha256::of(format!("POST /api/accounts?\n{body}").as_bytes()).as_bytes();
    let then = app.app.clock.now().before(std::time::Duration::from_mins(6));
    app.storage.take_key(id, "k1", digest, then, then).await.unwrap();
    for _ in 0..2 {
        let again = send().await.unwrap();
        assert_eq!(again.status(), StatusCode::CONFLICT);
        assert_eq!(crate::app::body(again).await["outcome"], "unknown");
    }
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);
}

async fn an_omitted_preference_stays_unchanged(app: TestApp) {
    let ann = app.user("ann").await;
    let all = json!({
        "currency": "EUR", "fiscalCalendar": {"firstMonth": 4, "firstDay": 6},
        "advisor": {"memory": true, "sends": "never"},
    });
    assert_eq!(ok(&ann, Method::PUT, "/preferences", all.clone()).await, all);
    let mut expected = all;
    for (change, place, value) in [
        (json!({"advisor": {"memory": false}}), "/advisor/memory", json!(false)),
        (json!({"currency": null}), "/currency", Value::Null),
        (
            json!({"fiscalCalendar": {"firstMonth": 7, "firstDay": 1}}),
            "/fiscalCalendar",
            json!({"firstMonth": 7, "firstDay": 1}),
        ),
    ] {
        *expected.pointer_mut(place).unwrap() = value;
        assert_eq!(ok(&ann, Method::PUT, "/preferences", change.clone()).await, expected, "{change}");
        assert_eq!(ann.json("/preferences").await, expected, "{change}");
    }
    assert_eq!(ok(&ann, Method::PUT, "/preferences", json!({})).await, expected);
    for wrong in [
        json!({"currencies": "EUR"}),
        json!({"advisor": {"send": "never"}}),
        json!({"fiscalCalendar": {"firstMonth": 1}}),
    ] {
        let request = ann.request(Method::PUT, "/preferences").header("content-type", "application/json");
        let answer = request.body(wrong.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(ann.json("/preferences").await, expected);
}

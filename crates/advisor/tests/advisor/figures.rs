//! Property tests: the tools, the reports and the transactions agree over generated data with splits,
//! transfers, refunds, two currencies, and financial years that begin on any day.

use std::collections::BTreeMap;

use chrono::{Days, Months, NaiveDate};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use saldo_bookkeeping::{Bookkeeper, CashFlowQuery, SpendingQuery};
use saldo_domain::query::{Dimension, Figure, Measure};
use saldo_domain::report::CashFlow;
use saldo_domain::{
    AccountId, AccountKind, Budget, BudgetRhythm, Category, CategoryBy, CategoryId, Currency, FiscalCalendar,
    Granularity, Id, Money, Month, Period, PreferencesChange, Query, RollOver, Split, Tag, TransactionId,
    TransactionKind, UserId,
};
use saldo_ledger::ratio::divided;
use saldo_storage::{NewManualAccount, NewTransaction};
use serde_json::{Value, json};

use crate::books::{Books, NOW, day, user};
use crate::changed;
use crate::tools::{run_as, today};

mod ahead;
mod queries;

/// A generated transaction.
#[derive(Debug, Clone, Default)]
struct Line {
    account: usize,
    day: u64,
    minor: i64,
    category: usize,
    /// The category of the second half, if the transaction is split.
    other_half: Option<usize>,
    is_transfer: bool,
    is_tagged: bool,
    merchant: usize,
}

const CURRENCIES: [&str; 3] = ["EUR", "EUR", "USD"];
const ACCOUNTS: [&str; 3] = ["Checking", "Card", "Dollars"];
const MERCHANTS: [&str; 5] = ["Blue Cafe", "Tesco Stores", "Shell", "Streamflix", "Acme Payroll"];
/// Names of categories: a parent with two subcategories, a separate one, and none.
const CATEGORIES: [Option<&str>; 5] =
    [Some("Food"), Some("Groceries"), Some("Restaurants and cafés"), Some("Rent and mortgage"), None];

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let minor = prop_oneof![-90_000_i64..-1, 2_i64..120_000];
    let half = prop::option::weighted(0.3, 0_usize..5);
    let flags = (prop::bool::weighted(0.15), prop::bool::weighted(0.2));
    let line = (0_usize..3, 0_u64..730, minor, 0_usize..5, half, flags, 0_usize..3);
    let line =
        line.prop_map(|(account, day, minor, category, other_half, (is_transfer, is_tagged), merchant)| {
            Line { account, day, minor, category, other_half, is_transfer, is_tagged, merchant }
        });
    prop::collection::vec(line, 1..40)
}

/// Returns a subscription and a salary of a year and a half.
fn recurring_lines() -> impl Iterator<Item = Line> {
    let line = |date: NaiveDate, minor, merchant| Line {
        day: u64::try_from((date - first()).num_days()).unwrap(),
        minor,
        category: 4,
        merchant,
        ..Line::default()
    };
    (0..18).flat_map(move |month| {
        let on = |date| day(date) + Months::new(month);
        [line(on("2024-01-05"), -1_299, 3), line(on("2024-01-28"), 250_000, 4)]
    })
}

/// The generated data of a user, and the transactions that it consists of.
struct Generated<'a> {
    books: &'a Books,
    persister: Bookkeeper,
    user: UserId,
    accounts: Vec<AccountId>,
    categories: Vec<Category>,
    lines: Vec<Line>,
}

/// The number of figures other than zero that each comparison covered.
#[derive(Default)]
struct Compared(BTreeMap<&'static str, usize>);

impl Compared {
    fn count(&mut self, of: &'static str, is_something: bool) {
        *self.0.entry(of).or_default() += usize::from(is_something);
    }
}

fn first() -> NaiveDate {
    day("2023-08-01")
}

impl Line {
    fn date(&self) -> NaiveDate {
        first() + Days::new(self.day)
    }
    fn currency(&self) -> Currency {
        Currency::parse(CURRENCIES[self.account]).unwrap()
    }
    /// Returns the splits: amounts with their categories.
    fn parts(&self) -> Vec<(i64, usize)> {
        match self.other_half {
            None => vec![(self.minor, self.category)],
            Some(other) => vec![(self.minor / 2, self.category), (self.minor - self.minor / 2, other)],
        }
    }
}

impl<'a> Generated<'a> {
    async fn make(books: &'a Books, name: &str, lines: Vec<Line>, calendar: FiscalCalendar) -> Self {
        let storage = &books.storage;
        let user = user(storage.as_ref(), &format!("{name}@example.org")).await;
        let change = PreferencesChange {
            currency: Some(Currency::parse("EUR").ok()),
            fiscal_calendar: Some(calendar),
            ..PreferencesChange::default()
        };
        storage.change_preferences(user, change, NOW).await.unwrap();
        let mut accounts: Vec<AccountId> = Vec::new();
        for (name, currency) in ACCOUNTS.iter().zip(CURRENCIES) {
            let new = NewManualAccount {
                id: Id::new(NOW),
                name: (*name).to_owned(),
                institution: None,
                kind: AccountKind::Checking,
                currency: Currency::parse(currency).unwrap(),
            };
            accounts.push(storage.insert_account(user, new, NOW).await.unwrap().id);
        }
        let categories = storage.list_categories(user).await.unwrap();
        let persister = Bookkeeper::new(storage.clone());
        let made =
            Self { books, persister, user, accounts: accounts.clone(), categories, lines: lines.clone() };
        for line in &lines {
            let id: TransactionId = Id::new(NOW);
            let amount = Money::from_minor(line.minor, line.currency());
            let transaction = NewTransaction {
                id,
                account: accounts[line.account],
                statement: None,
                position: None,
                date: line.date(),
                description: MERCHANTS[line.merchant].to_owned(),
                note: String::new(),
                amount,
                category: made.category(line.category),
                category_by: CategoryBy::User,
                kind: if line.is_transfer { TransactionKind::Transfer } else { TransactionKind::Transaction },
                tags: line.is_tagged.then(|| Tag::parse("trip").unwrap()).into_iter().collect(),
            };
            storage.insert_transaction(user.into(), transaction, NOW).await.unwrap();
            if line.other_half.is_some() {
                let part = |(minor, category): (i64, usize)| Split {
                    amount: Money::from_minor(minor, line.currency()),
                    category: made.category(category),
                    note: None,
                };
                let parts = line.parts().into_iter().map(part).collect();
                storage.split_transaction(user.into(), id, parts, NOW).await.unwrap();
            }
        }
        made
    }

    fn category(&self, index: usize) -> Option<CategoryId> {
        let name = CATEGORIES[index]?;
        self.categories.iter().find(|category| category.name == name).map(|category| category.id)
    }

    fn name_of(&self, category: CategoryId) -> String {
        self.categories.iter().find(|it| it.id == category).unwrap().name.clone()
    }

    /// True if the category is the named one or below it.
    fn is_within(&self, index: usize, name: &str) -> bool {
        let category = self.category(index).map(|id| self.categories.iter().find(|it| it.id == id).unwrap());
        let parent = category.and_then(|it| it.parent).map(|id| self.name_of(id));
        category.is_some_and(|it| it.name == name) || parent.as_deref() == Some(name)
    }

    async fn run(&self, tool: &str, input: Value) -> Value {
        run_as(self.books, self.user, tool, input).await.unwrap()
    }

    /// Returns the transactions of a question, each with the sum of its splits that count.
    fn matching(&self, input: &Value) -> Vec<(&Line, i64)> {
        let text = |key: &str| input[key].as_str();
        let date = |key: &str| text(key).map(day);
        let is_let_through = |line: &&Line| {
            (input["transfers"] == true || !line.is_transfer)
                && date("from").is_none_or(|from| line.date() >= from)
                && date("to").is_none_or(|to| line.date() <= to)
                && text("account").is_none_or(|name| ACCOUNTS[line.account] == name)
                && text("tag").is_none_or(|_| line.is_tagged)
                && text("text").is_none_or(|text| MERCHANTS[line.merchant].to_lowercase().contains(text))
                && text("without_text")
                    .is_none_or(|text| !MERCHANTS[line.merchant].to_lowercase().contains(text))
                && text("merchant").is_none_or(|name| MERCHANTS[line.merchant].to_lowercase() == name)
                && text("direction").is_none_or(|way| (way == "in") == (line.minor > 0))
                && text("above").is_none_or(|limit| line.minor.abs() > limit.parse::<i64>().unwrap() * 100)
        };
        let is_wanted = |category: &usize| {
            let is_of = text("category").is_none_or(|name| match name {
                "none" => self.category(*category).is_none(),
                name => self.is_within(*category, name),
            });
            is_of && text("without_category").is_none_or(|name| !self.is_within(*category, name))
        };
        let counted = |line: &Line| {
            let parts = line.parts().into_iter().filter(|(_, category)| is_wanted(category));
            parts.map(|(minor, _)| minor).reduce(|sum, minor| sum + minor)
        };
        self.lines.iter().filter(is_let_through).filter_map(|line| Some((line, counted(line)?))).collect()
    }

    /// Returns the figures of a question, computed from the transactions.
    fn counted(&self, input: &Value) -> Figures {
        let mut figures = Figures::new();
        for (line, sum) in self.matching(input) {
            let figure = figures.entry(line.currency().code().to_owned()).or_default();
            if sum > 0 {
                figure.0 += sum;
            } else {
                figure.1 -= sum;
            }
            figure.2 += 1;
        }
        figures
    }
}

/// Money in, money out and the number of transactions, by currency.
type Figures = BTreeMap<String, (i64, i64, u64)>;

fn minor(money: &Value) -> i64 {
    money["amount"].as_str().unwrap().replace('.', "").parse().unwrap()
}

fn of_totals(totals: &Value) -> Figures {
    let totals = totals.as_array().unwrap().iter();
    totals
        .map(|total| {
            let figure =
                (minor(&total["income"]), minor(&total["spending"]), total["entries"].as_u64().unwrap());
            (total["currency"].as_str().unwrap().to_owned(), figure)
        })
        .collect()
}

fn of_flows(flows: &[CashFlow]) -> Figures {
    let figure = |flow: &CashFlow| (flow.income.minor(), flow.spending.minor(), flow.transactions);
    flows.iter().map(|flow| (flow.income.currency().code().to_owned(), figure(flow))).collect()
}

fn questions() -> Vec<Value> {
    vec![
        json!({}),
        json!({"from": "2024-02-10", "to": "2025-01-20"}),
        json!({"category": "Food"}),
        json!({"category": "Groceries", "direction": "out"}),
        json!({"category": "none"}),
        json!({"without_category": "Food"}),
        json!({"category": "Food", "without_category": "Groceries", "from": "2024-01-01"}),
        json!({"account": "Checking", "direction": "in"}),
        json!({"tag": "trip"}),
        json!({"text": "cafe"}),
        json!({"without_text": "tesco", "category": "Food"}),
        json!({"merchant": "tesco stores"}),
        json!({"above": "300"}),
        json!({"transfers": true, "category": "Rent and mortgage"}),
    ]
}

/// Compares the totals of every question with those of its transactions,
/// and the rows of every breakdown with its total.
async fn compare_sums(books: &Generated<'_>, compared: &mut Compared) {
    for input in questions() {
        let counted = books.counted(&input);
        let output = books.run("cash_flow", input.clone()).await;
        assert_eq!(of_totals(&output["totals"]), counted, "cash_flow {input}");
        compared.count("cash_flow", !counted.is_empty());
        for total in output["totals"].as_array().unwrap() {
            compare_averages(books, &input, total, compared);
        }
        let listed = books.run("search_transactions", input.clone()).await;
        assert_eq!(of_totals(&listed["totals"]), counted, "search_transactions {input}");
        assert_eq!(listed["matched"], counted.values().map(|figure| figure.2).sum::<u64>(), "{input}");
        compared.count("search_transactions", !counted.is_empty());
        for by in [
            "category",
            "category_group",
            "merchant",
            "account",
            "month",
            "quarter",
            "year",
            "weekday",
            "day",
        ] {
            let mut asked = input.clone();
            asked["by"] = json!(by);
            asked["limit"] = json!(1_000);
            let direction = input["direction"].as_str().unwrap_or("out");
            let limits = changed(saldo_advisor::Limits::default(), |it| it.rows_max = 1_000);
            let output =
                crate::tools::run_with(books.books, books.user, &limits, "spending", asked).await.unwrap();
            let mut sums = BTreeMap::<String, i64>::new();
            for row in output["rows"].as_array().unwrap() {
                let currency = row["amount"]["currency"].as_str().unwrap();
                *sums.entry(currency.to_owned()).or_default() += minor(&row["amount"]);
            }
            let mut only = input.clone();
            only["direction"] = json!(direction);
            let expected = books.counted(&only).into_iter();
            let expected: BTreeMap<String, i64> =
                expected.map(|(code, (income, spending, _))| (code, income + spending)).collect();
            assert_eq!(sums, expected, "spending by {by} {input}");
            compared.count("spending", !expected.is_empty());
        }
    }
}

/// Compares the averages of a total with the transactions of their periods.
fn compare_averages(books: &Generated<'_>, input: &Value, total: &Value, compared: &mut Compared) {
    let code = total["currency"].as_str().unwrap();
    for pace in ["per_month", "per_week", "per_day"].map(|pace| &total[pace]) {
        if pace.is_null() {
            continue;
        }
        let mut within = input.clone();
        (within["from"], within["to"]) = (pace["from"].clone(), pace["to"].clone());
        let (income, spending, _) = books.counted(&within)[code];
        let of = &pace["of"];
        assert_eq!((minor(&of["income"]), minor(&of["spending"])), (income, spending), "{input} {pace}");
        assert_eq!(minor(&of["net"]), income - spending, "{input} {pace}");
    }
    let pace = &total["per_month"];
    if let Some(months) = pace["months"].as_u64() {
        let currency = Currency::parse(code).unwrap();
        for (name, sum) in ["income", "spending", "net"].map(|name| (name, minor(&pace["of"][name]))) {
            let average = divided(Money::from_minor(sum, currency), months).unwrap();
            assert_eq!(minor(&pace[name]), average.minor(), "{input} {pace}");
        }
        compared.count("per_month", true);
    }
}

/// Compares the tools with the reports of the same data.
async fn compare_reports(books: &Generated<'_>, compared: &mut Compared) {
    for (granularity, by) in
        [(Granularity::Month, "month"), (Granularity::Quarter, "quarter"), (Granularity::Year, "year")]
    {
        let question = CashFlowQuery { granularity, ..CashFlowQuery::default() };
        let report = books.persister.cash_flow(books.user, question).await.unwrap();
        let report: BTreeMap<String, Figures> = report
            .into_iter()
            .filter(|bucket| !bucket.flows.is_empty())
            .map(|bucket| (bucket.key, of_flows(&bucket.flows)))
            .collect();
        let output = books.run("cash_flow", json!({ "by": by })).await;
        let rows = output["rows"].as_array().unwrap().iter();
        let rows: BTreeMap<String, Figures> =
            rows.map(|row| (row["group"].as_str().unwrap().to_owned(), of_totals(&row["totals"]))).collect();
        assert_eq!(rows, report, "by {by}");
    }
    let report = books.persister.spending(books.user, SpendingQuery::default(), today()).await.unwrap();
    for row in report {
        let name = row.category.map_or_else(|| "none".to_owned(), |id| books.name_of(id));
        let output = books.run("cash_flow", json!({ "category": name })).await;
        assert_eq!(of_totals(&output["totals"]), of_flows(&row.flows), "the category {name}");
        compared.count("categories", true);
    }
    let merchants =
        books.persister.merchants(books.user, SpendingQuery::default(), 200, today()).await.unwrap();
    for row in merchants {
        let output = books.run("cash_flow", json!({ "merchant": row.name })).await;
        let mut sums = of_totals(&output["totals"]);
        let figure = of_flows(&row.flows);
        sums.retain(|currency, _| figure.contains_key(currency));
        assert_eq!(sums, figure, "the merchant {:?}", row.name);
        compared.count("merchants", true);
    }
    let everything = books.run("cash_flow", json!({})).await;
    let by_account = books.run("spending", json!({"by": "account", "direction": "in", "limit": 100})).await;
    let income: i64 = by_account["rows"].as_array().unwrap().iter().map(|row| minor(&row["amount"])).sum();
    assert_eq!(of_totals(&everything["totals"]).values().map(|figure| figure.0).sum::<i64>(), income);
}

/// Compares the two sides of a comparison, and their differences, with their transactions.
async fn compare_comparisons(books: &Generated<'_>, compared: &mut Compared) {
    for [from, to, other_from, other_to] in [
        ["2024-06-01", "2024-06-30", "2024-05-01", "2024-05-31"],
        ["2024-01-01", "2024-12-31", "2023-08-01", "2023-12-31"],
        ["2025-07-01", "2025-07-31", "2024-07-01", "2024-07-31"],
    ] {
        let input = json!({"from": from, "to": to, "other_from": other_from, "other_to": other_to});
        let output = books.run("compare_periods", input.clone()).await;
        let sides = ["this", "other"].map(|side| {
            // A period that is not over is compared only up to the same day.
            let counted = books.counted(&output[side]["filter"]);
            assert_eq!(of_totals(&output[side]["totals"]), counted, "compare_periods {input}");
            counted
        });
        for change in output["changes"].as_array().unwrap() {
            let [this, other] = sides.each_ref().map(|counted| {
                let figure = counted.get(change["currency"].as_str().unwrap());
                figure.map_or([0; 3], |(income, spending, _)| [*income, *spending, income - spending])
            });
            for (at, name) in ["income", "spending", "net"].into_iter().enumerate() {
                let figures = ["this", "other", "difference"].map(|side| minor(&change[name][side]));
                assert_eq!(figures, [this[at], other[at], this[at] - other[at]], "{name} {input}");
            }
            compared.count("compare_periods", true);
        }
    }
}

/// Compares the budgets of several months with the report and with the transactions that each row opens.
async fn compare_budgets(books: &Generated<'_>, compared: &mut Compared) {
    let euro = Currency::parse("EUR").unwrap();
    let plans = [
        ("Food", BudgetRhythm::Monthly, RollOver::Everything),
        ("Rent and mortgage", BudgetRhythm::Yearly, RollOver::Unspent),
    ];
    for (name, rhythm, roll_over) in plans {
        let budget = Budget {
            id: Id::new(NOW),
            category: books.categories.iter().find(|it| it.name == name).unwrap().id,
            amount: Money::from_minor(50_000, euro),
            rhythm,
            roll_over,
            start: Month::new(2023, 8).unwrap(),
            end: None,
        };
        books.books.storage.put_budget(books.user, budget, NOW).await.unwrap();
    }
    let output = books.run("budgets", json!({"month": "2023-10", "last": "2025-06"})).await;
    let rows = output["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 21);
    for row in rows {
        let (name, month) = (row["category"].as_str().unwrap(), row["month"].as_str().unwrap());
        let report = books.persister.budgets(books.user, month.parse().unwrap()).await.unwrap();
        let is_named = |id: CategoryId| books.name_of(id) == name;
        let state = report.into_iter().find(|it| is_named(it.budget.category)).unwrap().state.unwrap();
        let figures = ["budget", "rolled_over", "spent", "left"].map(|figure| minor(&row[figure]));
        let reported = [state.amount, state.rolled, state.spent, state.left].map(Money::minor);
        assert_eq!(figures, reported, "{name} {month}");
        let link = &row["transactions"];
        let counted = books.counted(&json!({"category": name, "from": link["from"], "to": link["to"]}));
        let spent = counted.get("EUR").map_or(0, |(income, spending, _)| spending - income);
        assert_eq!(figures[2], spent, "{name} {month} {link}");
        compared.count("budgets", spent != 0);
    }
}

/// Compares the balances on several days with the report, with queries and with the transactions.
async fn compare_balances(books: &Generated<'_>, compared: &mut Compared) {
    // The third account has no known balance.
    let known = [("2024-03-10", 123_456), ("2024-09-30", -6_789)].map(|(date, minor)| (day(date), minor));
    for (at, stated) in [(0, &known[..]), (1, &known[1..])] {
        for (date, minor) in stated {
            let amount = Money::from_minor(*minor, Currency::parse(CURRENCIES[at]).unwrap());
            let account = books.accounts[at];
            let stored = books.books.storage.put_balance(books.user, account, *date, amount).await;
            assert!(stored.unwrap());
        }
    }
    // The last known balance and the transactions since; before the first one, those until then.
    let held = |at: usize, date: NaiveDate| {
        let stated = if at == 0 { &known[..] } else { &known[1..] };
        let lines = || books.lines.iter().filter(|line| line.account == at);
        let first_day = lines().map(Line::date).min().into_iter().chain([stated[0].0]).min()?;
        let before = stated.iter().rev().find(|(known_on, _)| *known_on <= date);
        let (known_on, minor) = before.unwrap_or(&stated[0]);
        let moved_until =
            |day: NaiveDate| lines().filter(|line| line.date() <= day).map(|line| line.minor).sum::<i64>();
        (date >= first_day).then(|| minor + moved_until(date) - moved_until(*known_on))
    };
    for date in ["2023-12-31", "2024-03-10", "2024-05-17", "2024-09-30", "2025-06-30"].map(day) {
        let expected: BTreeMap<&str, i64> =
            (0..2).filter_map(|at| Some((ACCOUNTS[at], held(at, date)?))).collect();
        let sum: i64 = expected.values().sum();
        let of_rows = |rows: &Value| -> BTreeMap<String, i64> {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| (row["account"].as_str().unwrap().to_owned(), minor(&row["amount"]))).collect()
        };
        let expected: BTreeMap<String, i64> =
            expected.into_iter().map(|(name, minor)| (name.to_owned(), minor)).collect();
        let balances = books.run("balances", json!({ "date": date })).await;
        assert_eq!(of_rows(&balances["balances"]), expected, "balances {date}");
        let totals: Vec<i64> = balances["totals"].as_array().unwrap().iter().map(minor).collect();
        assert_eq!(totals, if expected.is_empty() { vec![] } else { vec![sum] }, "balances {date}");
        let unknown = balances["accounts_without_balance"].as_array().unwrap().len();
        assert_eq!(unknown, ACCOUNTS.len() - expected.len(), "balances {date}");
        let worth = books.run("net_worth", json!({ "date": date })).await;
        assert_eq!(of_rows(&worth["points"][0]["accounts"]), expected, "net_worth {date}");
        let sums: Vec<i64> = worth["points"][0]["sums"].as_array().unwrap().iter().map(minor).collect();
        assert_eq!(sums, totals, "net_worth {date}");
        let report =
            books.persister.net_worth(books.user, Period::new(date, date), None, date).await.unwrap();
        let reported: Vec<i64> = report.points[0].sums.iter().map(|sum| sum.minor()).collect();
        assert_eq!(reported, totals, "the report {date}");
        let mut query = Query::of(Measure::Balance);
        query.filter.period = saldo_domain::query::DateRange::new(None, Some(date));
        for (group_by, count) in [(None, totals.len()), (Some(Dimension::Account), expected.len())] {
            query.group_by = group_by;
            let answer = books.persister.answer(books.user, &query, today()).await.unwrap();
            let figures = answer.rows.iter().map(|row| match row.figure {
                Figure::Money(money) => money.minor(),
                _ => panic!("a balance is an amount"),
            });
            assert_eq!((answer.rows.len(), figures.sum::<i64>()), (count, sum), "query {date}");
        }
        compared.count("balances", expected.len() == 2 && sum != 0);
    }
    let ends = books.run("net_worth", json!({"from": "2024-10-01", "to": "2025-03-31"})).await;
    for point in ends["points"].as_array().unwrap() {
        let date = day(point["date"].as_str().unwrap());
        let expected: i64 = (0..2).filter_map(|at| held(at, date)).sum();
        assert_eq!(minor(&point["sums"][0]), expected, "net_worth {date}");
        compared.count("net_worth", expected != 0);
    }
    let change = (0..2).map(|at| held(at, day("2025-03-31")).unwrap() - held(at, day("2024-10-31")).unwrap());
    assert_eq!(minor(&ends["change"][0]), change.sum::<i64>());
}

/// Tools without sums of transactions, and the tests that check their figures.
const NOT_COMPARED: [&str; 7] = [
    // Names, counts and days.
    "books",
    "statement_coverage",
    // Single transactions and printed figures.
    "duplicates",
    "explain_transaction",
    "read_statement",
    // Arithmetic on the input.
    "loan",
    "savings_growth",
];

#[tokio::test(flavor = "multi_thread")]
async fn tools_reports_and_transactions_agree_on_any_data() {
    let books = Books::open().await;
    let mut runner = TestRunner::deterministic();
    let years = [(1, 1), (4, 6), (10, 1)];
    let mut compared = Compared::default();
    for number in 0..6 {
        let mut lines = lines().new_tree(&mut runner).unwrap().current();
        lines.extend(recurring_lines().filter(|_| number % 2 == 1));
        let (month, first_day) = years[number % years.len()];
        let calendar = FiscalCalendar::new(month, first_day).unwrap();
        let generated = Generated::make(&books, &format!("user{number}"), lines, calendar).await;
        compare_sums(&generated, &mut compared).await;
        compare_reports(&generated, &mut compared).await;
        compare_comparisons(&generated, &mut compared).await;
        compare_budgets(&generated, &mut compared).await;
        compare_balances(&generated, &mut compared).await;
        queries::compare(&generated, &mut compared).await;
        ahead::compare(&generated, &mut compared).await;
    }
    let tools = saldo_advisor::tools::Toolbox::standard().descriptions();
    let tools = tools.iter().map(|tool| tool.name.as_str()).filter(|name| !NOT_COMPARED.contains(name));
    for of in tools.chain(["per_month", "categories", "merchants", "largest", "usual_spending"]) {
        assert!(compared.0.get(of).is_some_and(|count| *count > 0), "no figure of {of}: {:?}", compared.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_split_transaction_counts_in_the_categories_of_its_splits() {
    let books = Books::open().await;
    let plain =
        |minor, category, other_half| Line { day: 10, minor, category, other_half, ..Line::default() };
    // 40.00 of groceries, and 100.00 of which half is groceries.
    let lines = vec![plain(-4_000, 1, None), plain(-10_000, 1, Some(3))];
    let books = Generated::make(&books, "split", lines, FiscalCalendar::CALENDAR).await;
    let output = books.run("cash_flow", json!({"category": "Groceries"})).await;
    assert_eq!(of_totals(&output["totals"])["EUR"], (0, 9_000, 2));
    let output = books.run("spending", json!({"by": "category"})).await;
    let rows = output["rows"].as_array().unwrap().iter();
    let rows: Vec<(Option<&str>, i64)> =
        rows.map(|row| (row["group"].as_str(), minor(&row["amount"]))).collect();
    assert_eq!(rows, [(Some("Groceries"), 9_000), (Some("Rent and mortgage"), 5_000)]);
    let groups = books.run("spending", json!({"by": "category_group"})).await;
    assert_eq!(groups["rows"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recurring_split_payment_counts_with_its_share_of_a_category() {
    let books = Books::open().await;
    // 100.00 on the 11th of January to June, of which half is groceries and half is rent.
    let line = |text: &str| Line {
        account: 0,
        day: u64::try_from((day(text) - first()).num_days()).unwrap(),
        minor: -10_000,
        category: 1,
        other_half: Some(3),
        is_transfer: false,
        is_tagged: false,
        merchant: 0,
    };
    let days = ["2025-01-11", "2025-02-11", "2025-03-11", "2025-04-11", "2025-05-11", "2025-06-11"];
    let lines = days.map(line).to_vec();
    let books = Generated::make(&books, "split", lines, FiscalCalendar::CALENDAR).await;
    let amounts = async |tool: &str, mut input: Value, category: Option<&str>| {
        input["category"] = json!(category);
        let output = books.run(tool, input).await;
        let rows = output["rows"].as_array().unwrap().iter();
        rows.map(|row| minor(&row["amount"])).collect::<Vec<i64>>()
    };
    let june = json!({"from": "2025-06-12", "to": "2025-07-20"});
    for (category, amount) in [(None, 10_000), (Some("Groceries"), 5_000), (Some("Rent and mortgage"), 5_000)]
    {
        assert_eq!(amounts("recurring", json!({}), category).await, [-amount], "{category:?}");
        assert_eq!(amounts("forecast", june.clone(), category).await, [-amount], "{category:?}");
    }
    assert!(amounts("recurring", json!({}), Some("Salary")).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_month_is_never_compared_with_a_whole_one() {
    let books = Books::open().await;
    // 10.00 on the 1st and the 25th of each month from January to June, and on 1 and 14 July.
    // Today is 15 July.
    let line = |day| Line { day, minor: -1_000, category: 1, ..Line::default() };
    let on = |text: &str| u64::try_from((day(text) - first()).num_days()).unwrap();
    let days =
        (1..=6).flat_map(|month| [on(&format!("2025-{month:02}-01")), on(&format!("2025-{month:02}-25"))]);
    let lines = days.chain([on("2025-07-01"), on("2025-07-14")]).map(line).collect();
    let books = Generated::make(&books, "running", lines, FiscalCalendar::CALENDAR).await;
    let compared = json!({
        "from": "2025-07-01", "to": "2025-07-31", "other_from": "2025-06-01", "other_to": "2025-06-30",
    });
    let output = books.run("compare_periods", compared).await;
    assert_eq!(minor(&output["changes"][0]["spending"]["this"]), 2_000);
    assert_eq!(minor(&output["changes"][0]["spending"]["other"]), 1_000, "the first half of June");
    assert_eq!(output["other"]["filter"]["to"], "2025-06-14");
    assert!(output["note"].as_str().unwrap().contains("The same days of both"));
    let output =
        books.run("cash_flow", json!({"from": "2025-01-01", "to": "2025-12-31", "by": "month"})).await;
    let pace = &output["totals"][0]["per_month"];
    assert_eq!((&pace["months"], minor(&pace["spending"])), (&json!(6), 2_000));
    assert_eq!((&pace["from"], &pace["to"]), (&json!("2025-01-01"), &json!("2025-06-30")));
    assert_eq!(output["unfinished"]["until"], "2025-07-14");
    for (tool, input) in [
        ("spending", json!({"by": "month"})),
        ("search_transactions", json!({})),
        ("render_chart", json!({"of": "spending"})),
    ] {
        let mut input = input;
        (input["from"], input["to"]) = (json!("2025-07-01"), json!("2025-07-31"));
        let output = books.run(tool, input).await;
        assert_eq!(output["unfinished"]["until"], "2025-07-14", "{tool} {output}");
    }
    let over: Vec<bool> =
        output["rows"].as_array().unwrap().iter().map(|row| row["is_over"].as_bool().unwrap()).collect();
    assert_eq!(over, [true, true, true, true, true, true, false]);
    let goal = books.run("savings_goal", json!({"amount": "100"})).await;
    assert_eq!((&goal["months"], minor(&goal["averages"]["spending_per_month"])), (&json!(6), 2_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_later_data_is_not_compared_as_a_whole() {
    let books = Books::open().await;
    // The first account has data until 14 July, the second one until 10 June. Today is 15 July.
    let line = |account, text: &str| Line {
        account,
        day: u64::try_from((day(text) - first()).num_days()).unwrap(),
        minor: -1_000,
        category: 1,
        ..Line::default()
    };
    let days = ["2025-04-01", "2025-05-01", "2025-05-25", "2025-06-02", "2025-06-10"];
    let mut lines: Vec<Line> = days.iter().map(|text| line(1, text)).collect();
    lines.extend([
        line(0, "2025-04-01"),
        line(0, "2025-05-30"),
        line(0, "2025-06-29"),
        line(0, "2025-07-14"),
    ]);
    let books = Generated::make(&books, "behind", lines, FiscalCalendar::CALENDAR).await;
    let june_and_may = |account: Option<&str>| {
        json!({
            "from": "2025-06-01", "to": "2025-06-30", "other_from": "2025-05-01", "other_to": "2025-05-31",
            "account": account,
        })
    };
    let second = books.run("compare_periods", june_and_may(Some(ACCOUNTS[1]))).await;
    assert_eq!(minor(&second["changes"][0]["spending"]["this"]), 2_000);
    assert_eq!(minor(&second["changes"][0]["spending"]["other"]), 1_000, "the first ten days of May");
    assert_eq!(second["this"]["is_over"], false);
    let all = books.run("compare_periods", june_and_may(None)).await;
    assert_eq!(all["accounts_behind"], json!([{"account": ACCOUNTS[1], "until": "2025-06-10"}]));
    let flow = json!({"from": "2025-04-01", "to": "2025-07-31", "by": "month", "account": ACCOUNTS[1]});
    let flow = books.run("cash_flow", flow).await;
    assert_eq!(flow["totals"][0]["per_month"]["to"], "2025-05-31");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preferred_currency_and_the_financial_year_reach_the_tools() {
    let books = Books::open().await;
    let line = |account, day, minor| Line { account, day, minor, category: 1, ..Line::default() };
    let lines = vec![line(0, 240, -1_000), line(2, 250, -3_000)];
    let books = Generated::make(&books, "british", lines, FiscalCalendar::new(4, 6).unwrap()).await;
    let output = books.run("cash_flow", json!({"by": "year"})).await;
    let years: Vec<&str> =
        output["rows"].as_array().unwrap().iter().map(|row| row["group"].as_str().unwrap()).collect();
    assert_eq!(years, ["2023/24", "2024/25"]);
    assert!(output["in_preferred_currency"]["missing"].is_string(), "{output}");
    let dollar = Currency::parse("USD").unwrap();
    let rate = (day("2025-07-14"), dollar, "1.5".to_owned());
    books.books.storage.put_rates(books.user, vec![rate]).await.unwrap();
    let output = books.run("cash_flow", json!({})).await;
    let one = &output["in_preferred_currency"];
    assert_eq!((&one["currency"], minor(&one["spending"])), (&json!("EUR"), 3_000));
    let held = books.run("balances", json!({})).await;
    assert!(held["in_preferred_currency"].is_null(), "no balance is known");
    let storage = &books.books.storage;
    storage.put_rates(books.user, vec![(day("2024-04-05"), dollar, "1.5".to_owned())]).await.unwrap();
    let stated = Money::from_minor(15_000, dollar);
    assert!(storage.put_balance(books.user, books.accounts[2], day("2024-04-07"), stated).await.unwrap());
    let budget = Budget {
        id: Id::new(NOW),
        category: books.category(1).unwrap(),
        amount: Money::from_minor(9_000, dollar),
        rhythm: BudgetRhythm::Monthly,
        roll_over: RollOver::Nothing,
        start: Month::new(2024, 4).unwrap(),
        end: None,
    };
    storage.put_budget(books.user, budget, NOW).await.unwrap();
    let budgets = books.run("budgets", json!({"month": "2025-06", "last": "2025-07"})).await;
    assert!(budgets["rows"][0]["in_preferred_currency"]["missing"].is_string(), "{budgets}");
    let one = &budgets["rows"][1]["in_preferred_currency"];
    assert_eq!(["budget", "spent", "left"].map(|name| minor(&one[name])), [6_000, 0, 6_000]);
    let goal = books.run("savings_goal", json!({"amount": "300", "currency": "USD"})).await;
    assert_eq!(minor(&goal["in_preferred_currency"]["amount"]), 20_000, "{goal}");
    assert_eq!(minor(&goal["balance_in_preferred_currency"]["amount"]), 10_000, "{goal}");
    let ahead = books.run("forecast", json!({"from": "2024-04-08", "to": "2024-04-12"})).await;
    let [start, end] =
        ["start", "end"].map(|name| minor(&ahead["balances_in_preferred_currency"][name]["amount"]));
    assert_eq!((start, end), (10_000, minor(&ahead["balances"][0]["end"]) * 2 / 3), "{ahead}");
    let on = json!({"of": "net_worth", "from": "2024-04-07", "to": "2024-04-07"});
    let bars = books.run("render_chart", on).await;
    assert_eq!(minor(&bars["rows"][0]["all_in_preferred_currency"]), 10_000, "{bars}");
    let monthly = (0..8).map(|month| line(2, 30 * month, -3_000)).collect();
    let subscriber =
        Generated::make(books.books, "subscriber", monthly, FiscalCalendar::new(1, 1).unwrap()).await;
    let rate = (day("2024-02-26"), dollar, "1.5".to_owned());
    books.books.storage.put_rates(subscriber.user, vec![rate]).await.unwrap();
    let output = subscriber.run("recurring", json!({})).await;
    let one = &output["per_month_in_preferred_currency"];
    assert!(one["spending"].is_object(), "{output}");
    assert_eq!((&one["currency"], minor(&one["spending"])), (&json!("EUR"), 2_000));
    let loan = books.run("loan", json!({"debt": "1000", "rate_percent": "4", "months": 12})).await;
    assert_eq!(loan["debt"]["currency"], "EUR");
    let answer = books.run("books", json!({})).await;
    assert_eq!((&answer["currency"], &answer["financial_year_begins"]["month"]), (&json!("EUR"), &json!(4)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_overflowing_sum_is_reported() {
    let books = Books::open().await;
    let huge = |day| Line { day, minor: i64::MAX, category: 1, ..Line::default() };
    let books = Generated::make(&books, "rich", vec![huge(10), huge(50)], FiscalCalendar::CALENDAR).await;
    for (tool, input) in [
        ("cash_flow", json!({})),
        ("cash_flow", json!({"by": "year"})),
        ("spending", json!({"by": "weekday", "direction": "in"})),
        ("search_transactions", json!({"above": "1"})),
    ] {
        let refused = run_as(books.books, books.user, tool, input).await.unwrap_err().to_string();
        assert!(refused.starts_with("the sum of these amounts is too large"), "{tool}: {refused}");
    }
    let month = json!({"from": "2023-08-01", "to": "2023-08-31"});
    assert!(run_as(books.books, books.user, "cash_flow", month).await.is_ok());
    let said = books.books.ask(books.user, &["How much came in?"]).await;
    assert!(said.contains("is too large"), "{said}");
}

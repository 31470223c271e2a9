//! Generated accounts, categories and transactions with the texts that users and banks write.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use saldo_domain::{
    Account, AccountKind, AccountLabels, Category, Currency, Date, Id, Money, Outcome, Split, Tag, Timestamp,
    Transaction, TransactionKind, merchant, text,
};
use saldo_ledger::export::{ExportData, ExportTransaction, StatementBalance};

/// Texts with characters that are special in one of the formats.
const HOSTILE: &[&str] = &[
    "=HYPERLINK(\"http://x\",\"y\")",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "'quoted",
    "''twice",
    "a \"quote\" and a \\ slash",
    "semi; colon",
    "pipe | note",
    "(code) in front",
    "(unclosed",
    "* star",
    "! bang",
    "a, comma, and; more",
    "&amp; &lt;b&gt; &nbsp;",
    "<STMTTRN>",
    "]]>",
    "^caret",
    "!Type:Bank",
    "date:2025-99-99",
    "[2025-13-40]",
    "#tag ^link",
    "2025-05-01 balance",
    "Opening Balance",
    "Ünïcödé 食品 Ελλάδα عربى",
    "emoji 🎉 party",
    "a\u{301}\u{200d}b",
    "%20 {{x}}",
    "TOTAL",
    "12.50",
    "x=y",
    "~",
    "-",
    "DR",
    "a  = b  @ 3",
    "100% {not} a cost @@ 5",
];

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(HOSTILE).prop_map(str::to_owned),
        "[A-Z]{2,9} [A-Z]{2,9} [0-9]{0,6}",
        "\\PC{1,60}",
        "[a-z ]{33,120}",
    ]
    .prop_map(|words| text::one_line(&words).replace(['\u{fffd}', '\u{fffe}', '\u{ffff}'], ""))
}

fn currency() -> impl Strategy<Value = Currency> {
    proptest::sample::select(vec!["EUR", "USD", "JPY", "KWD"]).prop_map(|code| Currency::parse(code).unwrap())
}

fn account() -> impl Strategy<Value = Account> {
    let kinds = vec![
        AccountKind::Checking,
        AccountKind::Savings,
        AccountKind::Card,
        AccountKind::Investment,
        AccountKind::Other,
    ];
    (words(), option::of(words()), proptest::sample::select(kinds), currency()).prop_map(
        |(name, institution, kind, currency)| {
            let now = Timestamp::from_milliseconds(1_700_000_000_000);
            // A name of a single letter would be a direction in the CSV import.
            let name = format!("Account {name}").trim_end().to_owned();
            let number_masked = Some("••••1234".to_owned());
            Account {
                id: Id::new(now),
                name,
                institution,
                number_masked,
                kind,
                currency,
                by_hand: false,
                closed_on: None,
                number: None,
                created_at: now,
                updated_at: now,
            }
        },
    )
}

fn labels() -> impl Strategy<Value = AccountLabels> {
    (option::of(words()), option::of(words()), any::<bool>())
        .prop_map(|(group, note, is_archived)| AccountLabels { group, note, is_archived, payer: None })
}

fn categories() -> impl Strategy<Value = Vec<Category>> {
    let name = words().prop_filter("a name", |name| !name.is_empty());
    vec((name, option::of(0_usize..4), any::<bool>()), 1..6).prop_map(|rows| {
        let now = Timestamp::from_milliseconds(1_700_000_000_000);
        let mut made: Vec<Category> = Vec::new();
        for (name, parent, income) in rows {
            let parent = parent.and_then(|index| made.get(index)).map(|category| category.id);
            let key = (income && parent.is_none()).then(|| "income".to_owned());
            made.push(Category { id: Id::new(now), key, name, parent });
        }
        made
    })
}

type Row = (i64, Option<i64>, String, i64, Option<usize>, bool, Vec<Tag>, Option<String>, Option<i64>, bool);

fn row() -> impl Strategy<Value = Row> {
    let tag = prop_oneof!["[a-z]{1,8}", "[a-z]{1,8} [0-9]{4}", "[äöü:;#\\[\\]]{1,5}"]
        .prop_filter_map("a tag", |text| Tag::parse(&text).ok());
    (
        0_i64..60,
        option::of(1_i64..4),
        words(),
        -1_000_000_i64..1_000_000,
        option::of(0_usize..6),
        proptest::bool::weighted(0.1),
        vec(tag, 0..3),
        option::weighted(0.3, words()),
        option::weighted(0.3, 1_i64..1_000),
        proptest::bool::weighted(0.2),
    )
}

/// Generates accounts with transactions in the order of an export. The
/// statements add up and follow each other, some with a gap between.
pub(crate) fn any_export() -> impl Strategy<Value = (ExportData, Vec<ExportTransaction>)> {
    (categories(), vec(((account(), labels()), vec(row(), 1..25), any::<[i32; 2]>(), any::<bool>()), 1..4))
        .prop_map(|(categories, rows)| {
            let mut books = ExportData { categories, ..ExportData::default() };
            let mut by_account = Vec::new();
            for ((account, labels), rows, balances, gap) in rows {
                let transactions = transactions_of(&account, &books.categories, rows);
                books.statements.extend(statements_of(&account, &transactions, balances, gap));
                if labels != AccountLabels::default() {
                    books.labels.insert(account.id, labels);
                }
                books.accounts.push(account);
                by_account.push(transactions);
            }
            let order = books.account_order();
            by_account.sort_by_key(|transactions| {
                order.iter().position(|id| *id == transactions[0].transaction.account)
            });
            (books, by_account.concat())
        })
}

fn transactions_of(account: &Account, categories: &[Category], mut rows: Vec<Row>) -> Vec<ExportTransaction> {
    rows.sort_by_key(|row| row.0);
    let first: Date = "2025-01-01".parse().unwrap();
    let now = Timestamp::from_milliseconds(1_700_000_000_000);
    let category = |index: Option<usize>| Some(categories.get(index?)?.id);
    let mut made = Vec::new();
    for ((day, value, description, minor, place, transfer, tags, note, part, renamed), position) in
        rows.into_iter().zip(0..)
    {
        let date = first + chrono::TimeDelta::days(day);
        let amount = Money::from_minor(minor, account.currency);
        let split = |minor, index| Split {
            amount: Money::from_minor(minor, account.currency),
            category: category(index),
            note: note.clone(),
        };
        let splits = part
            .filter(|part| *part != minor)
            .map_or_else(Vec::new, |part| vec![split(part, place), split(minor - part, None)]);
        let transaction = Transaction {
            id: Id::new(now),
            account: account.id,
            statement: None,
            date,
            value_date: value.map(|days| date + chrono::TimeDelta::days(days)),
            original_description: if renamed { "AS PRINTED".to_owned() } else { description.clone() },
            merchant: merchant::merchant_key(&description),
            description,
            amount,
            balance: None,
            category: category(place),
            kind: if transfer { TransactionKind::Transfer } else { TransactionKind::Transaction },
            note: String::new(),
            category_by: saldo_domain::CategoryBy::Words,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
            place: None,
            position,
        };
        let receipts =
            if renamed { vec![format!("{date} Größe-1.pdf"), format!("{date} 2.png")] } else { Vec::new() };
        made.push(ExportTransaction { transaction, tags, note, splits, receipts });
    }
    made
}

/// Creates two statements that divide the transactions at a
/// day. With `gap`, the second opens with a different balance.
fn statements_of(
    account: &Account,
    transactions: &[ExportTransaction],
    balances: [i32; 2],
    gap: bool,
) -> Vec<StatementBalance> {
    let day = transactions[transactions.len() / 2].transaction.date;
    let (first, second): (Vec<&ExportTransaction>, Vec<&ExportTransaction>) =
        transactions.iter().partition(|book| book.transaction.date < day);
    let mut made: Vec<StatementBalance> = Vec::new();
    for (part, start) in [first, second].into_iter().zip(balances) {
        let dates = part.iter().map(|book| book.transaction.date);
        let Some(days) = StatementBalance::days_of(None, None, dates) else { continue };
        let printed = Money::from_minor(i64::from(start), account.currency);
        let before = made.last().and_then(|before| before.closing);
        let opening = before.filter(|_| !gap).unwrap_or(printed);
        let sum = Money::sum(account.currency, part.iter().map(|book| book.transaction.amount)).unwrap();
        made.push(StatementBalance {
            statement: Id::new(Timestamp::from_milliseconds(1)),
            account: account.id,
            currency: account.currency,
            days,
            opening: Some(opening),
            closing: opening.checked_add(sum).ok(),
            outcome: Outcome::Balanced,
        });
    }
    made
}

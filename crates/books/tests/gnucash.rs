//! One set of books as GnuCash's SQLite file and as its XML file: both are read alike, with all content.

#![expect(clippy::unwrap_used, reason = "this file has nothing but tests")]

use std::fmt::Write as _;

use saldo_books::{Books, Hints, Part, Program, read};
use saldo_domain::BudgetRhythm;

/// Accounts: id, name, type, parent, commodity.
const ACCOUNTS: [[&str; 5]; 12] = [
    ["root", "Root Account", "ROOT", "", ""],
    ["assets", "Assets", "ASSET", "root", "EUR"],
    ["giro", "Giro", "BANK", "assets", "EUR"],
    ["savings", "Savings", "SAVINGS", "assets", "EUR"],
    ["dollars", "Dollars", "BANK", "assets", "USD"],
    ["debts", "Liabilities", "LIABILITY", "root", "EUR"],
    ["visa", "Visa", "CREDIT", "debts", "EUR"],
    ["expenses", "Expenses", "EXPENSE", "root", "EUR"],
    ["food", "Food", "EXPENSE", "expenses", "EUR"],
    ["out", "Out & about", "EXPENSE", "food", "EUR"],
    ["salary", "Salary", "INCOME", "root", "EUR"],
    ["opening", "Opening", "EQUITY", "root", "EUR"],
];

/// A transaction: id, day, description, note, and its splits: account, memo, value, quantity.
type Transaction = (&'static str, &'static str, &'static str, &'static str, &'static [[&'static str; 4]]);

const TRANSACTIONS: [Transaction; 6] = [
    (
        "t1",
        "2024-01-01",
        "Opening",
        "",
        &[["giro", "", "1000/1", "1000/1"], ["opening", "", "-1000/1", "-1000/1"]],
    ),
    (
        "t2",
        "2024-01-02",
        "Shop",
        "for the week",
        &[
            ["giro", "", "-35/10", "-35/10"],
            ["food", "bread", "2500/1000", "2500/1000"],
            ["out", "coffee", "100/100", "100/100"],
        ],
    ),
    (
        "t3",
        "2024-01-03",
        "Restaurant",
        "",
        &[["visa", "", "-4000/100", "-4000/100"], ["out", "", "4000/100", "4000/100"]],
    ),
    (
        "t4",
        "2024-01-04",
        "Pay the card",
        "",
        &[["giro", "", "-4000/100", "-4000/100"], ["visa", "", "4000/100", "4000/100"]],
    ),
    (
        "t5",
        "2024-01-05",
        "Dollars",
        "",
        &[["giro", "", "-10000/100", "-10000/100"], ["dollars", "", "10000/100", "11025/100"]],
    ),
    (
        "t6",
        "2024-01-31",
        "Pay",
        "",
        &[
            ["giro", "", "150000/100", "150000/100"],
            ["savings", "", "50000/100", "50000/100"],
            ["salary", "", "-200000/100", "-200000/100"],
        ],
    ),
];

/// A budget: id, unit of the period, number of units, start, and amounts: account, period, amount.
type Budget = (&'static str, &'static str, &'static str, &'static str, &'static [[&'static str; 3]]);

const BUDGETS: [Budget; 3] = [
    (
        "b1",
        "month",
        "1",
        "2024-01-01",
        &[
            ["food", "0", "200/1"],
            ["food", "1", "25000/100"],
            ["food", "2", "25000/100"],
            ["salary", "0", "2000/1"],
            ["salary", "1", "2000/1"],
        ],
    ),
    ("b2", "year", "1", "2024-01-01", &[["out", "0", "1200/1"]]),
    ("b3", "week", "1", "2024-01-01", &[["food", "0", "50/1"]]),
];

fn xml() -> Vec<u8> {
    let currency = |element: &str, code: &str| {
        format!("<{element}><cmdty:space>CURRENCY</cmdty:space><cmdty:id>{code}</cmdty:id></{element}>")
    };
    let mut xml = String::from("<?xml version=\"1.0\"?>\n<gnc-v2><gnc:book version=\"2.0.0\">");
    xml.push_str("<gnc:pricedb version=\"1\"><price><price:value>11/10</price:value></price></gnc:pricedb>");
    for [id, name, kind, parent, code] in ACCOUNTS {
        let name = name.replace('&', "&amp;");
        write!(xml, "<gnc:account><act:name>{name}</act:name><act:id>{id}</act:id>").unwrap();
        write!(xml, "<act:type>{kind}</act:type>{}", currency("act:commodity", code)).unwrap();
        write!(xml, "<act:parent>{parent}</act:parent></gnc:account>").unwrap();
    }
    for (_, day, text, note, splits) in TRANSACTIONS {
        write!(xml, "<gnc:transaction>{}", currency("trn:currency", "EUR")).unwrap();
        write!(xml, "<trn:date-posted><ts:date>{day} 10:59:00 +0000</ts:date></trn:date-posted>").unwrap();
        write!(xml, "<trn:description>{text}</trn:description><trn:slots><slot><slot:key>notes</slot:key>")
            .unwrap();
        write!(xml, "<slot:value type=\"string\">{note}</slot:value></slot></trn:slots><trn:splits>")
            .unwrap();
        for [account, memo, value, quantity] in splits {
            write!(xml, "<trn:split><split:memo>{memo}</split:memo><split:value>{value}</split:value>")
                .unwrap();
            write!(xml, "<split:quantity>{quantity}</split:quantity>").unwrap();
            write!(xml, "<split:account>{account}</split:account></trn:split>").unwrap();
        }
        xml.push_str("</trn:splits></gnc:transaction>");
    }
    xml.push_str("<gnc:template-transactions><gnc:transaction><trn:description>Rent</trn:description>");
    xml.push_str("</gnc:transaction></gnc:template-transactions>");
    xml.push_str("<gnc:schedxaction><sx:name>Rent</sx:name></gnc:schedxaction>");
    for (id, unit, every, start, amounts) in BUDGETS {
        write!(xml, "<gnc:budget version=\"2.0.0\"><bgt:id>{id}</bgt:id><bgt:name>Mine</bgt:name>").unwrap();
        write!(xml, "<bgt:num-periods>12</bgt:num-periods><bgt:recurrence>").unwrap();
        write!(xml, "<recurrence:mult>{every}</recurrence:mult>").unwrap();
        write!(xml, "<recurrence:period_type>{unit}</recurrence:period_type>").unwrap();
        write!(xml, "<recurrence:start><gdate>{start}</gdate></recurrence:start></bgt:recurrence>").unwrap();
        xml.push_str("<bgt:slots>");
        for [account, period, amount] in amounts {
            write!(xml, "<slot><slot:key>{account}</slot:key><slot:value type=\"frame\"><slot>").unwrap();
            write!(xml, "<slot:key>{period}</slot:key><slot:value type=\"numeric\">{amount}").unwrap();
            xml.push_str("</slot:value></slot></slot:value></slot>");
        }
        xml.push_str("</bgt:slots></gnc:budget>");
    }
    xml.push_str("</gnc:book></gnc-v2>\n");
    xml.into_bytes()
}

/// The columns that the reader uses, and the required ones, of the tables in `libgnucash/backend/sql`.
const TABLES: &str = "
    CREATE TABLE commodities (guid TEXT, namespace TEXT, mnemonic TEXT, fraction INTEGER);
    CREATE TABLE accounts (guid TEXT, name TEXT, account_type TEXT, commodity_guid TEXT, parent_guid TEXT);
    CREATE TABLE transactions (guid TEXT, currency_guid TEXT, num TEXT, post_date TEXT, enter_date TEXT,
        description TEXT);
    CREATE TABLE splits (guid TEXT, tx_guid TEXT, account_guid TEXT, memo TEXT, action TEXT,
        reconcile_state TEXT, value_num INTEGER, value_denom INTEGER, quantity_num INTEGER,
        quantity_denom INTEGER, lot_guid TEXT);
    CREATE TABLE slots (id INTEGER PRIMARY KEY, obj_guid TEXT, name TEXT, slot_type INTEGER, string_val TEXT);
    CREATE TABLE prices (guid TEXT, commodity_guid TEXT, value_num INTEGER, value_denom INTEGER);
    CREATE TABLE schedxactions (guid TEXT, name TEXT, enabled INTEGER, template_act_guid TEXT);
    CREATE TABLE recurrences (id INTEGER PRIMARY KEY, obj_guid TEXT, recurrence_mult INTEGER,
        recurrence_period_type TEXT, recurrence_period_start TEXT, recurrence_weekend_adjust TEXT);
    CREATE TABLE budgets (guid TEXT, name TEXT, description TEXT, num_periods INTEGER);
    CREATE TABLE budget_amounts (id INTEGER PRIMARY KEY, budget_guid TEXT, account_guid TEXT,
        period_num INTEGER, amount_num INTEGER, amount_denom INTEGER);
    INSERT INTO commodities VALUES ('EUR', 'CURRENCY', 'EUR', 100), ('USD', 'CURRENCY', 'USD', 100),
        ('template', 'template', 'template', 100);
    INSERT INTO prices VALUES ('p', 'USD', 11, 10);
    INSERT INTO accounts VALUES ('s1', 'Rent', 'BANK', 'template', 'templates');
    INSERT INTO transactions VALUES ('st', 'EUR', '', '2024-01-01 10:59:00', '2024-01-01 10:59:00', 'Rent');
    INSERT INTO splits VALUES ('ss', 'st', 's1', '', '', 'n', 0, 1, 0, 1, NULL);
    INSERT INTO schedxactions VALUES ('x', 'Rent', 1, 's1');
    INSERT INTO recurrences VALUES (99, 'x', 1, 'month', '20240101', 'none');";

fn connection() -> rusqlite::Connection {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection.execute_batch(TABLES).unwrap();
    let add = |query: &str, values: &[&str]| {
        connection.execute(query, rusqlite::params_from_iter(values)).unwrap();
    };
    for [id, name, kind, parent, code] in ACCOUNTS {
        add("INSERT INTO accounts VALUES (?1, ?2, ?3, ?4, NULLIF(?5, ''))", &[id, name, kind, code, parent]);
    }
    for (id, day, text, note, splits) in TRANSACTIONS {
        let time = format!("{day} 10:59:00");
        add("INSERT INTO transactions VALUES (?1, 'EUR', '', ?2, ?2, ?3)", &[id, &time, text]);
        if !note.is_empty() {
            add("INSERT INTO slots VALUES (NULL, ?1, 'notes', 4, ?2)", &[id, note]);
        }
        for (number, [account, memo, value, quantity]) in splits.iter().enumerate() {
            let ((value, of), (quantity, of_quantity)) =
                (value.split_once('/').unwrap(), quantity.split_once('/').unwrap());
            let own = format!("{id}-{number}");
            let query = "INSERT INTO splits VALUES (?1, ?2, ?3, ?4, '', 'n', ?5, ?6, ?7, ?8, NULL)";
            add(query, &[&own, id, account, memo, value, of, quantity, of_quantity]);
        }
    }
    for (id, unit, every, start, amounts) in BUDGETS {
        add("INSERT INTO budgets VALUES (?1, 'Mine', '', 12)", &[id]);
        let start = start.replace('-', "");
        let query = "INSERT INTO recurrences VALUES (NULL, ?1, ?2, ?3, ?4, 'none')";
        add(query, &[id, every, unit, &start]);
        for [account, period, amount] in amounts {
            let (amount, of) = amount.split_once('/').unwrap();
            let query = "INSERT INTO budget_amounts VALUES (NULL, ?1, ?2, ?3, ?4, ?5)";
            add(query, &[id, account, period, amount, of]);
        }
    }
    connection
}

fn books(bytes: &[u8]) -> Books {
    assert_eq!(Program::of(bytes), Some(Program::Gnucash));
    read(Program::Gnucash, bytes, &Hints::default()).unwrap()
}

#[test]
fn the_sqlite_file_and_the_xml_file_are_read_alike() {
    let sqlite = connection().serialize(rusqlite::MAIN_DB).unwrap().to_vec();
    assert_eq!(books(&sqlite), books(&xml()));
}

#[test]
fn the_sqlite_file_brings_accounts_categories_notes_transfers_budgets_and_balances() {
    let connection = connection();
    let found = books(&connection.serialize(rusqlite::MAIN_DB).unwrap());
    let balance = |account: &str| -> i64 {
        let query = "SELECT SUM(quantity_num * 100 / quantity_denom) FROM splits WHERE account_guid = ?1";
        connection.query_row(query, [account], |row| row.get(0)).unwrap()
    };
    let balances: Vec<(&str, i64)> =
        found.balances().unwrap().iter().map(|(name, balance)| (*name, balance.minor())).collect();
    let expected = [("Giro", "giro"), ("Visa", "visa"), ("Dollars", "dollars"), ("Savings", "savings")];
    assert_eq!(balances, expected.map(|(name, id)| (name, balance(id))));
    let giro = &found.accounts[0];
    assert_eq!(giro.opening.unwrap().minor(), 100_000);
    let shop = &giro.transactions[0];
    let splits: Vec<(&str, Option<&str>)> =
        shop.marks.splits.iter().map(|split| (split.category.as_str(), split.note.as_deref())).collect();
    assert_eq!(splits, [("Food", Some("bread")), ("Food: Out & about", Some("coffee"))]);
    assert_eq!(shop.marks.note, "for the week");
    let lines = found.accounts.iter().flat_map(|account| &account.transactions);
    assert_eq!(lines.filter(|line| line.marks.transfer.is_some()).count(), 6);
    let budgets: Vec<String> = found
        .budgets
        .iter()
        .map(|budget| {
            let end = budget.end.map_or_else(String::new, |end| end.to_string());
            format!("{} {} {:?} {}..{end}", budget.category, budget.amount, budget.rhythm, budget.start)
        })
        .collect();
    let yearly = BudgetRhythm::Yearly;
    assert_eq!(
        budgets,
        [
            "Food 250.00 EUR Monthly 2024-02..2024-03".to_owned(),
            format!("Food: Out & about 1200.00 EUR {yearly:?} 2024-01..2024-12"),
        ]
    );
    let left_out: Vec<(Part, u64)> = found.left_out.iter().map(|left| (left.part, left.count)).collect();
    assert_eq!(
        left_out,
        [(Part::Budgets, 2), (Part::EarlierBudgets, 1), (Part::Schedules, 1), (Part::Prices, 1)]
    );
}

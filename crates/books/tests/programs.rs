//! The exports of each program become the accounts, categories, tags, splits, transfers and balances that the
//! program itself shows.

#![expect(clippy::unwrap_used, reason = "this file has nothing but tests")]

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use saldo_books::{BookAccount, Books, Error, Hints, Part, Program, read};
use saldo_domain::{Currency, TransactionKind};

fn books(program: Program, bytes: &[u8]) -> Books {
    assert_eq!(Program::of(bytes), Some(program));
    let mut hints = Hints::default();
    hints.currency = Currency::parse("USD").ok();
    read(program, bytes, &hints).unwrap()
}

/// Returns each transaction as one line: date, amount, description, category or splits, tags, `=` for a
/// transfer.
fn lines(account: &BookAccount) -> Vec<String> {
    let line = |line: &saldo_books::BookTransaction| {
        let mut text = format!("{} {} {}", line.date, line.amount.decimal(), line.description);
        if let Some(category) = &line.marks.category {
            write!(text, " [{category}]").unwrap();
        }
        for split in &line.marks.splits {
            write!(text, " [{} {}]", split.amount.decimal(), split.category).unwrap();
        }
        line.marks.tags.iter().for_each(|tag| write!(text, " #{tag}").unwrap());
        if line.marks.kind == TransactionKind::Transfer {
            text.push_str(" =");
        }
        text
    };
    account.transactions.iter().map(line).collect()
}

fn balances(books: &Books) -> Vec<String> {
    books.balances().unwrap().iter().map(|(name, balance)| format!("{name} {balance}")).collect()
}

fn count(books: &Books, part: Part) -> u64 {
    books.left_out.iter().find(|left| left.part == part).map_or(0, |left| left.count)
}

const BEANCOUNT: &str = r#"option "title" "Mine"
; accounts
2023-12-31 open Assets:Bank:Checking EUR
2023-12-31 open Liabilities:Visa-Card EUR
2023-12-31 open Assets:Broker
2024-01-01 pad Assets:Bank:Checking Equity:Opening-Balances
2024-01-02 balance Assets:Bank:Checking  1,000.00 EUR
2024-01-03 * "REWE" "Food; and more" #home ^receipt-1
  note: "weekly"
  Assets:Bank:Checking   -30.00 EUR
  Expenses:Food:Groceries  20.00 EUR
  Expenses:Home
2024-01-04 ! "Card"
  Liabilities:Visa-Card  -9.00 EUR
  Expenses:Travel  10.00 USD @@ 9.00 EUR
2024-01-05 * "Pay the card"
  Assets:Bank:Checking  -9.00 EUR
  Liabilities:Visa-Card
2024-01-06 * "Buy"
  Assets:Broker  2 ACME {50.00 EUR}
  Expenses:Fees  1.00 EUR
  Assets:Bank:Checking
2024-01-07 price ACME 51.00 EUR
2024-01-08 balance Assets:Bank:Checking  860.00 EUR
2024-01-08 balance Liabilities:Visa-Card  0.00 EUR
"#;

#[test]
fn a_beancount_journal_is_read_with_its_pads_and_balances() {
    let found = books(Program::Beancount, BEANCOUNT.as_bytes());
    assert_eq!(balances(&found), ["Bank: Checking 860.00 EUR", "Visa-Card 0.00 EUR"]);
    assert_eq!(
        lines(&found.accounts[0]),
        [
            "2024-01-03 -30.00 REWE Food; and more [-20.00 Food: Groceries] [-10.00 Home] #home",
            "2024-01-05 -9.00 Pay the card =",
            "2024-01-06 -1.00 Buy [Fees]",
            "2024-01-06 -100.00 Buy =",
        ]
    );
    assert_eq!(found.accounts[0].opening.unwrap().minor(), 100_000);
    assert_eq!(
        lines(&found.accounts[1]),
        ["2024-01-04 -9.00 Card [Travel]", "2024-01-05 9.00 Pay the card ="]
    );
    assert_eq!((count(&found, Part::Holdings), count(&found, Part::Prices)), (1, 1));
}

#[test]
fn a_balance_that_does_not_hold_names_its_line() {
    let wrong = BEANCOUNT.replace("860.00", "861.00");
    let error = read(Program::Beancount, wrong.as_bytes(), &Hints::default()).unwrap_err();
    assert!(matches!(error, Error::Line { line: 24, .. }), "{error}");
    let included = format!("{BEANCOUNT}include \"more.beancount\"\n");
    let error = read(Program::Beancount, included.as_bytes(), &Hints::default()).unwrap_err();
    assert!(error.to_string().contains("one file"), "{error}");
}

const HLEDGER: &str = "; mine
account assets:bank:giro  ; type: C
account Kasse  ; type: A
commodity 1.000,00 EUR

2024-01-01 opening balances
    assets:bank:giro    1.000,00 EUR = 1.000,00 EUR
    equity:opening

2024/1/3 * (12) Shop | bread  ; trip:Rome
    expenses:food    3,50 EUR
    assets:bank:giro

2024-01-04 To the purse
    Kasse    50,00 EUR
    assets:bank:giro    -50,00 EUR = 946,50 EUR
    (budget:food)    -5,00 EUR

~ monthly
    expenses:food    100,00 EUR
    assets:bank:giro
";

#[test]
fn an_hledger_journal_is_read_with_its_types_and_assertions() {
    let found = books(Program::Hledger, HLEDGER.as_bytes());
    assert_eq!(balances(&found), ["bank: giro 946.50 EUR", "Kasse 50.00 EUR"]);
    assert_eq!(
        lines(&found.accounts[0]),
        ["2024-01-03 -3.50 Shop bread [food] #trip: Rome", "2024-01-04 -50.00 To the purse ="]
    );
    assert_eq!((found.budgets.len(), count(&found, Part::Budgets), count(&found, Part::Other)), (1, 0, 1));
    let untyped = HLEDGER.replace("type: A", "");
    let error = read(Program::Hledger, untyped.as_bytes(), &Hints::default()).unwrap_err();
    assert!(error.to_string().contains("declare it"), "{error}");
}

/// Returns the balances of assets and liabilities by `hledger`; `None` if it is not installed, which CI does
/// not allow.
fn by_hledger(journal: &str) -> Option<Vec<String>> {
    let child = Command::new("hledger")
        .args(["-f", "-", "balance", "--flat", "--real", "--no-total", "-O", "csv", "type:AL"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
            let must = std::env::var_os("CI").is_some();
            assert!(!must, "hledger is missing (apt install hledger), which CI does not allow: {error}");
            eprintln!("NOT RUN: hledger is missing ({error})");
            return None;
        }
    };
    child.stdin.take().unwrap().write_all(journal.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().skip(1).map(|line| line.replace('"', "")).collect())
}

#[test]
fn balances_are_those_of_hledger() {
    let Some(theirs) = by_hledger(HLEDGER) else { return };
    let found = books(Program::Hledger, HLEDGER.as_bytes());
    let mut ours = Vec::new();
    for (name, balance) in found.balances().unwrap() {
        let amount = balance.decimal().replace('.', ",");
        let account =
            if name == "Kasse" { name.to_owned() } else { format!("assets:{}", name.replace(": ", ":")) };
        ours.push(format!("{account},{amount} EUR"));
    }
    ours.sort_unstable();
    let mut theirs = theirs;
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

proptest! {
    #[test]
    fn every_balance_of_a_journal_is_the_sum_of_its_postings(
        entries in proptest::collection::vec((1_u32..28, 0_usize..3, 0_usize..5, -50_000_i32..50_000), 1..40)
    ) {
        let own = ["Assets:A", "Assets:B", "Liabilities:Card"];
        let other = ["Assets:B", "Liabilities:Card", "Expenses:X", "Income:Y", "Equity:Opening-Balances"];
        let mut sums = std::collections::BTreeMap::new();
        let mut text = String::from("2024-01-01 open Assets:A\n");
        for (day, from, to, cents) in entries {
            let (from, to) = (own[from], other[to]);
            let sign = if cents < 0 { "-" } else { "" };
            let amount = format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100);
            write!(text, "2024-02-{day:02} * \"x\"\n  {from}  {amount} EUR\n  {to}\n").unwrap();
            *sums.entry(from).or_insert(0) += i64::from(cents);
            *sums.entry(to).or_insert(0) -= i64::from(cents);
        }
        let found = match read(Program::Beancount, text.as_bytes(), &Hints::default()) {
            Err(Error::Empty) => return Ok(()),
            found => found.unwrap(),
        };
        for (name, balance) in found.balances().unwrap() {
            let account = own.iter().find(|own| own.ends_with(&format!(":{name}"))).unwrap();
            prop_assert_eq!(balance.minor(), sums[account], "{} in\n{}", account, text);
        }
    }
}

const FIREFLY: &str = "user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,\
foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,pc_foreign_amount,description,date,source_name,\
source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes
1,1,1,,,,Opening balance,EUR,100.00,,,EUR,,,Initial balance,2024-01-01T00:00:00+01:00,Initial balance for Giro,,\
Initial balance account,Giro,,Asset account,,,,,,
1,2,2,,,Shopping,Withdrawal,EUR,-12.50,,,EUR,,,Bread,2024-01-02T00:00:00+01:00,Giro,,Asset account,REWE,,\
Expense account,,Groceries,Food,,\"home,weekly\",
1,2,3,,,Shopping,Withdrawal,EUR,-2.50,,,EUR,,,Soap,2024-01-02T00:00:00+01:00,Giro,,Asset account,REWE,,\
Expense account,,Household,,,,
1,3,4,,,,Transfer,EUR,20.00,USD,22.00,EUR,,,Dollars,2024-01-03T00:00:00+01:00,Giro,,Asset account,Savings USD,,\
Asset account,,,,,,
1,4,5,,,,Deposit,EUR,1000.00,,,EUR,,,Pay,2024-01-04T00:00:00+01:00,ACME,,Revenue account,Giro,,Asset account,,\
Salary,,,,\"a note\"
";

#[test]
fn a_firefly_csv_is_read_with_splits_and_a_transfer_in_two_currencies() {
    let found = books(Program::Firefly, FIREFLY.as_bytes());
    assert_eq!(balances(&found), ["Giro 1065.00 EUR", "Savings USD 22.00 USD"]);
    assert_eq!(
        lines(&found.accounts[0]),
        [
            "2024-01-02 -15.00 REWE Shopping [-12.50 Groceries] [-2.50 Household] #home #weekly",
            "2024-01-03 -20.00 Dollars =",
            "2024-01-04 1000.00 ACME Pay [Salary]",
        ]
    );
    assert_eq!(found.accounts[0].transactions[2].marks.note, "a note");
}

#[test]
fn an_export_of_some_months_has_transactions_but_no_balances() {
    let lines = FIREFLY.lines().collect::<Vec<_>>();
    let months = [&lines[..1], &lines[2..]].concat().join("\n");
    assert!(!months.contains("Initial balance"));
    let found = books(Program::Firefly, months.as_bytes());
    assert_eq!(balances(&found), Vec::<String>::new());
    assert_eq!(found.accounts[0].transactions.len(), 3);
}

#[test]
fn the_json_of_fireflys_api_gives_the_same_as_its_csv() {
    let json = r#"{"data":[{"type":"transactions","id":"2","attributes":{"group_title":null,"transactions":[
        {"transaction_journal_id":"2","type":"withdrawal","date":"2024-01-02T00:00:00+01:00","amount":"12.50",
        "currency_code":"EUR","description":"Bread","source_name":"Giro","source_type":"Asset account",
        "destination_name":"REWE","destination_type":"Expense account","category_name":"Groceries",
        "foreign_amount":null,"tags":["home"],"notes":null}]}}]}"#;
    let found = books(Program::Firefly, json.as_bytes());
    assert_eq!(lines(&found.accounts[0]), ["2024-01-02 -12.50 REWE Bread [Groceries] #home"]);
}

#[test]
fn a_ynab_register_is_read_with_splits_and_transfers() {
    let csv = "\u{feff}\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\"Category Group\",\
\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"
\"Checking\",\"\",\"31.01.2026\",\"Transfer : Card\",\"\",\"\",\"\",\"\",€50.00,€0.00,\"Cleared\"
\"Card\",\"\",\"31.01.2026\",\"Transfer : Checking\",\"\",\"\",\"\",\"\",€0.00,€50.00,\"Cleared\"
\"Card\",\"Red\",\"12.01.2026\",\"Market\",\"Everyday: Groceries\",\"Everyday\",\"Groceries\",\"Split (1/2) veg\",\
€30.00,€0.00,\"Cleared\"
\"Card\",\"Red\",\"12.01.2026\",\"Market\",\"Everyday: Dining\",\"Everyday\",\"Dining\",\"Split (2/2) lunch\",\
€20.00,€0.00,\"Cleared\"
\"Checking\",\"\",\"05.01.2026\",\"Starting Balance\",\"Inflow: Ready to Assign\",\"Inflow\",\"Ready to Assign\",\"\",\
€0.00,\"€3,000.00\",\"Cleared\"
";
    let found = books(Program::Ynab, csv.as_bytes());
    assert_eq!(balances(&found), ["Checking 2950.00 EUR", "Card 0.00 EUR"]);
    assert_eq!(lines(&found.accounts[0]), ["2026-01-31 -50.00 Transfer : Card ="]);
    assert_eq!(
        lines(&found.accounts[1])[0],
        "2026-01-12 -50.00 Market [-30.00 Everyday: Groceries] [-20.00 Everyday: Dining] #Red"
    );
}

#[test]
fn mint_and_moneymoney_state_no_balance() {
    let mint = "\"Date\",\"Description\",\"Original Description\",\"Amount\",\"Transaction Type\",\"Category\",\
\"Account Name\",\"Labels\",\"Notes\"
\"8/10/2016\",\"Starbucks\",\"STARBUCKS STORE 12345\",\"2.45\",\"debit\",\"Coffee Shops\",\"My Credit Card\",\"\",\"\"
\"8/11/2016\",\"Payment\",\"PAYMENT\",\"2.45\",\"credit\",\"Credit Card Payment\",\"My Credit Card\",\"\",\"\"
";
    let found = books(Program::Mint, mint.as_bytes());
    assert_eq!(balances(&found), Vec::<String>::new());
    assert_eq!(
        lines(&found.accounts[0]),
        ["2016-08-10 -2.45 STARBUCKS STORE 12345 [Coffee Shops]", "2016-08-11 2.45 PAYMENT ="]
    );
    let money = "Datum;Wertstellung;Kategorie;Name;Verwendungszweck;Konto;Bank;Betrag;Währung
31.12.2020;31.12.2020;Wohnen - Strom;Stadtwerke;Abschlag;DE52700520600022627087;BYLADEM1LLD;-1.030,70;EUR
";
    let found = books(Program::Moneymoney, money.as_bytes());
    assert_eq!(lines(&found.accounts[0]), ["2020-12-31 -1030.70 Stadtwerke Abschlag [Wohnen: Strom]"]);
    assert_eq!((found.accounts[0].name.as_deref(), balances(&found).len()), (None, 0));
}

#[test]
fn sure_states_balances_that_its_transactions_give() {
    let ndjson = r#"{"type":"Account","data":{"id":"a","name":"Bank","accountable_type":"Depository","balance":"88.0","currency":"USD"}}
{"type":"Account","data":{"id":"c","name":"Visa","accountable_type":"CreditCard","balance":"5.0","currency":"USD"}}
{"type":"Category","data":{"id":"f","name":"Food","parent_id":null}}
{"type":"Category","data":{"id":"g","name":"Groceries","parent_id":"f"}}
{"type":"Tag","data":{"id":"t","name":"home"}}
{"type":"Transaction","data":{"id":"1","account_id":"a","date":"2024-01-02","amount":"10.0","currency":"USD","name":"Shop","category_id":null,"tag_ids":["t"],"split_lines":[{"amount":"4.0","name":"Bread","category_id":"g"},{"amount":"6.0","name":"Soap","category_id":"f"}]}}
{"type":"Transaction","data":{"id":"2","account_id":"c","date":"2024-01-03","amount":"5.0","currency":"USD","name":"Cafe","category_id":"f","tag_ids":[]}}
{"type":"Valuation","data":{"account_id":"a","date":"2024-01-01","amount":"100.0","currency":"USD","name":"Opening balance","kind":"opening_anchor"}}
{"type":"Valuation","data":{"account_id":"a","date":"2024-01-05","amount":"88.0","currency":"USD","name":"Manual balance update","kind":"reconciliation"}}
{"type":"Rule","version":1,"data":{"id":"r"}}"#;
    let found = books(Program::Sure, ndjson.as_bytes());
    assert_eq!(balances(&found), ["Bank 88.00 USD", "Visa -5.00 USD"]);
    assert!(found.accounts.iter().all(BookAccount::is_proven));
    assert_eq!(
        lines(&found.accounts[0]),
        [
            "2024-01-02 -10.00 Shop [-4.00 Food: Groceries] [-6.00 Food] #home",
            "2024-01-05 -2.00 Manual balance update =",
        ]
    );
    assert_eq!(count(&found, Part::Rules), 1);
}

const GNUCASH: &str = r#"<?xml version="1.0" encoding="utf-8" ?>
<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc"><gnc:book version="2.0.0">
<gnc:account version="2.0.0"><act:name>Root Account</act:name><act:id type="guid">r</act:id><act:type>ROOT</act:type></gnc:account>
<gnc:account version="2.0.0"><act:name>Assets</act:name><act:id type="guid">a</act:id><act:type>ASSET</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></act:commodity><act:parent type="guid">r</act:parent></gnc:account>
<gnc:account version="2.0.0"><act:name>Giro</act:name><act:id type="guid">b</act:id><act:type>BANK</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></act:commodity><act:parent type="guid">a</act:parent></gnc:account>
<gnc:account version="2.0.0"><act:name>Expenses</act:name><act:id type="guid">e</act:id><act:type>EXPENSE</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></act:commodity><act:parent type="guid">r</act:parent></gnc:account>
<gnc:account version="2.0.0"><act:name>Food &amp; Drink</act:name><act:id type="guid">f</act:id><act:type>EXPENSE</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></act:commodity><act:parent type="guid">e</act:parent></gnc:account>
<gnc:account version="2.0.0"><act:name>Opening</act:name><act:id type="guid">o</act:id><act:type>EQUITY</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></act:commodity><act:parent type="guid">r</act:parent></gnc:account>
<gnc:transaction version="2.0.0"><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></trn:currency><trn:date-posted><ts:date>2024-01-01 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Opening</trn:description><trn:splits><trn:split><split:value>10000/100</split:value><split:quantity>10000/100</split:quantity><split:account type="guid">b</split:account></trn:split><trn:split><split:value>-10000/100</split:value><split:quantity>-10000/100</split:quantity><split:account type="guid">o</split:account></trn:split></trn:splits></gnc:transaction>
<gnc:transaction version="2.0.0"><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></trn:currency><trn:date-posted><ts:date>2024-01-02 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Shop</trn:description><trn:splits><trn:split><split:value>-350/100</split:value><split:quantity>-350/100</split:quantity><split:account type="guid">b</split:account></trn:split><trn:split><split:value>350/100</split:value><split:quantity>350/100</split:quantity><split:account type="guid">f</split:account></trn:split></trn:splits></gnc:transaction>
</gnc:book></gnc-v2>"#;

#[test]
fn a_gnucash_file_is_read_packed_or_not() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(GNUCASH.as_bytes()).unwrap();
    for file in [GNUCASH.as_bytes().to_vec(), packed.finish().unwrap()] {
        let found = books(Program::Gnucash, &file);
        assert_eq!(balances(&found), ["Giro 96.50 EUR"]);
        assert_eq!(lines(&found.accounts[0]), ["2024-01-02 -3.50 Shop [Food & Drink]"]);
    }
    let cut = &GNUCASH[..GNUCASH.len() - 20];
    assert!(read(Program::Gnucash, cut.as_bytes(), &Hints::default()).is_err());
}

/// Returns the file of an SQLite database with these statements.
fn database(statements: &str) -> Vec<u8> {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection.execute_batch(statements).unwrap();
    connection.serialize(rusqlite::MAIN_DB).unwrap().to_vec()
}

#[test]
fn an_actual_zip_file_is_read_from_its_database() {
    let tables = "CREATE TABLE accounts (id TEXT, name TEXT, tombstone INTEGER DEFAULT 0);
        CREATE TABLE payees (id TEXT, name TEXT, transfer_acct TEXT);
        CREATE TABLE payee_mapping (id TEXT, targetId TEXT);
        CREATE TABLE categories (id TEXT, name TEXT, is_income INTEGER, cat_group TEXT);
        CREATE TABLE category_groups (id TEXT, name TEXT);
        CREATE TABLE category_mapping (id TEXT, transferId TEXT);
        CREATE TABLE preferences (id TEXT, value TEXT);
        CREATE TABLE zero_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER);
        CREATE TABLE transactions (id TEXT, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT,
            category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, imported_description TEXT,
            starting_balance_flag INTEGER DEFAULT 0, transferred_id TEXT, sort_order REAL,
            tombstone INTEGER DEFAULT 0, parent_id TEXT);
        INSERT INTO preferences VALUES ('defaultCurrencyCode', 'EUR');
        INSERT INTO accounts (id, name) VALUES ('a', 'Giro'), ('s', 'Savings');
        INSERT INTO payees VALUES ('p', 'REWE', NULL), ('q', '', 's'), ('z', 'Starting Balance', NULL);
        INSERT INTO payee_mapping VALUES ('p', 'p');
        INSERT INTO category_groups VALUES ('g', 'Usual');
        INSERT INTO categories VALUES ('f', 'Food', 0, 'g'), ('h', 'Home', 0, 'g');
        INSERT INTO zero_budgets VALUES ('b', 202401, 'f', 10000);
        INSERT INTO transactions (id, acct, amount, description, date, starting_balance_flag)
            VALUES ('1', 'a', 10000, 'z', 20240101, 1);
        INSERT INTO transactions (id, isParent, acct, amount, description, date, notes)
            VALUES ('2', 1, 'a', -1500, 'p', 20240102, 'weekly #home');
        INSERT INTO transactions (id, isChild, acct, amount, category, date, parent_id)
            VALUES ('3', 1, 'a', -1000, 'f', 20240102, '2'), ('4', 1, 'a', -500, 'h', 20240102, '2');
        INSERT INTO transactions (id, acct, amount, description, date, transferred_id)
            VALUES ('5', 'a', -2000, 'q', 20240103, '6'), ('6', 's', 2000, NULL, 20240103, '5');
        INSERT INTO transactions (id, acct, amount, date, tombstone) VALUES ('7', 'a', -1, 20240103, 1);";
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [("db.sqlite", database(tables)), ("metadata.json", b"{}".to_vec())] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&content).unwrap();
    }
    let found = books(Program::Actual, &zip.finish().unwrap().into_inner());
    assert_eq!(balances(&found), ["Giro 65.00 EUR", "Savings 20.00 EUR"]);
    assert_eq!(
        lines(&found.accounts[0]),
        ["2024-01-02 -15.00 REWE [-10.00 Usual: Food] [-5.00 Usual: Home] #home", "2024-01-03 -20.00  ="]
    );
    assert_eq!((found.budgets.len(), count(&found, Part::Budgets)), (1, 0));
}

#[test]
fn a_damaged_file_is_an_error_and_never_a_panic() {
    for sample in [BEANCOUNT, HLEDGER, FIREFLY, GNUCASH] {
        let program = Program::of(sample.as_bytes()).unwrap();
        for cut in (0..sample.len()).step_by(7) {
            // A part of a text may be a complete text.
            let _ = read(program, &sample.as_bytes()[..cut], &Hints::default());
        }
    }
    for program in [Program::Actual, Program::Sure, Program::Gnucash] {
        assert!(read(program, b"PK\x03\x04nothing", &Hints::default()).is_err());
        assert!(read(program, b"SQLite format 3\0nothing", &Hints::default()).is_err());
    }
}

#[test]
fn a_file_over_a_limit_is_too_large() {
    let mut hints = Hints::default();
    hints.transactions_max = 2;
    for (program, sample) in [(Program::Beancount, BEANCOUNT), (Program::Firefly, FIREFLY)] {
        assert_eq!(read(program, sample.as_bytes(), &hints), Err(Error::TooLarge));
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(GNUCASH.as_bytes()).unwrap();
    hints.bytes_max = 1_000;
    assert_eq!(read(Program::Gnucash, &packed.finish().unwrap(), &hints), Err(Error::TooLarge));
}

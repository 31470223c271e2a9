//! Transfers arrive with both sides linked, and budgets with their amounts, from each program that has them.

#![expect(clippy::unwrap_used, reason = "this file has nothing but tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use saldo_books::{Books, Error, Hints, Part, Program, read};
use saldo_domain::{BudgetRhythm, Currency, RollOver, TransactionKind};

fn books(program: Program, bytes: &[u8]) -> Books {
    assert_eq!(Program::of(bytes), Some(program));
    let mut hints = Hints::default();
    hints.currency = Currency::parse("USD").ok();
    read(program, bytes, &hints).unwrap()
}

/// Returns the sides of each linked transfer: `2024-01-03 Giro -20.00 EUR, Savings 22.00 USD`.
fn linked(books: &Books) -> Vec<String> {
    let mut sides: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let mut days = BTreeMap::new();
    for account in &books.accounts {
        for line in &account.transactions {
            if let Some(transfer) = line.marks.transfer {
                assert_eq!(line.marks.kind, TransactionKind::Transfer);
                let side = format!("{} {}", account.name.as_deref().unwrap(), line.amount);
                sides.entry(transfer).or_default().push(side);
                days.insert(transfer, line.date);
            }
        }
    }
    let mut found: Vec<String> =
        sides.iter().map(|(transfer, sides)| format!("{} {}", days[transfer], sides.join(", "))).collect();
    found.sort_unstable();
    found
}

/// Returns the number of transfers without a link.
fn unlinked(books: &Books) -> usize {
    let lines = books.accounts.iter().flat_map(|account| &account.transactions);
    lines.filter(|line| line.marks.kind == TransactionKind::Transfer && line.marks.transfer.is_none()).count()
}

/// Returns each budget as `Food 100.00 EUR monthly 2024-01..2024-12`, with `+` if unspent amounts roll over
/// and `±` if overspending does, too.
fn budgets(books: &Books) -> Vec<String> {
    let text = |budget: &saldo_domain::own_csv::BudgetText| {
        let rhythm = if budget.rhythm == BudgetRhythm::Monthly { "monthly" } else { "yearly" };
        let mut text = format!("{} {} {rhythm} {}..", budget.category, budget.amount, budget.start);
        write!(text, "{}", budget.end.map_or_else(String::new, |end| end.to_string())).unwrap();
        text.push_str(match budget.roll_over {
            RollOver::Nothing => "",
            RollOver::Unspent => " +",
            RollOver::Everything => " ±",
        });
        text
    };
    books.budgets.iter().map(text).collect()
}

fn count(books: &Books, part: Part) -> u64 {
    books.left_out.iter().find(|left| left.part == part).map_or(0, |left| left.count)
}

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the file of an SQLite database with these statements.
fn database(statements: &str) -> Vec<u8> {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection.execute_batch(statements).unwrap();
    connection.serialize(rusqlite::MAIN_DB).unwrap().to_vec()
}

const BEANCOUNT: &str = r#"
2024-01-01 custom "budget" Expenses:Food:Groceries "monthly" 200.00 EUR
2024-03-01 custom "budget" Expenses:Food:Groceries "monthly" 250.00 EUR
2024-01-01 custom "budget" Expenses:Holidays "yearly" 1,500.00 EUR
2024-01-01 custom "budget" Expenses:Coffee "daily" 3.00 EUR
2024-01-01 custom "budget" Expenses:Gym "monthly" 30.00 EUR
2024-06-01 custom "budget" Expenses:Gym "monthly" 0.00 EUR
2024-01-01 custom "budget" Assets:Savings "monthly" 100.00 EUR
2024-01-02 * "Save"
  Assets:Giro  -20.00 EUR
  Assets:Savings
2024-01-03 * "Dollars"
  Assets:Giro  -20.00 EUR @@ 22.00 USD
  Assets:Dollars  22.00 USD
2024-01-04 * "Pay the card, with a fee"
  Assets:Giro  -11.00 EUR
  Liabilities:Card  10.00 EUR
  Expenses:Fees
2024-01-05 * "To two accounts"
  Assets:Giro  -30.00 EUR
  Assets:Savings  10.00 EUR
  Assets:Cash
2024-01-06 * "Two at once"
  Assets:Giro  -7.00 EUR
  Assets:Cash  7.00 EUR
  Assets:Savings  -3.00 EUR
  Liabilities:Card
"#;

#[test]
fn an_entry_of_beancount_between_two_accounts_is_a_linked_transfer() {
    let found = books(Program::Beancount, BEANCOUNT.as_bytes());
    assert_eq!(
        linked(&found),
        [
            "2024-01-02 Giro -20.00 EUR, Savings 20.00 EUR",
            "2024-01-03 Giro -20.00 EUR, Dollars 22.00 USD",
            "2024-01-04 Giro -10.00 EUR, Card 10.00 EUR",
            "2024-01-06 Giro -7.00 EUR, Cash 7.00 EUR",
            "2024-01-06 Savings -3.00 EUR, Card 3.00 EUR",
        ]
    );
    assert_eq!((unlinked(&found), count(&found, Part::Transfers)), (3, 1));
}

#[test]
fn the_budgets_of_fava_are_read_and_other_periods_counted() {
    let found = books(Program::Beancount, BEANCOUNT.as_bytes());
    assert_eq!(
        budgets(&found),
        [
            "Food: Groceries 250.00 EUR monthly 2024-03..",
            "Gym 30.00 EUR monthly 2024-01..2024-05",
            "Holidays 1500.00 EUR yearly 2024-01..",
        ]
    );
    assert_eq!((count(&found, Part::Budgets), count(&found, Part::EarlierBudgets)), (2, 1));
}

const HLEDGER: &str = "
~ monthly  ordinary months
    expenses:food    100.00 EUR
    (expenses:home)    50.00 EUR
    assets:giro

~ monthly
    expenses:food    20.00 EUR  ; adds up
    assets:giro

~ every year from 2024
    expenses:holidays    900.00 EUR
    assets:giro

~ monthly from 2024-01 to 2025/01
    expenses:gym    30.00 EUR
    assets:savings    10.00 EUR
    assets:giro

~ weekly
    expenses:coffee    5.00 EUR
    assets:giro

2024-02-03 To the purse
    assets:cash    50.00 EUR
    assets:giro
";

#[test]
fn hledgers_periodic_entries_are_budgets_and_its_transfers_are_linked() {
    let found = books(Program::Hledger, HLEDGER.as_bytes());
    assert_eq!(linked(&found), ["2024-02-03 cash 50.00 EUR, giro -50.00 EUR"]);
    assert_eq!(
        budgets(&found),
        [
            "food 120.00 EUR monthly 2024-02..",
            "gym 30.00 EUR monthly 2024-01..2024-12",
            "holidays 900.00 EUR yearly 2024-01..",
            "home 50.00 EUR monthly 2024-02..",
        ]
    );
    assert_eq!(count(&found, Part::Budgets), 2);
}

const REGISTER: &str = "\u{feff}\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\
\"Category Group\",\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"
\"Checking\",\"\",\"31.01.2026\",\"Transfer : Card\",\"\",\"\",\"\",\"\",€50.00,€0.00,\"Cleared\"
\"Checking\",\"\",\"31.01.2026\",\"Transfer : Card\",\"\",\"\",\"\",\"\",€50.00,€0.00,\"Cleared\"
\"Card\",\"\",\"31.01.2026\",\"Transfer : Checking\",\"\",\"\",\"\",\"\",€0.00,€50.00,\"Cleared\"
\"Card\",\"\",\"31.01.2026\",\"Transfer : Checking\",\"\",\"\",\"\",\"\",€0.00,€50.00,\"Cleared\"
\"Checking\",\"\",\"12.01.2026\",\"Market\",\"Everyday: Groceries\",\"Everyday\",\"Groceries\",\"Split (1/2) veg\",\
€30.00,€0.00,\"Cleared\"
\"Checking\",\"\",\"12.01.2026\",\"Transfer : Cash\",\"\",\"\",\"\",\"Split (2/2) cash back\",€20.00,€0.00,\"Cleared\"
\"Cash\",\"\",\"12.01.2026\",\"Transfer : Checking\",\"\",\"\",\"\",\"\",€0.00,€20.00,\"Cleared\"
\"Cash\",\"\",\"13.01.2026\",\"Transfer : Gone\",\"\",\"\",\"\",\"\",€1.00,€0.00,\"Cleared\"
\"Checking\",\"\",\"05.01.2026\",\"Starting Balance\",\"Inflow: Ready to Assign\",\"Inflow\",\"Ready to Assign\",\"\",\
€0.00,\"€3,000.00\",\"Cleared\"
";

const PLAN: &str =
    "\u{feff}\"Month\",\"Category Group/Category\",\"Category Group\",\"Category\",\"Assigned\",\
\"Activity\",\"Available\"
\"Dec 2025\",\"Everyday: Groceries\",\"Everyday\",\"Groceries\",\"€1,200.00\",€0.00,\"€1,200.00\"
\"Jan 2026\",\"Everyday: Groceries\",\"Everyday\",\"Groceries\",€300.00,-€30.00,€270.00
\"Jan 2026\",\"Credit Card Payments: Card\",\"Credit Card Payments\",\"Card\",€50.00,€0.00,€0.00
\"Feb 2026\",\"Everyday: Groceries\",\"Everyday\",\"Groceries\",€0.00,€0.00,€270.00
";

#[test]
fn a_ynab_export_is_read_with_its_plan_and_linked_transfers() {
    let name = "My Plan as of 2026-02-01 10-00 - ";
    let (register, plan) = (format!("{name}Register.csv"), format!("{name}Plan.csv"));
    for (first, second) in [(&register, &plan), (&plan, &register)] {
        let content = |file: &String| if *file == plan { PLAN.as_bytes() } else { REGISTER.as_bytes() };
        let found = books(
            Program::Ynab,
            &zip_of(&[(first.as_str(), content(first)), (second.as_str(), content(second))]),
        );
        assert_eq!(
            linked(&found),
            [
                "2026-01-12 Checking -20.00 EUR, Cash 20.00 EUR",
                "2026-01-31 Checking -50.00 EUR, Card 50.00 EUR",
                "2026-01-31 Checking -50.00 EUR, Card 50.00 EUR",
            ]
        );
        assert_eq!((unlinked(&found), count(&found, Part::Transfers)), (1, 1));
        assert_eq!(budgets(&found), ["Everyday: Groceries 300.00 EUR monthly 2026-01.. +"]);
        assert_eq!((count(&found, Part::Budgets), count(&found, Part::EarlierBudgets)), (1, 1));
        let balances = found.balances().unwrap();
        let balances: Vec<String> =
            balances.iter().map(|(name, balance)| format!("{name} {balance}")).collect();
        assert_eq!(balances, ["Checking 2850.00 EUR", "Card 100.00 EUR", "Cash 19.00 EUR"]);
        let market = found.accounts[0].transactions.iter().find(|line| line.description == "Market").unwrap();
        assert_eq!((market.amount.minor(), market.marks.splits.len()), (-2_000, 0));
    }
    let alone = books(Program::Ynab, REGISTER.as_bytes());
    assert_eq!((linked(&alone).len(), alone.budgets.len()), (3, 0));
    assert!(read(Program::Ynab, &zip_of(&[(&plan, PLAN.as_bytes())]), &Hints::default()).is_err());
}

#[test]
fn a_plan_of_ynab_without_its_register_brings_its_budgets() {
    // `Budget.csv` of earlier versions names the amounts otherwise.
    for plan in [PLAN.to_owned(), PLAN.replace("Assigned", "Budgeted")] {
        let found = books(Program::Ynab, plan.as_bytes());
        assert_eq!(budgets(&found), ["Everyday: Groceries 300.00 EUR monthly 2026-01.. +"]);
        assert_eq!((found.accounts.len(), count(&found, Part::EarlierBudgets)), (0, 1));
    }
    let dollars = PLAN.replace('€', "");
    assert_eq!(read(Program::Ynab, dollars.as_bytes(), &Hints::default()), Err(Error::NoCurrency));
    let nothing = PLAN.lines().next().unwrap();
    assert!(read(Program::Ynab, nothing.as_bytes(), &Hints::default()).is_err());
}

const ACTUAL: &str = "CREATE TABLE accounts (id TEXT, name TEXT, tombstone INTEGER DEFAULT 0);
    CREATE TABLE payees (id TEXT, name TEXT, transfer_acct TEXT);
    CREATE TABLE payee_mapping (id TEXT, targetId TEXT);
    CREATE TABLE categories (id TEXT, name TEXT, is_income INTEGER, cat_group TEXT,
        tombstone INTEGER DEFAULT 0, goal_def TEXT DEFAULT NULL);
    CREATE TABLE category_groups (id TEXT, name TEXT);
    CREATE TABLE category_mapping (id TEXT, transferId TEXT);
    CREATE TABLE preferences (id TEXT, value TEXT);
    CREATE TABLE zero_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER);
    CREATE TABLE reflect_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER);
    CREATE TABLE zero_budget_months (id TEXT, buffered INTEGER);
    CREATE TABLE transactions (id TEXT, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT,
        category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, imported_description TEXT,
        starting_balance_flag INTEGER DEFAULT 0, transferred_id TEXT, sort_order REAL,
        tombstone INTEGER DEFAULT 0, parent_id TEXT);
    INSERT INTO preferences VALUES ('defaultCurrencyCode', 'EUR');
    INSERT INTO accounts (id, name) VALUES ('a', 'Giro'), ('s', 'Savings');
    INSERT INTO payees VALUES ('q', '', 's'), ('r', '', 'a'), ('p', 'REWE', NULL);
    INSERT INTO category_groups VALUES ('g', 'Usual');
    INSERT INTO categories VALUES ('f', 'Food', 0, 'g', 0, '[{\"type\":\"goal\"}]'), ('h', 'Home', 0, 'g', 0, NULL),
        ('x', 'Gone', 0, 'g', 1, NULL), ('i', 'Pay', 1, 'g', 0, NULL);
    INSERT INTO zero_budgets VALUES ('1', 202401, 'f', 10000, 0), ('2', 202402, 'f', 12000, 0),
        ('3', 202403, 'f', 12000, 0), ('4', 202403, 'h', 5000, 1), ('5', 202403, 'x', 100, 0);
    INSERT INTO reflect_budgets VALUES ('1', 202403, 'f', 7000, 0), ('2', 202403, 'i', 90000, 0);
    INSERT INTO zero_budget_months VALUES ('202403', 500);
    INSERT INTO transactions (id, acct, amount, description, date, transferred_id)
        VALUES ('5', 'a', -2000, 'q', 20240103, '6'), ('6', 's', 2000, 'r', 20240103, '5');
    INSERT INTO transactions (id, isParent, acct, amount, description, date) VALUES ('7', 1, 'a', -1500, 'p', 20240104);
    INSERT INTO transactions (id, isChild, acct, amount, category, date, parent_id, transferred_id, description)
        VALUES ('8', 1, 'a', -1000, 'f', 20240104, '7', NULL, NULL), ('9', 1, 'a', -500, NULL, 20240104, '7', '10', 'q');
    INSERT INTO transactions (id, acct, amount, description, date, transferred_id)
        VALUES ('10', 's', 500, 'r', 20240104, '9');
    INSERT INTO transactions (id, acct, amount, description, date, transferred_id)
        VALUES ('11', 'a', -100, 'q', 20240105, 'deleted');";

#[test]
fn actuals_budgets_and_transfers_are_read_also_those_within_splits() {
    let envelopes = books(Program::Actual, &zip_of(&[("db.sqlite", &database(ACTUAL))]));
    assert_eq!(
        linked(&envelopes),
        ["2024-01-03 Giro -20.00 EUR, Savings 20.00 EUR", "2024-01-04 Giro -5.00 EUR, Savings 5.00 EUR"]
    );
    assert_eq!((unlinked(&envelopes), count(&envelopes, Part::Transfers)), (1, 1));
    assert_eq!(
        budgets(&envelopes),
        ["Usual: Food 120.00 EUR monthly 2024-02.. +", "Usual: Home 50.00 EUR monthly 2024-03.. ±"]
    );
    let counts = [Part::Budgets, Part::EarlierBudgets, Part::Goals, Part::Other];
    assert_eq!(counts.map(|part| count(&envelopes, part)), [1, 1, 1, 1]);
    let tracking = ACTUAL.replace(
        "VALUES ('defaultCurrencyCode', 'EUR')",
        "VALUES ('defaultCurrencyCode', 'EUR'), ('budgetType', 'tracking')",
    );
    let tracking = books(Program::Actual, &zip_of(&[("db.sqlite", &database(&tracking))]));
    assert_eq!(budgets(&tracking), ["Usual: Food 70.00 EUR monthly 2024-03.."]);
    assert_eq!(count(&tracking, Part::Budgets), 1);
}

const FIREFLY_TRANSACTIONS: &str = r#"{"data":[
    {"type":"transactions","id":"1","attributes":{"transactions":[{"type":"transfer","date":"2024-01-03T00:00:00+01:00",
    "amount":"20.00","currency_code":"EUR","description":"Save","source_name":"Giro","source_type":"Asset account",
    "destination_name":"Savings","destination_type":"Asset account"}]}},
    {"type":"transactions","id":"2","attributes":{"transactions":[{"type":"withdrawal","date":"2024-01-04T00:00:00+01:00",
    "amount":"5.00","currency_code":"EUR","description":"Bread","source_name":"Giro","source_type":"Asset account",
    "destination_name":"REWE","destination_type":"Expense account","category_name":"Groceries","budget_name":"Food"}]}},
    {"type":"transactions","id":"3","attributes":{"transactions":[{"type":"withdrawal","date":"2024-01-05T00:00:00+01:00",
    "amount":"6.00","currency_code":"EUR","description":"Lamp","source_name":"Giro","source_type":"Asset account",
    "destination_name":"IKEA","destination_type":"Expense account","category_name":"Home","budget_name":"Fun"}]}},
    {"type":"transactions","id":"4","attributes":{"transactions":[{"type":"withdrawal","date":"2024-01-06T00:00:00+01:00",
    "amount":"7.00","currency_code":"EUR","description":"Game","source_name":"Giro","source_type":"Asset account",
    "destination_name":"Shop","destination_type":"Expense account","category_name":"Games","budget_name":"Fun"}]}}]}"#;

const FIREFLY_BUDGETS: &str = r#"{"data":[{"type":"budgets","id":"1","attributes":{"name":"Food","auto_budget_type":null}},
    {"type":"budgets","id":"2","attributes":{"name":"Fun","auto_budget_type":"reset"}}]},
    {"data":[{"type":"budget_limits","id":"1","attributes":{"budget_id":"1","start":"2024-01-01T00:00:00+01:00",
    "end":"2024-01-31T23:59:59+01:00","currency_code":"EUR","amount":"300.00"}},
    {"type":"budget_limits","id":"2","attributes":{"budget_id":"1","start":"2024-02-01T00:00:00+01:00",
    "end":"2024-02-29T23:59:59+01:00","currency_code":"EUR","amount":"300.00"}},
    {"type":"budget_limits","id":"3","attributes":{"budget_id":"2","start":"2024-01-01T00:00:00+01:00",
    "end":"2024-01-31T23:59:59+01:00","currency_code":"EUR","amount":"50.00"}}]}"#;

#[test]
fn a_firefly_budget_with_one_category_is_read_and_others_are_counted() {
    let pages = format!("[{FIREFLY_TRANSACTIONS},{FIREFLY_BUDGETS}]");
    let found = books(Program::Firefly, pages.as_bytes());
    assert_eq!(linked(&found), ["2024-01-03 Giro -20.00 EUR, Savings 20.00 EUR"]);
    assert_eq!(budgets(&found), ["Groceries 300.00 EUR monthly 2024-01.."]);
    assert_eq!(count(&found, Part::Budgets), 1);
    let without = books(Program::Firefly, FIREFLY_TRANSACTIONS.as_bytes());
    assert_eq!((without.budgets.len(), count(&without, Part::Budgets)), (0, 2));
    // Another withdrawal of the category would count in Saldo, but not in Firefly III.
    let more = pages.replace(r#""budget_name":"Fun"}]}}]}"#, r#""budget_name":"Fun"},{"type":"withdrawal",
        "date":"2024-01-06T00:00:00+01:00","amount":"1.00","currency_code":"EUR","description":"x","source_name":"Giro",
        "source_type":"Asset account","destination_name":"Shop","destination_type":"Expense account",
        "category_name":"Groceries"}]}}]}"#);
    assert_ne!(more, pages);
    assert_eq!(books(Program::Firefly, more.as_bytes()).budgets, []);
}

const FIREFLY_BUDGETS_CSV: &str = "user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount\n\
1,1,Groceries,1,1,2026-02-01,2026-02-28,EUR,320.000000000000\n\
1,1,Groceries,1,1,2026-01-01,2026-01-31,EUR,300.000000000000\n\
1,2,\"Going out, and more\",1,2,2026-01-01,2026-12-31,EUR,600\n\
1,3,Weekly,1,3,2026-02-02,2026-02-08,EUR,50\n\
1,4,Former,,4,2026-02-01,2026-02-28,EUR,10\n";

#[test]
fn a_file_of_firefly_budgets_brings_those_of_months_and_years_by_their_names() {
    let found = books(Program::Firefly, FIREFLY_BUDGETS_CSV.as_bytes());
    assert_eq!(
        budgets(&found),
        ["Going out, and more 600.00 EUR yearly 2026-01..2026-12", "Groceries 320.00 EUR monthly 2026-02..",]
    );
    assert_eq!((found.accounts.len(), count(&found, Part::Budgets)), (0, 2));
    assert_eq!(count(&found, Part::EarlierBudgets), 1);
    let invalid = FIREFLY_BUDGETS_CSV.replace("320.000000000000", "much");
    let error = read(Program::Firefly, invalid.as_bytes(), &Hints::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 2 of the file cannot be read (invalid amount)");
}

const SURE: &str = r#"{"type":"Account","data":{"id":"a","name":"Bank","accountable_type":"Depository","balance":"73.0","currency":"USD"}}
{"type":"Account","data":{"id":"c","name":"Visa","accountable_type":"CreditCard","balance":"-5.0","currency":"USD"}}
{"type":"Category","data":{"id":"f","name":"Food","parent_id":null}}
{"type":"Balance","data":{"account_id":"a","date":"2024-01-01","balance":"100.0"}}
{"type":"Transaction","data":{"id":"1","account_id":"a","date":"2024-01-02","amount":"5.0","currency":"USD","name":"Pay the card","kind":"cc_payment"}}
{"type":"Transaction","data":{"id":"2","account_id":"c","date":"2024-01-03","amount":"-5.0","currency":"USD","name":"Payment","kind":"funds_movement"}}
{"type":"Transaction","data":{"id":"3","account_id":"a","date":"2024-01-04","amount":"22.0","currency":"USD","name":"Shop","kind":"standard","split_lines":[{"id":"4","amount":"20.0","name":"Bread","category_id":"f"},{"id":"5","amount":"2.0","name":"Stamps","category_id":null}]}}
{"type":"Transfer","data":{"id":"t","inflow_transaction_id":"2","outflow_transaction_id":"1","status":"confirmed"}}
{"type":"Transfer","data":{"id":"u","inflow_transaction_id":"2","outflow_transaction_id":"3","status":"pending"}}
{"type":"Valuation","data":{"account_id":"a","date":"2024-01-01","amount":"100.0","currency":"USD","name":"Opening balance","kind":"opening_anchor"}}
{"type":"Budget","data":{"id":"b","start_date":"2024-01-01","end_date":"2024-01-31","budgeted_spending":"500.0","currency":"USD"}}
{"type":"Budget","data":{"id":"d","start_date":"2024-02-01","end_date":"2024-02-29","budgeted_spending":null,"currency":"USD"}}
{"type":"BudgetCategory","data":{"id":"1","budget_id":"b","category_id":"f","budgeted_spending":"200.0","currency":"USD"}}
{"type":"BudgetCategory","data":{"id":"2","budget_id":"d","category_id":"f","budgeted_spending":"200.0","currency":"USD"}}
{"type":"BudgetCategory","data":{"id":"3","budget_id":"d","category_id":null,"budgeted_spending":"10.0","currency":"USD"}}
{"type":"RecurringTransaction","data":{"id":"r"}}"#;

#[test]
fn sures_zip_file_has_the_same_content_as_its_ndjson() {
    let zip = zip_of(&[("version.txt", b"2"), ("accounts.csv", b"id"), ("all.ndjson", SURE.as_bytes())]);
    let found = books(Program::Sure, &zip);
    assert_eq!(found, books(Program::Sure, SURE.as_bytes()));
    assert_eq!(linked(&found), ["2024-01-03 Bank -5.00 USD, Visa 5.00 USD"]);
    assert_eq!(budgets(&found), ["Food 200.00 USD monthly 2024-01.."]);
    let counts = [Part::Transfers, Part::Budgets, Part::EarlierBudgets, Part::Schedules];
    assert_eq!(counts.map(|part| count(&found, part)), [1, 2, 0, 1]);
    let balances: Vec<String> =
        found.balances().unwrap().iter().map(|(name, balance)| format!("{name} {balance}")).collect();
    assert_eq!(balances, ["Bank 73.00 USD", "Visa 5.00 USD"]);
    assert!(found.accounts.iter().all(saldo_books::BookAccount::is_proven));
}

//! Files that the programs themselves or their own tools made: the balances afterwards are the ones that the
//! program shows. `tests/samples/README.md` names the origin of each file.

#![expect(clippy::unwrap_used, reason = "this file has nothing but tests")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use saldo_books::{Books, Hints, Program, read};
use saldo_domain::Currency;

/// Returns the path of a tool, if it is installed. Without it, its test prints a notice and passes; under CI,
/// it fails.
fn tool(name: &str, install: &str) -> Option<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/beancount/bin").join(name);
    let runs = |program: &PathBuf| Command::new(program).arg("--help").output().is_ok();
    let found = [own, PathBuf::from(name)].into_iter().find(runs);
    #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
    let must = std::env::var_os("CI").is_some();
    assert!(found.is_some() || !must, "{name} is missing ({install}), which CI does not allow");
    if found.is_none() {
        eprintln!("NOT RUN: {name} is missing ({install})");
    }
    found
}

fn output(command: &mut Command) -> String {
    let output = command.env("LC_ALL", "C.UTF-8").env("BEANCOUNT_DISABLE_LOAD_CACHE", "1").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn books(program: Program, bytes: &[u8]) -> Books {
    assert_eq!(Program::of(bytes), Some(program));
    let mut hints = Hints::default();
    hints.currency = Currency::parse("USD").ok();
    read(program, bytes, &hints).unwrap()
}

/// Returns the balances that are not zero, in minor units, by name and currency.
fn balances(books: &Books) -> BTreeMap<(String, String), i64> {
    let balances = books.balances().unwrap().into_iter();
    let balances = balances.filter(|(_, balance)| !balance.is_zero());
    balances
        .map(|(name, balance)| ((name.to_owned(), balance.currency().code().to_owned()), balance.minor()))
        .collect()
}

/// Returns the sums of a CSV with the columns account, commodity and number. Commodities that are no currency
/// and zero sums are left out, and the first part of a name, which is that of its type.
fn sums(csv: &str) -> BTreeMap<(String, String), i64> {
    let mut sums = BTreeMap::new();
    let mut rows = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(csv.as_bytes());
    for row in rows.records() {
        let row = row.unwrap();
        let Ok(currency) = Currency::parse(&row[1]) else { continue };
        let name = row[0].split(':').skip(1).collect::<Vec<_>>().join(": ");
        // A product has more decimals than its currency: `99.000`.
        let number = match row[2].split_once('.') {
            Some((whole, decimals)) => format!("{whole}.{:0<2}", decimals.trim_end_matches('0')),
            None => row[2].to_owned(),
        };
        let number = saldo_domain::Money::parse(&number, currency).unwrap();
        if !number.is_zero() {
            sums.insert((name, row[1].to_owned()), number.minor());
        }
    }
    sums
}

/// Returns the balances of a journal by `bean-query`.
fn by_bean_query(journal: &Path, program: &Path) -> BTreeMap<(String, String), i64> {
    let query = "SELECT account, currency, SUM(number) WHERE account ~ '^(Assets|Liabilities):' \
        GROUP BY account, currency";
    sums(&output(Command::new(program).args(["-f", "csv"]).arg(journal).arg(query)))
}

const BEANCOUNT: &str = r#"2023-12-31 open Assets:Bank:Checking EUR
2023-12-31 open Liabilities:Visa EUR
2023-12-31 open Assets:Broker
2023-12-31 open Assets:Dollars USD
2023-12-31 open Expenses:Food
2023-12-31 open Expenses:Travel
2023-12-31 open Equity:Opening-Balances
2024-01-01 pad Assets:Bank:Checking Equity:Opening-Balances
2024-01-02 balance Assets:Bank:Checking  1,000.00 EUR
2024-01-03 * "Shop" "Food"
  Assets:Bank:Checking   -30.00 EUR
  Expenses:Food
2024-01-04 ! "Card"
  Liabilities:Visa  -9.00 EUR
  Expenses:Travel  10.00 USD @@ 9.00 EUR
2024-01-05 * "Pay half of the card"
  Assets:Bank:Checking  -4.50 EUR
  Liabilities:Visa
2024-01-06 * "Buy"
  Assets:Broker  2 ACME {50.00 EUR}
  Assets:Bank:Checking
2024-01-07 * "Dollars"
  Assets:Bank:Checking  -90.00 EUR @@ 99.00 USD
  Assets:Dollars
"#;

#[test]
fn balances_are_those_of_bean_query() {
    let Some(program) = tool("bean-query", "scripts/beancount") else { return };
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("main.beancount");
    std::fs::write(&journal, BEANCOUNT).unwrap();
    let ours = balances(&books(Program::Beancount, BEANCOUNT.as_bytes()));
    assert_eq!(ours, by_bean_query(&journal, &program));
    assert_eq!(ours.len(), 3);
}

#[test]
fn a_journal_of_bean_example_has_the_balances_of_bean_query() {
    let Some(program) = tool("bean-query", "scripts/beancount") else { return };
    let Some(example) = tool("bean-example", "scripts/beancount") else { return };
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("example.beancount");
    let years = ["--seed", "5", "--date-begin", "2022-01-01", "--date-end", "2024-12-31"];
    let years = [&years[..], &["--date-birth", "1980-05-12"]].concat();
    let text = output(Command::new(example).args(years));
    std::fs::write(&journal, &text).unwrap();
    let found = books(Program::Beancount, text.as_bytes());
    // Hours of vacation and shares are no money.
    assert_eq!(balances(&found), by_bean_query(&journal, &program));
    let lines = found.accounts.iter().map(|account| account.transactions.len()).sum::<usize>();
    assert!(lines > 500, "{lines}");
}

const HLEDGER: &str = "account assets:bank:giro
commodity 1000.00 EUR
2024-01-01 opening balances
    assets:bank:giro    1000.00 EUR = 1000.00 EUR
    equity:opening
2024/1/3 * (12) Shop | bread
    expenses:food    3.50 EUR
    assets:bank:giro
2024-01-04 Card
    liabilities:card    -20.00 EUR
    expenses:travel    22.00 USD @@ 20.00 EUR
2024-01-05 Pay the card
    assets:bank:giro
    liabilities:card    0 EUR = -5.00 EUR
";

#[test]
fn balances_are_those_of_hledger() {
    let Some(program) = tool("hledger", "apt install hledger") else { return };
    // An amount of zero with an assertion does not hold; hledger assigns the balance without one.
    let journal = HLEDGER.replace("    0 EUR = ", "    = ");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.journal");
    std::fs::write(&file, &journal).unwrap();
    let mut command = Command::new(program);
    command.args(["balance", "--flat", "--real", "-N", "--layout=bare", "-O", "csv", "type:AL", "-f"]);
    let theirs = sums(&output(command.arg(&file)));
    let ours = balances(&books(Program::Hledger, journal.as_bytes()));
    assert_eq!(ours, theirs);
    assert_eq!(ours.len(), 2);
}

fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name);
    let mut content = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut content).unwrap();
    content
}

/// Accounts of money with their paths, currencies and balances, by SQL.
const BALANCES: &str = "WITH RECURSIVE named(guid, name) AS (
        SELECT a.guid, a.name FROM accounts a JOIN accounts r ON r.guid = a.parent_guid
            WHERE r.account_type = 'ROOT' AND r.name <> 'Template Root'
        UNION ALL SELECT a.guid, n.name || ':' || a.name FROM accounts a JOIN named n ON n.guid = a.parent_guid)
    SELECT n.name, c.mnemonic, SUM(s.quantity_num * c.fraction / s.quantity_denom), c.fraction
    FROM named n JOIN accounts a ON a.guid = n.guid JOIN commodities c ON c.guid = a.commodity_guid
    JOIN splits s ON s.account_guid = a.guid
    WHERE c.namespace = 'CURRENCY' AND a.account_type NOT IN ('INCOME', 'EXPENSE', 'EQUITY', 'TRADING')
    GROUP BY n.guid HAVING SUM(s.quantity_num) <> 0";

#[test]
fn files_of_gnucash_have_the_balances_of_their_splits() {
    let names = ["simple_sample", "book_schtx", "all_account_types", "book_prices", "investment"];
    for name in names {
        let bytes = sample(&format!("piecash/{name}.gnucash.gz"));
        let mut connection = rusqlite::Connection::open_in_memory().unwrap();
        let length = bytes.len();
        connection.deserialize_read_exact(rusqlite::MAIN_DB, bytes.as_slice(), length, true).unwrap();
        let mut statement = connection.prepare(BALANCES).unwrap();
        let rows = statement.query_map([], |row| {
            let (name, code, minor): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let below = name.split_once(':').map_or(name.as_str(), |(_, below)| below).replace(':', ": ");
            Ok(((below, code), minor))
        });
        let theirs: BTreeMap<(String, String), i64> = rows.unwrap().map(Result::unwrap).collect();
        assert_eq!(balances(&books(Program::Gnucash, &bytes)), theirs, "{name}");
        assert!(!theirs.is_empty(), "{name}");
    }
}

#[test]
fn an_export_of_actual_has_the_balances_of_its_api() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/actual/sample.zip");
    let found = books(Program::Actual, &std::fs::read(path).unwrap());
    let expected = [("Giro", 319_445), ("Savings", 20_000), ("Visa card", 0)];
    let balances: Vec<(&str, i64)> =
        found.balances().unwrap().iter().map(|(name, balance)| (*name, balance.minor())).collect();
    assert_eq!(balances, expected);
    let lines = || found.accounts.iter().flat_map(|account| &account.transactions);
    assert_eq!(lines().filter(|line| line.marks.transfer.is_some()).count(), 4);
    assert!(lines().any(|line| line.marks.splits.len() == 2));
    assert!(lines().any(|line| line.marks.tags.iter().any(|tag| tag.to_string() == "home")));
    let budgets: Vec<String> = found
        .budgets
        .iter()
        .map(|budget| format!("{} {} {}", budget.category, budget.amount, budget.start))
        .collect();
    assert_eq!(budgets, ["Usual: Bills 99.00 USD 2026-03", "Usual: Food 450.00 USD 2026-02"]);
}

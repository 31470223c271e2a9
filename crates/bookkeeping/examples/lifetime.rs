//! Measures the time of common requests with the transactions of a lifetime.
//!
//! `cargo run --release -p saldo-bookkeeping --example lifetime -- DATABASE_URL [TRANSACTIONS]
//! [OTHER_USERS]`
//!
//! Fills an empty database with the transactions of one user over 20 years in six accounts,
//! statement by statement, and of other users with a few statements each. Then it makes the
//! requests of the pages, and prints the median and the 95th percentile of each, and the time
//! to import a file of 100,000 lines. A database that is filled already is only measured.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use saldo_bookkeeping::{Bookkeeper, CashFlowQuery, SpendingQuery};
use saldo_domain::query::Measure;
use saldo_domain::transaction::{Direction, TransactionOrder};
use saldo_domain::{
    AccountDraft, AccountKind, CheckedAccount, CheckedDraft, Currency, Date, Email, Granularity, Money,
    Month, Outcome, PageRequest, Period, Query, ReadBy, Reconciliation, Sha256, StatementId, StatementKind,
    Timestamp, TransactionDraft, TransactionFilter, UserId,
};
use saldo_storage::{Grouping, NewCredential, NewStatement, NewUser, PasswordHash, Storage};

type Failure = Box<dyn Error + Send + Sync>;

const FIRST_YEAR: i32 = 2005;
const YEARS: i32 = 20;
const ACCOUNTS: usize = 6;
const RUNS: usize = 200;
const MERCHANTS: [&str; 24] = [
    "Grocery Market",
    "Blue Cafe",
    "City Transport",
    "Streamflix",
    "Power and Light",
    "Corner Bakery",
    "Book House",
    "Gym Nine",
    "Pharmacy Plus",
    "Green Fuel",
    "Airline Nord",
    "Hotel Sole",
    "Online Store",
    "Water Works",
    "Phone Mobile",
    "Rent Landlord",
    "Insurance One",
    "Cinema Roma",
    "Pizza Napoli",
    "Garden Centre",
    "Toy Box",
    "Hardware Depot",
    "Music School",
    "Dentist Dr Weiss",
];

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("name the database: sqlite://FILE or postgres://…")?;
    let transactions: usize = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let others: usize = arguments.next().map_or(Ok(1_000), |text| text.parse())?;
    let storage = saldo_storage::open(&url).await?;
    let email = Email::parse("lifetime@example.com")?;
    let user = match storage.find_user_by_email(&email).await? {
        Some(user) => user.id,
        None => fill(storage.as_ref(), transactions, others).await?,
    };
    println!("memory before: {} MiB", resident()?);
    ask(&storage, user).await?;
    println!("memory after: {} MiB, at most {} MiB", resident()?, peak()?);
    import_long_file(storage.as_ref()).await?;
    println!("memory after the file: {} MiB, at most {} MiB", resident()?, peak()?);
    Ok(())
}

/// Imports a file of 100,000 lines for a new user, who is deleted afterwards.
async fn import_long_file(storage: &dyn Storage) -> Result<(), Failure> {
    let user = sign_up(storage, "long").await?;
    let month = Month::new(FIRST_YEAR, 1).ok_or("no such month")?;
    let started = Instant::now();
    import(storage, user, 0, month, 100_000, &mut 1).await?;
    println!("a file of 100,000 lines imported in {:.1?}", started.elapsed());
    let started = Instant::now();
    storage.delete_user(user).await?;
    println!("and deleted with its user in {:.1?}", started.elapsed());
    Ok(())
}

async fn fill(storage: &dyn Storage, transactions: usize, others: usize) -> Result<UserId, Failure> {
    let started = Instant::now();
    let user = sign_up(storage, "lifetime").await?;
    let months = usize::try_from(YEARS * 12)?;
    let per_statement = transactions.div_ceil(months * ACCOUNTS);
    let mut seed = 1;
    for month in months_of(months) {
        for account in 0..ACCOUNTS {
            import(storage, user, account, month, per_statement, &mut seed).await?;
        }
    }
    for other in 0..others {
        let user = sign_up(storage, &format!("other{other}")).await?;
        for month in months_of(3) {
            import(storage, user, 0, month, 30, &mut seed).await?;
        }
    }
    println!("filled in {:.0?}", started.elapsed());
    Ok(user)
}

fn months_of(count: usize) -> impl Iterator<Item = Month> {
    let first = Month::new(FIRST_YEAR, 1);
    (0..count).filter_map(move |number| first?.plus(i32::try_from(number).ok()?))
}

async fn sign_up(storage: &dyn Storage, name: &str) -> Result<UserId, Failure> {
    let user = NewUser {
        email: Email::parse(&format!("{name}@example.com"))?,
        email_verified: true,
        name: name.to_owned(),
        image: None,
    };
    let credential = NewCredential::Password { hash: PasswordHash::from_phc("$argon2id$".to_owned()) };
    Ok(storage.insert_user(user, credential, Timestamp::from_milliseconds(0)).await?.id)
}

/// Returns the next number of a fixed sequence, so that the data is the same on every machine.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

async fn import(
    storage: &dyn Storage,
    user: UserId,
    account: usize,
    month: Month,
    transactions: usize,
    seed: &mut u64,
) -> Result<(), Failure> {
    let euro = Currency::parse("EUR")?;
    let days = month.period();
    let length = u64::try_from((days.end() - days.start()).num_days())? + 1;
    let opening = 1_000_000;
    let mut balance = opening;
    let mut drafts = Vec::with_capacity(transactions);
    for number in 0..transactions {
        let day = u64::try_from(number)? * length / u64::try_from(transactions)?;
        let merchant = MERCHANTS[usize::try_from(next(seed))? % MERCHANTS.len()];
        let income = number % 40 == 0;
        let minor = i64::try_from(next(seed) % 9_000 + 100)?;
        let minor = if income { minor * 20 } else { -minor };
        balance += minor;
        drafts.push(TransactionDraft {
            date: days.start() + chrono::Days::new(day),
            value_date: None,
            description: if income {
                format!("SALARY ACME GMBH {}", next(seed) % 1_000)
            } else {
                format!("{merchant} {} REF{:08}", next(seed) % 97, next(seed) % 100_000_000)
            },
            amount: Money::from_minor(minor, euro),
            balance: Some(Money::from_minor(balance, euro)),
            place: None,
        });
    }
    let id = StatementId::new(Timestamp::from_milliseconds(1));
    let now = Timestamp::from_milliseconds(2);
    let new = NewStatement {
        id,
        file_name: format!("{month}.pdf"),
        file_key: format!("lifetime/{id}"),
        size: 1,
        sha256: Sha256::of(id.to_string().as_bytes()),
    };
    storage.insert_statement(user, new, now).await?;
    let draft = CheckedDraft {
        kind: StatementKind::Bank,
        institution: Some("Bank of Words".to_owned()),
        read_by: ReadBy::Layout,
        pages: 1,
        accounts: vec![CheckedAccount {
            draft: AccountDraft {
                number: Some(format!("DE00 0000 {account:04}")),
                period_start: Some(days.start()),
                period_end: Some(days.end()),
                opening_balance: Some(Money::from_minor(opening, euro)),
                closing_balance: Some(Money::from_minor(balance, euro)),
                transactions: drafts,
                ..AccountDraft::new(AccountKind::Checking, euro)
            },
            reconciliation: unquestioned(),
        }],
    };
    storage.import_statement(user, id, draft, now).await?;
    Ok(())
}

/// Creates the result of a check without problems.
fn unquestioned() -> Reconciliation {
    Reconciliation {
        outcome: Outcome::Balanced,
        discrepancy: None,
        first_broken: None,
        witnesses: Vec::new(),
        causes: Vec::new(),
        derived: saldo_domain::DerivedEnds::default(),
    }
}

async fn ask(storage: &Arc<dyn Storage>, user: UserId) -> Result<(), Failure> {
    let books = Bookkeeper::new(storage.clone());
    let today: Date = "2024-12-31".parse()?;
    let account = storage.list_accounts(user).await?.first().ok_or("no account")?.id;
    let category =
        storage.list_categories(user).await?.into_iter().find(|one| one.key.as_deref() == Some("groceries"));
    let category = category.ok_or("no such category")?.id;
    let filter = TransactionFilter::default;
    let texts = |text: &str| TransactionFilter { text: Some(text.to_owned()), ..filter() };
    let lists = [
        ("list, newest", filter()),
        ("list, largest", TransactionFilter { order: TransactionOrder::LargestFirst, ..filter() }),
        ("list, an account", TransactionFilter { account: Some(account), ..filter() }),
        ("list, a category", TransactionFilter { category: Some(category), ..filter() }),
        ("list, a year", TransactionFilter { period: Period::year(2010), ..filter() }),
        ("list, no category", TransactionFilter { uncategorized: true, ..filter() }),
        ("list, not reconciled", TransactionFilter { unreconciled: true, ..filter() }),
        ("search, everywhere", texts("cafe")),
        ("search, rare", texts("ref00012")),
        ("search, nowhere", texts("zyzzyva")),
    ];
    println!("{:<28} {:>9} {:>9} {:>9} {:>9}", "question", "first", "p50", "p95", "max");
    for (name, filter) in lists {
        let page = PageRequest::first(50);
        measure(name, async || Ok(storage.list_transactions(user, filter.clone(), page.clone()).await?))
            .await?;
    }
    let parts = [
        ("totals, whole", filter()),
        ("totals, a category", TransactionFilter { category: Some(category), ..filter() }),
        ("totals, no category", TransactionFilter { uncategorized: true, ..filter() }),
        ("totals, not reconciled", TransactionFilter { unreconciled: true, ..filter() }),
        (
            "totals, odd days",
            TransactionFilter {
                period: Period::new("2006-02-03".parse()?, "2024-11-20".parse()?),
                ..filter()
            },
        ),
    ];
    for (name, filter) in parts {
        measure(name, async || Ok(storage.total_transactions(user, filter.clone(), Grouping::Whole).await?))
            .await?;
    }
    for (name, granularity) in
        [("cash flow by month", Granularity::Month), ("cash flow by day", Granularity::Day)]
    {
        let question = CashFlowQuery { granularity, ..CashFlowQuery::default() };
        measure(name, async || Ok(books.cash_flow(user, question.clone()).await?)).await?;
    }
    let year = SpendingQuery { period: Period::year(2024), ..SpendingQuery::default() };
    for (name, question) in [("spending, ever", SpendingQuery::default()), ("spending, a year", year.clone())]
    {
        measure(name, async || Ok(books.spending(user, question.clone(), Period::LAST_DAY).await?)).await?;
    }
    measure("merchants, a year", async || {
        Ok(books.merchants(user, year.clone(), 50, Period::LAST_DAY).await?)
    })
    .await?;
    let ever = SpendingQuery::default();
    measure("merchants, ever", async || {
        Ok(books.merchants(user, ever.clone(), 50, Period::LAST_DAY).await?)
    })
    .await?;
    measure("net worth, ever", async || Ok(books.net_worth(user, None, None, today).await?)).await?;
    measure("balances", async || Ok(storage.list_balances(user, today).await?)).await?;
    compare_all(&books, user, today).await
}

/// Asks for figures that compare all transactions with each other. One run of each is enough.
async fn compare_all(books: &Bookkeeper, user: UserId, today: Date) -> Result<(), Failure> {
    for (name, figure) in [
        ("median, ever", Measure::Median { of: Direction::Out }),
        ("largest, ever", Measure::Largest { of: Direction::Out }),
        ("next, ever", Measure::Next),
    ] {
        let started = Instant::now();
        let answer = books.answer(user, &Query::of(figure), today).await?;
        println!("{name:<28} {:>9.1?} ({} rows)", started.elapsed(), answer.rows.len());
    }
    Ok(())
}

async fn measure<T>(name: &str, question: impl AsyncFn() -> Result<T, Failure>) -> Result<(), Failure> {
    let mut times: Vec<Duration> = Vec::with_capacity(RUNS);
    let mut first = Duration::ZERO;
    for run in 0..RUNS + 5 {
        let started = Instant::now();
        drop(question().await?);
        // The first few runs warm up the caches, as an open page does.
        if run == 0 {
            first = started.elapsed();
        } else if run >= 5 {
            times.push(started.elapsed());
        }
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{name:<28} {first:>9.1?} {:>9.1?} {:>9.1?} {:>9.1?}", at(50), at(95), at(100));
    Ok(())
}

fn status(field: &str) -> Result<u64, Failure> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(field)).ok_or("no such field")?;
    Ok(line.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u64>()? / 1024)
}
fn resident() -> Result<u64, Failure> {
    status("VmRSS:")
}
fn peak() -> Result<u64, Failure> {
    status("VmHWM:")
}

//! Benchmarks of matching a million transactions, and half a million to check that the time grows linearly.
//!
//! Run them with `cargo bench -p saldo-ledger`.

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use saldo_domain::{CategoryId, Currency, Date, Id, MerchantNames, Money};
use saldo_ledger::Movement;
use saldo_ledger::duplicates::find_duplicates;
use saldo_ledger::learn::{Example, Learner};
use saldo_ledger::recurring::find_recurring;
use saldo_ledger::transfers::match_transfers;

const MERCHANTS: [&str; 12] = [
    "GREENGROCER LTD",
    "BLUE CAFE",
    "CITY TRANSIT",
    "STREAMFLIX",
    "NORTHWIND ENERGY",
    "GYM CLUB",
    "BOOKS AND MAPS",
    "CORNER PHARMACY",
    "TELCO MOBILE",
    "RAILWAYS ONLINE",
    "HOME INSURANCE PLC",
    "DELI MARKET",
];

fn id<T>(number: u64) -> Id<T> {
    // Numbers have at most twelve digits here.
    format!("00000000-0000-7000-8000-{number:012}").parse().expect("it is an id")
}

/// Returns `count` transactions over twenty years in six
/// accounts: shopping, subscriptions, salaries and transfers.
fn transactions(count: u64) -> Vec<Movement> {
    let euro = Currency::parse("EUR").expect("it is a currency");
    let first = Date::from_ymd_opt(2005, 1, 1).unwrap_or_default();
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut made: Vec<Movement> = Vec::new();
    let mut push = |account: u64, day: u64, minor: i64, description: String| {
        let number = u64::try_from(made.len()).unwrap_or(0);
        made.push(Movement {
            transaction: id(number),
            account: id(account),
            statement: Some(id(day / 30)),
            date: first + chrono::Days::new(day),
            amount: Money::from_minor(minor, euro),
            description,
        });
        number + 1
    };
    let mut written = 0;
    while written < count {
        let day = written * 7_300 / count;
        let merchant = usize::try_from(random(12)).unwrap_or(0);
        let spent = i64::try_from(random(20_000)).unwrap_or(0) + 100;
        written = match random(20) {
            0 => {
                let minor = i64::try_from(random(500)).unwrap_or(0) * 1_000 + 1_000;
                push(1, day, -minor, format!("TRANSFER REF {}", 10_000_000 + written));
                push(2 + random(4), day + random(4), minor, "INCOMING".to_owned())
            }
            1 => push(1, day / 30 * 30, -1_299, "STREAMFLIX SUBSCRIPTION".to_owned()),
            2 => push(1, day / 30 * 30, 250_000, "SALARY ACME".to_owned()),
            _ => push(random(6), day, -spent, format!("{} {:04}", MERCHANTS[merchant], random(10_000))),
        };
    }
    made
}

fn lifetime(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lifetime");
    group.sample_size(10);
    for count in [500_000, 1_000_000] {
        let movements = transactions(count);
        let today = movements.iter().map(|movement| movement.date).max().unwrap_or_default();
        group.bench_with_input(BenchmarkId::new("transfers", count), &movements, |bench, movements| {
            bench.iter(|| match_transfers(black_box(movements), &[], None).len());
        });
        group.bench_with_input(BenchmarkId::new("recurring", count), &movements, |bench, movements| {
            bench.iter(|| find_recurring(black_box(movements), &MerchantNames::default(), today).len());
        });
        group.bench_with_input(BenchmarkId::new("duplicates", count), &movements, |bench, movements| {
            bench.iter(|| find_duplicates(black_box(movements), &BTreeMap::new()).len());
        });
        let examples = || movements.iter().map(example);
        group.bench_function(BenchmarkId::new("learn", count), |bench| {
            bench.iter(|| Learner::from_examples(examples()).examples());
        });
        let learner = Learner::from_examples(examples());
        group.bench_function(BenchmarkId::new("suggest one", count), |bench| {
            let asked = &movements[movements.len() / 2];
            bench.iter(|| learner.suggest(black_box(&asked.description), asked.amount, asked.account));
        });
    }
    group.finish();
}

/// Creates an example whose category is derived from the first letter of the description.
fn example(movement: &Movement) -> Example<'_> {
    let category: CategoryId = id(u64::from(movement.description.as_bytes()[0]));
    Example {
        transaction: movement.transaction,
        description: &movement.description,
        amount: movement.amount,
        account: movement.account,
        category,
    }
}

criterion_group!(benches, lifetime);
criterion_main!(benches);

//! Benchmarks of the queries that users wait for, on both databases.

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use saldo_domain::{
    AccountDraft, AccountKind, CheckedAccount, CheckedDraft, Currency, Date, Email, Money, Outcome,
    PageRequest, ReadBy, Reconciliation, Sha256, StatementId, StatementKind, Timestamp, TokenHash,
    TransactionDraft, TransactionFilter, UserId,
};
use saldo_storage::{
    Grouping, NewCredential, NewSession, NewStatement, NewUser, PasswordHash, Storage, open,
};
use tokio::runtime::Runtime;

const NOW: Timestamp = Timestamp::from_milliseconds(1_746_057_600_000);
const TRANSACTIONS: i64 = 1_000;

fn queries(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("the runtime starts");
    let folder = tempfile::tempdir().expect("the folder is created");
    let sqlite = format!("sqlite://{}", folder.path().join("bench.db").display());
    measure(criterion, &runtime, "sqlite", &sqlite);
    if let Some(database) = runtime.block_on(saldo_test_postgres::database()) {
        measure(criterion, &runtime, "postgres", database.url());
    }
}

fn measure(criterion: &mut Criterion, runtime: &Runtime, name: &str, url: &str) {
    let (storage, user, statement) = runtime.block_on(async {
        let storage = open(url).await.expect("the database opens");
        let (user, statement) = fill(&storage).await.expect("the database accepts the data");
        (storage, user, statement)
    });
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.bench_function("session", |bencher| {
        let token = TokenHash::of("token");
        bencher.to_async(runtime).iter(|| storage.find_session(token, NOW));
    });
    group.bench_function("page of 50 transactions", |bencher| {
        let list = || storage.list_transactions(user, TransactionFilter::default(), PageRequest::default());
        bencher.to_async(runtime).iter(list);
    });
    group.bench_function("totals by month", |bencher| {
        let total = || storage.total_transactions(user, TransactionFilter::default(), Grouping::Month);
        bencher.to_async(runtime).iter(total);
    });
    group.bench_function("import 1000 transactions again", |bencher| {
        let import = || storage.import_statement(user, statement, draft(), NOW);
        bencher.to_async(runtime).iter(import);
    });
    group.finish();
}

async fn fill(storage: &Arc<dyn Storage>) -> Result<(UserId, StatementId), Box<dyn std::error::Error>> {
    let user = NewUser {
        email: Email::parse("ada@example.com")?,
        email_verified: true,
        name: "Ada".to_owned(),
        image: None,
    };
    let credential = NewCredential::Password { hash: PasswordHash::from_phc("none".to_owned()) };
    let user = storage.insert_user(user, credential, NOW).await?.id;
    let session = NewSession {
        token: TokenHash::of("token"),
        expires_at: Timestamp::from_milliseconds(i64::from(u32::MAX) * 1_000),
        ip_address: String::new(),
        user_agent: String::new(),
        remember: true,
    };
    storage.insert_session(user, session, NOW).await?;
    let id = StatementId::new(NOW);
    let statement = NewStatement {
        id,
        file_name: "bench.pdf".to_owned(),
        file_key: "bench".to_owned(),
        size: 1,
        sha256: Sha256::of(b"bench"),
    };
    storage.insert_statement(user, statement, NOW).await?;
    storage.import_statement(user, id, draft(), NOW).await?;
    Ok((user, id))
}

fn draft() -> CheckedDraft {
    let currency = Currency::parse("EUR").expect("EUR is an ISO 4217 code");
    let transactions = (0..TRANSACTIONS).map(|number| TransactionDraft {
        date: Date::default() + chrono::Days::new(number.unsigned_abs() / 3),
        value_date: None,
        description: format!("Shop {}", number % 40),
        amount: Money::from_minor(-100 - number, currency),
        balance: None,
        place: None,
    });
    let draft = AccountDraft {
        number: Some("1234".to_owned()),
        transactions: transactions.collect(),
        ..AccountDraft::new(AccountKind::Checking, currency)
    };
    let reconciliation = Reconciliation {
        outcome: Outcome::Unchecked,
        discrepancy: None,
        first_broken: None,
        witnesses: Vec::new(),
        causes: Vec::new(),
        derived: saldo_domain::DerivedEnds::default(),
    };
    CheckedDraft {
        kind: StatementKind::Bank,
        institution: None,
        read_by: ReadBy::Layout,
        pages: 1,
        accounts: vec![CheckedAccount { draft, reconciliation }],
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);

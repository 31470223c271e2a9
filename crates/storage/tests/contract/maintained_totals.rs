//! Tests that the maintained totals equal the sums of the transactions, after any changes in any order.

use std::collections::BTreeMap;

use saldo_domain::report::Group;
use saldo_domain::transaction::SizeRange;
use saldo_domain::{
    CategoryBy, EditAction, EditId, PageRequest, Period, Split, StatementId, Transaction, TransactionFilter,
    TransactionId, TransactionKind, UserId,
};
use saldo_storage::{Grouping, MergeError, NewTransaction, Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, not_merged, on_both_databases};

on_both_databases!(
    stored_totals_match_the_transactions_after_any_writes,
    a_long_name_is_one_merchant,
    a_long_file_is_counted_and_searched_like_a_short_one,
);

/// Returns the next number below `most` of a fixed sequence.
fn next(seed: &mut u64, most: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 33).unwrap() % most
}

type Figures = BTreeMap<(Group, &'static str), (i64, i64, u64)>;

async fn figures(database: &Database, user: UserId, filter: TransactionFilter, by: Grouping) -> Figures {
    let totals = database.total_transactions(user, filter, by).await.unwrap();
    let figures = totals.into_iter().map(|total| {
        let flow = total.flow;
        let sums = (flow.income.minor(), flow.spending.minor(), flow.transactions);
        ((total.group, flow.income.currency().code()), sums)
    });
    figures.collect()
}

/// Compares the maintained totals with the transactions. A filter that permits any size matches all of them,
/// but is answered from the transactions, because totals do not store sizes.
async fn compare(database: &Database, user: UserId, after: &str) {
    let any = SizeRange { currency: euro(0).currency(), min_minor: Some(0), max_minor: None };
    let odd = Period::new("2025-01-20".parse().unwrap(), "2025-06-10".parse().unwrap());
    let accounts = database.list_accounts(user).await.unwrap();
    let account = accounts.first().map(|account| account.id);
    let categories = database.list_categories(user).await.unwrap();
    let without_category = categories.iter().find_map(|category| category.parent);
    for by in Grouping::ALL {
        for kind in [None, Some(TransactionKind::Transfer)] {
            for (period, account, without_category) in [
                (None, None, None),
                (odd, None, None),
                (None, account, None),
                (None, None, without_category),
                (odd, None, without_category),
            ] {
                let kept = TransactionFilter {
                    kind,
                    period,
                    account,
                    without_category,
                    ..TransactionFilter::default()
                };
                let added = TransactionFilter { size: Some(any), ..kept.clone() };
                assert_eq!(
                    figures(database, user, kept, by).await,
                    figures(database, user, added, by).await,
                    "{by:?}, {kind:?}, {period:?}, {account:?}, {without_category:?} after {after}"
                );
            }
        }
    }
}

/// A user's data, and the state of the sequence of changes.
struct Books<'a> {
    database: &'a Database,
    user: UserId,
    seed: u64,
    statements: Vec<StatementId>,
    edits: Vec<EditId>,
}

const NAMES: [&str; 4] = ["Blue Cafe", "Supermarket", "Salary", "Gym Nine"];

impl Books<'_> {
    fn pick(&mut self, most: usize) -> usize {
        next(&mut self.seed, most)
    }

    fn minor(&mut self) -> i64 {
        i64::try_from(self.pick(9_000)).unwrap() - 6_000
    }

    fn day(&mut self) -> chrono::NaiveDate {
        let days = u64::try_from(self.pick(120)).unwrap();
        "2025-02-10".parse::<chrono::NaiveDate>().unwrap() + chrono::Days::new(days)
    }

    async fn transactions(&self) -> Vec<Transaction> {
        let page = PageRequest::first(100);
        self.database.list_transactions(self.user, TransactionFilter::default(), page).await.unwrap().items
    }

    async fn import(&mut self, again: bool) -> String {
        let statement = match self.statements.first() {
            Some(first) if again => *first,
            _ => self.database.statement(self.user).await.id,
        };
        let parts = ["1111", "2222"].map(|number| {
            let lines = (0..4).map(|_| {
                let name = NAMES[self.pick(NAMES.len())];
                (name, self.day(), self.minor())
            });
            part(number, lines.map(|(name, day, minor)| line(day, name, euro(minor))).collect())
        });
        self.database
            .import_statement(self.user, statement, draft(parts.into()), at(1))
            .await
            .unwrap()
            .unwrap();
        if !self.statements.contains(&statement) {
            self.statements.push(statement);
        }
        format!("an import of {statement}, again: {again}")
    }

    async fn change(&mut self, transaction: &Transaction) -> String {
        let categories = self.database.list_categories(self.user).await.unwrap();
        let category = |number: usize| categories.get(number).map(|category| category.id);
        let half = transaction.amount.minor() / 2;
        let parts = [half, transaction.amount.minor() - half];
        let change = match self.pick(8) {
            0 => TransactionChange {
                description: Some(NAMES[self.pick(4)].to_owned()),
                ..TransactionChange::default()
            },
            1 => TransactionChange { amount: Some(euro(self.minor())), ..TransactionChange::default() },
            2 => TransactionChange { date: Some(self.day()), ..TransactionChange::default() },
            3 => TransactionChange { kind: Some(TransactionKind::Transfer), ..TransactionChange::default() },
            4 => {
                TransactionChange { kind: Some(TransactionKind::Transaction), ..TransactionChange::default() }
            }
            5 => {
                TransactionChange { category: Some(category(self.pick(20))), ..TransactionChange::default() }
            }
            7 if !parts.contains(&0) => {
                let split = |minor, category| Split { amount: euro(minor), category, note: None };
                let splits = [split(parts[0], category(self.pick(20))), split(parts[1], None)];
                TransactionChange { splits: Some(splits.into()), ..TransactionChange::default() }
            }
            _ => TransactionChange { splits: Some(Vec::new()), ..TransactionChange::default() },
        };
        let change_text = format!("{change:?} of {}", transaction.id);
        let ids = Selection::Ids(vec![transaction.id]);
        let done =
            self.database.change_transactions(self.user.into(), ids, change, EditAction::Change, at(5)).await;
        self.edits.push(done.unwrap().edit.id);
        change_text
    }

    async fn add(&mut self, account: saldo_domain::AccountId) -> String {
        let new = NewTransaction {
            id: TransactionId::new(at(3)),
            account,
            statement: None,
            position: None,
            date: self.day(),
            description: NAMES[self.pick(4)].to_owned(),
            note: String::new(),
            amount: euro(self.minor()),
            category: None,
            category_by: CategoryBy::Words,
            kind: TransactionKind::Transaction,
            tags: Vec::new(),
        };
        let done = self.database.insert_transaction(self.user.into(), new, at(5)).await;
        self.edits.push(done.unwrap().edit.id);
        "adding a transaction".to_owned()
    }

    /// Makes a change and returns its description.
    async fn step(&mut self) -> String {
        let transactions = self.transactions().await;
        let Some(transaction) = transactions.get(self.pick(transactions.len().max(1))).cloned() else {
            return self.import(false).await;
        };
        match self.pick(20) {
            0 => self.import(false).await,
            1 => self.import(true).await,
            2 | 3 => self.add(transaction.account).await,
            4 => {
                let ids = Selection::Ids(vec![transaction.id]);
                let done = self.database.delete_transactions(self.user.into(), ids, at(6)).await.unwrap();
                self.edits.push(done.edit.id);
                format!("deleting {}", transaction.id)
            }
            5..=7 if !self.edits.is_empty() => {
                let number = self.pick(self.edits.len());
                let edit = self.edits.swap_remove(number);
                let undone = self.database.undo_edit(self.user.into(), edit, at(7)).await.unwrap();
                format!("taking {edit} back: {undone:?}")
            }
            8 => {
                let all = self.database.list_categories(self.user).await.unwrap();
                let [one, other] = [self.pick(all.len()), self.pick(all.len())].map(|number| all[number].id);
                let instead = (one != other).then_some(other);
                self.database.delete_category(self.user, one, instead).await.unwrap();
                format!("deleting category {one}")
            }
            9 if self.statements.len() > 1 => {
                let number = self.pick(self.statements.len());
                let statement = self.statements.swap_remove(number);
                self.database.delete_statement(self.user, statement, at(8)).await.unwrap();
                format!("deleting statement {statement}")
            }
            10 => {
                let accounts = self.database.list_accounts(self.user).await.unwrap();
                let [one, other] = [self.pick(accounts.len()), self.pick(accounts.len())];
                let (one, other) = (accounts[one].id, accounts[other].id);
                let merged = self.database.merge_accounts(self.user.into(), one, other, at(9)).await;
                if one == other {
                    assert_eq!(not_merged(merged), MergeError::Unknown);
                } else {
                    merged.unwrap();
                }
                format!("merging {one} and {other}")
            }
            _ => self.change(&transaction).await,
        }
    }
}

async fn stored_totals_match_the_transactions_after_any_writes(database: Database) {
    for seed in 1..=2 {
        let user = database.user(&format!("ada{seed}")).await.id;
        let mut books = Books { database: &database, user, seed, statements: Vec::new(), edits: Vec::new() };
        let first = books.import(false).await;
        compare(&database, user, &first).await;
        for step in 0..30 {
            let done = books.step().await;
            compare(&database, user, &format!("step {step} of {seed}: {done}")).await;
        }
        assert!(!books.edits.is_empty() && !books.statements.is_empty());
    }
}

async fn a_long_name_is_one_merchant(database: Database) {
    let ada = database.user("ada").await.id;
    let statement = database.statement(ada).await.id;
    let long = |end: &str| format!("{}{end}", "ä".repeat(3_000));
    let lines = [line(may(2), &long("one"), euro(-300)), line(may(3), &long("two"), euro(-400))];
    let draft = draft(vec![part("1111", lines.into())]);
    database.import_statement(ada, statement, draft, at(1)).await.unwrap().unwrap();
    compare(&database, ada, "names of three thousand letters").await;
    let merchants = figures(&database, ada, TransactionFilter::default(), Grouping::Merchant).await;
    assert_eq!(merchants.len(), 1, "{merchants:?}");
    assert_eq!(merchants.values().collect::<Vec<_>>(), [&(0, 700, 2)]);
}

async fn found(database: &Database, user: UserId, text: &str) -> usize {
    let filter = TransactionFilter { text: Some(text.to_owned()), ..TransactionFilter::default() };
    database.list_transactions(user, filter, PageRequest::first(500)).await.unwrap().items.len()
}

async fn a_long_file_is_counted_and_searched_like_a_short_one(database: Database) {
    let ada = database.user("ada").await.id;
    let import = async |words: &'static str, count: u32| {
        let lines = (0..count).map(|number| {
            let day = may(1) + chrono::Days::new(u64::from(number % 40));
            line(day, &format!("{words} {number:05}"), euro(i64::from(number) - 300))
        });
        let statement = database.statement(ada).await.id;
        let draft = draft(vec![part("1111", lines.collect())]);
        database.import_statement(ada, statement, draft, at(1)).await.unwrap().unwrap();
        compare(&database, ada, words).await;
        statement
    };
    import("before", 3).await;
    let long = import("library", 1_200).await;
    import("after", 3).await;
    assert_eq!(found(&database, ada, "LIBRARY 0004").await, 10);
    assert_eq!(found(&database, ada, "after 0").await, 3);
    // Deleting the statement leaves nothing behind.
    database.delete_statement(ada, long, at(2)).await.unwrap();
    compare(&database, ada, "the long file was deleted").await;
    assert_eq!((found(&database, ada, "library").await, found(&database, ada, "before 0").await), (0, 3));
}

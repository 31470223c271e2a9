//! Tests of shared expenses and settlements: they follow their transactions, and end with households and
//! users without changing a balance.

use saldo_domain::{
    Author, BooksRole, Division, ExpenseState, Money, PageRequest, Settlement, SettlementId, SharedExpense,
    SharedExpenseId, TransactionFilter, TransactionId, UserId,
};
use saldo_storage::{LimitedInsert, NewSharedExpense, Selection};

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, START, at, on_both_databases, unknown_user};
use crate::households::{create, join};

on_both_databases!(
    an_expense_follows_its_transaction,
    a_transaction_is_shared_once_and_by_its_books_only,
    lists_are_of_one_household,
    the_household_keeps_the_amounts_of_a_member_who_leaves,
    deleting_all_data_of_a_member_keeps_the_balance,
    deleting_all_data_of_a_household_ends_the_sharing,
    a_settlement_takes_a_transaction_once,
);

/// Adds a transaction to books.
async fn book(database: &Database, books: UserId, minor: i64) -> TransactionId {
    let statement = database.statement(books).await;
    let draft = simple(vec![line(may(1), "Coffee", euro(minor))]);
    database.import_statement(books, statement.id, draft, START).await.unwrap().unwrap();
    let all = database.list_transactions(books, TransactionFilter::default(), PageRequest::default());
    let all = all.await.unwrap().items;
    all.iter().find(|transaction| transaction.amount == euro(minor)).unwrap().id
}

fn new(household: UserId, books: UserId, payer: UserId, transaction: TransactionId) -> NewSharedExpense {
    let division = Division::even([payer]).unwrap();
    NewSharedExpense { id: SharedExpenseId::new(START), household, books, transaction, payer, division }
}

fn payment(household: UserId, from: UserId, to: UserId) -> Settlement {
    let (id, amount) = (SettlementId::new(START), euro(150));
    Settlement { id, household, from, to, amount, date: may(2), transaction: None, created_at: START }
}

async fn share(database: &Database, new: NewSharedExpense) -> LimitedInsert {
    database.insert_shared_expense(new, 9, START).await.unwrap()
}

/// Inserts a row into both tables.
pub(crate) async fn fill(database: &Database, household: UserId, owner: UserId) {
    let transaction = book(database, household, -300).await;
    let stored = share(database, new(household, household, owner, transaction)).await;
    assert_eq!(stored, LimitedInsert::Stored);
    let paid = payment(household, owner, unknown_user());
    assert_eq!(database.insert_settlement(paid, 9).await.unwrap(), LimitedInsert::Stored);
}

/// A household of two, and a shared transaction in the own books of the second.
struct Shared {
    ada: UserId,
    bob: UserId,
    household: UserId,
    transaction: TransactionId,
    expense: SharedExpenseId,
}

impl Shared {
    async fn new(database: &Database) -> Self {
        let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
        let household = create(database, ada).await;
        join(database, household, ada, bob, BooksRole::Editor).await;
        let transaction = book(database, bob, -300).await;
        let new = new(household, bob, bob, transaction);
        let expense = new.id;
        assert_eq!(share(database, new).await, LimitedInsert::Stored);
        Self { ada, bob, household, transaction, expense }
    }

    async fn found(&self, database: &Database) -> SharedExpense {
        database.find_shared_expense(self.household, self.expense).await.unwrap().unwrap()
    }

    async fn check_kept(&self, database: &Database) {
        let kept = self.found(database).await;
        let state = ExpenseState::Kept { date: may(1), amount: euro(-300) };
        assert_eq!((kept.state, kept.books, kept.payer), (state, self.household, self.bob));
    }
}

async fn an_expense_follows_its_transaction(database: Database) {
    let shared = Shared::new(&database).await;
    let state = async || shared.found(&database).await.state;
    let ExpenseState::Booked { transaction, date, amount, .. } = state().await else { panic!("it exists") };
    assert_eq!((transaction, date, amount), (shared.transaction, may(1), euro(-300)));
    let author = Author::from(shared.bob);
    let selection = Selection::Ids(vec![shared.transaction]);
    let deleted = database.delete_transactions(author, selection, START).await.unwrap();
    assert_eq!(state().await, ExpenseState::Gone { transaction: shared.transaction });
    assert_eq!(database.list_shared_expenses(shared.household).await.unwrap()[0].booked(), None);
    database.undo_edit(author, deleted.edit.id, START).await.unwrap();
    assert_eq!(shared.found(&database).await.booked(), Some((may(1), euro(-300))));
}

async fn a_transaction_is_shared_once_and_by_its_books_only(database: Database) {
    let shared = Shared::new(&database).await;
    let Shared { ada, bob, household, transaction, .. } = shared;
    let again = new(household, bob, bob, transaction);
    assert_eq!(share(&database, again).await, LimitedInsert::Taken);
    let foreign = new(household, ada, ada, transaction);
    assert_eq!(share(&database, foreign).await, LimitedInsert::NotFound);
    let nowhere = new(ada, bob, bob, transaction);
    assert_eq!(share(&database, nowhere).await, LimitedInsert::NotFound, "a user is not a household");
    let eve = database.user("eve").await.id;
    let hers = book(&database, eve, -500).await;
    let stranger = new(household, eve, eve, hers);
    assert_eq!(share(&database, stranger).await, LimitedInsert::NotFound, "she is not a member");
    let other = book(&database, household, -700).await;
    let one_more = new(household, household, ada, other);
    let full = database.insert_shared_expense(one_more, 1, START).await.unwrap();
    assert_eq!(full, LimitedInsert::TooMany);
    let of = async |books| database.find_expense_of_transaction(books, transaction).await.unwrap();
    assert_eq!(of(bob).await.map(|expense| expense.id), Some(shared.expense));
    assert_eq!((of(ada).await, of(household).await), (None, None));
}

async fn lists_are_of_one_household(database: Database) {
    let shared = Shared::new(&database).await;
    let household = shared.household;
    let other = create(&database, shared.ada).await;
    let second = book(&database, household, -500).await;
    let mut second = new(household, household, shared.ada, second);
    second.id = SharedExpenseId::new(at(60));
    assert_eq!(share(&database, second.clone()).await, LimitedInsert::Stored);
    let first = database.page_shared_expenses(household, PageRequest::first(1)).await.unwrap();
    assert_eq!(first.items[0].id, second.id, "the one that was shared last is the first");
    let next = PageRequest { cursor: first.next_cursor, limit: 1 };
    let last = database.page_shared_expenses(household, next).await.unwrap();
    assert_eq!((last.items[0].id, last.next_cursor), (shared.expense, None));
    let wrong = PageRequest { cursor: Some("x".to_owned()), limit: 1 };
    assert!(database.page_shared_expenses(household, wrong).await.is_err());
    assert!(database.list_shared_expenses(other).await.unwrap().is_empty());
    assert_eq!(database.find_shared_expense(other, shared.expense).await.unwrap(), None);
    let division = Division::even([shared.ada]).unwrap();
    let change = async |books, payer| {
        database.update_shared_expense(books, shared.expense, payer, division.clone()).await.unwrap()
    };
    assert!(!change(other, shared.ada).await);
    assert!(change(household, shared.ada).await);
    let changed = shared.found(&database).await;
    assert_eq!((changed.payer, changed.division.clone()), (shared.ada, division));
    assert!(!database.delete_shared_expense(other, shared.expense).await.unwrap());
    assert!(database.delete_shared_expense(household, shared.expense).await.unwrap());
    let names = database.list_user_names(vec![shared.ada, unknown_user()]).await.unwrap();
    assert_eq!(names, [(shared.ada, "ada".to_owned())]);
}

async fn the_household_keeps_the_amounts_of_a_member_who_leaves(database: Database) {
    let shared = Shared::new(&database).await;
    let other = create(&database, shared.bob).await;
    let second = book(&database, shared.bob, -500).await;
    let second = new(other, shared.bob, shared.bob, second);
    assert_eq!(share(&database, second.clone()).await, LimitedInsert::Stored);
    database.delete_member(shared.household, shared.bob).await.unwrap();
    shared.check_kept(&database).await;
    let elsewhere = database.find_shared_expense(other, second.id).await.unwrap().unwrap();
    assert!(matches!(elsewhere.state, ExpenseState::Booked { .. }), "he is still a member there");
    let again = new(other, shared.bob, shared.bob, shared.transaction);
    assert_eq!(share(&database, again).await, LimitedInsert::Stored);
}

async fn deleting_all_data_of_a_member_keeps_the_balance(database: Database) {
    let shared = Shared::new(&database).await;
    let paid = payment(shared.household, shared.ada, shared.bob);
    database.insert_settlement(paid.clone(), 9).await.unwrap();
    database.delete_books(shared.bob, START).await.unwrap();
    shared.check_kept(&database).await;
    database.delete_user(shared.bob).await.unwrap();
    shared.check_kept(&database).await;
    assert_eq!(database.list_settlements(shared.household).await.unwrap(), [paid]);
    assert!(database.list_user_names(vec![shared.bob]).await.unwrap().is_empty());
    database.delete_user(shared.ada).await.unwrap();
    let left = database.rows().await;
    assert_eq!((left["shared_expenses"], left["settlements"]), (0, 0));
}

async fn deleting_all_data_of_a_household_ends_the_sharing(database: Database) {
    let shared = Shared::new(&database).await;
    fill(&database, shared.household, shared.ada).await;
    database.delete_books(shared.household, START).await.unwrap();
    let left = database.rows().await;
    assert_eq!((left["shared_expenses"], left["settlements"]), (0, 0));
    let kept = database.find_transaction(shared.bob, shared.transaction).await.unwrap();
    assert_eq!(kept.map(|transaction| transaction.amount), Some(euro(-300)));
}

async fn a_settlement_takes_a_transaction_once(database: Database) {
    let shared = Shared::new(&database).await;
    let Shared { ada, bob, household, transaction, .. } = shared;
    let insert = async |new| database.insert_settlement(new, 2).await.unwrap();
    let first = Settlement { transaction: Some(transaction), ..payment(household, bob, ada) };
    assert_eq!(insert(first.clone()).await, LimitedInsert::Stored);
    let again = Settlement { id: SettlementId::new(START), ..first.clone() };
    assert_eq!(insert(again).await, LimitedInsert::Taken);
    let yen = Money::from_minor(5, saldo_domain::Currency::parse("JPY").unwrap());
    let second = Settlement { id: SettlementId::new(at(60)), amount: yen, ..payment(household, ada, bob) };
    assert_eq!(insert(second.clone()).await, LimitedInsert::Stored);
    assert_eq!(insert(payment(household, ada, bob)).await, LimitedInsert::TooMany);
    assert_eq!(insert(payment(ada, ada, bob)).await, LimitedInsert::NotFound);
    assert_eq!(database.list_settlements(household).await.unwrap(), [first.clone(), second.clone()]);
    let page = database.page_settlements(household, PageRequest::first(1)).await.unwrap();
    assert_eq!(page.items, [second]);
    let next = PageRequest { cursor: page.next_cursor, limit: 1 };
    assert_eq!(database.page_settlements(household, next).await.unwrap().items, std::slice::from_ref(&first));
    assert!(!database.delete_settlement(ada, first.id).await.unwrap());
    assert!(database.delete_settlement(household, first.id).await.unwrap());
}

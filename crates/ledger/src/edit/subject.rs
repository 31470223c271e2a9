//! The subject of an edit, from what is recorded of it.

use std::collections::HashMap;

use saldo_domain::merchant::{merchant_identity, merchant_key};
use saldo_domain::{
    AccountId, AccountState, CategoryId, EditSubject, NamedAccount, NamedCategory, SubjectTransaction,
    TransactionState,
};

use super::Change;
use crate::merchants::MerchantChange;

/// The number of transactions up to which all changes of an edit are examined. Of a larger edit only the
/// first is, because one edit can have thousands.
pub const EXAMINED_TRANSACTIONS_MAX: u64 = 100;

/// The record of an edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditRecord {
    /// The number of transactions that the edit changed.
    pub transactions: u64,
    /// The changes of transactions, each with the present merchant of the transaction unless it is deleted.
    /// All of them up to [`EXAMINED_TRANSACTIONS_MAX`], otherwise the first.
    pub changes: Vec<(Change, Option<String>)>,
    /// The changed names of merchants.
    pub merchants: Vec<MerchantChange>,
    /// The changed accounts, before and after.
    pub accounts: Vec<(AccountId, AccountState, AccountState)>,
    /// The account that remained of a merge, and the other one.
    pub merged: Option<(AccountId, AccountId)>,
}

/// The present names of a user's accounts and categories, and the last names of merged accounts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubjectNames {
    /// The names of accounts.
    pub accounts: HashMap<AccountId, String>,
    /// The names of categories.
    pub categories: HashMap<CategoryId, String>,
}

impl SubjectNames {
    fn account(&self, id: AccountId) -> NamedAccount {
        NamedAccount { id, name: self.accounts.get(&id).cloned() }
    }

    fn category(&self, id: CategoryId) -> NamedCategory {
        NamedCategory { id, name: self.categories.get(&id).cloned() }
    }
}

/// Returns the subject of an edit; `None` if nothing is recorded of it.
#[must_use]
pub fn subject(record: &EditRecord, names: &SubjectNames) -> Option<EditSubject> {
    if let Some((account, other)) = record.merged {
        return Some(EditSubject::Accounts { account: names.account(account), other: names.account(other) });
    }
    if let Some((id, before, after)) = record.accounts.first() {
        let account = NamedAccount { id: *id, name: Some(after.name.clone()) };
        let former_name = (before.name != after.name).then(|| before.name.clone());
        return Some(EditSubject::Account { account, former_name });
    }
    if let Some(subject) = of_merchants(&record.merchants) {
        return Some(subject);
    }
    let is_whole = record.transactions <= EXAMINED_TRANSACTIONS_MAX;
    of_transactions(&record.changes, is_whole, names)
}

fn of_merchants(changes: &[MerchantChange]) -> Option<EditSubject> {
    let named = |change: &MerchantChange, name: &Option<String>| {
        name.clone().unwrap_or_else(|| change.merchant.clone())
    };
    // The merchant that already had the name is recorded with the others, and says nothing.
    let renamed = |change: &&MerchantChange| {
        let [before, after] = [&change.before, &change.after].map(|name| named(change, name));
        merchant_identity(&before) != merchant_identity(&after)
    };
    let first = changes.iter().find(renamed).or(changes.first())?;
    let merchants = changes.iter().filter(renamed).count().max(1);
    Some(EditSubject::MerchantNames {
        from: named(first, &first.before),
        to: named(first, &first.after),
        merchants: u64::try_from(merchants).unwrap_or(u64::MAX),
    })
}

fn of_transactions(
    changes: &[(Change, Option<String>)],
    is_whole: bool,
    names: &SubjectNames,
) -> Option<EditSubject> {
    // An edit that ends a transfer also records its other side, which the user did not touch.
    let touched: Vec<&(Change, Option<String>)> =
        changes.iter().filter(|(change, _)| !is_of_transfer_only(change)).collect();
    let only_transfers = touched.is_empty();
    let touched = if only_transfers { changes.iter().collect() } else { touched };
    let (first, _) = touched.first()?;
    if is_whole
        && only_transfers
        && let Some(subject) = of_transfers(changes, names)
    {
        return Some(subject);
    }
    let category = is_whole.then(|| common_category(&touched)).flatten().map(|id| names.category(id));
    let first = described(first)?;
    if is_whole && touched.len() == 1 {
        return Some(EditSubject::Transaction { transaction: first, category });
    }
    match is_whole.then(|| common_merchant(&touched)).flatten() {
        Some(merchant) => Some(EditSubject::Merchant { merchant, category }),
        None => Some(EditSubject::Transactions { first, category }),
    }
}

fn shown(change: &Change) -> Option<&TransactionState> {
    Some(&change.after.as_ref().or(change.before.as_ref())?.state)
}

fn described(change: &Change) -> Option<SubjectTransaction> {
    shown(change).map(|state| SubjectTransaction::of(change.transaction, state))
}

/// True if a transaction was linked or separated and nothing else of it changed.
fn is_of_transfer_only(change: &Change) -> bool {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return false };
    let (before, after) = (&before.state, &after.state);
    before.transfer != after.transfer
        && *before == TransactionState { kind: before.kind, transfer: before.transfer, ..after.clone() }
}

/// Returns the transfers as a subject if both accounts of all of them are known and the same.
fn of_transfers(changes: &[(Change, Option<String>)], names: &SubjectNames) -> Option<EditSubject> {
    let states = || changes.iter().filter_map(|(change, _)| Some((change, shown(change)?)));
    let account = |is_out: bool| {
        let mut sides = states().filter(|(_, state)| state.amount.is_negative() == is_out);
        let (_, first) = sides.next()?;
        sides.all(|(_, state)| state.account == first.account).then_some(first.account)
    };
    let (from, to) = (account(true)?, account(false)?);
    let (out, _) = states().find(|(_, state)| state.amount.is_negative())?;
    Some(EditSubject::Transfer { from: names.account(from), to: names.account(to), first: described(out)? })
}

/// Returns the category that all of the transactions got.
fn common_category(changes: &[&(Change, Option<String>)]) -> Option<CategoryId> {
    let got = |(change, _): &&(Change, Option<String>)| {
        let before = change.before.as_ref().and_then(|before| before.state.category);
        let after = change.after.as_ref()?.state.category;
        after.filter(|_| change.before.is_some() && before != after)
    };
    let first = got(changes.first()?)?;
    changes.iter().all(|change| got(change) == Some(first)).then_some(first)
}

/// Returns the merchant of all of the transactions.
fn common_merchant(changes: &[&(Change, Option<String>)]) -> Option<String> {
    let merchants: Vec<String> = changes.iter().filter_map(|change| merchant(change)).collect();
    let first = merchants.first().filter(|first| !first.is_empty())?;
    let identity = merchant_identity(first);
    let is_common = merchants.len() == changes.len()
        && merchants.iter().all(|merchant| merchant_identity(merchant) == identity);
    is_common.then(|| first.clone())
}

fn merchant((change, present): &(Change, Option<String>)) -> Option<String> {
    let recorded = || {
        let rest = change.before.as_ref().or(change.after.as_ref())?.rest.as_ref()?;
        Some(rest.merchant.clone())
    };
    present.clone().or_else(recorded).or_else(|| Some(merchant_key(&shown(change)?.description)))
}

#[cfg(test)]
mod tests {
    use saldo_domain::{
        AccountKind, CategoryBy, Currency, Id, Money, Timestamp, TransactionKind, TransferId,
    };

    use super::*;
    use crate::edit::Snapshot;

    fn id<T>(number: i64) -> Id<T> {
        Id::new(Timestamp::from_milliseconds(number))
    }

    fn state(account: AccountId, description: &str, minor: i64) -> TransactionState {
        TransactionState {
            account,
            date: "2025-05-01".parse().unwrap(),
            description: description.to_owned(),
            note: String::new(),
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            category: None,
            category_by: CategoryBy::Words,
            kind: TransactionKind::Transaction,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        }
    }

    fn change(before: Option<TransactionState>, after: Option<TransactionState>) -> Change {
        Change { transaction: id(1), before: before.map(Snapshot::of), after: after.map(Snapshot::of) }
    }

    fn record(changes: Vec<Change>) -> EditRecord {
        let transactions = changes.len() as u64;
        let changes = changes.into_iter().map(|change| (change, None)).collect();
        EditRecord { transactions, changes, ..EditRecord::default() }
    }

    fn of(record: &EditRecord) -> EditSubject {
        subject(record, &SubjectNames::default()).unwrap()
    }

    fn transaction(record: &EditRecord) -> (String, Option<CategoryId>) {
        match of(record) {
            EditSubject::Transaction { transaction, category } => {
                (transaction.description, category.map(|category| category.id))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_transaction_is_named_as_it_is_after_the_edit_or_was_before_its_deletion() {
        let coffee = state(id(9), "Coffee", -300);
        let renamed = TransactionState { description: "Espresso".to_owned(), ..coffee.clone() };
        let named = |before, after| transaction(&record(vec![change(before, after)]));
        assert_eq!(named(None, Some(coffee.clone())), ("Coffee".to_owned(), None));
        assert_eq!(named(Some(coffee.clone()), Some(renamed)), ("Espresso".to_owned(), None));
        assert_eq!(named(Some(coffee.clone()), None), ("Coffee".to_owned(), None));
        let noted = TransactionState { note: "with Ann".to_owned(), ..coffee.clone() };
        assert_eq!(named(Some(coffee), Some(noted)), ("Coffee".to_owned(), None));
    }

    #[test]
    fn a_category_is_named_only_if_all_transactions_got_it() {
        let (food, fun) = (id(5), id(6));
        let coffee = state(id(9), "Coffee", -300);
        let with = |category| TransactionState { category: Some(category), ..coffee.clone() };
        let got = |category| change(Some(coffee.clone()), Some(with(category)));
        assert_eq!(transaction(&record(vec![got(food)])).1, Some(food));
        let names =
            SubjectNames { categories: [(food, "Food".to_owned())].into(), ..SubjectNames::default() };
        let Some(EditSubject::Transaction { category, .. }) = subject(&record(vec![got(food)]), &names)
        else {
            panic!()
        };
        assert_eq!(category.unwrap().name.as_deref(), Some("Food"));
        let taken = change(Some(with(food)), Some(coffee.clone()));
        assert_eq!(transaction(&record(vec![taken])).1, None);
        assert_eq!(transaction(&record(vec![change(None, Some(with(food)))])).1, None, "it came with it");
        let both = record(vec![got(food), got(fun)]);
        assert!(matches!(of(&both), EditSubject::Merchant { category: None, .. }), "{:?}", of(&both));
    }

    #[test]
    fn several_transactions_are_named_by_their_merchant_or_the_first() {
        let noted = |description: &str| {
            let before = state(id(9), description, -300);
            let after = TransactionState { note: "n".to_owned(), ..before.clone() };
            change(Some(before), Some(after))
        };
        let mut one = record(vec![noted("REWE SAGT DANKE 1"), noted("Groceries")]);
        assert!(
            matches!(of(&one), EditSubject::Transactions { first, .. } if first.description.starts_with("REWE"))
        );
        one.changes[0].1 = Some("Rewe".to_owned());
        one.changes[1].1 = Some("REWE".to_owned());
        assert!(matches!(of(&one), EditSubject::Merchant { merchant, .. } if merchant == "Rewe"));
        one.transactions = EXAMINED_TRANSACTIONS_MAX + 1;
        assert!(matches!(of(&one), EditSubject::Transactions { .. }), "the others are not known");
    }

    #[test]
    fn a_transfer_names_both_accounts_and_its_end_by_another_edit_does_not() {
        let (giro, card) = (id(8), id(9));
        let linked = |state: &TransactionState| TransactionState {
            kind: TransactionKind::Transfer,
            transfer: Some(TransferId::new(Timestamp::from_milliseconds(3))),
            ..state.clone()
        };
        let (out, into) = (state(giro, "To card", -500), state(card, "From giro", 500));
        let link = |state: &TransactionState| change(Some(state.clone()), Some(linked(state)));
        let end = |state: &TransactionState| change(Some(linked(state)), Some(state.clone()));
        for changes in [vec![link(&into), link(&out)], vec![end(&out), end(&into)]] {
            let EditSubject::Transfer { from, to, first } = of(&record(changes)) else { panic!() };
            assert_eq!((from.id, to.id, first.description.as_str()), (giro, card, "To card"));
        }
        let elsewhere = state(id(7), "To savings", -900);
        let other = state(id(6), "From giro", 900);
        let two = record(vec![link(&out), link(&into), link(&elsewhere), link(&other)]);
        assert!(matches!(of(&two), EditSubject::Transactions { .. }), "two pairs of accounts");
        let deleted = record(vec![end(&into), change(Some(linked(&out)), None)]);
        assert_eq!(transaction(&deleted).0, "To card");
    }

    #[test]
    fn renamed_merchants_are_named_before_and_after() {
        let renamed = |merchant: &str, before: Option<&str>, after: Option<&str>| MerchantChange {
            merchant: merchant.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let merchants = vec![
            renamed("amazon", None, Some("Amazon")),
            renamed("amzn mktp", None, Some("Amazon")),
            renamed("amazon eu", Some("Prime"), Some("Amazon")),
        ];
        let record = EditRecord { merchants, ..EditRecord::default() };
        let expected = EditSubject::MerchantNames {
            from: "amzn mktp".to_owned(),
            to: "Amazon".to_owned(),
            merchants: 2,
        };
        assert_eq!(of(&record), expected);
        let back = EditRecord {
            merchants: vec![renamed("amzn mktp", Some("Amazon"), None)],
            ..EditRecord::default()
        };
        assert!(matches!(of(&back), EditSubject::MerchantNames { to, .. } if to == "amzn mktp"));
    }

    #[test]
    fn accounts_are_named_in_changes_and_merges() {
        let (giro, card) = (id(8), id(9));
        let before = AccountState {
            name: "Giro".to_owned(),
            kind: AccountKind::Checking,
            closed_on: None,
            group: None,
            note: None,
            payer: None,
            is_archived: false,
        };
        let after = AccountState { name: "Daily".to_owned(), ..before.clone() };
        let changed =
            |after| EditRecord { accounts: vec![(giro, before.clone(), after)], ..EditRecord::default() };
        let EditSubject::Account { account, former_name } = of(&changed(after)) else { panic!() };
        assert_eq!((account.name.as_deref(), former_name.as_deref()), (Some("Daily"), Some("Giro")));
        let archived = AccountState { is_archived: true, ..before.clone() };
        assert!(matches!(of(&changed(archived)), EditSubject::Account { former_name: None, .. }));
        let merge = EditRecord { merged: Some((giro, card)), ..EditRecord::default() };
        let names = SubjectNames { accounts: [(giro, "Daily".to_owned())].into(), ..SubjectNames::default() };
        let Some(EditSubject::Accounts { account, other }) = subject(&merge, &names) else { panic!() };
        assert_eq!((account.name.as_deref(), other.id, other.name), (Some("Daily"), card, None));
    }

    #[test]
    fn an_edit_without_a_record_has_no_subject() {
        assert_eq!(subject(&EditRecord::default(), &SubjectNames::default()), None);
    }
}

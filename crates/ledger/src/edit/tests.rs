//! Properties of edits and their inverse, on a few transactions in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use proptest::sample::subsequence;
use saldo_domain::{Currency, Date, Id, merchant};

use super::*;

/// The transactions of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ledger(BTreeMap<TransactionId, Transaction>);

fn id<T>(number: usize) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}

fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

fn transaction(number: usize, minor: i64) -> Transaction {
    let description = format!("SHOP {number}");
    Transaction {
        id: id(number),
        account: id(number % 2),
        statement: None,
        date: Date::from_ymd_opt(2025, 5, 1 + u32::try_from(number).unwrap()).unwrap(),
        value_date: None,
        merchant: merchant::merchant_key(&description),
        original_description: description.clone(),
        description,
        amount: euro(minor),
        balance: None,
        category: Some(id(number % 3)),
        kind: TransactionKind::Transaction,
        place: None,
        position: 0,
        note: String::new(),
        category_by: CategoryBy::Words,
        transfer: None,
        tags: Vec::new(),
        splits: Vec::new(),
    }
}

impl Ledger {
    /// Two transfers, a split transaction and two others.
    fn new() -> Self {
        let mut all: Vec<Transaction> = [-500, 500, -70, 70, -900, -300, 2_000]
            .into_iter()
            .enumerate()
            .map(|(n, m)| transaction(n, m))
            .collect();
        for (number, side) in all.iter_mut().take(4).enumerate() {
            (side.kind, side.transfer, side.category) =
                (TransactionKind::Transfer, Some(id(number / 2)), None);
        }
        let split = |minor, category| Split { amount: euro(minor), category, note: None };
        all[4].category = None;
        all[4].splits = vec![split(-400, Some(id(1))), split(-500, None)];
        Self(all.into_iter().map(|transaction| (transaction.id, transaction)).collect())
    }

    fn sides(&self, transfers: &BTreeSet<TransferId>) -> Vec<Transaction> {
        let is_side = |transaction: &&Transaction| {
            transaction.transfer.is_some_and(|transfer| transfers.contains(&transfer))
        };
        self.0.values().filter(is_side).cloned().collect()
    }

    fn write(&mut self, changes: &[(Transaction, TransactionState)]) {
        for (before, after) in changes {
            let transaction = self.0.get_mut(&before.id).unwrap();
            assert_eq!(check(&TransactionState::of(transaction), after), Ok(()));
            let TransactionState { account, date, description, note, amount, category, .. } = after.clone();
            let TransactionState { category_by, kind, transfer, tags, splits, .. } = after.clone();
            let kept = transaction.clone();
            *transaction = Transaction {
                account,
                date,
                description,
                note,
                amount,
                category,
                category_by,
                kind,
                transfer,
                tags,
                splits,
                ..kept
            };
        }
    }

    fn take(&mut self, deleted: &[Transaction]) -> Vec<Change> {
        let change = |transaction: &Transaction| {
            let transaction = self.0.remove(&transaction.id).unwrap();
            let rest = FixedValues {
                statement: transaction.statement,
                fingerprint: transaction.id.to_string(),
                value_date: transaction.value_date,
                original_description: transaction.original_description.clone(),
                merchant: transaction.merchant.clone(),
                balance_minor: None,
                place: None,
                position: 0,
                created_at: Timestamp::from_milliseconds(0),
                lines: Vec::new(),
            };
            let before = Snapshot { state: TransactionState::of(&transaction), rest: Some(rest) };
            Change { transaction: transaction.id, before: Some(before), after: None }
        };
        deleted.iter().map(change).collect()
    }

    /// Makes an edit and returns its record; `None` if it is rejected.
    fn edit(&mut self, edit: &Edit) -> Option<Vec<Change>> {
        match edit {
            Edit::Change(numbers, change) => {
                let found = numbers.iter().filter_map(|number| self.0.get(&id(*number)));
                let changes = found.map(|transaction| {
                    (transaction.clone(), change.apply(&TransactionState::of(transaction)))
                });
                let changes: Vec<(Transaction, TransactionState)> = changes.collect();
                for (transaction, after) in &changes {
                    check(&TransactionState::of(transaction), after).ok()?;
                }
                let sides = self.sides(&touched_by(&changes));
                let changes = complete(changes, &sides);
                self.write(&changes);
                Some(changes.into_iter().map(Change::of).collect())
            }
            Edit::Delete(numbers) => {
                let found: Vec<Transaction> =
                    numbers.iter().filter_map(|number| self.0.get(&id(*number)).cloned()).collect();
                let transfers = found.iter().filter_map(|transaction| transaction.transfer).collect();
                let others = without(&found, self.sides(&transfers));
                self.write(&others);
                let mut changes = self.take(&found);
                changes.extend(others.into_iter().map(Change::of));
                Some(changes)
            }
            Edit::Insert(number) => {
                let new = transaction(*number, -1);
                let after = Some(Snapshot::of(TransactionState::of(&new)));
                // An id that is in use is rejected.
                if self.0.contains_key(&new.id) {
                    return None;
                }
                self.0.insert(new.id, new);
                Some(vec![Change { transaction: id(*number), before: None, after }])
            }
        }
    }

    /// Undoes an edit; returns the record of that, and the transactions that were kept.
    fn undo(&mut self, recorded: Vec<Change>) -> (Vec<Change>, BTreeSet<TransactionId>) {
        let present: HashMap<TransactionId, Transaction> = self.0.clone().into_iter().collect();
        let Undo { change, delete, restore, mut kept } = undo(recorded, &present, |_| true);
        let mut changes = Vec::new();
        for (restored, state, rest) in restore {
            let blank = transaction(0, 0);
            let back = Transaction {
                id: restored,
                original_description: rest.original_description,
                merchant: rest.merchant,
                ..blank
            };
            self.0.insert(restored, back.clone());
            let whole = TransactionState { amount: state.amount, ..state.clone() };
            self.0.get_mut(&restored).unwrap().amount = whole.amount;
            let back = self.0[&restored].clone();
            self.write(&[(back, whole)]);
            changes.push(Change { transaction: restored, before: None, after: Some(Snapshot::of(state)) });
        }
        self.write(&change);
        changes.extend(change.into_iter().map(Change::of));
        changes.extend(self.take(&delete));
        let sides = self.sides(&touched_by_records(&changes));
        let (ended, others) = end_halves(&mut changes, &sides);
        self.write(&ended);
        kept.extend(others);
        (changes, kept)
    }
}

#[derive(Debug, Clone)]
enum Edit {
    Change(Vec<usize>, TransactionChange),
    Delete(Vec<usize>),
    Insert(usize),
}

fn change() -> impl Strategy<Value = TransactionChange> {
    let tag = || prop_oneof![Just("a"), Just("b")].prop_map(|tag| Tag::parse(tag).unwrap());
    let split = |minor| Split { amount: euro(minor), category: Some(id(2)), note: None };
    (
        proptest::option::of("[xy]"),
        proptest::option::of("[xy]?"),
        proptest::option::of(prop_oneof![Just(-500_i64), Just(-900), Just(70), Just(31)]),
        proptest::option::of(proptest::option::of(0_usize..3)),
        proptest::option::of(prop_oneof![
            Just(TransactionKind::Transaction),
            Just(TransactionKind::Transfer)
        ]),
        proptest::option::of(Just(None)),
        proptest::collection::vec(tag(), 0..2),
        proptest::collection::vec(tag(), 0..2),
        proptest::option::of(prop_oneof![
            Just(Vec::new()),
            Just(vec![split(-200), split(-300)]),
            Just(vec![split(-900), split(970)])
        ]),
    )
        .prop_map(
            |(description, note, minor, category, kind, transfer, add_tags, remove_tags, splits)| {
                TransactionChange {
                    description,
                    note,
                    amount: minor.map(euro),
                    category: category.map(|category| category.map(id)),
                    kind,
                    transfer,
                    add_tags,
                    remove_tags,
                    splits,
                    ..TransactionChange::default()
                }
            },
        )
}

fn edit() -> impl Strategy<Value = Edit> {
    let some = || subsequence((0..9).collect::<Vec<usize>>(), 1..5);
    prop_oneof![
        4 => (some(), change()).prop_map(|(numbers, change)| Edit::Change(numbers, change)),
        1 => some().prop_map(Edit::Delete),
        1 => (7_usize..9).prop_map(Edit::Insert),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn an_edit_and_its_inverse_change_nothing(edit in edit()) {
        let mut ledger = Ledger::new();
        if let Some(recorded) = ledger.edit(&edit) {
            let changed = ledger.clone();
            let (inverse, kept) = ledger.undo(recorded);
            prop_assert_eq!(&ledger, &Ledger::new());
            prop_assert!(kept.is_empty());
            ledger.undo(inverse);
            prop_assert_eq!(ledger, changed);
        }
    }

    #[test]
    fn edits_undone_in_reverse_restore_the_beginning(edits in proptest::collection::vec(edit(), 1..6)) {
        let mut ledger = Ledger::new();
        let mut before = Vec::new();
        for edit in &edits {
            let start = ledger.clone();
            if let Some(recorded) = ledger.edit(edit) {
                before.push((start, recorded));
            }
        }
        while let Some((start, recorded)) = before.pop() {
            let (_, kept) = ledger.undo(recorded);
            prop_assert_eq!(&ledger, &start);
            prop_assert!(kept.is_empty());
        }
    }

    #[test]
    fn undoing_an_edit_keeps_what_another_changed_later(first in edit(), later in edit()) {
        let mut ledger = Ledger::new();
        let recorded = ledger.edit(&first);
        let changed = ledger.edit(&later);
        if let (Some(recorded), Some(changed)) = (recorded, changed) {
            let by_first: HashSet<TransactionId> = recorded.iter().map(|change| change.transaction).collect();
            let others = changed.iter().filter(|change| !by_first.contains(&change.transaction));
            let others: Vec<(TransactionId, Option<Transaction>)> =
                others.map(|change| (change.transaction, ledger.0.get(&change.transaction).cloned())).collect();
            ledger.undo(recorded);
            for (id, then) in others {
                let still = ledger.0.get(&id);
                // Only the transfer may end, if undoing took the other side away.
                let is_same = |then: &Transaction, now: &Transaction| {
                    Transaction { kind: now.kind, transfer: now.transfer, ..then.clone() } == *now
                };
                let is_kept = match (&then, still) {
                    (Some(then), Some(now)) => is_same(then, now),
                    (then, now) => then.is_none() && now.is_none(),
                };
                prop_assert!(is_kept, "{:?} became {:?}", then, still);
            }
        }
    }

    #[test]
    fn a_transfer_never_has_one_side(edits in proptest::collection::vec((edit(), any::<bool>()), 1..8)) {
        let mut ledger = Ledger::new();
        for (edit, is_undone) in &edits {
            let recorded = ledger.edit(edit);
            if let Some(recorded) = recorded.filter(|_| *is_undone) {
                ledger.undo(recorded);
            }
            let mut sides: HashMap<TransferId, usize> = HashMap::new();
            for transfer in ledger.0.values().filter_map(|transaction| transaction.transfer) {
                *sides.entry(transfer).or_default() += 1;
            }
            prop_assert!(sides.values().all(|sides| *sides == 2), "{:?}", sides);
        }
    }
}

#[test]
fn deleted_categories_do_not_return() {
    let mut state = TransactionState::of(&transaction(1, -300));
    state.category_by = CategoryBy::User;
    keep_categories(&mut state, &HashSet::new());
    assert_eq!((state.category, state.category_by), (None, CategoryBy::Words));
}

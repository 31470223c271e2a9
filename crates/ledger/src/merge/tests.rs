//! Properties of merges and their inverse.

use proptest::prelude::*;
use saldo_domain::{CategoryId, Currency, Date, Id, Money, RuleAction, Split, Tag, Timestamp, TransferId};

use super::*;
use crate::edit::{self, Change};

fn id<T>(number: u8) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}

fn transaction() -> impl Strategy<Value = Transaction> {
    let by = prop_oneof![
        Just(CategoryBy::Words),
        Just(CategoryBy::Rule),
        Just(CategoryBy::Learned),
        Just(CategoryBy::User)
    ];
    let tags = proptest::collection::btree_set("[a-c]", 0..3);
    (
        any::<bool>(),
        "[ab]{0,2}",
        tags,
        proptest::option::of(0_u8..3),
        by,
        any::<bool>(),
        any::<bool>(),
        -9_i64..-6,
    )
        .prop_map(|(renamed, note, tags, category, category_by, is_split, is_transfer, minor)| {
            let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
            let category: Option<CategoryId> = category.map(id);
            let split = |minor| Split { amount: euro(minor), category, note: None };
            Transaction {
                id: id(1),
                account: id(1),
                statement: None,
                date: Date::from_ymd_opt(2025, 5, 1).unwrap(),
                value_date: None,
                description: if renamed { "Renamed" } else { "PRINTED" }.to_owned(),
                original_description: "PRINTED".to_owned(),
                merchant: "printed".to_owned(),
                amount: euro(minor),
                balance: None,
                category: category.filter(|_| !is_split),
                kind: if is_transfer { TransactionKind::Transfer } else { TransactionKind::Transaction },
                place: None,
                position: 0,
                note,
                category_by,
                transfer: (is_transfer && category.is_some())
                    .then(|| TransferId::new(Timestamp::from_milliseconds(1))),
                tags: tags.iter().map(|tag| Tag::parse(tag).unwrap()).collect(),
                splits: if is_split { vec![split(-5), split(minor + 5)] } else { Vec::new() },
            }
        })
}

proptest! {
    #[test]
    fn merging_loses_nothing_and_undo_restores_every_field(stays in transaction(), gone in transaction()) {
        let (before, after) = (TransactionState::of(&stays), joined(&stays, &gone));
        prop_assert!(stays.tags.iter().chain(&gone.tags).all(|tag| after.tags.contains(tag)));
        prop_assert!(after.note.contains(&stays.note) && after.note.contains(&gone.note));
        prop_assert!(after.adds_up());
        if stays.category_by == CategoryBy::User {
            prop_assert_eq!((&after.category, &after.splits), (&before.category, &before.splits));
        }
        prop_assert_eq!(after.without_change(&before, &after), (before.clone(), true));
        // The edit made in between remains; everything else is restored.
        let edited = TransactionState { description: "Edited".to_owned(), ..after.clone() };
        let (undone, whole) = edited.without_change(&before, &after);
        prop_assert_eq!(whole, before.description == after.description);
        prop_assert_eq!(undone, TransactionState { description: "Edited".to_owned(), ..before });
    }
}

#[test]
fn undoing_a_merge_restores_the_account_in_rules() {
    let account = |number| RuleCondition::Account { account: id(number) };
    let rule = Rule {
        id: id(9),
        name: "Pocket".to_owned(),
        enabled: true,
        conditions: vec![account(1), account(2), account(3)],
        actions: vec![RuleAction::MarkTransfer],
    };
    let after = renamed(&rule, id(2), id(1));
    assert_eq!(after.conditions, [account(1), account(1), account(3)]);
    assert_eq!(rule_without_change(&after, &rule, &after), rule);
    let edited = Rule {
        name: "Cash".to_owned(),
        conditions: vec![account(1), account(4), account(3)],
        ..after.clone()
    };
    assert_eq!(rule_without_change(&edited, &rule, &after), edited);
}

const STAYS: u8 = 1;
const GONE: u8 = 2;

/// Two accounts and everything of them that a merge changes.
#[derive(Debug, Clone, PartialEq)]
struct MergeFixture {
    /// The transactions with their fingerprints.
    transactions: BTreeMap<TransactionId, (String, Transaction)>,
    balances: BTreeMap<(AccountId, Date), i64>,
    rules: Vec<Rule>,
}

/// The record of a merge.
struct Record {
    moved: Vec<TransactionId>,
    joined: Vec<Joined>,
    ended: Vec<MergeChange>,
    balances: Vec<((Date, i64), bool)>,
    rules: Vec<(Rule, Rule)>,
}

impl MergeFixture {
    fn of(&self, account: u8) -> Vec<(String, TransactionId)> {
        let theirs = self.transactions.values().filter(|(_, transaction)| transaction.account == id(account));
        theirs.map(|(fingerprint, transaction)| (fingerprint.clone(), transaction.id)).collect()
    }

    fn present(&self) -> HashMap<TransactionId, Transaction> {
        self.transactions.iter().map(|(id, (_, transaction))| (*id, transaction.clone())).collect()
    }

    fn sides(&self, transfers: &BTreeSet<TransferId>) -> Vec<Transaction> {
        let transactions = self.transactions.values().map(|(_, transaction)| transaction);
        transactions
            .filter(|transaction| transaction.transfer.is_some_and(|side| transfers.contains(&side)))
            .cloned()
            .collect()
    }

    fn write(&mut self, changes: &[(Transaction, TransactionState)]) {
        for (transaction, state) in changes {
            let (_, stored) = self.transactions.get_mut(&transaction.id).unwrap();
            *stored = with_state(stored.clone(), state.clone());
        }
    }

    fn merge(&mut self) -> Record {
        let pairs = shared(self.of(STAYS), self.of(GONE));
        let gone: Vec<Transaction> =
            pairs.iter().map(|(gone, _)| self.transactions[gone].1.clone()).collect();
        let transfers = gone.iter().filter_map(|transaction| transaction.transfer).collect();
        let others = edit::without(&gone, self.sides(&transfers));
        self.write(&others);
        let ended = others.into_iter().map(MergeChange::from).collect();
        let mut both = Vec::new();
        for ((gone, stays), other) in pairs.iter().zip(&gone) {
            let transaction = self.transactions[stays].1.clone();
            let after = joined(&transaction, other);
            self.write(&[(transaction.clone(), after.clone())]);
            let (fingerprint, _) = self.transactions.remove(gone).unwrap();
            let rest = FixedValues {
                statement: None,
                fingerprint,
                value_date: other.value_date,
                original_description: other.original_description.clone(),
                merchant: other.merchant.clone(),
                balance_minor: None,
                place: None,
                position: 0,
                created_at: Timestamp::from_milliseconds(0),
                lines: Vec::new(),
            };
            let written = Snapshot { state: TransactionState::of(other), rest: Some(rest) };
            both.push(Joined { gone: *gone, written, stays: MergeChange::from((transaction, after)) });
        }
        let moved: Vec<TransactionId> = self.of(GONE).into_iter().map(|(_, id)| id).collect();
        self.move_to(&moved, STAYS);
        let theirs = |account: u8| self.balances.iter().filter(move |((of, _), _)| *of == id(account));
        let kept: HashSet<Date> = theirs(STAYS).map(|((_, date), _)| *date).collect();
        let balances = moving(&kept, theirs(GONE).map(|((_, date), minor)| (*date, *minor)).collect());
        self.balances.retain(|(of, _), _| *of == id(STAYS));
        let moved_balances = balances.iter().filter(|(_, moves)| *moves);
        self.balances.extend(moved_balances.map(|((date, minor), _)| ((id(STAYS), *date), *minor)));
        let before = self.rules.clone();
        for rule in &mut self.rules {
            *rule = renamed(rule, id(GONE), id(STAYS));
        }
        let rules = before.into_iter().zip(self.rules.clone()).collect();
        Record { moved, joined: both, ended, balances, rules }
    }

    fn undo(&mut self, record: Record) -> BTreeSet<TransactionId> {
        self.move_to(&record.moved, GONE);
        let Separated { change, restore, mut kept } = separate(
            record.joined,
            &record.ended,
            &self.present(),
            &(0..3).map(id).collect::<std::collections::HashSet<_>>(),
        );
        self.write(&change);
        let mut changes: Vec<Change> = change.into_iter().map(Change::of).collect();
        for Restored { transaction: restored, state, rest, stays } in restore {
            let blank = self.transactions[&stays].1.clone();
            let FixedValues { fingerprint, original_description, merchant, value_date, .. } = rest;
            let back = Transaction { id: restored, original_description, merchant, value_date, ..blank };
            self.transactions.insert(restored, (fingerprint, with_state(back, state.clone())));
            changes.push(Change { transaction: restored, before: None, after: Some(Snapshot::of(state)) });
        }
        let sides = self.sides(&edit::touched_by_records(&changes));
        let (ended, others) = edit::end_halves(&mut changes, &sides);
        self.write(&ended);
        kept.extend(others);
        for ((date, minor), moves) in record.balances {
            if moves {
                self.balances.remove(&(id(STAYS), date));
            }
            self.balances.insert((id(GONE), date), minor);
        }
        for (rule, (before, after)) in self.rules.iter_mut().zip(record.rules) {
            *rule = rule_without_change(rule, &before, &after);
        }
        kept
    }

    fn move_to(&mut self, ids: &[TransactionId], account: u8) {
        for transaction in ids {
            self.transactions.get_mut(transaction).unwrap().1.account = id(account);
        }
    }
}

fn with_state(transaction: Transaction, state: TransactionState) -> Transaction {
    let TransactionState { account, date, description, note, amount, category, .. } = state;
    let TransactionState { category_by, kind, transfer, tags, splits, .. } = state;
    Transaction {
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
        ..transaction
    }
}

/// Two accounts with up to twelve transactions, some with the same fingerprint, and up to three transfers.
fn two() -> impl Strategy<Value = MergeFixture> {
    let transactions = proptest::collection::vec((transaction(), any::<bool>(), 0_u8..5), 0..12);
    let transfers = proptest::collection::vec((0_usize..12, 0_usize..12), 0..3);
    let days = || proptest::collection::btree_map(1_u32..5, -9_i64..9, 0..4);
    let named = proptest::collection::vec(prop_oneof![Just(STAYS), Just(GONE), Just(3)], 0..4);
    (transactions, transfers, days(), days(), named).prop_map(|(found, transfers, ours, theirs, named)| {
        let mut all: Vec<(String, Transaction)> = Vec::new();
        let mut seen = HashSet::new();
        for (number, (transaction, is_gone, fingerprint)) in (10..).zip(found) {
            let account = if is_gone { GONE } else { STAYS };
            if seen.insert((account, fingerprint)) {
                let transaction =
                    Transaction { id: id(number), account: id(account), transfer: None, ..transaction };
                all.push((fingerprint.to_string(), transaction));
            }
        }
        for (number, (one, other)) in (20..).zip(transfers) {
            let sides = [one, other].map(|side| all.get(side).map(|(_, transaction)| transaction.clone()));
            if let [Some(out), Some(into)] = sides
                && one != other
                && out.transfer.is_none()
                && into.transfer.is_none()
                && into.splits.is_empty()
            {
                let amount = out.amount.checked_neg().unwrap();
                let side = |transaction| Transaction {
                    kind: TransactionKind::Transfer,
                    transfer: Some(id(number)),
                    ..transaction
                };
                all[one].1 = side(out);
                all[other].1 = side(Transaction { amount, ..into });
            }
        }
        let day = |day| Date::from_ymd_opt(2025, 6, day).unwrap();
        let balances = ours.into_iter().map(|(date, minor)| ((id(STAYS), day(date)), minor));
        let theirs = theirs.into_iter().map(|(date, minor)| ((id(GONE), day(date)), minor));
        let rule = Rule {
            id: id(9),
            name: "Pocket".to_owned(),
            enabled: true,
            conditions: named.into_iter().map(|of| RuleCondition::Account { account: id(of) }).collect(),
            actions: vec![RuleAction::MarkTransfer],
        };
        let transactions = all
            .into_iter()
            .map(|(fingerprint, transaction)| (transaction.id, (fingerprint, transaction)))
            .collect();
        MergeFixture { transactions, balances: balances.chain(theirs).collect(), rules: vec![rule] }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_merge_and_its_inverse_restore_every_field(start in two()) {
        let mut two = start.clone();
        let record = two.merge();
        prop_assert!(two.transactions.values().all(|(_, transaction)| transaction.account == id(STAYS)));
        let mut prints: Vec<&str> = two.transactions.values().map(|(fingerprint, _)| fingerprint.as_str()).collect();
        prints.sort_unstable();
        prints.dedup();
        prop_assert_eq!(prints.len(), two.transactions.len());
        let kept = two.undo(record);
        prop_assert_eq!(two, start);
        prop_assert!(kept.is_empty());
    }
}

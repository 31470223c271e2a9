//! Measurement of the learner on the sample statements.
//!
//! Nobody categorized them manually. The expected categories are those that the
//! words of the default categories select; other transactions are left out. The
//! learner does not know these words and has to learn from the other transactions.

use std::collections::BTreeMap;

use saldo_domain::merchant::merchant_key;
use saldo_domain::{CategoryId, Id, Timestamp, category};
use saldo_ledger::learn::{Example, Learner};

use crate::corpus::samples;

/// The number of transactions for which a category was requested,
/// for which one was suggested, and for which it was right.
#[derive(Debug, Default)]
struct Score {
    asked: usize,
    answered: usize,
    right: usize,
}

/// Removes each group of examples from the learner while requesting the category of one of them.
fn score(learner: &mut Learner, groups: &[Vec<Example<'_>>]) -> Score {
    let mut score = Score::default();
    for group in groups {
        for example in group {
            learner.forget(example);
        }
        let asked = &group[0];
        let found = learner.suggest(asked.description, asked.amount, asked.account);
        score.asked += 1;
        score.answered += usize::from(found.is_some());
        score.right += usize::from(found.is_some_and(|found| found.category == asked.category));
        for example in group {
            learner.learn(example);
        }
    }
    score
}

#[test]
fn the_learner_is_mostly_right_about_unseen_samples() {
    let samples = samples();
    let mut keys: BTreeMap<&str, CategoryId> = BTreeMap::new();
    let mut examples: Vec<Example<'_>> = Vec::new();
    for book in samples.iter().flat_map(|sample| &sample.transactions) {
        let transaction = &book.transaction;
        let Some(found) = category::suggest(&transaction.description, transaction.amount) else { continue };
        let category = *keys.entry(found.key).or_insert_with(|| Id::new(Timestamp::from_milliseconds(0)));
        let (description, amount) = (transaction.description.as_str(), transaction.amount);
        examples.push(Example {
            transaction: transaction.id,
            description,
            amount,
            account: transaction.account,
            category,
        });
    }
    let mut learner = Learner::from_examples(examples.iter().cloned());
    let alone: Vec<Vec<Example<'_>>> = examples.iter().map(|example| vec![example.clone()]).collect();
    let one_out = score(&mut learner, &alone);
    // The samples have many transactions of the same merchants. Without
    // all of a merchant's transactions, the task is much harder.
    let mut merchants: BTreeMap<String, Vec<Example<'_>>> = BTreeMap::new();
    for example in &examples {
        merchants.entry(merchant_key(example.description)).or_default().push(example.clone());
    }
    let groups: Vec<Vec<Example<'_>>> = merchants.into_values().collect();
    let merchant_out = score(&mut learner, &groups);
    println!(
        "{} categories; one entry left out: {one_out:?}; one merchant left out: {merchant_out:?}",
        keys.len()
    );
    assert!(examples.len() > 50, "only {} examples", examples.len());
    assert!(one_out.answered * 10 >= one_out.asked * 8 && one_out.right * 100 >= one_out.answered * 97);
    assert!(merchant_out.right * 100 >= merchant_out.answered * 75);
}

//! A categorizer that learns from the categories that the user chose. It
//! runs locally and names the transactions that a suggestion is based on.
//!
//! Each earlier transaction votes with the features it shares with the new one: merchant,
//! words and amount. A feature that always had one category votes for it alone; a feature
//! with several categories divides its vote. An unknown feature does not vote, and an unknown
//! word lowers the certainty. Below [`Learner::CERTAINTY_MIN`] there is no suggestion.

mod features;

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use saldo_domain::{AccountId, CategoryId, Money, TransactionId, merchant, text};

use features::Feature;

/// The maximum number of transactions that are stored for each feature and category: the latest.
const EXAMPLES_KEPT: usize = 3;
/// The maximum number of transactions that a suggestion names.
const BECAUSE_MAX: usize = 5;

/// A transaction whose category the user chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example<'a> {
    /// The ID of the transaction.
    pub transaction: TransactionId,
    /// The description as the statement prints it.
    pub description: &'a str,
    /// The amount, signed.
    pub amount: Money,
    /// The account of the transaction.
    pub account: AccountId,
    /// The category that the user chose.
    pub category: CategoryId,
}

/// A category for a transaction, with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The suggested category.
    pub category: CategoryId,
    /// The certainty in thousandths: the category's share of
    /// the votes, less for unknown words and rare features.
    pub certainty_per_mille: u16,
    /// The IDs of the earlier transactions behind the suggestion, the most important first; at most five.
    pub because: Vec<TransactionId>,
    /// The words of the description behind the suggestion, in their order.
    pub words: Vec<String>,
}

/// The knowledge learned from one user's transactions.
///
/// ```
/// use saldo_domain::{AccountId, CategoryId, Currency, Money, Timestamp, TransactionId};
/// use saldo_ledger::learn::{Example, Learner};
///
/// let now = Timestamp::from_milliseconds(0);
/// let (account, coffee) = (AccountId::new(now), CategoryId::new(now));
/// let price = Money::parse("-3.20", Currency::parse("EUR")?)?;
/// let example = |description| Example {
///     transaction: TransactionId::new(now),
///     description,
///     amount: price,
///     account,
///     category: coffee,
/// };
/// let learner = Learner::from_examples([example("BLUE CAFE 0042"), example("BLUE CAFE 0117 LONDON")]);
/// let suggestion = learner.suggest("Blue Café 0099", price, account).expect("a similar description");
/// assert_eq!((suggestion.category, suggestion.because.len()), (coffee, 2));
/// # Ok::<(), saldo_domain::MoneyError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Learner {
    /// The votes by the feature's hash, because the features themselves would take most of
    /// the memory. If two features have the same hash, the votes of each count for both.
    features: HashMap<u64, Vec<Vote>>,
    examples: u64,
}

/// The number of times a feature had a category.
#[derive(Debug, Clone)]
struct Vote {
    category: CategoryId,
    count: u64,
    /// The latest transactions, in the order in which they were learned.
    latest: Vec<TransactionId>,
}

fn key(feature: &Feature) -> u64 {
    let mut hasher = DefaultHasher::new();
    feature.hash(&mut hasher);
    hasher.finish()
}

impl Learner {
    /// The least certainty, in thousandths, of a suggestion. It was
    /// measured on the sample statements, see `tests/ledger/learned.rs`.
    pub const CERTAINTY_MIN: u16 = 500;

    /// Creates a learner from `examples`. Their order affects neither the category nor the certainty of a
    /// suggestion. A suggestion names the last of the transactions behind it.
    pub fn from_examples<'a>(examples: impl IntoIterator<Item = Example<'a>>) -> Self {
        let mut learner = Self::default();
        for example in examples {
            learner.learn(&example);
        }
        learner
    }

    /// Learns from one more example.
    pub fn learn(&mut self, example: &Example<'_>) {
        self.examples += 1;
        for feature in features::of(example.description, example.amount, example.account) {
            let votes = self.features.entry(key(&feature)).or_default();
            let place =
                votes.iter().position(|vote| vote.category == example.category).unwrap_or_else(|| {
                    votes.push(Vote { category: example.category, count: 0, latest: Vec::new() });
                    votes.len() - 1
                });
            let vote = &mut votes[place];
            vote.count += 1;
            if vote.latest.len() == EXAMPLES_KEPT {
                vote.latest.remove(0);
            }
            vote.latest.push(example.transaction);
        }
    }

    /// Removes an example, which must equal the one that was
    /// learned, for example because its category changes.
    pub fn forget(&mut self, example: &Example<'_>) {
        for feature in features::of(example.description, example.amount, example.account) {
            let Some(votes) = self.features.get_mut(&key(&feature)) else { continue };
            let Some(place) = votes.iter().position(|vote| vote.category == example.category) else {
                continue;
            };
            let vote = &mut votes[place];
            vote.count -= 1;
            vote.latest.retain(|transaction| *transaction != example.transaction);
            if vote.count == 0 {
                votes.swap_remove(place);
            }
            if votes.is_empty() {
                self.features.remove(&key(&feature));
            }
        }
        self.examples = self.examples.saturating_sub(1);
    }

    /// Returns the number of examples.
    #[must_use]
    pub const fn examples(&self) -> u64 {
        self.examples
    }

    /// Suggests a category for a transaction; `None` if the
    /// certainty is too low or two categories have the same score.
    #[must_use]
    pub fn suggest(&self, description: &str, amount: Money, account: AccountId) -> Option<Suggestion> {
        let features = features::of(description, amount, account);
        let mut scores: BTreeMap<CategoryId, u64> = BTreeMap::new();
        let mut possible = 0;
        for feature in &features {
            let Some(votes) = self.features.get(&key(feature)) else {
                possible += feature.doubt();
                continue;
            };
            // A feature with many categories says little about any of them.
            let kinds = u64::try_from(votes.len()).unwrap_or(u64::MAX);
            let total: u64 = votes.iter().map(|vote| vote.count).sum();
            let weight = (feature.weight() / kinds).max(1);
            possible += weight;
            for vote in votes {
                // One example counts less than two, and two less than
                // many: the share is taken of one more than there are.
                *scores.entry(vote.category).or_default() += weight * vote.count * 1_000 / (total + 1);
            }
        }
        let (category, score) = best(&scores)?;
        let certainty = u16::try_from(score / possible.max(1)).unwrap_or(1_000).min(1_000);
        if certainty < Self::CERTAINTY_MIN {
            return None;
        }
        let (because, words) = self.reasons(&features, category);
        // Words are shown as the description has them.
        let written = merchant::naming_words(description).into_iter();
        let words = written.filter(|word| words.contains(&text::search_key(word))).collect();
        Some(Suggestion { category, certainty_per_mille: certainty, because, words })
    }

    /// Returns the earlier transactions and the words that vote for `category`.
    fn reasons(&self, features: &[Feature], category: CategoryId) -> (Vec<TransactionId>, Vec<String>) {
        let mut weights: BTreeMap<TransactionId, u64> = BTreeMap::new();
        let mut words = Vec::new();
        for feature in features {
            let votes = self.features.get(&key(feature)).into_iter().flatten();
            let Some(vote) = votes.into_iter().find(|vote| vote.category == category) else { continue };
            for transaction in &vote.latest {
                *weights.entry(*transaction).or_default() += feature.weight();
            }
            words.extend(feature.word().map(str::to_owned));
        }
        let mut because: Vec<(TransactionId, u64)> = weights.into_iter().collect();
        // IDs sort by time. Of two equally important transactions, the user remembers the later one better.
        because.sort_unstable_by_key(|(transaction, weight)| std::cmp::Reverse((*weight, *transaction)));
        (because.into_iter().take(BECAUSE_MAX).map(|(transaction, _)| transaction).collect(), words)
    }
}

/// Returns the category with the highest score; `None` if two have it.
fn best(scores: &BTreeMap<CategoryId, u64>) -> Option<(CategoryId, u64)> {
    let most = *scores.values().max()?;
    let mut winners = scores.iter().filter(|(_, score)| **score == most);
    let winner = winners.next()?;
    winners.next().is_none().then_some((*winner.0, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::{Currency, Id};

    fn id<T>(number: i64) -> Id<T> {
        format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
    }
    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }
    fn example(number: i64, description: &str, minor: i64, category: i64) -> Example<'_> {
        Example {
            transaction: id(number),
            description,
            amount: euro(minor),
            account: id(1),
            category: id(category),
        }
    }
    fn category(learner: &Learner, description: &str, minor: i64) -> Option<i64> {
        let suggestion = learner.suggest(description, euro(minor), id(1))?;
        suggestion.category.to_string()[24..].parse().ok()
    }

    #[test]
    fn a_repeated_correction_is_suggested_with_its_transactions() {
        let learner = Learner::from_examples([
            example(1, "BLUE CAFE 0042", -320, 1),
            example(2, "BLUE CAFE 0117 LONDON", -410, 1),
            example(3, "GREENGROCER LTD", -2_350, 2),
        ]);
        let suggestion = learner.suggest("Blue Café 0099", euro(-510), id(1)).unwrap();
        assert_eq!(suggestion.category, id(1));
        assert_eq!(suggestion.because, [id(1), id(2)]);
        assert_eq!(suggestion.words, ["blue", "cafe"]);
    }

    #[test]
    fn both_spellings_of_an_umlaut_are_learned_as_one() {
        let learner = Learner::from_examples([example(1, "BAECKEREI MUELLER", -320, 1)]);
        let suggestion = learner.suggest("Bäckerei Müller", euro(-510), id(1)).unwrap();
        assert_eq!((suggestion.category, &suggestion.because[..]), (id(1), &[id(1)][..]));
        assert_eq!(suggestion.words, ["backerei", "muller"]);
        assert!(learner.suggest("Bäckerei Möller", euro(-320), id(1)).is_none());
    }

    #[test]
    fn unknown_or_contradictory_examples_give_no_suggestion() {
        let learner = Learner::from_examples([
            example(1, "BLUE CAFE", -320, 1),
            example(2, "BLUE CAFE", -320, 2),
            example(3, "GREENGROCER", -320, 2),
        ]);
        assert_eq!(category(&learner, "YOGA STUDIO", -900), None);
        assert_eq!(category(&learner, "BLUE CAFE", -900), None);
        assert_eq!(category(&Learner::default(), "BLUE CAFE", -900), None);
        assert_eq!(category(&learner, "", -900), None);
    }

    #[test]
    fn money_in_and_money_out_are_learned_separately() {
        let learner = Learner::from_examples([
            example(1, "ACME", -320, 1),
            example(2, "ACME", -400, 1),
            example(3, "ACME", 250_000, 2),
            example(4, "ACME", 251_000, 2),
        ]);
        assert_eq!(category(&learner, "ACME", -777), Some(1));
        assert_eq!(category(&learner, "ACME", 249_000), Some(2));
    }

    #[test]
    fn the_amount_distinguishes_two_uses_of_a_merchant() {
        let learner = Learner::from_examples([
            example(1, "APPLE SERVICES", -299, 1),
            example(2, "APPLE SERVICES", -299, 1),
            example(3, "APPLE SERVICES", -999, 2),
            example(4, "APPLE SERVICES", -999, 2),
        ]);
        assert_eq!(category(&learner, "APPLE SERVICES", -299), Some(1));
        assert_eq!(category(&learner, "APPLE SERVICES", -999), Some(2));
    }

    #[test]
    fn more_examples_make_it_more_certain() {
        let certainty = |count: i64| {
            let learner =
                Learner::from_examples((0..count).map(|number| example(number, "BLUE CAFE", -320, 1)));
            learner.suggest("BLUE CAFE", euro(-500), id(1)).map(|suggestion| suggestion.certainty_per_mille)
        };
        assert!(certainty(2) < certainty(5) && certainty(5) < certainty(50));
        assert!(certainty(1_000) <= Some(1_000));
    }

    proptest! {
        #[test]
        fn removed_examples_have_no_effect(rows in proptest::collection::vec(("[ABC]{1,2} [DEF]{1,2}", -3_i64..3, 1_i64..4), 1..30), text in "[ABC]{1,2} [DEF]{1,2}", minor in -3_i64..3) {
            let examples: Vec<Example<'_>> = rows.iter().zip(0..).map(|((text, minor, category), number)| example(number, text, *minor, *category)).collect();
            let without = Learner::from_examples(examples[1..].iter().cloned());
            let mut learner = Learner::from_examples(examples[1..].iter().cloned());
            learner.learn(&examples[0]);
            learner.forget(&examples[0]);
            let [one, other] = [&without, &learner].map(|learner| learner.suggest(&text, euro(minor), id(1)));
            prop_assert_eq!(one.map(|found| (found.category, found.certainty_per_mille)), other.map(|found| (found.category, found.certainty_per_mille)));
            prop_assert_eq!(without.examples(), learner.examples());
        }

        #[test]
        fn a_suggestion_names_transactions_of_its_category(rows in proptest::collection::vec(("[ABC]{1,2} [DEF]{1,2}", 1_i64..4), 1..30), text in "[ABC]{1,2} [DEF]{1,2}") {
            let examples: Vec<Example<'_>> = rows.iter().zip(0..).map(|((text, category), number)| example(number, text, -5, *category)).collect();
            let learner = Learner::from_examples(examples.iter().cloned());
            if let Some(found) = learner.suggest(&text, euro(-5), id(1)) {
                prop_assert!(!found.because.is_empty() && found.certainty_per_mille <= 1_000);
                for transaction in found.because {
                    prop_assert!(examples.iter().any(|example| example.transaction == transaction && example.category == found.category));
                }
            }
        }
    }
}

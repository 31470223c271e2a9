//! The words of each language, as data: one file per language, one line per meaning.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::Weekday;
use saldo_domain::category::default_names;
use saldo_domain::query::{Decimal, Dimension, Size};
use saldo_domain::{AccountKind, Currency, Language};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::token::tokens;
use crate::topic::About;

const fn data(language: Language) -> &'static str {
    language.among([
        include_str!("languages/en.txt"),
        include_str!("languages/de.txt"),
        include_str!("languages/fr.txt"),
        include_str!("languages/es.txt"),
        include_str!("languages/it.txt"),
        include_str!("languages/pt.txt"),
        include_str!("languages/nl.txt"),
        include_str!("languages/pl.txt"),
    ])
}

/// A cue to the measure of a question. The grammar's rules list the cues that a measure requires and allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cue {
    HowMuch,
    HowMany,
    HowOften,
    HowLong,
    When,
    Which,
    What,
    Show,
    Why,
    /// The opening of a yes-or-no question.
    Did,
    Spend,
    /// A purchase or payment, as something that can be counted.
    Expense,
    Receive,
    Net,
    NetOfRefunds,
    Transaction,
    Times,
    Average,
    Median,
    Largest,
    Smallest,
    Most,
    Least,
    First,
    Last,
    Next,
    Share,
    Balance,
    NetWorth,
    Price,
    Change,
    More,
    Less,
    Compare,
    Rate,
    Total,
    /// A usual amount, rather than a past one.
    Habit,
    /// The future.
    Future,
    /// A hypothetical.
    Would,
    /// "Ago", "since": the time that has passed.
    Past,
    /// "Until": the time that remains.
    Ahead,
    /// A payment, which may go either way: "the last payment from Acme".
    Payment,
    /// "Of my income".
    OfIncome,
    SavingsRate,
    /// "Paid". A payment by a merchant, whose name precedes the word, is not spending.
    Pays,
    /// "Different", "distinct".
    Distinct,
    /// "Most often": a rank by number.
    Often,
    /// "Rank", "sorted by size": the order of all rows.
    Rank,
    /// "Make": money that came in, or the payments that it stands beside.
    Made,
    /// "Go to", "been to": visits, if they are ranked.
    Visit,
    /// "Now", of what continues.
    Now,
    /// "Ever": at any single time.
    Ever,
    /// "To the same day": a comparison of equal parts of two periods.
    Same,
    /// "Sent back": money in that belongs to money out.
    Back,
    /// "Earn", "income": money in that gives nothing back.
    Earned,
    /// A report that answers the question, instead of a query.
    #[serde(skip)]
    Topic(About),
}

/// A word that relates its neighbors to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Link {
    Since,
    Until,
    Before,
    After,
    Between,
    From,
    To,
    And,
    Or,
    Than,
    Without,
    Only,
    If,
    /// "By", before a percentage.
    By,
    #[serde(rename = "cut")]
    CutBy,
    /// Precedes a merchant.
    At,
    /// Precedes the last digits of an account number.
    Ending,
    Top,
    SoFar,
    /// A comma between words, as a pause or between items of a list.
    /// A comma inside a number belongs to the number.
    Comma,
    Percent,
    Tag,
    /// "That", "them": the transactions of the question before.
    That,
    /// "How", before "did it change".
    How,
    /// "Into", before the account to which money was transferred.
    Into,
    /// "Aside", after the things that are excluded.
    Aside,
    /// "Not once", of the units in which something did not happen.
    Never,
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Half,
    Year,
}

/// A word of a date phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Time {
    #[serde(skip)]
    Month(u32),
    /// A day with a name, such as Christmas Eve: its month and its day.
    #[serde(skip)]
    Feast(u32, u32),
    #[serde(skip)]
    Unit(Unit),
    /// The calendar unit before the current one.
    Last,
    /// The calendar unit before the last one.
    BeforeLast,
    /// The time up to today.
    Past,
    This,
    Next,
    /// The unit before another one, as in "the preceding month".
    Ago,
    Today,
    Yesterday,
    DayBeforeYesterday,
    #[serde(skip)]
    Quarter(u32),
    /// Every such weekday.
    #[serde(skip)]
    Every(Weekday),
    /// Every Saturday and Sunday.
    Weekends,
    /// Every day from Monday to Friday.
    Workdays,
    /// "The end of", before a period.
    #[serde(rename = "end")]
    EndOf,
    /// The unit that is running: "by the end of the year".
    #[serde(skip)]
    Current(Unit),
    /// The three months that begin with this one.
    #[serde(skip)]
    Season(u32),
    #[serde(skip)]
    On(Weekday),
}

/// The side of an amount on which a size lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Limit {
    Above,
    Below,
    AtLeast,
    AtMost,
    Exactly,
}

impl Limit {
    /// Returns the conditions on an amount or a number.
    pub(crate) fn sizes(self, amount: Decimal) -> Vec<Size> {
        match self {
            Self::Above => vec![Size::Above(amount)],
            Self::Below => vec![Size::Below(amount)],
            Self::AtLeast => vec![Size::AtLeast(amount)],
            Self::AtMost => vec![Size::AtMost(amount)],
            Self::Exactly => vec![Size::AtLeast(amount), Size::AtMost(amount)],
        }
    }
}

/// A meaning of a word or phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    /// A filler word, which adds nothing to the question.
    Skip,
    Cue(Cue),
    /// A cue in the plural.
    Cues(Cue),
    Link(Link),
    /// A hypothetical cut by this percentage: "cancel", "halve".
    Cut(u8),
    Time(Time),
    Number(u32),
    /// A position, such as "second", as opposed to a number of things.
    Ordinal(u32),
    Size(Limit),
    Account,
    Kind(AccountKind),
    Transfers,
    Uncategorized,
    /// A default category, by its key.
    Category(&'static str),
    /// A thing that a default category includes among others.
    /// It never selects the category, which is only offered.
    Near(&'static str),
    Currency(Currency),
    /// A dimension to group by, as a noun.
    Dimension(Dimension),
    /// "By category", "by month".
    By(Dimension),
    /// "Per month", "monthly".
    Each(Unit),
    /// "The month before", relative to another period.
    Earlier(Unit),
}

/// The minimum number of letters of a word, other than a name, that a misspelled word is read as.
const CUE_LETTERS_MIN: usize = 7;
/// The same for a filler word, which must not be a misspelled name.
const FILLER_LETTERS_MIN: usize = 8;

/// The phrases of a language.
pub(crate) struct Lexicon {
    pub(crate) language: Language,
    phrases: HashMap<Vec<String>, Vec<Sense>>,
    /// The phrases in two parts, with other words between them: "gehe … essen".
    parted: Vec<(Vec<String>, Vec<String>, Sense)>,
    longest: usize,
}

/// A phrase in two parts: the length of its first part, the index and the length of the second, in words.
pub(crate) struct Parted {
    pub(crate) start: usize,
    pub(crate) second: (usize, usize),
    pub(crate) senses: Vec<Sense>,
}

impl Lexicon {
    /// Returns the lexicon of `language`. All lexicons are read at the first call.
    pub(crate) fn of(language: Language) -> &'static Self {
        static ALL: LazyLock<Vec<Lexicon>> =
            LazyLock::new(|| Language::ALL.iter().map(|language| Lexicon::read(*language)).collect());
        let index = Language::ALL.iter().position(|it| *it == language).unwrap_or_default();
        &ALL[index]
    }

    fn read(language: Language) -> Self {
        let mut phrases: HashMap<Vec<String>, Vec<Sense>> = HashMap::new();
        let mut parted = Vec::new();
        let words = |phrase| tokens(phrase).into_iter().map(|token| token.text).collect();
        for (sense, phrase) in lines(data(language)) {
            match (sense, phrase.split_once('…')) {
                (Some(sense), Some((start, end))) => parted.push((words(start), words(end), sense)),
                (Some(sense), None) => phrases.entry(words(phrase)).or_default().push(sense),
                (None, _) => {}
            }
        }
        // Pages show the default categories by these names. A word with another meaning keeps it.
        for (category, name) in default_names(language) {
            phrases.entry(words(name)).or_insert_with(|| vec![Sense::Category(category.key)]);
        }
        let longest = phrases.keys().map(Vec::len).max().unwrap_or_default();
        Self { language, phrases, parted, longest }
    }

    /// Returns the phrase in two parts that begins at the beginning of `words`.
    pub(crate) fn parted(&self, words: &[&str]) -> Option<Parted> {
        let begins = |words: &[&str], part: &[String]| {
            words.len() >= part.len() && words.iter().zip(part).all(|(word, other)| word == other)
        };
        let (start, end, at) =
            self.parted.iter().filter(|it| begins(words, &it.0)).find_map(|(start, end, _)| {
                let at = (start.len()..words.len()).find(|at| begins(&words[*at..], end))?;
                Some((start, end, at))
            })?;
        let same = self.parted.iter().filter(|it| (&it.0, &it.1) == (start, end));
        Some(Parted {
            start: start.len(),
            second: (at, end.len()),
            senses: same.map(|(_, _, sense)| *sense).collect(),
        })
    }

    /// Returns the longest phrase at the beginning of `words`: its number of words and its meanings.
    pub(crate) fn longest(&self, words: &[&str]) -> Option<(usize, &[Sense])> {
        (1..=words.len().min(self.longest)).rev().find_map(|length| {
            let phrase: Vec<String> = words[..length].iter().map(|word| (*word).to_owned()).collect();
            self.phrases.get(&phrase).map(|senses| (length, senses.as_slice()))
        })
    }

    /// Returns the single words with one meaning that a misspelled word may stand for: default categories,
    /// months, and longer words of other meanings.
    pub(crate) fn correct_words(&self) -> impl Iterator<Item = (&str, Sense)> {
        self.phrases.iter().filter_map(|(words, senses)| match (words.as_slice(), senses.as_slice()) {
            (
                [word],
                [sense @ (Sense::Category(_) | Sense::Time(Time::Month(_)))]
                | [sense @ Sense::Category(_), Sense::Dimension(_)],
            ) => Some((word.as_str(), *sense)),
            ([word], [sense @ (Sense::Cue(_) | Sense::Cues(_))]) if word.len() >= CUE_LETTERS_MIN => {
                Some((word.as_str(), *sense))
            }
            ([word], [Sense::Skip]) if word.len() >= FILLER_LETTERS_MIN => Some((word.as_str(), Sense::Skip)),
            _ => None,
        })
    }

    /// Returns `true` if `word` alone is a phrase of the language.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.phrases.contains_key(std::slice::from_ref(&word.to_owned()))
    }
}

/// Returns the lines of a language's file: each phrase with its meaning, or `None` for an unknown meaning.
fn lines(data: &'static str) -> impl Iterator<Item = (Option<Sense>, &'static str)> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).flat_map(|(key, phrases)| {
        let sense = sense(key.trim());
        phrases.split('|').map(move |phrase| (sense, phrase.trim()))
    })
}

fn sense(key: &'static str) -> Option<Sense> {
    let (family, member) = key.split_once('.').unwrap_or((key, ""));
    Some(match family {
        "skip" => Sense::Skip,
        "cue" => match member.strip_suffix('+') {
            Some(cue) => Sense::Cues(self::cue(cue)?),
            None => Sense::Cue(cue(member)?),
        },
        "link" => Sense::Link(named(member)?),
        "cut" => Sense::Cut(member.parse().ok()?),
        "time" => Sense::Time(named(member)?),
        "month" => Sense::Time(Time::Month(member.parse().ok()?)),
        "feast" => {
            let (month, day) = member.split_once('-')?;
            Sense::Time(Time::Feast(month.parse().ok()?, day.parse().ok()?))
        }
        "current" => Sense::Time(Time::Current(named(member)?)),
        "season" => Sense::Time(Time::Season(member.parse().ok()?)),
        "quarter" => Sense::Time(Time::Quarter(member.parse().ok()?)),
        "every" => Sense::Time(Time::Every(member.parse().ok()?)),
        "on" => Sense::Time(Time::On(member.parse().ok()?)),
        "unit" => Sense::Time(Time::Unit(named(member)?)),
        "number" => Sense::Number(member.parse().ok()?),
        "ordinal" => Sense::Ordinal(member.parse().ok()?),
        "size" => Sense::Size(named(member)?),
        "account" => Sense::Account,
        "kind" => Sense::Kind(named(member)?),
        "transfers" => Sense::Transfers,
        "uncategorized" => Sense::Uncategorized,
        "category" => Sense::Category(member),
        "near" => Sense::Near(member),
        "currency" => Sense::Currency(Currency::parse(member).ok()?),
        "dimension" => Sense::Dimension(named(member)?),
        "by" => Sense::By(named(member)?),
        "each" => Sense::Each(named(member)?),
        "earlier" => Sense::Earlier(named(member)?),
        _ => return None,
    })
}

/// Returns the cue of this name; reports are cues, too.
pub(crate) fn cue(name: &str) -> Option<Cue> {
    named(name).or_else(|| named(name).map(Cue::Topic))
}

/// Returns the variant that is serialized as this name.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    let name: StrDeserializer<'_, serde::de::value::Error> = name.into_deserializer();
    T::deserialize(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::category::DEFAULT_CATEGORIES;
    use saldo_domain::text;

    #[test]
    fn no_phrase_is_listed_twice_under_one_meaning() {
        for language in Language::ALL {
            let mut known = std::collections::HashSet::new();
            let keyed = data(language).lines().filter(|line| !line.starts_with('#'));
            let keyed = keyed.filter_map(|line| line.split_once('='));
            let phrases =
                keyed.flat_map(|(key, list)| list.split('|').map(move |it| (key.trim(), it.trim())));
            let twice: Vec<_> = phrases.filter(|phrase| !known.insert(*phrase)).collect();
            assert!(twice.is_empty(), "{language:?}: {twice:?}");
        }
    }

    #[test]
    fn every_line_of_every_language_has_a_meaning_and_phrases() {
        for language in Language::ALL {
            for line in data(language).lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let (key, phrases) = line.split_once('=').unwrap_or_else(|| panic!("{language:?}: {line}"));
                let found = sense(key.trim()).unwrap_or_else(|| panic!("{language:?}: {line}"));
                if let Sense::Category(key) | Sense::Near(key) = found {
                    assert!(DEFAULT_CATEGORIES.iter().any(|it| it.key == key), "{language:?}: {key}");
                }
                for phrase in phrases.split('|') {
                    assert!(!tokens(phrase).is_empty(), "{language:?}: {line}");
                }
            }
        }
    }

    #[test]
    fn no_word_is_both_ignored_and_meaningful() {
        for language in Language::ALL {
            let lexicon = Lexicon::of(language);
            for (phrase, senses) in &lexicon.phrases {
                let skips = senses.contains(&Sense::Skip);
                let tells = senses.iter().any(|sense| {
                    matches!(
                        sense,
                        Sense::Size(Limit::Above | Limit::Below | Limit::AtLeast | Limit::AtMost)
                            | Sense::Link(Link::Without | Link::Only | Link::If | Link::Than)
                            | Sense::Cut(_)
                    )
                });
                assert!(!(skips && tells), "{language:?}: {phrase:?}");
            }
        }
    }

    #[test]
    fn the_names_of_months_are_known_in_every_language() {
        for language in Language::ALL {
            let lexicon = Lexicon::of(language);
            for month in 1..=12 {
                let known =
                    lexicon.phrases.values().flatten().any(|it| *it == Sense::Time(Time::Month(month)));
                assert!(known, "{language:?}: {month}");
            }
            let folded = lexicon.phrases.keys().flatten().all(|word| *word == text::folded(word));
            assert!(folded, "{language:?}");
        }
    }
}

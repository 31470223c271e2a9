//! Which of the person's accounts, categories and merchants a question names.

use saldo_domain::text;
use serde_json::Value;

use super::vocabulary::is_asking;
use super::words::{Words, amount, count};

/// What there is in the books, as the tool `books` tells it.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) accounts: Vec<Account>,
    pub(super) categories: Vec<Category>,
    pub(super) merchants: Vec<String>,
    pub(super) first: Option<String>,
    pub(super) last: Option<String>,
}

#[derive(Debug)]
pub(super) struct Account {
    pub(super) name: String,
    folded: String,
    currency: String,
}

#[derive(Debug)]
pub(super) struct Category {
    name: String,
    folded: String,
    is_income: bool,
}

impl Books {
    pub(super) fn read(answer: &Value) -> Self {
        let items = |key: &str| answer[key].as_array().into_iter().flatten();
        let name = |item: &Value| item["name"].as_str().unwrap_or_default().to_owned();
        let is_income = |item: &Value| item["name"] == "Income" || item["within"] == "Income";
        Self {
            accounts: items("accounts")
                .map(|item| Account {
                    folded: text::folded(&name(item)),
                    name: name(item),
                    currency: item["currency"].as_str().unwrap_or_default().to_owned(),
                })
                .collect(),
            categories: items("categories")
                .map(|item| Category {
                    folded: text::folded(&name(item)),
                    name: name(item),
                    is_income: is_income(item),
                })
                .collect(),
            merchants: items("merchants").filter_map(|item| item.as_str().map(str::to_owned)).collect(),
            first: answer["coverage"]["first"].as_str().map(str::to_owned),
            last: answer["coverage"]["last"].as_str().map(str::to_owned),
        }
    }

    pub(super) fn category_names(&self) -> impl Iterator<Item = &str> {
        self.categories.iter().map(|category| category.name.as_str())
    }

    pub(super) fn is_income(&self, category: &str) -> bool {
        self.categories.iter().any(|it| it.name == category && it.is_income)
    }
}

/// Something that a question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Account(String),
    Category(String),
    /// Part of a merchant's name.
    Merchant(String),
    /// A currency's code.
    Currency(String),
}

/// What a question names, what it leaves out, and what it names that nothing in the books is called.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    pub(super) with: Vec<Named>,
    pub(super) without: Vec<Named>,
    pub(super) unknown: Option<String>,
    /// Words beside a name that were not understood.
    pub(super) ignored: Vec<String>,
}

const WITHOUT: [&str; 8] = [
    "without",
    "excluding",
    "except",
    "except for",
    "other than",
    "apart from",
    "not counting",
    "not including",
];

/// Words after which something is named.
const NAMING: [&str; 7] = ["on", "at", "for", "to", "from", "with", "called"];

const WORDS_MAX: usize = 5;

/// Finds what a question names and marks the words as used.
pub(super) fn take_mentions(words: &mut Words, books: &Books) -> Mentions {
    let mut mentions = Mentions::default();
    while let Some((index, count)) = words.find(&WITHOUT) {
        words.mark_used(index, count);
        if let Some((named, taken)) = named_at(words, index + count, books) {
            words.mark_used(index + count, taken);
            mentions.without.push(named);
        } else if let Some((phrase, taken)) = phrase_at(words, index + count) {
            words.mark_used(index + count, taken);
            mentions.without.push(Named::Merchant(phrase));
        }
    }
    let mut index = 0;
    while index < words.len() {
        match named_at(words, index, books) {
            Some((named, count)) => {
                words.mark_used(index, count);
                mentions.with.push(named);
                index += count;
            }
            None => index += 1,
        }
    }
    if mentions.with.is_empty() {
        let after_naming = (1..words.len()).filter(|index| NAMING.contains(&words.before(*index)));
        // What stands after "at" or "on" is a name sooner than anything else.
        let named =
            after_naming.chain(0..words.len()).find_map(|index| Some((index, phrase_at(words, index)?)));
        if let Some((index, (phrase, count))) = named {
            words.mark_used(index, count);
            mentions.unknown = Some(phrase);
        }
    }
    for index in 0..words.len() {
        if is_name(words, index) {
            mentions.ignored.push(words.at(index).to_owned());
        }
    }
    mentions
}

/// Whether a word is none that asks, counts or was understood.
fn is_name(words: &Words, index: usize) -> bool {
    let word = words.at(index);
    !words.is_used(index)
        && !is_asking(word)
        && count(word).is_none()
        && amount(word).is_none()
        && word.chars().any(char::is_alphabetic)
}

/// The longest run of words at a place that is a name in the books; an account before a category before a merchant.
fn named_at(words: &Words, index: usize, books: &Books) -> Option<(Named, usize)> {
    let index_after_article = index + usize::from(matches!(words.at(index), "the" | "my"));
    (1..=WORDS_MAX).rev().find_map(|count| {
        let unused = (index_after_article..index_after_article + count).all(|it| !words.is_used(it));
        let phrase = words.join(index_after_article, count);
        let is_asking = count == 1 && is_asking(&phrase) && currency(&phrase, books).is_none();
        if !unused || phrase.is_empty() || is_asking {
            return None;
        }
        let named = currency(&phrase, books)
            .or_else(|| account(&phrase, books))
            .or_else(|| category(&phrase, books))
            .or_else(|| merchant(&phrase, books))?;
        let more = usize::from(
            matches!(named, Named::Account(_)) && words.at(index_after_article + count) == "account",
        );
        Some((named, count + more + index_after_article - index))
    })
}

/// A currency by its code or its name, where one account at least has it, and only one currency goes by that name.
fn currency(phrase: &str, books: &Books) -> Option<Named> {
    let mut codes: Vec<&str> = books
        .accounts
        .iter()
        .map(|account| account.currency.as_str())
        .filter(|code| code.to_lowercase() == phrase || is_called(code, phrase))
        .collect();
    codes.sort_unstable();
    codes.dedup();
    match codes.as_slice() {
        [code] => Some(Named::Currency((*code).to_owned())),
        _ => None,
    }
}

fn is_called(code: &str, phrase: &str) -> bool {
    let names: &[&str] = match code {
        "EUR" => &["euro", "euros"],
        "GBP" | "EGP" => &["pound", "pounds"],
        "JPY" => &["yen"],
        "INR" | "PKR" | "LKR" | "NPR" => &["rupee", "rupees"],
        "CHF" => &["franc", "francs", "swiss francs"],
        "PLN" => &["zloty", "zlotys"],
        "MYR" => &["ringgit"],
        "USD" | "AUD" | "CAD" | "NZD" | "SGD" | "HKD" => &["dollar", "dollars"],
        _ => &[],
    };
    names.contains(&phrase)
}

fn account(phrase: &str, books: &Books) -> Option<Named> {
    let wanted = phrase.strip_suffix(" account").unwrap_or(phrase);
    let found = books.accounts.iter().find(|it| it.folded == wanted || it.folded == phrase);
    // Part of an account's name is enough, where only one account has it.
    let found = found.or_else(|| {
        let mut parts = books.accounts.iter().filter(|it| has_words(&it.folded, wanted));
        parts.next().filter(|_| phrase.ends_with(" account") && parts.next().is_none())
    });
    found.map(|it| Named::Account(it.name.clone()))
}

fn category(phrase: &str, books: &Books) -> Option<Named> {
    let same = |one: &str, other: &str| one == other || singular(one) == singular(other);
    let whole = books.categories.iter().find(|it| same(&it.folded, phrase));
    let found = whole.or_else(|| {
        books.categories.iter().find(|it| it.folded.split(" and ").any(|part| same(part, phrase)))
    });
    let found = found.or_else(|| {
        let (_, name) = SYNONYMS.iter().find(|(word, _)| *word == phrase || singular(phrase) == *word)?;
        books.categories.iter().find(|it| it.name == *name)
    });
    found.map(|it| Named::Category(it.name.clone()))
}

/// What people call the categories that everybody starts with.
const SYNONYMS: &[(&str, &str)] = &[
    ("phone", "Internet and phone"),
    ("eating out", "Restaurants and cafés"),
    ("dining", "Restaurants and cafés"),
    ("dining out", "Restaurants and cafés"),
    ("coffee", "Restaurants and cafés"),
    ("petrol", "Fuel"),
    ("gas station", "Fuel"),
    ("taxi", "Public transport and taxi"),
    ("wage", "Salary"),
    ("paycheck", "Salary"),
    ("pay check", "Salary"),
    ("fee", "Bank fees"),
    ("bank charge", "Bank fees"),
    ("grocery", "Groceries"),
    ("food shopping", "Groceries"),
    ("supermarket", "Groceries"),
    ("holiday", "Travel"),
    ("vacation", "Travel"),
    ("cash withdrawal", "Cash"),
    ("doctor", "Pharmacy and doctor"),
];

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

fn merchant(phrase: &str, books: &Books) -> Option<Named> {
    let is_long_enough = phrase.len() >= 3;
    (is_long_enough && books.merchants.iter().any(|merchant| has_words(merchant, phrase)))
        .then(|| Named::Merchant(phrase.to_owned()))
}

/// Whether the words of a phrase stand in a name one after the other; "netflix" stands in "netflix.com".
fn has_words(name: &str, phrase: &str) -> bool {
    let spaced = |text: &str| text.replace(|character: char| !character.is_alphanumeric(), " ");
    format!(" {} ", spaced(name)).contains(&format!(" {} ", spaced(phrase)))
}

/// The words at a place up to the next one that asks.
fn phrase_at(words: &Words, index: usize) -> Option<(String, usize)> {
    let start = index + usize::from(matches!(words.at(index), "the" | "my" | "a"));
    let count = (start..words.len()).take(WORDS_MAX).take_while(|it| is_name(words, *it)).count();
    (count > 0).then(|| (words.join(start, count), count + start - index))
}

//! Finds the accounts, categories and merchants that a question names.

use saldo_domain::{FiscalCalendar, text};
use serde_json::Value;

use super::leftovers::is_of_time;
use super::vocabulary::is_asking;
use super::words::{Words, amount, count};

/// The user's accounts, categories, merchants, dates and financial year, from the tool `books`. Names are
/// compared in the form of [`text::sought`], which ignores the spelling of umlauts.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) accounts: Vec<Account>,
    pub(super) categories: Vec<Category>,
    pub(super) merchants: Vec<String>,
    pub(super) first: Option<String>,
    pub(super) last: Option<String>,
    pub(super) year: FiscalCalendar,
}

#[derive(Debug)]
pub(super) struct Account {
    pub(super) name: String,
    sought: String,
    currency: String,
}

#[derive(Debug)]
pub(super) struct Category {
    name: String,
    sought: String,
    is_income: bool,
    /// True if the category has subcategories.
    has_parts: bool,
}

impl Books {
    pub(super) fn read(answer: &Value) -> Self {
        let items = |key: &str| answer[key].as_array().into_iter().flatten();
        let name = |item: &Value| item["name"].as_str().unwrap_or_default().to_owned();
        let is_income = |item: &Value| item["name"] == "Income" || item["within"] == "Income";
        let begins = |key: &str| answer["financial_year_begins"][key].as_u64()?.try_into().ok();
        let year =
            begins("month").zip(begins("day")).and_then(|(month, day)| FiscalCalendar::new(month, day));
        let has_parts = |item: &Value| items("categories").any(|it| it["within"] == item["name"]);
        Self {
            accounts: items("accounts")
                .map(|item| Account {
                    sought: text::sought(&name(item)),
                    name: name(item),
                    currency: item["currency"].as_str().unwrap_or_default().to_owned(),
                })
                .collect(),
            categories: items("categories")
                .map(|item| Category {
                    sought: text::sought(&name(item)),
                    name: name(item),
                    is_income: is_income(item),
                    has_parts: has_parts(item),
                })
                .collect(),
            merchants: items("merchants").filter_map(|item| item.as_str().map(str::to_owned)).collect(),
            first: answer["coverage"]["first"].as_str().map(str::to_owned),
            last: answer["coverage"]["last"].as_str().map(str::to_owned),
            year: year.unwrap_or_default(),
        }
    }

    pub(super) fn category_names(&self) -> impl Iterator<Item = &str> {
        self.categories.iter().map(|category| category.name.as_str())
    }

    /// True if the word is a whole word in some merchant's name and never only a part of a word in another.
    /// Then a search for it finds exactly these merchants.
    pub(super) fn has_merchant(&self, word: &str) -> bool {
        let has = |merchant: &&String| text::has_words(merchant, word);
        self.merchants.iter().any(|it| has(&it))
            && self.merchants.iter().all(|it| has(&it) || !text::contains(it, word))
    }

    /// True if there are accounts in different currencies.
    pub(super) fn has_currencies(&self) -> bool {
        self.accounts.iter().any(|it| it.currency != self.accounts[0].currency)
    }

    /// True if the category has subcategories.
    pub(super) fn has_parts(&self, category: &str) -> bool {
        self.categories.iter().any(|it| it.name == category && it.has_parts)
    }

    pub(super) fn is_income(&self, category: &str) -> bool {
        self.categories.iter().any(|it| it.name == category && it.is_income)
    }
}

/// Something that a question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Account(String),
    /// A category, and the question's word for it.
    Category {
        name: String,
        called: String,
    },
    /// Uncategorized transactions.
    Uncategorised,
    /// A part of a merchant's name.
    Merchant(String),
    /// A name that nothing has.
    Unknown(String),
    /// The code of a currency.
    Currency(String),
    /// A tag of the user.
    Tag(String),
}

/// The names in a question, selected and excluded.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// Groups of alternatives, such as "Tesco and Rewe".
    pub(super) with: Vec<Vec<Named>>,
    pub(super) without: Vec<Named>,
}

#[rustfmt::skip]
const WITHOUT: &[&str] = &[
    "without", "excluding", "except for", "except", "other than", "apart from", "aside from", "not counting", "not including", "ignoring",
    "leaving out", "but not", "besides", "not on", "not at", "not for",
];

#[rustfmt::skip]
const UNCATEGORISED: &[&str] = &[
    "uncategorised", "uncategorized", "without a category", "without any category", "without category", "no category", "not categorised",
    "not categorized", "have no category", "unsorted",
];

const TAGGED: [&str; 6] = ["tagged with", "tagged as", "tagged", "with the tag", "with tag", "the tag"];

/// Words that precede a name.
const NAMING: [&str; 7] = ["on", "at", "for", "to", "from", "with", "called"];

/// Words that join two names.
const JOINING: [&str; 7] = ["and", "or", "vs", "versus", "plus", "than", "against"];
/// Words that join two names in a comparison, and filler words beside any of them.
const COMPARING: [&str; 4] = ["to", "with", "compared", "between"];
const FILLING: [&str; 9] = ["at", "on", "for", "in", "from", "the", "my", "both", "either"];

const WORDS_MAX: usize = 5;

/// Finds the names in a question and marks their words as used.
pub(super) fn take_mentions(words: &mut Words, books: &Books) -> Mentions {
    let mut mentions = Mentions::default();
    let mut found: Vec<(usize, usize, Named)> = take_marked(words);
    take_left_out(words, books, &mut mentions.without);
    let mut index = 0;
    while index < words.len() {
        match named_at(words, index, books) {
            Some((named, count)) => {
                words.mark_used(index, count);
                found.push((index, count, named));
                index += count;
            }
            None => index += 1,
        }
    }
    let is_named =
        |it: &(usize, usize, Named)| !matches!(it.2, Named::Currency(_) | Named::Account(_) | Named::Tag(_));
    if found.iter().any(is_named) {
        // "Tesco or Lidl" also names Lidl, even if no merchant is called so.
        while let Some((index, count, phrase)) = beside(words, &found) {
            words.mark_used(index, count);
            found.push((index, count, Named::Unknown(phrase)));
        }
    } else {
        let after_naming = (1..words.len()).filter(|index| NAMING.contains(&words.before(*index)));
        // An unknown name is most likely after "at" or "on".
        let named =
            after_naming.chain(0..words.len()).find_map(|index| Some((index, phrase_at(words, index)?)));
        if let Some((index, (phrase, count))) = named {
            words.mark_used(index, count);
            found.push((index, count, Named::Unknown(phrase)));
            while let Some((index, count, phrase)) = beside(words, &found) {
                words.mark_used(index, count);
                found.push((index, count, Named::Unknown(phrase)));
            }
        }
    }
    found.sort_by_key(|(index, ..)| *index);
    mentions.with = together(words, found);
    mentions
}

/// Takes names that a phrase marks: a tag, or uncategorized transactions.
fn take_marked(words: &mut Words) -> Vec<(usize, usize, Named)> {
    let mut found = Vec::new();
    if let Some((index, count)) = words.find(UNCATEGORISED) {
        words.mark_used(index, count);
        found.push((index, count, Named::Uncategorised));
    }
    let tag = words.find(&TAGGED).and_then(|(index, count)| {
        let (phrase, taken) = phrase_at(words, index + count)?;
        Some((index, count + taken, phrase))
    });
    let marked =
        || (0..words.len()).find(|index| words.at(*index).len() > 1 && words.at(*index).starts_with('#'));
    let tag =
        tag.or_else(|| marked().map(|index| (index, 1, words.at(index).trim_start_matches('#').to_owned())));
    if let Some((index, count, phrase)) = tag {
        words.mark_used(index, count);
        found.push((index, count, Named::Tag(phrase)));
    }
    found
}

fn take_left_out(words: &mut Words, books: &Books, without: &mut Vec<Named>) {
    while let Some((index, count)) = words.find(WITHOUT) {
        words.mark_used(index, count);
        let mut next = index + count;
        loop {
            let skipped = usize::from(matches!(words.at(next), "at" | "on" | "for" | "in"));
            if let Some((named, taken)) = named_at(words, next + skipped, books) {
                words.mark_used(next, taken + skipped);
                without.push(named);
                next += taken + skipped;
            } else if let Some((phrase, taken)) = phrase_at(words, next + skipped) {
                words.mark_used(next, taken + skipped);
                without.push(Named::Unknown(phrase));
                next += taken + skipped;
            } else {
                break;
            }
            // "Without rent and groceries" excludes both.
            if !matches!(words.at(next), "and" | "or" | "nor") {
                break;
            }
            next += 1;
        }
    }
}

/// Returns an unknown phrase that is joined to a known name.
fn beside(words: &Words, found: &[(usize, usize, Named)]) -> Option<(usize, usize, String)> {
    found.iter().find_map(|(index, count, _)| {
        let end = index + count;
        let after = (end..words.len()).find(|it| !is_joint(words, *it))?;
        if joins(words, end, after)
            && let Some((phrase, count)) = phrase_at(words, after)
        {
            return Some((after, count, phrase));
        }
        let before = (0..*index).rev().find(|it| !is_joint(words, *it))?;
        if !joins(words, before + 1, *index) {
            return None;
        }
        let start = (0..=before).rev().take_while(|it| is_name(words, *it)).last()?;
        let (phrase, count) = phrase_at(words, start)?;
        Some((start, count, phrase))
    })
}

fn is_joint(words: &Words, index: usize) -> bool {
    let word = words.at(index);
    !words.is_used(index) && (JOINING.contains(&word) || COMPARING.contains(&word) || FILLING.contains(&word))
}

/// True if the words between two names join them.
fn joins(words: &Words, from: usize, to: usize) -> bool {
    let compares = words.has(&["compare", "compared", "comparison", "difference"]);
    let between = || (from..to).map(|index| words.at(index));
    let has_comma = from > 0 && (from - 1..to).any(|index| words.has_comma(index));
    (from..to).all(|index| is_joint(words, index))
        && (has_comma
            || between().any(|word| JOINING.contains(&word) || (compares && COMPARING.contains(&word))))
}

/// Groups names that are joined, and names of the same kind.
fn together(words: &Words, found: Vec<(usize, usize, Named)>) -> Vec<Vec<Named>> {
    let mut groups: Vec<Vec<Named>> = Vec::new();
    let mut end = None;
    for (index, count, named) in found {
        let is_same = |other: &Named| kind(other) == kind(&named);
        let joined = end.is_some_and(|end| joins(words, end, index));
        let group = if joined {
            groups.last_mut()
        } else {
            groups.iter_mut().find(|group| group.iter().any(is_same))
        };
        end = Some(index + count);
        match group {
            Some(group) if group.contains(&named) || is_one_category(group, &named) => {}
            Some(group) => group.push(named),
            None => groups.push(vec![named]),
        }
    }
    groups
}

/// True if the group has the same category under another word.
fn is_one_category(group: &[Named], named: &Named) -> bool {
    let Named::Category { name, .. } = named else { return false };
    group.iter().any(|it| matches!(it, Named::Category { name: other, .. } if other == name))
}

const fn kind(named: &Named) -> u8 {
    match named {
        Named::Account(_) => 0,
        Named::Category { .. } | Named::Uncategorised => 1,
        Named::Merchant(_) | Named::Unknown(_) => 2,
        Named::Currency(_) => 3,
        Named::Tag(_) => 4,
    }
}

/// True for a word that neither asks nor counts and was not used yet.
pub(super) fn is_name(words: &Words, index: usize) -> bool {
    let word = words.at(index);
    !words.is_used(index)
        && !is_asking(word)
        && !is_of_time(word)
        && count(word).is_none()
        && amount(word).is_none()
        && word.chars().any(char::is_alphabetic)
}

/// Returns the longest known name at `index` and its number of words.
/// Currencies have priority over accounts, accounts over categories, and categories over merchants.
pub(super) fn named_at(words: &Words, index: usize, books: &Books) -> Option<(Named, usize)> {
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

/// Returns a currency by its code or name,
/// if some account has it and the name means no other currency of the user.
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
    let wanted = text::sought(phrase.strip_suffix(" account").unwrap_or(phrase));
    let whole = text::sought(phrase);
    let found = books.accounts.iter().find(|it| it.sought == wanted || it.sought == whole);
    // A part of an account's name is enough if it is unique.
    let found = found.or_else(|| {
        let mut parts = books.accounts.iter().filter(|it| text::has_words(&it.name, &wanted));
        parts.next().filter(|_| phrase.ends_with(" account") && parts.next().is_none())
    });
    found.map(|it| Named::Account(it.name.clone()))
}

fn category(phrase: &str, books: &Books) -> Option<Named> {
    let wanted = text::sought(phrase);
    let same = |name: &str| name == wanted || singular(name) == singular(&wanted);
    let whole = books.categories.iter().find(|it| same(&it.sought));
    let found = whole.or_else(|| books.categories.iter().find(|it| it.sought.split(" and ").any(same)));
    let found = found.or_else(|| {
        let (_, name) = SYNONYMS.iter().find(|(word, _)| *word == phrase || singular(phrase) == *word)?;
        books.categories.iter().find(|it| it.name == *name)
    });
    found.map(|it| Named::Category { name: it.name.clone(), called: phrase.to_owned() })
}

/// Common words for default categories.
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
    ("filled up", "Fuel"),
    ("fill up", "Fuel"),
    ("fuel up", "Fuel"),
    ("refuel", "Fuel"),
    ("tank", "Fuel"),
    ("flat", "Rent and mortgage"),
    ("withdrew", "Cash"),
    ("withdraw", "Cash"),
];

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

fn merchant(phrase: &str, books: &Books) -> Option<Named> {
    let is_known = |phrase: &str| books.merchants.iter().any(|merchant| text::has_words(merchant, phrase));
    let one = singular(phrase);
    // "Hotels" also means names with "hotel".
    let found = [phrase, &one].into_iter().find(|phrase| phrase.len() >= 3 && is_known(phrase))?;
    Some(Named::Merchant(found.to_owned()))
}

/// Returns the words at `index` up to the next asking word, and their number.
fn phrase_at(words: &Words, index: usize) -> Option<(String, usize)> {
    let start = index + usize::from(matches!(words.at(index), "the" | "my" | "a"));
    let count = (start..words.len()).take(WORDS_MAX).take_while(|it| is_name(words, *it)).count();
    (count > 0).then(|| (words.join(start, count), count + start - index))
}

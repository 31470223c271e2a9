//! The names that the user has given to accounts, categories, merchants and tags.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, AccountKind, Category, CategoryId, Currency, Language, Tag, text};

use crate::lexicon::{Lexicon, Sense};
use crate::token::tokens;

/// The names of a user's accounts, categories, merchants and tags, indexed for reading questions. They are
/// compared in the form of [`text::search_key`], which ignores the spelling of umlauts.
pub struct Names {
    phrases: HashMap<Vec<String>, Vec<Name>>,
    /// Merchants by the first word of their name.
    merchants: HashMap<String, Vec<Merchant>>,
    /// The first words of all names, as they are written, by the form in which they are compared.
    written: HashMap<String, String>,
    longest: usize,
    keys: HashMap<String, CategoryId>,
    parents: HashMap<CategoryId, CategoryId>,
    /// The categories without a parent.
    top: Vec<CategoryId>,
    accounts: Vec<Account>,
    currencies: HashSet<Currency>,
}

/// The thing that a name refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Name {
    Category(CategoryId),
    Account(AccountId),
    Merchants(Vec<String>),
    Tag(Tag),
}

/// The meaning of a misspelled word: a name, or a word of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    Name(Name),
    Sense(Sense),
}

struct Merchant {
    key: String,
    words: Vec<String>,
}

/// The maximum number of words of a name; a longer name is not found. Merchant keys have at most four words.
const WORDS_MAX: usize = 8;
/// A word of more letters that ends with "s" may be the plural of a merchant's first word.
const PLURAL_LETTERS_MIN: usize = 4;
/// The number of letters for each typo that is corrected. A shorter word has to be exact.
const LETTERS_PER_TYPO: usize = 5;

impl Names {
    /// Indexes the names of these categories, accounts, merchants and tags.
    ///
    /// Merchants are given by their keys ([`saldo_domain::merchant::merchant_key`]).
    /// Names of more than eight words are not found.
    #[must_use]
    pub fn new(categories: &[Category], accounts: &[Account], merchants: &[String], tags: &[Tag]) -> Self {
        let mut names = Self {
            phrases: HashMap::new(),
            merchants: HashMap::new(),
            written: HashMap::new(),
            longest: 4,
            keys: categories.iter().filter_map(|it| Some((it.key.clone()?, it.id))).collect(),
            top: categories.iter().filter(|it| it.parent.is_none()).map(|it| it.id).collect(),
            parents: categories.iter().filter_map(|it| Some((it.id, it.parent?))).collect(),
            accounts: accounts.to_vec(),
            currencies: accounts.iter().map(|account| account.currency).collect(),
        };
        for category in categories {
            names.add(&category.name, Name::Category(category.id));
        }
        for account in accounts {
            names.add(&account.name, Name::Account(account.id));
        }
        for tag in tags {
            names.add(tag.as_str(), Name::Tag(tag.clone()));
        }
        for key in merchants {
            let words = names.words(key);
            if let Some(first) = words.first().cloned() {
                names.merchants.entry(first).or_default().push(Merchant { key: key.clone(), words });
            }
        }
        names
    }

    /// Returns the words of a name in the form in which they are compared.
    fn words(&mut self, name: &str) -> Vec<String> {
        let written: Vec<String> =
            tokens(name).into_iter().map(|token| token.text).filter(|word| word != ",").collect();
        if let Some(first) = written.first() {
            self.written.entry(text::search_key(first)).or_insert_with(|| first.clone());
        }
        written.iter().map(|word| text::search_key(word)).collect()
    }

    fn add(&mut self, name: &str, meaning: Name) {
        let words = self.words(name);
        if !words.is_empty() && words.len() <= WORDS_MAX {
            self.longest = self.longest.max(words.len());
            self.phrases.entry(words).or_default().push(meaning);
        }
    }

    /// Returns the longest name at the beginning of `words`: its number of words and all that it refers to.
    pub(crate) fn longest(&self, words: &[&str]) -> Option<(usize, Vec<Name>)> {
        (1..=words.len().min(self.longest)).rev().find_map(|length| {
            let phrase: Vec<String> = words[..length].iter().map(|word| text::search_key(word)).collect();
            let mut found = self.phrases.get(&phrase).cloned().unwrap_or_default();
            found.extend(self.tag_of_plural(&phrase));
            let merchants = self.merchants_named(&phrase);
            let merchants = if merchants.is_empty() { self.merchants_of_plural(&phrase) } else { merchants };
            if !merchants.is_empty() {
                found.push(Name::Merchants(merchants));
            }
            (!found.is_empty()).then_some((length, found))
        })
    }

    /// Returns the tag of several words whose plural is `phrase`: "work trips".
    fn tag_of_plural(&self, phrase: &[String]) -> Option<Name> {
        let (last, before) = phrase.split_last().filter(|(_, before)| !before.is_empty())?;
        let singular = [before, &[last.strip_suffix('s')?.to_owned()]].concat();
        self.phrases.get(&singular)?.iter().find(|name| matches!(name, Name::Tag(_))).cloned()
    }

    /// Returns the merchants whose names begin with the singular of a word: "hotels".
    fn merchants_of_plural(&self, phrase: &[String]) -> Vec<String> {
        let singular = match phrase {
            [word] if word.len() > PLURAL_LETTERS_MIN => word.strip_suffix('s').map(ToOwned::to_owned),
            _ => None,
        };
        singular.map_or_else(Vec::new, |singular| self.merchants_named(&[singular]))
    }

    /// Returns the merchants that `phrase` names: `amazon` names both `amazon eu` and `amazon prime`.
    fn merchants_named(&self, phrase: &[String]) -> Vec<String> {
        let same_start = phrase.first().and_then(|first| self.merchants.get(first)).into_iter().flatten();
        let mut found: Vec<String> =
            same_start.filter(|it| it.words.starts_with(phrase)).map(|it| it.key.clone()).collect();
        if !found.is_empty() {
            // A phrase that begins one merchant's name also finds merchants that contain it later:
            // "paypal amazon".
            let all = self.merchants.values().flatten();
            let within = all.filter(|it| it.words.windows(phrase.len()).skip(1).any(|words| words == phrase));
            found.extend(within.map(|it| it.key.clone()));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the only name or word that a misspelled word may stand for: same first letter, at most one
    /// typo in five letters. Returns `None` if several meanings are equally near.
    pub(crate) fn misspelled(&self, word: &str, lexicon: &Lexicon) -> Option<(String, Meaning)> {
        let written = |name: &String| self.written.get(name).unwrap_or(name).clone();
        let mut sought = text::search_key(word);
        // "W Biedronce" is at Biedronka, and "na Amazonie" is at Amazon.
        let endings = [("ce", "ka"), ("ie", "")].into_iter();
        let mut names = endings.filter_map(|(of, to)| Some(sought.strip_suffix(of)?.to_owned() + to));
        if let (Language::Polish, Some(name)) = (lexicon.language, names.next()) {
            sought = name;
        }
        let own = self.phrases.iter().filter(|(words, _)| words.len() == 1 && is_typo(&sought, &words[0]));
        let own = own.flat_map(|(words, names)| names.iter().map(|name| (written(&words[0]), name.clone())));
        let merchants = self.merchants.keys().filter(|first| is_typo(&sought, first));
        let merchants = merchants.filter(|first| !lexicon.has(&written(first))).map(|first| {
            (written(first), Name::Merchants(self.merchants_named(std::slice::from_ref(first))))
        });
        let names = own.chain(merchants).map(|(candidate, name)| (candidate, Meaning::Name(name)));
        let synonyms = lexicon.correct_words().filter(|(candidate, _)| is_typo(word, candidate)).filter_map(
            |(word, sense)| {
                let meaning = match sense {
                    Sense::Category(key) => Meaning::Name(Name::Category(self.of_key(key)?)),
                    _ => Meaning::Sense(sense),
                };
                Some((word.to_owned(), meaning))
            },
        );
        let near = names.chain(synonyms);
        let mut found: Vec<(String, Meaning)> = Vec::new();
        for (candidate, name) in near {
            if !found.iter().any(|(_, known)| *known == name) {
                found.push((candidate, name));
            }
        }
        match found.len() {
            1 => found.pop(),
            _ => None,
        }
    }

    /// Returns the default category with this key, if the user still has it.
    pub(crate) fn of_key(&self, key: &str) -> Option<CategoryId> {
        self.keys.get(key).copied()
    }

    /// Returns the accounts of a kind.
    pub(crate) fn of_kind(&self, kind: AccountKind) -> Vec<AccountId> {
        self.accounts.iter().filter(|account| account.kind == kind).map(|account| account.id).collect()
    }

    /// Returns the accounts whose masked number ends with these digits.
    pub(crate) fn ending(&self, digits: &str) -> Vec<AccountId> {
        let ends = |account: &&Account| {
            account.number_masked.as_deref().is_some_and(|number| number.replace(' ', "").ends_with(digits))
        };
        self.accounts.iter().filter(ends).map(|account| account.id).collect()
    }

    /// Returns `true` for the default category of income and its subcategories.
    pub(crate) fn is_income(&self, category: CategoryId) -> bool {
        let income = self.of_key("income");
        income.is_some() && (income == Some(category) || income == self.parents.get(&category).copied())
    }

    /// Returns the categories of what was earned: the default category of income, and those of the user
    /// at the top, which may hold income. A refund in another default category is no income.
    pub(crate) fn earnings(&self) -> Vec<CategoryId> {
        let Some(income) = self.of_key("income") else { return Vec::new() };
        let is_default = |category: &CategoryId| self.keys.values().any(|known| known == category);
        let own = self.top.iter().copied().filter(|category| !is_default(category));
        std::iter::once(income).chain(own).collect()
    }

    /// Returns the subcategories of income other than `category`.
    pub(crate) fn income_besides(&self, category: CategoryId) -> Vec<CategoryId> {
        let income = self.of_key("income");
        let children = self.parents.iter().filter(|(_, parent)| income == Some(**parent));
        let mut others: Vec<CategoryId> = children.map(|(child, _)| *child).collect();
        others.retain(|it| *it != category);
        others.sort_unstable();
        others
    }

    /// Returns `true` if the category has subcategories.
    pub(crate) fn has_children(&self, category: CategoryId) -> bool {
        self.parents.values().any(|parent| *parent == category)
    }

    /// Returns `true` if the user's accounts are in more than one currency.
    pub(crate) fn has_several_currencies(&self) -> bool {
        self.currencies.len() > 1
    }
}

/// True if `word` and `name` begin alike and differ by at most one typo in five letters.
/// A transposition counts as one typo.
fn is_typo(word: &str, name: &str) -> bool {
    if word.chars().next() != name.chars().next() {
        return false;
    }
    let (one, other) = (word.chars().count(), name.chars().count());
    let most = one.min(other) / LETTERS_PER_TYPO;
    most > 0 && one.abs_diff(other) <= most && strsim::osa_distance(word, name) <= most
}

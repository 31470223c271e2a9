//! Categories: a tree of two levels, which starts with defaults and which each user can change.

use std::sync::LazyLock;

use crate::id::Id;
use crate::language::Language;
use crate::merchant::merchant_key;
use crate::money::Money;
use crate::text;

/// The identifier of a [`Category`].
pub type CategoryId = Id<Category>;

/// A category of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// The identifier.
    pub id: CategoryId,
    /// The key of the default category from which it was created; `None` if the user created it.
    pub key: Option<String>,
    /// The name that the user sees; they may change it.
    pub name: String,
    /// The parent category; `None` at the top level.
    pub parent: Option<CategoryId>,
}

/// A category with which every user starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultCategory {
    /// The stable key.
    pub key: &'static str,
    /// The name in English.
    pub name: &'static str,
    /// The key of the parent category; `None` at the top level.
    pub parent: Option<&'static str>,
    /// Keywords that suggest the category if a description contains them.
    words: &'static [&'static str],
}

const fn top(key: &'static str, name: &'static str) -> DefaultCategory {
    DefaultCategory { key, name, parent: None, words: &[] }
}
const fn sub(
    key: &'static str,
    name: &'static str,
    parent: &'static str,
    words: &'static [&'static str],
) -> DefaultCategory {
    DefaultCategory { key, name, parent: Some(parent), words }
}

/// The categories with which every user starts. A parent precedes its subcategories.
pub const DEFAULT_CATEGORIES: &[DefaultCategory] = &[
    top("income", "Income"),
    sub(
        "salary",
        "Salary",
        "income",
        &["salary", "payroll", "wages", "lohn", "gehalt", "salaire", "wynagrodzenie", "pay matai", "stipend"],
    ),
    sub(
        "interest",
        "Interest and dividends",
        "income",
        &["interest", "dividend", "zinsen", "interets", "odsetki"],
    ),
    sub("refunds", "Refunds", "income", &["refund", "cashback", "reversal", "erstattung", "remboursement"]),
    top("home", "Home"),
    sub("rent", "Rent and mortgage", "home", &["rent", "mortgage", "miete", "loyer", "czynsz", "landlord"]),
    sub(
        "utilities",
        "Utilities",
        "home",
        &[
            "energy",
            "electric",
            "electricity",
            "power",
            "water",
            "gas",
            "utility",
            "utilities",
            "stadtwerke",
            "bescom",
            "tnb",
            "council rates",
        ],
    ),
    sub(
        "internet",
        "Internet and phone",
        "home",
        &[
            "internet",
            "broadband",
            "mobile",
            "telecom",
            "telekom",
            "vodafone",
            "phone",
            "airtel",
            "jio",
            "comcast",
            "verizon",
        ],
    ),
    top("food", "Food"),
    sub(
        "groceries",
        "Groceries",
        "food",
        &[
            "grocer",
            "grocery",
            "groceries",
            "greengrocer",
            "supermarket",
            "market",
            "dairy",
            "dmart",
            "rewe",
            "edeka",
            "lidl",
            "aldi",
            "tesco",
            "carrefour",
            "whole foods",
            "biedronka",
            "migros",
            "coop",
        ],
    ),
    sub(
        "restaurants",
        "Restaurants and cafés",
        "food",
        &[
            "restaurant",
            "cafe",
            "coffee",
            "breakfast",
            "bistro",
            "pizza",
            "burger",
            "eats",
            "swiggy",
            "zomato",
            "starbucks",
            "chipotle",
            "mcdonald",
            "toast",
            "bakery",
            "baker",
        ],
    ),
    top("transport", "Transport"),
    sub("fuel", "Fuel", "transport", &["fuel", "petrol", "shell", "esso", "tankstelle", "gas station"]),
    sub(
        "public_transport",
        "Public transport and taxi",
        "transport",
        &[
            "transit",
            "transport",
            "train",
            "railway",
            "bahn",
            "sncf",
            "metro",
            "bus",
            "taxi",
            "uber",
            "ola",
            "lyft",
            "grab",
            "parking",
        ],
    ),
    top("shopping", "Shopping"),
    sub(
        "online_shopping",
        "Online shopping",
        "shopping",
        &["amazon", "ebay", "flipkart", "shopee", "lazada", "online store", "zalando", "allegro"],
    ),
    top("health", "Health"),
    sub(
        "pharmacy",
        "Pharmacy and doctor",
        "health",
        &["pharmacy", "apotheke", "pharmacie", "apteka", "doctor", "clinic", "hospital", "dentist"],
    ),
    sub("sport", "Sport", "health", &["gym", "fitness", "sport", "yoga"]),
    top("leisure", "Leisure"),
    sub(
        "subscriptions",
        "Subscriptions",
        "leisure",
        &["streamflix", "netflix", "spotify", "subscription", "youtube", "disney", "hotstar"],
    ),
    sub("travel", "Travel", "leisure", &["hotel", "airline", "airways", "airbnb", "booking.com", "travel"]),
    top("money", "Money"),
    sub(
        "fees",
        "Bank fees",
        "money",
        &["fee", "fees", "charge", "charges", "gebuehr", "entgelt", "frais", "commission", "prowizja"],
    ),
    sub("cash", "Cash", "money", &["atm", "cash withdrawal", "bargeld", "retrait", "bankomat"]),
    sub(
        "insurance",
        "Insurance",
        "money",
        &["insurance", "versicherung", "assurance", "ubezpieczenie", "lic"],
    ),
    sub("taxes", "Taxes", "money", &["tax", "finanzamt", "impots", "hmrc", "irs"]),
    sub("transfers", "Transfers", "money", &["transfer", "uebertrag", "virement", "przelew", "imps", "neft"]),
    sub("investments", "Investments", "money", &["invest", "brokerage", "mutual fund", "sip", "etf"]),
];

/// Returns the default category that the keywords in a description suggest, if any; the longest keyword wins.
///
/// Income categories are suggested only for amounts that are not negative, and spending categories only for
/// negative ones. The subcategories of "Money" are suggested for both.
#[must_use]
pub fn suggest(description: &str, amount: Money) -> Option<&'static DefaultCategory> {
    let text = format!(" {} ", words_of(description));
    let suiting = SOUGHT.iter().filter(|sought| sought.category.suits(amount));
    suiting
        .filter_map(|sought| {
            let found = sought.words.iter().filter(|(word, _)| text.contains(word));
            Some((found.map(|(_, length)| length).max()?, sought.category))
        })
        .max_by(|(one, _), (other, _)| one.cmp(other))
        .map(|(_, category)| category)
}

/// A default category with its keywords as [`suggest`] seeks them.
struct Sought {
    category: &'static DefaultCategory,
    /// The keywords, folded once and as whole words, and their lengths as they are listed.
    words: Vec<(String, usize)>,
}

static SOUGHT: LazyLock<Vec<Sought>> = LazyLock::new(|| {
    let word = |word: &&str| (format!(" {} ", text::search_key(word)), word.len());
    let all = DEFAULT_CATEGORIES.iter();
    all.map(|category| Sought { category, words: category.words.iter().map(word).collect() }).collect()
});

/// A line for each default category, in their order, with its names in the order of [`Language::ALL`].
const NAMES: &str = include_str!("category_names.txt");

static TRANSLATED: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" | ").collect()).collect()
});

/// Returns the default categories with their names in a language.
pub fn default_names(language: Language) -> impl Iterator<Item = (&'static DefaultCategory, &'static str)> {
    let names = TRANSLATED.iter().filter_map(move |names| names.get(language as usize).copied());
    DEFAULT_CATEGORIES.iter().zip(names)
}

/// Returns the name of a category in a language. The name that a user gave it stays as it is.
#[must_use]
pub fn name_in(language: Language, name: &str) -> &str {
    default_names(language)
        .find(|(category, _)| category.name == name)
        .map_or(name, |(_, translated)| translated)
}

impl DefaultCategory {
    fn suits(&self, amount: Money) -> bool {
        match self.parent {
            Some("income") => !amount.is_negative(),
            Some("money") => true,
            _ => amount.is_negative(),
        }
    }
}

fn words_of(description: &str) -> String {
    let plain: String = text::search_key(description)
        .chars()
        .map(|character| if character.is_alphanumeric() || character == '.' { character } else { ' ' })
        .collect();
    // `NETFLIX.COM` matches as a whole and by each of its two words.
    let apart = plain.replace('.', " ");
    let merchant = text::search_key(&merchant_key(description));
    format!("{} {} {merchant}", text::one_line(&plain), text::one_line(&apart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn every_default_category_has_a_name_in_each_language() {
        assert_eq!(TRANSLATED.len(), DEFAULT_CATEGORIES.len());
        for (names, category) in TRANSLATED.iter().zip(DEFAULT_CATEGORIES) {
            assert_eq!((names[0], names.len()), (category.name, Language::ALL.len()));
        }
        assert_eq!(name_in(Language::German, "Groceries"), "Lebensmittel");
        assert_eq!(name_in(Language::German, "My own"), "My own");
    }

    fn suggested(description: &str, minor: i64) -> Option<&'static str> {
        suggest(description, Money::from_minor(minor, Currency::parse("EUR").unwrap()))
            .map(|category| category.key)
    }

    #[test]
    fn words_of_a_description_suggest_a_category() {
        assert_eq!(suggested("BLUE CAFE 0042", -300), Some("restaurants"));
        assert_eq!(suggested("NEFT-CR/HDFC0001234/SALARY APRIL 2025", 7_500_000), Some("salary"));
        assert_eq!(suggested("UPI/AMAZON/9876543210/PAYMENT", -100), Some("online_shopping"));
        assert_eq!(suggested("NETFLIX.COM 866-579-7172", -100), Some("subscriptions"));
        assert_eq!(suggested("HOTEL BOOKING.COM", -100), Some("travel"));
        assert_eq!(suggested("XYZ 4711", -100), None);
        for (umlaut, letters) in [("Kontoführung Gebühr", "GEBUEHR"), ("Übertrag Rücklage", "UEBERTRAG")]
        {
            assert!(suggested(letters, -100).is_some());
            assert_eq!(suggested(umlaut, -100), suggested(letters, -100), "{umlaut}");
        }
    }

    #[test]
    fn income_is_never_spending() {
        assert_eq!(suggested("GROCERY REFUND", 100), Some("refunds"));
        assert_eq!(suggested("SALARY ADVANCE REPAID", -100), None);
    }

    #[test]
    fn every_parent_precedes_its_children() {
        for (index, category) in DEFAULT_CATEGORIES.iter().enumerate() {
            if let Some(parent) = category.parent {
                assert!(
                    DEFAULT_CATEGORIES[..index].iter().any(|other| other.key == parent),
                    "{}",
                    category.key
                );
            }
        }
    }
}

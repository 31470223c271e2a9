//! Reads requests for changes: "put all REWE under groceries",
//! "set a budget of 300 for restaurants", "remember that …".

use saldo_domain::text;
use serde_json::{Value, json};

use super::english::{is_one, list, tell};
use super::numerals::amount_of;
use crate::writes;

/// Returns the call for a requested change, or `None` if the text requests none.
pub(super) fn understand(text: &str, categories: &Categories) -> Option<(&'static str, Value)> {
    let plain = text.trim().trim_end_matches(['.', '!', '?']);
    let plain = strip(plain, "please");
    remember(plain).or_else(|| budget(plain, categories)).or_else(|| sort(plain, categories))
}

/// Returns `true` if the text requests a change, whatever the names of the categories are.
pub(super) fn is_asked(text: &str) -> bool {
    understand(text, &Categories::Any).is_some()
}

/// Returns a message if the requested change is not possible in this form.
pub(super) fn refused(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let is_budget = asks_for_budget(strip(lower.trim(), "please"));
    let says_other = lower.split(|it: char| !it.is_alphabetic()).any(|word| is_one("other_rhythms", word));
    let says_amount = lower.chars().any(|it| it.is_ascii_digit());
    (is_budget && says_amount && says_other).then(|| tell("budget_refused", &Value::Null, &[]))
}

/// Returns the message about the result of a requested change.
pub(super) fn decided(answer: &Value) -> String {
    let key = match (answer["done"].as_str(), answer["error"].as_str()) {
        (Some(_), _) => "done",
        (None, Some(problem)) if problem.starts_with("the user did not agree") => "not_agreed",
        (None, Some(_)) => "not_possible",
        (None, None) => "not_done",
    };
    tell(key, answer, &[])
}

fn remember(text: &str) -> Option<(&'static str, Value)> {
    let fact = strip_one(text, "remember")?.trim();
    (!fact.is_empty()).then(|| (writes::REMEMBER, json!({ "text": fact })))
}

fn asks_for_budget(lower: &str) -> bool {
    let is_about = lower.contains("budget") || lower.starts_with("i want to spend at most ");
    is_about && strip_one(lower, "set_budget").is_some()
}

fn budget(text: &str, categories: &Categories) -> Option<(&'static str, Value)> {
    let lower = text.to_lowercase();
    if !asks_for_budget(&lower) || refused(text).is_some() {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let amount_at = words.iter().position(|word| amount_of(word.trim_matches([',', '.'])).is_some())?;
    let amount = amount_of(words[amount_at].trim_matches([',', '.']))?;
    let currency = words.get(amount_at + 1).copied().filter(|word| is_currency(word));
    let after = |word: &&str| matches!(word.to_lowercase().as_str(), "for" | "on");
    let named = if let Some(at) = words.iter().rposition(after) {
        words[at + 1..].to_vec()
    } else {
        // "Set the restaurants budget to 300".
        let end = words.iter().position(|word| word.eq_ignore_ascii_case("budget"))?;
        let start = usize::from(words.get(1).is_some_and(|word| is_article(word))) + 1;
        words.get(start..end)?.to_vec()
    };
    let is_yearly = list("yearly").iter().any(|often| lower.contains(often));
    let rhythm = if is_yearly { "yearly" } else { "monthly" };
    let end = named.iter().position(|word| is_one("often", &word.to_lowercase())).unwrap_or(named.len());
    let category = categories.like(&named[..end].join(" "))?;
    let mut input = json!({ "category": category, "amount": amount, "rhythm": rhythm });
    if let Some(currency) = currency {
        input["currency"] = currency.to_uppercase().into();
    }
    Some((writes::BUDGET, input))
}

fn sort(text: &str, categories: &Categories) -> Option<(&'static str, Value)> {
    let rest = strip(text, "always");
    let is_rule = rest.len() < text.len();
    let rest = strip_one(rest, "sort")?;
    let lower = rest.to_lowercase();
    let joints = list("into").into_iter().map(|joint| format!(" {joint} "));
    let joints = joints.filter_map(|joint| lower.rfind(&joint).map(|at| (at, joint)));
    let (at, joint) = joints.max_by_key(|(at, _)| *at)?;
    // Lower case may have another length in bytes. Then the ranges do not fit, and nothing is understood.
    let (which, name) = (rest.get(..at)?, rest.get(at + joint.len()..)?);
    let which = strip(which, "all");
    let nouns = list("transactions");
    let noun = nouns.iter().find_map(|noun| which.strip_suffix(noun)?.strip_suffix(' '));
    let which = noun.unwrap_or(which).trim_matches(['"', '\'', ' ']);
    let category = categories.like(strip(name, "category"))?;
    if which.is_empty() {
        return None;
    }
    let tool = if is_rule { writes::RULE } else { writes::CATEGORIZE };
    Some((tool, json!({ "text": which, "category": category })))
}

/// The names of the user's categories.
pub(super) enum Categories {
    /// All names.
    Named(Vec<String>),
    /// Not known yet: any words may be a name.
    Any,
}

impl Categories {
    /// Reads the answer of the tool `books`.
    pub(super) fn read(answer: &Value) -> Self {
        let items = answer["categories"].as_array().into_iter().flatten();
        Self::Named(items.filter_map(|it| it["name"].as_str()).map(str::to_owned).collect())
    }

    /// Finds a category by its name,
    /// or the only one whose name begins with the words or contains them as a word.
    fn like(&self, words: &str) -> Option<String> {
        let wanted = text::search_key(words.trim_matches(['"', '\'', ' ']));
        if wanted.is_empty() {
            return None;
        }
        let Self::Named(known) = self else { return Some(words.to_owned()) };
        let names = || known.iter().map(|name| (name.as_str(), text::search_key(name)));
        // If several have the name, the lookup of the request reports it.
        if let Some((name, _)) = names().find(|(_, sought)| *sought == wanted) {
            return Some(name.to_owned());
        }
        if let Some((_, last)) = words.rsplit_once('>')
            && names().any(|(_, sought)| *sought == text::search_key(last))
        {
            return Some(words.trim().to_owned());
        }
        let only = |fits: &dyn Fn(&str) -> bool| {
            let mut found = names().filter(|(_, sought)| fits(sought));
            let first = found.next()?;
            found.next().is_none().then(|| first.0.to_owned())
        };
        only(&|name| name.starts_with(&wanted))
            .or_else(|| only(&|name| name.split(' ').any(|word| word == wanted)))
    }
}

fn is_currency(word: &str) -> bool {
    word.len() == 3 && saldo_domain::Currency::parse(&word.to_uppercase()).is_ok()
}

fn is_article(word: &str) -> bool {
    ["a", "the", "my"].contains(&word.to_lowercase().as_str())
}

/// Returns the text after one of the phrases of a key and a space, if it begins with one.
fn strip_one<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    list(key).iter().find_map(|prefix| {
        let head = text.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then(|| text[prefix.len()..].strip_prefix(' ')).flatten()
    })
}

fn strip<'a>(text: &'a str, key: &str) -> &'a str {
    strip_one(text, key).unwrap_or(text)
}

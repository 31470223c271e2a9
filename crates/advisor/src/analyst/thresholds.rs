//! Reads limits on amounts: "over 100", "less than 50 euros", "between 10 and 20".

use saldo_domain::entry::Direction;

use super::arithmetic::amount_of;
use super::asking::{Asked, ENTRY_NOUNS};
use super::period::Calendar;
use super::question::{Ask, Flow};
use super::words::{Words, amount, month_number, spelled_out};

/// Limits on the amount of a transaction, as decimal strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Thresholds {
    pub(super) above: Option<String>,
    pub(super) at_least: Option<String>,
    pub(super) below: Option<String>,
    pub(super) at_most: Option<String>,
}

impl Thresholds {
    pub(super) fn over(self, earlier: Self) -> Self {
        if self == Self::default() { earlier } else { self }
    }

    /// True if the limits exclude an amount of zero.
    pub(super) const fn exclude_nothing(&self) -> bool {
        self.above.is_some() || self.at_least.is_some()
    }

    /// Returns the limits in words, such as " of more than 100".
    pub(super) fn in_words(&self) -> String {
        if let (Some(least), true) = (&self.at_least, self.at_least == self.at_most) {
            return format!(" of exactly {least}");
        }
        let parts: Vec<String> = [
            ("more than", &self.above),
            ("at least", &self.at_least),
            ("less than", &self.below),
            ("at most", &self.at_most),
        ]
        .into_iter()
        .filter_map(|(words, limit)| Some(format!("{words} {}", limit.as_ref()?)))
        .collect();
        if parts.is_empty() { String::new() } else { format!(" of {}", parts.join(" and ")) }
    }
}

const ABOVE: [&str; 11] = [
    "over",
    "above",
    "more than",
    "bigger than",
    "larger than",
    "greater than",
    "higher than",
    "exceeding",
    "exceed",
    "exceeds",
    "exceeded",
];
const BELOW: [&str; 7] =
    ["under", "below", "less than", "smaller than", "cheaper than", "lower than", "fewer than"];
const AT_LEAST: [&str; 3] = ["at least", "no less than", "not less than"];
const AT_MOST: [&str; 4] = ["at most", "no more than", "not more than", "up to"];
pub(super) const CURRENCIES: [&str; 14] = [
    "euro", "euros", "eur", "dollar", "dollars", "usd", "pound", "pounds", "gbp", "bucks", "rupees", "inr",
    "yen", "jpy",
];

/// Finds limits on amounts and marks their words as used.
pub(super) fn take_thresholds(words: &mut Words, calendar: Calendar) -> Thresholds {
    let mut limits = Thresholds::default();
    if let Some((index, count)) = words.find(&["between"]) {
        let low = amount_at(words, calendar, index + count);
        let middle = index
            + count
            + low.as_ref().map_or(0, |(_, taken)| taken + currency_at(words, index + count + taken));
        let high = amount_at(words, calendar, middle + 1);
        if let (Some((low, _)), Some((high, taken)), "and" | "to") = (low, high, words.at(middle)) {
            take(words, index, middle + 1 + taken - index);
            limits.at_least = Some(low);
            limits.at_most = Some(high);
            return limits;
        }
    }
    for (phrases, limit) in [
        // "No more than" comes before "more than", which it contains.
        (AT_LEAST.as_slice(), &mut limits.at_least),
        (AT_MOST.as_slice(), &mut limits.at_most),
        (ABOVE.as_slice(), &mut limits.above),
        (BELOW.as_slice(), &mut limits.below),
    ] {
        let Some((index, count)) = words.find(phrases) else { continue };
        if let Some((found, taken)) = amount_at(words, calendar, index + count) {
            take(words, index, count + taken);
            *limit = Some(found);
        }
    }
    // "50 euros or more", "100 or less".
    for (phrases, limit) in [
        (["or more", "or above", "and more", "and above", "and up"].as_slice(), &mut limits.at_least),
        (["or less", "or below", "or under", "and less", "and below"].as_slice(), &mut limits.at_most),
    ] {
        let Some((index, count)) = words.find(phrases) else { continue };
        let end = index - usize::from(index > 0 && CURRENCIES.contains(&words.before(index)));
        let start = (end.saturating_sub(4)..end)
            .find(|at| amount_at(words, calendar, *at).is_some_and(|(_, taken)| at + taken == end));
        if let Some((start, (found, _))) = start.and_then(|at| Some((at, amount_at(words, calendar, at)?))) {
            words.mark_used(start, index + count - start);
            *limit = Some(found);
        }
    }
    limits
}

/// Takes the exact amount of a transaction, if the question is about single ones:
/// "the 44.10", "a payment of €180".
///
/// The amount needs cents or a currency. Another number may mean anything.
pub(super) fn take_exact(words: &mut Words, asked: &Asked) -> Thresholds {
    let is_of_entries =
        matches!(asked.ask, None | Some(Ask::List { .. } | Ask::Exists | Ask::Count | Ask::When { .. }));
    let is_money = |words: &Words, index: usize| {
        let word = words.at(index);
        let has_cents = word.rsplit_once(['.', ',']).is_some_and(|(_, cents)| cents.len() == 2);
        // "On 10.06" may be a date.
        let is_day = matches!(words.before(index), "on" | "since" | "until" | "from" | "to" | "and");
        (has_cents && !is_day)
            || word.contains(['€', '$', '£', '¥'])
            || CURRENCIES.contains(&words.at(index + 1))
    };
    let found = (0..words.len())
        .filter(|index| is_of_entries && !words.is_used(*index) && is_money(words, *index))
        .find_map(|index| Some((index, amount_of(words.at(index))?)));
    let Some((index, amount)) = found else { return Thresholds::default() };
    take(words, index, 1);
    Thresholds { at_least: Some(amount.clone()), at_most: Some(amount), ..Thresholds::default() }
}

/// True for limits on group totals, as in "which months did I spend more than 900". No tool supports these.
pub(super) fn are_of_groups(words: &Words, asked: &Asked) -> bool {
    let is_of_time = words.has(&["days", "weeks", "months", "quarters", "years"]);
    match asked.ask {
        Some(Ask::Breakdown { .. }) => !words.has(ENTRY_NOUNS),
        Some(Ask::Count | Ask::Distinct { .. }) => is_of_time || !matches!(asked.ask, Some(Ask::Count)),
        _ => false,
    }
}

/// Returns the kind of total that a yes-or-no question is about.
///
/// "Did I spend less than 400 on groceries?" is about the total;
/// "did I pay more than 400 for anything?" is about a single transaction and returns `None`.
pub(super) fn flow_of_sum(words: &Words, asked: &Asked) -> Option<Flow> {
    let flow = match (asked.ask, asked.direction) {
        (Some(Ask::Exists | Ask::Flow(_)), Some(Direction::In)) => Flow::Income,
        (Some(Ask::Exists | Ask::Flow(_)), Some(Direction::Out)) => Flow::Spending,
        (Some(Ask::Exists) | None, None)
            if words.has(&["stay", "stayed", "keep", "kept", "go", "went", "gone", "that", "it"]) =>
        {
            Flow::Spending
        }
        _ => return None,
    };
    let is_of_one = words.has(&["any", "anything", "something", "single", "at once", "one", "ever", "each"]);
    // "Were my expenses over 400?" is about their total.
    let is_of_all = words.begins(&["were my", "are my", "was my", "is my", "did my", "have my", "has my"]);
    let is_of_entries = !is_of_all && words.has(ENTRY_NOUNS);
    let is_asked = words.begins(&["did", "do", "does", "have", "has", "is", "are", "was", "were", "am"]);
    (is_asked && !is_of_one && !is_of_entries).then_some(flow)
}

/// Returns the amount at `index` and its number of words. Years, and days beside a month, are not amounts.
fn amount_at(words: &Words, calendar: Calendar, index: usize) -> Option<(String, usize)> {
    if words.is_used(index) {
        return None;
    }
    let spelled = spelled_out(words, index).map(|(number, taken)| (number.to_string(), taken));
    let (found, taken) = spelled.or_else(|| {
        let word = words.at(index);
        Some((amount_of(word).or_else(|| parts_of_thousand(word))?, 1))
    })?;
    let (word, next) = (words.at(index), words.at(index + taken));
    let is_money = CURRENCIES.contains(&next) || word.contains(['€', '$', '£', '¥', '.', ',']);
    let is_date = calendar.has_year(word)
        || month_number(next).is_some()
        || matches!(next, "days" | "weeks" | "months" | "years" | "times");
    // There are no thousandths of a euro, so "1.000 euros" is a thousand.
    let is_euro = matches!(next, "euro" | "euros" | "eur") || word.contains('€');
    let has_thousands = is_euro && found.split_once('.').is_some_and(|(_, digits)| digits.len() == 3);
    let found = if has_thousands { found.replace('.', "") } else { found };
    // "More than one" is usually a count.
    (is_money || !is_date && word != "one").then_some((found, taken))
}

/// Returns 1500 for "1.5k".
fn parts_of_thousand(word: &str) -> Option<String> {
    let amount = amount(word.strip_suffix('k')?)?;
    let (whole, digits) = amount.split_once('.').filter(|(_, digits)| digits.len() <= 3)?;
    Some(format!("{whole}{digits:0<3}"))
}

fn currency_at(words: &Words, index: usize) -> usize {
    usize::from(CURRENCIES.contains(&words.at(index)))
}

fn take(words: &mut Words, index: usize, count: usize) {
    let currency = currency_at(words, index + count);
    words.mark_used(index, count + currency);
}

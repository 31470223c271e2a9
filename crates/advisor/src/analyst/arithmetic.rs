//! Reads calculations that a question poses itself:
//! "what if I save 300 a month at 4 % for 10 years", "what does a loan of 200,000 at 3.5 % cost".

use std::collections::BTreeMap;

use saldo_domain::decimal::Digits;

use super::english::{currency, is_one, list};
use super::numerals::{amount_at, amount_of, rate_of};
use super::words::{Words, count, is_year, month_number};

/// A calculation of savings or of a loan. Amounts and rates are decimal strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LoanOrSavings {
    /// True for a loan, false for savings.
    pub(super) is_loan: bool,
    /// The amounts, by the field of the tool's input: the initial savings or the debt, the monthly amount,
    /// the extra payment and the down payment.
    pub(super) amounts: BTreeMap<&'static str, String>,
    /// The interest rate in percent a year.
    pub(super) rate: String,
    pub(super) months: Option<u32>,
    /// The interval at which interest is compounded, if it is not a month.
    pub(super) booked: Option<&'static str>,
    pub(super) currency: Option<&'static str>,
    /// True if the question has an amount, a time or a word that the calculation cannot use.
    pub(super) misses: bool,
    /// The key of a message that asks for a missing input, instead of a result.
    pub(super) problem: Option<&'static str>,
}

impl LoanOrSavings {
    /// Returns `true` if the question names the initial amount.
    fn has_start(&self) -> bool {
        self.amounts.contains_key(if self.is_loan { "debt" } else { "start" })
    }

    /// Returns `true` if the question names the amount of each month.
    fn has_monthly(&self) -> bool {
        self.amounts.contains_key(if self.is_loan { "payment" } else { "monthly" })
    }

    /// Takes the rate, the time and the amounts. Returns whether there is also a time in days, weeks or
    /// quarters, or `None` if the time overflows.
    pub(super) fn take_figures(&mut self, words: &mut Words) -> Option<bool> {
        take_rate(words, self);
        let other_time = take_times(words, self)?;
        take_amounts(words, self);
        Some(other_time)
    }
}

/// Reads a calculation that has a rate, an amount and, if required, a time.
pub(super) fn read(question: &str) -> Option<LoanOrSavings> {
    let mut words = Words::of(&spaced(question));
    let is_loan = words.has(&list("loan_words")) || (0..words.len()).any(|index| is_down(&words, index));
    let is_named = is_loan || words.has(&list("savings_words"));
    if !is_named && words.has(&list("books_words")) {
        return None;
    }
    let has_if = words.has(&list("if_words"));
    let mut sum = LoanOrSavings { is_loan, ..LoanOrSavings::default() };
    sum.currency = currency_of(&words);
    let other_time = sum.take_figures(&mut words)?;
    take_compounding(&mut words, &mut sum);
    // "What if I save 200 a month for a year" is a calculation without interest. A loan needs a rate.
    if sum.rate.is_empty() && is_named && !is_loan && sum.has_monthly() && has_if {
        "0".clone_into(&mut sum.rate);
    }
    // A question for the savings that are needed to reach an amount is a goal.
    if sum.rate.is_empty() || (!is_loan && !sum.has_monthly() && words.has(&list("need_words"))) {
        return None;
    }
    let has_amount = sum.has_start() || (!is_loan && sum.has_monthly());
    let has_time = sum.months.is_some() || (is_loan && sum.has_monthly());
    if has_amount && has_time {
        // Either of the term and the payment of a loan determines the other.
        sum.misses |= is_loan && sum.has_monthly() && sum.months.is_some();
        sum.misses |= (0..words.len()).any(|index| changes_result(&words, index, is_loan));
        return Some(sum);
    }
    let says_amount = has_amount || sum.has_monthly() || sum.misses;
    sum.problem = match (has_time, has_amount) {
        (true, _) if says_amount => Some("monthly_only"),
        (false, true) if other_time => Some("monthly_only"),
        (false, true) if is_loan => Some("no_term"),
        _ => return None,
    };
    Some(sum)
}

/// Inserts spaces around parts that have to be separate words,
/// and removes them inside numbers such as "200 000".
pub(super) fn spaced(question: &str) -> String {
    let mut text = question.to_lowercase().replace('%', " percent ");
    for (written, plain) in list("respelled").iter().filter_map(|it| it.split_once(" > ")) {
        text = text.replace(written, &format!(" {plain}"));
    }
    let digits = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_digit());
    let mut pieces: Vec<String> = Vec::new();
    for piece in text.split_whitespace() {
        // "30y" is a time.
        let years = piece.strip_suffix('y').filter(|years| !years.is_empty() && digits(years));
        if let Some(years) = years {
            pieces.extend([years.to_owned(), "years".to_owned()]);
            continue;
        }
        let bare = piece.trim_end_matches(['?', ',', '.', '!']);
        match pieces.last_mut() {
            Some(last)
                if bare.len() == 3
                    && digits(bare)
                    && !last.is_empty()
                    && digits(&last.trim_start_matches(['€', '$', '£']).replace('\'', ""))
                    && last.rsplit('\'').next().is_some_and(|part| part.len() <= 3) =>
            {
                last.push('\'');
                last.push_str(bare);
            }
            _ => pieces.push(piece.to_owned()),
        }
    }
    pieces.join(" ")
}

/// Returns the currency of a question: the last one that it names.
pub(super) fn currency_of(words: &Words) -> Option<&'static str> {
    let sign = |word: &str| {
        let ends = [word.chars().next(), word.chars().next_back()].into_iter().flatten();
        ends.filter(|letter| "€$£".contains(*letter)).find_map(|letter| currency(&letter.to_string()))
    };
    (0..words.len()).rev().find_map(|index| currency(words.at(index)).or_else(|| sign(words.at(index))))
}

/// Takes the interest rate; of several, the one after "at" has priority. The others count as missed.
fn take_rate(words: &mut Words, sum: &mut LoanOrSavings) {
    let rate_at = |words: &Words, at: usize| {
        let word = words.at(at);
        let rate = rate_of(word).map(|rate| rate.to_string()).or_else(|| Some(count(word)?.to_string()))?;
        (words.at(at + 1) == "percent").then_some(rate)
    };
    let is_of_else = |words: &Words, at: usize| {
        let (before, after) = (words.before(at), words.at(at + 2));
        let earlier = at.checked_sub(2).map_or("", |at| words.at(at));
        [before, earlier, after].iter().any(|word| is_one("other_rate_words", word))
            || is_one("down_words", after)
    };
    let found: Vec<(usize, String)> =
        (0..words.len()).filter_map(|at| Some((at, rate_at(words, at)?))).collect();
    let own = || found.iter().filter(|(at, _)| !is_of_else(words, *at));
    let chosen = own().find(|(at, _)| words.before(*at) == "at").or_else(|| own().next()).map(|(at, _)| *at);
    sum.misses |= found.iter().any(|(at, _)| Some(*at) != chosen);
    for (index, rate) in found {
        if Some(index) == chosen {
            sum.rate = rate;
        }
        words.mark_used(index, 2);
        let is_yearly =
            matches!(words.at(index + 2), "a" | "per" | "each" | "every") && words.at(index + 3) == "year";
        words.mark_used(index + 2, if is_yearly { 2 } else { 0 });
    }
}

pub(super) fn months_in(unit: &str) -> Option<u32> {
    match unit {
        "month" | "months" => Some(1),
        "year" | "years" | "yr" | "yrs" => Some(12),
        "decade" | "decades" => Some(120),
        _ => None,
    }
}

/// Takes the time, which may consist of adjacent years and months.
///
/// Returns whether there is another time in days, weeks or quarters, or `None` if it overflows.
fn take_times(words: &mut Words, sum: &mut LoanOrSavings) -> Option<bool> {
    let (mut end, mut other) = (None, false);
    for index in 0..words.len() {
        if words.is_used(index) {
            continue;
        }
        let before = words.before(index);
        let is_article = words.at(index) == "a" && is_one("ahead_words", before);
        let unit = words.at(index + 1);
        let number = if is_article { Some(1) } else { count(words.at(index)) };
        let months = match (number, months_in(unit)) {
            (Some(number), Some(months)) => Some(number.checked_mul(months)?),
            (None, Some(months)) => fraction_of(words.at(index), months),
            _ => None,
        };
        let Some(months) = months else {
            if is_one("other_time_words", unit) && (number.is_some() || amount_of(words.at(index)).is_some())
            {
                (other, sum.misses) = (true, true);
                words.mark_used(index, 2);
            }
            continue;
        };
        let goes_on = end.is_some_and(|end| index == end || (index == end + 1 && before == "and"));
        if end.is_none() || goes_on {
            sum.months = Some(sum.months.unwrap_or(0).checked_add(months)?);
            end = Some(index + 2);
            let leads = usize::from(["after", "until"].contains(&before));
            words.mark_used(index - leads, 2 + leads);
        } else {
            sum.misses = true;
            words.mark_used(index, 2);
        }
    }
    Some(other)
}

/// Returns 18 for "1.5" years; `None` if the result is not a whole number of months.
fn fraction_of(word: &str, months: u32) -> Option<u32> {
    let years = rate_of(word).filter(|years| years.places() > 0)?;
    let units = years.units().checked_mul(months.into())?;
    u32::try_from(Digits::new(units, years.places()).scaled(0)?).ok()
}

fn is_down(words: &Words, index: usize) -> bool {
    words.at(index) == "down" && amount_of(words.before(index)).is_some()
}

/// Takes the compounding interval: "compounded annually", "5 % yearly", "quarterly compounding".
fn take_compounding(words: &mut Words, sum: &mut LoanOrSavings) {
    // "At an annual rate of 5 %" is about the rate, not about the compounding interval.
    for rate in list("rate_names") {
        words.take(&[rate]);
    }
    for name in ["yearly", "half_yearly", "quarterly"] {
        let Some((index, count)) = words.find(&list(&format!("every_{name}"))) else { continue };
        // Loans are calculated with monthly interest.
        // If the question asks for something else, the answer mentions it.
        let is_of_rate = words.at(index) == "annual" || words.before(index) == "percent";
        if sum.is_loan && (!is_of_rate || words.has(&["compounded", "compounding"])) {
            continue;
        }
        if !sum.is_loan && sum.booked.is_none() {
            sum.booked = Some(name);
        }
        words.mark_used(index, count);
    }
    let compounds = list("compounds");
    if compounds.iter().any(|it| words.has(&[&format!("{it} monthly"), &format!("monthly {it}")])) {
        sum.booked = None;
    }
}

/// True for a changing word or a number that nothing has used.
fn changes_result(words: &Words, index: usize, is_loan: bool) -> bool {
    let word = words.at(index);
    let is_each_month = is_one("each_words", words.before(index)) && word == "month" && !is_loan;
    !words.is_used(index) && (is_one("changing_words", word) || amount_of(word).is_some() || is_each_month)
}

/// The facts that the words around an amount state.
#[derive(Default)]
struct Marks {
    extra: bool,
    down: bool,
    /// True for an amount of each month, false for one of each other unit.
    monthly: Option<bool>,
}

impl Marks {
    fn add(&mut self, kind: &str) {
        match kind {
            "extra" => self.extra = true,
            "down" => self.down = true,
            "monthly" => self.monthly = self.monthly.or(Some(true)),
            "rhythm" => self.monthly = self.monthly.or(Some(false)),
            _ => {}
        }
    }

    /// Returns the field of the tool's input that the amount is, if the calculation can use it.
    const fn role(&self, is_loan: bool) -> Option<&'static str> {
        match (self.monthly, self.down, self.extra) {
            (None, true, _) if is_loan => Some("down_payment"),
            (Some(true), false, true) if is_loan => Some("extra"),
            (Some(true), false, _) => Some(if is_loan { "payment" } else { "monthly" }),
            (None, false, false) => Some(if is_loan { "debt" } else { "start" }),
            _ => None,
        }
    }
}

/// Reads the words around the `taken` words of an amount. Returns the range of the words that state it.
fn marks_of(words: &Words, index: usize, taken: usize, is_loan: bool) -> (Marks, usize, usize) {
    let mut marks = Marks::default();
    let keys = |side: &str, kind: &str| {
        let of_loan = list(&format!("loan_{side}_{kind}")).into_iter().filter(|_| is_loan);
        list(&format!("{side}_{kind}")).into_iter().chain(of_loan).collect::<Vec<_>>()
    };
    let mut end = index + taken;
    end += usize::from(currency(words.at(end)).is_some());
    let next = |end: usize, marks: &Marks| {
        let phrase = |kind| keys("after", kind).iter().find_map(|it| words.stands(end, it));
        // In "a loan of 25k, deposit 5k", the word belongs to the amount after it.
        let is_own = |count: &usize| words.is_used(end + count) || amount_of(words.at(end + count)).is_none();
        let mut marked = ["extra", "down"].into_iter();
        let mut paced = ["monthly", "rhythm"].into_iter().filter(|_| marks.monthly.is_none());
        let marked = marked.find_map(|kind| Some((kind, phrase(kind).filter(is_own)?)));
        marked.or_else(|| paced.find_map(|kind| Some((kind, phrase(kind)?))))
    };
    while let Some((kind, count)) = next(end, &marks) {
        marks.add(kind);
        end += count;
    }
    let mut start = index;
    let previous = |start: usize| {
        let mut kinds = ["extra", "down", "monthly", "amount"].into_iter();
        kinds.find_map(|kind| Some((kind, keys("before", kind).iter().find_map(|it| words.ends(start, it))?)))
    };
    while let Some((kind, count)) = previous(start) {
        marks.add(kind);
        start -= count;
    }
    (marks, start, end)
}

/// Takes all amounts and assigns each to its role.
fn take_amounts(words: &mut Words, sum: &mut LoanOrSavings) {
    let mut index = 0;
    while index < words.len() {
        let before = words.before(index);
        let is_dated = list("year_words").iter().any(|it| words.ends(index, it).is_some());
        let is_date = is_year(words.at(index)) && (is_dated || month_number(before).is_some());
        // A 401k is a pension plan, not an amount.
        let found =
            if words.is_used(index) || words.at(index) == "401k" { None } else { amount_at(words, index) };
        let Some((amount, taken)) = found else {
            index += 1;
            continue;
        };
        let (marks, from, to) = marks_of(words, index, taken, sum.is_loan);
        match marks.role(sum.is_loan).filter(|_| !is_date) {
            // Of two initial amounts, the larger one is the debt: "repay 5,000 early on a loan of 150,000".
            Some("debt") if sum.amounts.get("debt").is_some_and(|known| is_greater(&amount, known)) => {
                sum.misses = true;
                sum.amounts.insert("debt", amount);
            }
            Some(role) if !sum.amounts.contains_key(role) => drop(sum.amounts.insert(role, amount)),
            _ => sum.misses = true,
        }
        words.mark_used(from, to - from);
        index = to;
    }
}

/// True if the whole part of one decimal is larger than that of the other.
fn is_greater(one: &str, other: &str) -> bool {
    let whole = |decimal: &str| {
        let digits = Digits::parse(decimal).ok()?;
        Some(digits.units() / 10_u128.checked_pow(digits.places())?)
    };
    whole(one) > whole(other)
}

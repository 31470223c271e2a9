//! Reads calculations that a question poses itself:
//! "what if I save 300 a month at 4 % for 10 years", "what does a loan of 200,000 at 3.5 % cost".

use std::collections::BTreeMap;

use saldo_domain::decimal::Digits;

use super::english::{currency, is_one, list};
pub(super) use super::numerals::amount_of;
use super::numerals::rate_of;
use super::roles::take_amounts;
use super::words::{Words, count};

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
    /// Amounts, times and words that the calculation cannot use.
    pub(super) missed: Vec<String>,
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
    take_rate(&mut words, &mut sum);
    let (said_time, other_time) = take_times(&mut words, &mut sum)?;
    take_amounts(&mut words, &mut sum);
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
        keep_one_term(&mut sum, said_time);
        miss_words(&words, &mut sum);
        return Some(sum);
    }
    let says_amount = has_amount || sum.has_monthly() || !sum.missed.is_empty();
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
fn spaced(question: &str) -> String {
    let mut text = question.to_lowercase().replace('%', " percent ");
    for (written, plain) in [
        ("per cent", "percent"),
        ("/month", " per month"),
        ("/mo ", " per month "),
        ("/year", " per year"),
        ("-year", " year"),
        ("-month", " month"),
        (" p.a.", " per year"),
        (" p. a.", " per year"),
        (" per annum", " per year"),
    ] {
        text = text.replace(written, plain);
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
    for (index, rate) in found {
        if Some(index) == chosen {
            sum.rate = rate;
        } else {
            sum.missed.push(words.join(index, 2));
        }
        words.mark_used(index, 2);
        let is_yearly =
            matches!(words.at(index + 2), "a" | "per" | "each" | "every") && words.at(index + 3) == "year";
        words.mark_used(index + 2, if is_yearly { 2 } else { 0 });
    }
}

fn months_in(unit: &str) -> Option<u32> {
    match unit {
        "month" | "months" => Some(1),
        "year" | "years" | "yr" | "yrs" => Some(12),
        "decade" | "decades" => Some(120),
        _ => None,
    }
}

/// Takes the time, which may consist of adjacent years and months.
///
/// Returns its wording, and whether there is another time in days, weeks or quarters.
/// Returns `None` if it overflows.
fn take_times(words: &mut Words, sum: &mut LoanOrSavings) -> Option<(String, bool)> {
    let (mut said, mut end, mut other) = (Vec::new(), None, false);
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
                other = true;
                sum.missed.push(words.join(index, 2));
                words.mark_used(index, 2);
            }
            continue;
        };
        let goes_on = end.is_some_and(|end| index == end || (index == end + 1 && before == "and"));
        if end.is_none() || goes_on {
            sum.months = Some(sum.months.unwrap_or(0).checked_add(months)?);
            end = Some(index + 2);
            said.push(words.join(index, 2));
            let leads = usize::from(["after", "until"].contains(&before));
            words.mark_used(index - leads, 2 + leads);
        } else {
            sum.missed.push(words.join(index, 2));
            words.mark_used(index, 2);
        }
    }
    Some((said.join(" "), other))
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

/// Drops the term of a loan if there is also a payment: either of them determines the other.
fn keep_one_term(sum: &mut LoanOrSavings, said: String) {
    if sum.is_loan && sum.has_monthly() && sum.months.take().is_some() {
        sum.missed.push(said);
    }
}

/// Adds changing words and numbers that nothing has used.
fn miss_words(words: &Words, sum: &mut LoanOrSavings) {
    for index in 0..words.len() {
        let word = words.at(index);
        let is_number = amount_of(word).is_some();
        let is_each_month =
            matches!(words.before(index), "each" | "every") && word == "month" && !sum.is_loan;
        if !words.is_used(index) && (is_one("changing_words", word) || is_number || is_each_month) {
            sum.missed.push(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl LoanOrSavings {
        fn named<'a>(&'a self, fields: [&'a str; 2]) -> Option<&'a str> {
            fields.iter().find_map(|field| self.amounts.get(field)).map(String::as_str)
        }

        fn start(&self) -> Option<&str> {
            self.named(["debt", "start"])
        }

        fn monthly(&self) -> Option<&str> {
            self.named(["payment", "monthly"])
        }
    }

    type Amount = Option<&'static str>;

    /// A question; the initial amount, the monthly one,
    /// the extra payment and the down payment; and the missed words.
    const PLACES: &[(&str, Amount, Amount, Amount, Amount, &str)] = &[
        (
            "How fast do I pay off a 150k mortgage at 3% over 20 years if I pay 200 extra a month?",
            Some("150000"),
            None,
            Some("200"),
            None,
            "",
        ),
        (
            "a 320,000 house with 40,000 down at 4% for 30 years",
            Some("320000"),
            None,
            None,
            Some("40000"),
            "",
        ),
        (
            "mortgage of 320,000 with a down payment of 40,000 at 4 percent for 30 years",
            Some("320000"),
            None,
            None,
            Some("40000"),
            "",
        ),
        (
            "250000 mortgage at 3.5% with monthly payment of 1500",
            Some("250000"),
            Some("1500"),
            None,
            None,
            "",
        ),
        ("loan of 200.000 EUR at 3,5% over 20 years", Some("200000"), None, None, None, ""),
        ("How much would 5,000 at 3% be worth after 5 years?", Some("5000"), None, None, None, ""),
        ("200 a month into an ETF at 7 % for 30 years", None, Some("200"), None, None, ""),
        ("invest 1000 and 50 a week at 5% for 10 years", Some("1000"), None, None, None, "50 a week"),
        (
            "loan of 200 000 € at 4% over 10 years after taxes",
            Some("200000"),
            None,
            None,
            None,
            "after taxes",
        ),
        ("invest 1000 at 5% or 6% for 10 years", Some("1000"), None, None, None, "6 percent"),
        (
            "If inflation is 2% and I save 100 a month at 4% for 10 years",
            None,
            Some("100"),
            None,
            None,
            "2 percent inflation",
        ),
        ("400k mortgage, 20% down, 6.5%, 30 years", Some("400000"), None, None, None, "20 percent down"),
        (
            "If I repay 5,000 early on a 150,000 loan at 3% over 20 years",
            Some("150000"),
            None,
            None,
            None,
            "5,000",
        ),
        ("ten thousand euros at three percent for five years", Some("10000"), None, None, None, ""),
        ("1.5 million at 2% for 18 months", Some("1500000"), None, None, None, ""),
        ("loan 100k 3% 30y", Some("100000"), None, None, None, ""),
        (
            "How long to pay back 15,000 at 8% if I pay 350 a month?",
            Some("15000"),
            Some("350"),
            None,
            None,
            "",
        ),
        ("a 30-year mortgage of 250,000 at 6%", Some("250000"), None, None, None, ""),
        (
            "loan of 9000 at 5% over 3 years with 300 a month",
            Some("9000"),
            Some("300"),
            None,
            None,
            "3 years",
        ),
    ];

    #[test]
    fn savings_and_loans_are_read_from_plain_words() {
        let savings = read("What if I save 300 a month at 4 % for 10 years?").unwrap();
        assert_eq!((savings.monthly(), savings.rate.as_str(), savings.months), (Some("300"), "4", Some(120)));
        assert!(!savings.is_loan && savings.start().is_none());
        let loan = read("What does a loan of €200,000 at 3.5% over 20 years cost?").unwrap();
        assert_eq!((loan.start(), loan.rate.as_str(), loan.months), (Some("200000"), "3.5", Some(240)));
        assert!(loan.is_loan);
        assert_eq!(loan.currency, Some("EUR"));
        let payment = read("How long to repay a 10k loan at 6 percent with 200 euros a month?").unwrap();
        assert_eq!((payment.start(), payment.monthly()), (Some("10000"), Some("200")));
    }

    #[test]
    fn each_amount_of_a_calculation_has_a_role_or_is_reported() {
        for (question, start, monthly, extra, down, missed) in PLACES {
            let sum = read(question).unwrap_or_else(|| panic!("{question}"));
            assert_eq!(
                (sum.start(), sum.monthly(), sum.named(["extra"; 2]), sum.named(["down_payment"; 2])),
                (*start, *monthly, *extra, *down),
                "{question}"
            );
            assert_eq!((sum.missed.join(" ").as_str(), sum.problem), (*missed, None), "{question}");
        }
    }

    #[test]
    fn the_interest_period_is_read_from_plain_words() {
        for (question, booked) in [
            ("invest 10000 for 20 years at 6% compounded annually", Some("yearly")),
            ("1000 at 5% for 10 years yearly", Some("yearly")),
            ("invest 1000 at 5% a year for 10 years", None),
            ("invest 1000 at an annual rate of 5% for 10 years", None),
            ("invest 1000 at 5% for 10 years, compounded quarterly", Some("quarterly")),
            ("invest 1000 at 5% annually compounded monthly for 10 years", None),
        ] {
            assert_eq!(read(question).unwrap().booked, booked, "{question}");
        }
        assert_eq!(read("invest 1000 at 5% compounded daily for 10 years").unwrap().missed, ["daily"]);
        assert_eq!(
            read("a loan of 1000 at 5% for 2 years compounded annually").unwrap().missed,
            ["annually"]
        );
        for (question, problem) in [
            ("What does a loan of 10,000 at 5% cost?", "no_term"),
            ("invest 50 a week at 5% for 10 years", "monthly_only"),
            ("invest 1000 at 5% for 90 days", "monthly_only"),
        ] {
            assert_eq!(read(question).unwrap().problem, Some(problem), "{question}");
        }
    }

    #[test]
    fn a_question_without_a_rate_or_a_term_is_about_the_users_data() {
        for question in [
            "How much did I save in June?",
            "What is my savings rate?",
            "savings of 300 at 4 %",
            "interest in 2025",
        ] {
            assert_eq!(read(question), None, "{question}");
        }
    }
}

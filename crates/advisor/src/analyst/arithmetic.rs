//! Sums that a question poses itself: "what if I save 300 a month at 4 % for 10 years", "what does a loan of 200,000 at 3.5 % cost".

use super::words::{amount, count};

/// What a question wants worked out, as decimal strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// A loan rather than savings.
    pub(super) is_loan: bool,
    /// What is there at the start, or owed.
    pub(super) start: Option<String>,
    /// What is added, or paid, each month.
    pub(super) monthly: Option<String>,
    /// Percent a year.
    pub(super) rate: String,
    pub(super) months: Option<u32>,
    pub(super) currency: Option<&'static str>,
}

const LOAN: [&str; 12] = [
    "loan",
    "mortgage",
    "borrow",
    "borrowed",
    "debt",
    "credit",
    "instalment",
    "instalments",
    "owe",
    "repay",
    "repayment",
    "installment",
];
const SAVINGS: [&str; 12] = [
    "save", "saved", "saving", "savings", "invest", "invested", "grow", "grows", "compound", "deposit",
    "aside", "interest",
];
pub(super) const CURRENCIES: [(&str, &str); 8] = [
    ("€", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("eur", "EUR"),
    ("$", "USD"),
    ("£", "GBP"),
    ("usd", "USD"),
    ("gbp", "GBP"),
];

/// Reads a sum that can be worked out: with a rate, an amount, and a time where one is needed.
pub(super) fn read(question: &str) -> Option<Sum> {
    let spaced = question.to_lowercase().replace('%', " percent ");
    let words: Vec<&str> = spaced
        .split(|character: char| character.is_whitespace() || "?!;:()\"".contains(character))
        .map(|word| word.trim_end_matches(['.', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let at = |index: usize| words.get(index).copied().unwrap_or_default();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_loan = has(&LOAN);
    if !is_loan && !has(&SAVINGS) {
        return None;
    }
    let mut sum = Sum { is_loan, ..Sum::default() };
    let mut index = 0;
    while index < words.len() {
        let (word, next) = (at(index), at(index + 1));
        let is_currency = CURRENCIES.iter().any(|(name, _)| *name == next);
        let unit = if is_currency { at(index + 2) } else { next };
        if let Some(code) = CURRENCIES.iter().find(|(name, _)| {
            word == *name || (word.starts_with(name) && name.len() <= 3 && !name.is_ascii())
        }) {
            sum.currency = Some(code.1);
        }
        match (amount_of(word), count(word)) {
            (Some(rate), _) if matches!(next, "percent" | "per" if next == "percent" || at(index + 2) == "cent") =>
            {
                sum.rate = rate;
            }
            (_, Some(number)) if matches!(next, "year" | "years") => {
                sum.months = Some(sum.months.unwrap_or(0).checked_add(number.checked_mul(12)?)?);
            }
            (_, Some(number)) if matches!(next, "month" | "months") => {
                sum.months = Some(sum.months.unwrap_or(0).checked_add(number)?);
            }
            (Some(amount), _) => {
                let is_each = matches!(unit, "a" | "per" | "each" | "every" | "monthly")
                    && (unit == "monthly"
                        || at(index + if is_currency { 3 } else { 2 }).starts_with("month"));
                if is_each { sum.monthly = Some(amount) } else { sum.start = Some(amount) }
            }
            _ => {}
        }
        index += 1;
    }
    let has_amount = if is_loan { sum.start.is_some() } else { sum.start.is_some() || sum.monthly.is_some() };
    let has_time = sum.months.is_some() || (is_loan && sum.monthly.is_some());
    // "What if I save 200 a month for a year" is a sum without interest; a loan without a rate is none.
    let is_supposed = !is_loan && sum.monthly.is_some() && has(&["if", "would", "will"]);
    if sum.rate.is_empty() && is_supposed {
        "0".clone_into(&mut sum.rate);
    }
    (!sum.rate.is_empty() && has_amount && has_time).then_some(sum)
}

/// An amount, with "k" for thousands.
pub(super) fn amount_of(word: &str) -> Option<String> {
    match word.strip_suffix('k').and_then(amount) {
        Some(thousands) if !thousands.contains('.') => Some(format!("{thousands}000")),
        _ => amount(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn savings_and_loans_are_read_from_plain_words() {
        let savings = read("What if I save 300 a month at 4 % for 10 years?").unwrap();
        assert_eq!(
            (savings.monthly.as_deref(), savings.rate.as_str(), savings.months),
            (Some("300"), "4", Some(120))
        );
        assert!(!savings.is_loan && savings.start.is_none());
        let loan = read("What does a loan of €200,000 at 3.5% over 20 years cost?").unwrap();
        assert_eq!(
            (loan.start.as_deref(), loan.rate.as_str(), loan.months),
            (Some("200000"), "3.5", Some(240))
        );
        assert!(loan.is_loan);
        assert_eq!(loan.currency, Some("EUR"));
        let payment = read("How long to repay a 10k loan at 6 percent with 200 euros a month?").unwrap();
        assert_eq!((payment.start.as_deref(), payment.monthly.as_deref()), (Some("10000"), Some("200")));
    }

    #[test]
    fn what_lacks_a_rate_or_a_time_is_a_question_about_the_books() {
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

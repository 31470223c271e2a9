//! What stands around the tables: the period, the account's number and kind, the currency, the bank.

use saldo_domain::{AccountKind, Currency, StatementKind};

use super::amount::Style;
use super::date::{Form, date_at};
use super::labels::squeeze;
use super::rows::Row;

/// Two dates that a line joins: the period, before the order of day and month is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PeriodForm {
    /// The row it stands on.
    pub(crate) row: usize,
    /// The first day.
    pub(crate) start: Form,
    /// The last day.
    pub(crate) end: Form,
    /// Whether words on the line say that it is the period.
    pub(crate) named: bool,
}

#[rustfmt::skip]
const JOINS: &[&str] = &[
    "to", "bis", "au", "al", "a", "ao", "until", "through", "thru", "do", "tot", "til", "till", "up to", "по", "до", "and", "ถึง", "至", "到", "から",
    "to date", "e", "och", "och med", "s d", "sd", "hasta", "hasta el", "and ending", "ending", "إلى", "الى", "den", "až", "ile", "dan", "al dia",
];
#[rustfmt::skip]
const PERIOD_WORDS: &[&str] = &[
    "period", "from", "zeitraum", "vom", "du ", "del ", "periodo", "período", "za okres", "okres", "период", "statement", "kontoauszug", "relevé",
    "periode", "between", "for ", "dal ", "기간", "期間", "期间", "รอบ", "الفترة", "dönem", "tempoh", "extrato", "estado de cuenta", "billing", "cycle", "obdobi", "időszak",
];

/// All periods on the rows.
pub(crate) fn periods(rows: &[Row]) -> Vec<PeriodForm> {
    let mut found = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if row.line.words.len() > 60 {
            continue;
        }
        let mut dates: Vec<(Form, usize, usize)> = Vec::new();
        let mut at = 0;
        while at < row.line.words.len() {
            match date_at(&row.line, at) {
                Some(date) => {
                    at = date.words.end;
                    dates.push((date.form, date.words.start, date.words.end));
                }
                None => at += 1,
            }
        }
        for pair in dates.windows(2) {
            let (start, _, from) = pair[0];
            let (end, to, _) = pair[1];
            let between: Vec<&str> = row.line.words[from..to].iter().map(|word| word.text.as_str()).collect();
            if end.year().is_some() && joins(&between) {
                let start = with_year_of(start, end);
                let text = row.line.text().to_lowercase();
                let named = PERIOD_WORDS.iter().any(|word| text.contains(word));
                found.push(PeriodForm { row: index, start, end, named });
                break;
            }
        }
    }
    found
}

/// Whether the words between two dates make them a period.
fn joins(between: &[&str]) -> bool {
    let text = between.join(" ");
    let trimmed = text.trim_matches(|character: char| !character.is_alphanumeric());
    let is_dash = trimmed.is_empty()
        && text
            .chars()
            .any(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}' | '~' | '\u{2212}' | '\u{301c}' | '\u{ff5e}'));
    let words = trimmed.to_lowercase();
    is_dash
        || JOINS.contains(&words.as_str())
        || (between.len() <= 3
            && JOINS.contains(&words.trim_end_matches([':', '.']).trim_end_matches(" date")))
}

/// `11 April to 10 May 2025`: the first date takes the year of the second, or the one before over New Year.
fn with_year_of(start: Form, end: Form) -> Form {
    use super::date::Year;
    match (start, end) {
        (Form::Known { day, month, year: None }, Form::Known { month: last, year: Some(year), .. }) => {
            let year = match (month > last, year) {
                (false, year) => year,
                (true, Year::Full(year)) => Year::Full(year - 1),
                (true, Year::Short(year)) => Year::Short(year - 1),
            };
            Form::Known { day, month, year: Some(year) }
        }
        (Form::Numeric(a, b, None), Form::Numeric(_, _, year)) => Form::Numeric(a, b, year),
        (start, _) => start,
    }
}

/// Dates with a year outside the tables, such as the statement's own; the row and the form.
pub(crate) fn single_dates(rows: &[Row], in_table: &[Option<usize>]) -> Vec<Form> {
    let mut found = Vec::new();
    for (row, table) in rows.iter().zip(in_table) {
        if table.is_some() && !row.figures.is_empty() {
            continue;
        }
        let mut at = 0;
        while at < row.line.words.len() && found.len() < 200 {
            match date_at(&row.line, at) {
                Some(date) => {
                    at = date.words.end;
                    if date.form.year().is_some() {
                        found.push(date.form);
                    }
                }
                None => at += 1,
            }
        }
    }
    found
}

/// A year that stands alone in a heading, such as `Kontoauszug 3/2024` or `2026년`.
pub(crate) fn lone_year(rows: &[Row]) -> Option<i32> {
    rows.iter().take(400).filter(|row| row.dates.is_empty()).flat_map(|row| &row.line.words).find_map(
        |word| {
            word.text
                .split(|character: char| !character.is_ascii_digit())
                .filter(|part| part.len() == 4)
                .filter_map(|part| part.parse::<i32>().ok())
                .find(|year| (1990..=2099).contains(year))
                .filter(|_| word.text.chars().filter(char::is_ascii_digit).count() <= 6)
        },
    )
}

#[rustfmt::skip]
const NUMBER_WORDS: &[&str] = &[
    "account number", "account no", "a/c no", "acct no", "iban", "kontonummer", "konto-nr", "no. de cuenta", "número de cuenta", "numer rachunku",
    "номер счёта", "номер счета", "card number", "account ending", "card ending", "계좌번호", "카드번호", "口座番号", "账号", "เลขที่บัญชี", "رقم الحساب",
    "account", "a/c", "acc no", "rekeningnummer", "numéro de compte", "compte n", "conta", "konto", "rachunek", "nr rachunku", "no. rekening", "nomor rekening",
];

/// The account's number as printed near one of the words for it.
pub(crate) fn number(rows: &[Row]) -> Option<String> {
    for word in NUMBER_WORDS {
        for row in rows.iter().take(300) {
            let text = row.line.text();
            let lower = text.to_lowercase();
            if lower.len() != text.len() {
                continue;
            }
            let Some(at) = lower.find(word) else { continue };
            let starts_word = at == 0 || !lower[..at].ends_with(char::is_alphanumeric);
            if let Some(number) =
                starts_word.then(|| text.get(at + word.len()..).and_then(number_in)).flatten()
            {
                return Some(number);
            }
        }
    }
    None
}

/// The first run of digits, letters of an IBAN and masking characters with at least four digits.
fn number_in(text: &str) -> Option<String> {
    let mut number = String::new();
    for part in text
        .split_whitespace()
        .skip_while(|part| !part.contains(|c: char| c.is_ascii_digit() || c == '*'))
        .take(12)
    {
        let part = part.trim_matches([',', ';', '(', ')', ':', '·', '.']);
        let fits = !part.is_empty()
            && part.chars().all(|c| {
                c.is_ascii_digit() || matches!(c, '-' | '*' | 'X' | 'x' | '•') || c.is_ascii_uppercase()
            })
            && part.contains(|c: char| c.is_ascii_digit() || matches!(c, '*' | 'X' | 'x' | '•'));
        if !fits {
            break;
        }
        if !number.is_empty() {
            number.push(' ');
        }
        number.push_str(part);
    }
    (number.chars().filter(char::is_ascii_digit).count() >= 3 && number.len() <= 48).then_some(number)
}

#[rustfmt::skip]
const CARD_WORDS: &[&str] = &[
    "creditcard", "minimumpayment", "paymentduedate", "creditlimit", "minimumdue", "kreditkarte", "kreditkartenabrechnung", "cartedecredit",
    "tarjetadecredito", "fatura", "신용카드", "신한카드", "카드이용", "이용대금명세서", "カードご利用", "信用卡", "cardending", "cardnumber", "minimumamountdue",
    "cartadicredito", "newcharges", "availablecredit", "บัตรเครดิต", "kartakredytowa", "creditcardaccount", "paymentscredits", "creditkarte",
];

/// How many of the words for cards stand on the page.
pub(crate) fn is_card(rows: &[Row]) -> bool {
    let mut hits = 0;
    for row in rows.iter().take(200).filter(|row| row.dates.is_empty() || row.figures.is_empty()) {
        let text = super::rows::whole(row);
        hits += CARD_WORDS.iter().filter(|word| text.contains(**word)).count();
    }
    hits >= 1
}

/// The kind of account.
pub(crate) fn kind(rows: &[Row], is_card: bool) -> (StatementKind, AccountKind) {
    if is_card {
        return (StatementKind::Card, AccountKind::Card);
    }
    let holds = |words: &[&str]| {
        rows.iter().take(40).any(|row| {
            let text = super::rows::whole(row);
            words.iter().any(|word| text.contains(word))
        })
    };
    if holds(&["savings", "sparkonto", "livret", "ahorro", "saver", "tabungan"]) {
        return (StatementKind::Bank, AccountKind::Savings);
    }
    (StatementKind::Bank, AccountKind::Checking)
}

const SIGNS: &[(&str, &str)] = &[
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("฿", "THB"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("₱", "PHP"),
    ("₪", "ILS"),
    ("RM", "MYR"),
    ("Rs", "INR"),
    ("Rs.", "INR"),
    ("R$", "BRL"),
    ("S$", "SGD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("US$", "USD"),
    ("C$", "CAD"),
    ("CA$", "CAD"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("Ft", "HUF"),
    ("R", "ZAR"),
    ("руб", "RUB"),
    ("руб.", "RUB"),
    ("円", "JPY"),
    ("원", "KRW"),
    ("元", "CNY"),
    ("лв", "BGN"),
    ("Fr.", "CHF"),
];

/// Words that name a currency or a country that has one.
#[rustfmt::skip]
const CLUES: &[(&str, &str)] = &[
    ("ifsc", "INR"), ("rupee", "INR"), ("bengaluru", "INR"), ("mumbai", "INR"), ("upi/", "INR"), ("sdn bhd", "MYR"), ("berhad", "MYR"),
    ("new zealand", "NZD"), ("wellington", "NZD"), ("auckland", "NZD"), ("kiwi", "NZD"), ("australia", "AUD"), ("bsb", "AUD"), ("canada", "CAD"),
    ("singapore", "SGD"), ("hong kong", "HKD"), ("sort code", "GBP"), ("sortcode", "GBP"), ("united kingdom", "GBP"), ("member fdic", "USD"),
    ("south africa", "ZAR"), ("мир", "RUB"), ("рубл", "RUB"), ("카드", "KRW"), ("은행", "KRW"), ("銀行", "JPY"), ("บัญชี", "THB"), ("euro", "EUR"),
    ("sparkasse", "EUR"), ("iban de", "EUR"), ("iban fr", "EUR"), ("saldo po operacji", "PLN"), ("estado de cuenta", "MXN"), ("franken", "CHF"),
    (", na", "USD"), ("n.a.", "USD"), ("kip", "LAK"), ("baht", "THB"), ("ringgit", "MYR"), ("rupiah", "IDR"),
];

/// The currency: what stands beside the figures, else in heads and titles, else what the words suggest.
///
/// `counts` says which rows may speak: a remark under an entry may name another currency.
pub(crate) fn currency(rows: &[Row], counts: &[bool], all: &[Row]) -> Option<Currency> {
    let speaking = || rows.iter().zip(counts).filter(|(_, counts)| **counts).map(|(row, _)| row);
    let mut votes: Vec<(&'static str, usize)> = Vec::new();
    let mut vote =
        |code: &'static str, weight: usize| match votes.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += weight,
            None => votes.push((code, weight)),
        };
    let mut dollars = 0;
    for symbol in speaking().flat_map(|row| &row.figures).filter_map(|figure| figure.symbol.as_deref()) {
        if let Some((_, code)) = SIGNS.iter().find(|(sign, _)| *sign == symbol) {
            vote(code, 2);
        } else if let Ok(currency) = Currency::parse(symbol) {
            vote(currency.code(), 2);
        } else if symbol == "$" {
            dollars += 2;
        }
    }
    for row in speaking().filter(|row| row.dates.is_empty()) {
        for word in &row.line.words {
            let word = word.text.trim_matches(|character: char| {
                !(character.is_alphanumeric() || matches!(character, '€' | '£' | '₹' | '₩' | '฿'))
            });
            if let Some((_, code)) = SIGNS.iter().find(|(sign, _)| *sign == word && sign.len() > 1) {
                vote(code, 3);
            } else if word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()) && is_common(word)
            {
                vote(Currency::parse(word).map_or("EUR", Currency::code), 3);
            }
        }
    }
    let best = votes.iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count >= dollars);
    if let Some((code, _)) = best {
        return Currency::parse(code).ok();
    }
    let text: Vec<String> = all.iter().take(300).map(|row| row.line.text().to_lowercase()).collect();
    let clue = CLUES.iter().find(|(clue, _)| text.iter().any(|line| line.contains(clue)));
    let is_dollar = |code: &str| matches!(code, "NZD" | "AUD" | "CAD" | "SGD" | "HKD" | "USD");
    match clue {
        Some((_, code)) if dollars == 0 || is_dollar(code) => Currency::parse(code).ok(),
        _ if dollars > 0 => Currency::parse("USD").ok(),
        _ => None,
    }
}

/// Where no page names a currency and no hint does: the largest one that is written in the style of the figures.
pub(crate) fn usual_currency(style: Style) -> Option<Currency> {
    let code = match style {
        Style::Point => "USD",
        Style::Comma => "EUR",
    };
    Currency::parse(code).ok()
}

fn is_common(code: &str) -> bool {
    const COMMON: &[&str] = &[
        "EUR", "USD", "GBP", "CHF", "SGD", "INR", "MYR", "AUD", "NZD", "CAD", "ZAR", "HKD", "AED", "PLN",
        "THB", "PHP", "IDR", "JPY", "KRW", "CNY", "SEK", "NOK", "DKK", "CZK", "HUF", "BRL", "MXN", "SAR",
        "KES", "NGN", "LAK", "VND", "RUB", "ILS", "RON", "BGN", "QAR", "KWD", "BHD", "OMR", "EGP", "JOD",
        "PKR", "LKR", "BDT", "TWD", "UAH", "ISK", "COP", "CLP", "ARS", "PEN",
    ];
    COMMON.contains(&code)
}

/// The bank: the first line of the file that reads like a name.
pub(crate) fn institution(rows: &[Row]) -> Option<String> {
    let is_name = |text: &str| {
        let letters = text.chars().filter(|character| character.is_alphabetic()).count();
        (3..=60).contains(&text.chars().count())
            && letters * 10 >= text.chars().count() * 6
            && !text.contains('\u{fffd}')
    };
    let words = [
        "bank",
        "sparkasse",
        "credit union",
        "banque",
        "banco",
        "banca",
        "banka",
        "building society",
        "kasse",
        "банк",
        "은행",
        "銀行",
        "银行",
        "ธนาคาร",
        "بنك",
    ];
    let top: Vec<String> =
        rows.iter().take(60).filter(|row| row.figures.is_empty()).map(|row| row.line.text()).collect();
    let named = top.iter().find(|text| {
        let lower = text.to_lowercase();
        is_name(text)
            && words.iter().any(|word| lower.contains(word))
            && !squeeze(text).contains("bankstatement")
    });
    named.or_else(|| top.iter().find(|text| is_name(text))).cloned()
}

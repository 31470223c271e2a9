//! What stands around the tables: the period, the account's number and kind, the currency, the bank.

use saldo_domain::{AccountKind, StatementKind};

use super::date::{Form, date_at};
use super::heads::heads;
use super::labels::squeeze;
use super::rows::Row;
use super::stated::edge_of_period;
use crate::layout::{Line, in_reading_order, is_right_to_left};

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
    /// Whether the line holds little else: it is a heading, not a sentence of a footnote.
    pub(crate) brief: bool,
}

#[rustfmt::skip]
const JOINS: &[&str] = &[
    "to", "bis", "au", "al", "a", "ao", "until", "through", "thru", "do", "tot", "til", "till", "up to", "по", "до", "and", "ถึง", "至", "到", "から",
    "to date", "e", "och", "och med", "s d", "sd", "hasta", "hasta el", "and ending", "ending", "إلى", "الى", "den", "až", "ile", "dan", "al dia",
    "đến", "đến ngày", "tới", "do dnia", "până la", "pana la", "hingga", "sampai", "sampai dengan", "s/d", "έως", "iki", "līdz", "kuni", "sd.", "fino al",
];
#[rustfmt::skip]
const PERIOD_WORDS: &[&str] = &[
    "period", "from", "zeitraum", "vom", "du ", "del ", "periodo", "período", "za okres", "okres", "период", "statement", "kontoauszug", "relevé",
    "periode", "between", "for ", "dal ", "기간", "期間", "期间", "รอบ", "الفترة", "dönem", "tempoh", "extrato", "estado de cuenta", "billing", "cycle", "období", "időszak", "起止日期", "ajalta",
    "từ ngày", "dönem", "거래기간", "取引期間",
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
                    // "DO" before a date may be Thursday; between two dates it is "to"
                    let first = row.line.words[date.words.start].text.as_str();
                    let start = date.words.start + usize::from(joins(&[first]));
                    dates.push((date.form, start, date.words.end));
                }
                None => at += 1,
            }
        }
        for pair in dates.windows(2) {
            let (start, _, from) = pair[0];
            let (end, to, _) = pair[1];
            let between: Vec<&str> = row.line.words[from..to].iter().map(|word| word.text.as_str()).collect();
            // where the line runs from right to left, so does the period
            let turned = between.iter().any(|word| is_right_to_left(word));
            let (start, end) = if turned { (end, start) } else { (start, end) };
            if end.year().is_some() && joins(&between) {
                let start = with_year_of(start, end);
                let text = row.line.text().to_lowercase();
                let named = PERIOD_WORDS.iter().any(|word| text.contains(word));
                found.push(PeriodForm { row: index, start, end, named, brief: says_little(row) });
                break;
            }
        }
    }
    let labelled = labelled_periods(rows, &found);
    found.extend(labelled);
    found.sort_by_key(|period: &PeriodForm| period.row);
    found
}

/// The last day stands at most this many rows below the first.
const EDGES_APART: usize = 3;

/// Periods of which each end has a label of its own: `From: 1 October 2023`, below it `To: 31 December 2023`.
fn labelled_periods(rows: &[Row], known: &[PeriodForm]) -> Vec<PeriodForm> {
    let plain = |row: &Row| row.figures.iter().all(|figure| !figure.strong);
    let edges = rows.iter().enumerate().filter(|(index, row)| {
        plain(row)
            && row.line.words.len() <= PERIOD_EDGE_WORDS_MAX
            && known.iter().all(|period| period.row != *index)
    });
    let edges: Vec<(usize, bool, Form)> = edges
        .flat_map(|(index, row)| {
            edge_of_period(row).into_iter().map(move |(first, form)| (index, first, form))
        })
        .collect();
    let pairs = edges.windows(2).filter_map(|pair| match pair {
        [(row, true, start), (below, false, end)] if below - row <= EDGES_APART => {
            Some(PeriodForm { row: *row, start: *start, end: *end, named: true, brief: true })
        }
        _ => None,
    });
    pairs.collect()
}

/// Nothing but the two ends of a period stands on their lines.
const PERIOD_EDGE_WORDS_MAX: usize = 14;

/// At most this many words stand on the line of a period.
const PERIOD_LINE_WORDS_MAX: usize = 9;

/// Whether a line holds a period, a few words, and no figures.
fn says_little(row: &Row) -> bool {
    row.line.words.len() <= PERIOD_LINE_WORDS_MAX && row.figures.iter().all(|figure| !figure.strong)
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

/// Words that only a card's statement has.
#[rustfmt::skip]
const CARD_ONLY: &[&str] = &[
    "minimumpayment", "paymentduedate", "minimumdue", "minimumamountdue", "kreditkartenabrechnung", "creditcardstatement", "cardending",
    "이용대금명세서", "カードご利用", "releveducompteducarte", "estadodecuentatarjeta", "totaldafatura", "totaldestafatura", "信用卡账单", "信用卡對賬單",
    "luottokorttilasku", "kreditkortsfaktura", "wyciagzkartykredytowej", "ekstresikredikarti", "kredikartiekstresi", "newcharges",
];
/// Words that others have too.
#[rustfmt::skip]
const CARD_WORDS: &[&str] = &[
    "creditcard", "creditlimit", "kreditkarte", "cartedecredit", "tarjetadecredito", "fatura", "신용카드", "신한카드", "카드이용", "信用卡", "cardnumber",
    "cartadicredito", "availablecredit", "บัตรเครดิต", "kartakredytowa", "creditkarte", "paymentscredits", "kreditkort", "luottokortti", "kredikarti",
    "クレジットカード", "بطاقةائتمان", "cartaodecredito",
];
/// Words of accounts that are none.
#[rustfmt::skip]
const BANK_WORDS: &[&str] = &[
    "checkingaccount", "currentaccount", "savingsaccount", "girokonto", "comptecourant", "comptecheque", "cuentacorriente", "contacorrente",
    "contocorrente", "sortcode", "routingnumber", "overdraft", "betaalrekening", "lonekonto", "kontokorrent", "chequingaccount", "chequeaccount",
];

/// Whether the words around the entries are those of a card.
pub(crate) fn is_card<'a>(around: impl Iterator<Item = &'a Row>) -> bool {
    let (mut card, mut bank) = (0, 0);
    for row in around.take(300) {
        let text = super::rows::whole(row);
        let count = |words: &[&str]| words.iter().filter(|word| text.contains(**word)).count();
        card += 3 * count(CARD_ONLY) + count(CARD_WORDS);
        bank += count(BANK_WORDS);
    }
    card > bank
}

/// The kind of account, from what stands above its entries.
pub(crate) fn kind(rows: &[Row], is_card: bool) -> (StatementKind, AccountKind) {
    if is_card {
        return (StatementKind::Card, AccountKind::Card);
    }
    let is_entry = |row: &&Row| !row.dates.is_empty() && row.figures.iter().any(|figure| figure.strong);
    let holds = |words: &[&str]| {
        rows.iter().take_while(|row| !is_entry(row)).take(40).any(|row| {
            let text = super::rows::whole(row);
            words.iter().any(|word| text.contains(word))
        })
    };
    let is_current =
        || holds(&["checking", "currentaccount", "girokonto", "comptecourant", "cuentacorriente"]);
    if holds(&["savings", "sparkonto", "livret", "ahorro", "saver", "tabungan"]) && !is_current() {
        return (StatementKind::Bank, AccountKind::Savings);
    }
    (StatementKind::Bank, AccountKind::Checking)
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
    let is_top = |row: &&Row| row.figures.is_empty() && row.dates.is_empty() && heads(&row.line).len() < 2;
    let top: Vec<(f32, String)> = rows
        .iter()
        .take(60)
        .filter(is_top)
        .flat_map(|row| cells(&row.line).into_iter().map(|cell| (row.line.size, cell)))
        .filter(|(_, text)| is_name(text))
        .collect();
    let is_other = |squeezed: &str| NO_BANKS.iter().any(|word| squeezed.contains(word));
    let named = top.iter().map(|(_, text)| text).find(|text| {
        let lower = text.to_lowercase();
        words.iter().any(|word| lower.contains(word)) && !is_other(&squeeze(text))
    });
    // without such a word: what is printed largest, and first among that, unless that is the document's own title
    let largest = || {
        let titles = top.iter().filter(|(_, text)| !text.contains(':'));
        let largest = titles.rev().max_by(|(one, _), (two, _)| one.total_cmp(two));
        largest.map(|(_, text)| text).filter(|text| !TITLES.iter().any(|word| squeeze(text).contains(word)))
    };
    named.or_else(largest).cloned()
}

/// Lines that speak of a bank and are not its name.
const NO_BANKS: &[&str] = &["bankstatement", "bankaccountnumber", "bankidentifier", "bankcode"];

/// What a statement is called, in many languages.
#[rustfmt::skip]
const TITLES: &[&str] = &[
    "statement", "kontoauszug", "releve", "relevé", "estadodecuenta", "extracto", "extrato", "estratto", "zestawienie", "wyciąg", "выписка",
    "rekeningafschrift", "kontoutdrag", "kontoutskrift", "kontoudtog", "tiliote", "výpis", "hesap", "รายการ", "明細", "거래내역", "كشف",
];

/// Spaces wider than this, in font sizes, stand between two things on one line.
const APART: f32 = 2.0;

/// The texts of a line that wide spaces part.
fn cells(line: &Line) -> Vec<String> {
    let mut cells: Vec<Vec<&str>> = Vec::new();
    for (index, word) in line.words.iter().enumerate() {
        match cells.last_mut().filter(|_| line.gap_before(index) < APART) {
            Some(cell) => cell.push(&word.text),
            None => cells.push(vec![&word.text]),
        }
    }
    let join = |mut cell: Vec<&str>| {
        in_reading_order(&mut cell);
        cell.join(" ")
    };
    cells.into_iter().map(join).collect()
}

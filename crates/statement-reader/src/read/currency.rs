//! Currency of an account.

use std::collections::HashSet;
use std::sync::LazyLock;

use saldo_domain::Currency;

use super::amount::{Figure, Style};
use super::clues::suggested;
use super::heads::heads;
use super::labels::{label_of_text, squeeze};
use super::lists::{List, list, pairs};
use super::rows::{CELL_GAP, Row, whole};

/// Signs that denote a single currency.
static SIGNS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| pairs("signs of one currency"));

/// Returns the only currency that a sign or code beside a figure can denote.
pub(crate) fn named(sign: &str) -> Option<Currency> {
    signified(sign).or_else(|| Currency::parse(sign).ok())
}

/// Returns the code of the currency that a sign denotes.
fn code_of(sign: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, code)| *code)
}

/// Returns the currency that a printed sign denotes, such as EUR for `€`. `None` for an unknown sign and for
/// one that several currencies share, such as `$` or `¥`.
#[must_use]
pub fn signified(sign: &str) -> Option<Currency> {
    code_of(sign).and_then(|code| Currency::parse(code).ok())
}

/// Part of a line that may name the currency of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamingPart {
    /// The whole line: a title, a head, a label, or small print.
    Words,
    /// Only the signs beside its figures: a transaction.
    Figures,
    /// Nothing: a description or a remark, which may name any currency.
    Nothing,
}

/// Largest distance, in rows, between a day and the first figure of its transactions.
const DAY_REACH: usize = 6;

/// Returns the part of each row that may name the currency. Rows are descriptions or remarks from the first
/// transaction to the last one, unless they are heads or labels.
pub(crate) fn naming_parts(rows: &[Row]) -> Vec<NamingPart> {
    let has_money = |row: &Row| row.apart().any(|figure| figure.strong);
    let is_label = |row: &Row| label_of_text(&row.text()).is_some();
    // The name of a month may be a heading in another language.
    let is_dated = |row: &Row| !row.dates.is_empty() && has_money(row);
    // Dates above column headings or balances belong to the title, such as those of the period.
    let leads = |index: &usize| {
        let reach = &rows[*index..rows.len().min(index + DAY_REACH)];
        let mut below = reach.iter().take_while(|row| is_dated(row) || heads(&row.line).len() < 2);
        let moves = |row: &Row| has_money(row) && !is_label(row);
        // The period may stand within a line of the title; a day leads its line.
        let is_day =
            |row: &Row| has_money(row) || row.dates.first().is_some_and(|date| date.words.start == 0);
        !reach[0].dates.is_empty() && is_day(&reach[0]) && !is_label(&reach[0]) && below.any(moves)
    };
    let first = (0..rows.len()).find(leads).unwrap_or(rows.len());
    let last = rows.iter().rposition(|row| !row.dates.is_empty() && !is_label(row)).unwrap_or(0);
    let after = last + rows.iter().skip(last + 1).take_while(|row| has_money(row) && !is_label(row)).count();
    let some_dated = rows.iter().any(is_dated);
    let naming_part = |(index, row): (usize, &Row)| {
        let is_inside = (first..=after).contains(&index);
        if is_dated(row) || is_inside && has_money(row) && !some_dated {
            NamingPart::Figures
        } else if !is_inside || is_label(row) || heads(&row.line).len() > 1 {
            NamingPart::Words
        } else {
            NamingPart::Nothing
        }
    };
    rows.iter().enumerate().map(naming_part).collect()
}

/// Returns the currency that figures, heads or titles name, otherwise the one that the words suggest.
pub(crate) fn currency(rows: &[Row], naming_parts: &[NamingPart]) -> Option<Currency> {
    let (printed, bears_dollars) = printed(rows, naming_parts);
    printed
        .or_else(|| suggested(rows, naming_parts, bears_dollars))
        .or_else(|| usual_dollar(rows).filter(|_| bears_dollars))
}

/// Returns the currency that the pages name, and true if figures have a bare `$` that no title explains.
/// Titles come first, because a transaction may have been paid in a currency other than the account's.
pub(crate) fn printed(rows: &[Row], naming_parts: &[NamingPart]) -> (Option<Currency>, bool) {
    let words = named_by(rows, naming_parts, |naming_part| naming_part == NamingPart::Words);
    if words.0.is_some() {
        words
    } else {
        named_by(rows, naming_parts, |naming_part| naming_part != NamingPart::Nothing)
    }
}

fn named_by(
    rows: &[Row],
    naming_parts: &[NamingPart],
    wanted: impl Fn(NamingPart) -> bool,
) -> (Option<Currency>, bool) {
    let (mut votes, mut titles, mut figures) = (Votes::default(), Votes::default(), 0_usize);
    let mut seen = HashSet::new();
    for (row, naming_part) in rows.iter().zip(naming_parts).filter(|(_, naming_part)| wanted(**naming_part)) {
        // A line that every page repeats counts once.
        if *naming_part == NamingPart::Words && !seen.insert(whole(row)) {
            continue;
        }
        for figure in row.apart() {
            figures += usize::from(figure.strong || *naming_part == NamingPart::Figures);
            // `apart` leaves out amounts within sentences, such as `insured up to 100,000 EUR`: they are not
            // the account's.
            if let Some(symbol) = figure.symbol.as_deref() {
                votes.symbol(symbol);
            }
        }
        if *naming_part == NamingPart::Words {
            self::words(row, &mut titles);
        }
    }
    // Beside as many headings with a bare `$`, the sign `U$S` is that of the statement's other currency.
    let (bare, signs) = (titles.dollars, std::mem::take(&mut titles.dollar_signs));
    let is_other = |code: &str, votes: usize| {
        votes <= bare && votes == signs.iter().filter(|sign| **sign == code).count() * HEADING_VOTES
    };
    titles.codes.retain(|(code, count)| !is_other(code, *count));
    // A heading tells which dollar or peso a bare `$` is.
    let dollar = titles.codes.iter().filter(|(code, _)| DOLLAR_CURRENCIES.contains(code));
    let dollar = dollar.max_by_key(|(_, count)| *count).map(|(code, _)| *code);
    if let Some(code) = dollar.filter(|_| votes.dollars > 0) {
        let dollars = std::mem::take(&mut votes.dollars);
        votes.cast(code, dollars);
    }
    // Each sign beside a figure casts two votes. If most figures have no sign, those with one may be foreign
    // amounts, and the headings decide.
    let beside = votes.codes.iter().map(|(_, count)| count).sum::<usize>() / 2;
    if beside * 2 < figures {
        votes = Votes { dollars: votes.dollars, ..titles };
    } else {
        titles.codes.iter().for_each(|(code, weight)| votes.cast(code, *weight));
    }
    // Of two with as many votes, the first one on the pages.
    let best = votes.codes.iter().rev().max_by_key(|(_, count)| *count);
    let best = best.filter(|(_, count)| *count > votes.dollars);
    if let Some((code, _)) = best {
        return (Currency::parse(code).ok(), votes.dollars > 0);
    }
    (None, votes.dollars > 0)
}

/// Currencies with the sign `$`.
pub(super) static DOLLAR_CURRENCIES: List = List::new(|| list("currencies with the sign $"));

/// Number of votes of a sign or a code in a heading.
const HEADING_VOTES: usize = 3;

#[derive(Default)]
struct Votes {
    codes: Vec<(&'static str, usize)>,
    /// Votes for a bare `$`.
    dollars: usize,
    /// Currencies of the signs with a `$` in headings, such as `U$S`.
    dollar_signs: Vec<&'static str>,
}

impl Votes {
    fn cast(&mut self, code: &'static str, weight: usize) {
        match self.codes.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += weight,
            None => self.codes.push((code, weight)),
        }
    }

    fn symbol(&mut self, symbol: &str) {
        if let Some(code) = code_of(symbol) {
            self.cast(code, 2);
        } else if let Ok(currency) = Currency::parse(symbol) {
            self.cast(currency.code(), 2);
        } else if symbol == "$" {
            self.dollars += 2;
        }
    }
}

/// Adds votes for the currency codes and signs in a heading.
fn words(row: &Row, votes: &mut Votes) {
    let in_sentence = |index: usize| {
        let is_beside = |figure: &Figure| figure.words.end == index && row.line.gap_before(index) < CELL_GAP;
        let holds = |figure: &Figure| figure.words.contains(&index) || is_beside(figure);
        row.figures.iter().any(|figure| holds(figure) && !row.stands_apart(figure))
    };
    // The sign beside a figure is not a heading: it does not tell which dollar a bare `$` elsewhere is.
    let is_sign = |index: usize| row.figures.iter().any(|figure| figure.words.contains(&index));
    let is_silent = |index: usize| is_sign(index) || in_sentence(index) || is_in_sentence(row, index);
    for (index, word) in row.line.words.iter().enumerate().filter(|(index, _)| !is_silent(*index)) {
        let word = word.text.trim_matches(|character: char| {
            !(character.is_alphanumeric() || matches!(character, '$' | '€' | '£' | '₹' | '₩' | '฿'))
        });
        let is_code = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_cell = row.line.gap_before(index) >= CELL_GAP && row.line.gap_before(index + 1) >= CELL_GAP;
        if word == "$" {
            votes.dollars += HEADING_VOTES;
        } else if let Some(code) = code_of(word).filter(|_| word.len() > 1 && !is_in_address(row, index)) {
            votes.cast(code, HEADING_VOTES);
            votes.dollar_signs.extend(word.contains('$').then_some(code));
        } else if is_code
            && !is_in_name(row, index)
            && (is_common(word) || (is_cell && !matches!(word, "ALL" | "TOP")))
            && let Ok(currency) = Currency::parse(word)
        {
            votes.cast(currency.code(), HEADING_VOTES);
        }
    }
}

/// Smallest number of words of a sentence.
const SENTENCE_WORDS_MIN: usize = 5;
/// Gap that ends a sentence, in font sizes.
const SENTENCE_GAP: f32 = 1.5;

/// True if a word belongs to a sentence, such as `Deposits are insured up to 100,000 EUR.`
fn is_in_sentence(row: &Row, index: usize) -> bool {
    let ends = |at: usize| row.line.gap_before(at) > SENTENCE_GAP;
    let first = (0..=index).rev().find(|at| ends(*at)).unwrap_or(0);
    let last = (index + 1..row.line.words.len()).find(|at| ends(*at)).unwrap_or(row.line.words.len());
    last - first >= SENTENCE_WORDS_MIN && row.line.words[last - 1].text.ends_with(['.', '\u{3002}'])
}

/// Largest number of rows above the codes in a column of currencies, from its head on.
const CODES_REACH: usize = 4;

/// Returns the currency that all codes below a head of currencies are.
pub(crate) fn in_column(rows: &[Row]) -> Option<Currency> {
    let is_head = |text: &str| CURRENCY_NAMES.iter().any(|known| squeeze(known) == squeeze(text));
    let head = |row: &Row| {
        let line = &row.line;
        let mut cells = (0..line.words.len()).filter(|at| {
            line.gap_before(*at) >= CELL_GAP
                && line.gap_before(at + 1) >= CELL_GAP
                && is_head(&line.words[*at].text)
        });
        cells.next().filter(|_| heads(line).len() > 1).map(|at| (line.words[at].x0, line.words[at].x1))
    };
    let (at, (x0, x1)) = rows.iter().enumerate().find_map(|(at, row)| Some((at, head(row)?)))?;
    let code = |row: &Row| {
        let mut words = row.line.words.iter().filter(|word| word.x0 < x1 && word.x1 > x0);
        let code = words.next().filter(|word| word.text.bytes().all(|byte| byte.is_ascii_uppercase()))?;
        Currency::parse(&code.text).ok()
    };
    let mut codes = rows[at + 1..].iter().enumerate().filter_map(|(at, row)| Some((at, code(row)?)));
    let (_, first) = codes.next().filter(|(at, _)| *at < CODES_REACH)?;
    codes.all(|(_, code)| code == first).then_some(first)
}

/// Words for "currency" before a code.
static CURRENCY_NAMES: List = List::new(|| list("currency names"));

/// True if a word stands between words in capitals: the name of a company may end like a code (`SDN BHD`).
fn is_in_name(row: &Row, index: usize) -> bool {
    let is_capitals = |text: &str| text.len() >= 2 && text.chars().all(|c| c.is_ascii_uppercase());
    let words = &row.line.words;
    let names = index.checked_sub(1).map(|before| squeeze(&words[before].text));
    let is_named = names.is_some_and(|name| CURRENCY_NAMES.iter().any(|known| squeeze(known) == name));
    if is_named || words[index].text.starts_with('(') {
        return false;
    }
    let is_close = |at: usize| row.line.gap_before(at) < CELL_GAP;
    let before = index.checked_sub(1).is_some_and(|at| is_capitals(&words[at].text) && is_close(index));
    let after = words.get(index + 1).is_some_and(|word| is_capitals(&word.text) && is_close(index + 1));
    before || after
}

/// True if a word that may be a sign ends a name in capitals, such as the province in `00174 ROMA RM`.
fn is_in_address(row: &Row, index: usize) -> bool {
    let is_letters = row.line.words[index].text.chars().all(char::is_alphabetic);
    is_letters
        && is_in_name(row, index)
        && heads(&row.line).is_empty()
        && label_of_text(&row.text()).is_none()
}

/// Returns the largest currency with the sign `$` in which no purchase abroad was made.
pub(crate) fn usual_dollar(rows: &[Row]) -> Option<Currency> {
    let is_abroad = |row: &&Row| {
        let text = row.line.text().to_lowercase();
        list("purchases abroad").iter().any(|words| text.contains(words))
    };
    let abroad: Vec<&Row> = rows.iter().filter(is_abroad).collect();
    let is_named =
        |code: &&&str| abroad.iter().any(|row| row.line.words.iter().any(|word| word.text == **code));
    let code = DOLLAR_CURRENCIES.iter().find(|code| !is_named(code))?;
    Currency::parse(code).ok()
}

/// Returns the largest currency written in the style of the figures, for pages and hints that name none.
pub(crate) fn usual_currency(style: Style) -> Option<Currency> {
    let code = match style {
        Style::Point | Style::PointThree => "USD",
        Style::Comma | Style::CommaThree => "EUR",
    };
    Currency::parse(code).ok()
}

pub(super) fn is_common(code: &str) -> bool {
    list("common currencies").contains(&code)
}

//! Printed amounts: `1,234.56`, `1.234,56-`, `(12.00)`, `R$ 1,00`, `1 234,56 PLN`, `12.00CR`, `1,82,196.96`.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use saldo_domain::Currency;
use saldo_domain::decimal::Digits;

use super::digits::ascii_digits;
use super::lists::list;
use crate::layout::{Line, Word};

/// Mark beside a figure that states the direction of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// No mark.
    None,
    /// A minus before or after the figure, or parentheses.
    Minus,
    /// A plus before or after the figure.
    Plus,
    /// `DR`, `D`, `S` (Soll), `DB` or `OD`.
    Debit,
    /// `CR`, `C` or `H` (Haben).
    Credit,
}

/// Decimal separator and largest number of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// `1,234.56`.
    Point,
    /// `1.234,56`.
    Comma,
    /// `1,234.567`, as in Kuwait.
    PointThree,
    /// `1 234,567`, as in Tunisia.
    CommaThree,
}

impl Style {
    /// Returns the largest number of decimals of an amount.
    pub(crate) const fn places(self) -> u32 {
        match self {
            Self::Point | Self::Comma => 2,
            Self::PointThree | Self::CommaThree => 3,
        }
    }

    /// Returns the style with the same separators and three decimals.
    const fn of_three(self) -> Self {
        match self {
            Self::Point | Self::PointThree => Self::PointThree,
            Self::Comma | Self::CommaThree => Self::CommaThree,
        }
    }
}

/// A figure on a line. Lengths are in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Digits and separators, without signs and currency.
    pub core: String,
    /// Sign as printed.
    pub mark: Mark,
    /// Currency sign or code beside the figure, as printed.
    pub symbol: Option<String>,
    /// Left edge including the sign, but without a currency sign in a word of its own.
    pub x0: f32,
    /// Right edge of the word with the last digit.
    pub x1: f32,
    /// Left edge including signs and currency.
    pub start: f32,
    /// Right edge including signs and currency.
    pub end: f32,
    /// Indexes of the words of the line that form the figure.
    pub words: Range<usize>,
    /// True if it can only be a figure, because it has a separator or a currency.
    pub strong: bool,
}

/// Largest number of characters of a figure. An amount that fits in 64 bits of minor units is shorter.
const CORE_CHARS_MAX: usize = 26;

impl Figure {
    /// Returns the amount without its sign, in minor units of a currency with `digits` decimals.
    pub(crate) fn minor(&self, style: Style, digits: u32) -> Option<i64> {
        minor(&self.core, style, digits)
    }

    /// True if the figure is a valid amount in this style.
    pub(crate) fn is_amount(&self, style: Style) -> bool {
        self.minor(style, style.places()).is_some()
    }

    /// True if decimals follow the last separator.
    pub(crate) fn has_decimals(&self, style: Style) -> bool {
        let most = if style.places() == 3 { 4 } else { 3 };
        self.core.rfind(['.', ',']).is_some_and(|at| self.core.len() - at <= most)
    }

    /// Returns the style in which the three digits after the last separator are decimals; `None` if there are
    /// not exactly three. The flag is true if they cannot be a group of thousands, because the digits before
    /// them are grouped by another separator, are a lone zero, or are too many for a group.
    pub(crate) fn three_decimals(&self) -> Option<(Style, bool)> {
        let at = self.core.rfind(['.', ','])?;
        let (head, tail) = self.core.split_at(at);
        let style = if tail.starts_with('.') { Style::Point } else { Style::Comma };
        let is_sure = head == "0" || head.len() > 3 && !head.contains(&tail[..1]);
        (tail.len() == 4).then(|| (style.of_three(), is_sure))
    }

    /// True if exactly three digits follow the only `separator`, and one to three digits other than a lone
    /// zero precede it.
    pub(crate) fn is_grouped_by(&self, separator: char) -> bool {
        let groups = self.core.split_once(separator);
        let is_group = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        groups.is_some_and(|(head, tail)| {
            (1..=3).contains(&head.len())
                && head != "0"
                && tail.len() == 3
                && is_group(head)
                && is_group(tail)
        })
    }

    /// Returns the style that the figure's own form indicates.
    pub(crate) fn style(&self) -> Option<Style> {
        style_of(&self.core)
    }
}

/// Returns the value of `core` in minor units of a currency with `digits` decimals. `None` if it has more
/// decimals than the currency (trailing zeros aside), is malformed in this style, or does not fit in 64 bits.
pub(crate) fn minor(core: &str, style: Style, digits: u32) -> Option<i64> {
    let point = match style {
        Style::Point | Style::PointThree => '.',
        Style::Comma | Style::CommaThree => ',',
    };
    let (whole, fraction) = match core.rfind(point) {
        Some(at) => (core.get(..at)?, core.get(at + 1..)?),
        None => (core, ""),
    };
    if whole.contains(point) || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // `6230.7` beside amounts with a comma is none.
    if whole.rfind(['.', ',', '\'', ' ']).is_some_and(|at| whole.len() - at != 4) {
        return None;
    }
    if fraction.len() > usize::try_from(digits).ok()?.max(2) {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let number = Digits::parse_with(&format!("{whole}.{fraction}"), &['.']).ok()?;
    i64::try_from(number.scaled(digits)?).ok()
}

/// Returns the style that the form of a figure indicates. The last separator is the decimal separator if one
/// or two digits follow it, or three if the other separator occurs too; a repeated separator groups
/// thousands.
fn style_of(core: &str) -> Option<Style> {
    let at = core.rfind(['.', ','])?;
    let last = core[at..].chars().next()?;
    let trailing = core.len() - at - 1;
    let count = core.matches(last).count();
    let both = core.contains('.') && core.contains(',');
    let (as_decimal, as_group) =
        if last == '.' { (Style::Point, Style::Comma) } else { (Style::Comma, Style::Point) };
    match (trailing, count) {
        (1 | 2, 1) => Some(as_decimal),
        (3, 1) if both => Some(as_decimal),
        (3, _) if count > 1 => Some(as_group),
        _ => None,
    }
}

/// A word with a figure, split into the text before the digits, the digits, and the text after them.
struct Piece {
    before: Affix,
    core: String,
    after: Affix,
}

#[derive(Default, Clone)]
struct Affix {
    mark: Option<Mark>,
    symbol: Option<String>,
    open_paren: bool,
    close_paren: bool,
    any: bool,
}

/// Returns the figures on a line, from left to right, made of words that `taken` does not claim.
pub(crate) fn figures(line: &Line, taken: &[bool]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut index = 0;
    while index < line.words.len() {
        match figure_at(line, taken, index) {
            Some(figure) => {
                index = figure.words.end;
                figures.push(figure);
            }
            None => index += 1,
        }
    }
    figures
}

/// Largest gap between a figure and a sign before it, in font sizes.
const PREFIX_GAP: f32 = 0.8;
/// Largest gap between a figure and a lone currency sign before it, which may stand at the left edge of the
/// cell.
const CURRENCY_GAP: f32 = 9.0;
/// Gap below which two words may form one figure, in font sizes.
const FRAGMENT_GAP: f32 = 0.5;
/// Largest difference of two widths in print whose characters are all equally wide, in font sizes.
const EVEN: f32 = 0.06;
/// Gap below which `CR`, a currency code or a minus belongs to the figure before it, in font sizes.
const SUFFIX_GAP: f32 = 1.3;

fn figure_at(line: &Line, taken: &[bool], start: usize) -> Option<Figure> {
    let is_free = |index: usize| index < line.words.len() && !taken.get(index).copied().unwrap_or(false);
    let mut index = start;
    let mut before = Affix::default();
    while is_free(index) && index < start + 3 {
        let Some(affix) = prefix(&line.words[index].text).or_else(|| signed_unit(line, index)) else {
            // An unknown sign of a currency may stand between a mark and its figure: `- Ar1 632,50`.
            index += usize::from(before.mark.is_some() && is_unit_of_next(line, index) && is_free(index + 1));
            break;
        };
        let limit = if affix.mark.is_none() && affix.symbol.is_some() { CURRENCY_GAP } else { PREFIX_GAP };
        if !is_free(index + 1) || line.gap_before(index + 1) > limit {
            return None;
        }
        before.merge(affix);
        index += 1;
    }
    if !is_free(index) {
        return None;
    }
    let first = index;
    let mut piece = piece(&line.words[index].text)?;
    index += 1;
    while is_free(index) && !piece.after.any && is_fragment(line, index) {
        let Some(joined) = join(&piece, &line.words[index].text) else { break };
        piece = joined;
        index += 1;
    }
    let digits_end = line.words[index - 1].x1;
    let mut after = piece.after.clone();
    while is_free(index) && line.gap_before(index) < SUFFIX_GAP && index < first + 8 {
        // An unknown sign of a currency may stand between a figure and its mark: `1,751.95 TSh DR`.
        let is_unit = is_unit(line, index) && is_free(index + 1) && after.symbol.is_none();
        index += usize::from(is_unit);
        let Some(affix) = suffix(&line.words[index].text) else { break };
        let is_of_next = is_prefix_of_next(line, index, &piece.core);
        if !after.accepts(&affix) || is_free(index + 1) && is_of_next {
            break;
        }
        after.merge(affix);
        index += 1;
    }
    before.merge(piece.before.clone());
    // A currency sign may stand at the other edge of the cell; a minus or plus belongs to the digits.
    let x0 = line.words[if before.symbol.is_some() { first } else { start }].x0;
    let edges = [line.words[start].x0, x0, digits_end, line.words[index - 1].x1];
    build(start..index, edges, &before, &piece.core, after)
}

/// Longest unknown sign of a currency, in bytes.
const UNIT_BYTES_MAX: usize = 4;

/// True if a word is short enough for a sign of a currency, and has only letters.
fn is_short_word(text: &str) -> bool {
    text.len() <= UNIT_BYTES_MAX && text.chars().all(char::is_alphabetic)
}

/// True if a word may be the unknown sign of a currency before the mark of a figure.
fn is_unit(line: &Line, index: usize) -> bool {
    let text = &line.words[index].text;
    let next = line.words.get(index + 1).filter(|_| line.gap_before(index + 1) < SUFFIX_GAP);
    let is_mark = |word: &Word| matches!(word.text.as_str(), "CR" | "DR" | "Cr" | "Dr");
    is_short_word(text) && suffix(text).is_none() && next.is_some_and(is_mark)
}

/// Returns the sign of a word that consists of it and of an unknown sign of a currency: `-TSh` before a
/// figure.
fn signed_unit(line: &Line, index: usize) -> Option<Affix> {
    let text = &line.words[index].text;
    let (mark, length) = sign(text)?;
    let unit = &text[length..];
    let is_before =
        line.words.get(index + 1).is_some_and(|word| piece(&word.text).is_some_and(|one| !one.before.any));
    (!unit.is_empty() && is_short_word(unit) && is_before).then(|| Affix {
        mark: Some(mark),
        any: true,
        ..Affix::default()
    })
}

/// True if a word may be the unknown sign of a currency before a figure.
fn is_unit_of_next(line: &Line, index: usize) -> bool {
    let text = &line.words[index].text;
    let next = line.words.get(index + 1).filter(|_| line.gap_before(index + 1) < SUFFIX_GAP);
    is_short_word(text) && next.is_some_and(|word| piece(&word.text).is_some_and(|piece| !piece.before.any))
}

fn build(
    words: Range<usize>,
    [left, x0, x1, end]: [f32; 4],
    before: &Affix,
    core: &str,
    after: Affix,
) -> Option<Figure> {
    if core.len() > CORE_CHARS_MAX || !is_well_formed(core) {
        return None;
    }
    let paren = before.open_paren && after.close_paren;
    if before.open_paren != after.close_paren {
        return None;
    }
    let mark = if paren { Mark::Minus } else { after.mark.or(before.mark).unwrap_or(Mark::None) };
    let symbol = before.symbol.clone().or(after.symbol);
    let has_separator = core.contains(['.', ',', '\'', ' ']);
    let strong = has_separator || symbol.is_some();
    Some(Figure { core: core.to_owned(), mark, symbol, x0, x1, start: left, end, words, strong })
}

/// True if the separators are placed as in a figure, unlike in `1.2.3` and `12.01.24`. Only the last group
/// must have three digits, because the others have two in India.
fn is_well_formed(core: &str) -> bool {
    let Some(at) = core.rfind(['.', ',', '\'', ' ']) else {
        return core.len() <= 15 && (core.len() < 2 || !core.starts_with('0'));
    };
    let trailing = core.len() - at - 1;
    let last = core[at..].chars().next().unwrap_or('.');
    let repeated = core.matches(last).count() > 1;
    if trailing == 0 || trailing > 3 || (repeated && trailing != 3) {
        return false;
    }
    if matches!(last, '\'' | ' ') && trailing != 3 {
        return false;
    }
    let head = &core[..at];
    let first_group = head.split(['.', ',', '\'', ' ']).next().unwrap_or("");
    let is_zero_led = first_group.len() > 1 && first_group.starts_with('0');
    !is_zero_led
}

impl Affix {
    fn merge(&mut self, other: Self) {
        self.mark = other.mark.or(self.mark);
        self.symbol = other.symbol.or(self.symbol.take());
        self.open_paren |= other.open_paren;
        self.close_paren |= other.close_paren;
        self.any |= other.any;
    }

    fn accepts(&self, other: &Self) -> bool {
        let has_two_marks = self.mark.is_some() && other.mark.is_some();
        let has_two_symbols = self.symbol.is_some() && other.symbol.is_some();
        !has_two_marks && !has_two_symbols && !other.open_paren
    }
}

/// Smallest difference of two gaps that tells where a sign or currency belongs, in font sizes.
const NEARER: f32 = 0.05;

/// True if a sign or currency after a figure is nearer to the next figure, so that it belongs to that one. If
/// it is as near to both, it belongs to the one with decimals.
fn is_prefix_of_next(line: &Line, index: usize, core: &str) -> bool {
    let Some(next) = line.words.get(index + 1).and_then(|word| piece(&word.text)) else { return false };
    let nearer = line.gap_before(index) - line.gap_before(index + 1);
    let has_decimals = !core.contains(['.', ',']) && ends_with_cents(&next.core);
    prefix(&line.words[index].text).is_some() && (nearer > 0.0 || has_decimals && nearer > -NEARER)
}

/// True if the text consists of signs, parentheses and currencies that can precede an amount, such as `-R$`.
pub(crate) fn is_prefix(text: &str) -> bool {
    take_prefix(text).1 == text.len()
}

/// Signs beside figures, by their first byte.
static SYMBOLS: LazyLock<FxHashMap<u8, Vec<&str>>> = LazyLock::new(|| {
    let mut symbols: FxHashMap<u8, Vec<&str>> = FxHashMap::default();
    for symbol in list("signs beside figures") {
        symbols.entry(symbol.as_bytes()[0]).or_default().push(symbol);
    }
    symbols
});

fn symbol(text: &str, is_prefix: bool) -> Option<&str> {
    let first = text.as_bytes().first().filter(|byte| !byte.is_ascii_digit())?;
    let symbols = SYMBOLS.get(first);
    if let Some(found) = symbols.and_then(|known| known.iter().find(|symbol| text.starts_with(**symbol))) {
        return text.get(..found.len());
    }
    if let Some(code) = text.get(..3)
        && code.bytes().all(|byte| byte.is_ascii_uppercase())
        && Currency::parse(code).is_ok()
        && text[3..].chars().next().is_none_or(|next| !next.is_alphabetic())
    {
        return Some(code);
    }
    if let Some(first) = text.chars().next().filter(|first| matches!(first, '\u{20a0}'..='\u{20cf}')) {
        return text.get(..first.len_utf8());
    }
    let is_rand =
        is_prefix && text.starts_with('R') && text[1..].chars().next().is_none_or(|c| c.is_ascii_digit());
    if is_rand { text.get(..1) } else { None }
}

fn sign(text: &str) -> Option<(Mark, usize)> {
    let first = text.chars().next()?;
    let mark = match first {
        // Statements in Japan mark money out by a triangle.
        '-' | '\u{ad}' | '\u{2212}' | '\u{2013}' | '\u{2010}' | '\u{2011}' | '\u{25b2}' | '\u{25b3}' => {
            Mark::Minus
        }
        '+' => Mark::Plus,
        _ => return None,
    };
    Some((mark, first.len_utf8()))
}

/// Returns the signs, parentheses and currencies at the start of `text`, and their length in bytes.
fn take_prefix(text: &str) -> (Affix, usize) {
    let mut affix = Affix::default();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let (Some((mark, length)), None) = (sign(rest), affix.mark) {
            affix.mark = Some(mark);
            at += length;
        } else if rest.starts_with('(') && !affix.open_paren {
            affix.open_paren = true;
            at += 1;
        } else if rest.starts_with('*') && fills_cell(rest) {
            at += rest.len() - rest.trim_start_matches('*').len();
        } else if let (Some(found), true) = (symbol(rest, true), affix.symbol.is_none()) {
            affix.symbol = Some(found.to_owned());
            at += found.len();
        } else if let (Some(length), true) = (unit_in_parentheses(rest), affix.open_paren) {
            at += length;
        } else {
            break;
        }
        affix.any = true;
    }
    (affix, at)
}

/// Largest number of asterisks before the last four digits of an account's or a card's number.
const HIDING_MAX: usize = 4;

/// True if the asterisks at the start fill the cell, so that no digit can be added: `******1500`. Up to four
/// before four digits hide the others of a number: `****5519`.
fn fills_cell(text: &str) -> bool {
    let rest = text.trim_start_matches('*');
    let hides = rest.len() == 4
        && rest.bytes().all(|byte| byte.is_ascii_digit())
        && text.len() - rest.len() <= HIDING_MAX;
    text.ends_with(|last: char| !matches!(last, '*' | '/')) && !hides
}

/// Returns the length in bytes of an unknown sign of a currency before the amount that ends the
/// parentheses: `(Ar190,87)`.
fn unit_in_parentheses(text: &str) -> Option<usize> {
    let length = text.find(|c: char| c.is_ascii_digit()).filter(|length| *length > 0)?;
    let (unit, amount) = text.split_at(length);
    let amount = amount.strip_suffix(')')?;
    (is_short_word(unit) && ends_with_cents(amount)).then_some(length)
}

const SUFFIX_MARKS: &[(&str, Mark)] = &[
    ("CR", Mark::Credit),
    ("DR", Mark::Debit),
    ("Cr.", Mark::Credit),
    ("Dr.", Mark::Debit),
    ("Cr", Mark::Credit),
    ("Dr", Mark::Debit),
    ("cr", Mark::Credit),
    ("dr", Mark::Debit),
    ("DB", Mark::Debit),
    ("Db", Mark::Debit),
    ("OD", Mark::Debit),
    ("C", Mark::Credit),
    ("D", Mark::Debit),
    ("S", Mark::Debit),
    ("H", Mark::Credit),
    ("K", Mark::Credit),
    ("Af", Mark::Debit),
    ("Bij", Mark::Credit),
];

/// Parses all of `text` as signs, marks and currencies after a figure.
fn suffix(text: &str) -> Option<Affix> {
    let mut affix = Affix::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let (Some((mark, length)), None) = (sign(rest), affix.mark) {
            affix.mark = Some(mark);
            rest = rest.get(length..)?;
        } else if let (Some((mark, length)), None) = (mark_in_parentheses(rest), affix.mark) {
            affix.mark = Some(mark);
            rest = rest.get(length..)?;
        } else if first == ')' && !affix.close_paren {
            affix.close_paren = true;
            rest = &rest[1..];
        } else if affix.mark.is_some() && names_side(rest) {
            rest = "";
        } else if first == '*' || rest == "." && (affix.symbol.is_some() || affix.mark.is_some()) {
            rest = &rest[1..];
        } else if let (Some(found), true) = (symbol(rest, false), affix.symbol.is_none()) {
            affix.symbol = Some(found.to_owned());
            rest = rest.get(found.len()..)?;
        } else if let (Some((word, mark)), None) =
            (SUFFIX_MARKS.iter().find(|(word, _)| is_mark(rest, word)), affix.mark)
        {
            affix.mark = Some(*mark);
            rest = &rest[word.len()..];
        } else {
            return None;
        }
        affix.any = true;
    }
    affix.any.then_some(affix)
}

/// Returns the mark that parentheses enclose, and their length in bytes: `(Cr)`.
fn mark_in_parentheses(text: &str) -> Option<(Mark, usize)> {
    let inner = text.strip_prefix('(')?.split(')').next()?;
    let (word, mark) = SUFFIX_MARKS.iter().find(|(word, _)| word.len() > 1 && *word == inner)?;
    text[1 + word.len()..].starts_with(')').then_some((*mark, word.len() + 2))
}

/// True if a text repeats the sign before it in words: `/DEBET` after a minus.
fn names_side(text: &str) -> bool {
    let name = text.strip_prefix('/').unwrap_or_default().to_lowercase();
    list("names of sides").contains(&name.as_str())
}

fn is_mark(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_alphanumeric()))
}

/// Parses all of `text` as signs, parentheses and currencies before a figure.
fn prefix(text: &str) -> Option<Affix> {
    if let Some((_, mark)) = SUFFIX_MARKS.iter().find(|(word, _)| word.len() > 1 && *word == text) {
        return Some(Affix { mark: Some(*mark), any: true, ..Affix::default() });
    }
    let (affix, length) = take_prefix(text);
    (affix.any && length == text.len()).then_some(affix)
}

/// Kind of a sign, mark or currency beside a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// A minus or a plus.
    Sign,
    /// A word such as `CR`.
    Word,
    /// A currency.
    Currency,
    /// A closing parenthesis.
    Closing,
}

/// Returns the kinds of all that `text` consists of; `None` if some of it stands beside no figure.
pub(crate) fn beside(text: &str) -> Option<Vec<Beside>> {
    let affix = suffix(text).or_else(|| prefix(text))?;
    let mark = affix.mark.map(|mark| match mark {
        Mark::Debit | Mark::Credit => Beside::Word,
        _ => Beside::Sign,
    });
    let currency = affix.symbol.is_some().then_some(Beside::Currency);
    let closing = affix.close_paren.then_some(Beside::Closing);
    Some(mark.into_iter().chain(currency).chain(closing).collect())
}

/// Returns the digits and separators of a word that is one figure, with or without signs and a currency.
pub(crate) fn core(text: &str) -> Option<String> {
    piece(text).map(|piece| piece.core).filter(|core| is_well_formed(core))
}

/// True if a word may continue the figure before it: the gap is that of a thin space, or of a space in print
/// whose characters are all as wide as a digit.
fn is_fragment(line: &Line, index: usize) -> bool {
    let (before, word) = (&line.words[index - 1], &line.words[index]);
    let width = |word: &Word| {
        let length = u16::try_from(word.text.chars().count()).map_or(1.0, f32::from).max(1.0);
        (word.x1 - word.x0) / length
    };
    // A minus is narrower than a digit.
    let is_signed = before.text.starts_with(['-', '\u{2212}']);
    let is_even = is_signed || (width(before) - width(word)).abs() < EVEN * word.size;
    line.gap_before(index) < FRAGMENT_GAP || is_even && word.x0 - before.x1 < width(word) + EVEN * word.size
}

/// True if a word is one figure or a group of its digits, with or without signs and a currency.
pub(crate) fn has_digits(text: &str) -> bool {
    piece(text).is_some()
}

fn piece(text: &str) -> Option<Piece> {
    let text = ascii_digits(text);
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (before, start) = take_prefix(&text);
    let rest = text.get(start..)?;
    let end = rest
        .char_indices()
        .find(|(_, character)| {
            !(character.is_ascii_digit() || matches!(character, '.' | ',' | '\'' | '\u{2019}'))
        })
        .map_or(rest.len(), |(at, _)| at);
    let core: String = rest
        .get(..end)?
        .chars()
        .map(|character| if character == '\u{2019}' { '\'' } else { character })
        .collect();
    // An amount may end a sentence.
    let core =
        core.strip_suffix('.').filter(|core| ends_with_cents(core)).map_or(core.clone(), str::to_owned);
    let tail = rest.get(end..)?;
    let after = if tail.is_empty() { Affix::default() } else { suffix(tail)? };
    core.contains(|character: char| character.is_ascii_digit()).then_some(Piece { before, core, after })
}

/// True if the last separator precedes exactly two digits.
fn ends_with_cents(core: &str) -> bool {
    core.rfind(['.', ',']).is_some_and(|at| core.len() - at == 3)
}

/// Joins the next word to a figure if both form one: groups of thousands set apart, or detached decimals.
fn join(first: &Piece, next: &str) -> Option<Piece> {
    let second = piece(next)?;
    if second.before.any {
        return None;
    }
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let groups_so_far = first.core.split(' ').next().is_some_and(|group| group.len() <= 3 && digits(group))
        && first.core.split(' ').all(digits);
    let next_group = second.core.get(..3).is_some_and(digits);
    let next_tail = second.core.get(3..).unwrap_or("");
    let ends_well = next_tail.is_empty()
        || (next_tail.starts_with(['.', ',']) && next_tail.len() <= 4 && digits(&next_tail[1..]));
    if groups_so_far && next_group && ends_well {
        let core = format!("{} {}", first.core, second.core);
        return Some(Piece { before: first.before.clone(), core, after: second.after });
    }
    let is_tail = second.core.starts_with(['.', ',']) && second.core.len() <= 4 && digits(&second.core[1..]);
    let lost_decimals = first.core.ends_with(['.', ',']) && second.core.len() == 2 && digits(&second.core);
    let lost_digit = first.core.len() > 2
        && first.core.get(first.core.len() - 2..).is_some_and(|end| end.starts_with(['.', ',']))
        && second.core.len() == 1
        && digits(&second.core);
    (is_tail || lost_decimals || lost_digit).then(|| Piece {
        before: first.before.clone(),
        core: format!("{}{}", first.core, second.core),
        after: second.after,
    })
}

#[cfg(test)]
mod tests {
    use super::has_digits;

    #[test]
    fn asterisks_fill_the_cell_of_an_amount_or_hide_the_digits_of_a_number() {
        assert!(has_digits("**1,500.00"));
        assert!(has_digits("******1500"));
        assert!(!has_digits("****5519"));
    }
}

//! Words in the heads of columns and sections.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use saldo_domain::Currency;

use super::labels::squeeze;
use super::lists::{List, list};
use crate::layout::{Column, Line, Word, in_reading_order, is_right_to_left};

/// Content of a column. If two words name one column, the later variant is the more specific one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Payee or purpose.
    Description,
    /// A number that is not money, such as a check number, a reference or a page.
    Reference,
    /// Money in or out.
    Amount,
    /// Booking date.
    Date,
    /// Value date.
    ValueDate,
    /// Fee charged in addition to the amount.
    Fee,
    /// Money in.
    In,
    /// Money out.
    Out,
    /// Balance after the transaction.
    Balance,
}

impl Role {
    /// True if the column holds money.
    #[must_use]
    pub fn is_money(self) -> bool {
        matches!(self, Self::Out | Self::In | Self::Amount | Self::Balance | Self::Fee)
    }
}

/// Head of a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    /// Content of the column.
    pub(crate) role: Role,
    /// Left edge of the words, in points.
    pub(crate) x0: f32,
    /// Right edge of the words, in points.
    pub(crate) x1: f32,
    /// The words, normalized by [`squeeze`].
    pub(crate) text: String,
    /// The heads of both ways, if the words are those of two heads: `Money in  Money out`.
    pub(crate) ways: Option<Box<[Head; 2]>>,
}

const HEADS: &[(Role, &str)] = &[
    (Role::Date, "head date"),
    (Role::ValueDate, "head value date"),
    (Role::Description, "head description"),
    (Role::Out, "head out"),
    (Role::In, "head in"),
    (Role::Amount, "head amount"),
    (Role::Balance, "head balance"),
    (Role::Fee, "head fee"),
    (Role::Reference, "head reference"),
];

static ROLES: LazyLock<FxHashMap<String, Role>> = LazyLock::new(|| {
    let mut roles = FxHashMap::default();
    for (role, names) in HEADS {
        for name in list(names) {
            roles.entry(squeeze(name)).or_insert(*role);
        }
    }
    roles
});

/// Gap, in font sizes, below which two words belong to one head.
pub(crate) const HEAD_GAP: f32 = 0.75;
/// Smallest share of a cell's width that heads must cover. Below it, the cell is a sentence that happens to
/// name one.
const COVERED: f32 = 0.5;
/// Largest number of words of one head. Letter-spaced print splits a head into many.
const PIECES_MAX: usize = 16;

/// Returns the heads on a line. In each cell the longest phrases win.
pub(crate) fn heads(line: &Line) -> Vec<Head> {
    let mut heads = Vec::new();
    for (start, end) in cells(line) {
        cell_heads(line, start, end, &mut heads);
    }
    heads
}

fn cell_heads(line: &Line, start: usize, end: usize, heads: &mut Vec<Head>) {
    let squeezed = squeezed(&line.words[start..end]);
    let role = |from: usize, to: usize| role(&line.words[from..to], &squeezed[from - start..to - start]);
    let mut at = start;
    let first = heads.len();
    while at < end {
        let longest = end.min(at + PIECES_MAX);
        let found = (at + 1..=longest).rev().find_map(|to| role(at, to).map(|found| (found, to)));
        let Some(((role, text), to)) = found else {
            at += 1;
            continue;
        };
        let mut cuts = (at + 1..to).filter(|_| role == Role::Amount);
        let ways = cuts.find_map(|cut| ways(&line.words[at..to], cut - at));
        heads.push(Head { role, x0: line.words[at].x0, x1: line.words[to - 1].x1, text, ways });
        at = to;
    }
    let whole = (line.words[start].x0, line.words[end - 1].x1);
    let width = |from: f32, to: f32| (to - from).max(0.1);
    let covered: f32 = heads[first..].iter().map(|head| width(head.x0, head.x1)).sum();
    if covered < COVERED * width(whole.0, whole.1) {
        heads.truncate(first);
        return;
    }
    let has_slash = line.words[start..end].iter().any(|word| word.text == "/");
    merge(heads, first, whole, has_slash);
}

/// Returns the heads of both ways of money, if the words before and after a cut name them.
fn ways(words: &[Word], cut: usize) -> Option<Box<[Head; 2]>> {
    let head = |words: &[Word]| {
        let (role, text) = role(words, &squeezed(words))?;
        Some(Head { role, x0: words.first()?.x0, x1: words.last()?.x1, text, ways: None })
    };
    let (first, second) = words.split_at(cut);
    let ways = [head(first)?, head(second)?];
    let is_both =
        matches!(ways.each_ref().map(|head| head.role), [Role::In, Role::Out] | [Role::Out, Role::In]);
    is_both.then(|| Box::new(ways))
}

/// Splits a head of both ways in two if each has a column of its own: `Money in  Money out`.
pub(crate) fn with_ways(heads: &[Head], columns: &[Column]) -> Vec<Head> {
    let mut all = Vec::new();
    for head in heads {
        let over = |one: &Head| columns.iter().position(|it| it.overlap(one.x0, one.x1) > 0.0);
        match &head.ways {
            Some(ways) if over(&ways[0]).is_some() && over(&ways[0]) < over(&ways[1]) => {
                all.extend(ways.iter().cloned());
            }
            _ => all.push(head.clone()),
        }
    }
    all
}

/// Returns heads with one word on each of two lines, where neither word alone names the content of the
/// column, or a hyphen breaks a word: `Rente-` above `dato`.
pub(crate) fn across(above: &Line, below: &Line) -> Vec<Head> {
    let mut heads = Vec::new();
    for (from, to) in cells(above) {
        for (start, end) in cells(below) {
            let (x0, x1) = (above.words[from].x0, above.words[to - 1].x1);
            let (left, right) = (below.words[start].x0, below.words[end - 1].x1);
            if left >= x1 || right <= x0 {
                continue;
            }
            let (upper, lower) = (&above.words[from..to], &below.words[start..end]);
            let (squeezed_upper, squeezed_lower) = (squeezed(upper), squeezed(lower));
            let is_broken = upper.last().is_some_and(|word| word.text.ends_with(['-', '\u{ad}']));
            let is_whole = role(upper, &squeezed_upper).is_some()
                || !is_broken
                    && role(lower, &squeezed_lower).is_some_and(|(role, _)| role != Role::Reference);
            if is_whole {
                continue;
            }
            let text = squeezed_upper.concat() + &squeezed_lower.concat();
            if let Some(role) = ROLES.get(without_unit(&text)).copied() {
                heads.push(Head { role, x0: x0.min(left), x1: x1.max(right), text, ways: None });
            }
        }
    }
    heads
}

/// Splits a line of heads into cells, given as ranges of its words.
fn cells(line: &Line) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    let mut start = 0;
    while start < line.words.len() {
        let mut end = start + 1;
        while end < line.words.len() && line.gap_before(end) < HEAD_GAP {
            end += 1;
        }
        cells.push((start, end));
        start = end;
    }
    cells
}

fn squeezed(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| squeeze(&word.text)).collect()
}

/// Returns the content of a column whose head is these words, and their normalized text. `squeezed` holds the
/// words, normalized.
fn role(words: &[Word], squeezed: &[String]) -> Option<(Role, String)> {
    if squeezed.iter().map(String::len).sum::<usize>() > *HEAD_BYTES_MAX {
        return None;
    }
    let is_right_to_left = words.iter().any(|word| is_right_to_left(&word.text));
    if !is_right_to_left && !may_begin(&squeezed.iter().flat_map(|word| word.bytes())) {
        return None;
    }
    let text = if is_right_to_left {
        let mut words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        in_reading_order(&mut words);
        words.into_iter().map(squeeze).collect()
    } else {
        squeezed.concat()
    };
    ROLES.get(without_unit(&text)).copied().map(|role| (role, text))
}

/// Returns the content of a column with this head, in any of the known languages. A currency in the head is
/// ignored.
#[must_use]
pub fn role_of(head: &str) -> Option<Role> {
    ROLES.get(without_unit(&squeeze(head))).copied()
}

/// Currencies beside heads, as they are printed, normalized.
const UNITS: [&str; 39] = [
    "usd", "eur", "gbp", "chf", "sgd", "inr", "rm", "myr", "rs", "aud", "nzd", "cad", "zar", "hkd", "aed",
    "pln", "sgdi", "thb", "php", "idr", "jpy", "krw", "cny", "sek", "nok", "dkk", "czk", "huf", "brl", "mxn",
    "sar", "kes", "ngn", "lak", "vnd", "try", "rub", "i", "r",
];
/// Length of the longest of them in bytes.
const UNIT_BYTES_MAX: usize = 4;

/// Length of the longest head with a currency in bytes.
static HEAD_BYTES_MAX: LazyLock<usize> =
    LazyLock::new(|| ROLES.keys().map(String::len).max().unwrap_or(0) + UNIT_BYTES_MAX);

/// Number of bytes that distinguish most words from heads.
const BEGINNING_BYTES: usize = 3;

/// Beginnings of heads and of currencies before them; shorter ones end in zeros.
static BEGINNINGS: LazyLock<FxHashSet<[u8; BEGINNING_BYTES]>> = LazyLock::new(|| {
    let texts = ROLES.keys().map(String::as_str).chain(UNITS);
    texts.map(|text| beginning(text.bytes(), BEGINNING_BYTES)).collect()
});

fn beginning(bytes: impl Iterator<Item = u8>, length: usize) -> [u8; BEGINNING_BYTES] {
    let mut begins = [0; BEGINNING_BYTES];
    begins.iter_mut().zip(bytes.take(length)).for_each(|(to, from)| *to = from);
    begins
}

/// False only if no head begins with these bytes.
fn may_begin(bytes: &(impl Iterator<Item = u8> + Clone)) -> bool {
    (1..=BEGINNING_BYTES).any(|length| BEGINNINGS.contains(&beginning(bytes.clone(), length)))
}

/// Removes a currency from a head: `Amount (SGD)`, `Betrag EUR`, `Debit RM`.
fn without_unit(text: &str) -> &str {
    if text.len() > *HEAD_BYTES_MAX || ROLES.contains_key(text) {
        return text;
    }
    let is_unit = |code: &str| UNITS.contains(&code);
    let is_code = |code: &str| is_unit(code) || code.len() == 3 && Currency::parse(code).is_ok();
    let parts = |length: usize| {
        let after = text.len().checked_sub(length).and_then(|at| text.split_at_checked(at));
        let before = text.split_at_checked(length);
        let found =
            after.filter(|(rest, code)| ROLES.contains_key(*rest) && is_code(code)).map(|(rest, _)| rest);
        found.or_else(|| {
            before.filter(|(code, rest)| ROLES.contains_key(*rest) && is_unit(code)).map(|(_, rest)| rest)
        })
    };
    (1..=UNIT_BYTES_MAX).rev().find_map(parts).unwrap_or(text)
}

/// Merges the heads of a block of lines. The words of one head may stand on two lines, such as `Value` above
/// `date`.
pub(crate) fn stacked(lines: &[Vec<Head>]) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for head in lines.iter().flatten() {
        match heads.iter_mut().find(|above| above.x0 < head.x1 && head.x0 < above.x1) {
            Some(above) => {
                above.role = above.role.max(head.role);
                above.x0 = above.x0.min(head.x0);
                above.x1 = above.x1.max(head.x1);
                above.text.push_str(&head.text);
            }
            None => heads.push(head.clone()),
        }
    }
    heads.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    heads
}

/// Merges the phrases of one cell that name the same column into one head.
fn merge(heads: &mut Vec<Head>, first: usize, whole: (f32, f32), has_slash: bool) {
    let Some(cell) = heads.get(first..).filter(|cell| cell.len() > 1) else { return };
    let roles: Vec<Role> = cell.iter().map(|head| head.role).collect();
    let has = |role: Role| roles.contains(&role);
    let single = if has(Role::Balance)
        && !has(Role::Out)
        && !has(Role::In)
        && !has(Role::Amount)
        && !has(Role::Description)
        && !has(Role::Date)
    {
        Some(Role::Balance)
    } else if has(Role::Amount) && has(Role::Out) != has(Role::In) && roles.len() == 2 {
        Some(if has(Role::Out) { Role::Out } else { Role::In })
    } else if has_slash && roles.len() == 2 && has(Role::Out) && has(Role::In) {
        // `Debit / credit` heads one column with signs.
        Some(Role::Amount)
    } else if roles.iter().all(|role| *role == roles[0]) {
        Some(roles[0])
    } else if has(Role::Description)
        && roles.len() == 2
        && (has(Role::Date) || has(Role::Reference))
        && roles[0] != Role::Date
    {
        Some(Role::Description)
    } else {
        None
    };
    if let Some(role) = single {
        let text = heads.drain(first..).map(|head| head.text).collect();
        heads.push(Head { role, x0: whole.0, x1: whole.1, text, ways: None });
    }
}

/// Kind of transactions under the heading of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// Money in.
    In,
    /// Money out.
    Out,
    /// Transactions in both directions. Ends a section of one direction.
    Mixed,
    /// No booked transactions: pending or reverted ones, daily balances, summaries.
    Excluded,
}

const SECTIONS: &[(Section, &str)] = &[
    (Section::Excluded, "section excluded"),
    (Section::In, "section in"),
    (Section::Out, "section out"),
    (Section::Mixed, "section mixed"),
];

static SECTION_NAMES: LazyLock<FxHashMap<String, Section>> = LazyLock::new(|| {
    let of = |(section, names): &(Section, &str)| {
        let section = *section;
        list(names).iter().map(move |name| (squeeze(name), section))
    };
    SECTIONS.iter().flat_map(of).collect()
});

/// Words that occur in names of accounts and in remarks as well as in headings of sections.
static AMBIGUOUS: List = List::new(|| list("ambiguous sections"));

/// Continuations of a heading that begins with one of the [`AMBIGUOUS`] words.
static REST: List = List::new(|| list("rest of ambiguous sections"));

/// True if a text that begins with the name of a section is a heading: `Reward points`, but not `Reward
/// saver`.
fn goes_on(name: &str, rest: &str) -> bool {
    let goes_on = |rest: &str| rest.is_empty() || REST.iter().any(|word| rest.starts_with(word));
    !AMBIGUOUS.contains(&name) || goes_on(rest) || rest.strip_prefix('s').is_some_and(goes_on)
}

/// Longest heading of a section, in bytes.
const SECTION_CHARS_MAX: usize = 70;

/// Returns the section that a heading opens. `text` must be normalized by [`squeeze`].
pub(crate) fn section(text: &str) -> Option<Section> {
    if text.is_empty() || text.len() > SECTION_CHARS_MAX {
        return None;
    }
    let text = text.strip_suffix("continued").or_else(|| text.strip_suffix("cont")).unwrap_or(text);
    let text = text.strip_prefix("your").unwrap_or(text);
    if let Some(section) = SECTION_NAMES.get(text) {
        return Some(*section);
    }
    let is_excluded = |(name, section): (&String, &Section)| {
        *section == Section::Excluded
            && (text.strip_prefix(name.as_str()).is_some_and(|rest| goes_on(name, rest))
                || (name.len() > 12 && text.contains(name.as_str())))
    };
    if SECTION_NAMES.iter().any(is_excluded) {
        return Some(Section::Excluded);
    }
    let mixed = [
        "accounttransactions",
        "transactionsfrom",
        "transactionhistory",
        "completedtransactions",
        "transactionsfor",
        "transactiondetails",
    ];
    if mixed.iter().any(|name| text.starts_with(name)) {
        return Some(Section::Mixed);
    }
    SECTION_NAMES
        .iter()
        .filter(|(name, section)| {
            matches!(section, Section::In | Section::Out)
                && name.len() > 12
                && text.starts_with(name.as_str())
                && text.len() < name.len() + 24
        })
        .max_by_key(|(name, _)| name.len())
        .map(|(_, section)| *section)
}

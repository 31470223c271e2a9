//! Stages 3 and 4, hypotheses and evidence: every way to read an account's rows, and the printed figures that
//! each explains.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::amounts::{read_rows_of, usual_marks};
use super::sections::unknown_sections;
use super::table::{Item, Part, Slot};
use super::weights;
use super::words::words;
use crate::read::amount::Mark;
use crate::read::date::Form;
use crate::read::heads::{Role, Section};
use crate::read::labels::Label;

/// A printed figure with a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fact {
    /// Meaning of the figure according to its words.
    pub(super) label: Label,
    /// Amount without sign, in minor units; for a count, the number itself.
    pub(super) minor: i64,
    /// Sign printed beside the figure.
    pub(super) mark: Mark,
    /// Index of the row.
    pub(super) row: usize,
    /// Index of its column, if it is a cell of a table.
    pub(super) slot: Option<usize>,
    /// True if its words say that it carries a balance over to the next page.
    pub(super) carried: bool,
    /// True if its words stand above it.
    pub(super) is_below: bool,
    /// Date beside the figure.
    pub(super) day: Option<Form>,
    /// Number of transactions beside a total.
    pub(super) count: Option<i64>,
}

/// A figure outside the transactions whose words are unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unlabeled {
    /// Index of the row.
    pub(super) row: usize,
    /// Amount without sign, in minor units.
    pub(super) minor: i64,
    /// Sign printed beside the figure.
    pub(super) mark: Mark,
    /// Number beside it on a line without a day, such as that of the transactions it sums up.
    pub(super) count: Option<i64>,
}

/// All figures that one account prints.
pub(super) struct Account<'a> {
    /// Rows with figures, in printed order.
    pub(super) items: Vec<&'a Item>,
    /// For each item, true if it has a date, its own or one above or below it.
    pub(super) dated: Vec<bool>,
    /// For each item, true if it stands where the rows of its table stand.
    pub(super) near: Vec<bool>,
    /// True if the days only decrease, false if they only increase, `None` if that is unknown.
    pub(super) newest_first: Option<bool>,
    /// Labeled figures.
    pub(super) facts: Vec<Fact>,
    /// Other figures above the rows.
    pub(super) summary: Vec<i64>,
    /// Figures outside the transactions whose words are unknown, in the order of the page.
    pub(super) unlabeled: Vec<Unlabeled>,
    /// Index of the first of the items at the end that may be a summary: they have one figure and no day, and
    /// stand apart from the rows above.
    pub(super) tail: usize,
    /// All columns of the document.
    pub(super) slots: &'a [Slot],
    /// For each set of heads, the contents of its columns.
    pub(super) heads: &'a [Vec<Role>],
    /// All sections of the document.
    pub(super) parts: &'a [Part],
    /// Units of evidence that the statement is a card's, or against it if negative; see
    /// [`weights::KIND_WORD`].
    pub(super) card_words: i64,
}

impl Account<'_> {
    /// Returns the items outside excluded sections, whose rows are no transactions, so that their marks and
    /// columns say nothing about those of the transactions.
    pub(super) fn own_items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| self.is_own(item)).copied()
    }

    /// Returns the items that are transactions under a hypothesis.
    pub(super) fn transactions<'b>(&'b self, hypothesis: &Hypothesis) -> impl Iterator<Item = &'b Item> {
        let undated = hypothesis.undated;
        let has_day = move |at: usize| undated && self.dated[at] && self.near[at];
        let items =
            self.items.iter().enumerate().filter(|(_, item)| item.label.is_none() && self.is_own(item));
        items.filter(move |(at, item)| item.date.is_some() || has_day(*at)).map(|(_, item)| *item)
    }

    /// True if the item stands outside excluded sections.
    pub(super) fn is_own(&self, item: &Item) -> bool {
        self.parts[item.section].kind != Some(Section::Excluded)
    }

    /// Returns the same account with its first `count` items only.
    fn first(&self, count: usize) -> Self {
        Self {
            items: self.items[..count].to_vec(),
            dated: self.dated[..count].to_vec(),
            near: self.near[..count].to_vec(),
            facts: self.facts.clone(),
            summary: self.summary.clone(),
            unlabeled: self.unlabeled.clone(),
            ..*self
        }
    }
}

/// Interpretation of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Use {
    /// No amount of the account: a reference or a foreign amount.
    Nothing,
    /// Money in or out.
    Amount,
    /// Money in.
    In,
    /// Money out.
    Out,
    /// Balance after the row.
    Balance,
    /// Fee in addition to the amount.
    Fee,
}

/// Rule that gives an amount its sign.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Signs {
    /// Amounts with a minus or debit mark are money out, all others money in.
    MarkedOut,
    /// Amounts with a credit mark, a minus or a plus are money in, all others money out.
    MarkedIn,
    /// The section decides. The list has each section with an unknown heading, with true if it is money in.
    Sections(Vec<(usize, bool)>),
    /// The balances decide.
    Balances,
}

/// One way to read an account.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices, all of which are tried")]
pub(super) struct Hypothesis {
    /// Use of each column of the document.
    pub(super) uses: Vec<Use>,
    /// Sign convention.
    pub(super) signs: Signs,
    /// True if balances are amounts owed.
    pub(super) owed: bool,
    /// True if the newest row is printed first.
    pub(super) newest_first: bool,
    /// True if rows without a date of their own are transactions.
    pub(super) undated: bool,
    /// True if dated rows with the words of a total or balance are transactions.
    pub(super) labeled: bool,
    /// True if the rows from [`Account::tail`] on are transactions.
    pub(super) tail: bool,
}

impl Hypothesis {
    /// True if a figure of an item is in no column, or in one that is left out.
    pub(super) fn has_rest(&self, item: &Item) -> bool {
        item.has_rest || item.cells.iter().any(|cell| self.uses[cell.slot] == Use::Nothing && cell.minor != 0)
    }

    /// Returns a key that is the same for the same way to read another statement of the layout. The order of
    /// time is not part of it, because it may differ between statements.
    pub(super) fn key(&self) -> String {
        let letter = |one: &Use| match one {
            Use::Nothing => '-',
            Use::Amount => 'a',
            Use::In => 'i',
            Use::Out => 'o',
            Use::Balance => 'b',
            Use::Fee => 'f',
        };
        let uses: String = self.uses.iter().map(letter).collect();
        let signs = match &self.signs {
            Signs::MarkedOut => "marked-out".to_owned(),
            Signs::MarkedIn => "marked-in".to_owned(),
            Signs::Balances => "balances".to_owned(),
            Signs::Sections(unknown) => {
                let side =
                    |(section, is_in): &(usize, bool)| format!("{section}{}", if *is_in { '+' } else { '-' });
                format!("sections:{}", unknown.iter().map(side).collect::<Vec<_>>().join(","))
            }
        };
        let choices = [(self.owed, " owed"), (self.undated, " undated"), (self.labeled, " labeled")];
        let choices: String = choices.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        format!("{uses} {signs}{choices}")
    }
}

/// A row under one hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, all of which can be true at once")]
pub(super) struct ReadRow {
    /// Index of the item.
    pub(super) item: usize,
    /// Amount in minor units, positive for money in.
    pub(super) amount: i64,
    /// Balance printed beside the amount, from the account holder's side.
    pub(super) balance: Option<i64>,
    /// True if the print decides its sign: on the row, by its column, or by its section.
    pub(super) is_signed: bool,
    /// True if no figure of its column has a mark, so that only the convention decides its sign.
    pub(super) is_assumed: bool,
    /// True if only the lack of a mark gives its sign, or a mark against its column. Either may be misread.
    pub(super) is_doubtful: bool,
    /// True if it only states a balance.
    pub(super) is_balance: bool,
    /// True if it is a fee in addition to the amount of its row.
    pub(super) is_fee: bool,
    /// True if a figure of its row is in no column, or in one that is left out.
    pub(super) has_rest: bool,
}

/// Kind of a printed figure that the rows are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Printed {
    /// Balance beside a row.
    Balance,
    /// Opening balance.
    Opening,
    /// Closing balance.
    Closing,
    /// Total of money in.
    TotalIn,
    /// Total of money out.
    TotalOut,
    /// Sum below a column.
    Sum,
    /// Balance at the end of a day, in a list of daily balances.
    Daily,
    /// Sign beside an amount.
    Sign,
    /// Number of transactions.
    Count,
}

/// A printed figure that contradicts the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// Kind of the figure.
    pub(super) fact: Printed,
    /// Item beside the figure, if any.
    pub(super) item: Option<usize>,
    /// Last item before it that a balance proves, if any.
    pub(super) after: Option<usize>,
    /// Printed figure minus the figure that follows from the others.
    pub(super) difference: i64,
    /// True if all other balances agree without it.
    pub(super) alone: bool,
}

/// Numbers of printed figures of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Compared {
    /// Number of figures.
    pub(super) printed: usize,
    /// Number of figures that agree with the rows.
    pub(super) holding: usize,
}

/// A hypothesis and its agreement with the page.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) hypothesis: Hypothesis,
    /// Transactions, oldest first, without rows that only state a balance.
    pub(super) read_rows: Vec<ReadRow>,
    pub(super) opening: Option<i64>,
    pub(super) closing: Option<i64>,
    /// True for the opening and the closing balance if it is printed rather than derived from the rows.
    pub(super) are_printed: (bool, bool),
    /// Number of printed figures that follow from the rows.
    pub(super) explained: usize,
    pub(super) contradictions: Vec<Contradiction>,
    /// Opening and closing balances that are printed again.
    pub(super) other_ends: Compared,
    /// Totals and sums that are compared, other than the first total of each direction.
    pub(super) sums: Compared,
    /// Number of rows whose sign nothing decides.
    pub(super) undecided: usize,
    /// True if every row lies between two figures that prove it.
    pub(super) covered: bool,
    /// True if it reads a column against its head.
    pub(super) overrules: bool,
    /// True if it leaves out the rows of a further table.
    pub(super) leaves_rows: bool,
    /// Weight of the words and column heads in favor of the reading.
    pub(super) words: i64,
}

impl Reading {
    /// Returns the score by which readings are compared.
    pub(super) fn score(&self) -> i64 {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 10_000);
        let covered = if self.covered { weights::COVERED } else { 0 };
        self.facts() + count(self.undecided) * weights::UNDECIDED_SIGN + self.words + covered
    }

    /// Returns the part of the score that printed figures decide. A wrong count contradicts any reading, but
    /// prefers none: with all signs turned, it could be the count of something else.
    pub(super) fn facts(&self) -> i64 {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 10_000);
        let contradictions = self.contradictions.iter().filter(|one| one.fact != Printed::Count).count();
        count(self.explained) * weights::HOLDS + count(contradictions) * weights::CONTRADICTS
    }

    /// True if two readings differ in a row or a sign. Rows of zero, such as totals of nothing, are no
    /// difference.
    pub(super) fn differs(&self, other: &Self) -> bool {
        let rows = |reading: &Self| -> Vec<(usize, i64)> {
            let rows = reading.read_rows.iter().map(|it| (it.item, it.amount));
            let mut rows: Vec<(usize, i64)> = rows.filter(|(_, amount)| *amount != 0).collect();
            rows.sort_unstable();
            rows
        };
        rows(self) != rows(other)
    }
}

/// Largest number of readings compared in full. The others are already worse on the first rows.
const FULL_MAX: usize = 40;
/// Number of rows in the first comparison.
const FIRST_ROWS: usize = 250;
/// Largest number of columns of which every use is tried.
const COLUMNS_MAX: usize = 5;

/// Largest number of tables at the end of an account that may be left out.
const LAST_TABLES_MAX: usize = 3;

/// Returns all readings worth comparing, the best first.
pub(super) fn readings(account: &Account<'_>, work_max: usize) -> Vec<Reading> {
    let mut found = of_all_items(account, work_max);
    // A further table, below the rows that lead to the closing balance, may list something else.
    let has_closing = account.facts.iter().any(|fact| fact.label == Label::Closing);
    let is_poor = |best: &Reading| !best.contradictions.is_empty() || best.explained == 0 && has_closing;
    let is_broken = |found: &[Reading]| found.first().is_some_and(is_poor);
    let starts = (1..account.items.len()).rev();
    let is_after_closing = |at: usize| {
        let (above, own) = (account.items[at - 1], account.items[at]);
        above.label == Some(Label::Closing) && above.section != own.section
    };
    let starts =
        starts.filter(|at| account.items[*at].block != account.items[at - 1].block || is_after_closing(*at));
    for start in starts.take(LAST_TABLES_MAX) {
        if !is_broken(&found) {
            break;
        }
        let mut cut: Vec<Reading> = of_uses(&account.first(start), false, work_max);
        let is_closed = |one: &Reading| {
            one.are_printed.1 && one.contradictions.iter().all(|one| one.fact != Printed::Closing)
        };
        cut.retain(|one| is_closed(one) && found.first().is_none_or(|best| one.facts() > best.facts()));
        // A summary with a closing balance may stand above the transactions, too.
        let is_most = start * 2 > account.items.len();
        for one in &mut cut {
            one.leaves_rows = !(is_most && is_after_closing(start));
        }
        found.extend(cut);
        sort(&mut found);
    }
    if let Some(with_balances) = found.first().and_then(|best| with_balances(account, best)) {
        found.insert(0, with_balances);
    }
    found
}

/// Number of balances that must hold for each that does not, in a column that may hold something else.
const CONTRADICTIONS_OF_BALANCES: usize = 2;

/// Returns the reading that also compares a column without a head which the best one leaves out, if some of
/// its figures are balances after their rows. The others are then wrong, and no other figures.
fn with_balances(account: &Account<'_>, best: &Reading) -> Option<Reading> {
    let uses = &best.hypothesis.uses;
    if !best.contradictions.is_empty() || uses.contains(&Use::Balance) {
        return None;
    }
    let is_free = |slot: &usize| {
        uses[*slot] == Use::Nothing && account.slots[*slot].role.is_none_or(|role| !role.is_money())
    };
    let filled: BTreeSet<usize> =
        account.items.iter().flat_map(|item| item.cells.iter().map(|cell| cell.slot)).collect();
    filled.into_iter().filter(is_free).take(COLUMNS_MAX).find_map(|slot| {
        let mut hypothesis = best.hypothesis.clone();
        hypothesis.uses[slot] = Use::Balance;
        let is_one = |other: &Reading| {
            other.explained > best.explained + CONTRADICTIONS_OF_BALANCES * other.contradictions.len()
        };
        Some(read(account, hypothesis)).filter(is_one)
    })
}

fn of_all_items(account: &Account<'_>, work_max: usize) -> Vec<Reading> {
    let mut found = of_uses(account, false, work_max);
    let is_sound = |reading: &Reading| reading.contradictions.is_empty() && reading.explained > 0;
    if !found.first().is_some_and(is_sound) {
        // Heads are overruled only if all printed figures then agree.
        let known: FxHashSet<Vec<Use>> = use_sets(account, false).into_iter().collect();
        let mut free: Vec<Reading> =
            of_uses(account, true, work_max / 8).into_iter().filter(is_sound).collect();
        for one in &mut free {
            one.overrules = !known.contains(&one.hypothesis.uses) && !is_proved_by_each(account, one);
        }
        found.extend(free);
        sort(&mut found);
    }
    found
}

/// Smallest number of rows with balances that prove the uses of columns against their heads.
const PROVING_ROWS: usize = 3;

/// True if every row has a balance that holds, and an opening balance precedes the first one. Amounts owed
/// prove nothing: with all signs turned, they hold too. Nor do balances prove signs against the heads: one of
/// the two is wrong.
fn is_proved_by_each(account: &Account<'_>, reading: &Reading) -> bool {
    let rows = &reading.read_rows;
    let is_turned = |(slot, used): (&Slot, &Use)| {
        matches!((slot.role, used), (Some(Role::In), Use::Out) | (Some(Role::Out), Use::In))
    };
    rows.len() >= PROVING_ROWS
        && reading.hypothesis.signs != Signs::Balances
        && !account.slots.iter().zip(&reading.hypothesis.uses).any(is_turned)
        && !reading.hypothesis.owed
        && account.card_words <= 0
        && rows.iter().all(|one| one.balance.is_some())
        && reading.explained >= rows.len()
        && reading.are_printed.0
        && reading.covered
}

fn sort(found: &mut [Reading]) {
    found.sort_by_key(|reading| std::cmp::Reverse(reading.score()));
}

fn of_uses(account: &Account<'_>, free: bool, work_max: usize) -> Vec<Reading> {
    let mut all = hypotheses(account, free);
    let rows = account.items.len().clamp(1, FIRST_ROWS);
    all.truncate((work_max / rows).max(FULL_MAX));
    if account.items.len() > FIRST_ROWS && all.len() > FULL_MAX {
        let first = Account { facts: Vec::new(), summary: Vec::new(), ..account.first(FIRST_ROWS) };
        let mut tried: Vec<(i64, Hypothesis)> = Vec::new();
        for one in all {
            let reading = read(&first, one);
            tried.push((reading.score(), reading.hypothesis));
        }
        tried.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        all = tried.into_iter().take(FULL_MAX).map(|(_, one)| one).collect();
    }
    let mut kept = Kept::default();
    for one in all {
        kept.add(read(account, one));
    }
    kept.best()
}

/// The readings that may be the best one or as good, so far. A reading is left out if another one has both a
/// higher score and more facts. The rows of all readings of a long statement would take most of the memory.
#[derive(Default)]
struct Kept {
    readings: Vec<Scored>,
}

/// A reading with its score and its facts, because they are compared with those of many others.
struct Scored {
    score: i64,
    facts: i64,
    reading: Reading,
}

impl Scored {
    fn is_worse(&self, other: &Self) -> bool {
        self.score <= other.score && self.facts < other.facts
    }
}

/// Largest number of readings that are kept before the worst of them are left out.
const KEPT_MAX: usize = 8 * FULL_MAX;

impl Kept {
    fn add(&mut self, reading: Reading) {
        let one = Scored { score: reading.score(), facts: reading.facts(), reading };
        if one.reading.read_rows.is_empty() || self.readings.iter().any(|other| one.is_worse(other)) {
            return;
        }
        self.readings.retain(|other| !other.is_worse(&one));
        self.readings.push(one);
        if self.readings.len() > KEPT_MAX {
            self.sort();
            self.readings.truncate(FULL_MAX);
        }
    }

    fn best(mut self) -> Vec<Reading> {
        self.sort();
        self.readings.into_iter().take(FULL_MAX).map(|one| one.reading).collect()
    }

    fn sort(&mut self) {
        self.readings.sort_by_key(|one| std::cmp::Reverse(one.score));
    }
}

/// Largest number of combinations of column uses that are tried.
const SETS_MAX: usize = 600;

/// Returns all plausible combinations of column uses.
fn use_sets(account: &Account<'_>, free: bool) -> Vec<Vec<Use>> {
    let used: BTreeSet<usize> =
        account.items.iter().flat_map(|item| item.cells.iter().map(|cell| cell.slot)).collect();
    let used: Vec<usize> = used.into_iter().collect();
    let mut sets: Vec<Vec<Use>> = vec![vec![Use::Nothing; account.slots.len()]];
    let is_headless = |slot: &&usize| account.slots[**slot].role.is_none_or(|role| !role.is_money());
    let headless = used.iter().filter(is_headless).count();
    let is_empty = |slot: usize| {
        let mut cells = account.items.iter().flat_map(|item| &item.cells).filter(|cell| cell.slot == slot);
        headless > 0 && cells.all(|cell| cell.minor == 0)
    };
    for (position, slot) in used.iter().enumerate() {
        let has_role = account.slots[*slot].role.is_some_and(Role::is_money);
        if !has_role && is_empty(*slot) {
            continue;
        }
        let choices = choices(account, *slot, free && position < COLUMNS_MAX, headless <= COLUMNS_MAX);
        let with = |set: &Vec<Use>, one: Use| {
            let mut set = set.clone();
            set[*slot] = one;
            set
        };
        sets = sets.iter().flat_map(|set| choices.iter().map(move |one| with(set, *one))).collect();
        sets.truncate(SETS_MAX);
    }
    sets.retain(|set| {
        is_plausible(account, set, &used) && used.iter().all(|slot| is_labeled(account, set, *slot))
    });
    sets
}

/// Returns the possible uses of a column.
fn choices(account: &Account<'_>, slot: usize, is_free: bool, all: bool) -> &'static [Use] {
    let own = account.slots[slot];
    let heads = account.heads.get(own.form).map_or(&[][..], Vec::as_slice);
    let has = |role: Role| heads.contains(&role);
    let is_original = has(Role::In) && has(Role::Out);
    let is_alone = has(Role::In) != has(Role::Out) && !has(Role::Amount);
    match own.role {
        // Beside the amount, a lone column of one direction holds something else.
        Some(Role::In | Role::Out) if is_beside_amounts(heads) && !is_free => &[Use::Nothing, Use::Fee],
        Some(Role::In) if is_alone && !is_free => &[Use::In, Use::Amount],
        Some(Role::Out) if is_alone && !is_free => &[Use::Out, Use::Amount],
        // Beside a column for each direction, this one holds the amount in another currency or the balance.
        Some(Role::Amount) if is_original && !is_free => &[Use::Nothing, Use::Amount, Use::Balance],
        role => uses_of(role, is_free, all),
    }
}

/// True if heads name the amount and only one of the two directions.
fn is_beside_amounts(heads: &[Role]) -> bool {
    let has = |role: Role| heads.contains(&role);
    has(Role::Amount) && has(Role::In) != has(Role::Out)
}

fn hypotheses(account: &Account<'_>, free: bool) -> Vec<Hypothesis> {
    let sets = use_sets(account, free);
    let unknown = unknown_sections(account);
    let has_undated = account.items.iter().any(|item| item.date.is_none() && item.label.is_none());
    let has_total = account.items.iter().any(|item| item.date.is_none() && item.label == Some(Label::Total));
    let has_tail = account.tail < account.items.len();
    let has_labeled = account.items.iter().any(|item| item.label.is_some());
    let either = |both: bool| if both { &[true, false][..] } else { &[true][..] };
    let orders: Vec<bool> = account.newest_first.map_or_else(|| vec![false, true], |known| vec![known]);
    let mut all = Vec::new();
    for uses in sets {
        for signs in conventions(&uses, &unknown) {
            for (owed, newest_first) in
                [false, true].into_iter().flat_map(|owed| orders.iter().map(move |newest| (owed, *newest)))
            {
                for facts in either(has_labeled) {
                    for undated in either(has_undated || has_total && !facts) {
                        for tail in either(has_tail && *undated) {
                            all.push(Hypothesis {
                                uses: uses.clone(),
                                signs: signs.clone(),
                                owed,
                                newest_first,
                                undated: *undated,
                                labeled: !facts,
                                tail: *tail,
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// Returns the sign conventions that the uses of columns allow.
fn conventions(uses: &[Use], unknown: &[Vec<(usize, bool)>]) -> Vec<Signs> {
    if !uses.contains(&Use::Amount) {
        return vec![Signs::MarkedOut];
    }
    let mut signs = vec![Signs::MarkedOut, Signs::MarkedIn];
    signs.extend(unknown.iter().cloned().map(Signs::Sections));
    if uses.contains(&Use::Balance) {
        signs.push(Signs::Balances);
    }
    signs
}

fn uses_of(role: Option<Role>, free: bool, all: bool) -> &'static [Use] {
    match role {
        Some(role) if role.is_money() && !free => match role {
            Role::In => &[Use::In],
            Role::Out => &[Use::Out],
            Role::Amount => &[Use::Amount],
            Role::Balance => &[Use::Balance],
            _ => &[Use::Fee, Use::Nothing],
        },
        _ if all => &[Use::Nothing, Use::Amount, Use::Balance, Use::In, Use::Out],
        _ => &[Use::Nothing],
    }
}

/// True if the uses include amounts, in one column or in one for each direction.
fn is_plausible(account: &Account<'_>, set: &[Use], used: &[usize]) -> bool {
    let forms: BTreeSet<usize> = used.iter().map(|slot| account.slots[*slot].form).collect();
    let mut any = false;
    for form in forms {
        let own = || used.iter().filter(|slot| account.slots[**slot].form == form).map(|slot| set[*slot]);
        let count = |wanted: Use| own().filter(|one| *one == wanted).count();
        let heads_of = |role: Role| {
            used.iter()
                .filter(|slot| account.slots[**slot].form == form && account.slots[**slot].role == Some(role))
                .count()
        };
        let (amounts, ins, outs) = (count(Use::Amount), count(Use::In), count(Use::Out));
        if amounts > 1
            && amounts > used.iter().filter(|slot| account.slots[**slot].role == Some(Role::Amount)).count()
            || ins > heads_of(Role::In).max(1)
            || outs > heads_of(Role::Out).max(1)
            || amounts > 0 && ins + outs > 0
        {
            return false;
        }
        any |= amounts + ins + outs > 0;
    }
    any
}

/// True if a column whose head names money in, money out or a balance is used. Such figures are never
/// ignored.
fn is_labeled(account: &Account<'_>, set: &[Use], slot: usize) -> bool {
    let head = account.slots[slot].role;
    let heads = account.heads.get(account.slots[slot].form).map_or(&[][..], Vec::as_slice);
    let is_beside = matches!(head, Some(Role::In | Role::Out)) && is_beside_amounts(heads);
    set[slot] != Use::Nothing || is_beside || !matches!(head, Some(Role::In | Role::Out | Role::Balance))
}

/// Reads an account under one hypothesis and weighs the printed figures against it.
fn read(account: &Account<'_>, hypothesis: Hypothesis) -> Reading {
    let usual = usual_marks(account, &hypothesis);
    let mut read_rows: Vec<ReadRow> = Vec::new();
    let mut unread = 0;
    for index in 0..account.items.len() {
        let before = read_rows.len();
        read_rows_of(account, &hypothesis, &usual, index, &mut read_rows);
        let item = account.items[index];
        unread += usize::from(before == read_rows.len() && item.date.is_some() && item.label.is_none());
    }
    if !has_marks(account, &hypothesis) {
        for one in &mut read_rows {
            one.is_assumed = !one.is_balance;
        }
    }
    for slot in lone_directions(account, &hypothesis) {
        let is_there = |one: &ReadRow| account.items[one.item].cells.iter().any(|cell| cell.slot == slot);
        read_rows.iter_mut().filter(|one| is_there(one)).for_each(|one| one.is_assumed = !one.is_balance);
    }
    if hypothesis.newest_first {
        // The sort is stable, so a fee stays behind the amount of its row.
        read_rows.sort_by_key(|one| std::cmp::Reverse(one.item));
    }
    let mut reading = Reading {
        words: words(account, &hypothesis) + i64::try_from(unread).unwrap_or(0) * weights::UNREAD_ROW,
        hypothesis,
        read_rows: Vec::new(),
        opening: None,
        closing: None,
        are_printed: (false, false),
        explained: 0,
        contradictions: Vec::new(),
        other_ends: Compared::default(),
        sums: Compared::default(),
        undecided: 0,
        covered: false,
        overrules: false,
        leaves_rows: false,
    };
    super::evidence::weigh(account, read_rows, &mut reading);
    let (outs, ins) = (
        reading.read_rows.iter().filter(|it| it.amount < 0).count(),
        reading.read_rows.iter().filter(|it| it.amount > 0).count(),
    );
    if outs > ins {
        reading.words += weights::MOSTLY_OUT;
    }
    reading
}

/// Returns the columns without a head that are read as one of a single direction and have one figure: no
/// other row shows their direction.
fn lone_directions(account: &Account<'_>, hypothesis: &Hypothesis) -> Vec<usize> {
    let is_headless = |slot: &usize| {
        matches!(hypothesis.uses[*slot], Use::In | Use::Out) && account.slots[*slot].role.is_none()
    };
    let figures = |slot: usize| {
        let cells = account.own_items().flat_map(|item| &item.cells);
        cells.filter(|cell| cell.slot == slot && cell.minor != 0).count()
    };
    (0..account.slots.len()).filter(is_headless).filter(|slot| figures(*slot) == 1).collect()
}

/// True if a mark on some amount shows which convention the print follows, or if the convention needs none.
fn has_marks(account: &Account<'_>, hypothesis: &Hypothesis) -> bool {
    let cells = account.transactions(hypothesis).flat_map(|item| &item.cells);
    let mut own =
        cells.filter(|cell| hypothesis.uses[cell.slot] == Use::Amount && cell.minor != 0).peekable();
    !matches!(hypothesis.signs, Signs::MarkedOut | Signs::MarkedIn)
        || own.peek().is_none()
        || own.any(|cell| cell.mark != Mark::None)
}

//! Stages 5 and 6: the verdict on the best reading of each account, and the draft of it.

use chrono::NaiveDate;
use saldo_domain::{AccountDraft, Currency, EntryDraft, Money, Outcome, ReadBy, StatementDraft};

use super::accounts::{Days, Extent, days, extents, facts};
use super::table::{Item, Table};
use super::tokens::Tokens;
use super::weigh::{Account, Contradiction, Fact, Reading, Use, readings};
use super::{Alternative, Explained, Place, Source, Verdict, currency, weights};
use crate::read::account::{self, PeriodForm};
use crate::read::amount::Mark;
use crate::read::calendar::{Clues, decide, is_outside, period};
use crate::read::date::{Calendar, Form};
use crate::read::heads::Section;
use crate::read::labels::Label;
use crate::read::rows::Row;
use crate::read::stated::{is_reiwa, stated};
use crate::read::{ReadHints, describe};

/// Reads all accounts of a document; `None` when none has an entry.
pub(super) fn statement(
    tokens: &Tokens,
    table: &Table,
    (currency, currency_source): (Currency, Source),
    hints: &ReadHints,
    pages: u32,
) -> Option<Explained> {
    let rows = &tokens.rows;
    let facts = facts(tokens, table, currency);
    let periods = account::periods(rows);
    let calendar = calendar(tokens, table, &periods, hints.today, currency);
    let has_own_year = self::calendar(tokens, table, &periods, None, currency).end.is_some();
    let is_entry = |item: &&Item| item.date.is_some() && !item.cells.is_empty();
    let first = table.items.iter().filter(is_entry).map(|item| item.row).min().unwrap_or(rows.len());
    let last = table.items.iter().filter(is_entry).map(|item| item.row).max().unwrap_or(0);
    let around = rows.iter().enumerate().filter(|(index, _)| {
        !(first..=last).contains(index) || rows[*index].dates.is_empty() && rows[*index].figures.is_empty()
    });
    let is_card = account::is_card(around.map(|(_, row)| row));
    let document = Whole {
        tokens,
        table,
        facts: &facts,
        periods: &periods,
        calendar,
        currency,
        currency_source,
        is_card,
        has_own_year,
    };
    let mut read: Vec<(Extent, Read)> = Vec::new();
    for extent in extents(tokens, table, &facts, &periods) {
        let own = document.account(&extent);
        let before = read.last().map(|(before, _)| before.rows.start);
        let joined = before.map(|start| Extent { rows: start..extent.rows.end, joins: false });
        if let (Some(joined), true) = (joined, extent.joins || own.is_none()) {
            let whole = document.account(&joined);
            let apart = read.last().map_or(0, |(_, one)| one.facts) + own.as_ref().map_or(0, |one| one.facts);
            if let Some(whole) = whole.filter(|whole| {
                whole.facts >= apart || whole.verdict.contradictions.is_empty() || own.is_none()
            }) {
                read.pop();
                read.push((joined, whole));
                continue;
            }
        }
        read.extend(own.map(|own| (extent, own)));
    }
    let read: Vec<Read> = read.into_iter().map(|(_, one)| one).collect();
    let owed = read.iter().any(|one| one.owed);
    let (accounts, verdicts): (Vec<AccountDraft>, Vec<Verdict>) =
        read.into_iter().map(|one| (one.draft, one.verdict)).unzip();
    if accounts.is_empty() {
        return None;
    }
    let (kind, _) = account::kind(rows, is_card || owed);
    let draft = StatementDraft {
        kind,
        institution: account::institution(rows),
        read_by: ReadBy::Layout,
        pages,
        accounts,
    };
    Some(Explained { draft, verdicts })
}

fn calendar(
    tokens: &Tokens,
    table: &Table,
    periods: &[PeriodForm],
    today: Option<NaiveDate>,
    currency: Currency,
) -> Calendar {
    let own = table.items.iter().filter(|item| table.parts[item.section].kind != Some(Section::Excluded));
    let forms: Vec<Form> = own.filter_map(|item| item.date).collect();
    let headings = || table.days.iter().map(|(_, form)| *form).collect();
    let forms = if forms.is_empty() { headings() } else { forms };
    let in_table: Vec<Option<usize>> = tokens
        .rows
        .iter()
        .map(|row| (!row.dates.is_empty() && row.figures.iter().any(|figure| figure.strong)).then_some(0))
        .collect();
    let is_thai = |c: char| matches!(c, '\u{e01}'..='\u{e3a}');
    decide(&Clues {
        rows: &forms,
        periods,
        stated: &stated(&tokens.rows, &in_table),
        lone_year: account::lone_year(&tokens.rows),
        today,
        prefers_month_first: !crate::read::has_dots(&tokens.rows) && matches!(currency.code(), "USD" | "PHP"),
        is_reiwa: is_reiwa(&tokens.rows),
        is_thai: tokens.rows.iter().any(|row| row.line.words.iter().any(|word| word.text.contains(is_thai))),
    })
}

/// An account as read.
struct Read {
    draft: AccountDraft,
    verdict: Verdict,
    /// Whether its balances say what is owed.
    owed: bool,
    /// The weight of the printed figures for and against it.
    facts: i64,
}

/// What the accounts of a document share.
#[derive(Clone, Copy)]
struct Whole<'a> {
    tokens: &'a Tokens,
    table: &'a Table,
    facts: &'a [Fact],
    periods: &'a [PeriodForm],
    calendar: Calendar,
    currency: Currency,
    currency_source: Source,
    is_card: bool,
    /// Whether the page says something of the year, so that it is not guessed from today.
    has_own_year: bool,
}

impl Whole<'_> {
    fn account(&self, extent: &Extent) -> Option<Read> {
        let is_whole = extent.rows.len() == self.tokens.rows.len();
        let own = &self.tokens.rows[extent.rows.clone()];
        let document = (self.currency, self.currency_source);
        let (currency, currency_source) = if is_whole { document } else { currency::account(own, document) };
        Self { currency, currency_source, ..*self }.account_in_currency(extent)
    }

    fn account_in_currency(&self, extent: &Extent) -> Option<Read> {
        let money = |minor: i64| Money::from_minor(minor, self.currency);
        let mut own: Vec<Item> =
            self.table.items.iter().filter(|item| extent.rows.contains(&item.row)).cloned().collect();
        label_sums(&mut own);
        let items: Vec<&Item> = own.iter().collect();
        let days = days(self.tokens, self.table, &items, extent);
        let facts: Vec<Fact> =
            self.facts.iter().filter(|fact| extent.rows.contains(&fact.row)).copied().collect();
        let own_facts = by_place(&items, self.outside_entries(&items, facts));
        let card_words = if self.is_card { weights::KIND_WORDS_MAX } else { -1 };
        let account = Account {
            dated: days.forms.iter().map(Option::is_some).collect(),
            near: days.near.clone(),
            items,
            facts: own_facts,
            summary: self.summary(extent),
            slots: &self.table.slots,
            parts: &self.table.parts,
            card_words,
        };
        let all = readings(&account);
        if std::env::var("SALDO_DEBUG").is_ok() {
            eprintln!("EXTENT {:?} joins {} facts {:?}", extent.rows, extent.joins, account.facts);
            for (at, slot) in account.slots.iter().enumerate() { eprintln!("  slot {at} {slot:?}"); }
            for (at, item) in account.items.iter().enumerate().take(90) { eprintln!("  item {at} row {} {:?} dated {} near {} cells {:?} loose {:?} sec {} {:?} | {}", item.row, item.date, account.dated[at], account.near[at], item.cells.iter().map(|c| (c.slot, c.minor, c.mark)).collect::<Vec<_>>(), item.loose, item.section, item.label, self.tokens.rows[item.row].line.words.iter().map(|w| format!("{}@{:.0}-{:.0}", w.text, w.x0, w.x1)).collect::<Vec<_>>().join(" ")); }
            for reading in all.iter().take(4) { eprintln!("  READING score {} facts {} words {} explained {} undecided {} covered {} n {} {:?} contradictions {:?} open {:?} close {:?}", reading.score(), reading.facts(), reading.words, reading.explained, reading.undecided, reading.covered, reading.moves.len(), reading.hypothesis, reading.contradictions, reading.opening, reading.closing); }
        }
        let best = all.first()?;
        let rows = &self.tokens.rows[extent.rows.clone()];
        let own: Vec<PeriodForm> =
            self.periods.iter().filter(|period| extent.rows.contains(&period.row)).copied().collect();
        let printed_period = period(&self.calendar, &own).or_else(|| period(&self.calendar, self.periods));
        let calendar = match printed_period {
            Some((start, end)) => Calendar { start: Some(start), end: Some(end), ..self.calendar },
            None => self.calendar,
        };
        let entries = self.entries(&account, best, &days, &calendar)?;
        let (_, kind) = account::kind(rows, best.hypothesis.owed);
        let verdict = self.verdict(&account, &all, (&entries, &days), (printed_period, &calendar));
        let draft = AccountDraft {
            number: account::number(rows).or_else(|| account::number(&self.tokens.rows)),
            name: None,
            kind,
            currency: self.currency,
            period_start: printed_period.map(|(start, _)| start),
            period_end: printed_period.map(|(_, end)| end),
            opening_balance: best.opening.map(money),
            closing_balance: best.closing.map(money),
            closing_on: None,
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
            printed_total_in: None,
            printed_total_out: None,
            printed_count: None,
        };
        Some(Read { draft, verdict, owed: best.hypothesis.owed, facts: best.facts() })
    }

    /// Figures above the first entry, where summaries stand.
    fn summary(&self, extent: &Extent) -> Vec<i64> {
        let first =
            self.table.items.iter().find(|item| extent.rows.contains(&item.row) && item.date.is_some());
        let end = first.map_or(extent.rows.end, |item| item.row);
        let figures = self.tokens.rows[extent.rows.start..end].iter().flat_map(|row| &row.figures);
        let strong = figures.filter(|figure| figure.strong);
        strong.filter_map(|figure| figure.minor(self.tokens.style, self.currency.digits())).collect()
    }

    /// Figures with a label that are no cells of rows that are entries anyway.
    fn outside_entries(&self, items: &[&Item], facts: Vec<Fact>) -> Vec<Fact> {
        let is_entry = |row: usize| {
            items.iter().any(|item| {
                item.row == row
                    && (item.label.is_none() && item.date.is_some() && !item.cells.is_empty())
                    && self.table.parts[item.section].kind != Some(Section::Excluded)
            })
        };
        // what is not booked is in no total
        let is_excluded = |fact: &Fact| {
            matches!(fact.label, Label::TotalIn | Label::TotalOut)
                && items.iter().any(|item| {
                    item.row == fact.row && self.table.parts[item.section].kind == Some(Section::Excluded)
                })
        };
        facts.into_iter().filter(|fact| !is_entry(fact.row) && !is_excluded(fact)).collect()
    }

    /// The entries in printed order, with the index of their item.
    fn entries(
        &self,
        account: &Account<'_>,
        reading: &Reading,
        days: &Days,
        calendar: &Calendar,
    ) -> Option<Vec<(usize, EntryDraft)>> {
        let resolve = |form: Option<Form>| form.and_then(|form| calendar.resolve(form));
        let mut entries = Vec::new();
        for one in &reading.moves {
            let item = account.items[one.item];
            let date = resolve(days.forms[one.item])?;
            let cells: Vec<usize> = item.cells.iter().map(|cell| cell.figure).collect();
            let row = &self.tokens.rows[item.row];
            let description = row.description_between(item.span.0, item.span.1, &cells);
            entries.push((
                one.item,
                EntryDraft {
                    date,
                    value_date: resolve(item.value_date),
                    description,
                    amount: Money::from_minor(one.amount, self.currency),
                    balance: one.balance.map(|minor| Money::from_minor(minor, self.currency)),
                    place: Some(place_of(row)),
                },
            ));
        }
        if reading.hypothesis.newest_first {
            entries.reverse();
        }
        Some(entries)
    }

    fn verdict(
        &self,
        account: &Account<'_>,
        all: &[Reading],
        (entries, days): (&[(usize, EntryDraft)], &Days),
        (printed_period, calendar): (Option<(NaiveDate, NaiveDate)>, &Calendar),
    ) -> Verdict {
        let best = &all[0];
        let rivals: Vec<&Reading> = all
            .iter()
            .skip(1)
            .filter(|other| {
                other.facts() >= best.facts()
                    && other.undecided <= best.undecided
                    && best.words - other.words < weights::DECISIVE
                    && other.differs(best)
            })
            .collect();
        let has_year = account.items.iter().all(|item| item.date.is_none_or(|form| form.year().is_some()));
        let is_stated = printed_period.is_some() || self.has_own_year && !calendar.doubtful;
        let outside = printed_period.is_some_and(|period| {
            entries.iter().any(|(_, entry)| is_outside(entry.date, period, chrono::Days::new(45)))
        });
        let year = if has_year { Source::Printed } else { Source::Inferred };
        let doubtful = !rivals.is_empty() || best.undecided > 0 || days.doubtful || (!has_year && !is_stated);
        let proven = best.explained > 0 && best.covered;
        let outcome = if !best.contradictions.is_empty() || outside {
            Outcome::Unbalanced
        } else if proven && !doubtful {
            Outcome::Balanced
        } else {
            Outcome::Unchecked
        };
        let mut contradictions: Vec<Place> =
            best.contradictions.iter().map(|one| self.place(one, entries)).collect();
        if outside {
            contradictions.push(Place {
                entry: entries.iter().position(|(_, entry)| {
                    printed_period.is_some_and(|period| is_outside(entry.date, period, chrono::Days::new(45)))
                }),
                difference: Money::from_minor(0, self.currency),
                message: "The dates of some rows are outside the printed period. Check the years.".to_owned(),
            });
        }
        let alternatives = rivals.iter().take(2).map(|other| self.alternative(best, other)).collect();
        let signs =
            if best.moves.iter().all(|one| one.is_signed) { Source::Printed } else { Source::Inferred };
        Verdict {
            outcome,
            explained: best.explained,
            contradictions,
            alternatives,
            currency: self.currency_source,
            year,
            signs,
        }
    }

    fn place(&self, one: &Contradiction, entries: &[(usize, EntryDraft)]) -> Place {
        let entry = one.item.and_then(|item| entries.iter().rposition(|(own, _)| *own <= item));
        let difference = Money::from_minor(one.difference, self.currency);
        let off = Money::from_minor(one.difference.saturating_abs(), self.currency).decimal();
        let way = if one.difference > 0 { "high" } else { "low" };
        let row = entry.map_or_else(String::new, |entry| format!(" beside row {}", entry + 1));
        let message = match (one.fact, one.alone) {
            (Label::Balance, true) => {
                format!("The balance printed{row} is {off} too {way}; all else adds up.")
            }
            (Label::Balance, false) => {
                format!("The balance printed{row} moves by {off} that no row explains.")
            }
            (Label::Opening, _) => format!("A second opening balance differs by {off}."),
            (Label::Closing, _) => format!("The closing balance is {off} too {way}."),
            (Label::TotalIn, _) => format!("The printed total of money in is {off} too {way}."),
            (Label::TotalOut, _) => format!("The printed total of money out is {off} too {way}."),
            (Label::Count | Label::Total, _) => format!("A printed total is {off} too {way}."),
        };
        Place { entry, difference, message }
    }

    fn alternative(&self, best: &Reading, other: &Reading) -> Alternative {
        let message = if other.hypothesis.owed != best.hypothesis.owed {
            let (one, two) = if best.hypothesis.owed {
                ("money spent", "money received")
            } else {
                ("money received", "money spent")
            };
            format!("Amounts without a sign may be {two} instead of {one}.")
        } else if other.hypothesis.uses != best.hypothesis.uses {
            let changed =
                best.hypothesis.uses.iter().zip(&other.hypothesis.uses).filter(|(a, b)| a != b).count();
            let balance = other.hypothesis.uses.contains(&Use::Balance);
            format!(
                "{changed} columns may hold something else{}.",
                if balance { "" } else { ", and none the balance" }
            )
        } else {
            "The signs of some rows may be the other way.".to_owned()
        };
        let amounts = other.moves.iter().map(|one| Money::from_minor(one.amount, self.currency)).collect();
        Alternative { message, amounts }
    }
}

/// The box around a row.
fn place_of(row: &Row) -> saldo_domain::Place {
    let line = &row.line;
    let (top, bottom) = (line.baseline - line.size, line.baseline + line.size * 0.25);
    saldo_domain::Place {
        page: line.page,
        x: describe::hundredths(line.x0()),
        y: describe::hundredths(top),
        width: describe::hundredths(line.x1() - line.x0()),
        height: describe::hundredths(bottom - top),
    }
}

/// A balance whose words do not say which one it is: before all entries it is the opening one, after them the closing one.
fn by_place(items: &[&Item], mut facts: Vec<Fact>) -> Vec<Fact> {
    let is_entry = |item: &&&Item| item.label.is_none() && item.date.is_some() && !item.cells.is_empty();
    let rows = || items.iter().filter(is_entry).map(|item| item.row);
    let (Some(first), Some(last)) = (rows().min(), rows().max()) else { return facts };
    for (label, is_there) in [(Label::Opening, first), (Label::Closing, last)] {
        if facts.iter().any(|fact| fact.label == label) {
            continue;
        }
        let fits = |fact: &&mut Fact| {
            fact.label == Label::Balance
                && if label == Label::Opening { fact.row < is_there } else { fact.row > is_there }
        };
        if let Some(fact) = facts.iter_mut().find(fits) {
            fact.label = label;
        }
    }
    facts
}

/// Rows that a sum is made of, at least.
const SUMMED_MIN: usize = 2;

/// The rows of one column above a row.
#[derive(Default)]
struct Above {
    magnitudes: i64,
    signed: i64,
    rows: usize,
}

/// Labels rows without a date whose figure is the sum of all rows above it: a total, in whatever words.
fn label_sums(items: &mut [Item]) {
    let mut above: std::collections::BTreeMap<usize, Above> = std::collections::BTreeMap::new();
    for item in items.iter_mut().filter(|item| item.label.is_none()) {
        let is_sum = |cell: &super::table::Cell| {
            above.get(&cell.slot).is_some_and(|above| {
                let is_sum = above.magnitudes == cell.minor || above.signed.abs() == cell.minor;
                above.rows >= SUMMED_MIN && cell.minor != 0 && is_sum
            })
        };
        if item.date.is_none() && !item.cells.is_empty() && item.cells.iter().all(is_sum) {
            item.label = Some(Label::Total);
            continue;
        }
        for cell in &item.cells {
            let above = above.entry(cell.slot).or_default();
            let is_minus = matches!(cell.mark, Mark::Minus | Mark::Debit);
            above.magnitudes = above.magnitudes.saturating_add(cell.minor);
            above.signed = above.signed.saturating_add(if is_minus { -cell.minor } else { cell.minor });
            above.rows += 1;
        }
    }
}

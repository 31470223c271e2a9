//! Stage 6, draft: the best reading of each account as transactions with descriptions, places, balances and
//! totals.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use rustc_hash::FxHashSet;
use saldo_domain::{
    AccountDraft, AccountKind, CorrectedRow, Currency, Findings, Money, Origin, Outcome, ReadBy,
    StatementDraft, TransactionDraft, Witness,
};

use super::accounts::{Days, Extent, Extents, by_place, days, extents, in_order, label_sums};
use super::charges::charge_at_end;
use super::empty_period::without_transactions;
use super::facts::{count_beside, facts};
use super::repeated::leave_repeated;
use super::siblings::{self, Sibling};
use super::table::{Item, Table};
use super::tokens::Tokens;
use super::verdict::{Doubts, VerdictEvidence, verdict};
use super::weigh::{Account, Compared, Fact, Printed, ReadRow, Reading, Unlabeled, readings};
use super::{Explained, Verdict, currency, weights};
use crate::layout::Word;
use crate::read::ReadHints;
use crate::read::account::{self, PeriodForm};
use crate::read::amount::Figure;
use crate::read::calendar::{Clues, UsualOrder, decide, period};
use crate::read::date::{Calendar, Form};
use crate::read::describe::{Around, Described, Lead, describe};
use crate::read::heads::{Role, Section};
use crate::read::labels::{Label, is_whole, squeeze};
use crate::read::rows::{Row, may_be_groups};
use crate::read::stated::{is_reiwa, stated};

/// Returns, for each row, true if it has figures in columns or the words of a balance, so that it continues
/// no description.
fn taken(rows: &[Row], table: &Table) -> Vec<bool> {
    let mut is_taken = vec![false; rows.len()];
    for item in &table.items {
        // A figure in a column without a head is a remark, such as an amount in another currency.
        let in_column = item.cells.iter().any(|cell| table.slots[cell.slot].role.is_some());
        is_taken[item.row] |= item.label.is_some() || in_column;
    }
    for (row, is_taken) in rows.iter().zip(&mut is_taken) {
        *is_taken |= is_whole(&squeeze(&row.text()));
    }
    is_taken
}

/// Largest distance of a row's baseline below the place of its description, in hundredths of a point.
const PLACE_SLACK: i32 = 200;

/// Smallest distance of a summary below the transactions from the row above it, in font sizes.
const TAIL_APART: f32 = 2.4;
/// Largest number of figures without a label that are compared with balances.
const UNLABELED_MAX: usize = 60;
/// Largest number of times that an extent is also read together with the one before it.
const JOINS_MAX: usize = 24;

/// Text between a hypothesis and an order of day and month in the key of a reading.
pub(super) const ORDER_MARK: &str = "; ";

/// Facts known of other statements of the same layout.
pub(super) struct Known {
    /// Fingerprint of the layout.
    pub(super) layout: String,
    /// Key of the hypothesis that the user chose.
    pub(super) reading: Option<String>,
    /// Key of the order of day and month that the user chose.
    pub(super) order: Option<String>,
}

impl Known {
    /// Splits the key of a reading into its parts.
    pub(super) fn new(layout: String, reading: Option<&str>) -> Self {
        let (hypothesis, order) = match reading.map(|key| key.split_once(ORDER_MARK).ok_or(key)) {
            None => (None, None),
            Some(Ok((hypothesis, order))) => (Some(hypothesis), Some(order)),
            Some(Err(hypothesis)) => (Some(hypothesis), None),
        };
        Self { layout, reading: hypothesis.map(str::to_owned), order: order.map(str::to_owned) }
    }
}

/// Reads all accounts of a document. `None` if no account has a transaction, unless the document is a
/// statement of a period without any.
pub(super) fn statement(
    tokens: &Tokens,
    table: &Table,
    (currency, currency_origin): (Currency, Origin),
    hints: &ReadHints,
    (pages, is_damaged): (u32, bool),
    known: &Known,
) -> Option<Explained> {
    let rows = &tokens.rows;
    let is_taken = taken(rows, table);
    let facts = facts(tokens, table, currency);
    let last_day = hints.answers.answers.last_day;
    let mut periods = account::periods(rows);
    let usual = UsualOrder::of(currency, currency_origin != Origin::Inferred, rows);
    let calendars = |today, stated_end| calendars(tokens, table, &periods, usual, (today, stated_end));
    let mut all = calendars(hints.today, last_day);
    let has_own_year = last_day.is_none() && calendars(None, None)[0].end.is_some();
    let is_order_known = prefer_corrected_order(tokens, table, (known, &hints.answers.rows), &mut all);
    // The user's answer replaces all years around the rows.
    if last_day.is_some() {
        periods.clear();
    }
    let is_transaction = |item: &&Item| item.date.is_some() && !item.cells.is_empty();
    let first = table.items.iter().filter(is_transaction).map(|item| item.row).min().unwrap_or(rows.len());
    let last = table.items.iter().filter(is_transaction).map(|item| item.row).max().unwrap_or(0);
    // Among the transactions, lines without digits may be headings.
    let has_digits = |word: &Word| word.text.contains(|c: char| c.is_ascii_digit());
    let around = rows
        .iter()
        .enumerate()
        .filter(|(index, row)| !(first..=last).contains(index) || !row.line.words.iter().any(has_digits));
    let is_card = account::is_card(around.map(|(_, row)| row));
    let extents = extents(tokens, table, &facts, (&periods, &all[0]));
    let document = Whole {
        extents: &extents,
        tokens,
        table,
        facts: &facts,
        periods: &periods,
        calendar: all[0],
        other_orders: if is_order_known { &[] } else { &all[1..] },
        is_order_known,
        currency,
        currency_origin,
        is_card,
        is_taken: &is_taken,
        known,
        corrections: &hints.answers.rows,
        doubts: Doubts {
            has_own_year,
            has_stated_year: last_day.is_some(),
            is_ambiguous: may_be_groups(rows),
            is_damaged,
            is_recognized: hints.is_recognized,
        },
        work_max: hints.limits.work_max,
    };
    let read = document.accounts();
    let owed = read.iter().any(|one| one.owed);
    let (mut accounts, mut verdicts): (Vec<AccountDraft>, Vec<Verdict>) =
        read.into_iter().map(|one| (one.draft, one.verdict)).unzip();
    let has_labels_only = || table.items.iter().all(|item| item.label.is_some());
    if accounts.is_empty() || accounts.len() == 1 && has_labels_only() {
        match without_transactions(tokens, table, &facts, (&all[0], &periods), currency) {
            Some(empty) => (accounts, verdicts) = (vec![empty], Vec::new()),
            None if accounts.is_empty() => return None,
            None => {}
        }
    }
    let (kind, _) = account::kind(rows, is_card == Some(true) || owed);
    let draft = StatementDraft {
        kind,
        institution: account::institution(rows),
        read_by: ReadBy::Layout,
        pages,
        accounts,
    };
    Some(Explained { draft, verdicts })
}

/// Returns the calendars that the pages allow, the best first.
fn calendars(
    tokens: &Tokens,
    table: &Table,
    periods: &[PeriodForm],
    usual: UsualOrder,
    (today, stated_end): (Option<NaiveDate>, Option<NaiveDate>),
) -> Vec<Calendar> {
    let own = || table.items.iter().filter(|item| table.parts[item.section].kind != Some(Section::Excluded));
    let forms: Vec<Form> = own().filter_map(|item| item.date).collect();
    let second: Vec<Form> = own().filter_map(|item| item.value_date).collect();
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
        second: &second,
        periods,
        stated: &stated(&tokens.rows, &in_table),
        lone_year: account::lone_year(&tokens.rows),
        today,
        stated_end,
        usual,
        is_reiwa: is_reiwa(&tokens.rows),
        is_thai: tokens.rows.iter().any(|row| row.line.words.iter().any(|word| word.text.contains(is_thai))),
    })
}

/// Moves the calendar with the user's order of day and month to the front: the order of a date that they
/// corrected, or else the one that they selected for the layout. True if it is among the calendars.
fn prefer_corrected_order(
    tokens: &Tokens,
    table: &Table,
    (known, corrected): (&Known, &[CorrectedRow]),
    all: &mut [Calendar],
) -> bool {
    let dates = corrected.iter().filter_map(|row| {
        let is_own = |item: &&Item| item.date.is_some() && is_there(tokens, row, item);
        Some((table.items.iter().find(is_own)?.date?, row.date))
    });
    let dates: Vec<(Form, NaiveDate)> = dates.collect();
    let agreeing =
        |one: &Calendar| dates.iter().filter(|(form, day)| one.resolve(*form) == Some(*day)).count();
    let counts: Vec<usize> = all.iter().map(agreeing).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let only = counts.iter().filter(|count| **count == most).count() == 1;
    let corrected = counts.iter().position(|count| *count == most).filter(|_| only && most > 0);
    let chosen = || all.iter().position(|one| known.order.as_deref() == Some(one.order.key()));
    let at = corrected.or_else(chosen).filter(|_| all.len() > 1);
    if let Some(at) = at {
        all[..=at].rotate_right(1);
    }
    at.is_some()
}

/// True if an item stands at the place of a row that the user corrected.
fn is_there(tokens: &Tokens, row: &CorrectedRow, item: &Item) -> bool {
    let line = &tokens.rows[item.row].line;
    let (top, bottom) = (row.place.y, row.place.y.saturating_add(row.place.height));
    #[expect(clippy::cast_possible_truncation, reason = "a place on a page; casts saturate")]
    let baseline = (line.baseline * 100.0) as i32;
    line.page == row.place.page && (top..=bottom.saturating_add(PLACE_SLACK)).contains(&baseline)
}

/// An account as read.
struct ReadAccount {
    draft: AccountDraft,
    verdict: Verdict,
    /// True if its balances are amounts owed.
    owed: bool,
    /// Part of the reading's score that printed figures decide.
    facts: i64,
    /// Opening and closing balance, printed or derived, in minor units.
    ends: (Option<i64>, Option<i64>),
}

impl ReadAccount {
    /// True if an account may continue this one: it has the same number and opens with its closing balance,
    /// whether these are printed or follow from the rows.
    fn is_continued(&self, next: &Self) -> bool {
        self.ends.1.is_some() && self.ends.1 == next.ends.0 && self.draft.number == next.draft.number
    }

    /// True if its figures do not agree, and the next account has the same number and currency.
    fn may_lack(&self, next: &Self) -> bool {
        let is_same = self.draft.number.is_some() && self.draft.number == next.draft.number;
        is_same && self.draft.currency == next.draft.currency && !self.verdict.contradictions.is_empty()
    }

    /// Withdraws a balanced outcome, because the printed figures do not determine which rows are the
    /// account's.
    fn doubt(&mut self) {
        if self.verdict.outcome == Outcome::Balanced {
            self.verdict.outcome = Outcome::Unchecked;
            if let Some(findings) = &mut self.draft.findings {
                findings.outcome = Outcome::Unchecked;
            }
        }
    }
}

/// Properties of a document that its accounts share.
#[derive(Clone, Copy)]
struct Whole<'a> {
    tokens: &'a Tokens,
    table: &'a Table,
    facts: &'a [Fact],
    extents: &'a Extents,
    periods: &'a [PeriodForm],
    calendar: Calendar,
    /// Calendars with other orders of day and month that are as likely.
    other_orders: &'a [Calendar],
    /// True if the user answered the order of day and month.
    is_order_known: bool,
    currency: Currency,
    currency_origin: Origin,
    /// True if the statement is a card's, `None` if its words leave that open.
    is_card: Option<bool>,
    /// For each row, true if it has figures in columns or the words of a balance.
    is_taken: &'a [bool],
    known: &'a Known,
    /// Rows that the user corrected.
    corrections: &'a [CorrectedRow],
    doubts: Doubts,
    /// Largest number of rows visited in all readings of an account together.
    work_max: usize,
}

impl Whole<'_> {
    /// Reads all accounts. An extent may belong to the account of the one before it.
    fn accounts(&self) -> Vec<ReadAccount> {
        let mut read: Vec<(Extent, ReadAccount)> = Vec::new();
        let mut joins = 0;
        let mut is_complete = true;
        for extent in self.extents.all.iter().cloned() {
            let mut own = self.account(&extent);
            let before = read.last().map(|(before, _)| before.rows.start);
            let joined = before.map(|start| Extent { rows: start..extent.rows.end, joins: false });
            let is_mixed = joined.as_ref().is_some_and(|joined| self.is_mixed(joined));
            let goes_on = |own: &ReadAccount| read.last().is_some_and(|(_, before)| before.is_continued(own));
            let goes_on = !is_mixed && own.as_ref().is_some_and(goes_on);
            // A part whose figures do not agree may lack the rows below the next title of the same account.
            let may_lack = |own: &ReadAccount| read.last().is_some_and(|(_, before)| before.may_lack(own));
            let lacks = !is_mixed && own.as_ref().is_some_and(may_lack);
            let may_join = (extent.joins || goes_on || lacks || own.is_none()) && joins < JOINS_MAX;
            if let (Some(joined), true) = (joined, may_join) {
                joins += 1;
                let whole = self.account(&joined);
                let apart =
                    read.last().map_or(0, |(_, one)| one.facts) + own.as_ref().map_or(0, |one| one.facts);
                let is_better = |whole: &ReadAccount| {
                    let is_as_good = whole.facts >= apart || whole.verdict.contradictions.is_empty();
                    own.is_none() || is_as_good && !is_mixed
                };
                if let Some(mut whole) = whole.filter(is_better) {
                    if is_mixed {
                        whole.doubt();
                    }
                    read.pop();
                    read.push((joined, whole));
                    continue;
                }
            }
            if goes_on {
                // The figures do not tell if it is the same account.
                own.iter_mut().chain(read.last_mut().map(|(_, before)| before)).for_each(ReadAccount::doubt);
            }
            is_complete &= own.is_some() || !self.may_be_account(extent.rows.clone());
            read.extend(own.map(|own| (extent, own)));
        }
        let siblings = read.iter_mut().map(|(extent, one)| {
            let heads = siblings::heads(self.tokens, self.table, extent);
            Sibling { heads, draft: &mut one.draft, verdict: &mut one.verdict }
        });
        siblings::settle(siblings.collect());
        let mut read: Vec<ReadAccount> = read.into_iter().map(|(_, one)| one).collect();
        if !is_complete {
            read.iter_mut().for_each(ReadAccount::doubt);
        }
        read
    }

    /// True if an extent has transactions both above and below the title of another account or period.
    fn is_mixed(&self, extent: &Extent) -> bool {
        let title = |row: &&usize| extent.rows.contains(row);
        self.extents.titles.iter().filter(title).any(|row| {
            self.has_transactions(extent.rows.start..*row) && self.has_transactions(*row..extent.rows.end)
        })
    }

    /// True if rows that no account was read from may be those of one: transactions below heads or with days
    /// of their own, unlike the figures of a summary above the first table.
    fn may_be_account(&self, rows: std::ops::Range<usize>) -> bool {
        let is_own = |row: &usize| self.extents.transactions.binary_search(row).is_ok();
        let mut own = self.table.items.iter().filter(|item| rows.contains(&item.row));
        self.has_transactions(rows.clone())
            && (self.table.is_head[rows.clone()].contains(&true)
                || own.any(|item| item.date.is_some() && is_own(&item.row)))
    }

    /// True if some of the rows have transactions.
    fn has_transactions(&self, rows: std::ops::Range<usize>) -> bool {
        let all = &self.extents.transactions;
        all.get(all.partition_point(|row| *row < rows.start)).is_some_and(|row| *row < rows.end)
    }

    fn account(&self, extent: &Extent) -> Option<ReadAccount> {
        let is_whole = extent.rows.len() == self.tokens.rows.len();
        // The lines above the page with the title belong to the account before.
        let title = self.extents.titles.iter().find(|title| extent.rows.contains(title));
        let title = title.filter(|title| !self.has_transactions(extent.rows.start..**title));
        let page = |row: usize| self.tokens.rows[row].line.page;
        let from = title.and_then(|title| extent.rows.clone().find(|row| page(*row) == page(*title)));
        let own = &self.tokens.rows[from.unwrap_or(extent.rows.start)..extent.rows.end];
        let document = (self.currency, self.currency_origin);
        let found = if is_whole { Some(document) } else { currency::account(own, document) };
        let doubts = Doubts { is_ambiguous: self.doubts.is_ambiguous || found.is_none(), ..self.doubts };
        let (currency, currency_origin) = found.unwrap_or((self.currency, Origin::Inferred));
        Self { currency, currency_origin, doubts, ..*self }.account_in_currency(extent)
    }

    /// Returns the items of an extent in reading order.
    fn items(&self, extent: &Extent) -> Vec<Item> {
        // Several figures below labels of their own are a summary.
        let labeled_above =
            |row: usize| self.facts.iter().filter(move |fact| fact.row == row && fact.is_below);
        let is_own = |item: &&Item| {
            extent.rows.contains(&item.row)
                && (item.date.is_some() || labeled_above(item.row).nth(1).is_none())
                && !self.table.is_overview(item)
        };
        let own = self.table.items.iter().filter(is_own).cloned().collect();
        in_order(self.tokens, self.table, own, &self.calendar)
    }

    /// Assigns days to the items of an account.
    fn days(&self, items: &[&Item], extent: &Extent) -> Days {
        let mut days = days(self.tokens, self.table, items, extent);
        let stated = self.periods.iter().find(|period| extent.rows.contains(&period.row));
        charge_at_end(items, &mut days.forms, &self.table.days, stated.or(self.periods.first()));
        days
    }

    fn account_in_currency(&self, extent: &Extent) -> Option<ReadAccount> {
        let mut own = self.items(extent);
        label_sums(&self.tokens.rows, &self.table.slots, &mut own);
        leave_repeated(&mut own);
        let items: Vec<&Item> = own.iter().collect();
        let days = self.days(&items, extent);
        let facts: Vec<Fact> =
            self.facts.iter().filter(|fact| extent.rows.contains(&fact.row)).copied().collect();
        let mut own_facts =
            by_place((&items, &days.forms), self.outside_transactions(&items, facts), &self.calendar);
        self.leave_empty_columns(&items, &mut own_facts);
        let unlabeled = self.unlabeled(extent, (&items, &days), &own_facts);
        let tail = self.tail(&items);
        let account = Account {
            dated: days.forms.iter().map(Option::is_some).collect(),
            near: days.near.clone(),
            newest_first: runs(days.forms.iter().filter_map(|form| self.calendar.resolve((*form)?))),
            items,
            tail,
            unlabeled,
            facts: own_facts,
            summary: self.summary(extent),
            slots: &self.table.slots,
            heads: &self.table.heads,
            parts: &self.table.parts,
            card_words: self.card_words(),
        };
        let mut all = readings(&account, self.work_max);
        let is_settled = self.prefer_corrected(&account, &mut all);
        let best = all.first()?;
        let rows = &self.tokens.rows[extent.rows.clone()];
        let own: Vec<PeriodForm> =
            self.periods.iter().filter(|period| extent.rows.contains(&period.row)).copied().collect();
        let forms: Vec<Form> = days.forms.iter().flatten().copied().collect();
        let printed_period =
            period(&self.calendar, &own, &forms).or_else(|| period(&self.calendar, self.periods, &forms));
        let calendar = match printed_period {
            Some((start, end)) => Calendar { start: Some(start), end: Some(end), ..self.calendar },
            None => self.calendar,
        };
        let transactions = self.transactions(&account, best, &days, &calendar)?;
        let (_, kind) = account::kind(rows, best.hypothesis.owed);
        let grounds = VerdictEvidence {
            tokens: self.tokens,
            table: self.table,
            account: &account,
            all: &all,
            transactions: &transactions,
            days: &days,
            period: printed_period,
            calendar: &calendar,
            other_orders: self.other_orders,
            is_order_known: self.is_order_known,
            currency: self.currency,
            currency_origin: self.currency_origin,
            is_kind_stated: self.is_kind_stated(rows, kind),
            is_settled,
            doubts: self.doubts,
        };
        let verdict = verdict(&grounds);
        let mut draft = self.draft(rows, best, kind, printed_period);
        draft.transactions = transactions.into_iter().map(|(_, transaction)| transaction).collect();
        self.totals(&account, best, &mut draft);
        draft.findings = Some(self.findings(best, &verdict, &draft));
        Some(ReadAccount {
            draft,
            verdict,
            owed: best.hypothesis.owed,
            facts: best.facts(),
            ends: (best.opening, best.closing),
        })
    }

    /// Returns the draft of an account without its transactions and totals.
    fn draft(
        &self,
        rows: &[Row],
        best: &Reading,
        kind: AccountKind,
        printed_period: Option<(NaiveDate, NaiveDate)>,
    ) -> AccountDraft {
        let money = |minor: i64| Money::from_minor(minor, self.currency);
        let (has_opening, has_closing) = best.are_printed;
        AccountDraft {
            number: account::number(rows).or_else(|| account::number(&self.tokens.rows)),
            name: None,
            kind,
            currency: self.currency,
            period_start: printed_period.map(|(start, _)| start),
            period_end: printed_period.map(|(_, end)| end),
            opening_balance: best.opening.filter(|_| has_opening).map(money),
            closing_balance: best.closing.filter(|_| has_closing).map(money),
            closing_on: None,
            transactions: Vec::new(),
            printed_total_in: None,
            printed_total_out: None,
            printed_count: None,
            findings: None,
        }
    }

    /// True if the words of the pages state the kind of account.
    fn is_kind_stated(&self, rows: &[Row], kind: AccountKind) -> bool {
        match kind {
            AccountKind::Card => self.is_card == Some(true),
            _ => account::stated_kind(rows).is_some(),
        }
    }

    /// Returns the findings of an account, with the printed figures that its draft does not contain.
    fn findings(&self, best: &Reading, verdict: &Verdict, draft: &AccountDraft) -> Findings {
        let totals = [draft.printed_total_in, draft.printed_total_out].into_iter().flatten().count();
        let broken = best.contradictions.iter().map(|one| one.fact);
        let broken = broken.filter(|fact| matches!(fact, Printed::TotalIn | Printed::TotalOut)).count();
        let sums = Compared {
            printed: best.sums.printed.saturating_sub(totals),
            holding: best.sums.holding.saturating_sub(totals.saturating_sub(broken)),
        };
        Findings {
            witnesses: witnesses(best, sums, verdict.daily),
            rows: u32::try_from(draft.transactions.len()).unwrap_or(u32::MAX),
            layout: self.known.layout.clone(),
            ..verdict.findings()
        }
    }

    /// Moves the reading that the user selected to the front, or the one with most of the rows that they
    /// corrected. It must explain the printed figures as well as the best one. True if their
    /// choice is among the readings.
    fn prefer_corrected(&self, account: &Account<'_>, all: &mut [Reading]) -> bool {
        let Some(best) = all.first() else { return false };
        let facts = best.facts();
        let is_as_good = |one: &Reading| one.facts() >= facts;
        let chosen = self
            .known
            .reading
            .as_ref()
            .and_then(|key| all.iter().position(|one| is_as_good(one) && one.hypothesis.key() == *key));
        let items = self.corrected_items(account);
        let agreeing = |one: &Reading| {
            let holds = |(item, minor): &&(usize, i64)| {
                one.read_rows.iter().any(|own| own.item == *item && own.amount == *minor)
            };
            items.iter().filter(holds).count()
        };
        // A correction is newer than a choice.
        let most = all.iter().filter(|one| is_as_good(one)).map(agreeing).max().unwrap_or(0);
        let best = chosen.filter(|at| agreeing(&all[*at]) == most);
        let at = best.or_else(|| all.iter().position(|one| is_as_good(one) && agreeing(one) == most));
        if let Some(at) = at {
            all[..=at].rotate_right(1);
        }
        best.is_some() || most > 0
    }

    /// Returns the items of the rows that the user corrected, with their amounts.
    fn corrected_items(&self, account: &Account<'_>) -> Vec<(usize, i64)> {
        let found = |row: &CorrectedRow| {
            let item = account
                .items
                .iter()
                .position(|item| item.date.is_some() && is_there(self.tokens, row, item))?;
            (row.amount.currency() == self.currency).then_some((item, row.amount.minor()))
        };
        self.corrections.iter().filter_map(found).collect()
    }

    /// Returns the units of evidence that the statement is a card's.
    fn card_words(&self) -> i64 {
        match self.is_card {
            Some(true) => weights::KIND_WORDS_MAX,
            Some(false) => -1,
            None => 0,
        }
    }

    /// Returns the index of the first item of a summary below the transactions, if the last items may be one.
    fn tail(&self, items: &[&Item]) -> usize {
        let rows = &self.tokens.rows;
        let is_lone = |item: &&&Item| item.date.is_none() && item.label.is_none() && item.cells.len() == 1;
        let lone = items.iter().rev().take_while(is_lone).count();
        let stands_apart = |at: &usize| {
            let row = items[*at].row;
            row.checked_sub(1).is_some_and(|above| {
                let (above, own) = (&rows[above].line, &rows[row].line);
                above.page != own.page
                    || own.baseline - above.baseline > TAIL_APART * own.size.max(above.size)
            })
        };
        let first = items.len() - lone;
        if first > 0 && items[first - 1].label.is_some_and(|label| !matches!(label, Label::Opening)) {
            // Below the closing balance or a total, as below a gap, may stand a summary.
            return first;
        }
        (first.max(1)..items.len()).find(stands_apart).unwrap_or(items.len())
    }

    /// Moves facts of zero in a column of zeros without a head to the figure before them: the column is one
    /// of another currency.
    fn leave_empty_columns(&self, items: &[&Item], facts: &mut [Fact]) {
        let cells = || items.iter().flat_map(|item| &item.cells);
        let is_empty = |slot: usize| {
            let has_role = self.table.slots[slot].role.is_some_and(Role::is_money);
            !has_role && cells().all(|cell| cell.slot != slot || cell.minor == 0)
        };
        for fact in facts.iter_mut().filter(|fact| fact.minor == 0 && fact.slot.is_some_and(is_empty)) {
            let mut own = items.iter().filter(|item| item.row == fact.row).flat_map(|item| &item.cells);
            if let Some(cell) = own.rfind(|cell| cell.minor != 0) {
                (fact.minor, fact.mark, fact.slot) = (cell.minor, cell.mark, Some(cell.slot));
            }
        }
    }

    /// Returns the figures outside the transactions without a known label, with which words of an unknown
    /// language may name a balance.
    fn unlabeled(&self, extent: &Extent, (items, days): (&[&Item], &Days), facts: &[Fact]) -> Vec<Unlabeled> {
        let is_transaction = |(item, day): &(&&Item, &Option<Form>)| {
            item.date.is_some() && !item.cells.is_empty() || day.is_some() && item.cells.len() > 1
        };
        let transactions = items.iter().zip(&days.forms).filter(is_transaction);
        let mut taken: FxHashSet<usize> = transactions.map(|(item, _)| item.row).collect();
        taken.extend(facts.iter().map(|fact| fact.row));
        taken.extend(items.iter().filter(|item| item.label.is_some()).map(|item| item.row));
        let rows = extent.rows.clone().filter(|row| !taken.contains(row) && !self.table.is_head[*row]);
        let figures =
            rows.flat_map(|row| self.tokens.rows[row].figures.iter().map(move |figure| (row, figure)));
        let strong = figures.filter(|(_, figure)| figure.strong || self.table.bare);
        let minor = |figure: &Figure| figure.minor(self.tokens.style, self.currency.digits());
        let found = strong.filter_map(|(row, figure)| {
            let count = count_beside(&self.tokens.rows[row], &figure.words);
            Some(Unlabeled { row, minor: minor(figure)?, mark: figure.mark, count })
        });
        found.take(UNLABELED_MAX).collect()
    }

    /// Returns the figures above the first transaction, where summaries stand.
    fn summary(&self, extent: &Extent) -> Vec<i64> {
        let first =
            self.table.items.iter().find(|item| extent.rows.contains(&item.row) && item.date.is_some());
        let end = first.map_or(extent.rows.end, |item| item.row);
        let figures = self.tokens.rows[extent.rows.start..end].iter().flat_map(|row| &row.figures);
        let strong = figures.filter(|figure| figure.strong);
        strong.filter_map(|figure| figure.minor(self.tokens.style, self.currency.digits())).collect()
    }

    /// Returns the labeled figures outside rows that are transactions in any case.
    fn outside_transactions(&self, items: &[&Item], facts: Vec<Fact>) -> Vec<Fact> {
        let is_out = |item: &&&Item| self.table.parts[item.section].kind == Some(Section::Excluded);
        let rows = |wanted: &dyn Fn(&&&Item) -> bool| -> FxHashSet<usize> {
            items.iter().filter(wanted).map(|item| item.row).collect()
        };
        let transactions = rows(&|item| {
            item.label.is_none() && item.date.is_some() && !item.cells.is_empty() && !is_out(item)
        });
        // Totals include no transactions that are not booked.
        let excluded = rows(&is_out);
        let is_excluded = |fact: &Fact| {
            matches!(fact.label, Label::TotalIn | Label::TotalOut) && excluded.contains(&fact.row)
        };
        facts.into_iter().filter(|fact| !transactions.contains(&fact.row) && !is_excluded(fact)).collect()
    }

    /// Returns the transactions in printed order, each with the index of its item; `None` if a date is
    /// missing or impossible.
    fn transactions(
        &self,
        account: &Account<'_>,
        reading: &Reading,
        days: &Days,
        calendar: &Calendar,
    ) -> Option<Vec<(usize, TransactionDraft)>> {
        let resolve = |form: Option<Form>| form.and_then(|form| calendar.resolve(form));
        let mut read_rows = reading.read_rows.clone();
        read_rows.sort_by_key(|one| one.item);
        let described = self.described(account, &read_rows);
        let mut transactions = Vec::new();
        for one in &read_rows {
            let item = account.items[one.item];
            let date = resolve(days.forms[one.item])?;
            let found = described.get(&one.item);
            let text = found.map_or_else(String::new, |found| found.text.clone());
            transactions.push((
                one.item,
                TransactionDraft {
                    date,
                    value_date: resolve(
                        other_date(days.forms[one.item], item).filter(|form| calendar.has(*form)),
                    ),
                    description: if one.is_fee { format!("{text} (fee)") } else { text },
                    amount: Money::from_minor(one.amount, self.currency),
                    balance: one.balance.map(|minor| Money::from_minor(minor, self.currency)),
                    place: found.map(|found| found.place),
                },
            ));
        }
        Some(transactions)
    }

    /// Returns descriptions and places by item.
    fn described(&self, account: &Account<'_>, read_rows: &[ReadRow]) -> BTreeMap<usize, Described> {
        let mut items: Vec<usize> = read_rows.iter().map(|one| one.item).collect();
        items.dedup();
        let lead = |index: &usize| {
            let item = account.items[*index];
            Lead {
                row: item.row,
                is_dated: item.date.is_some(),
                figures: item.cells.iter().map(|cell| cell.figure).collect(),
                from: item.span.0,
                to: item.span.1,
                apart: self.table.form_of[item.row]
                    .and_then(|form| self.table.apart.get(form))
                    .map_or(&[][..], Vec::as_slice),
            }
        };
        let around = Around {
            rows: &self.tokens.rows,
            is_head: &self.table.is_head,
            form_of: &self.table.form_of,
            is_taken: self.is_taken,
        };
        let described = describe(&around, &items.iter().map(lead).collect::<Vec<_>>());
        items.into_iter().zip(described).collect()
    }

    /// Fills in the printed totals that hold, or else those that contradict the rows, and the count if it
    /// holds.
    fn totals(&self, account: &Account<'_>, reading: &Reading, draft: &mut AccountDraft) {
        let sum = |is_in: bool| {
            let own = reading.read_rows.iter().filter(|one| (one.amount > 0) == is_in);
            own.fold(0_i64, |sum, one| sum.saturating_add(one.amount.saturating_abs()))
        };
        let total = |label: Label, printed: Printed, own: i64| {
            let holds = account.facts.iter().any(|fact| fact.label == label && fact.minor == own);
            let broken = reading.contradictions.iter().find(|one| one.fact == printed);
            let minor = if holds { Some(own) } else { broken.map(|one| own.saturating_add(one.difference)) };
            minor.map(|minor| Money::from_minor(minor, self.currency))
        };
        draft.printed_total_in = total(Label::TotalIn, Printed::TotalIn, sum(true));
        draft.printed_total_out = total(Label::TotalOut, Printed::TotalOut, sum(false));
        let counts = account.facts.iter().filter(|fact| fact.label.is_count());
        let count = counts.fold(0_i64, |sum, fact| sum.saturating_add(fact.minor));
        if count > 0 && usize::try_from(count) == Ok(draft.transactions.len()) {
            draft.printed_count = u32::try_from(count).ok();
        }
    }
}

/// Returns the printed figures that a draft does not contain.
fn witnesses(best: &Reading, sums: Compared, daily: Compared) -> Vec<Witness> {
    let ends = best.other_ends;
    let has_wrong_count = best.contradictions.iter().any(|one| one.fact == Printed::Count);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let both = |one: Compared| (number(one.printed), number(one.holding));
    let ((ends, ends_hold), (sums, sums_hold), (days, days_hold)) = (both(ends), both(sums), both(daily));
    let all = [
        (ends, Witness::OtherBalances { printed: ends, holding: ends_hold }),
        (sums, Witness::Sums { printed: sums, holding: sums_hold }),
        (days, Witness::DailyBalances { printed: days, holding: days_hold }),
    ];
    let printed = all.into_iter().filter(|(printed, _)| *printed > 0).map(|(_, witness)| witness);
    printed.chain(has_wrong_count.then_some(Witness::Count { holds: false })).collect()
}

/// True if the days only decrease, false if they only increase, `None` otherwise.
pub(super) fn runs(days: impl Iterator<Item = NaiveDate>) -> Option<bool> {
    let days: Vec<NaiveDate> = days.collect();
    let any =
        |wanted: fn(&NaiveDate, &NaiveDate) -> bool| days.windows(2).any(|pair| wanted(&pair[0], &pair[1]));
    let (up, down) = (any(|this, next| this < next), any(|this, next| this > next));
    (up != down).then_some(down)
}

/// Returns the second date of a row. It is the first one if the day stands beside the row on another line.
fn other_date(day: Option<Form>, item: &Item) -> Option<Form> {
    if day == item.date { item.value_date } else { item.date }
}

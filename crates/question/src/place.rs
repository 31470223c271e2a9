//! Assigns each phrase of a question to a part of the query.

use std::collections::BTreeSet;

use saldo_domain::query::{Conditions, Cut, DateRange, Dimension, QueryFilter, Size};
use saldo_domain::transaction::TransactionKind;
use saldo_domain::{Currency, Date, FiscalCalendar, Language};

mod targets;

use crate::Correction;
use crate::dates::{Dates, Year, unit_back, unit_of_range};
use crate::lexicon::{Cue, Lexicon, Limit, Link, Sense, Time, Unit};
use crate::names::{Name, Names};
use crate::piece::{Piece, sense};
use crate::topic::About;

/// The parts of a question.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent parts of a question, all of which can be true at once"
)]
pub(crate) struct Draft {
    pub(crate) cues: BTreeSet<Cue>,
    /// The cues that every rule allows: [`MARKS`].
    pub(crate) marks: BTreeSet<Cue>,
    pub(crate) is_plural: bool,
    pub(crate) filter: QueryFilter,
    /// The periods, in the order of the question.
    pub(crate) periods: Vec<NamedPeriod>,
    /// True if two periods are joined, as in "May and June".
    pub(crate) is_joined: bool,
    /// The unit of "the month before", as a period to compare with.
    pub(crate) earlier: Option<Unit>,
    pub(crate) each: Option<Unit>,
    pub(crate) group_by: Option<Dimension>,
    /// True for "by month", as opposed to a noun such as in "which month".
    pub(crate) is_breakdown: bool,
    /// The unit of a duration that is asked for: "how many days".
    pub(crate) unit: Option<Unit>,
    pub(crate) limit: Option<u32>,
    /// The number of largest or smallest transactions to list.
    pub(crate) ranked: Option<u32>,
    pub(crate) currency: Option<Currency>,
    pub(crate) cut: Option<Cut>,
    /// The limit that the figure is held against, as in "did I spend more than 500".
    pub(crate) having: Option<Size>,
    /// The transactions that a share is of, if the question names them: "of my food spending".
    pub(crate) whole: Option<Conditions>,
    /// True if a merchant follows "from", so that its payments may go either way.
    pub(crate) is_from: bool,
    /// True if the question asks for the end of a period.
    pub(crate) is_end: bool,
    /// True if two targets are compared with each other: "more at Rewe than at Edeka".
    pub(crate) is_versus: bool,
    /// True if targets are alternatives: "Rewe or Edeka".
    pub(crate) is_either: bool,
    /// True if one name stands for several merchants.
    pub(crate) is_wide: bool,
    /// The relation to the previous question.
    pub(crate) follows: Option<Follow>,
    pub(crate) unknown: Vec<String>,
    /// The keys of default categories that unknown words are close to.
    pub(crate) near: Vec<&'static str>,
    pub(crate) corrections: Vec<Correction>,
    /// The number of words that the language's lexicon has.
    pub(crate) known: usize,
}

/// Cues that qualify a question and require no rule of their own.
const MARKS: [Cue; 6] = [Cue::Ever, Cue::Visit, Cue::Now, Cue::Same, Cue::Back, Cue::Earned];

/// A period of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NamedPeriod {
    pub(crate) range: DateRange,
    /// True if the period follows "than".
    pub(crate) is_base: bool,
    pub(crate) year: Year,
}

/// A relation of a question to the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    /// The question begins with "and".
    And,
    /// The question narrows with "only".
    Only,
    /// The question refers to the transactions of the previous one: "show them".
    That,
}

/// True if the filter names a category, a merchant, a tag or a text, or selects uncategorized transactions.
pub(crate) fn has_subject(filter: &QueryFilter) -> bool {
    let only = &filter.only;
    let is_named = !only.categories.is_empty() || !only.merchants.is_empty() || only.uncategorized;
    is_named || !only.tags.is_empty() || !only.texts.is_empty()
}

/// Uses the values of `others` if there are none.
pub(crate) fn fill<T: Clone>(own: &mut Vec<T>, others: &[T]) {
    if own.is_empty() {
        own.extend_from_slice(others);
    }
}

impl Draft {
    pub(crate) fn has(&self, cue: Cue) -> bool {
        self.cues.contains(&cue)
    }

    pub(crate) fn has_any(&self, cues: &[Cue]) -> bool {
        cues.iter().any(|cue| self.has(*cue))
    }

    /// Removes cues.
    pub(crate) fn discard(&mut self, cues: &[Cue]) {
        self.cues.retain(|cue| !cues.contains(cue));
    }
}

/// An assignment of the phrases of a question to a draft, from first to last.
pub(crate) struct Placing<'a> {
    pieces: &'a [Piece],
    names: &'a Names,
    dates: Dates<'a>,
    language: Language,
    draft: Draft,
}

impl<'a> Placing<'a> {
    pub(crate) fn new(
        pieces: &'a [Piece],
        lexicon: &Lexicon,
        names: &'a Names,
        today: Date,
        calendar: FiscalCalendar,
    ) -> Self {
        let language = lexicon.language;
        let dates = Dates { pieces, today, calendar, language };
        Self { pieces, names, dates, language, draft: Draft::default() }
    }

    /// Assigns every phrase. A phrase that fits nowhere is added to the draft's unknown words.
    pub(crate) fn run(mut self) -> Draft {
        let mut at = 0;
        while at < self.pieces.len() {
            let end = self.place(at).unwrap_or_else(|| {
                let piece = &self.pieces[at];
                self.draft.unknown.push(piece.written());
                self.draft.near.extend(piece.senses.iter().filter_map(|sense| match sense {
                    Sense::Near(key) => Some(*key),
                    _ => None,
                }));
                at + 1
            });
            self.corrected(at, end);
            for piece in &self.pieces[at..end] {
                self.draft.known += if piece.senses.is_empty() { 0 } else { piece.tokens.len() };
            }
            at = end;
        }
        self.draft
    }

    /// Assigns the phrase at `at` and returns the index of the next one.
    fn place(&mut self, at: usize) -> Option<usize> {
        self.opening(at)
            .or_else(|| self.impossible(at))
            .or_else(|| self.excess(at))
            .or_else(|| self.imagined(at))
            .or_else(|| self.whole(at))
            .or_else(|| self.transferred(at))
            .or_else(|| self.excluded(at))
            .or_else(|| self.limited_count(at))
            .or_else(|| self.limit(at))
            .or_else(|| self.comparison(at))
            .or_else(|| self.period(at))
            .or_else(|| self.condition(at))
            .or_else(|| self.grouping(at))
            .or_else(|| self.cue(at))
            .or_else(|| self.rest(at))
    }

    fn has(&self, at: usize, sense: Sense) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.has(sense))
    }

    /// True if the piece is one of the cues, in the singular or in the plural.
    fn is_noun(&self, at: usize, cues: &[Cue]) -> bool {
        cues.iter().any(|cue| self.has(at, Sense::Cue(*cue)) || self.has(at, Sense::Cues(*cue)))
    }

    fn skipped(&self, at: usize) -> usize {
        self.dates.skipped(at)
    }

    /// Reads "did I …", "and …" and "only …".
    fn opening(&mut self, at: usize) -> Option<usize> {
        let opens = [Sense::Skip, Sense::Link(Link::And), Sense::Cue(Cue::Ever)];
        let is_start = self.pieces[..at].iter().all(|piece| opens.iter().any(|sense| piece.has(*sense)));
        let piece = &self.pieces[at];
        if is_start && piece.has(Sense::Cue(Cue::Did)) {
            self.draft.cues.insert(Cue::Did);
            // "Gasté", "ho speso": the verb asks by itself.
            self.cue(at);
            // "Ho superato i 400 euro".
            if self.size(at).is_some() {
                return None;
            }
            // "Was there a month".
            self.draft.group_by = sense!(piece, Sense::Dimension(by) => *by);
            if piece.has(Sense::Link(Link::That)) {
                self.draft.follows = Some(Follow::That);
            }
            return Some(at + 1);
        }
        // "And how many visits was that?"
        let may_refer = matches!(self.draft.follows, None | Some(Follow::And));
        if piece.has(Sense::Link(Link::That)) && may_refer {
            self.draft.follows = Some(Follow::That);
            // "How often was that" asks for a number, too.
            self.cue(at);
            return Some(at + 1);
        }
        // "Which payments recur, and at Netflix?"
        let is_of_topic = || self.draft.cues.iter().any(|cue| matches!(cue, Cue::Topic(_)));
        if (at == 0 || is_of_topic()) && piece.has(Sense::Link(Link::And)) {
            self.draft.follows = Some(Follow::And);
            return Some(at + 1);
        }
        piece.has(Sense::Link(Link::Only)).then(|| {
            self.draft.follows = Some(Follow::Only);
            at + 1
        })
    }

    /// Reports a day that does not exist as one unknown word.
    fn impossible(&mut self, at: usize) -> Option<usize> {
        let end = self.dates.impossible(at)?;
        Some(self.report(at, end))
    }

    /// Reports "more than 2000" in "how much more than 2000", which asks for a difference to an amount.
    fn excess(&mut self, at: usize) -> Option<usize> {
        let asks = self.has(at, Sense::Cue(Cue::HowMuch)) && self.has(at + 1, Sense::Link(Link::Than));
        let (_, end) = if asks { self.size(at + 1)? } else { return None };
        Some(self.report(at + 1, end))
    }

    /// Adds the pieces to the words that are not understood, as one.
    fn report(&mut self, at: usize, end: usize) -> usize {
        let written: Vec<String> = self.pieces[at..end].iter().map(Piece::written).collect();
        self.draft.unknown.push(written.join(" "));
        end
    }

    /// Reads the whole of a share: the food spending in "share of my food spending".
    fn whole(&mut self, at: usize) -> Option<usize> {
        if !self.has(at, Sense::Cue(Cue::Share)) || self.draft.whole.is_some() {
            return None;
        }
        let mut next = self.skipped(at + 1);
        // "What share of my 2025 groceries".
        if let Some(end) = self.dates.read(next).map(|read| self.skipped(read.end))
            && self.targets(end, true).is_some()
        {
            self.period(next)?;
            next = end;
        }
        let (whole, end) = self.targets(next, true)?;
        if self.has(end, Sense::Cue(Cue::Spend)) {
            self.draft.cues.extend([Cue::Share, Cue::Spend]);
            self.draft.whole = Some(whole);
            return Some(end + 1);
        }
        let names_things =
            |only: &Conditions| has_subject(&QueryFilter { only: only.clone(), ..QueryFilter::default() });
        let mut later = (end..self.pieces.len()).filter_map(|at| Some((at, self.target(at)?.0)));
        let (start, other) = later.find(|(_, only)| names_things(only))?;
        let verbs = [Cue::Spend, Cue::Expense, Cue::Transaction, Cue::Receive, Cue::Did];
        if !names_things(&whole) {
            return None;
        }
        if (end..start).any(|at| self.is_noun(at, &verbs)) {
            // "What share of my groceries came from Rewe".
            self.draft.cues.extend([Cue::Share, Cue::Spend]);
            self.draft.whole = Some(whole);
            return Some(end);
        }
        // "The share of Rewe in my groceries". "The share of groceries at Rewe" has no clear whole.
        if whole.merchants.is_empty() || other.categories.is_empty() {
            return Some(self.report(at, end));
        }
        self.draft.cues.extend([Cue::Share, Cue::Spend]);
        self.draft.whole = Some(other);
        Some(at + 1)
    }

    /// Reads "put into Rainy Day" and "transfer to my savings account": transfers that came in.
    fn transferred(&mut self, at: usize) -> Option<usize> {
        if !self.has(at, Sense::Link(Link::Into)) {
            return None;
        }
        let (mut found, end) = self.account(self.skipped(at + 1))?;
        found.kinds.push(TransactionKind::Transfer);
        if found.shares_kind(&self.draft.filter.only) {
            return None;
        }
        self.draft.filter.only.extend(&found);
        self.draft.cues.insert(Cue::Receive);
        Some(end)
    }

    /// Reads "if I cancel Netflix", "if I cut restaurants by 20 percent" and "with 10 percent less on fuel".
    /// The verb, the percentage and the things may come in any order.
    fn imagined(&mut self, at: usize) -> Option<usize> {
        let is_cut = |at: usize| {
            [Sense::Link(Link::CutBy), Sense::Cue(Cue::Less)].iter().any(|sense| self.has(at, *sense))
        };
        let mut next = if self.has(at, Sense::Link(Link::If)) {
            at + 1
        } else if self.draft.has(Cue::Would) && self.percent(at).is_some() && is_cut(at + 2) {
            at
        } else {
            return None;
        };
        let (mut only, mut percent, mut whole, mut reduces) = (None, None, None, false);
        loop {
            next = self.skipped(next);
            let cut = self.pieces.get(next).and_then(|piece| sense!(piece, Sense::Cut(percent) => *percent));
            if let (Some(number), None) = (self.percent(next), percent) {
                (percent, next) = (Some(number), next + 2);
            } else if cut.is_some() && whole.is_none() {
                (whole, next) = (cut, next + 1);
            } else if is_cut(next) && !reduces {
                (reduces, next) = (true, next + 1);
            } else if self.has(next, Sense::Link(Link::By)) || self.has(next, Sense::Cue(Cue::Spend)) {
                next += 1;
            } else if only.is_none() {
                let (found, end) = self.targets(next, true)?;
                (only, next) = (Some(found), end);
            } else {
                return None;
            }
            let known = whole.or_else(|| percent.filter(|_| reduces));
            if let (Some(percent), Some(only)) = (known, &only) {
                // "Um die Hälfte gekürzt".
                let end = next + usize::from(!reduces && is_cut(next));
                self.draft.cut = Some(Cut { only: only.clone(), percent });
                return Some(end);
            }
        }
    }

    /// Returns the percentage in the two pieces at `at`.
    fn percent(&self, at: usize) -> Option<u8> {
        let number = self.pieces.get(at)?.number().filter(|_| self.has(at + 1, Sense::Link(Link::Percent)));
        u8::try_from(number?).ok().filter(|percent| (1..=100).contains(percent))
    }

    /// Reads "without rent", "not counting Tesco and transfers" and "except in December".
    fn excluded(&mut self, at: usize) -> Option<usize> {
        // "Without rent and without fuel".
        let is_another = self.has(at, Sense::Link(Link::And)) && !self.draft.filter.without.is_empty();
        let at = at + usize::from(is_another && self.has(at + 1, Sense::Link(Link::Without)));
        if !self.has(at, Sense::Link(Link::Without)) {
            // "Rent aside".
            let (found, end) = self.targets(at, false)?;
            let is_aside =
                self.has(end, Sense::Link(Link::Aside)) && self.target(self.skipped(end + 1)).is_none();
            self.draft.filter.without.extend(Some(&found).filter(|_| is_aside)?);
            return Some(end + 1);
        }
        let next = self.skipped(at + 1);
        let next = next + usize::from(self.has(next, Sense::Link(Link::Into)));
        // "Without purchases over 500".
        let is_of_size =
            self.is_noun(next, &[Cue::Expense, Cue::Transaction]) && self.size(next + 1).is_some();
        let (found, end) = self.targets(if is_of_size { next + 1 } else { next }, false)?;
        self.draft.filter.without.extend(&found);
        // "Minus the hotel bills".
        Some(end + usize::from(self.is_noun(end, &[Cue::Expense, Cue::Transaction])))
    }

    /// Reads "at least twice", "more than 3 purchases" and "not once" as a limit on a number.
    fn limited_count(&mut self, at: usize) -> Option<usize> {
        let limit = sense!(&self.pieces[at], Sense::Size(limit) => *limit);
        let has_unit = self.draft.unit.is_some() || self.draft.group_by.is_some();
        let is_never = has_unit && self.has(at, Sense::Link(Link::Never));
        let (limit, number, end) = match limit {
            None if is_never => (Limit::AtMost, 0, at + 1),
            Some(limit) if self.has(at + 1, Sense::Cue(Cue::Topic(About::Duplicates))) => (limit, 2, at + 2),
            _ => (limit?, self.pieces.get(at + 1)?.number()?, at + 3),
        };
        // "Over 200 spent" is an amount, but a number in words is none without its currency.
        let is_in_words = self.pieces.get(at + 1).is_some_and(|piece| piece.text().parse::<u32>().is_err());
        let is_spent = is_in_words && self.is_noun(at + 2, &[Cue::Spend]);
        let plurals = [Sense::Cue(Cue::Times), Sense::Cues(Cue::Expense), Sense::Cues(Cue::Transaction)];
        let counts = is_spent || plurals.iter().any(|sense| self.has(at + 2, *sense));
        let [size] = limit.sizes(number.to_string().parse().ok()?)[..] else { return None };
        if self.draft.having.is_some() || (end == at + 3 && !counts) {
            return None;
        }
        self.draft.having = Some(size);
        if is_never || end == at + 3 {
            self.cue(end - 1);
        }
        Some(end)
    }

    /// Reads "5 largest", "the largest 5", "top 5" and "the last 3 payments". The number is 1 to 1000.
    fn limit(&mut self, at: usize) -> Option<usize> {
        let ranks = |at: usize| {
            let cues = [Cue::Largest, Cue::Smallest, Cue::Last, Cue::First, Cue::Next];
            self.has(at, Sense::Link(Link::Top)) || cues.iter().any(|cue| self.has(at, Sense::Cue(*cue)))
        };
        let in_digits_or_words =
            |at: usize| self.pieces.get(at).filter(|piece| !piece.has(Sense::Cue(Cue::First)))?.number();
        if self.dates.read(at).is_some() {
            return None;
        }
        // "Which three months", "the two months with the highest costs".
        let is_unit = |piece: &Piece| {
            piece.senses.iter().any(|it| match it {
                Sense::Time(Time::Unit(_)) => true,
                Sense::Dimension(by) => unit_of(*by).is_some(),
                _ => false,
            })
        };
        let is_group =
            |piece: &Piece| is_unit(piece) || piece.senses.iter().any(|it| matches!(it, Sense::Dimension(_)));
        let ends = [Cue::Most, Cue::Largest, Cue::Least, Cue::Smallest].map(Sense::Cue);
        let ranks_units = |piece: &Piece| {
            is_unit(piece) && self.pieces.iter().any(|it| ends.iter().any(|cue| it.has(*cue)))
        };
        let asks = self.draft.has(Cue::Which);
        if self.draft.limit.is_none()
            && self.pieces.get(at + 1).is_some_and(|it| ranks_units(it) || asks && is_group(it))
            && let Some(number) = in_digits_or_words(at)
        {
            self.draft.limit = Some(number).filter(|number| (1..=1_000).contains(number));
            return self.draft.limit.map(|_| at + 1);
        }
        let is_noun = |at| self.is_noun(at, &[Cue::Spend, Cue::Expense, Cue::Transaction]);
        // "Le cinque spese più grandi".
        let (rank, number, end) = if is_noun(at + 1) && ranks(at + 2) && !ranks(at) {
            let number = in_digits_or_words(at)?;
            self.draft.cues.insert(Cue::Expense);
            (at + 2, number, at + 3)
        } else if ranks(at) {
            (at, in_digits_or_words(at + 1)?, at + 2)
        } else {
            (ranks(at + 1).then_some(at + 1)?, in_digits_or_words(at)?, at + 2)
        };
        self.draft.limit = Some(number).filter(|number| (1..=1_000).contains(number));
        self.draft.limit?;
        if self.cue(rank).is_none() {
            self.draft.cues.insert(Cue::Largest);
        }
        Some(end)
    }

    /// Reads "than in May", "vs. May", "more than last month" and "than the month before".
    fn comparison(&mut self, at: usize) -> Option<usize> {
        let piece = &self.pieces[at];
        let has = |cue| piece.has(Sense::Cue(cue));
        let is_than = piece.has(Sense::Link(Link::Than));
        // "How much this year and how much last year".
        let is_another = piece.has(Sense::Link(Link::And)) && self.has(at + 1, Sense::Cue(Cue::HowMuch));
        let other = self.skipped(at + 2);
        if is_another
            && !self.draft.periods.is_empty()
            && let Some(read) = self.dates.read(other)
        {
            self.draft.cues.insert(Cue::Compare);
            self.draft.periods.push(self.dates.named(other, &read));
            return Some(read.end);
        }
        // "When was the last time, and how much?"
        if is_another && other == self.pieces.len() {
            return Some(at + 1);
        }
        // Before an amount, "more than" is a size and not a comparison.
        if !(is_than || is_another || has(Cue::Compare)) || self.size(at).is_some() {
            return None;
        }
        let cue = [Cue::Compare, Cue::More, Cue::Less].into_iter().find(|cue| has(*cue));
        let next = if is_another { other } else { self.skipped(at + 1) };
        // "More this year than last".
        let is_cut_short = self.has(next, Sense::Time(Time::Last)) && next + 1 == self.pieces.len();
        let last = self.draft.periods.last().filter(|_| is_cut_short);
        let unit = last.and_then(|it| unit_of_range(it.range, self.dates.today, 0, self.dates.calendar));
        if let Some(unit) = unit.or_else(|| self.pieces.get(next)?.earlier()) {
            self.draft.cues.extend(cue);
            self.draft.earlier = Some(unit);
            return Some(next + 1);
        }
        let stands_after = !self.draft.periods.is_empty() || cue != Some(Cue::Compare);
        if let (Some(read), true) = (self.dates.read(next), stands_after) {
            self.draft.cues.extend(cue);
            let period = NamedPeriod { is_base: cue != Some(Cue::Compare), ..self.dates.named(next, &read) };
            self.draft.periods.push(period);
            return Some(read.end);
        }
        // "More at Rewe than at Edeka".
        let (found, end) = self.target(next)?;
        let is_comparable =
            !(found.categories.is_empty() && found.accounts.is_empty() && found.merchants.is_empty());
        // The sums of two subscriptions are not their prices.
        let is_other = has(Cue::Price) || self.draft.is_versus || !found.shares_kind(&self.draft.filter.only);
        if !is_comparable || is_other {
            return None;
        }
        self.note(next, end);
        self.draft.filter.only.extend(&found);
        self.draft.cues.extend(cue);
        self.draft.is_versus = true;
        Some(end)
    }

    /// Notes what the names of merchants say beside their condition.
    fn note(&mut self, at: usize, end: usize) {
        let names = self.pieces[at..end].iter().flat_map(|piece| &piece.names);
        let merchants = names.filter_map(|name| match name {
            Name::Merchants(merchants) => Some(merchants.len()),
            _ => None,
        });
        if let Some(most) = merchants.max() {
            self.draft.is_wide |= most > 1;
            self.draft.is_from |= at > 0 && self.has(at - 1, Sense::Link(Link::From));
        }
    }

    fn period(&mut self, at: usize) -> Option<usize> {
        if self.size(at).is_some() {
            return None;
        }
        // "Over the last three months", "at the end of March".
        let start = if self.has(at, Sense::Size(Limit::Above)) { self.skipped(at + 1) } else { at };
        let end_of = self.dates.end_of(start);
        let start = end_of.unwrap_or(start);
        // "How did my spending change from May to June" compares two periods.
        let any =
            |cues: &[Cue]| cues.iter().any(|cue| self.pieces.iter().any(|piece| piece.has(Sense::Cue(*cue))));
        // That of a merchant may be one of its price.
        let asks_for_change = self.draft.filter.only.merchants.is_empty() && self.draft.group_by.is_none();
        if any(&[Cue::Change, Cue::Compare])
            && (any(&[Cue::Spend, Cue::Receive, Cue::Net]) || asks_for_change)
            && !any(&[Cue::Price])
            && let Some((one, other, end)) = self.dates.two_periods(start)
        {
            let year = Year::Named;
            let named = |range| NamedPeriod { range, is_base: false, year };
            self.draft.periods.extend([one, other].map(named));
            return Some(end);
        }
        let mut read = self.dates.read(start).or_else(|| self.dates.adjacent_days(start));
        // "Do I spend on Friday" and "will I spend on Friday" are not about the latest one.
        let is_past = !any(&[Cue::Habit, Cue::HowOften, Cue::Future, Cue::Next, Cue::Topic(About::Due)]);
        if read.is_none() && is_past {
            read = self.dates.latest_weekday(start);
        }
        let read = read?;
        self.draft.is_end |= end_of.is_some();
        let mut periods = vec![self.dates.named(start, &read)];
        let mut end = read.end;
        // "In May and June", "January, February or March".
        let mut link = None;
        let mut after = end;
        while link.is_none() {
            let comma = after + usize::from(self.has(after, Sense::Link(Link::Comma)));
            link = [Link::And, Link::To, Link::Or].into_iter().find(|it| self.has(comma, Sense::Link(*it)));
            let next = self.skipped(comma + usize::from(link.is_some()));
            let Some(other) = self.dates.read(next).filter(|_| comma > after || link.is_some()) else {
                link = None;
                break;
            };
            periods.push(self.dates.named(next, &other));
            after = other.end;
        }
        let is_either = link == Some(Link::Or);
        if link.is_some() {
            (self.draft.is_joined, end) = (!is_either, after);
        } else {
            periods.truncate(1);
        }
        self.draft.periods.extend(periods);
        // "Which month did I spend more, May or June": the two are the months.
        if is_either && self.draft.group_by.is_some_and(|by| unit_of(by).is_some()) {
            self.draft.group_by = None;
        }
        Some(end)
    }

    /// Reads one or several categories, merchants, accounts, tags or sizes, all of one kind.
    fn condition(&mut self, at: usize) -> Option<usize> {
        let (found, end) = self.targets(at, true)?;
        if found.shares_kind(&self.draft.filter.only) {
            return None;
        }
        self.note(at, end);
        self.draft.filter.only.extend(&found);
        self.draft.is_either |= (at..end).any(|index| self.has(index, Sense::Link(Link::Or)));
        // "Which restaurants", "how many different restaurants".
        let before = self.pieces[..at].iter().rev().find(|piece| !piece.has(Sense::Skip));
        let groups = [Cue::Which, Cue::HowMany, Cue::Distinct].map(Sense::Cue);
        let asks_for_groups = before
            .is_some_and(|it| groups.iter().any(|cue| it.has(*cue)) && !it.has(Sense::Cue(Cue::Times)))
            && !self.is_noun(end, &[Cue::Expense, Cue::Transaction])
            && (!self.is_noun(end, &[Cue::Spend]) || self.has(end, Sense::Cue(Cue::Did)));
        // "Grocery trips" are purchases, too.
        for index in at..end {
            let piece = &self.pieces[index];
            if piece.senses.iter().any(|sense| matches!(sense, Sense::Category(_))) {
                let by = sense!(piece, Sense::Dimension(by) => *by).filter(|_| asks_for_groups);
                self.draft.group_by = self.draft.group_by.or(by);
                self.cue(index);
            }
        }
        Some(end)
    }

    fn corrected(&mut self, at: usize, end: usize) {
        for piece in &self.pieces[at..end] {
            if let Some(taken_for) = piece.corrected.clone() {
                self.draft.corrections.push(Correction { written: piece.written(), taken_for });
            }
        }
    }

    /// Reads "by category", "per month", "which month" and "top merchants".
    fn grouping(&mut self, at: usize) -> Option<usize> {
        let piece = &self.pieces[at];
        let is_span =
            [Cue::Past, Cue::Ahead].iter().any(|cue| self.has(self.skipped(at + 1), Sense::Cue(*cue)));
        for sense in &piece.senses {
            match sense {
                Sense::By(dimension) if self.draft.group_by.is_none() => {
                    (self.draft.group_by, self.draft.is_breakdown) = (Some(*dimension), true);
                    // "What did I spend money on".
                    self.draft.cues.extend(piece.has(Sense::Cue(Cue::Spend)).then_some(Cue::Spend));
                    return Some(at + 1);
                }
                // "Im Jahr 2025" and "w 2025 roku" are that year.
                Sense::Each(Unit::Year) if self.dates.year_number(at + 1).is_some() => return Some(at + 1),
                Sense::Time(Time::Unit(Unit::Year)) if at > 0 && self.dates.year_number(at - 1).is_some() => {
                    return Some(at + 1);
                }
                Sense::Each(unit) if self.draft.each.is_none() => {
                    self.draft.each = Some(*unit);
                    return Some(at + 1);
                }
                // "How many times did I shop" counts; "which shop" groups.
                Sense::Dimension(_)
                    if piece.has(Sense::Cue(Cue::Spend))
                        && self.draft.has_any(&[
                            Cue::Times,
                            Cue::HowOften,
                            Cue::When,
                            Cue::First,
                            Cue::Last,
                            Cue::Did,
                        ]) => {}
                Sense::Dimension(dimension) if self.draft.group_by.is_none() => {
                    self.draft.group_by = Some(*dimension);
                    let most = [Cue::Most, Cue::Least, Cue::Which, Cue::Share].into_iter();
                    self.draft.cues.extend(most.filter(|cue| piece.has(Sense::Cue(*cue))));
                    return Some(at + 1);
                }
                // "How many days", "days since my last".
                Sense::Time(Time::Unit(unit)) if self.draft.has(Cue::HowMany) || is_span => {
                    self.draft.unit = Some(*unit);
                    return Some(at + 1);
                }
                Sense::Time(Time::Unit(unit)) if self.is_current(at, *unit) => {
                    let period = unit_back(self.dates.today, *unit, 0, self.dates.calendar)?;
                    let range = period.into();
                    self.draft.periods.push(NamedPeriod { range, is_base: false, year: Year::Relative });
                    return Some(at + 1);
                }
                Sense::Time(Time::Unit(unit)) if self.draft.group_by.is_none() => {
                    self.draft.group_by = Some(dimension_of(*unit)?);
                    return Some(at + 1);
                }
                _ => {}
            }
        }
        let earlier = piece.earlier().filter(|_| self.draft.earlier.is_none())?;
        self.draft.earlier = Some(earlier);
        Some(at + 1)
    }

    /// True for the last word of "the largest purchase of the year" and "gastos del mes": the current unit.
    fn is_current(&self, at: usize, unit: Unit) -> bool {
        let draft = &self.draft;
        let ranks = [Cue::Largest, Cue::Smallest, Cue::First, Cue::Last, Cue::Most, Cue::Least];
        let nouns = [Cue::Spend, Cue::Expense, Cue::Transaction, Cue::Receive];
        let before = self.pieces[..at].iter().rposition(|piece| !piece.is_preposition());
        let Some(before) = before.filter(|it| !self.is_noun(*it, &ranks)) else { return false };
        // Polish has no word for "of".
        let is_of = before + 1 < at || (self.language == Language::Polish && self.is_noun(before, &nouns));
        let names_things = draft.has_any(&nouns) || has_subject(&draft.filter) || draft.group_by.is_some();
        let is_sum = draft.has_any(&[Cue::Spend, Cue::Receive, Cue::Net])
            && draft.group_by.is_none()
            && !draft.has_any(&[Cue::Habit, Cue::Which])
            && matches!(unit, Unit::Month | Unit::Year);
        let dates = |piece: &Piece| piece.senses.iter().any(|sense| matches!(sense, Sense::Time(_)));
        let is_whole = self.pieces.get(at + 1).is_none_or(|it| !dates(it) && it.number().is_none());
        is_of && is_whole && draft.periods.is_empty() && (is_sum || names_things && draft.has_any(&ranks))
    }

    /// Reads the cues of a phrase. There may be several: "wie oft habe ich" is both "how many" and "times".
    fn cue(&mut self, at: usize) -> Option<usize> {
        let is_after_merchant = self.pieces[..at]
            .last()
            .is_some_and(|piece| piece.names.iter().any(|name| matches!(name, Name::Merchants(_))));
        if is_after_merchant && self.has(at, Sense::Cue(Cue::Pays)) {
            return None;
        }
        // "Hoeveel" and "ile" are both "how much" and "how many".
        let is_of_unit = self
            .pieces
            .get(at + 1)
            .is_some_and(|next| next.senses.iter().any(|sense| matches!(sense, Sense::Time(Time::Unit(_)))));
        let cues = self.pieces[at].senses.iter().filter_map(|sense| match sense {
            Sense::Cue(Cue::HowMuch) if is_of_unit => Some((Cue::HowMany, false)),
            Sense::Cue(cue) if !matches!(cue, Cue::Did | Cue::Pays) => Some((*cue, false)),
            Sense::Cues(cue) => Some((*cue, true)),
            _ => None,
        });
        let cues: Vec<(Cue, bool)> = cues.collect();
        for (cue, is_plural) in &cues {
            if !MARKS.contains(cue) {
                self.draft.cues.insert(*cue);
            } else if *cue != Cue::Now || at > 0 {
                self.draft.marks.insert(*cue);
                self.draft.cues.extend((*cue == Cue::Back).then_some(Cue::Receive));
            }
            self.draft.is_plural |= is_plural;
        }
        (!cues.is_empty()).then_some(at + 1)
    }

    /// Reads currencies, pauses and filler words.
    fn rest(&mut self, at: usize) -> Option<usize> {
        let piece = &self.pieces[at];
        if let (Some(currency), None) = (self.currency(at), self.draft.currency) {
            self.draft.currency = Some(currency);
            return Some(at + 1);
        }
        // "How did it change" and "how does it compare" ask for a comparison, "how" alone for nothing.
        let compares =
            |piece: &Piece| piece.has(Sense::Cue(Cue::Change)) || piece.has(Sense::Cue(Cue::Compare));
        if piece.has(Sense::Link(Link::How)) && self.pieces.iter().any(compares) {
            return Some(at + 1);
        }
        // "Groceries paid by Visa".
        if piece.has(Sense::Link(Link::By)) && self.account(at + 1).is_some() {
            return Some(at + 1);
        }
        let is_pause = [Link::Comma, Link::SoFar].iter().any(|link| piece.has(Sense::Link(*link)));
        let is_word = piece.names.is_empty() || !piece.senses.is_empty();
        // The account's name may already include the word: "the Visa card", "on my Main account".
        let is_left_over = piece.has(Sense::Account) && !self.draft.filter.only.accounts.is_empty();
        (is_pause || is_left_over || (is_word && piece.has(Sense::Skip)) || piece.has(Sense::Cue(Cue::Did)))
            .then_some(at + 1)
    }
}

pub(crate) fn unit_of(dimension: Dimension) -> Option<Unit> {
    let units = [Unit::Day, Unit::Week, Unit::Month, Unit::Quarter, Unit::Year];
    units.into_iter().find(|unit| dimension_of(*unit) == Some(dimension))
}

pub(crate) const fn dimension_of(unit: Unit) -> Option<Dimension> {
    match unit {
        Unit::Day => Some(Dimension::Day),
        Unit::Week => Some(Dimension::Week),
        Unit::Month => Some(Dimension::Month),
        Unit::Quarter => Some(Dimension::Quarter),
        Unit::Year => Some(Dimension::Year),
        Unit::Weekend | Unit::Half => None,
    }
}

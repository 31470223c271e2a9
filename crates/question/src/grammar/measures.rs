//! The measures of questions, each made of the parts that it takes out of the draft.

use chrono::Datelike;
use saldo_domain::query::{Conditions, DateRange, Dimension, Measure, Per};
use saldo_domain::transaction::{Direction, TransactionKind};
use saldo_domain::{Period, QueryFilter};

use super::{Builder, per};
use crate::lexicon::{Cue, Unit};
use crate::place::{dimension_of, fill, has_subject};

impl Builder<'_> {
    /// Returns a balance, which is that of one day.
    pub(super) fn balance_of_day(&mut self, measure: Measure) -> Vec<Measure> {
        self.draft.is_end = false;
        if self.draft.is_joined { Vec::new() } else { vec![measure] }
    }

    pub(super) fn savings_rate(&mut self) -> Vec<Measure> {
        let filter = &self.draft.filter;
        let is_of_all = !has_subject(filter) && filter.only.sizes.is_empty() && filter.without.is_empty();
        if is_of_all { vec![Measure::SavingsRate] } else { Vec::new() }
    }

    /// Returns the number of different merchants, categories or accounts.
    pub(super) fn distinct(&mut self) -> Vec<Measure> {
        // "How many restaurants over 20 euros" may count payments, too.
        let is_plain = !self.draft.is_breakdown && self.draft.filter.only.sizes.is_empty();
        let by = self.draft.group_by.take().filter(|_| is_plain);
        let receives = self.draft.has(Cue::Receive);
        if by != Some(Dimension::Account) {
            self.draft.filter.only.directions = vec![if receives { Direction::In } else { Direction::Out }];
        }
        by.map(|of| Measure::Distinct { of }).into_iter().collect()
    }

    /// Returns `measure`, restricted to the direction that the question names, if it names one.
    pub(super) fn event(&mut self, measure: Measure) -> Vec<Measure> {
        let has = |cue| self.draft.has(cue);
        let names_direction = has(Cue::Spend) || has(Cue::Expense) || has(Cue::Receive) || has(Cue::Times);
        // "When was the last time?" does not say of what.
        let is_end = matches!(measure, Measure::First | Measure::Last);
        if is_end && !names_direction && !has(Cue::Transaction) && self.draft.filter.is_empty() {
            return Vec::new();
        }
        if names_direction || measure == Measure::Duration {
            self.draft.filter.only.directions = vec![self.direction()];
        }
        // The time between transactions has a meaning only if a subject such as a merchant relates them.
        let is_ahead =
            matches!(measure, Measure::Next | Measure::TimeUntil | Measure::Duration | Measure::TimeSince);
        if is_ahead && !has_subject(&self.draft.filter) {
            return Vec::new();
        }
        vec![measure]
    }

    /// Reads a yes-or-no question as a count. "Did I spend more than 500" is about the sum, not about single
    /// transactions, and is rejected.
    pub(super) fn exists(&mut self) -> Vec<Measure> {
        let has = |cue| self.draft.has(cue);
        let is_single = has(Cue::Expense) || has(Cue::Transaction);
        // "Was there, in June?" does not say what.
        if !is_single && !has(Cue::Spend) && !has(Cue::Receive) && !has_subject(&self.draft.filter) {
            return Vec::new();
        }
        if self.draft.filter.only.sizes.is_empty() || is_single {
            self.event(Measure::Count)
        } else {
            Vec::new()
        }
    }

    pub(super) fn in_days(&mut self, measure: Measure) -> Vec<Measure> {
        match self.draft.unit.take() {
            None | Some(Unit::Day) => self.event(measure),
            Some(_) => Vec::new(),
        }
    }

    pub(super) fn count(&mut self) -> Vec<Measure> {
        let measure = match self.draft.each.take() {
            None => Measure::Count,
            Some(Unit::Month) => Measure::Frequency,
            Some(_) => return Vec::new(),
        };
        // "How many times on average" does not say in what time.
        if measure == Measure::Count && self.draft.has(Cue::Average) {
            return Vec::new();
        }
        self.event(measure)
    }

    /// Reads "groceries over 50 euros: how many?".
    pub(super) fn count_of_sizes(&mut self) -> Vec<Measure> {
        // "How many dentists" does not count payments.
        let is_of_payments = !self.draft.filter.only.sizes.is_empty() || self.is_of_income();
        if !(has_subject(&self.draft.filter) && is_of_payments) {
            return Vec::new();
        }
        self.draft.cues.insert(Cue::Times);
        self.count()
    }

    pub(super) fn frequency(&mut self) -> Vec<Measure> {
        let each = self.draft.each.take();
        if !has_subject(&self.draft.filter) || each.is_some_and(|unit| unit != Unit::Month) {
            return Vec::new();
        }
        if !self.draft.has(Cue::Transaction) {
            self.draft.filter.only.directions = vec![self.direction()];
        }
        // "How often in May" asks for a number, "how often do I" for a rate.
        let is_limited = !self.draft.filter.only.sizes.is_empty();
        let is_past = (self.draft.filter.period.is_some() || is_limited) && !self.draft.has(Cue::Habit);
        vec![if is_past && each.is_none() { Measure::Count } else { Measure::Frequency }]
    }

    /// Requires a subject: over all transactions, a salary would be deducted as if it were a refund.
    pub(super) fn net_of_refunds(&mut self) -> Vec<Measure> {
        if has_subject(&self.draft.filter) { vec![Measure::SpentNetOfRefunds] } else { Vec::new() }
    }

    pub(super) fn share(&mut self) -> Vec<Measure> {
        let (spends, receives) = (self.draft.has(Cue::Spend), self.draft.has(Cue::Receive));
        let filter = &self.draft.filter;
        let is_of_account = !has_subject(filter) && !filter.only.accounts.is_empty();
        let is_of_all = spends && receives && filter.only.is_empty();
        let has_part = has_subject(filter) || is_of_account || is_of_all;
        // "What share did I send back" is not one of the income.
        let is_back = self.draft.marks.contains(&Cue::Back);
        if is_back || !(has_part && filter.without.is_empty() && (spends || receives)) {
            return Vec::new();
        }
        let mut only = self.draft.whole.take().unwrap_or_default();
        // The share of an account is one of all accounts. "Of my card's spending" limits part and whole.
        if only.accounts.is_empty() && !is_of_account {
            only.accounts.clone_from(&filter.only.accounts);
        } else if !only.accounts.is_empty() && !filter.only.accounts.is_empty() {
            return Vec::new();
        }
        let is_of_some = !has_subject(&QueryFilter {
            only: Conditions { accounts: Vec::new(), ..only.clone() },
            ..QueryFilter::default()
        });
        // Portuguese "renda" is rent and income: the share of a thing in itself is not what is asked for.
        if !is_of_all && only == filter.only {
            return Vec::new();
        }
        // The part has to be within the whole, or the percentage is none.
        let part = &mut self.draft.filter.only;
        if !is_of_some {
            fill(&mut part.categories, &only.categories);
            fill(&mut part.merchants, &only.merchants);
        }
        fill(&mut part.accounts, &only.accounts);
        fill(&mut part.tags, &only.tags);
        let is_earned = receives && self.draft.marks.contains(&Cue::Earned);
        if is_of_some && is_earned && only.categories.is_empty() {
            only.categories = self.names.earnings();
            only.uncategorized = !only.categories.is_empty();
        }
        let filter = &self.draft.filter;
        let of = Box::new(QueryFilter { only, ..QueryFilter::default() });
        let is_income = filter.only.categories.iter().any(|it| self.names.is_income(*it));
        // Part and whole may differ: rent as a share of income is money out over money in.
        // Interest as a share of income is money in on both sides.
        let part = if is_income { Direction::In } else { Direction::Out };
        let is_of_income =
            !of.only.categories.is_empty() && of.only.categories.iter().all(|it| self.names.is_income(*it));
        let whole = if receives || is_of_income { Direction::In } else { Direction::Out };
        // "How much of my salary did I spend?" does not ask for the salary as a share of the spending.
        if (part, whole) == (Direction::In, Direction::Out) {
            return Vec::new();
        }
        vec![Measure::Share { part, whole, of }]
    }

    pub(super) fn average(&mut self) -> Vec<Measure> {
        let of = self.direction();
        let has = |cue| self.draft.has(cue);
        let is_single = has(Cue::Expense) || has(Cue::Transaction);
        // "On average per month?" does not say of what.
        let says_flow = is_single || has(Cue::Spend) || has(Cue::Receive);
        if !says_flow && !self.is_of_things() && self.draft.filter.only.accounts.is_empty() {
            return Vec::new();
        }
        match (self.draft.each.take().map(per), is_single) {
            // "My average weekly grocery bill" is the sum of a week.
            (Some(Some(per)), _) if !is_single || !self.draft.is_plural => vec![Measure::Average { of, per }],
            (None, true) => vec![Measure::Average { of, per: Per::Transaction }],
            (None, false) => [Per::Month, Per::Transaction].map(|per| Measure::Average { of, per }).to_vec(),
            _ => Vec::new(),
        }
    }

    pub(super) fn extremes(&mut self, make: fn(Direction) -> Measure) -> Vec<Measure> {
        let has = |cue| self.draft.cues.contains(&cue);
        // A question that groups ("the largest month") ranks sums, not single transactions.
        if self.draft.group_by.is_some() {
            return Vec::new();
        }
        let count = self.draft.limit.take();
        let names_one = has(Cue::Expense) || has(Cue::Transaction);
        // A plural, or "show" without a noun, asks for a list.
        let few = if self.draft.is_plural || (has(Cue::Show) && !names_one) { 10 } else { 1 };
        self.draft.ranked = Some(count.unwrap_or(few));
        let is_transfer = self.draft.filter.only.kinds == [TransactionKind::Transfer];
        let is_of_spending =
            is_transfer || !self.draft.filter.only.categories.is_empty() && !self.is_of_income();
        if has(Cue::Spend) || has(Cue::Expense) || has(Cue::Receive) || is_of_spending {
            vec![make(self.direction())]
        } else {
            vec![make(Direction::Out), make(Direction::In)]
        }
    }

    pub(super) fn price_change(&mut self) -> Vec<Measure> {
        let only = &self.draft.filter.only;
        if self.is_of_income() {
            return Vec::new();
        }
        let has_price = !only.merchants.is_empty() || !only.categories.is_empty();
        if has_price { vec![Measure::PriceChange] } else { Vec::new() }
    }

    pub(super) fn projection(&mut self) -> Vec<Measure> {
        let mut period = self.draft.filter.period;
        // "By the end of 2025" is about the whole year, and "by the end of November" about the whole month.
        if let Some((None, Some(last))) = period.map(|range| (range.first_day(), range.last_day())) {
            let whole = [Period::year(last.year()), Period::month_of(last)].into_iter().flatten();
            let mut whole = whole.filter(|it| it.end() == last && it.contains(self.today));
            period = whole.next().map(DateRange::from).or(period);
            self.draft.filter.period = period;
        }
        let reaches = period.and_then(DateRange::last_day).is_some_and(|to| to >= self.today);
        let has_begun = period.and_then(DateRange::first_day).is_some_and(|from| from <= self.today);
        if reaches && has_begun { vec![Measure::Projection] } else { Vec::new() }
    }

    /// Returns money in less money out. With a hypothetical cut, it is the spending that the cut would save.
    pub(super) fn net(&mut self) -> Vec<Measure> {
        // What is left of the salary is left of all money in.
        if self.is_of_income() && self.draft.filter.only.merchants.is_empty() {
            self.draft.filter.only.categories.clear();
        }
        let Some(cut) = self.draft.cut.take() else { return self.sum(Measure::Net) };
        let is_free = self.draft.filter.only.is_empty() && self.draft.filter.without.is_empty();
        if cut.percent != 100 || !is_free {
            return Vec::new();
        }
        self.draft.filter.only = cut.only;
        // Savings from now on depend on future prices, so the averages so far are only offered.
        match (self.draft.each.take(), self.draft.filter.period) {
            (None, Some(_)) => vec![Measure::Spent],
            _ => [Per::Month, Per::Year].map(|per| Measure::Average { of: Direction::Out, per }).to_vec(),
        }
    }

    /// Reads "show everything over 500", "list restaurants over 50", "show my transfers" and "break down
    /// groceries by shop".
    pub(super) fn shown(&mut self) -> Vec<Measure> {
        let only = &self.draft.filter.only;
        match (has_subject(&self.draft.filter), self.draft.group_by, self.draft.is_breakdown) {
            (true, Some(_), true) => vec![Measure::Spent],
            // "Break down October by shop".
            (_, Some(Dimension::Category | Dimension::Merchant), true)
                if self.draft.filter.period.is_some() =>
            {
                vec![Measure::Spent]
            }
            (_, None, _) if !only.sizes.is_empty() || !only.kinds.is_empty() => vec![Measure::Transactions],
            (_, None, _) if !only.accounts.is_empty() && self.draft.filter.period.is_some() => {
                vec![Measure::Transactions]
            }
            (true, None, _) => {
                self.draft.filter.only.directions = vec![self.direction()];
                vec![Measure::Transactions]
            }
            _ => Vec::new(),
        }
    }

    /// Returns a sum.
    /// "Per month" makes it an average; "do I spend" without a period may mean either, so both are offered.
    pub(super) fn sum(&mut self, measure: Measure) -> Vec<Measure> {
        let of = if measure == Measure::Received { Direction::In } else { Direction::Out };
        let has = |cue| self.draft.has(cue);
        let (is_habit, shows) = (has(Cue::Habit), has(Cue::Show));
        // "Over 100 at Rewe" is about the sum or about single payments.
        let names_one = [Cue::Expense, Cue::Transaction, Cue::Show, Cue::HowMuch, Cue::What, Cue::Total];
        if !self.draft.filter.only.sizes.is_empty() && !self.draft.has_any(&names_one) {
            return Vec::new();
        }
        let asks = is_habit || has(Cue::HowMuch) || has(Cue::What);
        let average = |per| Measure::Average { of, per };
        match self.draft.each.take() {
            Some(_) if measure == Measure::Net => Vec::new(),
            Some(unit) => match per(unit) {
                Some(per) if asks => vec![average(per)],
                Some(_) if shows && self.draft.group_by.is_none() => {
                    self.draft.group_by = dimension_of(unit);
                    self.draft.is_breakdown = true;
                    vec![measure]
                }
                Some(per) => vec![average(per), measure],
                None => Vec::new(),
            },
            None if is_habit && self.draft.filter.period.is_none() && measure != Measure::Net => {
                if self.draft.group_by.is_some() { vec![measure] } else { vec![measure, average(Per::Month)] }
            }
            None => vec![measure],
        }
    }

    /// Reads a question of conditions only: "groceries in April" is spending, "salary in April" is income.
    pub(super) fn bare(&mut self) -> Vec<Measure> {
        if self.draft.filter.only.kinds == [TransactionKind::Transfer] {
            let is_sum = self.draft.has(Cue::HowMuch);
            return vec![if is_sum { Measure::Spent } else { Measure::Transactions }];
        }
        // "What is Netflix?" does not ask for an amount.
        let has = |cue| self.draft.has(cue);
        let is_open = self.draft.filter.period.is_none();
        // "What if I cut rent by half?" does not say of what time.
        if self.draft.cut.is_some() {
            return if is_open { Vec::new() } else { self.sum(Measure::Spent) };
        }
        let asks_for_more = has(Cue::What) && is_open && !has(Cue::HowMuch) && !has(Cue::Total);
        // "The Visa's total in May".
        let is_of_account = !self.draft.filter.only.accounts.is_empty() && has(Cue::Total) && !is_open;
        if asks_for_more || (!self.is_of_things() && !has(Cue::Spend) && !is_of_account) {
            return Vec::new();
        }
        let measure = if self.direction() == Direction::In { Measure::Received } else { Measure::Spent };
        self.sum(measure)
    }
}

//! The periods of a question: one, several that are joined, or two that are compared.

use saldo_domain::Period;
use saldo_domain::query::{DateRange, Dimension};

use super::Builder;
use crate::dates::{Year, beside, unit_back, unit_of_range};
use crate::follow_up::shifted;
use crate::lexicon::{Cue, Unit};
use crate::place::NamedPeriod;

/// The period of a query and the one that it is compared with.
pub(super) struct Periods {
    pub(super) period: Option<DateRange>,
    pub(super) compare: Option<DateRange>,
    pub(super) group_by: Option<Dimension>,
}

impl Builder<'_> {
    /// Returns the period and the one that it is compared with, or `None` if the parts do not fit together.
    pub(super) fn periods(&mut self) -> Option<Periods> {
        let comparing = [Cue::More, Cue::Less, Cue::Compare, Cue::Change, Cue::Why];
        let periods = self.with_years();
        let earlier = self.draft.earlier.take();
        let has_base = periods.len() == 2 || earlier.is_some() || periods.iter().any(|(_, than)| *than);
        let compares = self.draft.has_any(&comparing) || periods.iter().any(|(_, than)| *than);
        if !(has_base && compares) {
            // "Spending of the previous month".
            if let (Some(unit), true, false) = (earlier, periods.is_empty(), compares) {
                let period = Some(self.unit_back(unit, 1)?);
                return Some(Periods { period, compare: None, group_by: None });
            }
            let only_change = self.draft.has(Cue::Change) || !compares;
            return (only_change && earlier.is_none()).then(|| self.joined(&periods)).flatten();
        }
        let why = self.draft.has(Cue::Why);
        let (period, base) = match (periods.as_slice(), earlier) {
            ([(period, false)], Some(unit)) => (*period, shifted(*period, unit)?),
            ([(base, true)], None) => (self.present(*base)?, *base),
            ([(one, false), (base, true)] | [(base, true), (one, false)], None) => (*one, *base),
            ([(one, false), (other, false)], None) => {
                if one.first_day() >= other.first_day() {
                    (*one, *other)
                } else {
                    (*other, *one)
                }
            }
            _ => return None,
        };
        // "In 2024 less in May" compares nothing: the one is a part of the other.
        let is_said = self.draft.is_joined || self.draft.has(Cue::Compare);
        let is_said = is_said || earlier.is_some() || periods.iter().any(|(_, than)| *than);
        let (one, other) = (period.period(), base.period());
        if !is_said && one.start() <= other.end() && other.start() <= one.end() {
            return None;
        }
        self.draft.discard(&comparing);
        self.draft.discard(&[Cue::Did, Cue::Which, Cue::Price]);
        // "My fuel bill was higher in May than in April" is about the sum.
        if self.draft.cues.remove(&Cue::Expense) {
            self.draft.cues.remove(&Cue::Transaction);
            let is_bill = !self.draft.is_plural && self.draft.cues.iter().all(|cue| *cue == Cue::What);
            self.draft.cues.insert(if is_bill { Cue::Spend } else { Cue::Expense });
        }
        let group_by = why.then_some(Dimension::Category);
        Some(Periods { period: Some(period), compare: Some(base), group_by })
    }

    /// Returns the current period to compare with `base`: this year for last year, this month for last month.
    fn present(&self, base: DateRange) -> Option<DateRange> {
        self.unit_back(unit_of_range(base, self.today, 1, self.calendar)?, 0)
    }

    fn unit_back(&self, unit: Unit, back: i32) -> Option<DateRange> {
        unit_back(self.today, unit, back, self.calendar).map(DateRange::from)
    }

    /// Takes the periods, with the year of another one for each that names none: "May and June 2024".
    fn with_years(&mut self) -> Vec<(DateRange, bool)> {
        let periods = std::mem::take(&mut self.draft.periods);
        let named = periods.iter().find(|it| it.year == Year::Named).map(|it| it.range);
        let range = |it: &NamedPeriod| match named {
            // "August compared with August 2024" is about two of them.
            Some(other) if it.year == Year::Missing => {
                beside(it.range, other).filter(|found| *found != other).unwrap_or(it.range)
            }
            _ => it.range,
        };
        periods.iter().map(|it| (range(it), it.is_base)).collect()
    }

    /// Returns one period, or several that are joined: adjacent ones as one range, others as conditions.
    fn joined(&mut self, periods: &[(DateRange, bool)]) -> Option<Periods> {
        let ranges: Vec<DateRange> = periods.iter().map(|(range, _)| *range).collect();
        if periods.iter().any(|(_, is_base)| *is_base) || (ranges.len() > 1 && !self.draft.is_joined) {
            return None;
        }
        let follows = |pair: &[DateRange]| {
            pair[0]
                .last_day()
                .and_then(|to| to.succ_opt())
                .is_some_and(|next| pair[1].first_day() == Some(next))
        };
        let period = match ranges.as_slice() {
            [] => None,
            [first, .., last] if ranges.windows(2).all(follows) => {
                DateRange::new(first.first_day(), last.last_day())
            }
            [one] => Some(*one),
            _ => {
                self.draft.filter.only.periods = ranges;
                None
            }
        };
        // A day that is excluded has to be one of the period.
        let without = &self.draft.filter.without.periods;
        let is_within = |it: &DateRange| {
            let (one, other) = (it.period(), period.map_or(Period::EVER, DateRange::period));
            one.start() <= other.end() && other.start() <= one.end()
        };
        without.iter().all(is_within).then_some(Periods { period, compare: None, group_by: None })
    }
}

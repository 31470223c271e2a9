//! The rules of the grammar: the cues that each measure and each report requires and allows.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use saldo_domain::query::Measure;

use super::Builder;
use crate::lexicon::{Cue, cue, named};
use crate::topic::About;

/// A measure or a report, the cues that its questions require, and those that they may have beside them.
pub(crate) struct Rule {
    name: &'static str,
    pub(super) needs: Vec<Cue>,
    may: Vec<Cue>,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let lines = include_str!("rules.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Rule::read).collect()
});

impl Rule {
    fn read(line: &'static str) -> Option<Self> {
        let (name, cues) = line.split_once(" = ")?;
        let (needs, may) = cues.split_once('|')?;
        let [needs, may] = [needs, may].map(|it| it.split_whitespace().map(cue).collect::<Option<_>>());
        Some(Self { name, needs: needs?, may: may? })
    }

    /// Returns the first rule of a measure that fits these cues.
    pub(super) fn of_measure(cues: &BTreeSet<Cue>) -> Option<&'static Self> {
        RULES.iter().filter(|rule| rule.report().is_none()).find(|rule| rule.fits(cues))
    }

    pub(crate) fn of_report(about: About) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.report() == Some(about))
    }

    fn report(&self) -> Option<About> {
        named(self.name.strip_prefix("about.")?)
    }

    /// True if these cues have all that are required, and no other than those that are allowed.
    pub(crate) fn fits(&self, cues: &BTreeSet<Cue>) -> bool {
        self.needs.iter().all(|cue| cues.contains(cue))
            && cues.iter().all(|cue| self.needs.contains(cue) || self.may.contains(cue))
    }

    /// Returns the measure, or several to ask back about. Takes the parts that it uses out of the draft.
    pub(super) fn make(&self, of: &mut Builder<'_>) -> Vec<Measure> {
        match self.name {
            "net_worth" => of.balance_of_day(Measure::NetWorth),
            "balance" => of.balance_of_day(Measure::Balance),
            "savings_rate" => of.savings_rate(),
            "net_of_refunds" => of.net_of_refunds(),
            "share" => of.share(),
            "median" => vec![Measure::Median { of: of.direction() }],
            "average" => of.average(),
            "largest" => of.extremes(|of| Measure::Largest { of }),
            "smallest" => of.extremes(|of| Measure::Smallest { of }),
            "price_change" => of.price_change(),
            "projection" => of.projection(),
            "time_since" => of.in_days(Measure::TimeSince),
            "time_until" => of.in_days(Measure::TimeUntil),
            "distinct" => of.distinct(),
            "count" => of.count(),
            "count_of_sizes" => of.count_of_sizes(),
            "frequency" => of.frequency(),
            "exists" => of.exists(),
            "net" => of.net(),
            "spent" => of.sum(Measure::Spent),
            "received" => of.sum(Measure::Received),
            "shown" => of.shown(),
            "bare" => of.bare(),
            // "first", "last", "next" and the like.
            name => named(name).map_or_else(Vec::new, |measure| of.event(measure)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_rule() {
        let lines = include_str!("rules.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.filter(|line| Rule::read(line).is_none()).collect::<Vec<_>>(), [""; 0]);
        assert!(About::REPORTS.iter().all(|about| Rule::of_report(*about).is_some()));
    }
}

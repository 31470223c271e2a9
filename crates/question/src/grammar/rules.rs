//! The rules of the grammar: the cues that each measure requires and allows.

use saldo_domain::query::Measure;

use super::Builder;
use crate::lexicon::Cue;

/// A measure, the cues that it requires, and the cues that it allows beside them.
/// A question with any other cue does not match the rule.
pub(super) struct Rule {
    pub(super) needs: &'static [Cue],
    pub(super) may: &'static [Cue],
    /// Returns the measure, or several to ask back about. Takes the parts that it uses out of the draft.
    pub(super) make: fn(&mut Builder<'_>) -> Vec<Measure>,
}

const fn rule(
    needs: &'static [Cue],
    may: &'static [Cue],
    make: fn(&mut Builder<'_>) -> Vec<Measure>,
) -> Rule {
    Rule { needs, may, make }
}

/// The rules, special before general: the first rule whose cues match the question applies.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method path has one lifetime, the function pointer needs all"
)]
pub(super) const RULES: &[Rule] = {
    use Cue::{
        Ahead, Average, Balance, Change, Did, Distinct, Expense, First, Future, Habit, HowLong, HowMany,
        HowMuch, HowOften, Largest, Last, Median, Net, NetOfRefunds, NetWorth, Next, Past, Price, Rate,
        Receive, SavingsRate, Share, Show, Smallest, Spend, Times, Total, Transaction, What, When, Which,
        Would,
    };
    &[
        rule(&[NetWorth], &[HowMuch, What, Show, Habit, Total], |it| it.balance_of_day(Measure::NetWorth)),
        rule(&[Balance], &[HowMuch, What, Show, Habit, Total], |it| it.balance_of_day(Measure::Balance)),
        rule(&[SavingsRate], &[HowMuch, What, Habit], |it| it.savings_rate()),
        rule(&[Net, Share, Receive], &[HowMuch, What, Habit], |it| it.savings_rate()),
        rule(&[NetOfRefunds], &[HowMuch, What, Total, Spend, Expense], |it| it.net_of_refunds()),
        rule(&[Share], &[HowMuch, What, Spend, Receive, Habit, Total], |it| it.share()),
        rule(&[Median], &[HowMuch, What, Spend, Expense, Transaction, Receive, Habit, Price], |it| {
            vec![Measure::Median { of: it.direction() }]
        }),
        rule(&[Average], &[HowMuch, What, Spend, Expense, Transaction, Receive, Habit, Show, Did], |it| {
            it.average()
        }),
        rule(&[Largest], &[Habit, What, Which, Show, Spend, Expense, Transaction, Receive, HowMuch], |it| {
            it.extremes(|of| Measure::Largest { of })
        }),
        rule(&[Smallest], &[Habit, What, Which, Show, Spend, Expense, Transaction, Receive, HowMuch], |it| {
            it.extremes(|of| Measure::Smallest { of })
        }),
        rule(&[Change], &[Price, HowMuch, What, When, Did, Habit], |it| it.price_change()),
        rule(&[Rate], &[HowMuch, What, Spend, Future, Would, Habit, Total], |it| it.projection()),
        rule(&[Past], &[HowLong, HowMany, HowMuch, Last, Spend, Expense, Transaction, Receive], |it| {
            it.in_days(Measure::TimeSince)
        }),
        rule(
            &[Ahead],
            &[HowLong, HowMany, HowMuch, Next, Future, Spend, Expense, Transaction, Receive],
            |it| it.in_days(Measure::TimeUntil),
        ),
        rule(&[HowLong, Spend], &[Habit], |it| it.event(Measure::Duration)),
        rule(&[Next], &[When, What, Future, Spend, Expense, Transaction, Receive, Habit], |it| {
            it.event(Measure::Next)
        }),
        rule(&[Last], &[When, What, Habit, HowMuch, Spend, Expense, Transaction, Receive, Show], |it| {
            it.event(Measure::Last)
        }),
        rule(&[First], &[When, What, Habit, HowMuch, Spend, Expense, Transaction, Receive, Show], |it| {
            it.event(Measure::First)
        }),
        rule(&[Distinct, HowMany], &[Spend, Expense, Receive, Habit, Transaction], |it| it.distinct()),
        rule(&[HowMany, Times], &[Spend, Receive, Expense, Transaction, Habit], |it| it.count()),
        rule(&[HowMany, Transaction], &[Spend, Receive], |it| it.count()),
        rule(&[HowMany, Expense], &[Spend], |it| it.count()),
        rule(&[HowMany, Receive], &[Expense], |it| it.count()),
        rule(&[HowMany, Spend], &[], |it| it.count()),
        rule(&[HowMany], &[], |it| it.counted()),
        rule(&[HowOften], &[Spend, Receive, Expense, Transaction, Habit], |it| it.frequency()),
        rule(&[When], &[Spend, Expense, Transaction, Receive], |it| it.event(Measure::Transactions)),
        rule(&[Did, Net], &[], |it| it.net()),
        rule(&[Did], &[Spend, Expense, Transaction, Receive], |it| it.exists()),
        rule(&[Transaction], &[Show, Which, What, Habit, Spend, Receive, Expense], |it| {
            it.event(Measure::Transactions)
        }),
        rule(&[HowMuch, Expense], &[Total], |it| it.sum(Measure::Spent)),
        rule(&[Total, Expense], &[What, Spend], |it| it.sum(Measure::Spent)),
        rule(&[Expense], &[Show, Which, What, Habit, Spend], |it| it.event(Measure::Transactions)),
        rule(&[Net], &[HowMuch, What, Total, Habit, Show], |it| it.net()),
        rule(&[Receive], &[HowMuch, What, Which, Total, Habit, Show], |it| it.sum(Measure::Received)),
        rule(&[Spend], &[HowMuch, What, Which, Total, Habit, Show, Expense], |it| it.sum(Measure::Spent)),
        rule(&[Show], &[], |it| it.shown()),
        rule(&[], &[Total, What, HowMuch, Habit], |it| it.bare()),
    ]
};

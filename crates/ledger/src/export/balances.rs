//! Balances along an account's entries: where one is set, and where a statement's closing can be asserted.

use saldo_domain::{AccountId, Date, Money, Outcome, Period};

use super::{Books, StatementBalance};
use crate::error::Result;

/// Something to write between two entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The first statement opens with what was there before: an entry against opening balances.
    Opening { date: Date, by: Money, balance: Money },
    /// A statement opens with another balance than the entries make: what lies between was never read.
    Unread { date: Date, by: Money, balance: Money },
    /// At the end of the day a statement closes with this balance, and the entries make it.
    Closing { date: Date, balance: Money },
    /// At the end of the day a statement closes with this balance, but entries of others stand among its own.
    NotAsserted { date: Date, balance: Money },
}

/// The running balance of an account, and the statements still ahead.
#[derive(Debug, Clone)]
pub(super) struct Balances {
    running: Money,
    is_anchored: bool,
    /// The latest end of the statements before.
    reached: Option<Date>,
    /// In the order of their days; at one day openings come before the entries, closings after.
    events: std::vec::IntoIter<(Date, Phase, StatementBalance)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Opens,
    Closes,
}

impl Balances {
    /// Of the statements that add up and print both balances.
    pub(super) fn of(books: &Books, account: AccountId, currency: saldo_domain::Currency) -> Self {
        let mut events = Vec::new();
        for statement in &books.statements {
            let is_whole = statement.opening.is_some() && statement.closing.is_some();
            let is_ours = statement.account == account && statement.currency == currency;
            if is_whole && is_ours && statement.outcome == Outcome::Balanced {
                events.push((statement.days.start(), Phase::Opens, *statement));
                events.push((statement.days.end(), Phase::Closes, *statement));
            }
        }
        events.sort_by_key(|(date, phase, statement)| {
            (*date, *phase, statement.days.start(), statement.statement)
        });
        let running = Money::zero(currency);
        Self { running, is_anchored: false, reached: None, events: events.into_iter() }
    }

    /// What to write before an entry of the day `date`.
    pub(super) fn before(&mut self, date: Date) -> Result<Vec<Mark>> {
        self.until(|day, phase| (day, phase) <= (date, Phase::Opens))
    }

    /// Counts an entry.
    pub(super) fn count(&mut self, amount: Money) -> Result<()> {
        self.running = self.running.checked_add(amount)?;
        Ok(())
    }

    /// What to write after the last entry.
    pub(super) fn rest(&mut self) -> Result<Vec<Mark>> {
        self.until(|_, _| true)
    }

    fn until(&mut self, is_due: impl Fn(Date, Phase) -> bool) -> Result<Vec<Mark>> {
        let mut marks = Vec::new();
        while self.events.as_slice().first().is_some_and(|(day, phase, _)| is_due(*day, *phase)) {
            let Some((date, phase, statement)) = self.events.next() else { break };
            match (phase, statement.opening, statement.closing) {
                (Phase::Opens, Some(opening), _) => marks.extend(self.open(date, opening, statement.days)?),
                (Phase::Closes, _, Some(balance)) if self.running == balance => {
                    marks.push(Mark::Closing { date, balance });
                }
                (Phase::Closes, _, Some(balance)) => marks.push(Mark::NotAsserted { date, balance }),
                _ => {}
            }
        }
        Ok(marks)
    }

    /// Sets the balance to what a statement opens with, unless an earlier one reaches into its days.
    fn open(&mut self, date: Date, opening: Money, days: Period) -> Result<Option<Mark>> {
        let overlaps = self.reached.is_some_and(|reached| days.start() <= reached);
        self.reached = self.reached.max(Some(days.end()));
        let by = opening.checked_sub(self.running)?;
        let was_anchored = std::mem::replace(&mut self.is_anchored, true);
        if overlaps || by.is_zero() {
            return Ok(None);
        }
        self.running = opening;
        Ok(Some(if was_anchored {
            Mark::Unread { date, by, balance: opening }
        } else {
            Mark::Opening { date, by, balance: opening }
        }))
    }
}

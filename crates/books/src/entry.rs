//! Entries of double-entry bookkeeping become lines of the user's own accounts.
//!
//! The postings to income and expense accounts are the categories. What they add up to is income or
//! spending of one own account; everything else that moves between own accounts is a transfer.

use chrono::NaiveDate;
use saldo_domain::own_csv::SplitText;
use saldo_domain::{AccountKind, Currency, Money, Tag, TransactionKind};

use crate::builder::{Builder, Line, is_transfer_of};
use crate::{Error, Part};

/// The role of a posting's account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// An asset or a liability.
    Own(AccountKind),
    /// Income or an expense.
    Category,
    /// Equity, the other side of opening balances.
    Equity,
}

/// An amount that an entry adds to an account.
#[derive(Debug, Clone)]
pub(crate) struct Posting {
    pub(crate) role: Role,
    /// The account's name, or the path of the category.
    pub(crate) account: String,
    /// The amount, in the account's own currency; `None` if it is not money.
    pub(crate) amount: Option<Money>,
    /// The amount with which it counts in the entry, which may be in another currency.
    pub(crate) weight: Option<Money>,
    pub(crate) note: Option<String>,
}

/// An entry. Its weights add up to zero.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) date: NaiveDate,
    pub(crate) description: String,
    pub(crate) note: String,
    pub(crate) tags: Vec<Tag>,
    pub(crate) postings: Vec<Posting>,
}

/// A posting of money to an own account.
#[derive(Clone, Copy)]
struct Leg<'a> {
    posting: &'a Posting,
    kind: AccountKind,
    amount: Money,
}

impl Entry {
    /// Adds the lines of the entry to the own accounts.
    ///
    /// # Errors
    /// [`Error::Money`] if a sum is too large, [`Error::TooLarge`] if there are too many lines.
    pub(crate) fn book(&self, builder: &mut Builder) -> Result<(), Error> {
        let mut legs = Vec::new();
        for posting in &self.postings {
            match (posting.role, posting.amount) {
                (Role::Own(kind), Some(amount)) => legs.push(Leg { posting, kind, amount }),
                (Role::Own(_), None) => builder.leave_out(Part::Holdings),
                (Role::Category | Role::Equity, _) => {}
            }
        }
        let mut currencies: Vec<Currency> = legs.iter().map(|leg| leg.amount.currency()).collect();
        currencies.sort_unstable();
        currencies.dedup();
        let mut lines = Vec::new();
        for currency in currencies {
            let of_currency: Vec<Leg<'_>> =
                legs.iter().copied().filter(|leg| leg.amount.currency() == currency).collect();
            self.book_currency(builder, &of_currency, legs.len() == 1, &mut lines)?;
        }
        self.link(builder, &mut lines);
        lines.into_iter().try_for_each(|(leg, line)| add(builder, &leg, line))
    }

    /// Links the two lines of a transfer: the only ones of an amount, or the only ones in two currencies.
    fn link(&self, builder: &mut Builder, lines: &mut [(Leg<'_>, Line)]) {
        let mut open: Vec<usize> = Vec::new();
        for (at, (_, line)) in lines.iter().enumerate() {
            let is_side = line.marks.kind == TransactionKind::Transfer && !line.opens;
            open.extend(is_side.then_some(at));
        }
        let are_sides = |lines: &[(Leg<'_>, Line)], one: usize, other: usize| {
            lines[one].0.posting.account != lines[other].0.posting.account
                && is_transfer_of(lines[one].1.amount, lines[other].1.amount)
        };
        let size = |lines: &[(Leg<'_>, Line)], at: usize| {
            (lines[at].1.amount.currency(), lines[at].1.amount.minor().unsigned_abs())
        };
        for at in open.clone() {
            let same: Vec<usize> =
                open.iter().copied().filter(|other| size(lines, *other) == size(lines, at)).collect();
            if let [one, other] = same[..]
                && one == at
                && are_sides(lines, one, other)
            {
                open.retain(|at| !same.contains(at));
                let transfer = Some(builder.new_transfer());
                (lines[one].1.marks.transfer, lines[other].1.marks.transfer) = (transfer, transfer);
            }
        }
        match open[..] {
            [one, other] if are_sides(lines, one, other) => {
                let transfer = Some(builder.new_transfer());
                (lines[one].1.marks.transfer, lines[other].1.marks.transfer) = (transfer, transfer);
            }
            [_, ..] if !self.has_other_side() => builder.leave_out(Part::Transfers),
            _ => {}
        }
    }

    /// True if money comes from or goes to something that has no lines: equity or holdings.
    fn has_other_side(&self) -> bool {
        let is_other = |posting: &Posting| match posting.role {
            Role::Own(_) => posting.amount.is_none(),
            Role::Category => false,
            Role::Equity => true,
        };
        self.postings.iter().any(is_other)
    }

    fn categories(&self) -> impl Iterator<Item = (&Posting, Money)> {
        let categories = self.postings.iter().filter(|posting| posting.role == Role::Category);
        categories.filter_map(|posting| Some((posting, posting.weight?)))
    }

    fn book_currency<'a>(
        &self,
        builder: &mut Builder,
        legs: &[Leg<'a>],
        is_only: bool,
        lines: &mut Vec<(Leg<'a>, Line)>,
    ) -> Result<(), Error> {
        let currency = legs[0].amount.currency();
        let mut parts = Vec::new();
        for (posting, weight) in self.categories().filter(|(_, weight)| weight.currency() == currency) {
            let amount = weight.checked_neg()?;
            parts.push(SplitText { amount, category: posting.account.clone(), note: posting.note.clone() });
        }
        if parts.is_empty() {
            for leg in legs {
                lines.push((*leg, self.without_parts(builder, leg, is_only)));
            }
            return Ok(());
        }
        let spent = Money::sum(currency, parts.iter().map(|part| part.amount))?;
        let payer = payer(legs, spent);
        for (at, leg) in legs.iter().enumerate() {
            let mut rest = leg.amount;
            if at == payer && !spent.is_zero() {
                rest = rest.checked_sub(spent)?;
                let mut line = self.line(spent, leg.posting);
                builder.split(&mut line, std::mem::take(&mut parts));
                lines.push((*leg, line));
            }
            if !rest.is_zero() {
                lines.push((*leg, self.line(rest, leg.posting).transfer()));
            }
        }
        Ok(())
    }

    /// Returns the line of an account without categories in its currency: an opening balance, a payment in
    /// another currency, or a transfer.
    fn without_parts(&self, builder: &mut Builder, leg: &Leg<'_>, is_only: bool) -> Line {
        let mut line = self.line(leg.amount, leg.posting);
        let mut categories = self.categories().map(|(posting, _)| posting.account.as_str());
        if let Some(first) = categories.next().filter(|_| is_only) {
            if categories.any(|other| other != first) {
                builder.leave_out(Part::Splits);
            }
            line.marks.category = Some(first.to_owned());
            return line;
        }
        let others = self.postings.iter().filter(|posting| !std::ptr::eq(*posting, leg.posting));
        line.opens =
            is_only && others.clone().count() > 0 && others.clone().all(|other| other.role == Role::Equity);
        if line.opens { line } else { line.transfer() }
    }

    fn line(&self, amount: Money, posting: &Posting) -> Line {
        let mut line = Line::new(self.date, self.description.clone(), amount);
        line.marks.tags.clone_from(&self.tags);
        line.marks.note = crate::builder::joined(&[&self.note, posting.note.as_deref().unwrap_or_default()]);
        line
    }
}

fn add(builder: &mut Builder, leg: &Leg<'_>, line: Line) -> Result<(), Error> {
    let at = builder.account(Some(&leg.posting.account), leg.kind, leg.amount.currency());
    builder.add(at, line)
}

/// Returns the place of the account that pays or receives `spent`: the one with the largest amount of the
/// same sign.
fn payer(legs: &[Leg<'_>], spent: Money) -> usize {
    let size = |leg: &Leg<'_>| {
        let same_sign = leg.amount.is_negative() == spent.is_negative();
        (same_sign, leg.amount.minor().unsigned_abs())
    };
    (0..legs.len()).rev().max_by_key(|at| size(&legs[*at])).unwrap_or_default()
}

//! Checks that a report is complete. Sums are not enough: two missing transactions may cancel each other, and
//! no sum contains a date. Therefore everything that looks like a reported transaction must be reported, too,
//! in the same columns and with the same meaning.

use std::collections::HashSet;

use saldo_domain::{AccountDraft, StatementDraft};

use super::columns::{Columns, is_near};
use super::reply::{AccountReply, Direction, Reply, Token, TransactionReply};
use super::to_draft::{date, figure, shown};
use crate::read::{CandidateLines, Figure, Mark};

/// Rejects a report that is incomplete or contradicts itself.
///
/// # Errors
/// A description of what is wrong.
pub(super) fn check(
    candidates: &CandidateLines,
    reply: &Reply,
    draft: &StatementDraft,
) -> Result<(), String> {
    let report = Report::of(candidates, reply)?;
    report.dates()?;
    report.figures()?;
    report.lines()?;
    for (account, draft) in reply.accounts.iter().zip(&draft.accounts) {
        report.directions(account)?;
        carried(candidates, account, draft)?;
        totals(candidates, account, draft)?;
    }
    Ok(())
}

/// A report with the columns that contain its tokens.
struct Report<'a> {
    candidates: &'a CandidateLines,
    transactions: Vec<&'a TransactionReply>,
    /// Lines that contain a reported token.
    cited: HashSet<usize>,
    /// Lines of descriptions.
    text: HashSet<usize>,
    /// All reported tokens.
    tokens: HashSet<Token>,
    /// Left edges of dates.
    dates: Columns,
    /// Right edges of amounts.
    amounts: Columns,
    /// Right edges of running balances.
    balances: Columns,
    /// The first and the last line that may contain a transaction, for each account.
    spans: Vec<(usize, usize)>,
}

impl<'a> Report<'a> {
    fn of(candidates: &'a CandidateLines, reply: &'a Reply) -> Result<Self, String> {
        let transactions: Vec<&TransactionReply> =
            reply.accounts.iter().flat_map(|account| &account.transactions).collect();
        let mut tokens: HashSet<Token> = HashSet::new();
        for transaction in &transactions {
            tokens.extend([transaction.date, transaction.amount]);
            tokens.extend([transaction.value_date, transaction.balance].into_iter().flatten());
        }
        for account in &reply.accounts {
            tokens.extend([account.opening, account.closing].into_iter().flatten());
            tokens.extend(account.carried.iter().chain(&account.totals));
        }
        let text = transactions
            .iter()
            .flat_map(|transaction| &transaction.text)
            .filter_map(|line| line.checked_sub(1))
            .collect();
        let edges = |wanted: &dyn Fn(&TransactionReply) -> Option<Token>| -> Result<Columns, String> {
            let found: Result<Vec<&Figure>, String> = transactions
                .iter()
                .filter_map(|transaction| wanted(transaction))
                .map(|token| figure(candidates, &token))
                .collect();
            Ok(Columns::of(found?.iter().map(|figure| figure.x1)))
        };
        let starts: Result<Vec<f32>, String> = transactions
            .iter()
            .map(|transaction| date(candidates, &transaction.date).map(|date| date.x0))
            .collect();
        Ok(Self {
            candidates,
            cited: tokens.iter().map(|token| token.line).collect(),
            text,
            tokens,
            dates: Columns::of(starts?),
            amounts: edges(&|transaction| Some(transaction.amount))?,
            balances: edges(&|transaction| transaction.balance)?,
            spans: reply.accounts.iter().filter_map(|account| span(candidates, account)).collect(),
            transactions,
        })
    }

    /// True if a line has a date in the column of the reported dates.
    fn has_date(&self, line: usize) -> bool {
        self.candidates.dates(line).iter().any(|date| self.dates.hold(date.x0))
    }

    /// Returns the figures of a line that are not reported and that cannot be anything but figures.
    fn unused(&self, line: usize) -> impl Iterator<Item = &'a Figure> {
        let used: Vec<usize> = self
            .tokens
            .iter()
            .filter(|token| token.line == line && is_figure(token))
            .map(|token| token.number)
            .collect();
        let candidates = self.candidates;
        candidates
            .figures(line)
            .iter()
            .enumerate()
            .filter(move |(number, _)| !used.contains(number))
            .map(|(_, figure)| figure)
            // An empty cell may be printed as zero.
            .filter(|figure| figure.strong && figure.core.contains(|digit: char| matches!(digit, '1'..='9')))
    }

    /// Checks that each transaction has the date beside its amount, or the last date above it, and the first
    /// one if two are printed.
    fn dates(&self) -> Result<(), String> {
        let mut lefts = Vec::new();
        for transaction in &self.transactions {
            let (from, to) = (transaction.date.line, transaction.amount.line);
            let own = date(self.candidates, &transaction.date)?;
            let nearer = || (from + 1..=to).any(|line| self.has_date(line));
            let beside = from != to && !self.candidates.dates(to).is_empty() && !self.text_only_date(to);
            if from > to || nearer() || beside {
                return Err(format!(
                    "the transaction on line {} does not have the date beside it.",
                    shown(to)
                ));
            }
            let others = self.candidates.dates(from);
            if others.len() > 1 && self.dates.largest().is_some_and(|column| !is_near(column, own.x0)) {
                return Err(format!(
                    "the date of the transaction on line {} is in another column than the other dates.",
                    shown(to)
                ));
            }
            lefts.extend(others.iter().take_while(|other| other.x0 < own.x0).map(|other| other.x0));
        }
        // On fewer lines, an earlier date can be part of a description.
        let half = (self.transactions.len() / 2).max(2);
        match Columns::of(lefts).large(half).next() {
            Some(_) => Err("the lines of the transactions have an earlier date; use that one.".to_owned()),
            None => Ok(()),
        }
    }

    /// True if a line is part of a description and none of its dates is in the column of the reported dates.
    fn text_only_date(&self, line: usize) -> bool {
        self.text.contains(&line) && !self.has_date(line)
    }

    /// Checks that no figure on a transaction's line is left out if it is in the column of the amounts or
    /// balances, or in a column of its own.
    fn figures(&self) -> Result<(), String> {
        let lines: HashSet<usize> =
            self.transactions.iter().map(|transaction| transaction.amount.line).collect();
        let mut edges = Vec::new();
        for line in lines {
            for figure in self.unused(line) {
                if self.amounts.hold(figure.x1) || self.balances.hold(figure.x1) {
                    return Err(format!("line {} has another amount in the same columns.", shown(line)));
                }
                edges.push(figure.x1);
            }
        }
        // On fewer lines, these figures can be part of descriptions.
        let half = (self.transactions.len() / 2).max(3);
        match Columns::of(edges).large(half).next() {
            Some(edge) => Err(format!("the column of amounts that ends at {edge:.0} is left out.")),
            None => Ok(()),
        }
    }

    /// Checks that no line that looks like a transaction is left out.
    fn lines(&self) -> Result<(), String> {
        for line in (0..self.candidates.len()).filter(|line| !self.cited.contains(line)) {
            let within = self.spans.iter().any(|(first, last)| (*first..=*last).contains(&line));
            let in_column = self.unused(line).any(|figure| self.amounts.hold(figure.x1));
            let has_figure = self.unused(line).next().is_some();
            let dated = self.has_date(line);
            let any_date = !self.candidates.dates(line).is_empty() && !self.text.contains(&line);
            let is_like_transaction =
                if within { in_column || has_figure && (any_date || dated) } else { has_figure && dated };
            if is_like_transaction {
                return Err(format!("line {} looks like a transaction and is left out.", shown(line)));
            }
        }
        Ok(())
    }

    /// Checks the directions: the same mark in the same column means the same direction, unless there is a
    /// heading in between. If every transaction has a running balance, the balances prove the directions.
    fn directions(&self, account: &AccountReply) -> Result<(), String> {
        if account.transactions.iter().all(|transaction| transaction.balance.is_some()) {
            return Ok(());
        }
        let mut known: Vec<(Option<usize>, Mark, Direction, usize)> = Vec::new();
        for transaction in &account.transactions {
            let own = figure(self.candidates, &transaction.amount)?;
            let (column, line) = (self.amounts.place(own.x1), transaction.amount.line);
            let same = known.iter_mut().find(|(place, mark, ..)| *place == column && *mark == own.mark);
            match same {
                Some((_, _, direction, last)) => {
                    if *direction != transaction.direction && !self.has_heading(*last, line) {
                        return Err(format!(
                            "nothing on the page says that the transaction on line {} has the opposite sign.",
                            shown(line)
                        ));
                    }
                    (*direction, *last) = (transaction.direction, line);
                }
                None => known.push((column, own.mark, transaction.direction, line)),
            }
        }
        Ok(())
    }

    /// True if there is a line of words only between two lines.
    fn has_heading(&self, first: usize, last: usize) -> bool {
        (first + 1..last).any(|line| {
            !self.cited.contains(&line)
                && !self.text.contains(&line)
                && self.candidates.dates(line).is_empty()
                && self.unused(line).next().is_none()
        })
    }
}

fn is_figure(token: &Token) -> bool {
    token.kind == super::reply::Kind::Amount
}

/// Returns the lines from the first transaction to the last, extended to the opening and closing balances if
/// these are on the same pages.
fn span(candidates: &CandidateLines, account: &AccountReply) -> Option<(usize, usize)> {
    let first = account.transactions.first()?.amount.line;
    let last = account.transactions.last()?.amount.line;
    let page = |line: usize| candidates.line(line).map(|line| line.page);
    let ends = || [account.opening, account.closing].into_iter().flatten().map(|token| token.line);
    let above = ends().filter(|line| *line < first && page(*line) == page(first)).max();
    let below = ends().filter(|line| *line > last && page(*line) == page(last)).min();
    Some((above.unwrap_or(first), below.unwrap_or(last)))
}

/// Checks that each carried balance is the sum at its line, in whichever direction the statement lists its
/// transactions.
fn carried(candidates: &CandidateLines, account: &AccountReply, draft: &AccountDraft) -> Result<(), String> {
    let Some(opening) = draft.opening_balance else { return Ok(()) };
    let amounts: Vec<i64> = draft.transactions.iter().map(|transaction| transaction.amount.minor()).collect();
    for token in &account.carried {
        let minor = candidates.minor(figure(candidates, token)?, draft.currency);
        let before =
            account.transactions.iter().take_while(|transaction| transaction.amount < *token).count();
        let sum = |amounts: &[i64]| {
            amounts.iter().try_fold(opening.minor(), |sum, amount| sum.checked_add(*amount))
        };
        let reached = [sum(amounts.get(..before).unwrap_or(&[])), sum(amounts.get(before..).unwrap_or(&[]))];
        let holds = reached.into_iter().flatten().any(|reached| reached.checked_abs() == minor);
        if !holds {
            return Err(format!("the balance on line {} is not the one reached there.", shown(token.line)));
        }
    }
    Ok(())
}

/// Checks that each total is the sum of the transactions that directly precede it: of all of them, of those
/// in, or of those out.
fn totals(candidates: &CandidateLines, account: &AccountReply, draft: &AccountDraft) -> Result<(), String> {
    for token in &account.totals {
        let minor = candidates.minor(figure(candidates, token)?, draft.currency);
        let before =
            account.transactions.iter().take_while(|transaction| transaction.amount < *token).count();
        let (mut into, mut out) = (0_i64, 0_i64);
        let mut holds = false;
        for transaction in draft.transactions.iter().take(before).rev() {
            let amount = transaction.amount.minor();
            let side = if amount < 0 { &mut out } else { &mut into };
            *side = side.checked_add(amount.saturating_abs()).ok_or("a sum is too large.")?;
            holds |=
                [Some(into), Some(out), into.checked_sub(out).and_then(i64::checked_abs)].contains(&minor);
        }
        if !holds {
            return Err(format!(
                "the sum on line {} is not that of the transactions before it.",
                shown(token.line)
            ));
        }
    }
    Ok(())
}

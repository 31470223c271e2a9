//! Turns a model's report into a draft. Every date and figure comes from the page, from the token that the
//! report names; a report that names a missing token is rejected.

use std::collections::HashSet;
use std::ops::Range;

use chrono::NaiveDate;
use saldo_domain::{AccountDraft, AccountKind, Money, ReadBy, StatementDraft, TransactionDraft};

use super::reply::{AccountReply, Balances, Direction, Kind, Reply, Token, TransactionReply};
use crate::read::{CandidateLines, DateMark, Facts, Figure, Mark};

/// Upper limit for the bytes of a description. A line that would exceed it is left out.
const TEXT_BYTES_MAX: usize = 600;

/// Returns the draft of a report, with the figures of the page.
///
/// # Errors
/// A description of what is wrong with the report. It contains no text of the report: it is logged and sent
/// to the model.
pub(super) fn build_draft(
    candidates: &CandidateLines,
    reply: &Reply,
    pages: u32,
) -> Result<StatementDraft, String> {
    if reply.accounts.iter().all(|account| account.transactions.is_empty()) {
        return Err("it names no transaction.".to_owned());
    }
    check_tokens(candidates, reply)?;
    check_text(reply)?;
    let accounts: Result<Vec<AccountDraft>, String> = reply
        .accounts
        .iter()
        .enumerate()
        .map(|(index, account)| account_draft(candidates, account, range(candidates, reply, index), reply))
        .collect();
    let (kind, institution) = candidates.statement();
    Ok(StatementDraft { kind, institution, read_by: ReadBy::Model, pages, accounts: accounts? })
}

/// Returns a line's number as the model sees it, from 1.
pub(super) fn shown(line: usize) -> usize {
    line + 1
}

/// Returns the date that a token names.
pub(super) fn date<'a>(candidates: &'a CandidateLines, token: &Token) -> Result<&'a DateMark, String> {
    let found = (token.kind == Kind::Date).then(|| candidates.dates(token.line).get(token.number)).flatten();
    found.ok_or_else(|| format!("line {} has no such date.", shown(token.line)))
}

/// Returns the figure that a token names.
pub(super) fn figure<'a>(candidates: &'a CandidateLines, token: &Token) -> Result<&'a Figure, String> {
    let found =
        (token.kind == Kind::Amount).then(|| candidates.figures(token.line).get(token.number)).flatten();
    found.ok_or_else(|| format!("line {} has no such amount.", shown(token.line)))
}

/// Checks that every token exists, that no figure has two meanings, and that the transactions have the order
/// of the page.
fn check_tokens(candidates: &CandidateLines, reply: &Reply) -> Result<(), String> {
    let mut used: HashSet<Token> = HashSet::new();
    let mut last: Option<Token> = None;
    for account in &reply.accounts {
        for transaction in &account.transactions {
            if last.is_some_and(|last| transaction.amount <= last) {
                return Err(format!(
                    "the transaction on line {} is listed twice or out of order.",
                    shown(transaction.amount.line)
                ));
            }
            last = Some(transaction.amount);
        }
        let amounts = account.transactions.iter().map(|transaction| transaction.amount);
        let balances = account.transactions.iter().filter_map(|transaction| transaction.balance);
        let others = account.carried.iter().chain(&account.totals).copied();
        for token in amounts.chain(balances).chain(others) {
            figure(candidates, &token)?;
            if !used.insert(token) {
                return Err(format!("an amount on line {} is named for two things.", shown(token.line)));
            }
        }
    }
    for account in &reply.accounts {
        // An opening balance is needed to prove the first transaction, and without a proof the model is not
        // trusted.
        let opening = account.opening.ok_or("an account has no opening balance.")?;
        if account.closing == Some(opening) {
            return Err("an opening balance is named as the closing one.".to_owned());
        }
    }
    for end in reply.accounts.iter().flat_map(|account| [account.opening, account.closing]).flatten() {
        figure(candidates, &end)?;
        let is_amount =
            |account: &AccountReply| account.transactions.iter().any(|transaction| transaction.amount == end);
        if reply.accounts.iter().any(is_amount) {
            return Err(format!("an amount on line {} is named for two things.", shown(end.line)));
        }
    }
    Ok(())
}

/// Checks that each line describes only one transaction, and lies between its neighbors.
fn check_text(reply: &Reply) -> Result<(), String> {
    let transactions: Vec<&TransactionReply> =
        reply.accounts.iter().flat_map(|account| &account.transactions).collect();
    let mut used: HashSet<usize> = HashSet::new();
    for (index, transaction) in transactions.iter().enumerate() {
        let before = index
            .checked_sub(1)
            .and_then(|at| transactions.get(at))
            .map(|transaction| transaction.amount.line);
        let after = transactions.get(index + 1).map(|transaction| transaction.amount.line);
        for line in &transaction.text {
            let line = line.checked_sub(1).ok_or("lines are counted from 1.")?;
            let own = line == transaction.amount.line || line == transaction.date.line;
            let between = before.is_none_or(|before| before < line) && after.is_none_or(|after| line < after);
            if !own && (!between || !used.insert(line)) {
                return Err(format!(
                    "line {} cannot describe the transaction on line {}.",
                    shown(line),
                    shown(transaction.amount.line)
                ));
            }
        }
    }
    Ok(())
}

/// Returns the lines of one account: from the end of the previous account to its own end.
fn range(candidates: &CandidateLines, reply: &Reply, index: usize) -> (usize, usize) {
    let end_of = |account: &AccountReply| {
        let last = account.transactions.last().map(|transaction| transaction.amount.line);
        last.max(account.closing.map(|token| token.line)).unwrap_or(0)
    };
    let last_line = candidates.len().saturating_sub(1);
    let before = index.checked_sub(1).and_then(|at| reply.accounts.get(at));
    let is_last = index + 1 == reply.accounts.len();
    let last = if is_last { last_line } else { reply.accounts.get(index).map_or(last_line, end_of) };
    let first = before.map_or(0, |before| end_of(before) + 1);
    (first.min(last), last.min(last_line))
}

fn account_draft(
    candidates: &CandidateLines,
    account: &AccountReply,
    range: (usize, usize),
    reply: &Reply,
) -> Result<AccountDraft, String> {
    let dates: Result<Vec<&DateMark>, String> =
        account.transactions.iter().map(|transaction| date(candidates, &transaction.date)).collect();
    let forms: Vec<_> = dates?.iter().map(|date| date.form).collect();
    let remarks = remarks(reply);
    let facts = candidates
        .facts(range, &forms, &|line| !remarks.contains(&line))
        .ok_or("the lines of an account are out of order.")?;
    let balance = |token: &Token| balance_of(candidates, token, account.balances, &facts);
    let transactions: Result<Vec<TransactionDraft>, String> = account
        .transactions
        .iter()
        .map(|transaction| transaction_draft(candidates, transaction, account.balances, &facts))
        .collect();
    Ok(AccountDraft {
        number: facts.number.clone(),
        period_start: facts.period.map(|(start, _)| start),
        period_end: facts.period.map(|(_, end)| end),
        opening_balance: account.opening.as_ref().map(balance).transpose()?,
        closing_balance: account.closing.as_ref().map(balance).transpose()?,
        transactions: transactions?,
        ..AccountDraft::new(
            if account.balances == Balances::Owed { AccountKind::Card } else { facts.kind },
            facts.currency,
        )
    })
}

/// Returns the lines that only describe transactions, without their figures. They may name other currencies.
fn remarks(reply: &Reply) -> HashSet<usize> {
    let transactions = || reply.accounts.iter().flat_map(|account| &account.transactions);
    let own: HashSet<usize> = transactions().map(|transaction| transaction.amount.line).collect();
    transactions()
        .flat_map(|transaction| &transaction.text)
        .filter_map(|line| line.checked_sub(1))
        .filter(|line| !own.contains(line))
        .collect()
}

fn transaction_draft(
    candidates: &CandidateLines,
    transaction: &TransactionReply,
    balances: Balances,
    facts: &Facts,
) -> Result<TransactionDraft, String> {
    let day = |token: &Token| -> Result<NaiveDate, String> {
        facts
            .day(date(candidates, token)?)
            .ok_or_else(|| format!("the date on line {} is invalid.", shown(token.line)))
    };
    let minor = minor(candidates, &transaction.amount, facts)?;
    let amount = match transaction.direction {
        Direction::In => minor,
        Direction::Out => minor.checked_neg().ok_or("an amount is too large.")?,
    };
    let balance = transaction.balance.as_ref().map(|token| balance_of(candidates, token, balances, facts));
    let lines = lines_of(transaction);
    Ok(TransactionDraft {
        date: day(&transaction.date)?,
        value_date: transaction.value_date.as_ref().map(day).transpose()?,
        description: description(candidates, transaction, &lines),
        amount: Money::from_minor(amount, facts.currency),
        balance: balance.transpose()?,
        place: candidates.place(&lines),
    })
}

/// Returns a figure without its sign, in minor units.
pub(super) fn minor(candidates: &CandidateLines, token: &Token, facts: &Facts) -> Result<i64, String> {
    let minor = candidates.minor(figure(candidates, token)?, facts.currency);
    minor.ok_or_else(|| {
        format!("an amount on line {} is not an amount in {}.", shown(token.line), facts.currency.code())
    })
}

/// Returns a printed balance with the sign that it has for the account holder.
fn balance_of(
    candidates: &CandidateLines,
    token: &Token,
    balances: Balances,
    facts: &Facts,
) -> Result<Money, String> {
    let minor = minor(candidates, token, facts)?;
    let is_negative = match (balances, figure(candidates, token)?.mark) {
        (_, Mark::Debit) => true,
        (_, Mark::Credit) => false,
        (Balances::Held, mark) => mark == Mark::Minus,
        (Balances::Owed, mark) => mark != Mark::Minus,
    };
    let minor = if is_negative { minor.checked_neg().ok_or("a balance is too large.")? } else { minor };
    Ok(Money::from_minor(minor, facts.currency))
}

/// Returns the lines of a transaction, including the line of its amount, from top to bottom.
pub(super) fn lines_of(transaction: &TransactionReply) -> Vec<usize> {
    let mut lines: Vec<usize> = transaction.text.iter().filter_map(|line| line.checked_sub(1)).collect();
    lines.push(transaction.amount.line);
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns the words of a transaction's lines without its dates and figures.
fn description(candidates: &CandidateLines, transaction: &TransactionReply, lines: &[usize]) -> String {
    let mut text = String::new();
    for line in lines {
        let taken = taken(candidates, transaction, *line);
        let words = candidates.words(*line, |word| !taken.iter().any(|range| range.contains(&word)));
        if !words.is_empty() && text.len() + words.len() <= TEXT_BYTES_MAX {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&words);
        }
    }
    text
}

/// Returns the words of a line that are part of a transaction's tokens.
fn taken(candidates: &CandidateLines, transaction: &TransactionReply, line: usize) -> Vec<Range<usize>> {
    let tokens =
        [Some(transaction.date), transaction.value_date, Some(transaction.amount), transaction.balance];
    let on_line = tokens.into_iter().flatten().filter(|token| token.line == line);
    on_line
        .filter_map(|token| match token.kind {
            Kind::Date => date(candidates, &token).ok().map(|date| date.words.clone()),
            Kind::Amount => figure(candidates, &token).ok().map(|figure| figure.words.clone()),
        })
        .collect()
}

//! Lessons from the user: answers to what a statement leaves open, and corrections of its transactions.

use chrono::{Datelike, NaiveDate};
use saldo_domain::{
    CorrectedRow, Currency, Findings, OpenFact, Origin, ReadBy, Statement, StatementDraft, StatementId,
    TransactionId, UserAnswers, UserId,
};
use saldo_storage::{NewAnswers, StatementLine};

use super::Ingest;
use crate::error::Error;
use crate::page::on_behalf_of;
use crate::reader::NoProgress;

/// An answer to what a statement leaves open about one of its accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The reading that is right: the shown one, or one of the alternatives, counted from 0.
    Reading(Option<usize>),
    /// The currency.
    Currency(Currency),
    /// The year of the last transaction.
    Year(i32),
}

impl Ingest {
    /// Stores an answer about part `part` of a statement. It applies when the statement is read again, and to
    /// later statements of the same layout.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement, [`Error::NotOpen`] if the part or the
    /// alternative does not exist, if no reader of pages read the statement, or if it prints all years;
    /// [`Error::Storage`].
    pub async fn answer_statement(
        &self,
        user: UserId,
        statement: StatementId,
        part: usize,
        answer: Answer,
    ) -> Result<(), Error> {
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let account = known.accounts.get(part).ok_or(Error::NotOpen)?;
        let findings = account.findings.as_ref().ok_or(Error::NotOpen)?;
        let mut new = self.known_answers(user, statement, findings).await?;
        let hint = new.layout.as_mut().map(|(_, hint)| hint);
        match answer {
            Answer::Reading(chosen) => {
                let key = match chosen {
                    None => &findings.reading,
                    Some(other) => &findings.alternatives.get(other).ok_or(Error::NotOpen)?.reading,
                };
                new.answers.reading = Some(key.clone());
                if let Some(hint) = hint {
                    hint.reading = Some(key.clone());
                }
            }
            Answer::Currency(currency) => {
                new.answers.currency = Some(currency);
                if let Some(hint) = hint.filter(|_| findings.origins.currency != Origin::Printed) {
                    hint.currency = Some(currency);
                }
                new.confirmed.push((account.account, OpenFact::Currency));
            }
            Answer::Year(year) => {
                let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
                let last_day = last_day(&lines, part, year).ok_or(Error::NotOpen)?;
                new.answers.last_day = Some(last_day);
                new.confirmed.push((account.account, OpenFact::Year));
            }
        }
        if self.storage.put_answers(user, statement, new, self.clock.now()).await? {
            Ok(())
        } else {
            Err(Error::NotFound)
        }
    }

    /// Returns the present answers about a statement and the present hint for its layout.
    async fn known_answers(
        &self,
        user: UserId,
        statement: StatementId,
        findings: &Findings<TransactionId>,
    ) -> Result<NewAnswers, Error> {
        let answers = self.storage.find_statement_answers(user, statement).await?;
        let mut hints = self.storage.list_layout_hints(user).await?;
        let hint = hints.remove(&findings.layout).unwrap_or_default();
        Ok(NewAnswers { answers, layout: Some((findings.layout.clone(), hint)), confirmed: Vec::new() })
    }

    /// Returns the user's answers about a statement and about others of its layout.
    pub(super) async fn answers_for(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<UserAnswers, Error> {
        let answers = self.storage.find_statement_answers(user, statement).await?;
        let layouts = self.storage.list_layout_hints(user).await?;
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        Ok(UserAnswers { answers, rows: corrected(&lines), layouts })
    }

    /// Reads a statement again under the user's corrections, without importing it. Returns true if its other
    /// transactions then differ, too; the lesson is then stored, and the statement is to be processed again.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement; [`Error::FileMissing`], [`Error::Files`] or
    /// [`Error::Storage`].
    pub async fn learn_from_corrections(&self, user: UserId, statement: StatementId) -> Result<bool, Error> {
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        if !matches!(known.read_by, Some(ReadBy::Layout | ReadBy::Picture)) {
            return Ok(false);
        }
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let answers = self.answers_for(user, statement).await?;
        if answers.rows.is_empty() {
            return Ok(false);
        }
        let file = self.file_of(&known).await?;
        // A file that cannot be read now, such as one with a password, gives no hint.
        let Ok(draft) = on_behalf_of(user, self.reader.read(file, None, &answers, &NoProgress)).await else {
            return Ok(false);
        };
        let Some(lesson) = lesson(&known, &lines, &draft) else { return Ok(false) };
        let mut new = self.known_answers(user, statement, lesson).await?;
        new.answers.reading = draft_reading(&draft);
        if let Some((_, hint)) = &mut new.layout {
            hint.reading.clone_from(&new.answers.reading);
        }
        Ok(self.storage.put_answers(user, statement, new, self.clock.now()).await?)
    }
}

/// Returns the lines that the user corrected, with their places on the pages.
fn corrected(lines: &[StatementLine]) -> Vec<CorrectedRow> {
    let is_corrected = |line: &&StatementLine| {
        line.printed.is_some_and(|printed| printed != (line.transaction.date, line.transaction.amount))
    };
    let row = |line: &StatementLine| {
        Some(CorrectedRow {
            place: line.place?,
            date: line.transaction.date,
            amount: line.transaction.amount,
        })
    };
    lines.iter().filter(is_corrected).filter_map(row).collect()
}

/// Returns the date of the statement's last transaction if the last one of `part` is in `year`.
fn last_day(lines: &[StatementLine], part: usize, year: i32) -> Option<NaiveDate> {
    let dates = |wanted: Option<usize>| {
        let own = lines.iter().filter(move |line| wanted.is_none_or(|part| line.part as usize == part));
        own.map(|line| line.printed.map_or(line.transaction.date, |(date, _)| date)).max()
    };
    let (own, last) = (dates(Some(part))?, dates(None)?);
    let year = last.year().checked_add(year.checked_sub(own.year())?)?;
    // There is no 29 February in most years.
    last.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, last.month(), 28))
}

/// Returns the findings of the stored reading if another reading was chosen, and if lines other than the
/// corrected ones differ under it.
fn lesson<'a>(
    known: &'a Statement,
    lines: &[StatementLine],
    draft: &StatementDraft,
) -> Option<&'a Findings<TransactionId>> {
    let findings = known.accounts.iter().find_map(|account| account.findings.as_ref())?;
    if draft_reading(draft).is_none_or(|reading| reading == findings.reading) {
        return None;
    }
    let differs = draft.accounts.iter().enumerate().any(|(part, account)| {
        let own: Vec<_> = lines.iter().filter(|line| line.part as usize == part).collect();
        let is_same = |(line, read): (&&StatementLine, &saldo_domain::TransactionDraft)| {
            (read.date, read.amount) == (line.transaction.date, line.transaction.amount)
        };
        own.len() != account.transactions.len() || !own.iter().zip(&account.transactions).all(is_same)
    });
    differs.then_some(findings)
}

/// Returns the key of the reading of the draft's first account with one.
fn draft_reading(draft: &StatementDraft) -> Option<String> {
    draft.accounts.iter().find_map(|account| account.findings.as_ref()).map(|found| found.reading.clone())
}

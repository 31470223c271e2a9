//! The user's choices for a data file: the meaning of its columns, and the account that it is imported into.

use saldo_bookkeeping::{NewManualAccount, UserQueue};
use saldo_domain::{AccountId, Currency, StatementId, UserId};
use saldo_storage::{ImportChoice, SavedMapping};

use super::Ingest;
use crate::error::Error;
use crate::import::CsvMapping;
use crate::importing::{ImportPreview, ImportProblem, PreviewedCsv};

/// The choices for a preview. The rest is detected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreviewChoice {
    /// The mapping of a CSV.
    pub mapping: Option<CsvMapping>,
    /// The account that the file is for.
    pub account: Option<AccountId>,
    /// The currency of the account that is to be created for the file, instead of `account`.
    pub currency: Option<Currency>,
}

/// A preview of a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenPreview {
    /// The preview.
    pub preview: ImportPreview,
    /// The origin of the mapping that a CSV was read with.
    pub mapping: MappingOrigin,
    /// The account that the file is for: the chosen one, or the one of the saved mapping.
    pub account: Option<AccountId>,
}

/// The origin of a mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MappingOrigin {
    /// The user gave it.
    Given,
    /// The user confirmed it for an earlier file with the same header.
    Saved,
    /// Guessed from the file.
    Guessed,
}

/// The account that a file is imported into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportTarget {
    /// The accounts that the file names.
    Named,
    /// A known account.
    Account(AccountId),
    /// A new account.
    New(NewManualAccount),
}

impl Ingest {
    /// Returns a preview of a stored data file without importing it. A CSV is read with the chosen mapping,
    /// with the one saved for its header, or with a guessed one. Waits until no other preview of the user is
    /// running.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown statement or account, [`Error::NotImportable`] if it is not a data
    /// file, [`Error::Failed`] if it cannot be read; [`Error::FileMissing`], [`Error::Reader`],
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn preview(
        &self,
        user: UserId,
        statement: StatementId,
        choice: PreviewChoice,
    ) -> Result<ChosenPreview, Error> {
        let of_account = match choice.account {
            Some(account) => Some(self.currency_of(user, account).await?),
            None => None,
        };
        let currency = of_account.or(choice.currency);
        if choice.mapping.is_some() {
            let preview = self.queued_preview(user, statement, choice.mapping, currency).await?;
            return Ok(ChosenPreview { preview, mapping: MappingOrigin::Given, account: choice.account });
        }
        let preview = self.queued_preview(user, statement, None, currency).await?;
        let guessed = ChosenPreview { preview, mapping: MappingOrigin::Guessed, account: choice.account };
        let ImportPreview::Csv(csv) = &guessed.preview else { return Ok(guessed) };
        let saved = self.storage.list_import_mappings(user).await?;
        let Some((mut mapping, of)) = saved_for(saved, &csv.header, choice.account) else {
            return Ok(guessed);
        };
        let account = if choice.currency.is_some() {
            // For another account the columns are the same, but the currency is its own.
            mapping.currency = choice.currency;
            choice.account
        } else {
            choice.account.or(of)
        };
        // A saved mapping may have an older shape, or may not fit this file despite the same header.
        match self.queued_preview(user, statement, Some(mapping), currency).await {
            Ok(preview) => Ok(ChosenPreview { preview, mapping: MappingOrigin::Saved, account }),
            Err(_) => Ok(ChosenPreview { account, ..guessed }),
        }
    }

    /// Stores the user's choices for a data file, which its processing then follows. A new account is
    /// created, and the mapping of a CSV is saved for later files with the same header.
    ///
    /// # Errors
    /// As for [`Self::preview`]; [`Error::UnreadLine`], [`Error::UncertainColumns`],
    /// [`Error::SeveralAccounts`] and [`Error::OtherCurrency`] if the file cannot be imported as chosen. Then
    /// nothing is created or saved.
    pub async fn choose(
        &self,
        user: UserId,
        statement: StatementId,
        mapping: Option<CsvMapping>,
        target: ImportTarget,
    ) -> Result<(), Error> {
        let currency = match &target {
            ImportTarget::Named => None,
            ImportTarget::Account(account) => Some(self.currency_of(user, *account).await?),
            ImportTarget::New(new) => Some(new.currency),
        };
        let preview = self.queued_preview(user, statement, mapping.clone(), currency).await?;
        let (mapping, header) = match preview {
            ImportPreview::Csv(csv) => {
                check_rows(&csv)?;
                if mapping.is_none() && !csv.is_proven {
                    // Neither column names nor balances confirm the guessed mapping.
                    return Err(Error::UncertainColumns);
                }
                check_currency(
                    currency,
                    csv.transactions.iter().map(|transaction| transaction.amount.currency()),
                )?;
                (Some(mapping.unwrap_or(csv.mapping)), Some(csv.header))
            }
            ImportPreview::Accounts { accounts, .. } => {
                if currency.is_some() && accounts.len() > 1 {
                    return Err(Error::SeveralAccounts);
                }
                check_currency(currency, accounts.iter().map(|account| account.currency))?;
                (None, None)
            }
        };
        let mapping = mapping.map(serde_json::to_value).transpose();
        let mapping = mapping.map_err(|error| Error::Reader(Box::new(error)))?;
        let now = self.clock.now();
        let account = match target {
            ImportTarget::Named => None,
            ImportTarget::Account(account) => Some(account),
            ImportTarget::New(new) => Some(self.storage.insert_account(user, new, now).await?.id),
        };
        let choice = ImportChoice { account, mapping };
        let is_stored = self.storage.put_import_choice(user, statement, choice, header, now).await?;
        if is_stored { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Returns the saved mapping of each account, latest first.
    ///
    /// # Errors
    /// [`Error::Storage`].
    pub async fn saved_mappings(&self, user: UserId) -> Result<Vec<SavedMapping>, Error> {
        Ok(self.storage.list_import_mappings(user).await?)
    }

    /// Deletes the saved mappings of an account.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`].
    pub async fn delete_mappings(&self, user: UserId, account: AccountId) -> Result<(), Error> {
        let is_deleted = self.storage.delete_import_mappings(user, account).await?;
        if is_deleted { Ok(()) } else { Err(Error::NotFound) }
    }

    async fn currency_of(&self, user: UserId, account: AccountId) -> Result<Currency, Error> {
        Ok(self.storage.find_account(user, account).await?.ok_or(Error::NotFound)?.currency)
    }

    /// Returns a preview when it is the user's turn: each holds a file in memory.
    async fn queued_preview(
        &self,
        user: UserId,
        statement: StatementId,
        mapping: Option<CsvMapping>,
        currency: Option<Currency>,
    ) -> Result<ImportPreview, Error> {
        let _turn = self.previews.turn_of(user).await;
        self.preview_import(user, statement, mapping, currency).await.map_err(|error| match error {
            Error::UnknownFormat => Error::NotImportable,
            error => error,
        })
    }
}

/// Creates a queue with one turn per core and one per user, because a turn holds a file in memory for the
/// child process that reads it.
pub(super) fn queue() -> UserQueue {
    UserQueue::new(std::thread::available_parallelism().map_or(1, usize::from))
}

/// Returns the mapping that was last confirmed for files with this header, and its account if there is only
/// one.
fn saved_for(
    mut saved: Vec<SavedMapping>,
    header: &str,
    account: Option<AccountId>,
) -> Option<(CsvMapping, Option<AccountId>)> {
    saved.retain(|saved| saved.header == header && account.is_none_or(|only| only == saved.account));
    let only = (saved.len() == 1).then(|| saved[0].account);
    let mapping = serde_json::from_value(saved.into_iter().next()?.mapping).ok()?;
    Some((mapping, only))
}

/// Checks that every row was read. A file with a row that cannot be read is not imported.
fn check_rows(csv: &PreviewedCsv) -> Result<(), Error> {
    let Some(ImportProblem { line, what }) = csv.problems.first() else { return Ok(()) };
    Err(Error::UnreadLine { line: *line, what: what.clone() })
}

/// Checks that every line is in the account's currency.
fn check_currency(account: Option<Currency>, lines: impl IntoIterator<Item = Currency>) -> Result<(), Error> {
    let Some(account) = account else { return Ok(()) };
    match lines.into_iter().find(|currency| *currency != account) {
        Some(other) => Err(Error::OtherCurrency { other, account }),
        None => Ok(()),
    }
}

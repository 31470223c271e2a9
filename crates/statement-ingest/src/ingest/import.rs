//! Previews of data files, and reading them with the user's choices.

use bytes::Bytes;
use saldo_domain::own_csv::FileDetails;
use saldo_domain::{Account, Currency, ReadBy, StatementDraft, StatementId, UserId};

use super::Ingest;
use super::trash::fetch;
use crate::error::Error;
use crate::import::CsvMapping;
use crate::importing::ImportPreview;
use crate::page::on_behalf_of;
use crate::reader::ReadFailure;

impl Ingest {
    /// Returns a preview of a stored file without importing it. A CSV is read with `mapping`, or with a
    /// guessed one. `currency` applies to rows that name none. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement, [`Error::UnknownFormat`] if it is not a data
    /// file, [`Error::Failed`] if it cannot be read; [`Error::FileMissing`], [`Error::Reader`],
    /// [`Error::Files`] or [`Error::Storage`].
    pub(super) async fn preview_import(
        &self,
        user: UserId,
        statement: StatementId,
        mapping: Option<CsvMapping>,
        currency: Option<Currency>,
    ) -> Result<ImportPreview, Error> {
        let imports = self.imports.as_ref().ok_or(Error::UnknownFormat)?;
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let file = fetch(self.files.as_ref(), &known.file_key).await?.bytes().await?;
        on_behalf_of(user, imports.preview(file, mapping, currency)).await
    }

    /// Returns the details of a stored file that only Saldo's own export and those of other programs contain,
    /// such as categories, tags and budgets. The result is empty for other files.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement, [`Error::Failed`] if the file cannot be read;
    /// [`Error::FileMissing`], [`Error::Reader`], [`Error::Files`] or [`Error::Storage`].
    pub async fn details(&self, user: UserId, statement: StatementId) -> Result<FileDetails, Error> {
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        if known.read_by != Some(ReadBy::Import) {
            return Ok(FileDetails::default());
        }
        let imports = self.imports.as_ref().ok_or(Error::UnknownFormat)?;
        let file = fetch(self.files.as_ref(), &known.file_key).await?.bytes().await?;
        let choice = self.storage.find_import_choice(user, statement).await?;
        let account = match choice.and_then(|choice| choice.account) {
            Some(account) => self.storage.find_account(user, account).await?,
            None => None,
        };
        on_behalf_of(user, imports.details(file, account.map(|account| account.currency))).await
    }

    /// Reads a file with the user's choices; `None` if the user made none.
    pub(super) async fn read_as_chosen(
        &self,
        user: UserId,
        statement: StatementId,
        file: &Bytes,
    ) -> Result<Option<Result<StatementDraft, ReadFailure>>, Error> {
        let Some(imports) = &self.imports else { return Ok(None) };
        let Some(choice) = self.storage.find_import_choice(user, statement).await? else { return Ok(None) };
        let mapping: Option<CsvMapping> =
            choice.mapping.and_then(|mapping| serde_json::from_value(mapping).ok());
        let account: Option<Account> = match choice.account {
            Some(account) => self.storage.find_account(user, account).await?,
            None => None,
        };
        let currency = account.map(|account| account.currency);
        // Without a mapping or a currency, the usual way gives the same result.
        if mapping.is_none() && currency.is_none() {
            return Ok(None);
        }
        Ok(Some(on_behalf_of(user, imports.read_as(file.clone(), mapping, currency)).await))
    }
}

//! A file that is made for programs is looked at before it is booked, and read as the person chose.

use bytes::Bytes;
use saldo_domain::own_csv::EntryMarks;
use saldo_domain::{Account, Currency, ReadBy, StatementDraft, StatementId, UserId};

use super::Ingest;
use super::trash::fetch;
use crate::error::Error;
use crate::import::CsvMapping;
use crate::importing::ImportPreview;
use crate::page::on_behalf_of;
use crate::reader::NotRead;

impl Ingest {
    /// What a stored file would become, nothing booked: a CSV with this mapping or a guessed one. `currency` is that of rows
    /// that name none. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::UnknownFormat`] for what is not made for programs, [`Error::Failed`] for what cannot be read.
    pub async fn preview_import(
        &self,
        user: UserId,
        statement: StatementId,
        mapping: Option<CsvMapping>,
        currency: Currency,
    ) -> Result<ImportPreview, Error> {
        let imports = self.imports.as_ref().ok_or(Error::UnknownFormat)?;
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let file = fetch(self.files.as_ref(), &known.file_key).await?.bytes().await?;
        on_behalf_of(user, imports.preview(file, mapping, currency)).await
    }

    /// Everything that a stored file says of its entries beside what a bank prints, where Saldo's own export made it: of each part of
    /// the statement, in the order of its entries. Empty for any other file.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Failed`] for what cannot be read; [`Error::Files`], [`Error::Storage`]: may pass.
    pub async fn own_marks(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<Vec<Vec<EntryMarks>>, Error> {
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        if known.read_by != Some(ReadBy::Import) {
            return Ok(Vec::new());
        }
        let imports = self.imports.as_ref().ok_or(Error::UnknownFormat)?;
        let file = fetch(self.files.as_ref(), &known.file_key).await?.bytes().await?;
        on_behalf_of(user, imports.own_marks(file)).await
    }

    /// Reads a file as the person chose, if they did.
    pub(super) async fn read_as_chosen(
        &self,
        user: UserId,
        statement: StatementId,
        file: &Bytes,
    ) -> Result<Option<Result<StatementDraft, NotRead>>, Error> {
        let Some(imports) = &self.imports else { return Ok(None) };
        let Some(choice) = self.storage.find_import_choice(user, statement).await? else { return Ok(None) };
        let mapping: Option<CsvMapping> =
            choice.mapping.and_then(|mapping| serde_json::from_value(mapping).ok());
        let account: Option<Account> = match choice.account {
            Some(account) => self.storage.find_account(user, account).await?,
            None => None,
        };
        let currency = account.map(|account| account.currency);
        // Without a currency or a mapping there is nothing that the usual way does not know.
        if mapping.is_none() && currency.is_none() {
            return Ok(None);
        }
        Ok(Some(on_behalf_of(user, imports.read_as(file.clone(), mapping, currency)).await))
    }
}

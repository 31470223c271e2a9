//! Credentials.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Credential, CredentialId, Timestamp, User, UserId};

use super::backend::Database;
use crate::rows::{CredentialRow, UserRow, json};
use crate::schema::{credentials, users};
use crate::sql_types::RowId;
use crate::{Credentials, Error, NewCredential, PasswordHash, PortResult, Result, StoreError};

#[async_trait]
impl Credentials for Database {
    async fn find_password_hash(&self, user: UserId) -> PortResult<Option<PasswordHash>> {
        self.read(async move |connection| {
            let hash: Option<Option<String>> = credentials::table
                .filter(credentials::user_id.eq(RowId::from(user)))
                .filter(credentials::provider.eq(NewCredential::PASSWORD))
                .select(credentials::password_hash)
                .first(connection)
                .await
                .optional()?;
            Ok(hash.flatten().map(PasswordHash::from_phc))
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_user_by_provider(&self, provider: &str, subject: &str) -> PortResult<Option<User>> {
        let (provider, subject) = (provider.to_owned(), subject.to_owned());
        self.read(async move |connection| {
            let row = users::table
                .inner_join(credentials::table.on(credentials::user_id.eq(users::id)))
                .filter(credentials::provider.eq(provider))
                .filter(credentials::subject.eq(subject))
                .select(UserRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(User::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn put_credential(
        &self,
        user: UserId,
        credential: NewCredential,
        now: Timestamp,
    ) -> PortResult<Credential> {
        let mut row = credential_row(user, credential, now)?;
        self.write(async move |connection| {
            let known = credentials::table
                .filter(credentials::provider.eq(row.provider.clone()))
                .filter(credentials::subject.eq(row.subject.clone()))
                .select(CredentialRow::as_select())
                .first(connection)
                .await
                .optional()?;
            let row: CredentialRow = if let Some(known) = known {
                if known.user_id != row.user_id {
                    return Err(Error::Conflict);
                }
                (row.id, row.created_at) = (known.id, known.created_at);
                diesel::update(credentials::table.find(known.id))
                    .set(row)
                    .returning(CredentialRow::as_returning())
                    .get_result(connection)
                    .await?
            } else {
                diesel::insert_into(credentials::table)
                    .values(row)
                    .returning(CredentialRow::as_returning())
                    .get_result(connection)
                    .await?
            };
            row.try_into()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn list_credentials(&self, user: UserId) -> PortResult<Vec<Credential>> {
        self.read(async move |connection| {
            let rows: Vec<CredentialRow> = credentials::table
                .filter(credentials::user_id.eq(RowId::from(user)))
                .order((credentials::created_at, credentials::id))
                .select(CredentialRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(Credential::try_from).collect()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_credential(&self, user: UserId, credential: CredentialId) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = credentials::table
                .filter(credentials::user_id.eq(RowId::from(user)))
                .filter(credentials::id.eq(RowId::from(credential)));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }
}

/// Returns the row of a new credential. The subject of a password is the user's own id, so that the unique
/// constraint permits only one per user.
pub(super) fn credential_row(
    user: UserId,
    credential: NewCredential,
    now: Timestamp,
) -> Result<CredentialRow> {
    let (provider, subject, password_hash, scopes, sealed_tokens) = match credential {
        NewCredential::Password { hash } => (
            NewCredential::PASSWORD.to_owned(),
            user.to_string(),
            Some(hash.as_phc().to_owned()),
            Vec::new(),
            None,
        ),
        NewCredential::Provider { provider, subject, scopes, sealed_tokens } => {
            (provider, subject, None, scopes, sealed_tokens)
        }
    };
    Ok(CredentialRow {
        id: CredentialId::new(now).into(),
        user_id: user.into(),
        provider,
        subject,
        password_hash,
        scopes: json(scopes)?,
        sealed_tokens,
        created_at: now.into(),
        updated_at: now.into(),
    })
}

//! Attachments of transactions.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl;
use diesel::prelude::*;
use saldo_domain::{Attachment, AttachmentId, AttachmentText, Sha256, TransactionId, UserId, text};

use super::backend::{Connection, Database, lock_user};
use crate::attachments::{AttachmentStored, Attachments};
use crate::rows::{fit, from_word, storable, word};
use crate::schema::{attachments, transactions};
use crate::search::containing;
use crate::sql_types::{At, RowId};
use crate::{Error, Result};

/// Transactions in one query of their attachments.
const TRANSACTIONS_AT_ONCE: usize = 500;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = attachments)]
struct AttachmentRow {
    id: RowId,
    user_id: RowId,
    transaction_id: Option<RowId>,
    file_name: String,
    media_type: String,
    size: i64,
    sha256: Vec<u8>,
    file_key: String,
    text: String,
    search_text: String,
    text_state: String,
    created_at: At,
}

impl AttachmentRow {
    fn of(user: RowId, new: Attachment) -> Result<Self> {
        Ok(Self {
            id: new.id.into(),
            user_id: user,
            transaction_id: new.transaction.map(RowId::from),
            file_name: storable(&new.file_name),
            media_type: word(new.media_type)?,
            size: fit(new.size)?,
            sha256: new.sha256.as_bytes().to_vec(),
            file_key: new.file_key,
            search_text: searched(&new.text),
            text: storable(&new.text),
            text_state: word(new.text_state)?,
            created_at: new.created_at.into(),
        })
    }
}

impl TryFrom<AttachmentRow> for Attachment {
    type Error = Error;

    fn try_from(row: AttachmentRow) -> Result<Self> {
        let digest: [u8; 32] =
            row.sha256.try_into().map_err(|_| Error::database("a digest that is not 32 bytes"))?;
        Ok(Self {
            id: row.id.typed(),
            transaction: row.transaction_id.map(RowId::typed),
            // Names from an archive may contain invisible characters.
            file_name: text::visible(&row.file_name),
            media_type: from_word(&row.media_type)?,
            size: fit(row.size)?,
            sha256: Sha256::from_bytes(digest),
            file_key: row.file_key,
            text: row.text,
            text_state: from_word(&row.text_state)?,
            created_at: row.created_at.0,
        })
    }
}

/// Returns a text in the form in which it is searched.
fn searched(text: &str) -> String {
    text::search_key(&storable(text))
}

#[async_trait]
impl Attachments for Database {
    async fn insert_attachment(
        &self,
        user: UserId,
        new: Attachment,
        count_max: u64,
    ) -> Result<AttachmentStored> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            if let Some(transaction) = new.transaction
                && !has_room(connection, user, transaction.into(), count_max).await?
            {
                return Ok(AttachmentStored::Full);
            }
            let mut row = AttachmentRow::of(user, new)?;
            let same: Option<String> = attachments::table
                .filter(attachments::user_id.eq(user))
                .filter(attachments::sha256.eq(row.sha256.clone()))
                .select(attachments::file_key)
                .first(connection)
                .await
                .optional()?;
            if let Some(file_key) = same {
                row.file_key = file_key;
            }
            let row: AttachmentRow = diesel::insert_into(attachments::table)
                .values(row)
                .returning(AttachmentRow::as_returning())
                .get_result(connection)
                .await?;
            row.try_into().map(AttachmentStored::Stored)
        })
        .await
    }

    async fn list_attachments(&self, user: UserId, transaction: TransactionId) -> Result<Vec<Attachment>> {
        self.read(async move |connection| {
            let rows: Vec<AttachmentRow> = attachments::table
                .filter(attachments::user_id.eq(RowId::from(user)))
                .filter(attachments::transaction_id.eq(RowId::from(transaction)))
                .order((attachments::created_at, attachments::id))
                .select(AttachmentRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(Attachment::try_from).collect()
        })
        .await
    }

    async fn list_attachments_of(
        &self,
        user: UserId,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<Attachment>> {
        self.read(async move |connection| {
            let mut found = Vec::new();
            for chunk in transactions.chunks(TRANSACTIONS_AT_ONCE) {
                let ids: Vec<RowId> = chunk.iter().map(|id| RowId::from(*id)).collect();
                let rows: Vec<AttachmentRow> = attachments::table
                    .filter(attachments::user_id.eq(RowId::from(user)))
                    .filter(attachments::transaction_id.eq_any(ids))
                    .order((attachments::created_at, attachments::id))
                    .select(AttachmentRow::as_select())
                    .load(connection)
                    .await?;
                for row in rows {
                    found.push(Attachment::try_from(row)?);
                }
            }
            Ok(found)
        })
        .await
    }

    async fn list_unmatched_attachments(&self, user: UserId, limit: u32) -> Result<Vec<Attachment>> {
        self.read(async move |connection| {
            let rows: Vec<AttachmentRow> = attachments::table
                .filter(attachments::user_id.eq(RowId::from(user)))
                .filter(attachments::transaction_id.is_null())
                .order((attachments::created_at.desc(), attachments::id.desc()))
                .limit(limit.into())
                .select(AttachmentRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(Attachment::try_from).collect()
        })
        .await
    }

    async fn find_attachment(&self, user: UserId, attachment: AttachmentId) -> Result<Option<Attachment>> {
        self.read(async move |connection| {
            let row: Option<AttachmentRow> = attachments::table
                .filter(attachments::user_id.eq(RowId::from(user)))
                .filter(attachments::id.eq(RowId::from(attachment)))
                .select(AttachmentRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(Attachment::try_from).transpose()
        })
        .await
    }

    async fn has_attachment_file(&self, user: UserId, file_key: &str) -> Result<bool> {
        let file_key = storable(file_key);
        self.read(async move |connection| is_used(connection, user.into(), &file_key).await).await
    }

    async fn match_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
        transaction: Option<TransactionId>,
        count_max: u64,
    ) -> Result<AttachmentStored> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let theirs = attachments::table
                .filter(attachments::user_id.eq(user))
                .filter(attachments::id.eq(RowId::from(attachment)));
            let before: AttachmentRow = theirs
                .select(AttachmentRow::as_select())
                .first(connection)
                .await
                .optional()?
                .ok_or(Error::NotFound)?;
            let transaction = transaction.map(RowId::from);
            if let Some(transaction) = transaction.filter(|it| before.transaction_id != Some(*it))
                && !has_room(connection, user, transaction, count_max).await?
            {
                return Ok(AttachmentStored::Full);
            }
            let row: AttachmentRow = diesel::update(theirs)
                .set(attachments::transaction_id.eq(transaction))
                .returning(AttachmentRow::as_returning())
                .get_result(connection)
                .await?;
            row.try_into().map(AttachmentStored::Stored)
        })
        .await
    }

    async fn put_attachment_text(
        &self,
        user: UserId,
        attachment: AttachmentId,
        text: &str,
        state: AttachmentText,
    ) -> Result<bool> {
        let (search_text, text, state) = (searched(text), storable(text), word(state)?);
        self.write(async move |connection| {
            let theirs = attachments::table
                .filter(attachments::user_id.eq(RowId::from(user)))
                .filter(attachments::id.eq(RowId::from(attachment)));
            let changed = diesel::update(theirs)
                .set((
                    attachments::text.eq(text),
                    attachments::search_text.eq(search_text),
                    attachments::text_state.eq(state),
                ))
                .execute(connection)
                .await?;
            Ok(changed > 0)
        })
        .await
    }

    async fn list_waiting_attachments(&self, limit: u32) -> Result<Vec<(UserId, AttachmentId)>> {
        let waiting = word(AttachmentText::Waiting)?;
        self.read(async move |connection| {
            let rows: Vec<(RowId, RowId)> = attachments::table
                .filter(attachments::text_state.eq(waiting))
                .order((attachments::created_at, attachments::id))
                .limit(limit.into())
                .select((attachments::user_id, attachments::id))
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(|(user, id)| (user.typed(), id.typed())).collect())
        })
        .await
    }

    async fn delete_attachment(
        &self,
        user: UserId,
        attachment: AttachmentId,
    ) -> Result<Option<Option<String>>> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let theirs = attachments::table
                .filter(attachments::user_id.eq(user))
                .filter(attachments::id.eq(RowId::from(attachment)));
            let key: Option<String> =
                theirs.select(attachments::file_key).first(connection).await.optional()?;
            let Some(key) = key else { return Ok(None) };
            diesel::delete(theirs).execute(connection).await?;
            let is_used = is_used(connection, user, &key).await?;
            Ok(Some((!is_used).then_some(key)))
        })
        .await
    }
}

async fn is_used(connection: &mut Connection, user: RowId, file_key: &str) -> Result<bool> {
    let with_file = attachments::table
        .filter(attachments::user_id.eq(user))
        .filter(attachments::file_key.eq(file_key.to_owned()));
    Ok(diesel::select(dsl::exists(with_file)).get_result(connection).await?)
}

/// Returns true if a transaction of the user has fewer than `count_max` attachments.
async fn has_room(
    connection: &mut Connection,
    user: RowId,
    transaction: RowId,
    count_max: u64,
) -> Result<bool> {
    let theirs =
        transactions::table.filter(transactions::user_id.eq(user)).filter(transactions::id.eq(transaction));
    if theirs.count().get_result::<i64>(connection).await? == 0 {
        return Err(Error::NotFound);
    }
    let count: i64 = attachments::table
        .filter(attachments::user_id.eq(user))
        .filter(attachments::transaction_id.eq(transaction))
        .count()
        .get_result(connection)
        .await?;
    Ok(fit::<i64, u64>(count)? < count_max)
}

/// Returns the transactions of a user with an attachment whose text contains `part`.
pub(super) async fn with_text(connection: &mut Connection, user: RowId, part: &str) -> Result<Vec<RowId>> {
    let found: Vec<Option<RowId>> = attachments::table
        .filter(attachments::user_id.eq(user))
        .filter(attachments::transaction_id.is_not_null())
        .filter(attachments::search_text.like(containing(part)).escape('\\'))
        .select(attachments::transaction_id)
        .distinct()
        .load(connection)
        .await?;
    Ok(found.into_iter().flatten().collect())
}

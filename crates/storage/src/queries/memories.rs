//! The user's notes to the advisor, and their use of models.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::upsert::excluded;
use saldo_domain::{Date, Memory, MemoryId, Timestamp, UserId};

use super::backend::{Database, lock_user};
use crate::rows::{fit, storable};
use crate::schema::{chat_memories, model_usage};
use crate::sql_types::{At, RowId};
use crate::{Memories, ModelUsage, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = chat_memories)]
struct MemoryRow {
    id: RowId,
    user_id: RowId,
    text: String,
    created_at: At,
    updated_at: At,
}

impl From<MemoryRow> for Memory {
    fn from(row: MemoryRow) -> Self {
        Self {
            id: row.id.typed(),
            text: row.text,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        }
    }
}

#[async_trait]
impl Memories for Database {
    async fn insert_memory(
        &self,
        user: UserId,
        text: &str,
        count_max: usize,
        now: Timestamp,
    ) -> Result<Option<Memory>> {
        let row = MemoryRow {
            id: MemoryId::new(now).into(),
            user_id: user.into(),
            text: storable(text),
            created_at: now.into(),
            updated_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = chat_memories::table.filter(chat_memories::user_id.eq(RowId::from(user)));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(count_max)? {
                return Ok(None);
            }
            let row: MemoryRow = diesel::insert_into(chat_memories::table)
                .values(row)
                .returning(MemoryRow::as_returning())
                .get_result(connection)
                .await?;
            Ok(Some(row.into()))
        })
        .await
    }

    async fn list_memories(&self, user: UserId) -> Result<Vec<Memory>> {
        self.read(async move |connection| {
            let rows: Vec<MemoryRow> = chat_memories::table
                .filter(chat_memories::user_id.eq(RowId::from(user)))
                .order((chat_memories::created_at, chat_memories::id))
                .select(MemoryRow::as_select())
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(Memory::from).collect())
        })
        .await
    }

    async fn update_memory(
        &self,
        user: UserId,
        memory: MemoryId,
        text: &str,
        now: Timestamp,
    ) -> Result<Option<Memory>> {
        let text = storable(text);
        self.write(async move |connection| {
            let theirs = chat_memories::table
                .filter(chat_memories::user_id.eq(RowId::from(user)))
                .filter(chat_memories::id.eq(RowId::from(memory)));
            let row: Option<MemoryRow> = diesel::update(theirs)
                .set((chat_memories::text.eq(text), chat_memories::updated_at.eq(At(now))))
                .returning(MemoryRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            Ok(row.map(Memory::from))
        })
        .await
    }

    async fn delete_memory(&self, user: UserId, memory: MemoryId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = chat_memories::table
                .filter(chat_memories::user_id.eq(RowId::from(user)))
                .filter(chat_memories::id.eq(RowId::from(memory)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn add_model_usage(&self, user: UserId, day: Date, model: &str, usage: ModelUsage) -> Result<()> {
        let model = storable(model);
        self.write(async move |connection| {
            diesel::insert_into(model_usage::table)
                .values((
                    model_usage::user_id.eq(RowId::from(user)),
                    model_usage::date.eq(day),
                    model_usage::model.eq(model),
                    model_usage::input_tokens.eq(fit::<u64, i64>(usage.input_tokens)?),
                    model_usage::output_tokens.eq(fit::<u64, i64>(usage.output_tokens)?),
                    model_usage::replies.eq(fit::<u64, i64>(usage.replies)?),
                ))
                .on_conflict((model_usage::user_id, model_usage::date, model_usage::model))
                .do_update()
                .set((
                    model_usage::input_tokens
                        .eq(model_usage::input_tokens + excluded(model_usage::input_tokens)),
                    model_usage::output_tokens
                        .eq(model_usage::output_tokens + excluded(model_usage::output_tokens)),
                    model_usage::replies.eq(model_usage::replies + excluded(model_usage::replies)),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn find_model_usage(&self, user: UserId, day: Date) -> Result<ModelUsage> {
        self.read(async move |connection| {
            let rows: Vec<(i64, i64, i64)> = model_usage::table
                .filter(model_usage::user_id.eq(RowId::from(user)))
                .filter(model_usage::date.eq(day))
                .select((model_usage::input_tokens, model_usage::output_tokens, model_usage::replies))
                .load(connection)
                .await?;
            rows.into_iter().try_fold(ModelUsage::default(), |sum, (input, output, replies)| {
                Ok(ModelUsage {
                    input_tokens: sum.input_tokens + fit::<i64, u64>(input)?,
                    output_tokens: sum.output_tokens + fit::<i64, u64>(output)?,
                    replies: sum.replies + fit::<i64, u64>(replies)?,
                })
            })
        })
        .await
    }
}

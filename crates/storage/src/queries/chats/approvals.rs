//! Requests for approval, and traces of what was sent to models.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{ApprovalState, Id, Timestamp};
use serde_json::Value;

use super::super::backend::Connection;
use super::is_theirs;
use crate::rows::{from_word, storable, word};
use crate::schema::{chat_approvals, chat_traces};
use crate::sql_types::{At, RowId};
use crate::{AnsweredApproval, ChatApproval, ChatTrace, Error, NewApproval, Result};

#[derive(Queryable, Selectable)]
#[diesel(table_name = chat_approvals)]
struct ApprovalRow {
    id: RowId,
    message_id: String,
    call_id: String,
    tool: String,
    content: Value,
    state: String,
    expires_at: At,
}

impl TryFrom<ApprovalRow> for ChatApproval {
    type Error = Error;

    fn try_from(row: ApprovalRow) -> Result<Self> {
        let state = from_word(&row.state)?;
        let asked = NewApproval {
            id: row.id.typed(),
            message: row.message_id,
            call: row.call_id,
            tool: row.tool,
            content: row.content,
            expires_at: row.expires_at.0,
        };
        Ok(Self { asked, state })
    }
}

pub(super) async fn insert(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
    asked: Vec<NewApproval>,
    now: At,
) -> Result<bool> {
    if !is_theirs(connection, user, chat).await? {
        return Ok(false);
    }
    for one in asked {
        diesel::insert_into(chat_approvals::table)
            .values((
                chat_approvals::id.eq(RowId::from(one.id)),
                chat_approvals::user_id.eq(user),
                chat_approvals::chat_id.eq(chat),
                chat_approvals::message_id.eq(storable(&one.message)),
                chat_approvals::call_id.eq(storable(&one.call)),
                chat_approvals::tool.eq(one.tool),
                chat_approvals::content.eq(one.content),
                chat_approvals::state.eq(word(ApprovalState::Requested)?),
                chat_approvals::expires_at.eq(At(one.expires_at)),
                chat_approvals::created_at.eq(now),
                chat_approvals::updated_at.eq(now),
            ))
            .execute(connection)
            .await?;
    }
    Ok(true)
}

pub(super) async fn list_open(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
) -> Result<Vec<ChatApproval>> {
    let rows: Vec<ApprovalRow> = chat_approvals::table
        .filter(chat_approvals::user_id.eq(user))
        .filter(chat_approvals::chat_id.eq(chat))
        .filter(chat_approvals::state.eq(word(ApprovalState::Requested)?))
        .order(chat_approvals::id)
        .select(ApprovalRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(ChatApproval::try_from).collect()
}

/// Answers a request. `(user, chat, id)` identifies it: it must be the user's and in this chat.
pub(super) async fn answer(
    connection: &mut Connection,
    (user, chat, id): (RowId, RowId, RowId),
    call: &str,
    approved: bool,
    now: Timestamp,
) -> Result<AnsweredApproval> {
    let asked = chat_approvals::table
        .filter(chat_approvals::user_id.eq(user))
        .filter(chat_approvals::chat_id.eq(chat))
        .filter(chat_approvals::id.eq(id))
        .filter(chat_approvals::call_id.eq(call));
    let row: Option<ApprovalRow> =
        asked.select(ApprovalRow::as_select()).first(connection).await.optional()?;
    let Some(row) = row else { return Ok(AnsweredApproval::Unknown) };
    let known = ChatApproval::try_from(row)?;
    if known.state != ApprovalState::Requested {
        return Ok(AnsweredApproval::Already);
    }
    if known.asked.expires_at <= now {
        return Ok(AnsweredApproval::Expired);
    }
    let state = if approved { ApprovalState::Approved } else { ApprovalState::Denied };
    // Of two concurrent answers, this condition accepts only one.
    let taken = diesel::update(asked.filter(chat_approvals::state.eq(word(ApprovalState::Requested)?)))
        .set((chat_approvals::state.eq(word(state)?), chat_approvals::updated_at.eq(At(now))))
        .execute(connection)
        .await?;
    if taken == 0 {
        return Ok(AnsweredApproval::Already);
    }
    Ok(AnsweredApproval::Taken(ChatApproval { state, ..known }))
}

pub(super) async fn withdraw(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
    now: At,
) -> Result<Vec<ChatApproval>> {
    let open = chat_approvals::table
        .filter(chat_approvals::user_id.eq(user))
        .filter(chat_approvals::chat_id.eq(chat))
        .filter(chat_approvals::state.eq(word(ApprovalState::Requested)?));
    let rows: Vec<ApprovalRow> = diesel::update(open)
        .set((chat_approvals::state.eq(word(ApprovalState::Withdrawn)?), chat_approvals::updated_at.eq(now)))
        .returning(ApprovalRow::as_returning())
        .get_results(connection)
        .await?;
    rows.into_iter().map(ChatApproval::try_from).collect()
}

pub(super) async fn insert_trace(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
    trace: ChatTrace,
) -> Result<bool> {
    if !is_theirs(connection, user, chat).await? {
        return Ok(false);
    }
    diesel::insert_into(chat_traces::table)
        .values((
            chat_traces::id.eq(RowId::from(Id::<ChatTrace>::new(trace.created_at))),
            chat_traces::user_id.eq(user),
            chat_traces::chat_id.eq(chat),
            chat_traces::message_id.eq(storable(&trace.message)),
            chat_traces::content.eq(trace.content),
            chat_traces::created_at.eq(At(trace.created_at)),
        ))
        .execute(connection)
        .await?;
    Ok(true)
}

pub(super) async fn list_traces(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
    limit: u32,
) -> Result<Vec<ChatTrace>> {
    let mut rows: Vec<(String, Value, At)> = chat_traces::table
        .filter(chat_traces::user_id.eq(user))
        .filter(chat_traces::chat_id.eq(chat))
        .order((chat_traces::created_at.desc(), chat_traces::id.desc()))
        .limit(i64::from(limit))
        .select((chat_traces::message_id, chat_traces::content, chat_traces::created_at))
        .load(connection)
        .await?;
    rows.reverse();
    let traces = rows.into_iter().map(|(message, content, created_at)| ChatTrace {
        message,
        content,
        created_at: created_at.0,
    });
    Ok(traces.collect())
}

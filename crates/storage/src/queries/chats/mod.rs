//! Chats and their messages.

mod approvals;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{ApprovalId, Chat, ChatId, Page, PageRequest, Timestamp, UserId, text};
use serde_json::{Value, json};

use super::backend::{Connection, Database};
use crate::cursor::{AgeCursor, cut, rows_wanted};
use crate::rows::{from_word, storable, word};
use crate::schema::{chat_messages, chats};
use crate::search::containing;
use crate::sql_types::{At, RowId};
use crate::{
    AnsweredApproval, CHAT_MESSAGES_MAX, ChatApproval, ChatChange, ChatKey, ChatMessage, ChatTrace, Chats,
    Error, NewApproval, Result,
};

/// The version of the stored form of messages.
pub(super) const VERSION: i32 = 1;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = chats, treat_none_as_default_value = false)]
struct ChatRow {
    id: RowId,
    user_id: RowId,
    client_id: Option<String>,
    title: String,
    model: Option<String>,
    created_at: At,
    updated_at: At,
    consent: Option<String>,
}

impl From<ChatRow> for Chat {
    fn from(row: ChatRow) -> Self {
        Self {
            id: row.id.typed(),
            client_id: row.client_id,
            title: row.title,
            model: row.model,
            consent: row.consent,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = chat_messages)]
struct MessageRow {
    message_id: String,
    role: String,
    state: String,
    version: i32,
    content: Value,
    search_text: String,
    created_at: At,
}

impl TryFrom<MessageRow> for ChatMessage {
    type Error = Error;

    fn try_from(mut row: MessageRow) -> Result<Self> {
        if row.version != VERSION {
            return Err(Error::database(format!(
                "a stored message of format {} cannot be read",
                row.version
            )));
        }
        Ok(Self {
            id: row.message_id,
            role: from_word(&row.role)?,
            state: from_word(&row.state)?,
            parts: row.content["parts"].take(),
            metadata: row.content["metadata"].take(),
            text: row.search_text,
            created_at: row.created_at.0,
        })
    }
}

/// Returns true if the user has this chat.
pub(super) async fn is_theirs(connection: &mut Connection, user: RowId, chat: RowId) -> Result<bool> {
    let theirs = chats::table.filter(chats::user_id.eq(user)).filter(chats::id.eq(chat));
    Ok(theirs.count().get_result::<i64>(connection).await? == 1)
}

#[async_trait]
impl Chats for Database {
    async fn insert_chat(&self, user: UserId, chat: Chat) -> Result<()> {
        self.write(async move |connection| {
            let search = text::findable(&chat.title);
            let row = ChatRow {
                id: chat.id.into(),
                user_id: user.into(),
                client_id: chat.client_id.as_deref().map(storable),
                title: storable(&chat.title),
                model: chat.model.as_deref().map(storable),
                created_at: chat.created_at.into(),
                updated_at: chat.updated_at.into(),
                consent: chat.consent.as_deref().map(storable),
            };
            diesel::insert_into(chats::table)
                .values((row, chats::search_text.eq(search)))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn find_chat(&self, user: UserId, key: ChatKey) -> Result<Option<Chat>> {
        self.read(async move |connection| {
            let theirs = chats::table.filter(chats::user_id.eq(RowId::from(user)));
            let row: Option<ChatRow> = match key {
                ChatKey::Id(id) => {
                    let chat = theirs.filter(chats::id.eq(RowId::from(id)));
                    chat.select(ChatRow::as_select()).first(connection).await.optional()?
                }
                ChatKey::Client(name) => {
                    let chat = theirs.filter(chats::client_id.eq(storable(&name)));
                    chat.select(ChatRow::as_select()).first(connection).await.optional()?
                }
            };
            Ok(row.map(Chat::from))
        })
        .await
    }

    async fn list_chats(
        &self,
        user: UserId,
        search: Option<String>,
        page: PageRequest,
    ) -> Result<Page<Chat>> {
        let after = page.cursor.as_deref().map(AgeCursor::read).transpose()?;
        self.read(async move |connection| {
            let user = RowId::from(user);
            let mut query = chats::table
                .filter(chats::user_id.eq(user))
                .order((chats::updated_at.desc(), chats::id.desc()))
                .limit(rows_wanted(&page))
                .select(ChatRow::as_select())
                .into_boxed();
            if let Some(part) = search {
                let pattern = containing(&storable(&part));
                let said = chat_messages::table
                    .filter(chat_messages::user_id.eq(user))
                    .filter(chat_messages::search_text.like(pattern.clone()).escape('\\'))
                    .select(chat_messages::chat_id);
                query =
                    query.filter(chats::search_text.like(pattern).escape('\\').or(chats::id.eq_any(said)));
            }
            if let Some(AgeCursor { created_at, id }) = after {
                let at = At(created_at);
                let same_age = chats::updated_at.eq(at).and(chats::id.lt(id));
                query = query.filter(chats::updated_at.lt(at).or(same_age));
            }
            let page = cut(query.load(connection).await?, &page, |row: &ChatRow| {
                AgeCursor { created_at: row.updated_at.0, id: row.id }.write()
            });
            let items = page.items.into_iter().map(Chat::from).collect();
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn update_chat(
        &self,
        user: UserId,
        chat: ChatId,
        change: ChatChange,
        now: Timestamp,
    ) -> Result<Option<Chat>> {
        self.write(async move |connection| {
            let theirs = chats::table
                .filter(chats::user_id.eq(RowId::from(user)))
                .filter(chats::id.eq(RowId::from(chat)));
            let row: Option<ChatRow> = diesel::update(theirs)
                .set((
                    change.title.as_deref().map(|title| chats::title.eq(storable(title))),
                    change.title.as_deref().map(|title| chats::search_text.eq(text::findable(title))),
                    change.model.map(|model| chats::model.eq(model)),
                    change.consent.map(|consent| chats::consent.eq(consent)),
                    chats::updated_at.eq(At(now)),
                ))
                .returning(ChatRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            Ok(row.map(Chat::from))
        })
        .await
    }

    async fn delete_chat(&self, user: UserId, chat: ChatId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = chats::table
                .filter(chats::user_id.eq(RowId::from(user)))
                .filter(chats::id.eq(RowId::from(chat)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn list_chat_messages(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatMessage>> {
        self.read(async move |connection| {
            let rows: Vec<MessageRow> = chat_messages::table
                .filter(chat_messages::user_id.eq(RowId::from(user)))
                .filter(chat_messages::chat_id.eq(RowId::from(chat)))
                .order(chat_messages::position)
                .select(MessageRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(ChatMessage::try_from).collect()
        })
        .await
    }

    async fn put_chat_messages(
        &self,
        user: UserId,
        chat: ChatId,
        from: Option<String>,
        messages: Vec<ChatMessage>,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            put(connection, user.into(), chat.into(), from, messages, At(now)).await
        })
        .await
    }

    async fn insert_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        asked: Vec<NewApproval>,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            approvals::insert(connection, user.into(), chat.into(), asked, At(now)).await
        })
        .await
    }

    async fn list_open_approvals(&self, user: UserId, chat: ChatId) -> Result<Vec<ChatApproval>> {
        self.read(async move |connection| approvals::list_open(connection, user.into(), chat.into()).await)
            .await
    }

    async fn answer_approval(
        &self,
        user: UserId,
        chat: ChatId,
        approval: ApprovalId,
        call: &str,
        approved: bool,
        now: Timestamp,
    ) -> Result<AnsweredApproval> {
        let call = call.to_owned();
        self.write(async move |connection| {
            let asked = (RowId::from(user), RowId::from(chat), RowId::from(approval));
            approvals::answer(connection, asked, &call, approved, now).await
        })
        .await
    }

    async fn withdraw_approvals(
        &self,
        user: UserId,
        chat: ChatId,
        now: Timestamp,
    ) -> Result<Vec<ChatApproval>> {
        self.write(async move |connection| {
            approvals::withdraw(connection, user.into(), chat.into(), At(now)).await
        })
        .await
    }

    async fn insert_chat_trace(&self, user: UserId, chat: ChatId, trace: ChatTrace) -> Result<bool> {
        self.write(async move |connection| {
            approvals::insert_trace(connection, user.into(), chat.into(), trace).await
        })
        .await
    }

    async fn list_chat_traces(&self, user: UserId, chat: ChatId, limit: u32) -> Result<Vec<ChatTrace>> {
        self.read(async move |connection| {
            approvals::list_traces(connection, user.into(), chat.into(), limit).await
        })
        .await
    }
}

async fn put(
    connection: &mut Connection,
    user: RowId,
    chat: RowId,
    from: Option<String>,
    messages: Vec<ChatMessage>,
    now: At,
) -> Result<bool> {
    // An update locks the chat, so that concurrent requests get their positions one after the other. It
    // changes nothing yet, because the messages may be refused.
    let theirs = || chats::table.filter(chats::user_id.eq(user)).filter(chats::id.eq(chat));
    if diesel::update(theirs()).set(chats::updated_at.eq(chats::updated_at)).execute(connection).await? == 0 {
        return Ok(false);
    }
    let of_chat = chat_messages::table.filter(chat_messages::chat_id.eq(chat));
    let known: Vec<(String, i32)> = of_chat
        .order(chat_messages::position)
        .select((chat_messages::message_id, chat_messages::position))
        .load(connection)
        .await?;
    let cut = from.and_then(|id| known.iter().find(|(known, _)| *known == id)).map(|(_, position)| *position);
    let kept: Vec<&(String, i32)> =
        known.iter().filter(|(_, position)| cut.is_none_or(|cut| *position < cut)).collect();
    let added = messages.iter().filter(|new| kept.iter().all(|(id, _)| *id != new.id)).count();
    if kept.len() + added > CHAT_MESSAGES_MAX {
        return Ok(false);
    }
    diesel::update(theirs()).set(chats::updated_at.eq(now)).execute(connection).await?;
    if let Some(cut) = cut {
        diesel::delete(of_chat.filter(chat_messages::position.ge(cut))).execute(connection).await?;
    }
    let mut end = kept.last().map_or(0, |(_, position)| position + 1);
    for message in messages {
        let content = json!({ "parts": message.parts, "metadata": message.metadata });
        let (state, search) = (word(message.state)?, storable(&text::findable(&message.text)));
        if kept.iter().any(|(id, _)| *id == message.id) {
            diesel::update(of_chat.filter(chat_messages::message_id.eq(message.id)))
                .set((
                    chat_messages::state.eq(state),
                    chat_messages::content.eq(content),
                    chat_messages::search_text.eq(search),
                    chat_messages::updated_at.eq(now),
                ))
                .execute(connection)
                .await?;
            continue;
        }
        diesel::insert_into(chat_messages::table)
            .values((
                chat_messages::chat_id.eq(chat),
                chat_messages::position.eq(end),
                chat_messages::user_id.eq(user),
                chat_messages::message_id.eq(storable(&message.id)),
                chat_messages::role.eq(word(message.role)?),
                chat_messages::state.eq(state),
                chat_messages::version.eq(VERSION),
                chat_messages::content.eq(content),
                chat_messages::search_text.eq(search),
                chat_messages::created_at.eq(now),
                chat_messages::updated_at.eq(now),
            ))
            .execute(connection)
            .await?;
        end += 1;
    }
    Ok(true)
}

//! Bank feeds, their accounts and the files of their months.

use std::collections::HashMap;
use std::time::Duration;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{
    Feed, FeedAccount, FeedAccountDetails, FeedAccountId, FeedAuthorization, FeedFile, FeedId, FeedLink,
    FeedRows, FeedState, FeedStatus, Id, StatementId, StatementStatus, Timestamp, UserId,
};

use super::backend::{Connection, Database, lock_user};
use crate::feeds::{FEED_AUTHORIZATIONS_MAX, FEEDS_MAX};
use crate::rows::{fit, from_json, from_word, json, storable, word};
use crate::schema::{feed_accounts, feed_authorizations, feed_files, feeds, statements};
use crate::sql_types::{At, RowId};
use crate::{FeedCredential, Feeds, FetchEnd, FetchStart, NewFeed, Result};

/// The time after which a feed is due again whose requests of the day were all made.
const QUOTA_PAUSE: Duration = Duration::from_hours(1);

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = feeds)]
struct FeedRow {
    id: RowId,
    user_id: RowId,
    provider: String,
    label: String,
    sealed: Vec<u8>,
    status: serde_json::Value,
    requests: i32,
    requested_at: Option<At>,
    busy_until: Option<At>,
    fetched_at: Option<At>,
    due_at: Option<At>,
    created_at: At,
    bank: Option<serde_json::Value>,
    valid_until: Option<At>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = feed_accounts)]
struct FeedAccountRow {
    id: RowId,
    user_id: RowId,
    feed_id: RowId,
    key: String,
    account_id: Option<RowId>,
    is_skipped: bool,
    details: serde_json::Value,
    imported_at: Option<At>,
    created_at: At,
}

impl FeedRow {
    fn with(self, accounts: Vec<FeedAccount>) -> Result<Feed> {
        Ok(Feed {
            id: self.id.typed(),
            provider: from_word(&self.provider)?,
            label: self.label,
            bank: self.bank.map(from_json).transpose()?,
            sealed: self.sealed,
            status: from_json(self.status)?,
            requests: fit(self.requests)?,
            requested_at: self.requested_at.map(|at| at.0),
            fetched_at: self.fetched_at.map(|at| at.0),
            due_at: self.due_at.map(|at| at.0),
            created_at: self.created_at.0,
            valid_until: self.valid_until.map(|at| at.0),
            accounts,
        })
    }
}

impl FeedAccountRow {
    fn account(self) -> Result<FeedAccount> {
        let link = match self.account_id {
            Some(account) => FeedLink::Account(account.typed()),
            None if self.is_skipped => FeedLink::Skipped,
            None => FeedLink::Undecided,
        };
        Ok(FeedAccount {
            id: self.id.typed(),
            key: self.key,
            link,
            details: from_json(self.details)?,
            imported_at: self.imported_at.map(|at| at.0),
        })
    }
}

#[async_trait]
impl Feeds for Database {
    async fn list_feeds(&self, user: UserId) -> Result<Vec<Feed>> {
        self.read(async move |connection| {
            let user = RowId::from(user);
            let rows: Vec<FeedRow> = feeds::table
                .filter(feeds::user_id.eq(user))
                .order((feeds::created_at, feeds::id))
                .select(FeedRow::as_select())
                .load(connection)
                .await?;
            let accounts: Vec<FeedAccountRow> = feed_accounts::table
                .filter(feed_accounts::user_id.eq(user))
                .order((feed_accounts::created_at, feed_accounts::key))
                .select(FeedAccountRow::as_select())
                .load(connection)
                .await?;
            let mut of: HashMap<RowId, Vec<FeedAccount>> = HashMap::new();
            for row in accounts {
                of.entry(row.feed_id).or_default().push(row.account()?);
            }
            rows.into_iter()
                .map(|row| {
                    let accounts = of.remove(&row.id).unwrap_or_default();
                    row.with(accounts)
                })
                .collect()
        })
        .await
    }

    async fn insert_feed(&self, user: UserId, new: NewFeed, now: Timestamp) -> Result<bool> {
        let row = FeedRow {
            id: new.id.into(),
            user_id: user.into(),
            provider: word(new.provider)?,
            label: storable(&new.credential.label),
            sealed: new.credential.sealed,
            status: json(FeedStatus::default())?,
            requests: 0,
            requested_at: None,
            busy_until: None,
            fetched_at: None,
            due_at: Some(now.into()),
            created_at: now.into(),
            bank: new.bank.map(json).transpose()?,
            valid_until: new.credential.valid_until.map(At),
        };
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = feeds::table.filter(feeds::user_id.eq(row.user_id));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(FEEDS_MAX)? {
                return Ok(false);
            }
            diesel::insert_into(feeds::table).values(row).execute(connection).await?;
            Ok(true)
        })
        .await
    }

    async fn put_feed_credential(
        &self,
        user: UserId,
        feed: FeedId,
        credential: FeedCredential,
        now: Timestamp,
    ) -> Result<bool> {
        let FeedCredential { label, sealed, valid_until } = credential;
        self.write(async move |connection| {
            let theirs = feeds::table
                .filter(feeds::user_id.eq(RowId::from(user)))
                .filter(feeds::id.eq(RowId::from(feed)));
            let changed = diesel::update(theirs)
                .set((
                    feeds::label.eq(storable(&label)),
                    feeds::sealed.eq(sealed),
                    feeds::status.eq(json(FeedStatus::default())?),
                    feeds::due_at.eq(Some(At(now))),
                    feeds::valid_until.eq(valid_until.map(At)),
                ))
                .execute(connection)
                .await?;
            Ok(changed > 0)
        })
        .await
    }

    async fn insert_feed_authorization(
        &self,
        user: UserId,
        state: [u8; 32],
        authorization: FeedAuthorization,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        let FeedAuthorization { bank, feed } = authorization;
        let bank = json(bank)?;
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let theirs = feed_authorizations::table.filter(feed_authorizations::user_id.eq(user));
            let expired = theirs.filter(feed_authorizations::expires_at.le(At(now)));
            diesel::delete(expired).execute(connection).await?;
            let surplus: Vec<RowId> = theirs
                .order((feed_authorizations::created_at.desc(), feed_authorizations::id.desc()))
                .offset(fit::<usize, i64>(FEED_AUTHORIZATIONS_MAX)? - 1)
                .limit(fit::<usize, i64>(FEED_AUTHORIZATIONS_MAX)?)
                .select(feed_authorizations::id)
                .load(connection)
                .await?;
            diesel::delete(theirs.filter(feed_authorizations::id.eq_any(surplus)))
                .execute(connection)
                .await?;
            diesel::insert_into(feed_authorizations::table)
                .values((
                    feed_authorizations::id.eq(RowId::from(Id::<FeedAuthorization>::new(now))),
                    feed_authorizations::user_id.eq(user),
                    feed_authorizations::state.eq(state.to_vec()),
                    feed_authorizations::bank.eq(bank),
                    feed_authorizations::feed_id.eq(feed.map(RowId::from)),
                    feed_authorizations::expires_at.eq(At(expires_at)),
                    feed_authorizations::created_at.eq(At(now)),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn take_feed_authorization(
        &self,
        user: UserId,
        state: [u8; 32],
        now: Timestamp,
    ) -> Result<Option<FeedAuthorization>> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let taken = feed_authorizations::table
                .filter(feed_authorizations::user_id.eq(user))
                .filter(feed_authorizations::state.eq(state.to_vec()));
            let row: Option<(serde_json::Value, Option<RowId>, At)> = taken
                .clone()
                .select((
                    feed_authorizations::bank,
                    feed_authorizations::feed_id,
                    feed_authorizations::expires_at,
                ))
                .first(connection)
                .await
                .optional()?;
            diesel::delete(taken).execute(connection).await?;
            let Some((bank, feed, _)) = row.filter(|(_, _, expires_at)| expires_at.0 > now) else {
                return Ok(None);
            };
            Ok(Some(FeedAuthorization { bank: from_json(bank)?, feed: feed.map(RowId::typed) }))
        })
        .await
    }

    async fn delete_feed(&self, user: UserId, feed: FeedId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = feeds::table
                .filter(feeds::user_id.eq(RowId::from(user)))
                .filter(feeds::id.eq(RowId::from(feed)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn list_due_feeds(&self, now: Timestamp, limit: u32) -> Result<Vec<(UserId, FeedId)>> {
        self.read(async move |connection| {
            let due: Vec<(RowId, RowId)> = feeds::table
                .filter(feeds::due_at.le(At(now)))
                .order((feeds::due_at, feeds::id))
                .limit(i64::from(limit))
                .select((feeds::user_id, feeds::id))
                .load(connection)
                .await?;
            Ok(due.into_iter().map(|(user, feed)| (user.typed(), feed.typed())).collect())
        })
        .await
    }

    async fn begin_fetch(
        &self,
        user: UserId,
        feed: FeedId,
        per_day: u32,
        lease: Duration,
        now: Timestamp,
    ) -> Result<FetchStart> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = feeds::table
                .filter(feeds::user_id.eq(RowId::from(user)))
                .filter(feeds::id.eq(RowId::from(feed)));
            let row: Option<FeedRow> =
                theirs.select(FeedRow::as_select()).first(connection).await.optional()?;
            let Some(row) = row else { return Ok(FetchStart::NotFound) };
            if from_json::<FeedStatus>(row.status)?.state == FeedState::Revoked {
                return Ok(FetchStart::NotFound);
            }
            if row.busy_until.is_some_and(|until| until.0 > now) {
                return Ok(FetchStart::Busy);
            }
            let is_same_day = row.requested_at.is_some_and(|at| at.0.date() == now.date());
            let made = if is_same_day { fit::<_, u32>(row.requests)? } else { 0 };
            if made >= per_day {
                let later = feeds::due_at.eq(Some(At(now.after(QUOTA_PAUSE))));
                diesel::update(theirs).set(later).execute(connection).await?;
                return Ok(FetchStart::QuotaUsed);
            }
            diesel::update(theirs)
                .set((
                    feeds::requests.eq(fit::<_, i32>(made + 1)?),
                    feeds::requested_at.eq(Some(At(now))),
                    feeds::busy_until.eq(Some(At(now.after(lease)))),
                ))
                .execute(connection)
                .await?;
            Ok(FetchStart::Begun)
        })
        .await
    }

    async fn finish_fetch(&self, user: UserId, feed: FeedId, end: FetchEnd, now: Timestamp) -> Result<()> {
        self.write(async move |connection| {
            let (user, feed) = (RowId::from(user), RowId::from(feed));
            lock_user(connection, user).await?;
            let theirs = feeds::table.filter(feeds::user_id.eq(user)).filter(feeds::id.eq(feed));
            let changed = diesel::update(theirs)
                .set((
                    feeds::status.eq(json(&end.status)?),
                    feeds::busy_until.eq(None::<At>),
                    feeds::due_at.eq(end.due_at.map(At)),
                ))
                .execute(connection)
                .await?;
            if changed == 0 {
                return Ok(());
            }
            if end.status.state == FeedState::Working {
                diesel::update(theirs).set(feeds::fetched_at.eq(Some(At(now)))).execute(connection).await?;
            }
            for (key, details) in &end.accounts {
                put_account(connection, user, feed, key, details, now).await?;
            }
            Ok(())
        })
        .await
    }

    async fn put_feed_link(&self, user: UserId, account: FeedAccountId, link: FeedLink) -> Result<bool> {
        let account_id = match link {
            FeedLink::Account(account) => Some(RowId::from(account)),
            FeedLink::Undecided | FeedLink::Skipped => None,
        };
        self.write(async move |connection| {
            let theirs = feed_accounts::table
                .filter(feed_accounts::user_id.eq(RowId::from(user)))
                .filter(feed_accounts::id.eq(RowId::from(account)));
            let changed = diesel::update(theirs)
                .set((
                    feed_accounts::account_id.eq(account_id),
                    feed_accounts::is_skipped.eq(link == FeedLink::Skipped),
                    feed_accounts::imported_at.eq(None::<At>),
                ))
                .execute(connection)
                .await?;
            Ok(changed > 0)
        })
        .await
    }

    async fn mark_feed_imported(&self, user: UserId, account: FeedAccountId, at: Timestamp) -> Result<()> {
        self.write(async move |connection| {
            let theirs = feed_accounts::table
                .filter(feed_accounts::user_id.eq(RowId::from(user)))
                .filter(feed_accounts::id.eq(RowId::from(account)));
            diesel::update(theirs)
                .set(feed_accounts::imported_at.eq(Some(At(at))))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn list_feed_files(&self, user: UserId, account: FeedAccountId) -> Result<Vec<FeedFile>> {
        let processed = word(StatementStatus::Processed)?;
        self.read(async move |connection| {
            let rows: Vec<(RowId, String, serde_json::Value, String)> = feed_files::table
                .inner_join(statements::table.on(statements::id.eq(feed_files::statement_id)))
                .filter(feed_files::user_id.eq(RowId::from(user)))
                .filter(feed_files::feed_account_id.eq(RowId::from(account)))
                .order((feed_files::created_at.desc(), feed_files::statement_id.desc()))
                .select((
                    feed_files::statement_id,
                    feed_files::month,
                    feed_files::content,
                    statements::status,
                ))
                .load(connection)
                .await?;
            let file = |(statement, month, content, status): (RowId, String, serde_json::Value, String)| {
                let rows = from_json(content)?;
                Ok(FeedFile { statement: statement.typed(), month, rows, is_processed: status == processed })
            };
            rows.into_iter().map(file).collect()
        })
        .await
    }

    async fn put_feed_file(
        &self,
        user: UserId,
        account: FeedAccountId,
        statement: StatementId,
        month: String,
        rows: FeedRows,
        now: Timestamp,
    ) -> Result<()> {
        let content = json(&rows)?;
        self.write(async move |connection| {
            let values = (
                feed_files::feed_account_id.eq(RowId::from(account)),
                feed_files::month.eq(storable(&month)),
                feed_files::content.eq(content),
                feed_files::created_at.eq(At(now)),
            );
            // The same bytes as before are the same statement.
            diesel::insert_into(feed_files::table)
                .values((
                    feed_files::statement_id.eq(RowId::from(statement)),
                    feed_files::user_id.eq(RowId::from(user)),
                    values.clone(),
                ))
                .on_conflict(feed_files::statement_id)
                .do_update()
                .set(values)
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }
}

/// Stores what a provider reported about an account. The user's decision stays.
async fn put_account(
    connection: &mut Connection,
    user: RowId,
    feed: RowId,
    key: &str,
    details: &FeedAccountDetails,
    now: Timestamp,
) -> Result<()> {
    let row = FeedAccountRow {
        id: FeedAccountId::new(now).into(),
        user_id: user,
        feed_id: feed,
        key: storable(key),
        account_id: None,
        is_skipped: false,
        details: json(details)?,
        imported_at: None,
        created_at: now.into(),
    };
    let reported = row.details.clone();
    diesel::insert_into(feed_accounts::table)
        .values(row)
        .on_conflict((feed_accounts::feed_id, feed_accounts::key))
        .do_update()
        .set(feed_accounts::details.eq(reported))
        .execute(connection)
        .await?;
    Ok(())
}

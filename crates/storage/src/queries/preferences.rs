//! Preferences, exchange rates and pairs of transactions that are not duplicates.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::{max, min};
use diesel::prelude::*;
use saldo_domain::{Currency, Date, Preferences, PreferencesChange, Timestamp, TransactionId, UserId};

use super::backend::{Connection, Database, insert_all, lock_user};
use crate::rows::{from_json, json};
use crate::schema::{distinct_transactions, preferences, rates, transactions};
use crate::sql_types::{At, RowId};
use crate::{Error, PreferencesStore, Result};

#[derive(Insertable)]
#[diesel(table_name = rates)]
struct RateRow {
    user_id: RowId,
    currency: String,
    date: Date,
    per_euro: String,
}

#[async_trait]
impl PreferencesStore for Database {
    async fn find_preferences(&self, user: UserId) -> Result<Preferences> {
        self.read(async move |connection| preferences_of(connection, user.into()).await).await
    }

    async fn change_preferences(
        &self,
        user: UserId,
        change: PreferencesChange,
        now: Timestamp,
    ) -> Result<Preferences> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let wanted = change.apply(&preferences_of(connection, user).await?);
            let content = json(&wanted)?;
            diesel::insert_into(preferences::table)
                .values((
                    preferences::user_id.eq(user),
                    preferences::content.eq(content.clone()),
                    preferences::updated_at.eq(At(now)),
                ))
                .on_conflict(preferences::user_id)
                .do_update()
                .set((preferences::content.eq(content), preferences::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
            Ok(wanted)
        })
        .await
    }

    async fn put_rates(&self, user: UserId, new: Vec<(Date, Currency, String)>) -> Result<()> {
        self.write(async move |connection| {
            let mut by_currency: std::collections::BTreeMap<&str, (Date, Date)> =
                std::collections::BTreeMap::new();
            for (date, currency, _) in &new {
                let span = by_currency.entry(currency.code()).or_insert((*date, *date));
                *span = (span.0.min(*date), span.1.max(*date));
            }
            let mut rows: std::collections::BTreeMap<(String, Date), String> =
                std::collections::BTreeMap::new();
            for (currency, (first, last)) in by_currency {
                // Existing rates of these days remain unless the caller gives new ones.
                let known = rates::table
                    .filter(rates::user_id.eq(RowId::from(user)))
                    .filter(rates::currency.eq(currency))
                    .filter(rates::date.between(first, last));
                let kept: Vec<(Date, String)> =
                    known.select((rates::date, rates::per_euro)).load(connection).await?;
                rows.extend(kept.into_iter().map(|(date, rate)| ((currency.to_owned(), date), rate)));
                diesel::delete(known).execute(connection).await?;
            }
            rows.extend(
                new.iter().map(|(date, currency, rate)| ((currency.code().to_owned(), *date), rate.clone())),
            );
            let rows: Vec<RateRow> = rows
                .into_iter()
                .map(|((currency, date), per_euro)| RateRow {
                    user_id: user.into(),
                    currency,
                    date,
                    per_euro,
                })
                .collect();
            insert_all!(connection, rates::table, rows)?;
            Ok(())
        })
        .await
    }

    async fn list_rates(&self, user: UserId, wanted: Vec<Currency>) -> Result<Vec<(Date, Currency, String)>> {
        self.read(async move |connection| {
            let codes: Vec<String> = wanted.iter().map(|currency| currency.code().to_owned()).collect();
            let rows: Vec<(Date, String, String)> = rates::table
                .filter(rates::user_id.eq(RowId::from(user)))
                .filter(rates::currency.eq_any(codes))
                .order((rates::currency, rates::date))
                .select((rates::date, rates::currency, rates::per_euro))
                .load(connection)
                .await?;
            rows.into_iter()
                .map(|(date, code, rate)| Ok((date, Currency::parse(&code).map_err(Error::database)?, rate)))
                .collect()
        })
        .await
    }

    async fn list_rate_spans(&self, user: UserId) -> Result<Vec<(Currency, Date, Date)>> {
        self.read(async move |connection| {
            let rows: Vec<(String, Option<Date>, Option<Date>)> = rates::table
                .filter(rates::user_id.eq(RowId::from(user)))
                .group_by(rates::currency)
                .order(rates::currency)
                .select((rates::currency, min(rates::date), max(rates::date)))
                .load(connection)
                .await?;
            rows.into_iter()
                .filter_map(|(code, first, last)| Some((code, first?, last?)))
                .map(|(code, first, last)| {
                    Ok((Currency::parse(&code).map_err(Error::database)?, first, last))
                })
                .collect()
        })
        .await
    }

    async fn delete_rates(&self, user: UserId) -> Result<()> {
        self.write(async move |connection| {
            let theirs = rates::table.filter(rates::user_id.eq(RowId::from(user)));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
    }

    async fn put_distinct(&self, user: UserId, one: TransactionId, other: TransactionId) -> Result<bool> {
        self.write(async move |connection| {
            let (first, second) = if one < other { (one, other) } else { (other, one) };
            let (user, first, second) = (RowId::from(user), RowId::from(first), RowId::from(second));
            let owned = transactions::table
                .filter(transactions::user_id.eq(user))
                .filter(transactions::id.eq_any(vec![first, second]));
            if owned.count().get_result::<i64>(connection).await? != 2 {
                return Ok(false);
            }
            diesel::insert_into(distinct_transactions::table)
                .values((
                    distinct_transactions::first_id.eq(first),
                    distinct_transactions::second_id.eq(second),
                    distinct_transactions::user_id.eq(user),
                ))
                .on_conflict_do_nothing()
                .execute(connection)
                .await?;
            Ok(true)
        })
        .await
    }

    async fn list_distinct(&self, user: UserId) -> Result<Vec<(TransactionId, TransactionId)>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, RowId)> = distinct_transactions::table
                .filter(distinct_transactions::user_id.eq(RowId::from(user)))
                .order((distinct_transactions::first_id, distinct_transactions::second_id))
                .select((distinct_transactions::first_id, distinct_transactions::second_id))
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(|(first, second)| (first.typed(), second.typed())).collect())
        })
        .await
    }
}

async fn preferences_of(connection: &mut Connection, user: RowId) -> Result<Preferences> {
    let content: Option<serde_json::Value> =
        preferences::table.find(user).select(preferences::content).first(connection).await.optional()?;
    content.map_or_else(|| Ok(Preferences::default()), from_json)
}

//! Decisions about recurring payments.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Currency, UserId};
use saldo_ledger::recurring::{RecurringDecision, RecurringKey};

use super::backend::{Database, lock_user};
use crate::recurring_decisions::RECURRING_DECISIONS_MAX;
use crate::rows::{fit, from_word, storable, word};
use crate::schema::recurring_decisions;
use crate::sql_types::{At, RowId};
use crate::{Error, RecurringDecisions, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = recurring_decisions)]
struct DecisionRow {
    user_id: RowId,
    merchant: String,
    currency: String,
    direction: String,
    rhythm: String,
    decision: String,
    decided_at: At,
}

impl DecisionRow {
    fn of(user: RowId, decided: &RecurringDecision) -> Result<Self> {
        Ok(Self {
            user_id: user,
            merchant: storable(&decided.series.merchant),
            currency: decided.series.currency.code().to_owned(),
            direction: word(decided.series.direction)?,
            rhythm: word(decided.series.rhythm)?,
            decision: word(decided.decision)?,
            decided_at: decided.decided_at.into(),
        })
    }
}

impl TryFrom<DecisionRow> for RecurringDecision {
    type Error = Error;

    fn try_from(row: DecisionRow) -> Result<Self> {
        let series = RecurringKey {
            merchant: row.merchant,
            currency: Currency::parse(&row.currency).map_err(Error::database)?,
            direction: from_word(&row.direction)?,
            rhythm: from_word(&row.rhythm)?,
        };
        Ok(Self { series, decision: from_word(&row.decision)?, decided_at: row.decided_at.0 })
    }
}

#[async_trait]
impl RecurringDecisions for Database {
    async fn list_recurring_decisions(&self, user: UserId) -> Result<Vec<RecurringDecision>> {
        self.read(async move |connection| {
            let rows: Vec<DecisionRow> = recurring_decisions::table
                .filter(recurring_decisions::user_id.eq(RowId::from(user)))
                .order((
                    recurring_decisions::merchant,
                    recurring_decisions::currency,
                    recurring_decisions::direction,
                    recurring_decisions::rhythm,
                ))
                .select(DecisionRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(RecurringDecision::try_from).collect()
        })
        .await
    }

    async fn replace_recurring_decisions(
        &self,
        user: UserId,
        replaced: Vec<RecurringKey>,
        new: Option<RecurringDecision>,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let theirs = || recurring_decisions::table.filter(recurring_decisions::user_id.eq(user));
            let of_series = |series: &RecurringKey| {
                Ok::<_, Error>(
                    theirs()
                        .filter(recurring_decisions::merchant.eq(storable(&series.merchant)))
                        .filter(recurring_decisions::currency.eq(series.currency.code().to_owned()))
                        .filter(recurring_decisions::direction.eq(word(series.direction)?))
                        .filter(recurring_decisions::rhythm.eq(word(series.rhythm)?)),
                )
            };
            if let Some(new) = &new {
                let count: i64 = theirs().count().get_result(connection).await?;
                let own: i64 = of_series(&new.series)?.count().get_result(connection).await?;
                if own == 0 && replaced.is_empty() && count >= fit::<usize, i64>(RECURRING_DECISIONS_MAX)? {
                    return Ok(false);
                }
            }
            for series in replaced.iter().chain(new.iter().map(|new| &new.series)) {
                diesel::delete(of_series(series)?).execute(connection).await?;
            }
            if let Some(new) = &new {
                let row = DecisionRow::of(user, new)?;
                diesel::insert_into(recurring_decisions::table).values(row).execute(connection).await?;
            }
            Ok(true)
        })
        .await
    }
}

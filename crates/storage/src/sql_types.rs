//! SQL types that the two databases store differently, and the Rust values of their columns.
//!
//! They are newtypes because Rust's orphan rule forbids implementing Diesel's traits for foreign types.

use chrono::NaiveDate;
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::sql_types::{SqlType, Text};
use saldo_domain::{Id, Month, Timestamp};
use uuid::Uuid;

/// An id: `uuid` in PostgreSQL, 16 bytes in SQLite.
#[derive(Debug, Clone, Copy, Default, SqlType, diesel::query_builder::QueryId)]
#[cfg_attr(feature = "postgres", diesel(postgres_type(oid = 2950, array_oid = 2951)))]
#[cfg_attr(feature = "sqlite", diesel(sqlite_type(name = "Binary")))]
pub struct Key;

/// A moment: `timestamptz` in PostgreSQL, RFC 3339 text in UTC with milliseconds in SQLite.
#[derive(Debug, Clone, Copy, Default, SqlType, diesel::query_builder::QueryId)]
#[cfg_attr(feature = "postgres", diesel(postgres_type(oid = 1184, array_oid = 1185)))]
#[cfg_attr(feature = "sqlite", diesel(sqlite_type(name = "Text")))]
pub struct Moment;

// Diesel permits `<` and similar comparisons only for types with `SqlOrd`.
impl diesel::sql_types::SqlOrd for Moment {}
impl diesel::sql_types::SqlOrd for Key {}

/// The value of a [`Key`] column: an `Id<T>` without its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Key)]
pub(crate) struct RowId(Uuid);

impl RowId {
    /// The value for "none" in a column that is part of a primary key and therefore cannot be null.
    pub(crate) const NIL: Self = Self(Uuid::nil());

    /// Returns the id with the type that the column refers to.
    pub(crate) const fn typed<T>(self) -> Id<T> {
        Id::from_uuid(self.0)
    }
}
impl<T> From<Id<T>> for RowId {
    fn from(id: Id<T>) -> Self {
        Self(id.as_uuid())
    }
}

/// The value of a [`Moment`] column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = Moment)]
pub(crate) struct At(pub(crate) Timestamp);

impl From<Timestamp> for At {
    fn from(moment: Timestamp) -> Self {
        Self(moment)
    }
}

/// The value of a text column that holds a month (`YYYY-MM`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct MonthText(pub(crate) Month);

impl<B: Backend> FromSql<Text, B> for MonthText
where
    String: FromSql<Text, B>,
{
    fn from_sql(value: B::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(String::from_sql(value)?.parse()?))
    }
}

/// The value of a date column of which an answer reads tens of thousands. In SQLite, it is read without the
/// parser for all formats, which takes longer than the rest of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, FromSqlRow)]
pub(crate) struct Day(pub(crate) NaiveDate);

impl From<Day> for NaiveDate {
    fn from(day: Day) -> Self {
        day.0
    }
}

#[cfg(feature = "postgres")]
mod postgres {
    use chrono::{DateTime, NaiveDate, Utc};
    use diesel::deserialize::{self, FromSql};
    use diesel::pg::{Pg, PgValue};
    use diesel::serialize::{self, Output, ToSql};
    use diesel::sql_types::{Date, Timestamptz, Uuid as PgUuid};
    use saldo_domain::Timestamp;
    use uuid::Uuid;

    use super::{At, Day, Key, Moment, RowId};

    impl ToSql<Key, Pg> for RowId {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
            <Uuid as ToSql<PgUuid, Pg>>::to_sql(&self.0, out)
        }
    }
    impl FromSql<Key, Pg> for RowId {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            <Uuid as FromSql<PgUuid, Pg>>::from_sql(value).map(Self)
        }
    }
    impl ToSql<Moment, Pg> for At {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
            <DateTime<Utc> as ToSql<Timestamptz, Pg>>::to_sql(&self.0.to_utc(), &mut out.reborrow())
        }
    }
    impl FromSql<Moment, Pg> for At {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            let moment = <DateTime<Utc> as FromSql<Timestamptz, Pg>>::from_sql(value)?;
            Ok(Self(Timestamp::from_utc(moment)))
        }
    }
    impl FromSql<Date, Pg> for Day {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            <NaiveDate as FromSql<Date, Pg>>::from_sql(value).map(Self)
        }
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use chrono::{DateTime, NaiveDate, Utc};
    use diesel::deserialize::{self, FromSql};
    use diesel::serialize::{self, IsNull, Output, ToSql};
    use diesel::sql_types::{Date, Text};
    use diesel::sqlite::{Sqlite, SqliteValue};
    use saldo_domain::Timestamp;
    use uuid::Uuid;

    use super::{At, Day, Key, Moment, RowId};

    impl ToSql<Key, Sqlite> for RowId {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
            out.set_value(self.0.as_bytes().as_slice());
            Ok(IsNull::No)
        }
    }
    impl FromSql<Key, Sqlite> for RowId {
        fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            Ok(Self(Uuid::from_slice(value.read_blob())?))
        }
    }
    impl FromSql<Date, Sqlite> for Day {
        fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            match plain_day(value.read_text()) {
                Some(day) => Ok(Self(day)),
                None => <NaiveDate as FromSql<Date, Sqlite>>::from_sql(value).map(Self),
            }
        }
    }

    /// Returns a day in the form `YYYY-MM-DD`.
    fn plain_day(text: &str) -> Option<NaiveDate> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else { return None };
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0, |number, digit| {
                digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
            })
        };
        let year = i32::try_from(number(&[y1, y2, y3, y4])?).ok()?;
        NaiveDate::from_ymd_opt(year, number(&[m1, m2])?, number(&[d1, d2])?)
    }
    impl ToSql<Moment, Sqlite> for At {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
            out.set_value(self.0.to_string());
            Ok(IsNull::No)
        }
    }
    impl FromSql<Moment, Sqlite> for At {
        fn from_sql(value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            let text = <String as FromSql<Text, Sqlite>>::from_sql(value)?;
            let moment = DateTime::parse_from_rfc3339(&text)?;
            Ok(Self(Timestamp::from_utc(moment.with_timezone(&Utc))))
        }
    }
}

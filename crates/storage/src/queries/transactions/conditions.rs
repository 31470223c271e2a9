//! The conditions of a filter in SQL. They are boxed, so that the compiler works out each of them once and
//! not once for each kind of query.

use diesel::dsl;
use diesel::prelude::*;
use diesel::query_dsl::methods;
use diesel::sql_types::{BigInt, Bool, Nullable};
use saldo_domain::Outcome;
use saldo_domain::transaction::Direction;

use super::super::backend::{Backend, WEEKDAY, has_words};
use super::{CategoryFilter, Narrowing};
use crate::Result;
use crate::rows::word;
use crate::schema::{splits, statement_accounts, statement_lines, transaction_tags, transactions};
use crate::search::containing;
use crate::sql_types::RowId;

/// A condition on the rows of `Source`. An unknown one excludes a row, as a false one does.
type Condition<Source> = Box<dyn BoxableExpression<Source, Backend, SqlType = Nullable<Bool>>>;

/// Splits, each with its transaction.
pub(in super::super) type Parts = dsl::InnerJoinQuerySource<
    transactions::table,
    splits::table,
    dsl::Eq<splits::transaction_id, transactions::id>,
>;

/// Adds conditions to a boxed query.
pub(in super::super) fn narrow<Query, Condition>(query: Query, conditions: Vec<Condition>) -> Query
where
    Query: methods::FilterDsl<Condition, Output = Query>,
{
    conditions.into_iter().fold(query, methods::FilterDsl::filter)
}

/// Adds a condition to a list. If the filter lists its transactions, `OR FALSE` keeps the database from using
/// an index of the column.
macro_rules! add_checked {
    ($conditions:expr, $narrowing:expr, $condition:expr) => {
        $conditions.push(if $narrowing.is_named() {
            Box::new($condition.or(false.into_sql::<Bool>()).nullable())
        } else {
            Box::new($condition.nullable())
        })
    };
}

/// Declares the functions that return the conditions of a filter on one source of rows, except for its
/// condition on categories.
macro_rules! conditions_on {
    ($name:ident, $texts:ident, $source:ty) => {
        /// Returns the conditions of a filter, except for its condition on categories.
        pub(in super::super) fn $name(user: RowId, narrowing: &Narrowing) -> Result<Vec<Condition<$source>>> {
            let filter = &narrowing.filter;
            let mut found: Vec<Condition<$source>> = Vec::new();
            add_checked!(found, narrowing, transactions::user_id.eq(user));
            if let Some(account) = filter.account {
                add_checked!(found, narrowing, transactions::account_id.eq(RowId::from(account)));
            }
            if let Some(statement) = filter.statement {
                let printed = statement_lines::table
                    .filter(statement_lines::user_id.eq(user))
                    .filter(statement_lines::statement_id.eq(RowId::from(statement)))
                    .select(statement_lines::transaction_id);
                found.push(Box::new(transactions::id.eq_any(printed).nullable()));
            }
            if let Some(period) = filter.period {
                let within = transactions::date.between(period.start(), period.end());
                found.push(Box::new(within.nullable()));
            }
            if let Some(ids) = narrowing.found.clone() {
                found.push(Box::new(transactions::id.eq_any(ids).nullable()));
            }
            found.extend($texts(user, narrowing));
            if let Some(ids) = &filter.ids {
                let ids: Vec<RowId> = ids.iter().map(|id| RowId::from(*id)).collect();
                found.push(Box::new(transactions::id.eq_any(ids).nullable()));
            }
            if let Some(weekday) = filter.weekday {
                let number = i64::from(weekday.num_days_from_sunday());
                found.push(Box::new(dsl::sql::<BigInt>(WEEKDAY).eq(number).nullable()));
            }
            match filter.direction {
                Some(Direction::In) => found.push(Box::new(transactions::amount_minor.gt(0).nullable())),
                Some(Direction::Out) => found.push(Box::new(transactions::amount_minor.lt(0).nullable())),
                None => {}
            }
            if let Some(kind) = filter.kind {
                found.push(Box::new(transactions::kind.eq(word(kind)?).nullable()));
            }
            if let Some(size) = filter.size {
                let currency = size.currency.code().to_owned();
                found.push(Box::new(transactions::currency.eq(currency).nullable()));
                if let Some(min) = size.min_minor {
                    let large = transactions::size_order.le(min.saturating_neg());
                    found.push(Box::new(large.nullable()));
                }
                if let Some(max) = size.max_minor {
                    let small = transactions::size_order.ge(max.saturating_neg());
                    found.push(Box::new(small.nullable()));
                }
            }
            if filter.unreconciled {
                let of_line = statement_accounts::statement_id
                    .eq(statement_lines::statement_id)
                    .and(statement_accounts::position.eq(statement_lines::account_position));
                let proven = statement_lines::table
                    .inner_join(statement_accounts::table.on(of_line))
                    .filter(statement_lines::transaction_id.eq(transactions::id))
                    .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?));
                found.push(Box::new(dsl::not(dsl::exists(proven)).nullable()));
            }
            Ok(found)
        }

        /// Returns the conditions of a filter on the text of a transaction, its merchant and its tags.
        fn $texts(user: RowId, narrowing: &Narrowing) -> Vec<Condition<$source>> {
            let filter = &narrowing.filter;
            let mut found: Vec<Condition<$source>> = Vec::new();
            // Transactions that an index found for being unreconciled still have to be searched for the text.
            let is_searched = narrowing.found.is_none() || filter.unreconciled;
            if let Some(text) = filter.text.as_ref().filter(|_| is_searched) {
                let like = transactions::search_text.like(containing(text)).escape('\\');
                let attached = transactions::id.eq_any(narrowing.attached.clone());
                found.push(Box::new(like.or(attached).nullable()));
            }
            if let Some(words) = &filter.words {
                found.push(Box::new(has_words!(words).nullable()));
            }
            if let Some(words) = &filter.without_words {
                found.push(Box::new(dsl::not(has_words!(words)).nullable()));
            }
            if let Some(text) = &filter.without_text {
                let unlike = transactions::search_text.not_like(containing(text)).escape('\\');
                found.push(Box::new(unlike.nullable()));
            }
            if filter.merchant.is_some() {
                let named = transactions::merchant.eq_any(narrowing.spellings.clone());
                found.push(Box::new(named.nullable()));
            }
            if let Some(tag) = &filter.tag {
                let tagged = transaction_tags::table
                    .filter(transaction_tags::user_id.eq(user))
                    .filter(transaction_tags::tag.eq(tag.as_str().to_owned()))
                    .select(transaction_tags::transaction_id);
                found.push(Box::new(transactions::id.eq_any(tagged).nullable()));
            }
            if filter.untagged {
                let tagged = transaction_tags::table
                    .filter(transaction_tags::user_id.eq(user))
                    .select(transaction_tags::transaction_id);
                found.push(Box::new(transactions::id.ne_all(tagged).nullable()));
            }
            found
        }
    };
}
conditions_on!(on_transactions, on_texts_of_transactions, transactions::table);
conditions_on!(on_parts, on_texts_of_parts, Parts);

/// Returns the condition on the category of transactions. A split transaction has the categories of its
/// splits.
pub(in super::super) fn on_categories(
    user: RowId,
    narrowing: &Narrowing,
) -> Vec<Condition<transactions::table>> {
    let parts = splits::table.filter(splits::user_id.eq(user)).select(splits::transaction_id);
    let own = transactions::category_id;
    let whole = transactions::is_split.eq(false);
    match narrowing.category_filter() {
        CategoryFilter::Into(wanted) if narrowing.has_splits => {
            let by_part = parts.filter(splits::category_id.eq_any(wanted.clone()));
            vec![Box::new(own.eq_any(wanted).or(transactions::id.eq_any(by_part)))]
        }
        CategoryFilter::IntoOrNone(wanted) => {
            let by_part =
                parts.filter(splits::category_id.is_null().or(splits::category_id.eq_any(wanted.clone())));
            let own = own.is_null().or(own.eq_any(wanted));
            vec![Box::new(whole.and(own).or(transactions::id.eq_any(by_part)))]
        }
        CategoryFilter::Outside(others) => {
            let by_part =
                parts.filter(splits::category_id.is_null().or(splits::category_id.ne_all(others.clone())));
            let own = own.is_null().or(own.ne_all(others));
            vec![Box::new(whole.and(own).or(transactions::id.eq_any(by_part)))]
        }
        CategoryFilter::None if narrowing.has_splits => {
            let by_part = parts.filter(splits::category_id.is_null());
            let whole_or_part = whole.or(transactions::id.eq_any(by_part));
            vec![Box::new(own.is_null().nullable()), Box::new(whole_or_part.nullable())]
        }
        CategoryFilter::Any | CategoryFilter::Into(_) | CategoryFilter::None => on_own_category(narrowing),
    }
}

/// Returns the condition on the category of transactions, without regard to splits.
pub(in super::super) fn on_own_category(narrowing: &Narrowing) -> Vec<Condition<transactions::table>> {
    let own = transactions::category_id;
    let whole = || Box::new(transactions::is_split.eq(false).nullable());
    match narrowing.category_filter() {
        CategoryFilter::Any => Vec::new(),
        CategoryFilter::Into(wanted) => {
            let mut found: Vec<Condition<transactions::table>> = Vec::new();
            match wanted.as_slice() {
                [one] => add_checked!(found, narrowing, own.eq(*one)),
                _ => add_checked!(found, narrowing, own.eq_any(wanted)),
            }
            found
        }
        CategoryFilter::IntoOrNone(wanted) => {
            vec![whole(), Box::new(own.is_null().or(own.eq_any(wanted)))]
        }
        CategoryFilter::Outside(others) => {
            vec![whole(), Box::new(own.is_null().or(own.ne_all(others)))]
        }
        CategoryFilter::None => vec![Box::new(own.is_null().nullable()), whole()],
    }
}

/// Returns the condition on the category of splits.
pub(in super::super) fn on_categories_of_parts(narrowing: &Narrowing) -> Vec<Condition<Parts>> {
    match narrowing.category_filter() {
        CategoryFilter::Any => Vec::new(),
        CategoryFilter::Into(wanted) => vec![Box::new(splits::category_id.eq_any(wanted))],
        CategoryFilter::IntoOrNone(wanted) => {
            vec![Box::new(splits::category_id.is_null().or(splits::category_id.eq_any(wanted)))]
        }
        CategoryFilter::Outside(others) => {
            vec![Box::new(splits::category_id.is_null().or(splits::category_id.ne_all(others)))]
        }
        CategoryFilter::None => vec![Box::new(splits::category_id.is_null().nullable())],
    }
}

//! Categories.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Category, UserId};

use super::backend::Database;
use crate::rows::CategoryRow;
use crate::schema::categories;
use crate::sql_types::RowId;
use crate::{Categories, Result};

#[async_trait]
impl Categories for Database {
    async fn list_categories(&self, user: UserId) -> Result<Vec<Category>> {
        self.read(async move |connection| {
            let rows: Vec<CategoryRow> = categories::table
                .filter(categories::user_id.eq(RowId::from(user)))
                .order((categories::position, categories::name, categories::id))
                .select(CategoryRow::as_select())
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(Category::from).collect())
        })
        .await
    }
}

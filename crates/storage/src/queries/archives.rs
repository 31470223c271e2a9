//! A person's books as a whole, table by table.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Timestamp, UserId};

use super::backend::{Connection, Database, FIRST, lock_user};
use super::users::insert_default_categories;
use crate::archives::{BOOKS, NOT_BOOKS, NotBooks};
use crate::schema::statements;
use crate::sql_types::{Key, RowId};
use crate::{Archives, Result};

#[async_trait]
impl Archives for Database {
    async fn delete_books(&self, user: UserId, now: Timestamp) -> Result<Vec<String>> {
        self.write(async move |connection| {
            let id = RowId::from(user);
            if !lock_user(connection, id).await? {
                return Ok(Vec::new());
            }
            let keys: Vec<String> = statements::table
                .filter(statements::user_id.eq(id))
                .select(statements::file_key)
                .load(connection)
                .await?;
            delete_rows(connection, id).await?;
            insert_default_categories(connection, user, now).await?;
            Ok(keys)
        })
        .await
    }
}

/// Deletes the person's rows, those that refer to others before these, and what is made anew from them at the end.
async fn delete_rows(connection: &mut Connection, user: RowId) -> Result<()> {
    let books = BOOKS.iter().rev().map(|table| table.name);
    let made_anew = NOT_BOOKS.iter().filter(|(_, why)| *why == NotBooks::MadeAnew).map(|(name, _)| *name);
    for table in books.chain(made_anew) {
        let delete = diesel::sql_query(format!("DELETE FROM {table} WHERE user_id = {FIRST}"));
        delete.bind::<Key, _>(user).execute(connection).await?;
    }
    Ok(())
}

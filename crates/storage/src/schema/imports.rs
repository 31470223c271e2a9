//! The table of the user's choices for importing a file.

use diesel::table;

use super::accounts;

table! {
    use diesel::sql_types::{Json, Nullable};
    use crate::sql_types::{Key, Moment};

    statement_imports (statement_id) {
        statement_id -> Key,
        user_id -> Key,
        account_id -> Nullable<Key>,
        mapping -> Nullable<Json>,
        updated_at -> Moment,
    }
}

diesel::allow_tables_to_appear_in_same_query!(statement_imports, accounts);

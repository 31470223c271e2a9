//! The tables of the user's answers to what statements leave open.

use diesel::table;

table! {
    use diesel::sql_types::Json;
    use crate::sql_types::{Key, Moment};

    statement_answers (statement_id) {
        statement_id -> Key,
        user_id -> Key,
        content -> Json,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Json, Text};
    use crate::sql_types::{Key, Moment};

    layout_hints (user_id, layout) {
        user_id -> Key,
        layout -> Text,
        content -> Json,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    confirmed_facts (account_id, fact) {
        account_id -> Key,
        fact -> Text,
        user_id -> Key,
        updated_at -> Moment,
    }
}

//! Tables of households.

use diesel::table;

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    households (user_id) {
        user_id -> Key,
        name -> Text,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    memberships (household_id, user_id) {
        household_id -> Key,
        user_id -> Key,
        role -> Text,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    invitations (id) {
        id -> Key,
        household_id -> Key,
        user_id -> Key,
        token_hash -> Binary,
        role -> Text,
        email -> Nullable<Text>,
        expires_at -> Moment,
        created_at -> Moment,
    }
}

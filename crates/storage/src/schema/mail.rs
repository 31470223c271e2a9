//! Tables of mailboxes.

use diesel::table;

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    mailboxes (id) {
        id -> Key,
        user_id -> Key,
        settings -> Json,
        sealed -> Binary,
        status -> Json,
        uid_validity -> Nullable<BigInt>,
        last_uid -> Nullable<BigInt>,
        busy_until -> Nullable<Moment>,
        fetched_at -> Nullable<Moment>,
        due_at -> Nullable<Moment>,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    mail_messages (mailbox_id, uid_validity, uid) {
        mailbox_id -> Key,
        uid_validity -> BigInt,
        uid -> BigInt,
        user_id -> Key,
        received_at -> Nullable<Moment>,
        sender -> Text,
        subject -> Text,
        result -> Json,
        read_at -> Moment,
    }
}

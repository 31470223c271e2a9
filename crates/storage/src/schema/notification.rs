//! Tables of notifications.

use diesel::table;

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    notifications (id) {
        id -> Key,
        user_id -> Key,
        key -> Text,
        content -> Json,
        created_at -> Moment,
        read_at -> Nullable<Moment>,
    }
}

table! {
    use diesel::sql_types::Json;
    use crate::sql_types::{Key, Moment};

    notification_settings (user_id) {
        user_id -> Key,
        content -> Json,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Binary, Text};
    use crate::sql_types::{Key, Moment};

    notification_channels (id) {
        id -> Key,
        user_id -> Key,
        kind -> Text,
        label -> Text,
        sealed -> Binary,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    notification_deliveries (notification_id, channel_id) {
        notification_id -> Key,
        channel_id -> Key,
        user_id -> Key,
        attempts -> Integer,
        due_at -> Nullable<Moment>,
        delivered_at -> Nullable<Moment>,
        failure -> Nullable<Text>,
    }
}

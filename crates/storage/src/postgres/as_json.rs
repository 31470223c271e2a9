//! SQL by which PostgreSQL writes rows as JSON and reads them.

use crate::ColumnKind;

/// A column as JSON.
pub(super) fn to_json(column: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Bytes => format!("encode({column}, 'hex')"),
        ColumnKind::Json => format!("{column}::text"),
        ColumnKind::Day => format!("to_char({column}, 'YYYY-MM-DD')"),
        ColumnKind::Moment => {
            format!("to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')")
        }
        ColumnKind::Id | ColumnKind::Text | ColumnKind::Small | ColumnKind::Large | ColumnKind::Flag => {
            column.to_owned()
        }
    }
}

/// JSON of these values.
pub(super) fn json_array(values: &str) -> String {
    format!("json_build_array({values})::text")
}

/// An element of an array.
pub(super) fn element(array: &str, place: usize) -> String {
    format!("({array}::json ->> {place})")
}

/// What a column keeps of an element.
pub(super) fn from_json(element: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Id => format!("{element}::uuid"),
        ColumnKind::Text => element.to_owned(),
        ColumnKind::Json => format!("{element}::json"),
        ColumnKind::Small => format!("{element}::integer"),
        ColumnKind::Large => format!("{element}::bigint"),
        ColumnKind::Flag => format!("{element}::boolean"),
        ColumnKind::Bytes => format!("decode({element}, 'hex')"),
        ColumnKind::Day => format!("{element}::date"),
        ColumnKind::Moment => format!("{element}::timestamptz"),
    }
}

/// A column in the order of its bytes, whatever the language of the database.
pub(super) fn in_byte_order(column: &str, kind: ColumnKind) -> String {
    if kind == ColumnKind::Text { format!("{column} COLLATE \"C\"") } else { column.to_owned() }
}

/// The elements of an array as rows whose column is `value`.
pub(super) fn each(array: &str) -> String {
    format!("json_array_elements({array}::json) AS given(value)")
}

//! SQL with which PostgreSQL writes rows as JSON and reads them.

use crate::ColumnKind;

/// Returns SQL for a column as a JSON value.
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

/// Returns SQL for a JSON array of these values, as text.
pub(super) fn json_array(values: &str) -> String {
    format!("json_build_array({values})::text")
}

/// Returns SQL for the element at `place`, from 0, of a JSON array.
pub(super) fn element(array: &str, place: usize) -> String {
    format!("({array}::json ->> {place})")
}

/// Returns SQL that converts an element to the type of its column.
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

/// Returns SQL that orders a column by its bytes, regardless of the database's collation.
pub(super) fn in_byte_order(column: &str, kind: ColumnKind) -> String {
    if kind == ColumnKind::Text { format!("{column} COLLATE \"C\"") } else { column.to_owned() }
}

/// Returns SQL for the elements of a JSON array as rows with the column `value`.
pub(super) fn each(array: &str) -> String {
    format!("json_array_elements({array}::json) AS given(value)")
}

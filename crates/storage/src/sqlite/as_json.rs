//! SQL by which SQLite writes rows as JSON and reads them.

use crate::ColumnKind;

/// A column as JSON.
pub(super) fn to_json(column: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Id | ColumnKind::Bytes => {
            format!("CASE WHEN {column} IS NOT NULL THEN lower(hex({column})) END")
        }
        _ => column.to_owned(),
    }
}

/// JSON of these values.
pub(super) fn json_array(values: &str) -> String {
    format!("json_array({values})")
}

/// An element of an array.
pub(super) fn element(array: &str, place: usize) -> String {
    format!("({array} ->> {place})")
}

/// What a column keeps of an element.
pub(super) fn from_json(element: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Id => format!("unhex(replace({element}, '-', ''))"),
        ColumnKind::Bytes => format!("unhex({element})"),
        _ => element.to_owned(),
    }
}

/// A column in the order of its bytes, which is the only one here.
pub(super) fn in_byte_order(column: &str, _: ColumnKind) -> String {
    column.to_owned()
}

/// The elements of an array as rows whose column is `value`.
pub(super) fn each(array: &str) -> String {
    format!("json_each({array})")
}

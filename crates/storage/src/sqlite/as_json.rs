//! SQL with which SQLite writes rows as JSON and reads them.

use crate::ColumnKind;

/// Returns SQL for a column as a JSON value.
pub(super) fn to_json(column: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Id | ColumnKind::Bytes => {
            format!("CASE WHEN {column} IS NOT NULL THEN lower(hex({column})) END")
        }
        _ => column.to_owned(),
    }
}

/// Returns SQL for a JSON array of these values, as text.
pub(super) fn json_array(values: &str) -> String {
    format!("json_array({values})")
}

/// Returns SQL for the element at `place`, from 0, of a JSON array.
pub(super) fn element(array: &str, place: usize) -> String {
    format!("({array} ->> {place})")
}

/// Returns SQL that converts an element to the type of its column.
pub(super) fn from_json(element: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Id => format!("unhex(replace({element}, '-', ''))"),
        ColumnKind::Bytes => format!("unhex({element})"),
        _ => element.to_owned(),
    }
}

/// Returns SQL that orders a column by its bytes, which is SQLite's default.
pub(super) fn in_byte_order(column: &str, _: ColumnKind) -> String {
    column.to_owned()
}

/// Returns SQL for the elements of a JSON array as rows with the column `value`.
pub(super) fn each(array: &str) -> String {
    format!("json_each({array})")
}

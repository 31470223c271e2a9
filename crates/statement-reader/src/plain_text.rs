//! The plain text of a document.

use crate::layout;
use crate::page::Document;

/// Returns the text of all pages, line by line from top to bottom; `None` if there are more than `lines_max`
/// lines.
#[must_use]
pub fn plain_text(document: &Document, lines_max: usize) -> Option<String> {
    let lines = layout::lines(document, lines_max)?;
    Some(lines.iter().map(layout::Line::text).collect::<Vec<_>>().join("\n"))
}

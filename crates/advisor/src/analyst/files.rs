//! Questions about a file that came with them.

use super::words::Words;

/// Words that mean a file and nothing in the books.
const FILES: &[&str] = &[
    "file",
    "files",
    "statement",
    "statements",
    "document",
    "documents",
    "pdf",
    "pdfs",
    "csv",
    "attachment",
    "attached",
    "attachments",
    "upload",
    "uploaded",
    "import",
    "process",
    "what is this",
    "what's this",
    "what does this",
    "is this",
    "look at this",
    "look at these",
    "about this",
    "about it",
    "in here",
    "in it",
    "read this",
    "add this",
    "check this",
    "summarise this",
    "summarize this",
];

/// Whether a question that came with files asks about them, and not about the books.
pub(super) fn is_about_them(question: &str) -> bool {
    let words = Words::of(question);
    words.len() == 0 || words.has(FILES)
}

//! Recognizes questions about an attached file.

use super::words::Words;

/// Words that refer to a file and not to transactions.
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

/// True if a question is about its attached files.
pub(super) fn is_about_them(question: &str) -> bool {
    let words = Words::of(question);
    words.len() == 0 || words.has(FILES)
}

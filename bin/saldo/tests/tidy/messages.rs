//! The messages for clients and the log lines, and their list in `docs/api/errors.md`.

use std::collections::BTreeSet;
use std::fs;

use proc_macro2::{Delimiter, Literal, Spacing, TokenStream, TokenTree};

use super::{root, short, sources};

/// Folders and files with messages for clients.
const MESSAGE_SOURCES: [&str; 30] = [
    "bin/saldo/src/",
    "crates/advisor/src/chats/",
    "crates/advisor/src/error.rs",
    "crates/advisor/src/mcp/",
    "crates/advisor/src/naming.rs",
    "crates/advisor/src/reply.rs",
    "crates/advisor/src/tools/",
    "crates/advisor/src/writes.rs",
    "crates/auth/src/better_auth/",
    "crates/bookkeeping/src/error.rs",
    "crates/feeds/src/error.rs",
    "crates/feeds/src/provider.rs",
    "crates/guarded-http/src/lib.rs",
    "crates/households/src/error.rs",
    "crates/mailbox/src/error.rs",
    "crates/mailbox/src/fetch.rs",
    "crates/mailbox/src/message.rs",
    "crates/mailbox/src/server.rs",
    "crates/notifications/src/error.rs",
    "crates/notifications/src/channel.rs",
    "crates/bookkeeping/src/questions.rs",
    "crates/books/src/",
    "crates/domain/src/",
    "crates/ledger/src/",
    "crates/statement-ingest/src/error.rs",
    "crates/statement-ingest/src/import/",
    "crates/statement-ingest/src/unpack.rs",
    "crates/storage/src/queries/archives/restore.rs",
    "crates/ui-message-stream/src/request.rs",
    "crates/wire/src/",
];

/// Files in which every sentence is a message for clients, or a part of one.
const MESSAGE_FILES: [&str; 10] = [
    "crates/auth/src/better_auth/error.rs",
    "crates/domain/src/statement.rs",
    "crates/ledger/src/rules.rs",
    "crates/llm/src/error.rs",
    "crates/statement-ingest/src/import/mapping.rs",
    "crates/statement-ingest/src/importing.rs",
    "crates/statement-ingest/src/ingest/archive/read.rs",
    "crates/statement-ingest/src/ingest/process.rs",
    "crates/statement-ingest/src/jobs/statements.rs",
    "crates/storage/src/queries/archives/check.rs",
];

/// Files whose errors appear on the terminal or in a log only.
const NOT_FOR_CLIENTS: [&str; 11] = [
    "bin/saldo/src/config",
    "bin/saldo/src/doctor.rs",
    "bin/saldo/src/health.rs",
    "bin/saldo/src/main.rs",
    "bin/saldo/src/setup.rs",
    // `saldo-statement-ingest` words these errors.
    "crates/books/src/lib.rs",
    "crates/domain/src/decimal.rs",
    // `saldo-bookkeeping` words the errors of edits and merges.
    "crates/ledger/src/edit.rs",
    "crates/ledger/src/merge.rs",
    "crates/statement-ingest/src/import/mod.rs",
    "crates/wire/src/openapi",
];

/// Calls whose arguments hold messages, or parts of messages. `error` is the attribute of thiserror.
const MESSAGE_CALLS: [&str; 22] = [
    "Err",
    "Impossible",
    "Input",
    "Invalid",
    "at",
    "bad_request",
    "conflict",
    "custom",
    "error",
    "internal_error",
    "invalid",
    "invalid_params",
    "map_err",
    "not",
    "ok_or",
    "ok_or_else",
    "refuse",
    "refused",
    "try_later",
    "unready",
    "validation",
    "words",
];

/// Types whose `new` takes a message.
const MESSAGE_TYPES: [&str; 3] = ["ApiError", "Rejection", "Self"];

/// Constants, variables and fields that hold messages, or parts of messages.
const MESSAGE_NAMES: [&str; 7] =
    ["\"error\"", "ASSUMED", "NO_WHOLE_MONTH", "message", "problem", "what", "why"];

/// Calls whose texts are for developers.
const INTERNAL_CALLS: [&str; 3] = ["context", "expect", "with_context"];

/// Texts of errors that the client receives as a 500.
const NEVER_SENT: [&str; 16] = [
    "a fetch of a mailbox ended unexpectedly",
    "both places are the same, or one is a folder of the other; name another place",
    "cannot write the export",
    "reading the statement failed",
    "the archive cannot be restored",
    "the assistant's first message does not follow the protocol",
    "the copy of {} differs from the original; repeat the move",
    "the database and the file store belong to different instances",
    "the database failed",
    "the disk is full",
    "the file store failed",
    "the inbox cannot be used",
    "the secrets of a mailbox cannot be stored",
    "the statement cannot be read",
    "transactions to export must be ordered by account, then by date",
    "The stored two-factor secret cannot be decrypted",
];

/// The sentences of a source file, with `{}` for the parts that vary.
#[derive(Default)]
struct Sentences {
    messages: BTreeSet<String>,
    logs: BTreeSet<String>,
}

impl Sentences {
    /// Collects from tokens; with `is_message`, all sentences in them are messages.
    fn collect(&mut self, tokens: TokenStream, is_message: bool) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let before = |index: usize, steps: usize| {
            index.checked_sub(steps).map_or_else(String::new, |at| name(&trees[at]))
        };
        let (mut is_named, mut is_test) = (false, false);
        for (index, tree) in trees.iter().enumerate() {
            is_named |= assigns(trees.get(index + 1)) && MESSAGE_NAMES.contains(&name(tree).as_str());
            match tree {
                TokenTree::Ident(_) => {}
                TokenTree::Punct(mark) => {
                    is_named &= !matches!(mark.as_char(), ',' | ';');
                    is_test &= mark.as_char() != ';';
                }
                TokenTree::Literal(literal) => {
                    self.messages.extend(sentence(literal).filter(|_| is_message || is_named));
                }
                TokenTree::Group(group) => {
                    let (inner, delimiter) = (group.stream(), group.delimiter());
                    let [last, second, fourth] = [1, 2, 4].map(|steps| before(index, steps));
                    let is_attribute = last == "#" || (last == "!" && second == "#");
                    if is_attribute && delimiter == Delimiter::Bracket {
                        is_test |= inner.to_string().replace(' ', "") == "cfg(test)";
                        self.collect(inner, false);
                    } else if is_test && delimiter == Delimiter::Brace {
                        is_test = false;
                    } else if last == "!" && ["error", "warn", "info"].contains(&second.as_str()) {
                        self.logs.extend(last_sentence(inner));
                    } else if !(last == "!" && ["debug", "trace"].contains(&second.as_str())) {
                        let is_call =
                            delimiter == Delimiter::Parenthesis && MESSAGE_CALLS.contains(&last.as_str());
                        let is_made = last == "new" && MESSAGE_TYPES.contains(&fourth.as_str());
                        let is_sent = is_message || is_named || is_call || is_made;
                        self.collect(inner, is_sent && !INTERNAL_CALLS.contains(&last.as_str()));
                    }
                }
            }
        }
    }
}

/// Returns the text of a token; nothing for a group.
fn name(tree: &TokenTree) -> String {
    if matches!(tree, TokenTree::Group(_)) { String::new() } else { tree.to_string() }
}

/// True for the `:` before a field's value or the `=` before a variable's.
fn assigns(tree: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Punct(mark)) = tree else { return false };
    mark.spacing() == Spacing::Alone && matches!(mark.as_char(), ':' | '=')
}

/// Returns the sentence in a string literal.
fn sentence(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    // A line that ends in `\` continues in the next one.
    let text = source.strip_prefix('"')?.strip_suffix('"')?.replace('\\', "");
    Some(without_splits(&text)).filter(|text| is_sentence(text))
}

/// Returns the last sentence that is not in a group: the line that a macro logs.
fn last_sentence(tokens: TokenStream) -> Option<String> {
    let literals = tokens.into_iter().filter_map(|tree| match tree {
        TokenTree::Literal(literal) => sentence(&literal),
        _ => None,
    });
    literals.last()
}

/// Returns a text on one line, with `{}` for each part in braces.
fn without_splits(text: &str) -> String {
    let mut pieces = text.split('{');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str("{}");
        plain.push_str(piece.split_once('}').map_or("", |(_, rest)| rest));
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_sentence(text: &str) -> bool {
    text.contains(' ') && text.contains(char::is_alphabetic)
}

/// Returns the sentences that a section of `docs/api/errors.md` lists as code.
pub(super) fn documented(section: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("docs/api/errors.md")).unwrap();
    let text = page.split(&format!("\n## {section}\n")).nth(1).unwrap();
    let text = text.split("\n## ").next().unwrap();
    let codes = text.split('`').skip(1).step_by(2).map(without_splits);
    codes.filter(|text| is_sentence(text)).collect()
}

#[test]
fn every_message_and_log_line_is_documented_word_for_word() {
    let mut all = Sentences::default();
    for (path, text) in sources() {
        let file = short(&path);
        let is_program = path.extension().is_some_and(|ending| ending == "rs") && file.contains("/src/");
        if !is_program || file.ends_with("tests.rs") || file.contains("generated") {
            continue;
        }
        let is_whole = MESSAGE_FILES.contains(&file.as_str());
        let has_messages = MESSAGE_SOURCES.iter().any(|source| file.starts_with(source))
            && !NOT_FOR_CLIENTS.iter().any(|source| file.starts_with(source));
        let mut found = Sentences::default();
        found.collect(text.parse().unwrap(), is_whole);
        all.logs.append(&mut found.logs);
        if is_whole || has_messages {
            all.messages.append(&mut found.messages);
        }
    }
    for text in NEVER_SENT {
        assert!(all.messages.remove(text), "no error has this message: {text}");
    }
    for (section, found) in [("Messages", all.messages), ("Log lines", all.logs)] {
        let documented = documented(section);
        let missing: Vec<&String> = found.difference(&documented).collect();
        let outdated: Vec<&String> = documented.difference(&found).collect();
        assert!(
            missing.is_empty() && outdated.is_empty(),
            "docs/api/errors.md, {section}: missing {missing:#?}, outdated {outdated:#?}"
        );
    }
}

//! The texts of the document: groups of routes, statuses, and a route's summary and description from its doc
//! comment.

use serde_json::{Value, json};

/// The groups of routes, in the order of the documentation: name, first path segments, description.
pub(super) const GROUPS: &[(&str, &[&str], &str)] = &[
    (
        "statements",
        &["upload", "process-statement", "statements", "jobs", "import"],
        "Upload of statement files, and their processing.",
    ),
    ("chat", &["chat", "mcp"], "The advisor, and its read-only tools for other assistants."),
    (
        "accounts",
        &["accounts", "duplicate-accounts", "account-merges", "coverage"],
        "Bank accounts, possible duplicates among them, and the days that statements cover.",
    ),
    (
        "transactions",
        &["transactions", "attachments", "edits", "export"],
        "Search, totals, edits and export of transactions, and undo.",
    ),
    ("categorizing", &["categories", "tags", "rules", "categorize"], "Categories, tags and rules."),
    ("merchants", &["merchants"], "Merchants, and the names that the user gives them."),
    ("patterns", &["recurring", "transfers", "duplicates"], "Recurring payments, transfers and duplicates."),
    ("budgets", &["budgets"], "Spending limits for categories."),
    ("goals", &["goals", "goal-contributions"], "Savings goals and their contributions."),
    (
        "notifications",
        &["notifications", "notification-channels"],
        "Notifications of events, the kinds that are on, and the channels to which they are sent.",
    ),
    ("mailboxes", &["mailboxes"], "Mailboxes by IMAP, and the messages that were read from them."),
    (
        "bank feeds",
        &["feeds", "feed-accounts", "feed-banks", "feed-authorizations"],
        "Bank feeds, the accounts that they bring, and consents at banks.",
    ),
    (
        "books",
        &["books", "invitations"],
        "The sets of books that the user can open, and households with their members and invitations.",
    ),
    ("saved views", &["saved-views"], "Filters and reports under a name."),
    (
        "reports",
        &["reports", "query", "preferences", "rates"],
        "Cash flow, spending, merchants, net worth, and the preferences and rates that they use.",
    ),
    ("me", &["me"], "Export, import and deletion of all of a user's data."),
    ("auth", &["auth"], "Sign-up, sign-in, sessions and API tokens, in the protocol of better-auth."),
    ("service", &["health", "openapi.json", "docs", "docs.css"], "The server itself."),
];

/// Returns the group of a path, or the path's first segment if it belongs to no group.
pub(super) fn group(path: &str) -> &str {
    let segment = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    GROUPS.iter().find(|(_, segments, _)| segments.contains(&segment)).map_or(segment, |(name, ..)| name)
}

/// Returns the groups as the document's `tags`.
pub(super) fn tags() -> Value {
    GROUPS.iter().map(|(name, _, about)| json!({ "name": name, "description": about })).collect()
}

/// Returns the default description of a status, for annotations that give none.
pub(super) fn status(code: &str) -> &'static str {
    match code {
        "200" => "Done.",
        "201" => "Created.",
        "202" => "Queued; it takes longer than the request waits.",
        "204" => "Done; the response has no body.",
        "302" => "Redirect to another page.",
        "400" => "Invalid request; `error` says what is wrong and what to do.",
        "401" => "No valid session, or an invalid API token.",
        "403" => {
            "The request comes from a page of another site, the API token is read-only, or the role in the books does not permit it."
        }
        "404" => "Not found, or the record of another user.",
        "405" => "Method not allowed.",
        "409" => "Conflict with the current state; `error` says which.",
        "413" => "Too large.",
        "415" => "Unsupported content type.",
        "422" => "The request cannot be fulfilled; `error` says why.",
        "429" => "Too many attempts.",
        "500" => "Internal error; the server log has the cause under `id`.",
        "502" => "The identity provider does not answer.",
        "503" => "The database is unavailable or busy, or the server is not ready; try again.",
        "507" => "The disk of the server is full; deleting and exporting still work.",
        _ => "See `error`.",
    }
}

/// Splits a handler's doc comment into summary and description.
///
/// The comment begins with method and path in backticks and a dash. The first sentence after the dash becomes
/// the summary; everything else becomes the description, with the text of `# Errors` last. An error section
/// that begins with "None" is left out.
pub(super) fn of_route(summary: &str, description: &str) -> (String, String) {
    let said = summary.split_once(" — ").map_or(summary, |(_, said)| said).replace('\n', " ");
    let (first, rest) = said.split_once(". ").unwrap_or((&said, ""));
    let first = first.trim().trim_end_matches('.');
    let mut letters = first.chars();
    let first =
        letters.next().map_or(String::new(), |letter| letter.to_uppercase().to_string() + letters.as_str());
    let (more, errors) = description.split_once("# Errors").unwrap_or((description, ""));
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let errors = flat(errors);
    let errors = if errors.is_empty() || errors.starts_with("None") {
        String::new()
    } else {
        format!("Errors: {errors}")
    };
    let parts = [flat(rest), flat(more), errors];
    let words: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (first, words.join("\n\n"))
}

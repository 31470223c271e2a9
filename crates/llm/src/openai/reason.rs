//! Shortens and redacts the reason that a server gives for a refusal, so that it can be shown.

use serde_json::Value;

/// Upper limit for the characters of a reason.
const CHARACTERS_MAX: usize = 200;
/// Length from which a word of letters and digits may be a key.
const KEY_CHARACTERS_MIN: usize = 32;
/// Prefixes of the keys of known providers.
const KEY_PREFIXES: [&str; 6] = ["sk-", "sk_", "pk-", "gsk_", "xai-", "AIza"];

/// Returns the reason in the body of a refusal: `error.message`, `error`, `message`, `detail`,
/// `detail[0].msg` or `[0].error.message`, whichever comes first. It is one line, shortened, without
/// addresses and keys.
pub(super) fn of_body(body: &Value) -> Option<String> {
    let error = &body["error"];
    let detail = &body["detail"];
    let places =
        [&error["message"], error, &body["message"], detail, &detail[0]["msg"], &body[0]["error"]["message"]];
    places.into_iter().filter_map(Value::as_str).find_map(shown)
}

/// Returns the reason in an error object inside an answer.
pub(super) fn of_error(error: &Value) -> Option<String> {
    error["message"].as_str().or_else(|| error.as_str()).and_then(shown)
}

fn shown(reason: &str) -> Option<String> {
    let words = reason.split(|character: char| character.is_whitespace() || character.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).map(harmless).collect();
    let line = words.join(" ");
    match line.char_indices().nth(CHARACTERS_MAX) {
        _ if line.is_empty() => None,
        Some((end, _)) => Some(format!("{}…", line[..end].trim_end())),
        None => Some(line),
    }
}

/// Returns the word, or a placeholder if it is an address or may be a key.
fn harmless(word: &str) -> &str {
    let bare = word.trim_matches(|character: char| !character.is_ascii_alphanumeric());
    let is_of_key = |character: char| character.is_ascii_alphanumeric() || "-_*".contains(character);
    let is_long = bare.len() >= KEY_CHARACTERS_MIN
        && bare.chars().all(is_of_key)
        && bare.contains(|character: char| character.is_ascii_digit());
    if word.contains("://") {
        "[address]"
    } else if is_long || KEY_PREFIXES.iter().any(|prefix| bare.starts_with(prefix)) {
        "[key]"
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_reason_is_found_in_every_known_place() {
        for body in [
            json!({"error": {"message": " too\n many  tools "}}),
            json!({"error": "too many tools"}),
            json!({"message": "too many tools"}),
            json!({"detail": "too many tools"}),
            json!({"detail": [{"msg": "too many tools", "loc": ["body"]}]}),
            json!([{"error": {"message": "too many tools"}}]),
        ] {
            assert_eq!(of_body(&body).as_deref(), Some("too many tools"), "{body}");
        }
        for body in
            [json!(null), json!({}), json!({"error": {"message": " "}}), json!({"error": {"code": 7}})]
        {
            assert_eq!(of_body(&body), None, "{body}");
        }
    }

    #[test]
    fn a_reason_is_shortened_and_shows_no_address_or_key() {
        let long = of_body(&json!({ "error": "ä ".repeat(500) })).unwrap();
        assert_eq!((long.chars().count(), long.ends_with('…')), (CHARACTERS_MAX, true));
        let description = "key 'sk-secret' of Bearer 0123456789abcdef0123456789abcdef at http://internal/v1, for gpt-5-2025-08-07.";
        assert_eq!(
            of_body(&json!({ "error": description })).unwrap(),
            "key [key] of Bearer [key] at [address] for gpt-5-2025-08-07."
        );
    }
}

//! Settings of the advisor.

use std::collections::HashSet;
use std::time::Duration;

use saldo_advisor::Limits;
use serde::Deserialize;

use super::settings::{Setting, secret, setting};
use super::{ConfigError, ModelEndpoint, Values, WHOLE_NUMBER, seconds};

/// The settings of chats.
pub(super) const SETTINGS: [Setting; 10] = [
    setting(
        "SALDO_CHAT_STEPS_MAX",
        "8",
        "how often a model is asked for one answer, with what tools answered",
    ),
    setting("SALDO_CHAT_TOKENS_MAX", "200000", "tokens that one answer may cost"),
    setting("SALDO_CHAT_SECONDS_MAX", "300", "seconds that one answer may take"),
    setting(
        "SALDO_CHAT_GRACE_SECONDS",
        "0",
        "how long an answer goes on when the client that asked is gone, so that it can come back; 0: it stops at once",
    ),
    setting(
        "SALDO_CHAT_APPROVAL_SECONDS",
        "86400",
        "how long a person may take to allow what the advisor asks to change",
    ),
    setting(
        "SALDO_CHAT_TOKENS_PER_DAY",
        "0",
        "tokens that models may cost a person on a day (UTC), as far as they say; 0: no limit",
    ),
    secret(
        "SALDO_MODELS",
        "further models that people can choose, a JSON list of `{\"name\", \"baseUrl\", \"model\", \"apiKey\"}`",
    ),
    setting("SALDO_CHAT_FILES_MAX", "5", "files that one message of a chat may have"),
    setting(
        "SALDO_CHAT_BODY_BYTES_MAX",
        "25165824",
        "bytes of a request to a chat, with the files in it; base64 makes them a third larger",
    ),
    setting(
        "SALDO_CHAT_TOOL_BYTES_MAX",
        "60000",
        "bytes that a model is told of one tool's answer; of a longer one it is told the beginning, and that it was cut",
    ),
];

/// An item of `SALDO_MODELS`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Listed {
    name: String,
    base_url: String,
    model: String,
    api_key: Option<String>,
}

/// An additional model that users can choose by its name.
#[derive(Clone)]
pub struct NamedEndpoint {
    /// The name that users see.
    pub name: String,
    /// The endpoint.
    pub endpoint: ModelEndpoint,
}

/// Settings of the advisor.
#[derive(Clone)]
pub struct Chat {
    /// Limits of one answer.
    pub limits: Limits,
    /// Time for which an answer continues without a client.
    pub grace: Duration,
    /// Time for which the user can approve a proposed change.
    pub approval_time_max: Duration,
    /// Maximum number of model tokens per user and day; 0 for no limit.
    pub tokens_per_day: u64,
    /// Additional models that users can choose.
    pub models: Vec<NamedEndpoint>,
    /// Maximum number of files in one message.
    pub files_max: usize,
    /// Maximum size of a request in bytes, including its files.
    pub body_bytes_max: usize,
}

/// Reads these settings.
pub(super) fn read(values: &Values) -> Result<Chat, ConfigError> {
    let limits = Limits {
        steps_max: values.parsed(SETTINGS[0].name, WHOLE_NUMBER)?,
        reply_tokens_max: values.parsed(SETTINGS[1].name, WHOLE_NUMBER)?,
        reply_time_max: seconds(values, SETTINGS[2].name)?,
        tool_bytes_max: values.parsed(SETTINGS[9].name, WHOLE_NUMBER)?,
        ..Limits::default()
    };
    if limits.steps_max == 0 {
        return Err(values.malformed(SETTINGS[0].name, "it must be at least 1"));
    }
    Ok(Chat {
        limits,
        grace: seconds(values, SETTINGS[3].name)?,
        approval_time_max: seconds(values, SETTINGS[4].name)?,
        tokens_per_day: values.parsed(SETTINGS[5].name, WHOLE_NUMBER)?,
        models: models(values)?,
        files_max: values.parsed(SETTINGS[7].name, WHOLE_NUMBER)?,
        body_bytes_max: values.parsed(SETTINGS[8].name, WHOLE_NUMBER)?,
    })
}

fn models(values: &Values) -> Result<Vec<NamedEndpoint>, ConfigError> {
    let Some(text) = values.optional(SETTINGS[6].name) else { return Ok(Vec::new()) };
    let why = "it must be a JSON list of {\"name\", \"baseUrl\", \"model\", \"apiKey\"}, each name once";
    let listed: Vec<Listed> =
        serde_json::from_str(text).map_err(|_| values.malformed(SETTINGS[6].name, why))?;
    let mut names = HashSet::new();
    if listed.iter().any(|one| one.name.trim().is_empty() || !names.insert(one.name.clone())) {
        return Err(values.malformed(SETTINGS[6].name, why));
    }
    let endpoints = listed.into_iter().map(|one| NamedEndpoint {
        name: one.name,
        endpoint: ModelEndpoint {
            base_url: one.base_url.trim_end_matches('/').to_owned(),
            model: one.model,
            api_key: one.api_key,
        },
    });
    Ok(endpoints.collect())
}

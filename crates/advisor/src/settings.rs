//! Settings of the advisor.

use std::collections::HashSet;
use std::time::Duration;

use crate::Limits;
use crate::chats::ChatSettings;
use serde::Deserialize;
use url::Url;

use saldo_settings::{Error as ConfigError, Layers, Typed, at_least_one, number, seconds, secret, settings};

settings! {
    pub ALL:
    STEPS_MAX: usize = at_least_one(
        "SALDO_CHAT_STEPS_MAX",
        "8",
        "requests to a model for one answer, including those with tool results",
    );
    TOKENS_MAX: u64 = number("SALDO_CHAT_TOKENS_MAX", "200000", "tokens for one answer");
    SECONDS_MAX: Duration = seconds("SALDO_CHAT_SECONDS_MAX", "300", "seconds for one answer");
    GRACE_SECONDS: Duration = seconds(
        "SALDO_CHAT_GRACE_SECONDS",
        "0",
        "seconds for which an answer continues after the client that asked has disconnected, so that it can reconnect; 0: the answer stops at once",
    );
    APPROVAL_SECONDS: Duration = seconds(
        "SALDO_CHAT_APPROVAL_SECONDS",
        "86400",
        "seconds a user has to approve a change that the advisor proposes",
    );
    TOKENS_PER_DAY: u64 = number(
        "SALDO_CHAT_TOKENS_PER_DAY",
        "0",
        "tokens that models may use for one user per day (UTC), as far as they report them; 0: no limit",
    );
    MODELS: Vec<NamedEndpoint> = Typed {
        setting: secret(
            "SALDO_MODELS",
            "further models that users can choose, a JSON list of `{\"name\", \"baseUrl\", \"model\", \"apiKey\"}`",
        )
        .setting,
        parse: models,
        why: "it must be a JSON list of {\"name\", \"baseUrl\", \"model\", \"apiKey\"}, each name once",
    };
    FILES_MAX: usize = number("SALDO_CHAT_FILES_MAX", "5", "files in one chat message");
    BODY_BYTES_MAX: usize = number(
        "SALDO_CHAT_BODY_BYTES_MAX",
        "25165824",
        "bytes of a chat request, including its files; base64 makes them a third larger",
    );
    TOOL_BYTES_MAX: usize = number(
        "SALDO_CHAT_TOOL_BYTES_MAX",
        "60000",
        "bytes of one tool result that a model receives; a longer result is cut and marked as cut",
    );
}

/// An item of `SALDO_MODELS`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Listed {
    name: String,
    base_url: String,
    model: String,
    api_key: Option<String>,
}

/// An OpenAI-compatible endpoint.
#[derive(Clone)]
pub struct ModelEndpoint {
    /// The base URL, without `/chat/completions`.
    pub base_url: String,
    /// The API key.
    pub api_key: Option<String>,
    /// The model's name.
    pub model: String,
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
    /// Settings of conversations.
    pub settings: ChatSettings,
    /// Additional models that users can choose.
    pub models: Vec<NamedEndpoint>,
    /// Maximum size of a request in bytes, including its files.
    pub body_bytes_max: usize,
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers, base_url: &Url) -> Result<Chat, ConfigError> {
    let limits = Limits {
        steps_max: values.get(&STEPS_MAX)?,
        reply_tokens_max: values.get(&TOKENS_MAX)?,
        reply_time_max: values.get(&SECONDS_MAX)?,
        tool_bytes_max: values.get(&TOOL_BYTES_MAX)?,
        ..Limits::default()
    };
    let mut settings = ChatSettings::new(base_url.as_str().trim_end_matches('/'));
    settings.grace = values.get(&GRACE_SECONDS)?;
    settings.approval_time_max = values.get(&APPROVAL_SECONDS)?;
    settings.tokens_per_day = values.get(&TOKENS_PER_DAY)?;
    settings.files_max = values.get(&FILES_MAX)?;
    let (models, body_bytes_max) = (values.get(&MODELS)?, values.get(&BODY_BYTES_MAX)?);
    Ok(Chat { limits, settings, models, body_bytes_max })
}

fn models(text: &str) -> Option<Vec<NamedEndpoint>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let listed: Vec<Listed> = serde_json::from_str(text).ok()?;
    let mut names = HashSet::new();
    if listed.iter().any(|one| one.name.trim().is_empty() || !names.insert(one.name.clone())) {
        return None;
    }
    let endpoints = listed.into_iter().map(|one| NamedEndpoint {
        name: one.name,
        endpoint: ModelEndpoint {
            base_url: one.base_url.trim_end_matches('/').to_owned(),
            model: one.model,
            api_key: one.api_key,
        },
    });
    Some(endpoints.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(values: &[(&str, &str)]) -> Layers {
        Layers::of_values(ALL, values).unwrap()
    }

    #[test]
    fn every_further_model_has_a_name_of_its_own() {
        let base_url = Url::parse("https://saldo.example.org/").unwrap();
        let model = |name: &str| format!(r#"{{"name":"{name}","baseUrl":"http://a/v1/","model":"m"}}"#);
        let named = |names: &[&str]| {
            let list = names.iter().map(|name| model(name)).collect::<Vec<_>>().join(",");
            read(&layers(&[("SALDO_MODELS", &format!("[{list}]"))]), &base_url)
        };
        let chat = named(&["a", "b"]).unwrap();
        assert_eq!(chat.models.len(), 2);
        assert_eq!(chat.models[0].endpoint.base_url, "http://a/v1");
        assert!(named(&["a", "a"]).is_err() && named(&[" "]).is_err());
    }
}

//! Tests of the settings.

use super::*;

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn config(environment: &[(&str, &str)], file: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::layered(&map(environment), &map(file))
}

#[test]
fn every_setting_has_a_default() {
    let config = config(&[], &[]).unwrap();
    assert_eq!(config.database_url, "sqlite://data/saldo.db");
    assert_eq!(config.base_url.as_str(), "http://localhost:3000/");
    assert!(config.model.is_none() && config.inbox.is_none());
    let hours = Duration::from_hours;
    let files = &config.files;
    assert_eq!(files.sweep_delay, hours(1));
    let limits = &files.limits;
    assert_eq!((limits.deleted_kept_for, limits.swept_kept_for), (hours(6), hours(7 * 24)));
    assert_eq!((limits.user_files_max, limits.user_bytes_max), (0, 0), "no quota");
    let seconds = Duration::from_secs;
    assert_eq!((config.idle_time_max, config.minimum_speed.wait_max), (seconds(75), seconds(10)));
    assert_eq!(config.mcp_requests_per_minute, 0, "no limit");
}

#[test]
fn the_environment_wins_over_the_file() {
    let config =
        config(&[("SALDO_LOG", "debug")], &[("saldo_log", "warn"), ("saldo_files_max", "3")]).unwrap();
    assert_eq!(config.log_filter, "debug");
    assert_eq!(config.files_max, 3);
    assert!(config.describe().contains("SALDO_FILES_MAX                  3  [saldo.toml]"));
}

#[test]
fn an_unknown_setting_is_named() {
    let error = config(&[("SALDO_LISTN", "x")], &[]).err().unwrap();
    assert!(error.to_string().contains("SALDO_LISTN"));
    assert!(matches!(config(&[], &[("nonsense", "1")]), Err(ConfigError::Unknown { .. })));
}

#[test]
fn a_malformed_setting_is_named_and_a_secret_is_not_shown() {
    for (name, value) in [
        ("BASE_URL", "ftp://x"),
        ("BASE_URL", "http://x/path"),
        ("SALDO_LISTEN", "nowhere"),
        ("SALDO_FILES_MAX", "-1"),
        ("SALDO_INBOX_SECONDS", "0"),
        ("SALDO_SIGN_UP", "maybe"),
        ("SALDO_CURRENCY", "money"),
        ("SALDO_MODEL_READS", "sometimes"),
        ("SALDO_MODEL_CALLS_MAX", "many"),
        ("SALDO_OCR_LANGUAGES", "eng; deu"),
        ("SALDO_COOKIE_PREFIX", "a b"),
        ("SALDO_MODEL_TRUSTED_HOSTS", "http://ollama.lan"),
        ("SALDO_MODEL_TRUSTED_HOSTS", "*.lan"),
    ] {
        let error = config(&[(name, value)], &[]).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains(value), "{error}");
    }
    let error = config(&[("SALDO_SECRET", "short-secret")], &[]).err().unwrap().to_string();
    assert!(error.contains("SALDO_SECRET") && !error.contains("short-secret"));
}

#[test]
fn no_model_host_is_trusted_by_default() {
    assert!(config(&[], &[]).unwrap().model_trusted_hosts.is_empty());
    let set =
        config(&[("SALDO_MODEL_TRUSTED_HOSTS", "ollama.lan, 192.168.1.5:11434,[fd00::5]")], &[]).unwrap();
    assert_eq!(set.model_trusted_hosts, ["ollama.lan", "192.168.1.5:11434", "[fd00::5]"]);
}

#[test]
fn secrets_are_masked_when_printed() {
    let config = config(
        &[
            ("OPENAI_API_KEY", "sk-very-secret"),
            ("OPENAI_MODEL", "m"),
            ("DATABASE_URL", "postgres://saldo:hunter2@localhost/saldo"),
        ],
        &[],
    )
    .unwrap();
    let printed = config.describe();
    assert!(!printed.contains("sk-very-secret") && !printed.contains("hunter2"), "{printed}");
    assert!(printed.contains("OPENAI_MODEL"));
}

//! Sources and their precedence, unknown names, and what messages show.

use std::collections::BTreeMap;

use saldo_settings::{Error, Known, Layers, Typed, number, optional, read_file, secret, settings, text};

settings! {
    ALL:
    FILES_MAX: usize = number("APP_FILES_MAX", "50", "files in one upload");
    LOG: String = text("APP_LOG", "info", "the log filter");
    DATABASE: Option<String> = optional("DATABASE_URL", "the database");
    KEY: Option<String> = Typed {
        why: "it must have at least 8 characters",
        parse: |text| match text {
            "" => Some(None),
            text => (text.len() >= 8).then(|| Some(text.to_owned())),
        },
        ..secret("APP_KEY", "the key of the service")
    };
}

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn layers(environment: &[(&str, &str)], file: &[(&str, &str)]) -> Result<Layers, Error> {
    let known = Known {
        settings: ALL.to_vec(),
        prefix: "APP_",
        file: "app.toml",
        foreign: &["APP_BUILD"],
        passed_on: &["AWS_"],
        documentation: "settings.md",
    };
    Layers::new(known, &map(environment), &map(file))
}

#[test]
fn a_later_source_takes_precedence() {
    assert_eq!(layers(&[], &[]).unwrap().get(&LOG).unwrap(), "info");
    let file = [("app_log", "warn"), ("app_files_max", "3")];
    let layers = layers(&[("APP_LOG", "debug")], &file).unwrap();
    assert_eq!(layers.get(&LOG).unwrap(), "debug");
    assert_eq!(layers.get(&FILES_MAX).unwrap(), 3);
    assert!(layers.describe().contains("APP_FILES_MAX                    3  [app.toml]"));
}

#[test]
fn an_unknown_name_is_an_error_unless_it_belongs_to_others() {
    let error = layers(&[("APP_LGO", "x")], &[]).err().unwrap();
    assert_eq!(error.to_string(), "unknown setting APP_LGO; see settings.md");
    assert!(matches!(layers(&[], &[("nonsense", "1")]), Err(Error::Unknown { .. })));
    let others = layers(&[("APP_BUILD", "1"), ("HOME", "/root"), ("AWS_REGION", "eu-west-1")], &[]).unwrap();
    assert_eq!(others.passed_on(), [("AWS_REGION".to_owned(), "eu-west-1".to_owned())]);
}

#[test]
fn a_malformed_value_is_named_and_a_secret_is_masked() {
    let error = layers(&[("APP_FILES_MAX", "-1")], &[]).unwrap().get(&FILES_MAX).err().unwrap();
    assert_eq!(error.to_string(), "APP_FILES_MAX cannot be `-1`: it must be a whole number");
    let error = layers(&[("APP_KEY", "short")], &[]).unwrap().get(&KEY).err().unwrap();
    assert_eq!(error.to_string(), "APP_KEY cannot be `…`: it must have at least 8 characters");
}

#[test]
fn secrets_and_passwords_are_masked_in_the_list() {
    let set = [("APP_KEY", "very-secret"), ("DATABASE_URL", "postgres://me:hunter2@localhost/app")];
    let printed = layers(&set, &[]).unwrap().describe();
    assert!(!printed.contains("very-secret") && !printed.contains("hunter2"), "{printed}");
    assert!(
        printed.contains("postgres://me:%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2@localhost/app"),
        "{printed}"
    );
}

#[test]
fn a_secret_can_be_read_from_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "0123456789\n").unwrap();
    let layers = layers(&[("APP_KEY_FILE", file.path().to_str().unwrap())], &[]).unwrap();
    assert_eq!(layers.get(&KEY).unwrap().as_deref(), Some("0123456789"));
}

#[test]
fn a_file_has_texts_and_whole_numbers() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "app_log = \"warn\"\nAPP_FILES_MAX = 3\n").unwrap();
    assert_eq!(read_file(file.path()).unwrap(), map(&[("APP_FILES_MAX", "3"), ("app_log", "warn")]));
    for wrong in ["app_log = 1.5", "app_log", "[app]\nlog = \"warn\""] {
        std::fs::write(file.path(), wrong).unwrap();
        assert!(matches!(read_file(file.path()), Err(Error::Toml { .. })), "{wrong}");
    }
}

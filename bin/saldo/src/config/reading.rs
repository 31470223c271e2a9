//! Settings for statements that cannot be read from their layout alone: scanned images, and unknown layouts.

use std::time::Duration;

use saldo_statement_ingest::ModelLimits;
use saldo_statement_ingest::page::TesseractSettings;

use super::settings::setting;
use super::{ConfigError, Setting, Values, WHOLE_NUMBER, seconds};

/// The models that may be asked about statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelReads {
    /// None.
    Never,
    /// A model on this machine, so that nothing of a statement leaves it.
    Local,
    /// Any model: lines of statements are sent to it.
    Any,
}

/// Settings for statements that cannot be read from their layout alone.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The models that may be asked.
    pub model: ModelReads,
    /// Limits of the requests to a model.
    pub model_limits: ModelLimits,
    /// Settings of OCR, if it is enabled.
    pub pictures: Option<TesseractSettings>,
}

/// These settings, in the order of the documentation.
pub(super) const SETTINGS: [Setting; 13] = [
    setting(
        "SALDO_MODEL_READS",
        "local",
        "which model may be asked about a statement that does not add up: `never` any, `local`: one on this machine, `any`",
    ),
    setting("SALDO_MODEL_PAGES_MAX", "30", "pages of a statement that a model is asked about"),
    setting("SALDO_MODEL_LINES_MAX", "1500", "lines of it"),
    setting("SALDO_MODEL_INPUT_TOKENS_MAX", "60000", "tokens of a question, three bytes counted as one"),
    setting("SALDO_MODEL_OUTPUT_TOKENS_MAX", "16000", "tokens of an answer"),
    setting("SALDO_MODEL_ANSWER_BYTES_MAX", "1048576", "bytes of an answer"),
    setting("SALDO_MODEL_CALLS_MAX", "2", "questions about a statement; the second says what was wrong"),
    setting("SALDO_MODEL_SECONDS_MAX", "180", "seconds that all questions about a statement may take"),
    setting("SALDO_OCR", "tesseract", "the program that reads pictures, if it is installed; `off`: none"),
    setting(
        "SALDO_OCR_LANGUAGES",
        "eng",
        "its languages joined by `+`, each installed with it, such as `deu+eng`",
    ),
    setting("SALDO_OCR_PAGES_MAX", "24", "pictures of a statement that are read; a page takes some seconds"),
    setting("SALDO_OCR_SECONDS_MAX", "60", "seconds that reading a picture may take"),
    setting("SALDO_OCR_MEMORY_BYTES_MAX", "1073741824", "memory of the program that reads pictures"),
];

pub(super) fn read(values: &Values) -> Result<Reading, ConfigError> {
    let model = match values.text("SALDO_MODEL_READS") {
        "never" => ModelReads::Never,
        "local" => ModelReads::Local,
        "any" => ModelReads::Any,
        _ => return Err(values.malformed("SALDO_MODEL_READS", "it must be never, local or any")),
    };
    let model_limits = ModelLimits {
        pages_max: values.parsed("SALDO_MODEL_PAGES_MAX", WHOLE_NUMBER)?,
        lines_max: values.parsed("SALDO_MODEL_LINES_MAX", WHOLE_NUMBER)?,
        input_tokens_max: values.parsed("SALDO_MODEL_INPUT_TOKENS_MAX", WHOLE_NUMBER)?,
        output_tokens_max: values.parsed("SALDO_MODEL_OUTPUT_TOKENS_MAX", WHOLE_NUMBER)?,
        answer_bytes_max: values.parsed("SALDO_MODEL_ANSWER_BYTES_MAX", WHOLE_NUMBER)?,
        calls_max: values.parsed("SALDO_MODEL_CALLS_MAX", WHOLE_NUMBER)?,
        time_max: seconds(values, "SALDO_MODEL_SECONDS_MAX")?,
    };
    Ok(Reading { model, model_limits, pictures: pictures(values)? })
}

fn pictures(values: &Values) -> Result<Option<TesseractSettings>, ConfigError> {
    let Some(program) = values.optional("SALDO_OCR").filter(|program| *program != "off") else {
        return Ok(None);
    };
    let languages = values.text("SALDO_OCR_LANGUAGES");
    let plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '+' | '/');
    if languages.is_empty() || !languages.chars().all(plain) {
        return Err(values.malformed("SALDO_OCR_LANGUAGES", "it must be names like eng or deu+eng"));
    }
    let wall_time_max: Duration = seconds(values, "SALDO_OCR_SECONDS_MAX")?;
    Ok(Some(TesseractSettings {
        program: program.to_owned(),
        languages: languages.to_owned(),
        pages_max: values.parsed("SALDO_OCR_PAGES_MAX", WHOLE_NUMBER)?,
        memory_bytes_max: values.parsed("SALDO_OCR_MEMORY_BYTES_MAX", WHOLE_NUMBER)?,
        cpu_seconds_max: wall_time_max.as_secs(),
        wall_time_max,
        ..TesseractSettings::default()
    }))
}

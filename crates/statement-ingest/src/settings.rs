//! Settings for statements that cannot be read from their layout alone: scanned images, and unknown layouts.

use std::time::Duration;

use crate::ModelLimits;
use crate::page::TesseractSettings;

use saldo_settings::{Error as ConfigError, Layers, number, parsed, seconds, settings};

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

settings! {
    pub ALL:
    MODEL_READS: ModelReads = parsed(
        "SALDO_MODEL_READS",
        "local",
        "models that may be asked about a statement that does not add up: `never` (none), `local` (one on this machine), `any`",
        "it must be never, local or any",
        |text| match text {
            "never" => Some(ModelReads::Never),
            "local" => Some(ModelReads::Local),
            "any" => Some(ModelReads::Any),
            _ => None,
        },
    );
    MODEL_PAGES_MAX: u32 = number("SALDO_MODEL_PAGES_MAX", "30", "pages of a statement that a model is asked about");
    MODEL_LINES_MAX: usize = number("SALDO_MODEL_LINES_MAX", "1500", "lines of a statement that a model is asked about");
    MODEL_INPUT_TOKENS_MAX: usize = number(
        "SALDO_MODEL_INPUT_TOKENS_MAX",
        "60000",
        "tokens of a question about a statement, with three bytes counted as one token",
    );
    MODEL_OUTPUT_TOKENS_MAX: u32 = number("SALDO_MODEL_OUTPUT_TOKENS_MAX", "16000", "tokens of an answer about a statement");
    MODEL_ANSWER_BYTES_MAX: usize = number("SALDO_MODEL_ANSWER_BYTES_MAX", "1048576", "bytes of an answer about a statement");
    MODEL_CALLS_MAX: u32 = number(
        "SALDO_MODEL_CALLS_MAX",
        "2",
        "questions about one statement; the second explains the errors of the first answer",
    );
    MODEL_SECONDS_MAX: Duration = seconds(
        "SALDO_MODEL_SECONDS_MAX",
        "180",
        "seconds for all questions about one statement",
    );
    OCR: Option<String> = parsed(
        "SALDO_OCR",
        "tesseract",
        "the program that recognizes text in images, if it is installed; `off`: none",
        "",
        |text| Some(Some(text.to_owned()).filter(|program| !program.is_empty() && program != "off")),
    );
    OCR_LANGUAGES: String = parsed(
        "SALDO_OCR_LANGUAGES",
        "eng",
        "languages of that program, joined by `+` and installed with it, such as `deu+eng`",
        "it must be names like eng or deu+eng",
        |text| {
            let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '+' | '/');
            (!text.is_empty() && text.chars().all(plain)).then(|| text.to_owned())
        },
    );
    OCR_PAGES_MAX: u32 = number(
        "SALDO_OCR_PAGES_MAX",
        "24",
        "images of a statement that are read; a page takes some seconds",
    );
    OCR_SECONDS_MAX: Duration = seconds(
        "SALDO_OCR_SECONDS_MAX",
        "60",
        "seconds for reading one image",
    );
    OCR_MEMORY_BYTES_MAX: u64 = number(
        "SALDO_OCR_MEMORY_BYTES_MAX",
        "1073741824",
        "memory of the program that reads images",
    );
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<Reading, ConfigError> {
    let model_limits = ModelLimits {
        pages_max: values.get(&MODEL_PAGES_MAX)?,
        lines_max: values.get(&MODEL_LINES_MAX)?,
        input_tokens_max: values.get(&MODEL_INPUT_TOKENS_MAX)?,
        output_tokens_max: values.get(&MODEL_OUTPUT_TOKENS_MAX)?,
        answer_bytes_max: values.get(&MODEL_ANSWER_BYTES_MAX)?,
        calls_max: values.get(&MODEL_CALLS_MAX)?,
        time_max: values.get(&MODEL_SECONDS_MAX)?,
        ..ModelLimits::default()
    };
    Ok(Reading { model: values.get(&MODEL_READS)?, model_limits, pictures: pictures(values)? })
}

fn pictures(values: &Layers) -> Result<Option<TesseractSettings>, ConfigError> {
    let Some(program) = values.get(&OCR)? else { return Ok(None) };
    let wall_time_max: Duration = values.get(&OCR_SECONDS_MAX)?;
    Ok(Some(TesseractSettings {
        program,
        languages: values.get(&OCR_LANGUAGES)?,
        pages_max: values.get(&OCR_PAGES_MAX)?,
        memory_bytes_max: values.get(&OCR_MEMORY_BYTES_MAX)?,
        wall_time_max,
        cpu_seconds_max: wall_time_max.as_secs(),
        ..TesseractSettings::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(values: &[(&str, &str)]) -> Layers {
        Layers::of_values(ALL, values).unwrap()
    }

    #[test]
    fn ocr_can_be_off() {
        let read = |values: &[(&str, &str)]| read(&layers(values)).unwrap();
        assert_eq!(read(&[]).pictures.unwrap().program, "tesseract");
        assert!(read(&[("SALDO_OCR", "off")]).pictures.is_none());
        assert_eq!(read(&[("SALDO_MODEL_READS", "any")]).model, ModelReads::Any);
    }
}

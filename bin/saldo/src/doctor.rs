//! `saldo doctor`: checks an installation, and says what to do. It changes nothing, apart from a file that it
//! writes to the file store and deletes again.

mod checks;
mod inbox;
mod network;

use std::fmt;
use std::io::Write;

use serde::Serialize;

use crate::config::Config;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing to do.
    Ok,
    /// It works, and something should be changed.
    Warning,
    /// It does not work.
    Problem,
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        })
    }
}

/// One check, with its result: the state, and for others than `ok` what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The thing that was checked.
    pub check: &'static str,
    /// The result.
    pub level: Level,
    /// The state and the advice.
    pub message: String,
}

impl Finding {
    fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, message: message.into() }
    }

    fn warning(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Warning, message: message.into() }
    }

    fn problem(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Problem, message: message.into() }
    }
}

/// Runs all checks, writes their results, and returns true if there is no problem.
///
/// # Errors
/// If `out` cannot be written.
pub async fn run(
    config: Result<Config, saldo_settings::Error>,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let findings = match config {
        Ok(config) => checks::all(&config).await,
        Err(error) => {
            let message = format!("{:#}; correct it first", anyhow::Error::from(error));
            vec![Finding::problem("settings", message)]
        }
    };
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &findings)?;
        writeln!(out)?;
    } else {
        for Finding { check, level, message } in &findings {
            writeln!(out, "{level:<8} {check:<12} {message}")?;
        }
    }
    Ok(findings.iter().all(|finding| finding.level != Level::Problem))
}

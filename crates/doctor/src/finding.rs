//! The results of checks.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

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
    /// Creates a finding of something that works.
    pub fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, message: message.into() }
    }

    /// Creates a finding of something that works and should be changed.
    pub fn warning(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Warning, message: message.into() }
    }

    /// Creates a finding of something that does not work.
    pub fn problem(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Problem, message: message.into() }
    }
}

/// True if something does not work.
#[must_use]
pub fn has_problem(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.level == Level::Problem)
}

/// Writes findings, one on a line, or as JSON.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(findings: &[Finding], as_json: bool, out: &mut dyn Write) -> io::Result<()> {
    if as_json {
        serde_json::to_writer_pretty(&mut *out, findings)?;
        return writeln!(out);
    }
    for Finding { check, level, message } in findings {
        writeln!(out, "{level:<8} {check:<12} {message}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_written_as_lines_or_as_json() {
        let findings = [Finding::ok("clock", "good"), Finding::problem("disk", "full; free some space")];
        let mut lines = Vec::new();
        write(&findings, false, &mut lines).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        assert_eq!(lines, "ok       clock        good\nproblem  disk         full; free some space\n");
        let mut json = Vec::new();
        write(&findings, true, &mut json).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json[1]["level"], "problem");
        assert!(has_problem(&findings) && !has_problem(&findings[..1]));
    }
}

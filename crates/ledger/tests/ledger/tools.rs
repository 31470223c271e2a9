//! Beancount's and hledger's own programs. Where they are missing, tests with them say so and pass; not under CI.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program that proves a file of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    BeanCheck,
    Hledger,
}

impl Tool {
    /// The program, if it is on this machine. `bean-check` may lie in `target/beancount`: `scripts/beancount` puts it there.
    pub(crate) fn find(self) -> Option<PathBuf> {
        let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/beancount/bin/bean-check");
        let (candidates, install) = match self {
            Self::BeanCheck => (vec![PathBuf::from("bean-check"), own], "scripts/beancount"),
            Self::Hledger => (vec![PathBuf::from("hledger")], "apt install hledger"),
        };
        let runs = |program: &PathBuf| {
            let mut command = Command::new(program);
            let asked = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            asked.is_ok_and(|status| status.success())
        };
        let found = candidates.into_iter().find(runs);
        #[expect(
            clippy::disallowed_methods,
            reason = "whether a machine checks a change is no setting of Saldo's"
        )]
        let must = std::env::var_os("CI").is_some();
        assert!(found.is_some() || !must, "{self:?} is missing ({install}), and CI is set");
        if found.is_none() {
            eprintln!("NOT RUN: {self:?} is missing ({install})");
        }
        found
    }

    /// What the program has against `text`.
    pub(crate) fn check(self, program: &PathBuf, text: &[u8]) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("books");
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(program);
        match self {
            Self::BeanCheck => command.arg(&file),
            // Strict: accounts and commodities must be declared, too.
            Self::Hledger => {
                command.arg("-f").arg(format!("journal:{}", file.display())).args(["check", "-s"])
            }
        };
        let output =
            command.env("LC_ALL", "C.UTF-8").env("BEANCOUNT_DISABLE_LOAD_CACHE", "1").output().unwrap();
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.success() { Ok(()) } else { Err(said) }
    }
}

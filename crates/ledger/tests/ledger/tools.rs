//! Programs of Beancount and hledger. If one is missing,
//! its tests print a notice and pass; under CI, they fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use saldo_domain::Date;

/// A program that checks exported files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    BeanCheck,
    Hledger,
}

impl Tool {
    /// Returns the path of the program, if it is installed.
    /// `scripts/beancount` installs `bean-check` in `target/beancount`.
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
        #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
        let must = std::env::var_os("CI").is_some();
        assert!(found.is_some() || !must, "{self:?} is missing ({install}), which CI does not allow");
        if found.is_none() {
            eprintln!("NOT RUN: {self:?} is missing ({install})");
        }
        found
    }

    /// Checks a file with this text. The error is the output of the program.
    pub(crate) fn check(self, program: &PathBuf, text: &[u8]) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("books");
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(program);
        match self {
            Self::BeanCheck => command.arg(&file),
            // Strict mode also requires that accounts and commodities are declared.
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

    /// Returns the balance of each account at the end of each of these
    /// days, in minor units, by the index of the account in the file.
    pub(crate) fn balances(
        self,
        program: &Path,
        text: &[u8],
        days: &[Date],
    ) -> BTreeMap<Date, BTreeMap<usize, i64>> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("books");
        std::fs::write(&file, text).unwrap();
        let text = String::from_utf8_lossy(text);
        let declared = text.lines().filter_map(|line| match self {
            Self::Hledger => line.strip_prefix("account "),
            Self::BeanCheck => line.get(10..).and_then(|rest| rest.strip_prefix(" open ")?.split(' ').next()),
        });
        let names: Vec<&str> = declared.collect();
        let mut balances = BTreeMap::new();
        for (day, output) in days.iter().zip(self.ask(program, &file, days)) {
            let rows = String::from_utf8_lossy(&output);
            let mut held: BTreeMap<usize, i64> = BTreeMap::new();
            for row in rows.lines().skip(1) {
                let cells: Vec<&str> = row.trim().trim_matches('"').split("\",\"").collect();
                let place = names.iter().position(|name| *name == cells[0]).unwrap();
                held.insert(place, cells[2].replace('.', "").parse().unwrap());
            }
            balances.insert(*day, held);
        }
        balances
    }

    /// Returns quoted CSV with the name, commodity and balance
    /// of each of the user's accounts at the end of each of these days.
    fn ask(self, program: &Path, file: &Path, days: &[Date]) -> Vec<Vec<u8>> {
        let run = |command: &mut Command| {
            let output = command.env("LC_ALL", "C.UTF-8").output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        let next = days.iter().map(|day| day.succ_opt().unwrap().to_string());
        match self {
            Self::Hledger => next
                .map(|next| {
                    let journal = format!("journal:{}", file.display());
                    let mut command = Command::new(program);
                    command.args(["-f", &journal, "bal", "-e", &next, "--flat", "-N", "--layout=bare"]);
                    run(command.args(["-O", "csv", "assets", "liabilities"]))
                })
                .collect(),
            Self::BeanCheck => {
                let mut command = Command::new(program.with_file_name("python3"));
                let output = run(command.args(["-c", BALANCES]).arg(file).args(next));
                output.split(|byte| *byte == b'\x0c').take(days.len()).map(<[u8]>::to_vec).collect()
            }
        }
    }
}

/// A Python script that prints the balances of each day, with a form feed after each, because Beancount no
/// longer includes `bean-query`.
const BALANCES: &str = r#"
import sys, csv, datetime, collections
from beancount import loader
entries, errors, _ = loader.load_file(sys.argv[1])
assert not errors, errors
for day in sys.argv[2:]:
    end = datetime.date.fromisoformat(day)
    sums = collections.defaultdict(int)
    for entry in entries:
        if entry.date < end:
            for posting in getattr(entry, "postings", None) or []:
                if posting.account.startswith(("Assets:", "Liabilities:")):
                    sums[posting.account, posting.units.currency] += posting.units.number
    out = csv.writer(sys.stdout, quoting=csv.QUOTE_ALL)
    out.writerow(["account", "commodity", "balance"])
    for (account, currency), number in sorted(sums.items()):
        out.writerow([account, currency, number])
    sys.stdout.write("\f")
"#;

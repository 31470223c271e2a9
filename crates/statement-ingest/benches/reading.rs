//! Benchmark of the whole pipeline, from the bytes of a file to reconciled transactions, compared with
//! `pdftotext -layout` (poppler) in the same run.
//!
//! `cargo bench -p saldo-statement-ingest --bench reading [FOLDER…]`; without folders it measures the samples
//! beside the repository. It needs poppler-utils and GNU time, and prints a Markdown table.

#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a failed expectation ends a measurement"
)]

#[expect(dead_code, reason = "the benchmark uses only some of the test support")]
#[path = "../../statement-reader/tests/support/sheet.rs"]
mod sheet;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use saldo_domain::CheckedDraft;
use saldo_statement_ingest::page::{
    ChildLimits, ChildReader, Document, Engine, Hayro, PageLimits, PageReader, PagesRequest, PositionedText,
    ReadRequest,
};
use saldo_statement_ingest::read::{ReadHints, read_document};
use saldo_statement_ingest::reconcile;

use sheet::{Codes, Sheet, pdf, width};

/// Number of times that each file is read; the median is reported.
const ROUNDS: usize = 15;
/// Time for which both cores are kept busy.
const BUSY: Duration = Duration::from_secs(5);
/// Number of pages of the long statement.
const LONG_PAGES: usize = 500;
/// Number of rows on each of its pages.
const LONG_ROWS: usize = 45;

struct Sample {
    path: PathBuf,
    bytes: Bytes,
    pages: usize,
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, path] = given.as_slice()
        && flag == "--once"
    {
        println!(
            "{} transactions",
            transactions(&understand(&pages(&std::fs::read(path).unwrap()).unwrap()).unwrap())
        );
        return;
    }
    if Command::new("pdftotext").arg("-v").stderr(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: pdftotext is not installed");
        return;
    }
    let samples = samples(&given);
    assert!(!samples.is_empty(), "there are no samples to measure");
    let pages: usize = samples.iter().map(|sample| sample.pages).sum();
    println!("{} files of {pages} pages with text\n", samples.len());
    println!("| what | Saldo | `pdftotext -layout` |\n|---|---|---|");
    one_by_one(&samples);
    two_cores(&samples);
    long_statement();
}

/// Returns the samples that contain text and need no password.
fn samples(folders: &[String]) -> Vec<Sample> {
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
    let folders: Vec<PathBuf> = if folders.is_empty() {
        ["easy", "hard"].iter().map(|kind| home.join("../../../shared/corpus").join(kind)).collect()
    } else {
        folders.iter().map(PathBuf::from).collect()
    };
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdf"))
        .collect();
    paths.sort();
    let sample = |path: PathBuf| {
        let bytes = Bytes::from(std::fs::read(&path).unwrap());
        let document = pages(&bytes)?;
        let has_text = document.pages.iter().any(|page| !page.glyphs.is_empty());
        has_text.then_some(Sample { path, pages: document.pages.len(), bytes })
    };
    paths.into_iter().filter_map(sample).collect()
}

fn pages(bytes: &[u8]) -> Option<Document> {
    Hayro.read(&ReadRequest { bytes, password: None, limits: &PageLimits::default() }).ok()
}

fn understand(document: &Document) -> Option<CheckedDraft> {
    Some(reconcile::check(read_document(document, &ReadHints::default()).ok()?))
}

fn transactions(checked: &CheckedDraft) -> usize {
    checked.accounts.iter().map(|account| account.draft.transactions.len()).sum()
}

fn pdftotext(path: &Path) {
    let status = Command::new("pdftotext")
        .arg("-layout")
        .arg(path)
        .arg("-")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success(), "{}", path.display());
}

fn timed(work: impl FnOnce()) -> Duration {
    let before = Instant::now();
    work();
    before.elapsed()
}

/// Returns the median time of all rounds in milliseconds.
fn median_ms(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(&mut work)).collect();
    times.sort();
    times[ROUNDS / 2].as_secs_f64() * 1000.0
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns a reader whose child is this crate's own binary, which Cargo builds for benchmarks.
fn child() -> ChildReader {
    ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], ChildLimits::default())
}

async fn by_child(child: &ChildReader, sample: &Sample) {
    let request = PagesRequest { file: sample.bytes.clone(), password: None, engine: Engine::Hayro };
    drop(understand(&child.read_pages(request, &|_, _| {}).await.unwrap()));
}

/// Measures file after file: the engine, the pipeline, the pipeline in a child process, and poppler.
fn one_by_one(samples: &[Sample]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let child = child();
    let start =
        median_ms(|| assert!(Command::new("pdftotext").arg("-v").stderr(Stdio::null()).status().is_ok()));
    let (mut engine, mut whole, mut guarded, mut poppler, mut net) = (vec![], vec![], vec![], vec![], vec![]);
    let mut ratios = vec![];
    for sample in samples {
        let count = sample.pages as f64;
        engine.push(median_ms(|| drop(pages(&sample.bytes))) / count);
        let ours = median_ms(|| drop(pages(&sample.bytes).as_ref().and_then(understand)));
        whole.push(ours / count);
        guarded.push(median_ms(|| runtime.block_on(by_child(&child, sample))) / count);
        let theirs = median_ms(|| pdftotext(&sample.path));
        poppler.push(theirs / count);
        net.push((theirs - start).max(0.0) / count);
        ratios.push((ours / (theirs - start).max(0.01)).ln());
    }
    let geometric = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
    println!("| bytes → glyphs, in process, median ms a page | {:.2} | |", middle(engine));
    println!(
        "| bytes → reconciled transactions, in process; poppler less its start of {start:.1} ms, median ms a page | {:.2} | {:.2} |",
        middle(whole),
        middle(net)
    );
    println!("| the same, geometric mean of ours to theirs over the files | {geometric:.2} | 1 |");
    println!(
        "| bytes → reconciled transactions, a child process a file; poppler's whole process, median ms a page | {:.2} | {:.2} |",
        middle(guarded),
        middle(poppler)
    );
}

/// Returns the pages per second of two threads that read file after file.
fn busy(samples: &[Sample], work: impl Fn(&Sample) + Sync) -> f64 {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while begun.elapsed() < BUSY {
                    let sample = &samples[next.fetch_add(1, Ordering::Relaxed) % samples.len()];
                    work(sample);
                    done.fetch_add(sample.pages, Ordering::Relaxed);
                }
            });
        }
    });
    done.into_inner() as f64 / begun.elapsed().as_secs_f64()
}

fn two_cores(samples: &[Sample]) {
    let in_process = busy(samples, |sample| drop(pages(&sample.bytes).as_ref().and_then(understand)));
    let child = child();
    let guarded = busy(samples, |sample| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(by_child(&child, sample));
    });
    let theirs = busy(samples, |sample| pdftotext(&sample.path));
    println!("| pages a second on two cores: in process | {in_process:.0} | |");
    println!("| pages a second on two cores: a process a file | {guarded:.0} | {theirs:.0} |");
}

/// Returns a long statement that is balanced.
fn long() -> Vec<u8> {
    let mut codes = Codes::default();
    let mut balance = 1_000_000_i64;
    let money = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
    let mut sheets = Vec::new();
    for page in 0..LONG_PAGES {
        let mut sheet = Sheet::a4();
        let row = |sheet: &mut Sheet, codes: &mut Codes, line: usize, cells: [&str; 4]| {
            let y = 60.0 + 16.0 * line as f32;
            sheet.text(codes, 40.0, y, 9.0, cells[0]).text(codes, 110.0, y, 9.0, cells[1]);
            sheet.text_to(codes, 420.0, y, 9.0, cells[2]);
            sheet.text(codes, 540.0 - width(cells[3], 9.0), y, 9.0, cells[3]);
        };
        row(&mut sheet, &mut codes, 0, ["Date", "Description", "Amount", "Balance"]);
        if page == 0 {
            row(&mut sheet, &mut codes, 1, ["01/01/2024", "Opening balance", "", &money(balance)]);
        }
        for line in 0..LONG_ROWS {
            let cents = i64::try_from((page * LONG_ROWS + line) % 977).unwrap() + 100;
            let (sign, amount) =
                if line % 2 == 0 { (1, money(cents)) } else { (-1, format!("-{}", money(cents))) };
            balance += sign * cents;
            let day = page * 365 / LONG_PAGES;
            let date = chrono::NaiveDate::from_yo_opt(2024, u32::try_from(day).unwrap() + 1).unwrap();
            let text = format!("CARD PAYMENT {page:03} {line:02} SHOP AROUND THE CORNER");
            let cells =
                [&date.format("%d/%m/%Y").to_string(), text.as_str(), amount.as_str(), &money(balance)];
            row(&mut sheet, &mut codes, line + 2, cells);
        }
        sheets.push(sheet);
    }
    pdf(&codes, sheets)
}

/// Returns the peak resident memory and the time of a command, as GNU time measures them.
fn peak(command: &[&str]) -> (f64, f64) {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M %e"])
        .args(command)
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let mut figures = said.lines().last().unwrap().split(' ').map(|figure| figure.parse::<f64>().unwrap());
    (figures.next().unwrap() / 1024.0, figures.next().unwrap())
}

fn long_statement() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, long()).unwrap();
    let checked = understand(&pages(&std::fs::read(&path).unwrap()).unwrap()).unwrap();
    assert_eq!(transactions(&checked), LONG_PAGES * LONG_ROWS, "the long statement is read");
    assert_eq!(checked.outcome(), Some(saldo_domain::Outcome::Balanced));
    let (path, this) = (path.display().to_string(), std::env::current_exe().unwrap().display().to_string());
    let (ours, our_time) = peak(&[&this, "--once", &path]);
    let (theirs, their_time) = peak(&["pdftotext", "-layout", &path, "-"]);
    println!(
        "| {LONG_PAGES} pages, {} transactions: peak memory | {ours:.0} MiB | {theirs:.0} MiB |",
        LONG_PAGES * LONG_ROWS
    );
    println!("| the same: seconds | {our_time:.2} | {their_time:.2} |");
}

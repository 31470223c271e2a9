//! Reading in a child process: whatever the file or the child does, the answer is an ordinary one.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use saldo_statement_ingest::page::{
    ChildEvents, ChildLimits, ChildReader, Document, Engine, Hayro, InProcess, KillReason, PageLimits,
    PageReader, PagesRequest, PdfExtract, PositionedText, ReadError, ReadRequest,
};

use crate::changed;
use crate::support::corpus;
use crate::support::sheet::{Codes, Sheet, pdf};

const ENGINES: [Engine; 2] = [Engine::Hayro, Engine::PdfExtract];

fn reader(limits: ChildLimits) -> ChildReader {
    ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], limits)
}

/// Returns a reader whose child is a shell script.
fn script(commands: &str, wall_time_max: Duration) -> ChildReader {
    ChildReader::new(
        "/bin/sh",
        ["-c", commands],
        changed(ChildLimits::default(), |it| it.wall_time_max = wall_time_max),
    )
}

fn request(file: &[u8], engine: Engine) -> PagesRequest {
    PagesRequest { file: Bytes::copy_from_slice(file), password: None, engine }
}

fn statement(pages: usize) -> Vec<u8> {
    let mut codes = Codes::default();
    let sheets = (0..pages)
        .map(|_| {
            let mut sheet = Sheet::a4();
            sheet.text(&mut codes, 100.0, 200.0, 10.0, "Saldo 1.234,56").line(50.0, 210.0, 500.0, 210.0);
            sheet
        })
        .collect();
    pdf(&codes, sheets)
}

async fn read(reader: &dyn PageReader, request: PagesRequest) -> Result<Document, ReadError> {
    reader.read_pages(request, &|_, _| {}).await
}

#[tokio::test]
async fn a_child_reads_like_the_engine() {
    let limits = PageLimits::default();
    for (engine, here) in ENGINES.into_iter().zip([&Hayro as &dyn PositionedText, &PdfExtract]) {
        let file = statement(3);
        let expected = here.read(&ReadRequest { bytes: &file, password: None, limits: &limits }).unwrap();
        let child = reader(ChildLimits::default());
        assert_eq!(read(&child, request(&file, engine)).await.as_ref(), Ok(&expected));
        assert_eq!(read(&InProcess::default(), request(&file, engine)).await, Ok(expected));
    }
}

#[tokio::test]
async fn progress_is_reported_page_by_page() {
    let reported = Mutex::new(Vec::new());
    let progress = |read, total| reported.lock().unwrap().push((read, total));
    reader(ChildLimits::default())
        .read_pages(request(&statement(3), Engine::Hayro), &progress)
        .await
        .unwrap();
    assert_eq!(reported.into_inner().unwrap(), [(1, 3), (2, 3), (3, 3)]);
}

#[tokio::test]
async fn an_engine_result_crosses_the_process_boundary() {
    let child = reader(ChildLimits::default());
    let locked = include_bytes!("../../../statement-reader/tests/samples/locked-aes-256.pdf");
    for engine in ENGINES {
        let with = |password: Option<&str>| PagesRequest {
            password: password.map(str::to_owned),
            ..request(locked, engine)
        };
        assert_eq!(read(&child, with(None)).await, Err(ReadError::NeedsPassword));
        assert_eq!(read(&child, with(Some("wrong"))).await, Err(ReadError::WrongPassword));
        assert_eq!(read(&child, with(Some("reader"))).await.unwrap().pages.len(), 1);
        assert_eq!(read(&child, request(b"no PDF", engine)).await, Err(ReadError::Malformed));
    }
    let pages = PageLimits { pages_max: 2, ..PageLimits::default() };
    let strict = reader(changed(ChildLimits::default(), |it| it.pages = pages));
    assert_eq!(read(&strict, request(&statement(3), Engine::Hayro)).await, Err(ReadError::TooLarge));
}

#[tokio::test]
async fn a_child_that_never_ends_is_stopped() {
    let child = script("exec /bin/sleep 600", Duration::from_millis(50));
    assert_eq!(read(&child, request(b"", Engine::Hayro)).await, Err(ReadError::TimedOut));
}

#[tokio::test]
async fn a_child_killed_by_its_limits_is_distinguished_from_one_that_fails() {
    for (commands, expected) in [
        ("kill -ABRT $$", ReadError::TooLarge),
        ("kill -SEGV $$", ReadError::TooLarge),
        ("kill -KILL $$", ReadError::TooLarge),
        ("kill -XCPU $$", ReadError::TimedOut),
        ("exit 3", ReadError::Reader),
        ("exit 0", ReadError::Reader),
    ] {
        let child = script(commands, Duration::from_secs(15));
        assert_eq!(read(&child, request(&statement(1), Engine::Hayro)).await, Err(expected), "{commands}");
    }
    let missing = ChildReader::new("/nowhere/saldo", [""; 0], ChildLimits::default());
    assert_eq!(read(&missing, request(b"", Engine::Hayro)).await, Err(ReadError::Reader));
}

/// A record of the starts and kills of children.
#[derive(Debug, Default)]
struct Record(Mutex<Vec<Option<KillReason>>>);

impl ChildEvents for Record {
    fn started(&self) {
        self.0.lock().unwrap().push(None);
    }

    fn killed(&self, reason: KillReason) {
        self.0.lock().unwrap().push(Some(reason));
    }
}

#[tokio::test]
async fn starts_and_kills_of_children_are_reported() {
    let short = Duration::from_millis(50);
    for (commands, wall_time_max, killed) in [
        ("exec /bin/sleep 600", short, Some(KillReason::Time)),
        ("kill -XCPU $$", Duration::from_secs(15), Some(KillReason::Time)),
        ("kill -ABRT $$", Duration::from_secs(15), Some(KillReason::Memory)),
        ("exit 3", Duration::from_secs(15), None),
        (r"printf 'SAN1\003\001'; exec /bin/sleep 600", Duration::from_secs(15), None),
    ] {
        let record = Arc::new(Record::default());
        let child = script(commands, wall_time_max).with_events(record.clone());
        assert!(read(&child, request(b"", Engine::Hayro)).await.is_err(), "{commands}");
        let expected: Vec<_> = std::iter::once(None).chain(killed.map(Some)).collect();
        assert_eq!(*record.0.lock().unwrap(), expected, "{commands}");
    }
    let record = Arc::new(Record::default());
    let child = script("exec /bin/sleep 600", Duration::from_secs(15)).with_events(record.clone());
    let dropped = tokio::time::timeout(short, read(&child, request(b"", Engine::Hayro))).await;
    assert!(dropped.is_err());
    assert_eq!(*record.0.lock().unwrap(), [None, Some(KillReason::Canceled)]);
}

#[tokio::test]
async fn invalid_output_of_a_child_is_rejected() {
    // A page of 4 GB, a page without an end, an unknown record, an end with a wrong count, and an endless
    // stream.
    for commands in [
        r"printf 'SAN1\001\001\000\000\000\377\377\377\377'; exec /bin/sleep 600",
        r"printf 'SAN1\001\001\000\000\000\021\000\000\000\000\000\000\000\000\000\000\000\000\377\377\377\377\000\000\000\000'; exec /bin/sleep 600",
        r"printf 'SAN1\011'; exec /bin/sleep 600",
        r"printf 'SAN1\002\007\000\000\000'",
        "exec /bin/cat /dev/zero",
    ] {
        let child = script(commands, Duration::from_secs(15));
        let file = vec![0; 1 << 20];
        assert_eq!(read(&child, request(&file, Engine::Hayro)).await, Err(ReadError::Reader), "{commands}");
    }
}

#[tokio::test]
async fn an_answer_counts_even_if_the_child_lingers() {
    let child = script(r"printf 'SAN1\003\001'; exec /bin/sleep 600", Duration::from_secs(15));
    assert_eq!(read(&child, request(&vec![0; 1 << 20], Engine::Hayro)).await, Err(ReadError::NeedsPassword));
}

#[tokio::test]
async fn a_dropped_reading_ends_its_child() {
    let folder = tempfile::tempdir().unwrap();
    let note: PathBuf = folder.path().join("child");
    let commands = format!("echo $$ >{}; exec /bin/sleep 600", note.display());
    let child = script(&commands, Duration::from_mins(10));
    let reading = tokio::spawn(async move { read(&child, request(b"", Engine::Hayro)).await });
    let process = wait_for(|| std::fs::read_to_string(&note).ok()?.trim().parse::<u32>().ok()).await;
    reading.abort();
    assert!(reading.await.unwrap_err().is_cancelled());
    let gone = || {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // A zombie is dead, too: its parent has only not collected its exit status yet.
        (state.is_empty() || state.contains(") Z ")).then_some(())
    };
    wait_for(gone).await;
}

/// Asks until there is an answer.
async fn wait_for<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    for _ in 0..10_000 {
        if let Some(answer) = ask() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("the child process never ended");
}

#[tokio::test]
async fn files_wait_for_a_free_child() {
    let child = reader(changed(ChildLimits::default(), |it| it.children_max = 1));
    let file = statement(1);
    let readings = (0..8).map(|_| read(&child, request(&file, Engine::Hayro)));
    assert!(futures::future::join_all(readings).await.iter().all(Result::is_ok));
}

#[tokio::test]
async fn no_decompression_bomb_crashes_the_reader() {
    // Less time than by default, so that the tests are faster; the memory limit is the default.
    let child = reader(changed(ChildLimits::default(), |it| it.cpu_seconds_max = 3));
    for path in corpus::pdfs("bombs") {
        let file = std::fs::read(&path).unwrap();
        for engine in ENGINES {
            let before = std::time::Instant::now();
            let answer = read(&child, request(&file, engine)).await;
            let glyphs =
                |document: &Document| document.pages.iter().map(|page| page.glyphs.len()).sum::<usize>();
            let shown = answer.as_ref().map(|document| (document.pages.len(), glyphs(document)));
            eprintln!("{} {engine:?}: {shown:?} after {:?}", corpus::name(&path), before.elapsed());
            assert_ne!(answer, Err(ReadError::Reader), "{} {engine:?}", corpus::name(&path));
        }
    }
}

#[tokio::test]
async fn the_samples_are_read_by_a_child_as_by_the_engine() {
    let child = reader(ChildLimits::default());
    let limits = PageLimits::default();
    for path in corpus::pdfs("easy").into_iter().chain(corpus::pdfs("hard")) {
        let file = std::fs::read(&path).unwrap();
        let expected = Hayro.read(&ReadRequest { bytes: &file, password: None, limits: &limits });
        assert_eq!(read(&child, request(&file, Engine::Hayro)).await, expected, "{}", corpus::name(&path));
    }
}

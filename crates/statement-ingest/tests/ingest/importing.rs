//! Tests of data files that a guarded child process reads: with the same result as in this process, within
//! limits, and only while their request lasts.

use std::time::Duration;

use bytes::Bytes;
use saldo_domain::{Currency, FailureCode};
use saldo_statement_ingest::import::ImportHints;
use saldo_statement_ingest::page::{ChildLimits, ChildReader, InProcess, ReadError};
use saldo_statement_ingest::{FileImporter, ImportAnswer, ImportPreview, ImportRequest, ImportTask};

use crate::changed;

const CSV: &str =
    "Date,Description,Amount,Balance\n2024-01-30,RENT,-500.00,250.00\n2024-01-31,PAY,700.00,950.00\n";
const QIF: &str = "!Type:Bank\nD2024-01-31\nT-1,250.00\nPRent\n^\n";

fn child(limits: ChildLimits) -> ChildReader {
    ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], limits)
}

fn patient() -> ChildLimits {
    changed(ChildLimits::default(), |it| {
        it.cpu_seconds_max = 60;
        it.wall_time_max = Duration::from_mins(2);
    })
}

fn request(task: ImportTask, file: impl Into<Bytes>) -> ImportRequest {
    let hints = changed(ImportHints::default(), |it| it.currency = Currency::parse("EUR").ok());
    ImportRequest { file: file.into(), task, hints }
}

#[tokio::test]
async fn a_child_imports_like_the_parent() {
    for task in [ImportTask::Read, ImportTask::Preview] {
        for file in [CSV, QIF, "Date,Description,Amount\n2024-02-31,A,1.00\n", "a,b\n", "%PDF-1.7"] {
            let here = InProcess::default().import(request(task, file)).await;
            assert_eq!(child(patient()).import(request(task, file)).await, here, "{file}");
        }
    }
    let seen = child(patient()).import(request(ImportTask::Preview, CSV)).await;
    let Ok(ImportAnswer::Preview(ImportPreview::Csv(csv))) = seen else { panic!("{seen:?}") };
    assert_eq!((csv.transactions.len(), csv.problems.len(), csv.is_proven), (2, 0, true));
}

fn failure(answer: Result<ImportAnswer, ReadError>) -> FailureCode {
    match answer {
        Ok(ImportAnswer::Failed(failure)) => failure.code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_table_with_too_many_columns_or_rows_is_rejected() {
    let head = "Date,Description,Amount\n2024-01-30,RENT,-500.00\n";
    let commas = [head, &",".repeat(4_000_000), "\n"].concat();
    let rows = head.to_owned() + &"2024-01-30,RENT,-500.00\n".repeat(100_100);
    let quoted = [head, "2024-01-30,\"", &",".repeat(5_000), "\",-1.00\n"].concat();
    for task in [ImportTask::Read, ImportTask::Preview] {
        assert_eq!(
            failure(child(patient()).import(request(task, commas.clone())).await),
            FailureCode::TooLarge
        );
        assert_eq!(
            failure(child(patient()).import(request(task, rows.clone())).await),
            FailureCode::TooLarge
        );
        let read = child(patient()).import(request(task, quoted.clone())).await.unwrap();
        assert!(
            !matches!(read, ImportAnswer::Failed(_)),
            "commas in a text are not column separators: {read:?}"
        );
    }
}

#[tokio::test]
async fn a_child_that_takes_more_than_its_limits_ends() {
    // A table within the limits of rows and columns, with too little memory and too little time.
    let row = format!("2024-01-30,A,-1.00{}\n", ",x".repeat(150));
    let file = "Date,Description,Amount\n".to_owned() + &row.repeat(90_000);
    let little = changed(patient(), |it| it.memory_bytes_max = 192 * 1024 * 1024);
    assert_eq!(child(little).import(request(ImportTask::Read, file.clone())).await, Err(ReadError::TooLarge));
    let brief = changed(patient(), |it| it.wall_time_max = Duration::ZERO);
    assert_eq!(child(brief).import(request(ImportTask::Read, file)).await, Err(ReadError::TimedOut));
}

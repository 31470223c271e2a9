//! Tests of what a fetch concludes. `bin/saldo/tests/api/mailboxes.rs` fetches from a real server.

use super::*;

fn file(outcome: MailFileOutcome) -> MailFile {
    MailFile { name: "a".to_owned(), outcome, reason: None }
}

#[test]
fn one_failed_file_is_a_failure_and_unsupported_ones_are_none() {
    use MailFileOutcome::{Failed, Imported, Known, Queued, Receipt, Unsupported};
    let of = |files: &[MailFileOutcome]| outcome(&files.iter().copied().map(file).collect::<Vec<_>>());
    assert_eq!(of(&[Imported, Unsupported]), MailOutcome::Imported);
    assert_eq!(of(&[Imported, Failed]), MailOutcome::Failed);
    assert_eq!(of(&[Unsupported]), MailOutcome::NoFiles);
    assert_eq!(of(&[]), MailOutcome::NoFiles);
    for stored in [Known, Receipt, Queued] {
        assert_eq!(of(&[stored]), MailOutcome::Imported);
    }
}

#[test]
fn a_failed_fetch_is_repeated_later_and_later() {
    let every = Duration::from_mins(15);
    assert_eq!(retry_after(every, 1), every);
    assert_eq!(retry_after(every, 3), every * 4);
    assert_eq!(retry_after(every, u32::MAX), RETRY_AFTER_MAX);
    let rarely = Duration::from_hours(24);
    assert_eq!(retry_after(rarely, 5), rarely, "never sooner than without a failure");
}

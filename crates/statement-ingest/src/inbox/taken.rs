//! A file that was taken from the inbox, on its way through an upload and its jobs.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::{Stream, stream};
use saldo_domain::UserId;

use super::blocking;
use super::folder::Version;
use super::place::{Ending, Place};
use crate::delivery::{Delivered, Delivery};
use crate::error::Error;
use crate::ingest::{Ingest, Uploaded};
use crate::jobs::StatementJobs;

/// Longest time after which a failed step is repeated.
const RETRY_AFTER_MAX: Duration = Duration::from_mins(15);
/// Bytes that are read from a file at a time.
const CHUNK_BYTES: usize = 1024 * 1024;

/// A file that was taken from the inbox.
pub(super) struct TakenFile {
    place: Place,
    user: UserId,
    /// The name that the user gave it.
    name: OsString,
    /// Its name in the folder of claimed files.
    claimed: OsString,
    version: Version,
    stage: Stage,
    /// Time of the next attempt and the pause before it, after a failure.
    retry: Option<(Instant, Duration)>,
}

/// The stage of a taken file.
enum Stage {
    Claimed,
    Queued(Delivery),
    Ended(Ending),
}

impl TakenFile {
    pub(super) const fn new(
        place: Place,
        user: UserId,
        name: OsString,
        claimed: OsString,
        version: Version,
    ) -> Self {
        Self { place, user, name, claimed, version, stage: Stage::Claimed, retry: None }
    }

    pub(super) fn is_of(&self, place: &Place) -> bool {
        self.place == *place
    }

    /// True unless the file waits for another attempt.
    pub(super) fn is_due(&self) -> bool {
        self.retry.is_none_or(|(at, _)| at <= Instant::now())
    }

    /// Continues as far as possible. True at the end; false if a job is still open.
    ///
    /// # Errors
    /// If a step fails that can be repeated.
    pub(super) async fn advance(&mut self, ingest: &Ingest, jobs: &StatementJobs) -> Result<bool, Error> {
        loop {
            let next = match &self.stage {
                Stage::Claimed => self.upload(ingest, jobs).await?,
                Stage::Queued(delivery) => match delivery.results(self.user, ingest, jobs).await? {
                    Some(results) => Stage::Ended(ending(results)),
                    None => return Ok(false),
                },
                Stage::Ended(ending) => {
                    let (place, claimed, name) =
                        (self.place.clone(), self.claimed.clone(), self.name.clone());
                    let ending = ending.clone();
                    blocking(move || place.finish(&claimed, &name, &ending)).await?;
                    return Ok(true);
                }
            };
            self.stage = next;
            self.retry = None;
        }
    }

    /// Logs the first failure of a step, and waits before the next attempt. True if there is none, because
    /// the file is gone.
    pub(super) fn failed(&mut self, error: &Error, retry_after: Duration) -> bool {
        let user = self.user;
        let cause = error as &dyn std::error::Error;
        if matches!(error, Error::Inbox(error) if error.kind() == ErrorKind::NotFound) {
            tracing::warn!(%user, cause, "a file of the inbox is gone; it was moved or deleted while it was read");
            return true;
        }
        let pause = if let Some((_, pause)) = self.retry {
            pause.saturating_mul(2).min(RETRY_AFTER_MAX)
        } else {
            tracing::error!(%user, cause, "cannot read a file of the inbox yet; it is tried again");
            retry_after
        };
        self.retry = Some((Instant::now() + pause, pause));
        false
    }

    /// Uploads the file and queues its processing.
    async fn upload(&self, ingest: &Ingest, jobs: &StatementJobs) -> Result<Stage, Error> {
        let (place, claimed) = (self.place.clone(), self.claimed.clone());
        let (file, same_file) = blocking(move || {
            let file = place.open_claimed(&claimed)?;
            Ok((file.try_clone()?, file))
        })
        .await?;
        let (same_file, before) = version_of(same_file).await?;
        // A program that holds the file open can write to it after it was claimed.
        if before != self.version {
            return Ok(Stage::Ended(Ending::Back));
        }
        let uploads = ingest.upload_all(self.user, &self.name.to_string_lossy(), chunks(file)).await;
        let (_, after) = version_of(same_file).await?;
        if after != self.version {
            for Uploaded { statement, duplicate } in uploads.into_iter().filter_map(|(_, upload)| upload.ok())
            {
                if !duplicate {
                    ingest.delete_statement(self.user, statement.id).await?;
                }
            }
            return Ok(Stage::Ended(Ending::Back));
        }
        Ok(Stage::Queued(Delivery::queue(self.user, uploads, None, jobs).await?))
    }
}

/// Returns the end of a file from the results of the files in it.
fn ending(results: Vec<(String, Delivered)>) -> Ending {
    let count = results.len();
    let (mut refused, mut receipts) = (Vec::new(), Vec::new());
    for (name, delivered) in results {
        match delivered {
            Delivered::Imported | Delivered::Known => {}
            Delivered::Receipt => receipts.push(name),
            Delivered::Unsupported(why) | Delivered::Refused(why) => refused.push((name, why)),
        }
    }
    match (refused.is_empty(), receipts.is_empty()) {
        (false, _) => Ending::Failed(explain(count, &refused)),
        (true, false) => Ending::Kept(receipts.join("\n")),
        (true, true) => Ending::Done,
    }
}

/// Explains why some of `count` files cannot be read.
fn explain(count: usize, refused: &[(String, String)]) -> String {
    let mut lines: Vec<String> = match refused {
        [(_, why)] if count == 1 => vec![sentence(why)],
        refused => refused.iter().map(|(name, why)| format!("{name}: {}", sentence(why))).collect(),
    };
    if refused.len() < count {
        lines.push("The other files of this ZIP file were read.".to_owned());
    }
    lines.join("\n")
}

fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

/// Returns the version of an open file, and the file.
async fn version_of(file: File) -> Result<(File, Version), Error> {
    blocking(move || {
        let version = Version::of_file(&file)?;
        Ok((file, version))
    })
    .await
}

/// Streams a file, with each part read on a thread that may block.
fn chunks(file: File) -> impl Stream<Item = Result<Bytes, Error>> + Send {
    stream::try_unfold(file, |file| {
        blocking(move || {
            let mut part = Vec::new();
            let count = (&file).take(CHUNK_BYTES as u64).read_to_end(&mut part)?;
            Ok((count > 0).then(|| (Bytes::from(part), file)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(count: usize, refused: &[(&str, &str)]) -> String {
        let refused: Vec<_> =
            refused.iter().map(|(name, why)| ((*name).to_owned(), (*why).to_owned())).collect();
        explain(count, &refused)
    }

    #[test]
    fn the_reason_names_the_files_of_a_zip_file() {
        assert_eq!(
            explained(1, &[("a.pdf", "It is empty; download it again")]),
            "It is empty; download it again."
        );
        assert_eq!(
            explained(3, &[("a.pdf", "It is empty"), ("b.pdf", "It is damaged.")]),
            "a.pdf: It is empty.\nb.pdf: It is damaged.\nThe other files of this ZIP file were read."
        );
    }
}

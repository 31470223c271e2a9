//! Import of an archive: it is written to the disk, checked, its files are stored, and its rows are imported
//! in one database transaction.

use std::fs::File;
use std::io::Write;
use std::pin::pin;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures::{Stream, StreamExt};
use saldo_domain::{Id, UserId};
use saldo_storage::ArchiveFault;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::read::{Contents, Region, Rows, invalid, read};
use super::spool::{SpooledFile, read_region};
use crate::error::Error;
use crate::ingest::Ingest;
use crate::ingest::attachments::media_type_of;
use crate::ingest::upload::kind_of;

/// Upper limit for the pieces of the body that wait for the disk.
const PIECES_WAITING: usize = 4;

/// The result of importing an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestoredData {
    /// Number of rows of all tables.
    pub rows: u64,
    /// Number of statement files.
    pub files: u64,
    /// Number of statements whose file was missing when the archive was written.
    pub missing: u64,
}

impl Ingest {
    /// Imports an archive as the data of a user who has none yet, all of it or nothing. `spool` stores the
    /// archive in the meantime; it must be an empty file that nothing else uses.
    ///
    /// The files are stored first, under new names: [`Ingest::sweep_files`] removes them if a crash follows.
    ///
    /// # Errors
    /// [`Error::Archive`] if the user has data, an id is in use, or the archive is invalid;
    /// [`Error::TooLarge`] above `bytes_max`, [`Error::Interrupted`], [`Error::OverQuota`],
    /// [`Error::DiskFull`]; [`Error::Reader`], [`Error::Files`] or [`Error::Storage`].
    pub async fn restore_books<S, E>(
        &self,
        user: UserId,
        body: S,
        spool: File,
        bytes_max: u64,
    ) -> Result<RestoredData, Error>
    where
        S: Stream<Item = Result<Bytes, E>>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // Checked first, so that a client does not send gigabytes for nothing.
        if !self.storage.has_no_books(user).await? {
            return Err(Error::Archive(ArchiveFault::NotEmpty));
        }
        let (mut spool, size) = receive(body, spool, bytes_max).await?;
        let read = spawn_blocking(move || read(&mut spool, size).map(|contents| (spool, contents)));
        let (spool, contents) = read.await.map_err(|error| Error::Reader(error.into()))??;
        let spool = Arc::new(Mutex::new(spool));
        let bytes = contents.files.iter().map(|(_, region)| region.bytes).sum();
        self.check_quota(user, contents.files.len() as u64, bytes).await?;
        let prefix = format!("statements/{user}/{}-", Id::<Self>::new(self.clock.now()));
        let restored = self.put_back(user, &prefix, &spool, &contents).await;
        if restored.is_err() {
            for (id, _) in &contents.files {
                self.delete_file(&format!("{prefix}{id}")).await?;
            }
        }
        restored
    }

    async fn put_back(
        &self,
        user: UserId,
        prefix: &str,
        spool: &Arc<Mutex<File>>,
        contents: &Contents,
    ) -> Result<RestoredData, Error> {
        for (id, region) in &contents.files {
            self.put_file(prefix, *id, spool, *region).await?;
        }
        let rows = Box::new(Rows::new(spool.clone(), contents.tables.clone()));
        match self.storage.restore_books(user, prefix.to_owned(), rows).await {
            Ok(()) => Ok(RestoredData {
                rows: contents.rows,
                files: contents.files.len() as u64,
                missing: contents.missing,
            }),
            Err(saldo_storage::Error::Archive(fault)) => Err(Error::Archive(fault)),
            Err(error) => Err(error.into()),
        }
    }

    async fn put_file(
        &self,
        prefix: &str,
        id: Id<SpooledFile>,
        spool: &Arc<Mutex<File>>,
        Region { start, bytes }: Region,
    ) -> Result<(), Error> {
        let admit = |head: &[u8]| match media_type_of(head) {
            Some(_) => Ok(u64::MAX),
            None => kind_of(head).map(|_| u64::MAX),
        };
        match self.store(&format!("{prefix}{id}"), read_region(spool, start, bytes), admit).await {
            Ok(_) => Ok(()),
            Err(Error::Empty | Error::UnknownFormat) => {
                Err(invalid(format!("the file {id} has an unsupported type")))
            }
            Err(error) => Err(error),
        }
    }
}

/// Writes the body to the spool, and returns its size.
async fn receive<S, E>(body: S, mut spool: File, bytes_max: u64) -> Result<(File, u64), Error>
where
    S: Stream<Item = Result<Bytes, E>>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (sender, mut pieces) = mpsc::channel::<Bytes>(PIECES_WAITING);
    let writing = spawn_blocking(move || {
        while let Some(piece) = pieces.blocking_recv() {
            spool.write_all(&piece)?;
        }
        std::io::Result::Ok(spool)
    });
    let mut body = pin!(body);
    let mut size: u64 = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|error| Error::Interrupted(error.into()))?;
        size = size.saturating_add(piece.len() as u64);
        if size > bytes_max {
            return Err(Error::TooLarge { bytes_max });
        }
        if sender.send(piece).await.is_err() {
            // Writing to the disk failed; the error follows below.
            break;
        }
    }
    drop(sender);
    let written = writing.await.map_err(|error| Error::Reader(error.into()))?;
    Ok((written.map_err(Error::spool)?, size))
}

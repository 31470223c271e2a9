//! Exports with receipts: a ZIP file with the table of transactions and the files of their receipts. It is
//! generated while it is sent, so that it needs the memory of one page of transactions and of one part of a
//! file, and of the names of the files.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt, try_unfold};
use object_store::ObjectStore;
use saldo_bookkeeping::{Bookkeeper, ExportReceipt};
use saldo_domain::{Timestamp, TransactionFilter, UserId};
use saldo_ledger::export::ExportFormat;
use saldo_storage::Storage;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::Ingest;
use super::files::FileStream;
use super::trash::fetch;
use crate::error::Error;

/// The name of the table of transactions.
const TABLE: &str = "transactions.csv";
/// The folder of the receipts.
const RECEIPTS: &str = "receipts";
/// The folder of empty files, each for a receipt whose file is lost.
const MISSING: &str = "missing";

impl Ingest {
    /// Exports the transactions that match a filter as a ZIP file: `transactions.csv` as
    /// [`Bookkeeper::export`] writes it, and the files of their receipts in the folder `receipts`, under the
    /// names that the table states. An empty file in the folder `missing` replaces a file that is lost.
    ///
    /// # Errors
    /// As [`Bookkeeper::export`]. Items of the stream may fail with [`Error::Files`], too.
    pub async fn export_with_receipts(
        &self,
        books: &Bookkeeper,
        user: UserId,
        filter: TransactionFilter,
        now: Timestamp,
    ) -> saldo_bookkeeping::Result<BoxStream<'static, Result<Bytes, Error>>> {
        let table = books.export(user, ExportFormat::Csv, filter.clone(), now).await?;
        let table = table.map(|part| part.map_err(|error| Error::Reader(error.into())));
        let buffer = Buffer::default();
        let export = ZipExport {
            user,
            storage: self.storage.clone(),
            files: self.files.clone(),
            zip: Some(ZipWriter::new_stream(buffer.clone())),
            buffer,
            content: None,
            table: Some(table.boxed()),
            receipts: books.export_receipts(user, filter),
            open: VecDeque::new(),
        };
        let steps = |mut export: ZipExport| async move {
            let bytes = Box::pin(export.step()).await?;
            Ok(bytes.map(|bytes| (bytes, export)))
        };
        Ok(try_unfold(export, steps).boxed())
    }
}

/// The written bytes that are not sent yet.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn take(&self) -> Bytes {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The state of an export in progress.
struct ZipExport {
    user: UserId,
    storage: Arc<dyn Storage>,
    files: Arc<dyn ObjectStore>,
    buffer: Buffer,
    /// The writer; `None` after the end of the ZIP file.
    zip: Option<ZipWriter<StreamWriter<Buffer>>>,
    /// The rest of the file that is written.
    content: Option<BoxStream<'static, Result<Bytes, Error>>>,
    /// The table; `None` after it was begun.
    table: Option<BoxStream<'static, Result<Bytes, Error>>>,
    receipts: BoxStream<'static, saldo_bookkeeping::Result<Vec<ExportReceipt>>>,
    /// The receipts of the page that is written.
    open: VecDeque<ExportReceipt>,
}

impl ZipExport {
    /// Returns some more bytes; `None` after the end.
    async fn step(&mut self) -> Result<Option<Bytes>, Error> {
        while let Some(mut zip) = self.zip.take() {
            if self.advance(&mut zip).await? {
                self.zip = Some(zip);
            } else {
                zip.finish().map_err(failed)?;
            }
            let bytes = self.buffer.take();
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// Writes one more part. Returns false after the last one.
    async fn advance(&mut self, zip: &mut ZipWriter<StreamWriter<Buffer>>) -> Result<bool, Error> {
        if let Some(content) = &mut self.content {
            match content.next().await.transpose()? {
                Some(bytes) => zip.write_all(&bytes).map_err(|error| Error::Reader(error.into()))?,
                None => self.content = None,
            }
        } else if let Some(table) = self.table.take() {
            begin(zip, TABLE)?;
            self.content = Some(table);
        } else if let Some(receipt) = self.open.pop_front() {
            self.begin_receipt(zip, &receipt).await?;
        } else {
            let page = self.receipts.next().await.transpose().map_err(|error| Error::Reader(error.into()))?;
            let Some(page) = page else { return Ok(false) };
            self.open.extend(page);
        }
        Ok(true)
    }

    async fn begin_receipt(
        &mut self,
        zip: &mut ZipWriter<StreamWriter<Buffer>>,
        receipt: &ExportReceipt,
    ) -> Result<(), Error> {
        // It may have been deleted since its page was read.
        let found = self.storage.find_attachment(self.user, receipt.attachment).await?;
        let Some(found) = found else { return Ok(()) };
        match fetch(self.files.as_ref(), &found.file_key).await {
            Ok(file) => {
                begin(zip, &format!("{RECEIPTS}/{}", receipt.name))?;
                let stream: FileStream = file.into_stream();
                self.content = Some(stream.map(|part| part.map_err(Error::from)).boxed());
                Ok(())
            }
            Err(Error::FileMissing) => begin(zip, &format!("{MISSING}/{}", receipt.name)),
            Err(error) => Err(error),
        }
    }
}

/// Begins a file. All are compressed, because a reader of a stream finds the end of a compressed file only.
fn begin(zip: &mut ZipWriter<StreamWriter<Buffer>>, name: &str) -> Result<(), Error> {
    // The contents are mostly compressed already, so that a higher level would cost time only.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(1));
    zip.start_file(name, options).map_err(failed)
}

fn failed(error: zip::result::ZipError) -> Error {
    Error::Reader(error.into())
}

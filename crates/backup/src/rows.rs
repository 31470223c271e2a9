//! The format of rows in a backup: lines of JSON, compressed and encrypted.
//!
//! The first line describes the backup. Each table then has a line with its columns, a line for each row (an
//! array) and a line with the totals that the database counted. The last line has the SHA-256 of all lines
//! before it. Nothing follows. Rows are read one batch at a time, and every line has a limit.

use std::io::{BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use saldo_domain::{Sha256, Timestamp};
use saldo_storage::SnapshotPart;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::Digest;

use crate::error::{Error, Result};
use crate::seal::{Seal, SealedWriter};

/// The version of the format. A later version reads all earlier ones.
pub(crate) const VERSION: u32 = 1;

/// The longest line, far above any row: the stored response of a request is the largest value.
const LINE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Limits of one batch of rows.
const BATCH_ROWS_MAX: usize = 500;
const BATCH_BYTES_MAX: usize = 1024 * 1024;

/// The first line.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the format.
    pub(crate) version: u32,
    /// The time of the backup.
    pub(crate) created: Timestamp,
    /// The version of Saldo that made it.
    pub(crate) made_by: String,
    /// The secret that signs cookies and encrypts two-factor secrets, if the backup contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<String>,
    /// For the list of files: the digest of the rows that name them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rows: Option<String>,
}

/// The part of the first line that every version can read.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// A line that is not a row.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    Table { name: String, columns: Vec<String>, summed: Vec<String> },
    End { rows: u64, sums: Vec<String> },
    Sha256(String),
}

/// A failure of the writer's output.
pub(crate) type Written<T> = std::io::Result<T>;

/// Writes the format.
pub(crate) struct RowsWriter<W: Write> {
    output: GzEncoder<SealedWriter<W>>,
    digest: sha2::Sha256,
}

impl<W: Write> RowsWriter<W> {
    pub(crate) fn new(seal: &Seal, output: W, header: &Header) -> Written<Self> {
        let output = GzEncoder::new(seal.writer(output)?, Compression::fast());
        let mut writer = Self { output, digest: sha2::Sha256::new() };
        writer.json(header)?;
        Ok(writer)
    }

    pub(crate) fn table(&mut self, name: &str, columns: &[&str], summed: &[&str]) -> Written<()> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        self.json(&Mark::Table { name: name.to_owned(), columns: owned(columns), summed: owned(summed) })
    }

    /// Writes a row, a JSON array on one line.
    pub(crate) fn row(&mut self, row: &str) -> Written<()> {
        self.line(row.as_bytes())
    }

    pub(crate) fn end(&mut self, rows: u64, sums: &[i128]) -> Written<()> {
        self.json(&Mark::End { rows, sums: sums.iter().map(i128::to_string).collect() })
    }

    /// Writes the end of the file. Returns the inner writer and the digest.
    pub(crate) fn finish(mut self) -> Written<(W, Sha256)> {
        let digest = Sha256::from_bytes(self.digest.clone().finalize().into());
        self.json(&Mark::Sha256(digest.to_string()))?;
        Ok((self.output.finish()?.finish()?, digest))
    }

    fn json(&mut self, value: &impl Serialize) -> Written<()> {
        self.line(&serde_json::to_vec(value)?)
    }

    fn line(&mut self, line: &[u8]) -> Written<()> {
        for bytes in [line, b"\n"] {
            self.digest.update(bytes);
            self.output.write_all(bytes)?;
        }
        Ok(())
    }
}

/// Reads the format, and checks it: totals, digest, and the end.
pub(crate) struct RowsReader {
    input: BufReader<GzDecoder<BufReader<Box<dyn Read + Send>>>>,
    digest: sha2::Sha256,
    line: Vec<u8>,
    table: Option<OpenTable>,
    /// A mark that was read after a batch of rows.
    pending: Option<Mark>,
    is_at_end: bool,
}

/// The table whose rows are being read.
struct OpenTable {
    name: String,
    columns: usize,
    /// The names and places of the summed columns.
    summed: Vec<(String, usize)>,
    rows: u64,
    sums: Vec<i128>,
}

impl RowsReader {
    /// Reads the header.
    ///
    /// # Errors
    /// [`Error::Newer`] if a later version wrote it, else [`Error::Damaged`].
    pub(crate) fn open(seal: &Seal, input: impl Read + Send + 'static) -> Result<(Self, Header)> {
        let input = seal.reader(input).map_err(|_| Error::damaged("it cannot be decrypted"))?;
        let input = BufReader::new(GzDecoder::new(BufReader::new(input)));
        let (digest, line) = (sha2::Sha256::new(), Vec::new());
        let mut reader = Self { input, digest, line, table: None, pending: None, is_at_end: false };
        if !reader.read_line()? {
            return Err(Error::damaged("it is empty"));
        }
        reader.count_line();
        let Versioned { version } =
            serde_json::from_slice(&reader.line).map_err(|_| Error::damaged("it has no header"))?;
        if version > VERSION {
            return Err(Error::Newer(format!("format {version}")));
        }
        let header =
            serde_json::from_slice(&reader.line).map_err(|_| Error::damaged("its header is invalid"))?;
        Ok((reader, header))
    }

    /// Returns the next part; `None` at the end, after the digest was compared.
    pub(crate) fn next(&mut self) -> Result<Option<SnapshotPart>> {
        if self.is_at_end {
            return Ok(None);
        }
        let (mut rows, mut bytes) = (Vec::new(), 0);
        let mark = loop {
            if let Some(mark) = self.pending.take() {
                break mark;
            }
            if !self.read_line()? {
                return Err(Error::damaged("its end is missing"));
            }
            if self.line.first() == Some(&b'[') {
                self.count_line();
                rows.push(self.row()?);
                bytes += self.line.len();
                if rows.len() == BATCH_ROWS_MAX || bytes >= BATCH_BYTES_MAX {
                    return Ok(Some(SnapshotPart::Rows(rows)));
                }
                continue;
            }
            let mark = serde_json::from_slice(&self.line).map_err(|_| Error::damaged("a line is invalid"))?;
            if !matches!(mark, Mark::Sha256(_)) {
                self.count_line();
            }
            if rows.is_empty() {
                break mark;
            }
            self.pending = Some(mark);
            return Ok(Some(SnapshotPart::Rows(rows)));
        };
        self.part_of(mark)
    }

    /// Returns the digest of all lines; complete at the end.
    pub(crate) fn digest(&self) -> Sha256 {
        Sha256::from_bytes(self.digest.clone().finalize().into())
    }

    fn part_of(&mut self, mark: Mark) -> Result<Option<SnapshotPart>> {
        match (mark, self.table.take()) {
            (Mark::Table { name, columns, summed }, None) => {
                let place = |column: String| {
                    let place = columns.iter().position(|name| *name == column);
                    place.map(|place| (column, place)).ok_or_else(|| Error::damaged("a table is invalid"))
                };
                let summed: Vec<(String, usize)> = summed.into_iter().map(place).collect::<Result<_>>()?;
                let sums = vec![0; summed.len()];
                self.table =
                    Some(OpenTable { name: name.clone(), columns: columns.len(), summed, rows: 0, sums });
                Ok(Some(SnapshotPart::Table { section: name, columns }))
            }
            (Mark::End { rows, sums }, Some(table)) => {
                let sums: Option<Vec<i128>> = sums.iter().map(|sum| sum.parse().ok()).collect();
                if rows != table.rows || sums.as_ref() != Some(&table.sums) {
                    return Err(Error::damaged(format!("the totals of {} differ from its rows", table.name)));
                }
                let names = table.summed.into_iter().map(|(name, _)| name);
                Ok(Some(SnapshotPart::End { rows, sums: names.zip(table.sums).collect() }))
            }
            (Mark::Sha256(digest), None) => {
                if digest != self.digest().to_string() {
                    return Err(Error::damaged("its digest differs from its content"));
                }
                if self.read_line()? || self.has_more() {
                    return Err(Error::damaged("it continues after its end"));
                }
                self.is_at_end = true;
                Ok(None)
            }
            _ => Err(Error::damaged("its tables are not in order")),
        }
    }

    /// Checks the row in the current line, and counts it.
    fn row(&mut self) -> Result<String> {
        let table = self.table.as_mut().ok_or_else(|| Error::damaged("a row is outside of a table"))?;
        let wrong = || Error::damaged(format!("a row of {} is invalid", table.name));
        let text = std::str::from_utf8(&self.line).map_err(|_| wrong())?;
        let values: Vec<Value> = serde_json::from_str(text).map_err(|_| wrong())?;
        if values.len() != table.columns {
            return Err(wrong());
        }
        for ((_, place), sum) in table.summed.iter().zip(&mut table.sums) {
            let value = match &values[*place] {
                Value::Null => 0,
                value => value.as_i64().ok_or_else(wrong)?,
            };
            *sum = sum.checked_add(i128::from(value)).ok_or_else(wrong)?;
        }
        table.rows += 1;
        Ok(text.to_owned())
    }

    /// Reads the next line, without its end. Returns false at the end of the input.
    fn read_line(&mut self) -> Result<bool> {
        self.line.clear();
        let mut limited = (&mut self.input).take(LINE_BYTES_MAX);
        let read = limited.read_until(b'\n', &mut self.line);
        if read.map_err(|_| Error::damaged("it cannot be decrypted or unpacked"))? == 0 {
            return Ok(false);
        }
        if self.line.pop() != Some(b'\n') {
            return Err(Error::damaged("a line is cut or too long"));
        }
        Ok(true)
    }

    /// Returns true if bytes follow the compressed ones.
    fn has_more(&mut self) -> bool {
        self.input.get_mut().get_mut().fill_buf().map_or(true, |more| !more.is_empty())
    }

    fn count_line(&mut self) {
        self.digest.update(&self.line);
        self.digest.update(b"\n");
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn header() -> Header {
        Header {
            version: VERSION,
            created: Timestamp::from_milliseconds(1_746_057_600_000),
            made_by: "0.1.0".to_owned(),
            secret: None,
            rows: None,
        }
    }

    fn written(header: &Header, amounts: &[i64]) -> Vec<u8> {
        let mut writer = RowsWriter::new(&Seal::Open, Vec::new(), header).unwrap();
        writer.table("users", &["id"], &[]).unwrap();
        writer.end(0, &[]).unwrap();
        writer.table("transactions", &["text", "amount"], &["amount"]).unwrap();
        for (number, amount) in amounts.iter().enumerate() {
            writer.row(&format!(r#"["Coffee\n{number}",{amount}]"#)).unwrap();
        }
        let sum = amounts.iter().map(|amount| i128::from(*amount)).sum();
        writer.end(amounts.len() as u64, &[sum]).unwrap();
        writer.finish().unwrap().0
    }

    fn read(bytes: Vec<u8>) -> Result<Vec<SnapshotPart>> {
        let (mut reader, _) = RowsReader::open(&Seal::Open, Cursor::new(bytes))?;
        std::iter::from_fn(|| reader.next().transpose()).collect()
    }

    /// Compresses lines without any check.
    fn raw(lines: &str) -> Vec<u8> {
        let mut output = GzEncoder::new(Vec::new(), Compression::fast());
        output.write_all(lines.as_bytes()).unwrap();
        output.finish().unwrap()
    }

    fn lines_of(bytes: &[u8]) -> String {
        let mut lines = String::new();
        GzDecoder::new(bytes).read_to_string(&mut lines).unwrap();
        lines
    }

    proptest! {
        #[test]
        fn rows_are_read_as_they_were_written(amounts in prop::collection::vec(any::<i64>(), 0..1200)) {
            let parts = read(written(&header(), &amounts)).unwrap();
            let rows: Vec<&String> = parts.iter().flat_map(|part| match part {
                SnapshotPart::Rows(rows) => rows.as_slice(),
                _ => &[],
            }).collect();
            prop_assert!(parts.iter().all(
                |part| !matches!(part, SnapshotPart::Rows(rows) if rows.len() > BATCH_ROWS_MAX)));
            prop_assert_eq!(rows.len(), amounts.len());
            for (number, (row, amount)) in rows.iter().zip(&amounts).enumerate() {
                prop_assert_eq!(row.as_str(), format!(r#"["Coffee\n{number}",{amount}]"#));
            }
            let sum: i128 = amounts.iter().map(|amount| i128::from(*amount)).sum();
            let end = SnapshotPart::End { rows: amounts.len() as u64, sums: vec![("amount".to_owned(), sum)] };
            prop_assert_eq!(parts.last(), Some(&end));
        }

        #[test]
        fn a_changed_byte_is_an_error_or_has_no_effect(place in any::<prop::sample::Index>(), bit in 0_u32..8) {
            let bytes = written(&header(), &[-300, 100_000, 7]);
            let mut changed = bytes.clone();
            let place = place.index(bytes.len());
            changed[place] ^= 1 << bit;
            // Some bits have no meaning, such as the time in gzip's header. Encryption covers these, too.
            if let Ok(parts) = read(changed) {
                prop_assert_eq!(parts, read(bytes).unwrap());
            }
        }

        #[test]
        fn a_cut_is_an_error(place in any::<prop::sample::Index>()) {
            let bytes = written(&header(), &[-300, 100_000, 7]);
            prop_assert!(read(bytes[..place.index(bytes.len())].to_vec()).is_err());
        }
    }

    #[test]
    fn a_changed_line_is_an_error_even_if_it_was_compressed_again() {
        let lines = lines_of(&written(&header(), &[-300, 100_000]));
        assert!(read(raw(&lines)).is_ok());
        for (from, to) in [
            ("-300", "-301"),
            ("Coffee", "Coffer"),
            ("\"rows\":2", "\"rows\":3"),
            ("[\"Coffee\\n0\",-300]\n", ""),
            (",-300]", "]"),
            ("\n{\"table\"", "\n[]\n{\"table\""),
        ] {
            assert!(lines.contains(from), "{from}");
            assert!(matches!(read(raw(&lines.replacen(from, to, 1))), Err(Error::Damaged(_))), "{from}");
        }
        assert!(matches!(read(raw(&format!("{lines}[]\n"))), Err(Error::Damaged(_))));
    }

    #[test]
    fn a_newer_format_is_named() {
        let newer = Header { version: VERSION + 1, ..header() };
        let refused = read(written(&newer, &[])).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the backup was made by a newer version of Saldo (format 2); use that version"
        );
    }
}

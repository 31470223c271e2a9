//! ZIP files: each file in one becomes an upload of its own. They are unpacked in a guarded child process,
//! because a few kilobytes can unpack to any size.

use std::io::{Cursor, Read};

use async_trait::async_trait;
use bytes::{Buf, Bytes};
use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::Size;
use crate::page::{InProcess, ReadError};

/// Limits for unpacking a ZIP file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnpackLimits {
    /// Upper limit for the files in a ZIP file. Default: 50.
    pub files_max: u32,
    /// Upper limit for the bytes of all its files together. Default: 64 MiB.
    pub bytes_max: u64,
    /// Upper limit for the unpacked bytes per packed byte. Default: 100; statements as text reach about 20.
    pub ratio_max: u64,
}

impl Default for UnpackLimits {
    fn default() -> Self {
        Self { files_max: 50, bytes_max: 64 * 1024 * 1024, ratio_max: 100 }
    }
}

/// A file of a ZIP file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedFile {
    /// The name, possibly with folders.
    pub name: String,
    /// The content.
    pub content: Bytes,
}

/// The reason why a ZIP file is not unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ZipFault {
    /// The file is damaged, or uses a method of packing other than the usual one.
    #[error("The ZIP file is damaged; pack it again")]
    Damaged,
    /// A ZIP file with an encrypted file.
    #[error("The ZIP file is protected by a password; unpack it, then upload its files")]
    Protected,
    /// A ZIP file without files.
    #[error("The ZIP file has no files; pack it again")]
    Empty,
    /// A ZIP file with too many files.
    #[error("The ZIP file has more than {max} files; split it")]
    TooManyFiles {
        /// The limit.
        max: u32,
    },
    /// A ZIP file whose files are too large.
    #[error("The ZIP file unpacks to more than {}; split it", Size(*.max))]
    TooLarge {
        /// The limit in bytes.
        max: u64,
    },
    /// A ZIP file that unpacks to many times its size.
    #[error("The ZIP file unpacks to more than {max} times its size; unpack it, then upload its files")]
    TooDense {
        /// The limit.
        max: u64,
    },
    /// A ZIP file where none is unpacked, such as inside another ZIP file.
    #[error("A ZIP file in a ZIP file or in an import is not unpacked; unpack it, then upload its files")]
    Nested,
}

/// Unpacks ZIP files without blocking the caller.
#[async_trait]
pub trait Unpacker: Send + Sync {
    /// Returns the files in a ZIP file, without folders and hidden files. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] or [`ReadError::TimedOut`] at the limits of the reader, [`ReadError::Reader`]
    /// if it failed. A file that is not unpacked gives a [`ZipFault`], not an error.
    async fn unpack(
        &self,
        file: Bytes,
        limits: UnpackLimits,
    ) -> Result<Result<Vec<PackedFile>, ZipFault>, ReadError>;
}

#[async_trait]
impl Unpacker for InProcess {
    async fn unpack(
        &self,
        file: Bytes,
        limits: UnpackLimits,
    ) -> Result<Result<Vec<PackedFile>, ZipFault>, ReadError> {
        let work = tokio::task::spawn_blocking(move || files(&file, limits));
        work.await.map_err(|_| ReadError::Reader)
    }
}

/// Largest number of bytes that are unpacked without regard to the ratio.
const ANY_RATIO_BYTES: u64 = 1024 * 1024;
/// Upper limit for the bytes of a name.
const NAME_BYTES_MAX: usize = 1024;

/// Returns the files in a ZIP file.
pub(crate) fn files(file: &[u8], limits: UnpackLimits) -> Result<Vec<PackedFile>, ZipFault> {
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| ZipFault::Damaged)?;
    let packed = u64::try_from(file.len()).unwrap_or(u64::MAX);
    let dense = packed.saturating_mul(limits.ratio_max).max(ANY_RATIO_BYTES);
    let mut found = Vec::new();
    let mut total: u64 = 0;
    for index in 0..archive.len() {
        let transaction = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(why) if why == ZipError::PASSWORD_REQUIRED => ZipFault::Protected,
            _ => ZipFault::Damaged,
        })?;
        let name = transaction.name().map_err(|_| ZipFault::Damaged)?.into_owned();
        if transaction.is_dir() || is_hidden(&name) {
            continue;
        }
        if u32::try_from(found.len()).unwrap_or(u32::MAX) >= limits.files_max {
            return Err(ZipFault::TooManyFiles { max: limits.files_max });
        }
        // What is read counts, and not what the file claims.
        let left = limits.bytes_max.min(dense).saturating_sub(total).saturating_add(1);
        let mut content = Vec::new();
        transaction.take(left).read_to_end(&mut content).map_err(|_| ZipFault::Damaged)?;
        total = total.saturating_add(u64::try_from(content.len()).unwrap_or(u64::MAX));
        if total > limits.bytes_max {
            return Err(ZipFault::TooLarge { max: limits.bytes_max });
        }
        if total > dense {
            return Err(ZipFault::TooDense { max: limits.ratio_max });
        }
        found.push(PackedFile { name, content: content.into() });
    }
    if found.is_empty() { Err(ZipFault::Empty) } else { Ok(found) }
}

/// True for files that systems add by themselves.
fn is_hidden(name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.len() > NAME_BYTES_MAX
        || name.starts_with("__MACOSX/")
        || last.starts_with('.')
        || last == "Thumbs.db"
}

/// Encodes the answer of a child: a fault, or the files with their lengths.
pub(crate) fn encode(answer: &Result<Vec<PackedFile>, ZipFault>) -> Vec<u8> {
    match answer {
        Err(fault) => [vec![0], serde_json::to_vec(fault).unwrap_or_default()].concat(),
        Ok(files) => {
            let mut bytes = vec![1];
            for file in files {
                for part in [file.name.as_bytes(), &file.content] {
                    bytes.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
                    bytes.extend(part);
                }
            }
            bytes
        }
    }
}

/// Decodes the answer of a child; `None` if it is not one.
pub(crate) fn decode(mut answer: Bytes) -> Option<Result<Vec<PackedFile>, ZipFault>> {
    if !answer.has_remaining() {
        return None;
    }
    if answer.get_u8() == 0 {
        return serde_json::from_slice(&answer).ok().map(Err);
    }
    let part = |answer: &mut Bytes| {
        let length = usize::try_from((answer.remaining() >= 4).then(|| answer.get_u32_le())?).ok()?;
        (answer.remaining() >= length).then(|| answer.split_to(length))
    };
    let mut files = Vec::new();
    while answer.has_remaining() {
        let name = String::from_utf8(part(&mut answer)?.to_vec()).ok()?;
        files.push(PackedFile { name, content: part(&mut answer)? });
    }
    Some(Ok(files))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn names(file: &[u8], limits: UnpackLimits) -> Result<Vec<String>, ZipFault> {
        Ok(files(file, limits)?.into_iter().map(|file| file.name).collect())
    }

    #[test]
    fn files_come_without_folders_and_hidden_files() {
        let file =
            packed(&[("2025/", b""), ("2025/may.pdf", b"%PDF-1"), ("__MACOSX/x", b"x"), (".DS_Store", b"x")]);
        assert_eq!(names(&file, UnpackLimits::default()).unwrap(), ["2025/may.pdf"]);
        assert_eq!(names(&packed(&[]), UnpackLimits::default()), Err(ZipFault::Empty));
        assert_eq!(names(b"PK\x03\x04 no", UnpackLimits::default()), Err(ZipFault::Damaged));
    }

    #[test]
    fn a_zip_bomb_is_refused_at_each_limit() {
        let limits = UnpackLimits { files_max: 2, bytes_max: 4 << 20, ratio_max: 10 };
        let zeros = vec![0; 3 << 20];
        assert_eq!(names(&packed(&[("a", &zeros)]), limits), Err(ZipFault::TooDense { max: 10 }));
        let loose = UnpackLimits { ratio_max: 1_000_000, ..limits };
        assert_eq!(
            names(&packed(&[("a", &zeros), ("b", &zeros)]), loose),
            Err(ZipFault::TooLarge { max: 4 << 20 })
        );
        let three = packed(&[("a", b"a"), ("b", b"b"), ("c", b"c")]);
        assert_eq!(names(&three, limits), Err(ZipFault::TooManyFiles { max: 2 }));
    }

    #[test]
    fn an_answer_is_decoded_as_it_was_encoded() {
        let file = PackedFile { name: "a.csv".to_owned(), content: Bytes::from_static(b"1,2") };
        for answer in [Ok(vec![file.clone(), file]), Err(ZipFault::TooLarge { max: 7 }), Ok(Vec::new())] {
            assert_eq!(decode(encode(&answer).into()), Some(answer));
        }
        for nonsense in [&b""[..], b"\x01\xff", b"\x01\xff\xff\xff\xff1", b"\x00{"] {
            assert_eq!(decode(Bytes::from_static(nonsense)), None);
        }
    }
}

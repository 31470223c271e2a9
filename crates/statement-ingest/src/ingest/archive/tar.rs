//! The file format of archives: POSIX `ustar`, restricted to plain files with short names.

use ::tar::{EntryType, Header};

/// Bytes of a block. A header is one block; contents are padded to whole blocks.
pub(super) const BLOCK: usize = 512;
/// The end of an archive: two blocks of zeros.
pub(super) const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];
/// Upper limit for the bytes of a name.
const NAME_BYTES_MAX: usize = 100;
/// Upper limit for the bytes of a file: the size field has eleven octal digits.
const SIZE_MAX: u64 = 0o77_777_777_777;

/// Returns the header of a file; `None` if the name or the size does not fit.
///
/// All other fields are constant: only the owner may read the file, and its date is zero.
pub(super) fn head(name: &str, size: u64) -> Option<[u8; BLOCK]> {
    if name.is_empty() || name.len() > NAME_BYTES_MAX || size > SIZE_MAX {
        return None;
    }
    let mut head = Header::new_ustar();
    head.set_entry_type(EntryType::Regular);
    head.set_path(name).ok()?;
    head.set_size(size);
    head.set_mode(0o600);
    head.set_uid(0);
    head.set_gid(0);
    head.set_cksum();
    Some(*head.as_bytes())
}

/// Returns the size of the content that a header states.
pub(super) fn size_of(head: &[u8; BLOCK]) -> Option<u64> {
    let mut parsed = Header::new_ustar();
    *parsed.as_mut_bytes() = *head;
    parsed.entry_size().ok()
}

/// Returns the number of padding bytes (zeros) after a content of this size.
pub(super) fn padding(size: u64) -> usize {
    let block = BLOCK as u64;
    usize::try_from((block - size % block) % block).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_header_has_name_size_and_checksum() {
        let head = head("tables/transactions.jsonl", 1_000).unwrap();
        assert!(head.starts_with(b"tables/transactions.jsonl\0"));
        assert_eq!(&head[124..136], b"00000001750\0");
        assert_eq!(size_of(&head), Some(1_000));
        let sum = u32::from_str_radix(std::str::from_utf8(&head[148..155]).unwrap(), 8).unwrap();
        let others: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        let own: u32 = head[148..156].iter().map(|byte| u32::from(*byte)).sum();
        assert_eq!(sum, others - own + 8 * 32);
    }

    #[test]
    fn a_file_that_does_not_fit_has_no_header() {
        assert!(head("", 0).is_none() && head(&"x".repeat(101), 0).is_none() && head("x", 1 << 33).is_none());
        assert!(head(&"x".repeat(100), SIZE_MAX).is_some());
    }

    #[test]
    fn contents_fill_whole_blocks() {
        assert_eq!([0, 1, 511, 512, 513].map(padding), [0, 511, 1, 0, 511]);
    }
}

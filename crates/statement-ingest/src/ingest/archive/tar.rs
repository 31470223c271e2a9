//! The form of an archive: POSIX `ustar`, of plain files with short names only.

/// Bytes of a block: heads are one, contents fill whole ones.
pub(super) const BLOCK: usize = 512;
/// Two blocks of zeros end an archive.
pub(super) const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];
/// Bytes of the longest name.
const NAME_BYTES_MAX: usize = 100;
/// Bytes of the largest file: what the size's eleven octal digits can say.
const SIZE_MAX: u64 = 0o77_777_777_777;

/// The head of a file; `None` when the name or the size does not fit.
///
/// Everything else is the same in every archive: only its owner may read the file, and it is of no day.
pub(super) fn head(name: &str, size: u64) -> Option<[u8; BLOCK]> {
    if name.is_empty() || name.len() > NAME_BYTES_MAX || size > SIZE_MAX {
        return None;
    }
    let mut head = [0; BLOCK];
    put(&mut head, 0, name.as_bytes());
    put(&mut head, 100, b"0000600\0");
    put(&mut head, 108, b"0000000\0");
    put(&mut head, 116, b"0000000\0");
    put(&mut head, 124, format!("{size:011o}\0").as_bytes());
    put(&mut head, 136, b"00000000000\0");
    // The checksum is counted with spaces in its own place.
    put(&mut head, 148, b"        ");
    put(&mut head, 156, b"0");
    put(&mut head, 257, b"ustar\x0000");
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    put(&mut head, 148, format!("{sum:06o}\0 ").as_bytes());
    Some(head)
}

/// What a head says of its content's size.
pub(super) fn size_of(head: &[u8; BLOCK]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(&head[124..135]).ok()?, 8).ok()
}

fn put(head: &mut [u8; BLOCK], at: usize, bytes: &[u8]) {
    head[at..at + bytes.len()].copy_from_slice(bytes);
}

/// How many zeros follow a content of this size.
pub(super) fn padding(size: u64) -> usize {
    let block = BLOCK as u64;
    usize::try_from((block - size % block) % block).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_says_name_and_size_and_adds_up() {
        let head = head("tables/entries.jsonl", 1_000).unwrap();
        assert!(head.starts_with(b"tables/entries.jsonl\0"));
        assert_eq!(&head[124..136], b"00000001750\0");
        assert_eq!(size_of(&head), Some(1_000));
        let sum = u32::from_str_radix(std::str::from_utf8(&head[148..154]).unwrap(), 8).unwrap();
        let others: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        let own: u32 = head[148..156].iter().map(|byte| u32::from(*byte)).sum();
        assert_eq!(sum, others - own + 8 * 32);
    }

    #[test]
    fn what_does_not_fit_has_no_head() {
        assert!(head("", 0).is_none() && head(&"x".repeat(101), 0).is_none() && head("x", 1 << 33).is_none());
        assert!(head(&"x".repeat(100), SIZE_MAX).is_some());
    }

    #[test]
    fn contents_fill_whole_blocks() {
        assert_eq!([0, 1, 511, 512, 513].map(padding), [0, 511, 1, 0, 511]);
    }
}

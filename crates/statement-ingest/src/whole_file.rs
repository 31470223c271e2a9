//! A check that a file is there from its beginning to its end, for formats with a known end. It finds copies
//! and downloads that were cut off, and other content behind a right signature, without decoding anything.

use crate::sniff::FileKind;

/// The bytes that decide about a place in a file at most: `startxref`, white space and a number.
const PLACE_BYTES: usize = 64;
/// The bytes in which a PDF says that its pages come first.
const LINEARIZED_BYTES: usize = 1024;

/// A look at a file, whose chunks arrive in their order.
#[derive(Default)]
pub(crate) struct WholeFile {
    format: Option<Format>,
    /// Bytes that are not decided yet.
    rest: Vec<u8>,
    /// Bytes to leave out, such as those of a chunk of a PNG.
    skip: usize,
    verdict: Option<bool>,
}

#[derive(Clone, Copy)]
enum Format {
    /// A format without a known end, which always counts as whole.
    Other,
    Zip,
    Pdf {
        is_linearized: bool,
    },
    Png {
        has_data: bool,
    },
    Jpeg {
        is_in_scan: bool,
    },
}

/// The next step of a look.
enum Step {
    /// Skips so many bytes.
    Skip(usize),
    /// Waits for more bytes.
    Wait,
    /// Ends the look: the file is whole or not.
    End(bool),
}

impl WholeFile {
    /// Looks at the next chunk of the file. Returns false if all later ones change nothing.
    pub(crate) fn look_at(&mut self, chunk: &[u8]) -> bool {
        if self.verdict.is_some() {
            return false;
        }
        let skipped = self.skip.min(chunk.len());
        self.skip -= skipped;
        self.rest.extend_from_slice(&chunk[skipped..]);
        self.advance(false);
        self.verdict.is_none()
    }

    /// Returns true unless the file lacks its end.
    pub(crate) fn finish(mut self) -> bool {
        self.advance(true);
        self.verdict.unwrap_or(false)
    }

    fn advance(&mut self, is_end: bool) {
        if self.format.is_none() && self.rest.len() < FileKind::HEAD_BYTES && !is_end {
            return;
        }
        let mut format = *self.format.get_or_insert_with(|| Format::of(&self.rest));
        while self.verdict.is_none() && self.skip == 0 {
            match format.step(&self.rest, is_end) {
                Step::Skip(bytes) => {
                    let here = bytes.min(self.rest.len());
                    self.rest.drain(..here);
                    self.skip = bytes - here;
                }
                Step::Wait => break,
                Step::End(is_whole) => self.verdict = Some(is_whole),
            }
        }
        self.format = Some(format);
    }
}

impl Format {
    fn of(head: &[u8]) -> Self {
        match head {
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg { is_in_scan: false },
            [0x89, b'P', b'N', b'G', ..] => Self::Png { has_data: false },
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            _ if FileKind::of(head) == Some(FileKind::Pdf) => {
                let start = &head[..head.len().min(LINEARIZED_BYTES)];
                Self::Pdf { is_linearized: find(start, b"/Linearized").is_some() }
            }
            _ => Self::Other,
        }
    }

    fn step(&mut self, rest: &[u8], is_end: bool) -> Step {
        match self {
            Self::Other => Step::End(true),
            // The list of a ZIP file's entries ends with this.
            Self::Zip => until(rest, b"PK\x05\x06"),
            Self::Pdf { is_linearized } => pdf(rest, *is_linearized, is_end),
            Self::Png { has_data } => png(rest, has_data),
            Self::Jpeg { is_in_scan } => jpeg(rest, is_in_scan),
        }
    }
}

/// Looks for the address of the table of objects, which is written last. Readers can do without it, but a
/// file that was cut off has none.
fn pdf(rest: &[u8], is_linearized: bool, is_end: bool) -> Step {
    let Some(place) = find(rest, b"startxref") else {
        let decided = rest.len().saturating_sub(PLACE_BYTES);
        return if decided == 0 { Step::Wait } else { Step::Skip(decided) };
    };
    let after = &rest[place + b"startxref".len()..];
    if after.len() < PLACE_BYTES && !is_end {
        return Step::Wait;
    }
    let digits = after.trim_ascii_start();
    let digits = &digits[..digits.iter().take_while(|byte| byte.is_ascii_digit()).count()];
    // A file whose pages come first has such a place at its beginning, too, often with the address 0.
    let is_other = digits.is_empty() || is_linearized && digits.iter().all(|digit| *digit == b'0');
    if is_other { Step::Skip(place + 1) } else { Step::End(true) }
}

/// Follows the chunks to the one that ends the picture.
fn png(rest: &[u8], has_data: &mut bool) -> Step {
    if rest.starts_with(b"\x89PNG\r\n\x1a\n") {
        return match rest.get(8..16) {
            Some(b"\0\0\0\x0dIHDR") => Step::Skip(8),
            Some(_) => Step::End(false),
            None => Step::Wait,
        };
    }
    let Some((&[a, b, c, d, ref kind @ ..], _)) = rest.split_first_chunk::<8>() else { return Step::Wait };
    match kind {
        b"IEND" => return Step::End(*has_data),
        b"IDAT" => *has_data = true,
        kind if kind.iter().all(u8::is_ascii_alphabetic) => {}
        _ => return Step::End(false),
    }
    // The length and the kind come before the data, and a checksum behind it.
    let length = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
    Step::Skip(length.saturating_add(12))
}

/// Follows the segments to the picture, and the picture to its end. A preview inside of a segment has an end
/// of its own, which does not count.
fn jpeg(rest: &[u8], is_in_scan: &mut bool) -> Step {
    if *is_in_scan {
        return until(rest, b"\xff\xd9");
    }
    match rest {
        [0xff, 0xff, ..] => Step::Skip(1),
        [0xff, 0x01 | 0xd0..=0xd8, ..] => Step::Skip(2),
        [0xff, 0xd9, ..] => Step::End(false),
        [0xff, marker, high, low, ..] => {
            *is_in_scan = *marker == 0xda;
            Step::Skip(usize::from(u16::from_be_bytes([*high, *low])) + 2)
        }
        [] | [0xff] | [0xff, _] | [0xff, _, _] => Step::Wait,
        _ => Step::End(false),
    }
}

/// Looks for the bytes with which a file ends.
fn until(rest: &[u8], end: &[u8]) -> Step {
    match find(rest, end) {
        Some(_) => Step::End(true),
        None if rest.len() >= end.len() => Step::Skip(rest.len() + 1 - end.len()),
        None => Step::Wait,
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: &[u8] =
        b"%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\nxref\n0 1\ntrailer\nstartxref\n49\n%%EOF\n";
    /// A picture with a preview, which has an end of its own, and data behind its end.
    const JPEG: &[u8] =
        b"\xff\xd8\xff\xe1\0\x08\xff\xd8\xff\xd9..\xff\xdb\0\x03.\xff\xda\0\x03.data\xff\0data\xff\xd9video";
    const PNG: &[u8] =
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR.............sum.\0\0\0\x05IDATIEND.sum.\0\0\0\0IENDsum.";

    const ZIP: &[u8] = b"PK\x03\x04contentPK\x01\x02entryPK\x05\x06.";

    /// Looks at a file in chunks of this size.
    fn is_whole(file: &[u8], chunk: usize) -> bool {
        let mut whole = WholeFile::default();
        file.chunks(chunk).all(|chunk| whole.look_at(chunk));
        whole.finish()
    }

    #[test]
    fn a_whole_file_is_known_in_chunks_of_any_size() {
        for file in [PDF, JPEG, PNG, ZIP] {
            for chunk in [1, 2, 7, 1_000, 1_000_000] {
                assert!(is_whole(file, chunk), "{chunk}: {:?}", &file[..8]);
            }
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_not_whole() {
        for (file, most) in
            [(PDF, PDF.len() - 9), (JPEG, JPEG.len() - 6), (PNG, PNG.len() - 5), (ZIP, ZIP.len() - 3)]
        {
            for length in 8..=most {
                assert!(!is_whole(&file[..length], 16), "{length} of {:?}", &file[..8]);
            }
        }
    }

    #[test]
    fn other_content_behind_a_signature_is_not_whole() {
        let noise: Vec<u8> = (0..5_000_u32).map(|index| u8::try_from(index * index % 251).unwrap()).collect();
        for signature in [&b"%PDF-1.7\n"[..], b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n"] {
            assert!(!is_whole(&[signature, &noise].concat(), 100));
        }
    }

    #[test]
    fn a_format_without_a_known_end_is_whole() {
        for file in [&b"Date,Amount\n2026-01-01,5"[..], b"<OFX>", b"", b"\x89"] {
            assert!(is_whole(file, 4), "{file:?}");
        }
    }

    #[test]
    fn the_first_table_of_a_pdf_for_the_web_is_not_its_end() {
        let first = b"%PDF-1.5\n1 0 obj<</Linearized 1/L 9>>endobj xref 0 1 startxref\n0\n%%EOF\n".to_vec();
        assert!(!is_whole(&first, 10));
        assert!(is_whole(&[&first[..], b"objects xref startxref\r\n 173\r\n%%EOF and more"].concat(), 10));
        assert!(is_whole(b"%PDF-1.4 xref trailer startxref 0 %%EOF", 10), "written by careless programs");
    }
}

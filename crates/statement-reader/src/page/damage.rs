//! Detection of damaged files. The engine repairs what it can and does not report losses. Without its last
//! rows, a statement that is proved by running balances alone still looks complete, so damage must be
//! detected here.

use flate2::{Decompress, FlushDecompress, Status};
use hayro_interpret::hayro_syntax::Filter;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::content::TypedIter;
use hayro_interpret::hayro_syntax::content::ops::TypedInstruction;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Stream};
use hayro_interpret::hayro_syntax::page::Page;

/// Keyword near the end of a complete file (ISO 32000-2, 7.5.5).
const LAST_MARK: &[u8] = b"startxref";
/// Number of bytes at the end of a file that are searched for the keyword. A number and `%%EOF` follow it,
/// and some senders append a few more bytes.
const AFTER_MARK_MAX: usize = 4096;
/// Largest number of bytes that are unpacked per page to verify its streams.
const UNPACKED_MAX: u64 = 64 * 1024 * 1024;
/// Largest number of form objects that are verified per page.
const FORMS_MAX: usize = 64;

/// True if the end of the file is missing.
pub(super) fn is_cut(bytes: &[u8]) -> bool {
    let end = bytes.iter().rposition(|byte| !matches!(byte, 0 | b' ' | b'\t' | b'\r' | b'\n'));
    let tail = &bytes[..end.map_or(0, |end| end + 1)];
    let tail = &tail[tail.len().saturating_sub(AFTER_MARK_MAX)..];
    !tail.windows(LAST_MARK.len()).any(|window| window == LAST_MARK)
}

/// True if the file declares more pages than the engine finds.
pub(super) fn has_lost_pages(pdf: &Pdf) -> bool {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let counted =
        root.and_then(|root| root.get::<Dict<'_>>(b"Pages")).and_then(|pages| pages.get::<i32>(b"Count"));
    counted.and_then(|count| usize::try_from(count).ok()).is_some_and(|count| count > pdf.pages().len())
}

/// True if part of the page's contents cannot be unpacked or interpreted.
pub(super) fn is_torn(page: &Page<'_>) -> bool {
    let dict = page.raw();
    let mut left = UNPACKED_MAX;
    let contents = if let Some(stream) = dict.get::<Stream<'_>>(b"Contents") {
        is_whole(&stream, &mut left)
    } else if let Some(parts) = dict.get::<Array<'_>>(b"Contents") {
        let streams: Vec<Stream<'_>> = parts.iter::<Stream<'_>>().collect();
        streams.len() == parts.raw_iter().count() && streams.iter().all(|stream| is_whole(stream, &mut left))
    } else {
        !dict.contains_key(b"Contents")
    };
    let forms = &page.resources().x_objects;
    let mut forms = forms.keys().take(FORMS_MAX).filter_map(|name| forms.get::<Stream<'_>>(name));
    !contents
        || !page.page_stream().is_none_or(reaches_its_end)
        || forms.any(|stream| is_form(&stream) && !is_whole(&stream, &mut left))
}

fn is_form(stream: &Stream<'_>) -> bool {
    stream.dict().get::<Name<'_>>(b"Subtype").is_some_and(|kind| *kind == *b"Form")
}

/// Operators that show or position text. If one of them lacks its operands, text is lost or misplaced.
const PLACING: [&[u8]; 9] = [b"Tm", b"Td", b"TD", b"Tf", b"Tj", b"TJ", b"'", b"\"", b"cm"];

/// True if the engine interprets `instructions` to their end. It drops everything after an instruction that
/// it cannot parse, so a marker is appended that must come back last.
fn reaches_its_end(instructions: &[u8]) -> bool {
    const END: &[u8] = b"saldo-end";
    let marked = [instructions, b"\n", END].concat();
    let mut read = TypedIter::new(&marked);
    let mut is_reached = false;
    while let Some(instruction) = read.next() {
        let TypedInstruction::Fallback(operator) = instruction else { continue };
        let operator: &[u8] = operator.as_ref();
        if PLACING.contains(&operator) {
            return false;
        }
        is_reached = operator == END;
    }
    is_reached
}

/// True if a stream unpacks to its end and matches its checksum. Only Flate streams are checked, also inside
/// ASCII85; all others count as whole. `left` is the budget of unpacked bytes for the page.
fn is_whole(stream: &Stream<'_>, left: &mut u64) -> bool {
    let packed = match stream.filters().as_slice() {
        [Filter::FlateDecode] => stream.raw_data().into_owned(),
        [Filter::Ascii85Decode, Filter::FlateDecode] => match ascii_85(&stream.raw_data()) {
            Some(packed) => packed,
            None => return false,
        },
        _ => return true,
    };
    match unpack(&packed, true, left) {
        Unpacked::Whole | Unpacked::Much => true,
        Unpacked::Wrong => false,
        // Some producers omit the checksum. The end of the compressed data is sufficient then.
        Unpacked::Short => {
            let bare = packed.get(2..).map(|bare| unpack(bare, false, left));
            matches!(bare, Some(Unpacked::Whole | Unpacked::Much))
        }
    }
}

/// Result of unpacking a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unpacked {
    Whole,
    /// The input ended before the compressed data did.
    Short,
    /// The data are invalid or do not match their checksum.
    Wrong,
    /// The budget of unpacked bytes is used up.
    Much,
}

fn unpack(packed: &[u8], has_checksum: bool, left: &mut u64) -> Unpacked {
    let mut state = Decompress::new(has_checksum);
    let mut room = [0; 16 * 1024];
    loop {
        let (before_in, before_out) = (state.total_in(), state.total_out());
        let rest = usize::try_from(before_in).ok().and_then(|at| packed.get(at..)).unwrap_or(&[]);
        let Ok(status) = state.decompress(rest, &mut room, FlushDecompress::None) else {
            return Unpacked::Wrong;
        };
        let made = state.total_out() - before_out;
        *left = left.saturating_sub(made);
        if status == Status::StreamEnd {
            return Unpacked::Whole;
        } else if *left == 0 {
            return Unpacked::Much;
        } else if made == 0 && state.total_in() == before_in {
            return Unpacked::Short;
        }
    }
}

/// Decodes ASCII85 (ISO 32000-2, 7.4.3). Returns `None` for invalid data or if the end marker `~>` is
/// missing.
fn ascii_85(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.windows(2).rposition(|pair| pair == b"~>")?;
    let mut bytes = Vec::with_capacity(end / 5 * 4);
    let (mut group, mut count) = (0_u32, 0_usize);
    for byte in text.get(..end)?.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'z' if count == 0 => bytes.extend([0; 4]),
            b'!'..=b'u' => {
                group = group.checked_mul(85)?.checked_add(u32::from(byte - b'!'))?;
                count += 1;
                if count == 5 {
                    bytes.extend(group.to_be_bytes());
                    (group, count) = (0, 0);
                }
            }
            _ => return None,
        }
    }
    if count > 0 {
        for _ in count..5 {
            group = group.checked_mul(85)?.checked_add(84)?;
        }
        bytes.extend(group.to_be_bytes().into_iter().take(count - 1));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "hello hello" in the zlib format, with its checksum.
    const PACKED: [u8; 16] =
        [0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x00, 0x91, 0x00, 0x19, 0x91, 0x04, 0x49];

    #[test]
    fn truncated_or_changed_data_does_not_unpack() {
        let mut left = UNPACKED_MAX;
        assert_eq!(unpack(&PACKED, true, &mut left), Unpacked::Whole);
        assert_eq!(unpack(&PACKED[..8], true, &mut left), Unpacked::Short);
        assert_eq!(unpack(&PACKED[..12], true, &mut left), Unpacked::Short);
        assert_eq!(unpack(&PACKED[2..12], false, &mut left), Unpacked::Whole);
        for place in 2..PACKED.len() {
            let mut changed = PACKED;
            changed[place] ^= 0x10;
            assert_ne!(unpack(&changed, true, &mut left), Unpacked::Whole, "{place}");
        }
        let mut little = 4;
        assert_eq!(unpack(&PACKED, true, &mut little), Unpacked::Whole);
    }

    #[test]
    fn skipped_drawing_instructions_are_reported() {
        assert!(reaches_its_end(b"q BT (a) Tj ET Q"));
        assert!(reaches_its_end(b""));
        assert!(reaches_its_end(b"q what 1 2 3 is this Q"));
        assert!(!reaches_its_end(b"q BT (a Tj ET Q"));
        assert!(!reaches_its_end(b"BT 1 0 0 1 484 7!8 Tm (a) Tj ET"));
        assert!(!reaches_its_end(b"1 m 1 2 l S BT (a) Tj ET"));
    }

    #[test]
    fn base_85_is_decoded() {
        assert_eq!(ascii_85(b"87cURD]i,\"Ebo80~>").as_deref(), Some(&b"Hello World!"[..]));
        assert_eq!(ascii_85(b"87 cU\nRDZ~>").as_deref(), Some(&b"Hello"[..]));
        assert_eq!(ascii_85(b"z~>").as_deref(), Some(&[0; 4][..]));
        assert_eq!(ascii_85(b"87cUR"), None);
        assert_eq!(ascii_85(b"87\x01~>"), None);
        assert_eq!(ascii_85(b"uuuuu~>"), None);
    }
}

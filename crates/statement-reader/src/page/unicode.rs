//! Text of glyphs from `ToUnicode` tables that the engine drops as a whole because one entry has no text.

use std::collections::HashMap;

use hayro_interpret::hayro_cmap::CMap;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Object, Stream};

use super::GlyphText;

/// Largest size of a table in the file, compressed. A usual table has a few kilobytes uncompressed.
const PACKED_BYTES_MAX: usize = 64 * 1024;
/// Largest size of a table after unpacking. The largest valid table maps all 65,536 codes.
const BYTES_MAX: usize = 4 * 1024 * 1024;
/// Largest number of tables read per file. A file has few fonts.
const TABLES_MAX: usize = 200;

/// Entries of the tables that the engine cannot parse, by code; `None` if two tables disagree.
#[derive(Debug, Default)]
pub(super) struct Dropped(HashMap<u32, Option<String>>);

impl Dropped {
    /// Reads the tables that the engine dropped.
    pub(super) fn of(pdf: &Pdf) -> Self {
        let mut dropped = Self::default();
        let tables = pdf.objects().into_iter().filter_map(|object| match object {
            Object::Stream(stream) => table(&stream),
            _ => None,
        });
        for table in tables.take(TABLES_MAX) {
            if CMap::parse(&table, |_| None::<&[u8]>).is_none() {
                dropped.add(&String::from_utf8_lossy(&table));
            }
        }
        dropped
    }

    /// Returns the text of a code if all tables agree on it.
    pub(super) fn text(&self, code: u32) -> Option<GlyphText> {
        self.0.get(&code)?.as_deref().map(GlyphText::from)
    }

    /// Adds single codes only. Ranges state a text for each code, and the engine reads them.
    fn add(&mut self, table: &str) {
        for block in table.split("beginbfchar").skip(1) {
            let block = block.split("endbfchar").next().unwrap_or_default();
            let words: Vec<&str> =
                block.split('<').skip(1).filter_map(|word| word.split('>').next()).collect();
            for pair in words.chunks_exact(2) {
                let (Ok(code), Some(text)) = (u32::from_str_radix(pair[0].trim(), 16), text(pair[1])) else {
                    continue;
                };
                let known = self.0.entry(code).or_insert_with(|| Some(text.clone()));
                if known.as_ref() != Some(&text) {
                    *known = None;
                }
            }
        }
    }
}

/// Returns the bytes of a stream that maps codes to text.
fn table(stream: &Stream<'_>) -> Option<Vec<u8>> {
    if stream.raw_data().len() > PACKED_BYTES_MAX {
        return None;
    }
    let bytes = stream.decoded().ok()?;
    let is_table = bytes.len() <= BYTES_MAX && bytes.windows(11).any(|window| window == b"beginbfchar");
    is_table.then(|| bytes.into_owned())
}

/// Decodes UTF-16 in hexadecimal digits; `None` if empty or invalid.
fn text(digits: &str) -> Option<String> {
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_hexdigit).collect();
    let unit = |four: &[u8]| u16::from_str_radix(std::str::from_utf8(four).ok()?, 16).ok();
    let units: Option<Vec<u16>> = digits.chunks_exact(4).map(unit).collect();
    units.filter(|units| !units.is_empty()).and_then(|units| String::from_utf16(&units).ok())
}

//! Compact list of the glyphs of a page.

use super::{Glyph, GlyphText};

/// Glyphs in drawing order, stored by field: a letter takes 19 bytes instead of the 40 of a [`Glyph`].
/// A file can have 1,500,000 glyphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Glyphs {
    /// Texts of all glyphs without anything between them.
    texts: String,
    /// Left edge, baseline, width and size of each glyph.
    places: Vec<[f32; 4]>,
    /// Length of each text in bytes, with [`VISIBLE`] and [`BOLD`].
    marks: Vec<u16>,
}

/// Bit of a visible glyph.
const VISIBLE: u16 = 1 << 15;
/// Bit of a bold glyph.
const BOLD: u16 = 1 << 14;
/// Longest text in bytes. The rest of a longer one is dropped.
const TEXT_BYTES_MAX: u16 = BOLD - 1;

impl Glyphs {
    /// Creates an empty list with room for `count` glyphs of one letter.
    #[must_use]
    pub fn with_capacity(count: usize) -> Self {
        Self {
            texts: String::with_capacity(count),
            places: Vec::with_capacity(count),
            marks: Vec::with_capacity(count),
        }
    }

    /// Adds a glyph at the end.
    pub fn push(&mut self, glyph: &Glyph) {
        let end = glyph.text.floor_char_boundary(usize::from(TEXT_BYTES_MAX));
        self.texts.push_str(&glyph.text[..end]);
        self.places.push([glyph.x, glyph.baseline, glyph.width, glyph.size]);
        let length = u16::try_from(end).unwrap_or(0);
        let mark = |is: bool, bit: u16| if is { bit } else { 0 };
        self.marks.push(length | mark(glyph.visible, VISIBLE) | mark(glyph.bold, BOLD));
    }

    /// Returns the number of glyphs.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.marks.len()
    }

    /// True if there are no glyphs.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Returns the glyphs in drawing order.
    pub fn iter(&self) -> impl Iterator<Item = Glyph> + '_ {
        let mut start = 0;
        self.places.iter().zip(&self.marks).map(move |([x, baseline, width, size], mark)| {
            let end = start + usize::from(mark & TEXT_BYTES_MAX);
            let text = GlyphText::from(self.texts.get(start..end).unwrap_or_default());
            start = end;
            Glyph {
                text,
                x: *x,
                baseline: *baseline,
                width: *width,
                size: *size,
                visible: mark & VISIBLE != 0,
                bold: mark & BOLD != 0,
            }
        })
    }

    /// Frees the memory that is reserved for more glyphs.
    pub fn shrink_to_fit(&mut self) {
        self.texts.shrink_to_fit();
        self.places.shrink_to_fit();
        self.marks.shrink_to_fit();
    }
}

impl FromIterator<Glyph> for Glyphs {
    fn from_iter<I: IntoIterator<Item = Glyph>>(all: I) -> Self {
        let all = all.into_iter();
        let mut glyphs = Self::with_capacity(all.size_hint().0);
        all.for_each(|glyph| glyphs.push(&glyph));
        glyphs
    }
}

impl From<Vec<Glyph>> for Glyphs {
    fn from(all: Vec<Glyph>) -> Self {
        all.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_returned_as_they_were_added() {
        let glyph = |text: &str, visible, bold| Glyph {
            text: text.into(),
            x: 1.5,
            baseline: -2.0,
            width: 3.0,
            size: 9.0,
            visible,
            bold,
        };
        let all = vec![
            glyph("a", true, false),
            glyph("", false, true),
            glyph("a word of many letters, 残高", true, true),
            glyph("é", false, false),
        ];
        let glyphs = Glyphs::from(all.clone());
        assert_eq!(glyphs.iter().collect::<Vec<_>>(), all);
        assert_eq!(glyphs.len(), 4);
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_between_two_letters() {
        let text = "é".repeat(10_000);
        let glyph = Glyph {
            text: text.into(),
            x: 0.0,
            baseline: 0.0,
            width: 0.0,
            size: 1.0,
            visible: true,
            bold: false,
        };
        let read: Vec<Glyph> = Glyphs::from(vec![glyph]).iter().collect();
        assert_eq!(read[0].text.chars().count(), usize::from(TEXT_BYTES_MAX) / 2);
        assert!(read[0].visible && !read[0].bold);
    }
}

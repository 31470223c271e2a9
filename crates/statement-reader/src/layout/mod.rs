//! Lines of words from the glyphs of a page.
//!
//! Gaps and baselines separate words and lines; the space characters of the file alone never do. Every word
//! keeps its position, because joining columns by spaces would corrupt figures.

mod columns;
mod words;

pub(crate) use columns::{Column, columns};
pub(crate) use words::{in_reading_order, is_right_to_left, lines};

/// A run of glyphs without a gap between them. Lengths are in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Text of the word.
    pub text: String,
    /// Left edge.
    pub x0: f32,
    /// Right edge.
    pub x1: f32,
    /// Largest font size of its glyphs.
    pub size: f32,
}

/// Words on one baseline, from left to right. Lengths are in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Page number, from 1.
    pub page: u32,
    /// Distance of the baseline from the top of the page.
    pub baseline: f32,
    /// Largest font size on the line.
    pub size: f32,
    /// Words of the line; at least one.
    pub words: Vec<Word>,
}

impl Line {
    /// Returns the left edge.
    pub(crate) fn x0(&self) -> f32 {
        self.words.first().map_or(0.0, |word| word.x0)
    }

    /// Returns the right edge.
    pub(crate) fn x1(&self) -> f32 {
        self.words.last().map_or(0.0, |word| word.x1)
    }

    /// Returns the gap before the word at `index` in units of its font size; infinite for the first word and
    /// for an index past the last word.
    #[must_use]
    pub fn gap_before(&self, index: usize) -> f32 {
        let Some(before) = index.checked_sub(1).and_then(|previous| self.words.get(previous)) else {
            return f32::INFINITY;
        };
        self.words.get(index).map_or(f32::INFINITY, |word| (word.x0 - before.x1) / word.size.max(1.0))
    }

    /// Returns the line as one string in reading order, its words joined by a space.
    pub(crate) fn text(&self) -> String {
        let mut words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        in_reading_order(&mut words);
        words.join(" ")
    }
}

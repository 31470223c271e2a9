//! From glyphs to lines of words.
//!
//! Words and lines come from gaps and baselines, never from the file's space characters alone: joining columns
//! with a space corrupts figures, so every word keeps its place.

mod columns;
mod words;

pub(crate) use columns::columns;
pub(crate) use words::{in_reading_order, is_right_to_left, lines};

/// A run of glyphs without a gap between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// What it says.
    pub text: String,
    /// Left edge, in points.
    pub x0: f32,
    /// Right edge.
    pub x1: f32,
    /// Font size.
    pub size: f32,
}

/// Words on one baseline, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The page, counted from 1.
    pub page: u32,
    /// The baseline's distance from the top of the page.
    pub baseline: f32,
    /// The largest font size on the line.
    pub size: f32,
    /// At least one.
    pub words: Vec<Word>,
}

impl Line {
    /// Left edge.
    pub(crate) fn x0(&self) -> f32 {
        self.words.first().map_or(0.0, |word| word.x0)
    }

    /// Right edge.
    pub(crate) fn x1(&self) -> f32 {
        self.words.last().map_or(0.0, |word| word.x1)
    }

    /// The gap before a word in units of its font size; the first word has all the page before it.
    #[must_use]
    pub fn gap_before(&self, index: usize) -> f32 {
        let Some(before) = index.checked_sub(1).and_then(|previous| self.words.get(previous)) else {
            return f32::INFINITY;
        };
        self.words.get(index).map_or(f32::INFINITY, |word| (word.x0 - before.x1) / word.size.max(1.0))
    }

    /// The line as one string as it is read, words joined by one space.
    pub(crate) fn text(&self) -> String {
        let mut words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        in_reading_order(&mut words);
        words.join(" ")
    }
}

//! Lists come page by page.

/// Which part of a list is asked for. The cursor is what the page before answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// How many items at most: 1 to [`PageRequest::LIMIT_MAX`].
    pub limit: u32,
    /// Where the page before ended; `None` for the first page.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// The most items a page can have.
    pub const LIMIT_MAX: u32 = 500;
    /// How many items a page has when nothing is asked.
    pub const LIMIT_DEFAULT: u32 = 50;

    /// The first page of `limit` items; a limit out of range is brought into it.
    #[must_use]
    pub fn first(limit: u32) -> Self {
        Self { limit: limit.clamp(1, Self::LIMIT_MAX), cursor: None }
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self::first(Self::LIMIT_DEFAULT)
    }
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the page after this; `None` when this is the last.
    pub next_cursor: Option<String>,
}

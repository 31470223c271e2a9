//! Pagination of lists.

/// A request for one page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// The maximum number of items: 1 to [`PageRequest::LIMIT_MAX`].
    pub limit: u32,
    /// The [`Page::next_cursor`] of the previous page; `None` for the first page.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// The maximum number of items on a page.
    pub const LIMIT_MAX: u32 = 500;
    /// The number of items on a page if the request names none.
    pub const LIMIT_DEFAULT: u32 = 50;

    /// Requests the first page with `limit` items. A limit outside 1 to [`Self::LIMIT_MAX`] is
    /// clamped to that range.
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

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the next page; `None` if this is the last page.
    pub next_cursor: Option<String>,
}

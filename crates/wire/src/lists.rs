//! Lists and their pages.

use saldo_bookkeeping::Shown;
use saldo_domain::{AccountId, Page, PageRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{Error, Result};

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct List<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the next page; `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Converts a page of domain values.
    pub fn of<D>(page: Page<D>, map: impl FnMut(D) -> T) -> Self {
        Self { items: page.items.into_iter().map(map).collect(), next_cursor: page.next_cursor }
    }

    /// Creates a list that fits on one page.
    #[must_use]
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}

/// A list of figures, always on a single page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures<T> {
    /// The figures.
    items: Vec<T>,
    /// Always `null`: the list has a single page.
    next_cursor: Option<String>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

impl<T> Figures<T> {
    /// Converts a list of figures.
    #[must_use]
    pub fn of<D>(shown: Shown<Vec<D>>, map: impl FnMut(D) -> T) -> Self {
        Self::new(shown.figures.into_iter().map(map).collect(), shown.counted_twice)
    }

    pub(crate) fn new(items: Vec<T>, possibly_counted_twice: Vec<[AccountId; 2]>) -> Self {
        Self { items, next_cursor: None, possibly_counted_twice }
    }
}

/// `?limit=&cursor=` of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    cursor: Option<String>,
}

impl PageQuery {
    /// Returns the requested page.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the limit is not a number from 1 to [`PageRequest::LIMIT_MAX`].
    pub fn request(&self) -> Result<PageRequest> {
        let limit = match self.limit.as_deref().filter(|text| !text.is_empty()) {
            None => PageRequest::LIMIT_DEFAULT,
            Some(text) => {
                text.parse().ok().filter(|limit| (1..=PageRequest::LIMIT_MAX).contains(limit)).ok_or_else(
                    || Error::invalid(format!("limit must be a number from 1 to {}", PageRequest::LIMIT_MAX)),
                )?
            }
        };
        Ok(PageRequest { limit, cursor: self.cursor.clone().filter(|cursor| !cursor.is_empty()) })
    }
}

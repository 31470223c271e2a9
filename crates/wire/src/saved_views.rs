//! Views of pages that the user saved.

use saldo_bookkeeping::{NewSavedView, SavedViewChange};
use saldo_domain::{SavedView, SavedViewId, Timestamp, ViewPage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::one_line;
use crate::{Error, Result};

/// Maximum length of the name of a view, in characters.
const NAME_CHARACTERS_MAX: usize = 80;
/// Maximum length of the query of a view, in characters.
const QUERY_CHARACTERS_MAX: usize = 4_000;

/// A saved view.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedViewBody {
    id: SavedViewId,
    page: ViewPage,
    name: String,
    /// The query of the page's address, without the question mark.
    query: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<SavedView> for SavedViewBody {
    fn from(view: SavedView) -> Self {
        Self {
            id: view.id,
            page: view.page,
            name: view.name,
            query: view.query,
            created_at: view.created_at,
            updated_at: view.updated_at,
        }
    }
}

/// A view to save.
#[derive(Deserialize, ToSchema)]
pub struct SavedViewRequest {
    page: ViewPage,
    name: String,
    query: String,
}

impl SavedViewRequest {
    /// Returns the view.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong name, or a text that is not the query of an address.
    pub fn view(self) -> Result<NewSavedView> {
        Ok(NewSavedView { page: self.page, name: name(&self.name)?, query: query(self.query)? })
    }
}

/// Changes to a saved view. Absent fields stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SavedViewChange)]
pub struct SavedViewChangeRequest {
    name: Option<String>,
    query: Option<String>,
}

impl SavedViewChangeRequest {
    /// Returns the change.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong name, or a text that is not the query of an address.
    pub fn change(self) -> Result<SavedViewChange> {
        Ok(SavedViewChange {
            name: self.name.as_deref().map(name).transpose()?,
            query: self.query.map(query).transpose()?,
        })
    }
}

fn name(text: &str) -> Result<String> {
    one_line("name", text, NAME_CHARACTERS_MAX)
}

/// Checks the query of an address, which has only printable ASCII characters.
fn query(text: String) -> Result<String> {
    let is_query = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#');
    if text.len() > QUERY_CHARACTERS_MAX || !text.bytes().all(is_query) {
        return Err(Error::invalid(format!(
            "query must be the query of an address without its question mark, of at most \
             {QUERY_CHARACTERS_MAX} characters"
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_the_characters_of_an_address_and_a_limit() {
        let longest = "x".repeat(QUERY_CHARACTERS_MAX);
        for text in ["", "text=caf%C3%A9+bar&sort=-amount", longest.as_str()] {
            assert_eq!(query(text.to_owned()).unwrap(), text);
        }
        for text in ["?text=x", "text=a b", "text=é", "text=x#top", "a\nb", &format!("{longest}x")] {
            assert!(query(text.to_owned()).is_err(), "{text}");
        }
    }
}

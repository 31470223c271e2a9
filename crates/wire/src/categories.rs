//! Categories and tags.

use saldo_bookkeeping::CategoryChange;
use saldo_domain::{Category, CategoryId, Tag};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::fields::{PatchField, given, id_of, one_line};
use crate::{AnyId, Result};

/// Maximum length of a category's name, in characters.
const NAME_CHARACTERS_MAX: usize = 100;

/// A category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryBody {
    id: CategoryId,
    key: Option<String>,
    name: String,
    parent_id: Option<CategoryId>,
}

impl From<Category> for CategoryBody {
    fn from(category: Category) -> Self {
        Self { id: category.id, key: category.key, name: category.name, parent_id: category.parent }
    }
}

/// A new category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCategoryRequest {
    name: String,
    #[schema(value_type = Option<AnyId>)]
    parent_id: Option<String>,
}

impl NewCategoryRequest {
    /// Returns the name and the parent.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for an empty or overlong name;
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn category(&self) -> Result<(String, Option<CategoryId>)> {
        let name = one_line("name", &self.name, NAME_CHARACTERS_MAX)?;
        Ok((name, self.parent_id.as_deref().map(id_of).transpose()?))
    }
}

/// Changes to a category. Absent fields stay as they are; `parentId: null` moves the category to the top
/// level.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CategoryChange)]
pub struct CategoryChangeRequest {
    name: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<AnyId>)]
    parent_id: PatchField<String>,
}

impl CategoryChangeRequest {
    /// Returns the change.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for an empty or overlong name;
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn change(self) -> Result<CategoryChange> {
        let name = self.name.map(|name| one_line("name", &name, NAME_CHARACTERS_MAX));
        let parent = self.parent_id.into_change(|text| id_of(&text));
        Ok(CategoryChange { name: name.transpose()?, parent: parent? })
    }
}

/// `?instead=`, the category that the transactions are moved to.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CategoryDeleteQuery {
    #[param(inline, value_type = Option<AnyId>)]
    instead: Option<String>,
}

impl CategoryDeleteQuery {
    /// Returns the category that the transactions are moved to.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn instead(&self) -> Result<Option<CategoryId>> {
        given(self.instead.as_deref()).map(id_of).transpose()
    }
}

/// A tag in use.
#[derive(Serialize, ToSchema)]
pub struct TagBody {
    tag: String,
    #[serde(rename = "entries")]
    transactions: u64,
}

impl From<(Tag, u64)> for TagBody {
    fn from((tag, transactions): (Tag, u64)) -> Self {
        Self { tag: tag.to_string(), transactions }
    }
}

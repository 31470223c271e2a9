//! Lists and their pages.

use std::borrow::Cow;

use saldo_bookkeeping::Shown;
use saldo_domain::{AccountId, Page, PageRequest};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Array, ArrayBuilder, Object, ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::{Error, Result};

/// A page of a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct List<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the next page; `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Creates a list that fits on one page.
    #[must_use]
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}

/// Converts a page of domain values.
impl<D, T: From<D>> From<Page<D>> for List<T> {
    fn from(page: Page<D>) -> Self {
        Self { items: page.items.into_iter().map(T::from).collect(), next_cursor: page.next_cursor }
    }
}

/// Converts domain values that fit on one page.
impl<D, T: From<D>> From<Vec<D>> for List<T> {
    fn from(items: Vec<D>) -> Self {
        Self::whole(items.into_iter().map(T::from).collect())
    }
}

/// A list of figures, always on a single page.
#[derive(Debug, Serialize)]
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
    pub(crate) fn new(items: Vec<T>, possibly_counted_twice: Vec<[AccountId; 2]>) -> Self {
        Self { items, next_cursor: None, possibly_counted_twice }
    }
}

/// Converts figures of the bookkeeping.
impl<D, T: From<D>> From<Shown<Vec<D>>> for Figures<T> {
    fn from(shown: Shown<Vec<D>>) -> Self {
        Self::new(shown.figures.into_iter().map(T::from).collect(), shown.counted_twice)
    }
}

// The derived schemas of generic types have a name only where the type is written out.
impl<T: ToSchema> PartialSchema for List<T> {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new()
            .description(Some("A page of a list."))
            .property("items", array_of::<T>("The items."))
            .required("items")
            .property("nextCursor", cursor("The cursor of the next page; `null` on the last page."));
        object.into()
    }
}

impl<T: ToSchema> ToSchema for List<T> {
    fn name() -> Cow<'static, str> {
        format!("List_{}", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: ToSchema> PartialSchema for Figures<T> {
    fn schema() -> RefOr<Schema> {
        let about = "Pairs of accounts that may be the same one, so that their amounts may count twice.";
        let pair = ArrayBuilder::new().items(Ref::from_schema_name(AccountId::name()));
        let object = ObjectBuilder::new()
            .description(Some("A list of figures, always on a single page."))
            .property("items", array_of::<T>("The figures."))
            .required("items")
            .property("nextCursor", cursor("Always `null`: the list has a single page."))
            .property("possiblyCountedTwice", ArrayBuilder::new().items(pair).description(Some(about)))
            .required("possiblyCountedTwice");
        object.into()
    }
}

impl<T: ToSchema> ToSchema for Figures<T> {
    fn name() -> Cow<'static, str> {
        format!("Figures_{}", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        List::<T>::schemas(schemas);
        List::<AccountId>::schemas(schemas);
    }
}

/// Describes a list of values.
fn array_of<T: ToSchema>(about: &str) -> Array {
    ArrayBuilder::new().items(Ref::from_schema_name(T::name())).description(Some(about)).build()
}

/// Describes a cursor, which may be `null`.
fn cursor(about: &str) -> Object {
    let types = SchemaType::from_iter([Type::String, Type::Null]);
    ObjectBuilder::new().schema_type(types).description(Some(about)).build()
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

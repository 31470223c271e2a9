//! Parts of an `OpenAPI` 3.1 document that utoipa does not generate from annotated handlers, and the document
//! as a page.

mod complete;
mod description;
mod page;
mod schemas;
mod words;

pub use complete::complete;
pub use description::{Description, describe};
pub use page::page;

/// Maximum length of an `Idempotency-Key` in characters.
pub const KEY_CHARACTERS_MAX: usize = 255;
/// A regular expression for keys: tabs, spaces and printable ASCII. HTTP removes spaces at the ends of a
/// header.
pub const KEY_PATTERN: &str = r"^[\t -~]+$";

/// The page's stylesheet. It is a separate file because the content security policy forbids inline styles.
pub const STYLE: &str = include_str!("openapi/page.css");

/// The subject of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteSubject {
    /// No user in particular: the route is accessible without authentication.
    Public,
    /// The user, whatever books the request names.
    Person,
    /// The books that the header `Saldo-Books` names.
    Books,
}

/// A route of the API.
#[derive(Debug, Clone)]
pub struct DescribedRoute {
    /// The path, with `/auth` for the routes of better-auth's client.
    pub path: String,
    /// The method in lower case, as in the document's keys.
    pub method: String,
    /// The subject of the route.
    pub subject: RouteSubject,
    /// True for the routes of better-auth's client.
    pub is_auth: bool,
    /// True if the route accepts an `Idempotency-Key`.
    pub takes_key: bool,
}

impl DescribedRoute {
    fn is_public(&self) -> bool {
        self.subject == RouteSubject::Public
    }

    fn writes(&self) -> bool {
        !matches!(self.method.as_str(), "get" | "head")
    }
}

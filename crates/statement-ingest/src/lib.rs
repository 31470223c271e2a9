//! A file becomes checked entries.

mod layout;
pub mod page;
pub mod read;
pub mod reconcile;

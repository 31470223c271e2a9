//! A file becomes checked entries.

pub mod page;

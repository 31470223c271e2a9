//! The bytes on the wire, and what is read from clients.

mod bytes;
mod cut;
mod request;

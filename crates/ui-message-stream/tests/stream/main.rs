//! Tests of the wire format, and of parsing requests of clients.

mod bytes;
mod cut;
mod request;

//! Chats that are kept: what happens between `POST /chat` and the advisor.
//!
//! [`turn`] finds out what is to be answered and keeps it, [`pump`] writes the answer and [`keeping`] keeps it meanwhile, [`live`] lets others read
//! along, [`models`] says who answers, [`consent`] asks whether they may be told, [`attachments`] reads files that come with a
//! question, [`trace`] notes what models were sent, [`writer`] does what the person allowed.

pub mod attachments;
pub mod consent;
pub mod keeping;
pub mod live;
pub mod models;
pub mod pump;
pub mod trace;
pub mod turn;
pub mod writer;

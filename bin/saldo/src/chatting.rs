//! Stored chats: everything between `POST /chat` and the advisor.
//!
//! [`turn`] resolves a request and stores the question. [`models`] selects the model, [`consent`] asks for
//! the user's permission to send data to it, and [`attachments`] reads files that come with a question.
//! [`pump`] writes the answer, [`keeping`] stores it meanwhile, [`live`] lets clients read along, and
//! [`trace`] records the requests to the model. [`writer`] performs approved changes.

pub mod attachments;
pub mod consent;
pub mod keeping;
pub mod live;
pub mod models;
pub mod pump;
pub mod trace;
pub mod turn;
pub mod writer;

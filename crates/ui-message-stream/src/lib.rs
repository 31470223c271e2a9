#![doc = include_str!("../README.md")]

mod assemble;
mod chunk;
mod decode;
mod request;
mod wire;

pub use assemble::Assembler;
pub use chunk::{Chunk, FinishReason};
pub use decode::{Decoder, Event};
pub use request::{
    Approval, ChatRequest, DataPart, FilePart, Part, RequestError, Role, ToolPart, ToolState, Trigger,
    UiMessage,
};
pub use wire::{DONE, HEADERS, KEEP_ALIVE, encode};

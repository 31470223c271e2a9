//! Decoder for a stream of events, for clients in Rust and for tests of servers.

use serde_json::Value;

/// One event of a stream.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A chunk, as JSON. A client ignores types and keys that it does not know.
    Chunk(Value),
    /// The end of the stream.
    Done,
    /// Data that is not JSON.
    Malformed(String),
}

/// Assembles events from bytes, which may be cut anywhere. Lines may end with LF, CR or CR LF.
///
/// ```
/// use ui_message_stream::{Decoder, Event};
///
/// let mut decoder = Decoder::default();
/// assert!(decoder.push(b"data: [DO").is_empty());
/// assert_eq!(decoder.push(b"NE]\n\n"), [Event::Done]);
/// ```
#[derive(Debug, Default)]
pub struct Decoder {
    line: Vec<u8>,
    data: Option<String>,
    after_carriage_return: bool,
}

impl Decoder {
    /// Takes the next bytes and returns the events that they complete. The end of the stream completes none:
    /// an event without its empty line is dropped, as the specification of server-sent events requires.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for &byte in bytes {
            let after_carriage_return = std::mem::replace(&mut self.after_carriage_return, byte == b'\r');
            match byte {
                b'\n' if after_carriage_return => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                _ => self.line.push(byte),
            }
        }
        events
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return self.data.take().map(|data| read(&data));
        }
        let line = String::from_utf8_lossy(&line);
        let rest = line.strip_prefix("data:")?;
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(rest);
            }
            None => self.data = Some(rest.to_owned()),
        }
        None
    }
}

fn read(data: &str) -> Event {
    if data == "[DONE]" {
        return Event::Done;
    }
    serde_json::from_str(data).map_or_else(|_| Event::Malformed(data.to_owned()), Event::Chunk)
}

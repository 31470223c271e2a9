//! Strict line ends in the heads of HTTP/1 requests: every line must end in CR LF.
//!
//! RFC 9112 lets a recipient accept a lone LF as the end of a line, and the HTTP library does. A proxy in
//! front of Saldo that does not would see different requests (request smuggling), so such a head is rejected
//! with 400.

use bytes::BytesMut;

/// The result of decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoded {
    /// A head or a piece of a body was removed from the received bytes.
    Complete,
    /// More bytes are needed.
    Incomplete,
    /// The bytes are no request: the library rejects the connection itself.
    Rejected,
}

/// The decoder of requests of the HTTP library.
pub trait RequestDecoder {
    /// Removes the next head or piece of a body from the received bytes.
    fn decode(&mut self, received: &mut BytesMut) -> Decoded;

    /// True if the next bytes belong to the body of the last head.
    fn is_in_body(&self) -> bool;
}

/// Finds heads and bodies in the bytes of a connection. It uses the library's own decoder, so that both
/// always agree.
pub struct Framing<D> {
    decoder: D,
    /// Received bytes that do not form a complete head or a piece of a body yet.
    pending: BytesMut,
    /// True once the library rejects the connection itself.
    is_over: bool,
}

impl<D: RequestDecoder> Framing<D> {
    /// Begins with the first byte of a connection.
    pub fn new(decoder: D) -> Self {
        Self { decoder, pending: BytesMut::new(), is_over: false }
    }

    /// Processes the next bytes. If a head with a lone LF ends in them, the result is the index of its last
    /// byte.
    pub fn end_of_refused_head(&mut self, received: &[u8]) -> Option<usize> {
        if self.is_over {
            return None;
        }
        self.pending.extend_from_slice(received);
        loop {
            let lone = if self.decoder.is_in_body() { None } else { lone_line_feed(&self.pending) };
            let before = self.pending.len();
            match self.decoder.decode(&mut self.pending) {
                Decoded::Complete => {
                    let head = before - self.pending.len();
                    if lone.is_some_and(|lone| lone < head) {
                        self.is_over = true;
                        return (received.len() - self.pending.len()).checked_sub(1);
                    }
                }
                Decoded::Incomplete => return None,
                Decoded::Rejected => {
                    self.is_over = true;
                    return None;
                }
            }
        }
    }

    /// True if a head has begun and has not ended.
    pub fn is_in_head(&self) -> bool {
        !self.is_over && !self.pending.is_empty() && !self.decoder.is_in_body()
    }
}

/// Returns the position of the first LF that does not follow a CR.
fn lone_line_feed(bytes: &[u8]) -> Option<usize> {
    let is_lone = |index: &usize| index.checked_sub(1).and_then(|before| bytes.get(before)) != Some(&b'\r');
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index).find(is_lone)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A decoder of requests without bodies, whose lines may end in a lone LF.
    pub(crate) struct Heads;

    impl RequestDecoder for Heads {
        fn decode(&mut self, received: &mut BytesMut) -> Decoded {
            let plain: Vec<u8> = received.iter().copied().filter(|byte| *byte != b'\r').collect();
            let Some(end) = plain.windows(2).position(|end| end == b"\n\n") else {
                return Decoded::Incomplete;
            };
            let mut line_feeds = plain.iter().take(end + 2).filter(|byte| **byte == b'\n').count();
            let is_last = |byte: &u8| {
                line_feeds -= usize::from(*byte == b'\n');
                line_feeds == 0
            };
            let last = received.iter().position(is_last).unwrap();
            drop(received.split_to(last + 1));
            Decoded::Complete
        }

        fn is_in_body(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_head_with_a_lone_line_feed_is_refused_in_pieces_of_any_size() {
        let good = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";
        for (head, refused) in [(&good[..], false), (b"GET / HTTP/1.1\nhost: x\r\n\r\n", true)] {
            let bytes = [good, head].concat();
            for size in 1..=bytes.len() {
                let mut framing = Framing::new(Heads);
                let mut before = 0;
                let mut ends = Vec::new();
                for piece in bytes.chunks(size) {
                    ends.extend(framing.end_of_refused_head(piece).map(|end| before + end));
                    before += piece.len();
                }
                let expected = if refused { vec![bytes.len() - 1] } else { Vec::new() };
                assert_eq!(ends, expected, "in pieces of {size}");
                assert!(!framing.is_in_head());
            }
        }
    }
}

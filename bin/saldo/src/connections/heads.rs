//! Strict line ends in the heads of HTTP/1 requests: every line must end in CR LF.
//!
//! RFC 9112 lets a recipient accept a lone LF as the end of a line, and the HTTP library does. A proxy in
//! front of Saldo that does not would see different requests (request smuggling), so such a head is rejected
//! with 400.

use actix_http::ServiceConfig;
use actix_http::h1::{Codec, MessageType};
use actix_web::web::BytesMut;
use tokio_util::codec::Decoder as _;

/// Finds heads and bodies in the bytes of a connection. It uses the library's own decoder, so that both
/// always agree.
pub(super) struct Framing {
    codec: Codec,
    /// Received bytes that do not form a complete head or a piece of a body yet.
    pending: BytesMut,
    /// True once the library rejects the connection itself.
    is_over: bool,
}

impl Framing {
    pub(super) fn new(config: ServiceConfig) -> Self {
        Self { codec: Codec::new(config), pending: BytesMut::new(), is_over: false }
    }

    /// Processes the next bytes. If a head with a lone LF ends in them, the result is the index of its last
    /// byte.
    pub(super) fn end_of_refused_head(&mut self, received: &[u8]) -> Option<usize> {
        if self.is_over {
            return None;
        }
        self.pending.extend_from_slice(received);
        loop {
            let lone = if self.is_in_body() { None } else { lone_line_feed(&self.pending) };
            let before = self.pending.len();
            match self.codec.decode(&mut self.pending) {
                Ok(Some(_)) => {
                    let head = before - self.pending.len();
                    if lone.is_some_and(|lone| lone < head) {
                        self.is_over = true;
                        return (received.len() - self.pending.len()).checked_sub(1);
                    }
                }
                Ok(None) => return None,
                Err(_) => {
                    self.is_over = true;
                    return None;
                }
            }
        }
    }

    /// True if a head has begun and has not ended.
    pub(super) fn is_in_head(&self) -> bool {
        !self.is_over && !self.pending.is_empty() && !self.is_in_body()
    }

    fn is_in_body(&self) -> bool {
        !matches!(self.codec.message_type(), MessageType::None)
    }
}

/// Returns the position of the first LF that does not follow a CR.
fn lone_line_feed(bytes: &[u8]) -> Option<usize> {
    let is_lone = |index: &usize| index.checked_sub(1).and_then(|before| bytes.get(before)) != Some(&b'\r');
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index).find(is_lone)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes that reach the library if they arrive in pieces of this size.
    fn passed(bytes: &[u8], piece: usize, config: &ServiceConfig) -> Vec<u8> {
        let mut framing = Framing::new(config.clone());
        let mut passed = bytes.to_vec();
        for piece in passed.chunks_mut(piece) {
            if let Some(end) = framing.end_of_refused_head(piece) {
                piece[end] = 0;
            }
        }
        passed
    }

    fn assert_passes(bytes: &[u8]) {
        let config = ServiceConfig::default();
        for piece in 1..=bytes.len() {
            assert_eq!(passed(bytes, piece, &config), bytes, "in pieces of {piece}");
        }
    }

    #[actix_web::test]
    async fn heads_with_crlf_line_ends_pass_in_pieces_of_any_size() {
        assert_passes(b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /a HTTP/1.1\r\nhost: x\r\n\r\n");
    }

    #[actix_web::test]
    async fn bodies_may_contain_lone_line_feeds() {
        assert_passes(
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n\na\nGET / HTTP/1.1\r\nhost: x\r\n\r\n",
        );
        assert_passes(
            b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\n\na\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n",
        );
    }

    #[actix_web::test]
    async fn a_head_with_a_lone_line_feed_is_made_invalid() {
        let config = ServiceConfig::default();
        for head in [
            &b"GET / HTTP/1.1\nhost: x\r\n\r\n"[..],
            b"GET / HTTP/1.1\r\nhost: x\n\r\n",
            b"GET / HTTP/1.1\r\nhost: x\r\n\n",
            b"\nGET / HTTP/1.1\r\nhost: x\r\n\r\n",
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nokGET / HTTP/1.1\nhost: x\r\n\r\n",
        ] {
            let mut refused = head.to_vec();
            *refused.last_mut().unwrap() = 0;
            for piece in 1..=head.len() {
                assert_eq!(passed(head, piece, &config), refused, "in pieces of {piece}");
            }
        }
    }
}

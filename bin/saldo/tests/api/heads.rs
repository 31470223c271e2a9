//! Tests of strict line ends with the decoder of actix.

use actix_http::ServiceConfig;
use actix_http::h1::Codec;
use saldo::connections::RequestCodec;
use saldo_connections::Framing;

/// Returns the bytes that reach the library if they arrive in pieces of this size.
fn passed(bytes: &[u8], piece: usize, config: &ServiceConfig) -> Vec<u8> {
    let mut framing = Framing::new(RequestCodec(Codec::new(config.clone())));
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

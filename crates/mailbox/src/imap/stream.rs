//! The connection to a server, with a limit of the bytes that it may send.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

/// A connection with or without TLS.
#[derive(Debug)]
pub(super) enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// A connection that ends with an error when the server sends, or announces, more bytes than allowed: the
/// parser keeps an answer in memory until it is complete, and reserves memory for what is announced.
#[derive(Debug)]
pub(super) struct Metered {
    stream: Stream,
    left: u64,
    announced: Announced,
}

/// The characters at both ends of a line that are looked at.
const LINE_ENDS_BYTES: usize = 32;

/// Follows the lines and literals of answers (RFC 3501, section 4.3). A literal like `{12}` at the end of a
/// line announces 12 bytes after it.
#[derive(Debug)]
struct Announced {
    /// The beginning of the line.
    start: Vec<u8>,
    /// The end of the line so far.
    end: Vec<u8>,
    /// The bytes of a literal that are still to come.
    literal_left: u64,
}

impl Announced {
    const NONE: Self = Self { start: Vec::new(), end: Vec::new(), literal_left: 0 };

    /// Follows more bytes. False if a literal of more than `bytes_max` is announced.
    fn follow(&mut self, mut bytes: &[u8], bytes_max: u64) -> bool {
        while let Some((byte, rest)) = bytes.split_first() {
            if self.literal_left > 0 {
                let skipped = bytes.len().min(usize::try_from(self.literal_left).unwrap_or(usize::MAX));
                self.literal_left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            bytes = rest;
            if *byte != b'\n' {
                self.push(*byte);
                continue;
            }
            let literal = literal(&self.end);
            if literal.is_some_and(|length| length > bytes_max) {
                return false;
            }
            self.end.clear();
            // The line continues after the literal. In other answers, a text may end like a literal.
            match literal.filter(|_| is_fetch(&self.start)) {
                Some(length) => self.literal_left = length,
                None => self.start.clear(),
            }
        }
        true
    }

    fn push(&mut self, byte: u8) {
        if self.start.len() < LINE_ENDS_BYTES {
            self.start.push(byte);
        }
        if self.end.len() == LINE_ENDS_BYTES {
            self.end.remove(0);
        }
        self.end.push(byte);
    }
}

/// Returns the length of the literal that the end of a line announces.
fn literal(end: &[u8]) -> Option<u64> {
    let end = str::from_utf8(end.strip_suffix(b"}\r")?.rsplit(|byte| *byte == b'{').next()?).ok()?;
    let is_number = !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| end.parse().unwrap_or(u64::MAX))
}

/// True for an answer with data of a message.
fn is_fetch(start: &[u8]) -> bool {
    let mut words = start.split(|byte| *byte == b' ');
    words.next() == Some(b"*")
        && words.next().is_some_and(|number| number.iter().all(u8::is_ascii_digit))
        && words.next().is_some_and(|word| word.eq_ignore_ascii_case(b"FETCH"))
}

impl Metered {
    pub(super) const fn new(stream: Stream, bytes_max: u64) -> Self {
        Self { stream, left: bytes_max, announced: Announced::NONE }
    }

    /// Allows so many bytes from now on.
    pub(super) const fn allow(&mut self, bytes_max: u64) {
        self.left = bytes_max;
    }

    pub(super) fn into_inner(self) -> Stream {
        self.stream
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.left == 0 {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        let before = buffer.filled().len();
        let read = match &mut this.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        let new = &buffer.filled()[before..];
        if !this.announced.follow(new, this.left) {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        this.left = this.left.saturating_sub(new.len() as u64);
        read
    }
}

impl AsyncWrite for Metered {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.get_mut().stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().stream {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(context),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().stream {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follows(parts: &[&str]) -> bool {
        let mut announced = Announced::NONE;
        parts.iter().all(|part| announced.follow(part.as_bytes(), 20))
    }

    #[test]
    fn an_announced_literal_is_bounded() {
        assert!(follows(&["* 1 FETCH (BODY[] {20}\r\n01234567890123456789)\r\n"]));
        assert!(!follows(&["* 1 FETCH (BODY[] {21}\r\n"]));
        assert!(!follows(&["* 1 FETCH (BODY[] {99999999", "999999999999999999}\r", "\n"]));
        assert!(!follows(&["* 1 FETCH (A {2}\r\nab B {21}\r\n"]), "after another literal");
        assert!(!follows(&["* LIST () {21}\r\n"]));
        assert!(!follows(&["* OK {20}\r\n* 1 FETCH (A {21}\r\n"]), "a text hides no literal");
    }

    #[test]
    fn the_content_of_a_message_announces_nothing() {
        assert!(follows(&["* 1 FETCH (BODY[] {8}\r\nx {99}\r\n)\r\n"]));
        assert!(follows(&["* 1 FETCH (BODY[] {8}\r", "\nx {9", "9}\r\n)\r\n* OK {a}\r\n"]));
    }
}

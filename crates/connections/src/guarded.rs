//! The wrapper around each connection. It rejects malformed line ends in heads, and closes connections of
//! clients that send a head or receive a response too slowly.
//!
//! The HTTP library limits the time of the first head only: a later one that never ends, or a response that
//! the client never reads, would hold the connection forever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::{Framing, MinimumSpeed, RequestDecoder, WaitBudget};

/// Time limit for receiving the head of a request.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(5);

/// A connection of a client that is not trusted.
pub struct GuardedConnection<T, D> {
    connection: T,
    framing: Framing<D>,
    head: WaitBudget,
    sending: WaitBudget,
}

impl<T, D: RequestDecoder> GuardedConnection<T, D> {
    /// Wraps a connection, whose client must receive responses at least at `minimum_speed`.
    pub fn new(connection: T, decoder: D, minimum_speed: MinimumSpeed) -> Self {
        Self {
            connection,
            framing: Framing::new(decoder),
            head: WaitBudget::of(HEAD_TIME_MAX),
            sending: WaitBudget::at_speed(minimum_speed),
        }
    }

    /// Processes received bytes. A head with a lone LF is made invalid.
    fn receive(&mut self, received: &mut [u8]) {
        if let Some(end) = self.framing.end_of_refused_head(received)
            && let Some(byte) = received.get_mut(end)
        {
            // No head may contain a NUL byte: the library answers 400 and closes the connection.
            *byte = 0;
        }
        if self.framing.is_in_head() {
            self.head.moved(received.len());
        } else {
            self.head = WaitBudget::of(HEAD_TIME_MAX);
        }
    }

    /// Returns the result of a write, or an error if the client has not received anything for too long.
    fn sent(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => self.sending.moved(bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                ready!(self.sending.poll_over(context));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        written
    }
}

impl<T: AsyncRead + Unpin, D: RequestDecoder + Unpin> AsyncRead for GuardedConnection<T, D> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.connection).poll_read(context, buffer) {
            Poll::Ready(Ok(())) => {
                self.receive(buffer.filled_mut().get_mut(before..).unwrap_or_default());
                Poll::Ready(Ok(()))
            }
            // The end of the time is reported as the end of the connection.
            Poll::Pending if self.framing.is_in_head() => self.head.poll_over(context).map(Ok),
            other => other,
        }
    }
}

impl<T: AsyncWrite + Unpin, D: RequestDecoder + Unpin> AsyncWrite for GuardedConnection<T, D> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.connection).poll_write(context, bytes);
        self.sent(written, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.connection).poll_write_vectored(context, slices);
        self.sent(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
    use tokio::time::{Instant, sleep};

    use super::*;
    use crate::heads::tests::Heads;

    const WHOLE: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    const SECOND: Duration = Duration::from_secs(1);

    /// Returns a guarded connection and its client.
    fn connected(bytes_per_second_min: u64) -> (GuardedConnection<DuplexStream, Heads>, DuplexStream) {
        let (ours, client) = tokio::io::duplex(64);
        let minimum_speed = MinimumSpeed { wait_max: 10 * SECOND, bytes_per_second_min };
        (GuardedConnection::new(ours, Heads, minimum_speed), client)
    }

    async fn seconds_until(end: impl Future<Output = ()>) -> u64 {
        let begun = Instant::now();
        end.await;
        begun.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn every_head_of_a_connection_must_end_in_time() {
        let (mut ours, mut client) = connected(0);
        let mut buffer = [0; 64];
        client.write_all(WHOLE).await.unwrap();
        assert_eq!(ours.read(&mut buffer).await.unwrap(), WHOLE.len());
        // An idle connection is not limited here.
        let idle = tokio::time::timeout(60 * SECOND, ours.read(&mut buffer)).await;
        assert!(idle.is_err());
        let sending = async {
            for byte in WHOLE.iter().take(20) {
                client.write_all(&[*byte]).await.unwrap();
                sleep(SECOND).await;
            }
        };
        let receiving = async { while ours.read(&mut buffer).await.unwrap() > 0 {} };
        let ((), seconds) = tokio::join!(sending, seconds_until(receiving));
        assert_eq!(seconds, HEAD_TIME_MAX.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_must_receive_responses_at_the_minimum_rate() {
        for (bytes_per_second_min, expected) in [(1, 60), (32, 10 + 2)] {
            let (mut ours, _client) = connected(bytes_per_second_min);
            let sending = async {
                let error = ours.write_all(&[0; 1_000]).await.unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            };
            assert_eq!(seconds_until(sending).await, expected);
        }
        let (mut ours, mut client) = connected(32);
        let receiving = async {
            for _ in 0..20 {
                sleep(SECOND).await;
                client.read_exact(&mut [0; 40]).await.unwrap();
            }
        };
        let (sent, ()) = tokio::join!(ours.write_all(&[0; 800]), receiving);
        sent.unwrap();
    }
}

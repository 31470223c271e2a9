//! The protocol on standard input and output, one message per line, for an assistant on this machine.

use rmcp::service::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};

use super::Server;
use crate::Error;

/// Answers messages line by line until the input ends. A line longer than `line_bytes_max` is answered as
/// unreadable.
///
/// # Errors
/// [`Error::NotTheProtocol`] if the first message does not begin the protocol, [`Error::Task`] if the output
/// fails.
pub async fn serve(
    server: Server,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    line_bytes_max: usize,
) -> Result<(), Error> {
    let transport = AsyncRwTransport::new(input, output).with_max_line_length(line_bytes_max);
    let running = server.serve(transport).await.map_err(|error| Error::NotTheProtocol(error.into()))?;
    running.waiting().await.map_err(Error::Task)?;
    Ok(())
}

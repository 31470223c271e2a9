//! `saldo mcp`: the protocol on standard input and output, one message per line, for an assistant on this
//! machine.

use std::sync::Arc;

use anyhow::Context as _;
use rmcp::service::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use saldo_domain::{Email, PageRequest, UserId};
use saldo_storage::Storage;
use tokio::io::{AsyncRead, AsyncWrite};

use super::Server;

/// Finds the user whose data `saldo mcp` reads: the one with this address, or the only user.
///
/// # Errors
/// If there is no such user, or no address is given and there are several users or none.
pub async fn find_user(storage: &Arc<dyn Storage>, email: Option<&str>) -> anyhow::Result<UserId> {
    if let Some(email) = email {
        let address = Email::parse(email).with_context(|| format!("{email:?} is not an email address"))?;
        let found = storage.find_user_by_email(&address).await?;
        return Ok(found
            .with_context(|| {
                format!("no user has the address {email}; list the users with: saldo user list")
            })?
            .id);
    }
    let users = storage.list_users(PageRequest::first(2)).await?.items;
    match users.as_slice() {
        [only] => Ok(only.id),
        [] => anyhow::bail!("there are no users yet; sign up first"),
        _ => anyhow::bail!("there are several users; choose one with --user EMAIL"),
    }
}

/// Answers messages line by line until the input ends. A line longer than `line_bytes_max` is answered as
/// unreadable.
///
/// # Errors
/// If the first message does not begin the protocol, or the output fails.
pub async fn serve(
    server: Server,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    line_bytes_max: usize,
) -> anyhow::Result<()> {
    let transport = AsyncRwTransport::new(input, output).with_max_line_length(line_bytes_max);
    let running = server
        .serve(transport)
        .await
        .context("the assistant's first message does not follow the protocol")?;
    running.waiting().await?;
    Ok(())
}

//! `saldo mcp`: the same protocol line by line on standard input and output, for an assistant on this machine.

use std::sync::Arc;

use anyhow::Context as _;
use rmcp::service::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use saldo_domain::{Email, PageRequest, UserId};
use saldo_storage::Storage;
use tokio::io::{AsyncRead, AsyncWrite};

use super::Server;

/// Whose books `saldo mcp` reads: the person with this address, or the only one there is.
///
/// # Errors
/// When there is no such person, or nobody is named and there are several or none.
pub async fn find_person(storage: &Arc<dyn Storage>, email: Option<&str>) -> anyhow::Result<UserId> {
    if let Some(email) = email {
        let address = Email::parse(email).with_context(|| format!("{email:?} is no address"))?;
        let found = storage.find_user_by_email(&address).await?;
        return Ok(found.with_context(|| format!("there is nobody with the address {email}"))?.id);
    }
    let everybody = storage.list_users(PageRequest::first(2)).await?.items;
    match everybody.as_slice() {
        [only] => Ok(only.id),
        [] => anyhow::bail!("there is nobody yet; sign up first"),
        _ => anyhow::bail!("there are several people; say whose books with --user EMAIL"),
    }
}

/// Answers messages line by line until the input ends; a longer line than `line_bytes_max` is answered as unreadable.
///
/// # Errors
/// When what comes first is not how the protocol begins, or the output breaks.
pub async fn serve(
    server: Server,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    line_bytes_max: usize,
) -> anyhow::Result<()> {
    let transport = AsyncRwTransport::new(input, output).with_max_line_length(line_bytes_max);
    let running =
        server.serve(transport).await.context("the assistant did not begin as the protocol wants")?;
    running.waiting().await?;
    Ok(())
}

//! The notifications of this server: the adapters of their channels.

use std::sync::Arc;

use anyhow::Context;
use saldo_auth::Secret;
use saldo_auth::smtp::SmtpMailer;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::ChannelKind;
use saldo_guarded_http::GuardedClient;
use saldo_notifications::{ByMail, Notifier, Ntfy, Webhook};
use saldo_storage::Storage;

use crate::config::Config;
use crate::sealed::SealedBy;

/// The periodic work whose failures are events.
const BACKUPS: &[&str] = &[saldo_backup::schedule::BACKUP, saldo_backup::schedule::TEST];

/// Creates the notifier with the channels that the settings permit.
///
/// # Errors
/// If the mail server cannot be used, or this machine has no certificates.
pub fn notifier(
    config: &Config,
    secret: &Secret,
    storage: &Arc<dyn Storage>,
    books: &Bookkeeper,
) -> anyhow::Result<Notifier> {
    let client = GuardedClient::new(&config.notification_private_hosts)
        .context("this machine has no TLS certificates; install ca-certificates")?;
    let seal = Arc::new(SealedBy::new(secret));
    let notifier = Notifier::new(books.clone(), storage.clone(), seal, config.base_url.clone())
        .with_backups(BACKUPS)
        .with_channel(ChannelKind::Webhook, Arc::new(Webhook(client.clone())))
        .with_channel(ChannelKind::Ntfy, Arc::new(Ntfy(client)));
    let Some(server) = &config.mail else { return Ok(notifier) };
    let mailer = Arc::new(SmtpMailer::new(&server.url, &server.from)?);
    Ok(notifier.with_channel(ChannelKind::Mail, Arc::new(ByMail::new(storage.clone(), mailer))))
}

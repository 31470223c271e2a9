//! The notifications of this server: the adapters of their channels, and their periodic looks.

use std::sync::Arc;

use anyhow::Context;
use async_trait::async_trait;
use saldo_auth::smtp::SmtpMailer;
use saldo_auth::{Mail, Mailer, Secret};
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::{ChannelKind, Id, Timestamp, UserId};
use saldo_guarded_http::GuardedClient;
use saldo_notifications::{Channel, Message, Notifier, Ntfy, SendError, Target, Webhook};
use saldo_storage::{Storage, WorkerId};

use crate::app::App;
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
    let mail = ByMail { storage: storage.clone(), mailer };
    Ok(notifier.with_channel(ChannelKind::Mail, Arc::new(mail)))
}

/// Looks for events and delivers them as long as the server runs. A process that runs no jobs only serves
/// requests, and leaves both to others.
pub fn start(app: &App) {
    if app.config.jobs_parallel == 0 {
        return;
    }
    let worker = WorkerId(Id::<App>::new(app.clock.now()).to_string());
    app.tasks.spawn(app.notifier.clone().run(worker, app.clock.clone(), app.stopping.clone()));
}

/// Sends mail to the verified address of the user.
struct ByMail {
    storage: Arc<dyn Storage>,
    mailer: Arc<dyn Mailer>,
}

#[async_trait]
impl Channel for ByMail {
    fn check(&self, _: &Target) -> Result<String, SendError> {
        Ok(String::new())
    }

    async fn send(&self, user: UserId, _: &Target, message: &Message, _: Timestamp) -> Result<(), SendError> {
        let found = self.storage.find_user(user).await.map_err(|_| SendError::Mail)?;
        // Anyone could sign up with the address of another, who would then get mail.
        let user = found.filter(|user| user.email_verified).ok_or(SendError::NotVerified)?;
        let subject = format!("Saldo: {}", message.text);
        let text = format!("{}\r\n\r\n{}\r\n", message.text, message.link);
        let mail = Mail::Message { subject, text };
        self.mailer.send(&user.email, mail).await.map_err(|_| SendError::Mail)
    }
}

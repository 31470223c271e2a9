//! The SMTP adapter of the [`Mailer`] port.

use std::time::Duration;

use async_trait::async_trait;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use saldo_domain::Email;

use crate::mail::{Mail, MailError, Mailer};

/// Sends mail through an SMTP server.
///
/// ```
/// use saldo_auth::smtp::SmtpMailer;
///
/// let mailer = SmtpMailer::new("smtp://127.0.0.1:25", "Money <money@example.com>")?;
/// assert!(SmtpMailer::new("smtp://127.0.0.1:25", "money").is_err());
/// # Ok::<(), saldo_auth::smtp::SmtpError>(())
/// ```
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// An error in the settings of the SMTP server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SmtpError {
    /// The server's URL is malformed.
    #[error("invalid mail server; use smtps://USER:PASSWORD@HOST or smtp://HOST:PORT?tls=required")]
    Url(#[source] lettre::transport::smtp::Error),
    /// The sender is not a mail address.
    #[error("invalid sender; use money@example.com or Money <money@example.com>")]
    From(#[source] lettre::address::AddressError),
}

impl SmtpMailer {
    /// The timeout of one exchange with the server.
    const TIME_MAX: Duration = Duration::from_secs(20);

    /// Creates the mailer without connecting to the server.
    ///
    /// `smtps://` encrypts from the start and `smtp://…?tls=required` after `STARTTLS`. Plain `smtp://` is
    /// not encrypted; it is meant for a server on the same machine.
    ///
    /// # Errors
    /// [`SmtpError`] if the URL or the sender is not valid.
    pub fn new(url: &str, from: &str) -> Result<Self, SmtpError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(SmtpError::Url)?;
        let transport = transport.timeout(Some(Self::TIME_MAX)).build();
        Ok(Self { transport, from: from.parse().map_err(SmtpError::From)? })
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, to: &Email, mail: Mail) -> Result<(), MailError> {
        let Words { subject, text, html } = words(mail);
        let to: Mailbox = to.as_str().parse().map_err(failed)?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(subject);
        let message = match html {
            Some(html) => message.multipart(MultiPart::alternative_plain_html(text, html)),
            None => message.header(ContentType::TEXT_PLAIN).body(text),
        };
        let message = message.map_err(failed)?;
        self.transport.send(message).await.map_err(failed)?;
        Ok(())
    }
}

/// The parts of a mail.
struct Words {
    subject: String,
    text: String,
    html: Option<String>,
}

/// Returns the parts of a mail. One with a secret link is plain text, so that the link shows its target.
fn words(mail: Mail) -> Words {
    let (subject, text) = match mail {
        Mail::ResetPassword { link } => (
            "Choose a new password",
            format!(
                "Someone, probably you, requested a new password for your account.\r\n\r\n\
                 To choose one, open this link within one hour:\r\n\r\n{link}\r\n\r\n\
                 If it was not you, ignore this email; your password stays the same.\r\n"
            ),
        ),
        Mail::VerifyEmail { link } => (
            "Verify your email address",
            format!(
                "To verify that this address is yours, open this link within one hour:\r\n\r\n{link}\r\n\r\n\
                 If you did not request this, ignore this email.\r\n"
            ),
        ),
        Mail::Message { subject, text, html } => return Words { subject, text, html },
    };
    Words { subject: subject.to_owned(), text, html: None }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> MailError {
    MailError(Box::new(error))
}

//! Mail through a server that speaks SMTP.
#![expect(clippy::unwrap_used, reason = "tests")]

use saldo_auth::smtp::{SmtpError, SmtpMailer};
use saldo_auth::{Mail, Mailer};
use saldo_domain::Email;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// Receives one mail as a server does (RFC 5321) and returns the whole conversation. `refuse` rejects
/// the recipient.
async fn take_mail(socket: TcpStream, refuse: bool) -> Vec<String> {
    let (read, mut write) = socket.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut received = Vec::new();
    write.write_all(b"220 mail.example ready\r\n").await.unwrap();
    let mut in_text = false;
    while let Ok(Some(line)) = lines.next_line().await {
        let verb = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            _ if in_text && line != "." => "",
            "." => "250 taken\r\n",
            "DATA" => "354 go on\r\n",
            "RCPT" if refuse => "550 nobody of that name\r\n",
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        in_text = verb == "DATA" || (in_text && line != ".");
        received.push(line);
        write.write_all(answer.as_bytes()).await.unwrap();
    }
    received
}

fn mail() -> Mail {
    Mail::ResetPassword { link: Url::parse("http://localhost:3000/api/auth/reset-password/TOKEN").unwrap() }
}

async fn send(refuse: bool) -> (bool, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move { take_mail(listener.accept().await.unwrap().0, refuse).await });
    let mailer = SmtpMailer::new(&url, "Saldo <saldo@example.com>").unwrap();
    let sent = mailer.send(&Email::parse("ada@example.com").unwrap(), mail()).await;
    drop(mailer);
    (sent.is_ok(), server.await.unwrap())
}

#[tokio::test]
async fn a_mail_names_its_sender_its_recipient_and_its_link() {
    let (sent, received) = send(false).await;
    assert!(sent);
    let received = received.join("\n");
    assert!(received.contains("MAIL FROM:<saldo@example.com>"), "{received}");
    assert!(received.contains("RCPT TO:<ada@example.com>"), "{received}");
    assert!(received.contains("Subject: Choose a new password"), "{received}");
    assert!(received.contains("http://localhost:3000/api/auth/reset-password/TOKEN"), "{received}");
}

#[tokio::test]
async fn a_server_that_refuses_is_an_error() {
    assert!(!send(true).await.0);
}

#[test]
fn invalid_settings_are_named() {
    assert!(matches!(SmtpMailer::new("http://x", "saldo@example.com"), Err(SmtpError::Url(_))));
    assert!(matches!(SmtpMailer::new("smtp://localhost", "nonsense"), Err(SmtpError::From(_))));
}

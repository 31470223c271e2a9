//! Checks of servers that Saldo connects to.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use saldo_settings::without_password;
use url::Url;

use crate::{BankFeedApplication, Finding, Installation, Level};

/// Time limit of one connection.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Checks that the model's server can be reached. Nothing is sent to it.
pub(super) fn model(installation: &Installation<'_>) -> Finding {
    let Some(url) = installation.model_url else {
        return Finding::ok("model", "none is set; the built-in analyst answers");
    };
    reachable("model", url, "check OPENAI_BASE_URL, and that the server runs")
}

/// Checks that the mail server can be reached. No mail is sent.
pub(super) fn mail(installation: &Installation<'_>) -> Finding {
    match installation.mail_url {
        None => Finding::ok("mail", "none is set; features that send mail are off"),
        Some(url) => reachable("mail", url, "check SMTP_URL, and that the server runs"),
    }
}

/// Checks the application at Enable Banking: its key, the address to which banks send browsers back, and that
/// the server can be reached. Nothing is sent to it.
pub(super) fn feeds(installation: &Installation<'_>) -> Finding {
    const CHECK: &str = "bank feeds";
    let Some(BankFeedApplication { key, callback, provider }) = &installation.bank_feeds else {
        return Finding::ok(CHECK, "Enable Banking is off; users can connect setup tokens");
    };
    if let Err(why) = key {
        let message = format!("SALDO_ENABLE_BANKING_KEY cannot be used ({why}); correct it first");
        return Finding::problem(CHECK, message);
    }
    if callback.scheme() != "https" {
        let message = format!("banks do not send browsers back to {callback}; set BASE_URL to https://…");
        return Finding::warning(CHECK, message);
    }
    let found = reachable(CHECK, provider.as_str(), "check SALDO_ENABLE_BANKING_URL and the network");
    match found.level {
        Level::Ok => Finding::ok(CHECK, format!("{}; register {callback} there", found.message)),
        Level::Warning | Level::Problem => found,
    }
}

fn reachable(check: &'static str, url: &str, advice: &str) -> Finding {
    let shown = without_password(url);
    match connect(url) {
        Ok(()) => Finding::ok(check, format!("{shown} can be reached")),
        Err(why) => Finding::problem(check, format!("{shown} cannot be reached ({why}); {advice}")),
    }
}

fn connect(url: &str) -> Result<(), String> {
    let url = Url::parse(url).map_err(|error| error.to_string())?;
    let host = url.host_str().ok_or("it names no host")?.trim_matches(['[', ']']).to_owned();
    let port = url.port_or_known_default().unwrap_or(match url.scheme() {
        "smtps" => 465,
        _ => 587,
    });
    let addresses = (host.as_str(), port).to_socket_addrs().map_err(|error| error.to_string())?;
    let mut why = "the host has no address".to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, WAIT_MAX) {
            Ok(_) => return Ok(()),
            Err(error) => why = error.to_string(),
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_is_reachable_if_it_accepts_connections() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://user:secret@{}", listener.local_addr().unwrap());
        let found = reachable("mail", &url, "advice");
        assert_eq!(found.level, Level::Ok);
        assert!(!found.message.contains("secret"), "{}", found.message);
        drop(listener);
        let found = reachable("mail", &url, "advice");
        assert_eq!(found.level, Level::Problem);
        assert!(
            found.message.ends_with("; advice") && !found.message.contains("secret"),
            "{}",
            found.message
        );
    }
}

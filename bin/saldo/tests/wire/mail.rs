//! Test of mail from end to end: the binary hands it to an SMTP server, and each link in it works once.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use mail_parser::MessageParser;
use reqwest::redirect::Policy;
use saldo_domain::{Clock as _, DigestRhythm, SystemClock};
use serde_json::{Value, json};
use url::Url;

use crate::Server;
use crate::users::post;

/// An SMTP server (RFC 5321) that passes on recipient and text of each mail.
struct MailServer {
    address: String,
    mails: Receiver<(String, String)>,
}

impl MailServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("smtp://{}", listener.local_addr().unwrap());
        let (taken, mails) = mpsc::channel();
        std::thread::spawn(move || {
            for socket in listener.incoming() {
                let taken = taken.clone();
                std::thread::spawn(move || converse(&socket.unwrap(), &taken));
            }
        });
        Self { address, mails }
    }

    /// Waits for the next mail, checks its recipient and returns its plain text, and that of HTML if it has
    /// such a part.
    fn mail_for(&self, recipient: &str) -> (String, Option<String>) {
        let (to, source) = self.mails.recv_timeout(Duration::from_secs(30)).expect("no mail arrived");
        assert!(to.contains(&format!("<{recipient}>")), "{to}");
        let mail = MessageParser::default().parse(source.as_bytes()).unwrap();
        let html = mail.html_bodies().find(|part| part.is_text_html());
        let html = html.and_then(|part| part.text_contents()).map(str::to_owned);
        (mail.body_text(0).unwrap().into_owned(), html)
    }

    /// Waits for the next mail, checks its recipient and returns the link in it.
    fn link_for(&self, recipient: &str) -> Url {
        link_in(&self.mail_for(recipient).0)
    }

    fn is_empty(&self) -> bool {
        self.mails.try_recv().is_err()
    }
}

fn converse(socket: &TcpStream, taken: &Sender<(String, String)>) {
    let mut write = socket;
    let mut answer = |line: &str| write.write_all(format!("{line}\r\n").as_bytes()).unwrap();
    answer("220 mail.example ready");
    let (mut recipient, mut text, mut in_text) = (String::new(), String::new(), false);
    for line in BufReader::new(socket).lines() {
        let Ok(line) = line else { return };
        if in_text && line != "." {
            text.push_str(&line);
            text.push('\n');
            continue;
        }
        match line.split(' ').next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "." => {
                in_text = false;
                taken.send((recipient.clone(), std::mem::take(&mut text))).unwrap();
                answer("250 taken");
            }
            "DATA" => {
                in_text = true;
                answer("354 go on");
            }
            "RCPT" => {
                recipient.clone_from(&line);
                answer("250 fine");
            }
            "QUIT" => return answer("221 bye"),
            _ => answer("250 fine"),
        }
    }
}

fn link_in(text: &str) -> Url {
    let link = text.split_whitespace().find(|word| word.starts_with("http://"));
    Url::parse(link.expect("the mail has no link")).unwrap()
}

/// Returns the target of the link's redirect, relative to this instance, without following it.
async fn follow(server: &Server, link: &Url) -> String {
    let client = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let answer = client.get(link.clone()).send().await.unwrap();
    assert_eq!(answer.status(), 302, "{link}");
    let location = answer.headers()["location"].to_str().unwrap();
    location.strip_prefix(&server.base_url).unwrap_or(location).to_owned()
}

fn ada(password: &str) -> Value {
    json!({ "email": "ada@example.com", "password": password, "name": "Ada" })
}

async fn start() -> (MailServer, Server) {
    let mail = MailServer::start();
    let settings = [("SMTP_URL", mail.address.as_str()), ("SMTP_FROM", "Saldo <saldo@example.com>")];
    let server = Server::start_with(None, &settings);
    assert_eq!(post(&server, "sign-up/email", ada("correct horse")).await.0, 200);
    (mail, server)
}

#[tokio::test]
async fn a_password_reset_email_works_once() {
    let (mail, server) = start().await;
    let ask = async |email: &str| {
        post(&server, "request-password-reset", json!({ "email": email, "redirectTo": "/reset" })).await
    };
    let unknown = ask("nobody@example.com").await;
    assert_eq!(ask("ada@example.com").await, unknown);
    assert_eq!(unknown.0, 200);
    let link = mail.link_for("ada@example.com");
    assert!(mail.is_empty(), "an unknown address received a mail");

    let page = follow(&server, &link).await;
    let token = page.strip_prefix("/reset?token=").expect(&page).to_owned();
    let reset = async |password: &str| {
        post(&server, "reset-password", json!({ "newPassword": password, "token": token })).await
    };
    assert_eq!(reset("battery staple").await.0, 200);
    let again = reset("a third password").await;
    assert_eq!((again.0, again.1["code"].as_str()), (400, Some("INVALID_TOKEN")));
    assert_eq!(follow(&server, &link).await, "/reset?error=INVALID_TOKEN");
    assert_eq!(post(&server, "sign-in/email", ada("correct horse")).await.0, 401);
    assert_eq!(post(&server, "sign-in/email", ada("battery staple")).await.0, 200);
}

#[tokio::test]
async fn a_verification_email_works_once() {
    let (mail, server) = start().await;
    let body = json!({ "email": "ada@example.com", "callbackURL": "/settings" });
    assert_eq!(post(&server, "send-verification-email", body).await.0, 200);
    let link = mail.link_for("ada@example.com");
    assert_eq!(follow(&server, &link).await, "/settings");
    let signed_in = post(&server, "sign-in/email", ada("correct horse")).await.1;
    assert_eq!(signed_in["user"]["emailVerified"], true);
    assert!(follow(&server, &link).await.starts_with("/settings?error="));
}

#[tokio::test]
async fn a_notification_and_a_digest_are_mailed_to_a_verified_address() {
    let (mail, server) = start().await;
    let body = json!({ "email": "ada@example.com", "callbackURL": "/settings" });
    assert_eq!(post(&server, "send-verification-email", body).await.0, 200);
    follow(&server, &mail.link_for("ada@example.com")).await;
    let client = reqwest::Client::builder().build().unwrap();
    let sign_in = client.post(format!("{}/api/auth/sign-in/email", server.base_url));
    let sign_in = sign_in.header("content-type", "application/json");
    let signed_in = sign_in.body(ada("correct horse").to_string()).send().await.unwrap();
    let cookies: Vec<String> = signed_in
        .headers()
        .get_all("set-cookie")
        .iter()
        .map(|line| line.to_str().unwrap().split(';').next().unwrap().to_owned())
        .collect();
    let send = async |method: reqwest::Method, path: &str, body: Value| -> Value {
        let request = client.request(method, format!("{}/api/{path}", server.base_url));
        let request = request.header("content-type", "application/json").header("origin", &server.base_url);
        let request = request.header("cookie", cookies.join("; "));
        let answer = request.body(body.to_string()).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap());
        serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default()
    };
    let (get, new, put) = (reqwest::Method::GET, reqwest::Method::POST, reqwest::Method::PUT);
    let account = json!({ "name": "Cash", "kind": "cash", "currency": "EUR" });
    let account = send(new.clone(), "accounts", account).await["id"].clone();
    let category = send(get, "categories", Value::Null).await["items"][3]["id"].clone();
    let today = SystemClock.now().date();
    let spent = json!({ "accountId": account, "date": today, "description": "x", "amount": "-90.00",
        "categoryId": category });
    send(new.clone(), "transactions", spent).await;
    let budget = json!({ "categoryId": category, "amount": "100.00", "currency": "EUR", "rhythm": "monthly",
        "rollOver": "nothing", "start": today.format("%Y-%m").to_string() });
    send(new.clone(), "budgets", budget).await;
    send(new.clone(), "notification-channels", json!({ "kind": "mail" })).await;
    assert!(mail.is_empty(), "no kind is on yet");
    send(put.clone(), "notifications/settings", json!({ "kinds": ["budget_reached"] })).await;
    // The server delivers by itself, some seconds later.
    assert_eq!(mail.link_for("ada@example.com").path(), "/budget");
    let month = DigestRhythm::Monthly.last_before(today).unwrap();
    let spent = json!({ "accountId": account, "date": month.end(), "description": "x", "amount": "-12.34",
        "categoryId": category });
    send(new, "transactions", spent).await;
    send(put, "notifications/settings", json!({ "kinds": ["monthly_digest"] })).await;
    let (text, html) = mail.mail_for("ada@example.com");
    assert!(text.contains("12.34 EUR spent.") && text.contains("████████████████ "), "{text}");
    let html = html.expect("a digest is also a document of HTML");
    assert!(html.contains("12.34 EUR") && html.contains("width:100%"), "{html}");
    assert_eq!(link_in(&text).path(), "/reports");
}

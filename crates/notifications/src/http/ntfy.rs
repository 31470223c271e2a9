//! Messages to a topic of an ntfy server.

use async_trait::async_trait;
use reqwest::header::CONTENT_TYPE;
use saldo_domain::{Timestamp, UserId};
use saldo_guarded_http::GuardedClient;
use serde::Serialize;
use url::Url;

use super::send;
use crate::{Channel, Message, SendError, Target};

/// Publishes to topics.
pub struct Ntfy(pub GuardedClient);

/// The document that ntfy publishes. Other than its headers, it can have every letter.
#[derive(Serialize)]
struct Document<'a> {
    topic: &'a str,
    title: &'a str,
    message: &'a str,
    click: &'a str,
}

#[async_trait]
impl Channel for Ntfy {
    fn check(&self, target: &Target) -> Result<String, SendError> {
        let address = target.address.as_ref().ok_or(SendError::InvalidAddress)?;
        topic_of(address)?;
        Ok(GuardedClient::check(address)?)
    }

    async fn send(
        &self,
        _: UserId,
        target: &Target,
        message: &Message,
        _: Timestamp,
    ) -> Result<(), SendError> {
        let address = target.address.as_ref().ok_or(SendError::InvalidAddress)?;
        let (server, topic) = topic_of(address)?;
        let (text, click) = (message.plain(), message.link.as_str());
        let document = Document { topic: &topic, title: "Saldo", message: &text, click };
        let body = serde_json::to_string(&document).map_err(|_| SendError::InvalidAddress)?;
        let mut request = self.0.post(&server)?.header(CONTENT_TYPE, "application/json").body(body);
        if let Some(token) = &target.secret {
            request = request.bearer_auth(token);
        }
        send(request).await
    }
}

/// Splits an address into that of the server and the topic.
fn topic_of(address: &Url) -> Result<(Url, String), SendError> {
    let topic = address.path().trim_matches('/');
    let is_topic = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if topic.is_empty() || topic.len() > 64 || !topic.bytes().all(is_topic) {
        return Err(SendError::NoTopic);
    }
    let mut server = address.clone();
    server.set_path("/");
    server.set_query(None);
    server.set_fragment(None);
    Ok((server, topic.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_with_one_topic() {
        let parts =
            |text: &str| topic_of(&text.parse().unwrap()).map(|(url, topic)| (url.to_string(), topic));
        let expected = ("https://ntfy.sh/".to_owned(), "my-topic_1".to_owned());
        assert_eq!(parts("https://ntfy.sh/my-topic_1?priority=5"), Ok(expected));
        for text in ["https://ntfy.sh", "https://ntfy.sh/one/other", "https://ntfy.sh/%2e"] {
            assert_eq!(parts(text), Err(SendError::NoTopic), "{text}");
        }
    }
}

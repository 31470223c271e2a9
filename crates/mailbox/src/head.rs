//! The fields of a message's head that rules are compared with.

use mail_parser::{HeaderName, MessageParser};

/// The sender and the subject of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// The address of the sender, in lower case.
    pub(crate) sender: String,
    /// The subject, without control characters.
    pub(crate) subject: String,
    /// The values of the fields `Authentication-Results`, the topmost first.
    pub(crate) results: Vec<String>,
}

/// Returns the sender and the subject; `None` if the message does not have exactly one sender: a program that
/// displays another one than a rule is compared with would mislead the user.
pub(crate) fn read(fields: &[u8]) -> Option<Head> {
    let message = MessageParser::default().parse_headers(fields)?;
    if message.headers().iter().filter(|header| header.name == HeaderName::From).count() != 1 {
        return None;
    }
    let mut senders = message.from()?.iter();
    let sender = senders.next()?.address()?.trim().to_lowercase();
    if senders.next().is_some() || sender.split('@').count() != 2 {
        return None;
    }
    let is_results = |name: &str| name.trim().eq_ignore_ascii_case("Authentication-Results");
    let results = message.headers_raw().filter(|(name, _)| is_results(name));
    Some(Head {
        sender,
        subject: one_line(message.subject().unwrap_or_default()),
        results: results.map(|(_, value)| value.to_owned()).collect(),
    })
}

/// Returns a text on one line, without control characters.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_read_without_its_name() {
        let head = read(b"From: \"Your Bank, Inc.\" <News@Bank.Example>\r\nSubject: =?utf-8?q?Ausz=C3=BCge?=\r\n a\tb\r\n\r\n");
        let head = head.unwrap();
        assert_eq!((&head.sender[..], &head.subject[..]), ("news@bank.example", "Auszüge a b"));
    }

    #[test]
    fn a_message_with_an_ambiguous_sender_has_none() {
        for fields in [
            "Subject: x\r\n\r\n",
            "From: a@bank.example, b@evil.example\r\n\r\n",
            "From: a@bank.example\r\nFrom: b@evil.example\r\n\r\n",
            "From: nobody\r\n\r\n",
            "From: a@b@bank.example\r\n\r\n",
            "",
            "\0\0\0",
        ] {
            assert_eq!(read(fields.as_bytes()), None, "{fields:?}");
        }
    }

    #[test]
    fn results_are_read_from_the_top() {
        let head = read(b"authentication-results: a; spf=pass\r\nFrom: a@b.example\r\nAuthentication-Results: b;\r\n dkim=fail\r\n\r\n");
        let results = head.unwrap().results;
        assert_eq!(results.len(), 2);
        assert!(
            results[0].trim_start().starts_with("a; spf") && results[1].contains("dkim=fail"),
            "{results:?}"
        );
    }
}

//! The rules of a mailbox: which messages are read.

use saldo_domain::{MailRule, MailboxSecrets};

use crate::head::Head;

/// Returns the rules that match a message.
pub(crate) fn matching<'a>(rules: &'a [MailRule], head: &Head) -> Vec<&'a MailRule> {
    rules
        .iter()
        .filter(|rule| is_from(&rule.sender, &head.sender) && has_words(rule, &head.subject))
        .collect()
}

/// Returns the password of protected PDF files: the first one of the rules that match.
pub(crate) fn file_password<'a>(rules: &[&MailRule], secrets: &'a MailboxSecrets) -> Option<&'a str> {
    rules.iter().find_map(|rule| secrets.file_password(&rule.sender))
}

/// True for the address itself, or an address in the domain or one below it.
fn is_from(sender: &str, address: &str) -> bool {
    let Some(domain) = sender.strip_prefix('@') else { return sender == address };
    let Some((_, of_address)) = address.rsplit_once('@') else { return false };
    of_address.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// True if the subject contains all words of the rule.
fn has_words(rule: &MailRule, subject: &str) -> bool {
    let subject = subject.to_lowercase();
    rule.subject.to_lowercase().split_whitespace().all(|word| subject.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(sender: &str, subject: &str, from: &str, of: &str) -> bool {
        let rule = MailRule { sender: sender.to_owned(), subject: subject.to_owned() };
        let head = Head { sender: from.to_owned(), subject: of.to_owned(), results: Vec::new() };
        !matching(&[rule], &head).is_empty()
    }

    #[test]
    fn a_rule_names_an_address_or_a_domain_with_those_below_it() {
        assert!(matches("a@bank.example", "", "a@bank.example", "x"));
        assert!(!matches("a@bank.example", "", "ba@bank.example", "x"));
        assert!(matches("@bank.example", "", "a@bank.example", "x"));
        assert!(matches("@bank.example", "", "a@mail.bank.example", "x"));
        assert!(!matches("@bank.example", "", "a@mybank.example", "x"));
        assert!(!matches("@bank.example", "", "bank.example@evil.example", "x"));
    }

    #[test]
    fn all_words_of_a_rule_are_in_the_subject() {
        assert!(matches("@b.example", "kontoauszug MÄRZ", "a@b.example", "Ihr Kontoauszug vom 31. März"));
        assert!(!matches("@b.example", "kontoauszug april", "a@b.example", "Ihr Kontoauszug vom 31. März"));
    }

    #[test]
    fn the_password_of_the_first_rule_that_has_one_is_used() {
        let rule = |sender: &str| MailRule { sender: sender.to_owned(), subject: String::new() };
        let (any, one) = (rule("@bank.example"), rule("a@bank.example"));
        let secrets = MailboxSecrets {
            file_passwords: vec![("a@bank.example".to_owned(), "1".to_owned())],
            ..MailboxSecrets::default()
        };
        assert_eq!(file_password(&[&any, &one], &secrets), Some("1"));
        assert_eq!(file_password(&[&any], &secrets), None);
    }
}

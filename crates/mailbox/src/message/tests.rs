//! Tests of messages as banks send them, and as nobody should.

use std::fmt::Write as _;

use super::*;

const PDF: &str = "JVBERi0xLjQK";

fn names(raw: &str) -> Vec<String> {
    files(raw.as_bytes(), 20).unwrap().into_iter().map(|file| file.name).collect()
}

/// Returns a message of these parts, each with its header fields and its body.
fn mixed(parts: &[(&str, &str)]) -> String {
    let mut raw =
        "From: a@bank.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b1\"\r\n\r\n"
            .to_owned();
    for (fields, body) in parts {
        write!(raw, "--b1\r\n{fields}\r\n\r\n{body}\r\n").unwrap();
    }
    raw + "--b1--\r\n"
}

fn pdf(name: &str) -> String {
    format!(
        "Content-Type: application/pdf; name=\"{name}\"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment"
    )
}

#[test]
fn attachments_are_files_and_texts_are_not() {
    let fields = pdf("may.pdf");
    let raw = mixed(&[
        ("Content-Type: text/plain", "Your statement."),
        (&fields, PDF),
        (
            "Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline; filename=logo.png",
            "x",
        ),
        ("Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Disposition: attachment", "x"),
        ("Content-Type: text/calendar; name=a.ics\r\nContent-Disposition: attachment", "x"),
    ]);
    let found = files(raw.as_bytes(), 20).unwrap();
    assert_eq!(found, [AttachedFile { name: "may.pdf".to_owned(), content: Bytes::from("%PDF-1.4\n") }]);
}

#[test]
fn names_are_decoded_and_may_be_missing() {
    let fields = |disposition: &str| {
        format!("Content-Type: application/octet-stream\r\nContent-Disposition: {disposition}")
    };
    let (long, word, none) = (
        fields("attachment; filename*=utf-8''Kontoausz%C3%BCge.pdf"),
        fields("attachment; filename=\"=?utf-8?q?Ausz=C3=BCge.pdf?=\""),
        fields("attachment"),
    );
    let raw = mixed(&[(&long, "a"), (&word, "b"), (&none, "c"), ("Content-Type: application/pdf", "d")]);
    assert_eq!(names(&raw), ["Kontoauszüge.pdf", "Auszüge.pdf", "attachment", "attachment"]);
}

#[test]
fn a_text_file_is_read_as_it_was_sent() {
    let attachment = "Content-Disposition: attachment; filename=a.csv";
    let body = "Datum;Betrag\r\n1.5.2025;\u{e4}";
    let raw = mixed(&[(&format!("Content-Type: text/csv; charset=utf-8\r\n{attachment}"), body)]);
    assert_eq!(files(raw.as_bytes(), 1).unwrap()[0].content, body.as_bytes());
    // In Windows-1252, without a charset.
    let raw = mixed(&[(&format!("Content-Type: text/csv\r\n{attachment}"), "Datum;B@trag")]);
    let raw: Vec<u8> = raw.bytes().map(|byte| if byte == b'@' { 0xe4 } else { byte }).collect();
    let raw = [&b"From: a@bank.example\r\n"[..], raw.split_at(22).1].concat();
    assert_eq!(files(&raw, 1).unwrap()[0].content.as_ref(), b"Datum;B\xe4trag");
    let encoded =
        format!("Content-Type: text/csv\r\nContent-Transfer-Encoding: quoted-printable\r\n{attachment}");
    let raw = mixed(&[(&encoded, "Datum;B=E4trag")]);
    assert_eq!(files(raw.as_bytes(), 1).unwrap()[0].content.as_ref(), b"Datum;B\xe4trag");
}

#[test]
fn files_of_a_forwarded_message_are_read_to_a_depth() {
    let fields = pdf("may.pdf");
    let mut raw = mixed(&[(&fields, PDF)]);
    for depth in 1..=5 {
        raw = format!(
            "From: a@bank.example\r\nContent-Type: multipart/mixed; boundary=n{depth}\r\n\r\n--n{depth}\r\nContent-Type: message/rfc822\r\n\r\n{raw}\r\n--n{depth}--\r\n"
        );
        let expected: &[&str] = if depth <= NESTING_MAX { &["may.pdf"] } else { &[] };
        assert_eq!(names(&raw), expected, "{depth}");
    }
}

#[test]
fn bombs_of_parts_lines_and_nesting_are_refused() {
    let many = mixed(&vec![("X: y", "z"); BOUNDARIES_MAX + 1]);
    assert_eq!(files(many.as_bytes(), 20), Err(MessageFault::TooManyParts));
    let nested = "Content-Type: message/rfc822\r\n\r\n".repeat(100_000);
    assert_eq!(files(nested.as_bytes(), 20), Err(MessageFault::TooManyParts));
    let lines = "a:\n".repeat(LINES_MAX + 1);
    assert_eq!(files(lines.as_bytes(), 20), Err(MessageFault::TooManyParts));
    let allowed = "Content-Type: message/rfc822\r\n\r\n".repeat(TYPES_MAX);
    assert_eq!(files(allowed.as_bytes(), 20), Ok(Vec::new()), "the deepest message that is parsed");
}

#[test]
fn the_number_of_files_is_limited() {
    let fields = pdf("a.pdf");
    let raw = mixed(&[(&fields, PDF), (&fields, PDF), (&fields, PDF)]);
    assert_eq!(files(raw.as_bytes(), 2), Err(MessageFault::TooManyFiles(2)));
    assert_eq!(names(&raw).len(), 3);
}

#[test]
fn malformed_messages_have_no_files() {
    for raw in [
        "From: a\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\n",
        "From: a\r\nContent-Type: multipart/mixed\r\n\r\n--b\r\nContent-Disposition: attachment\r\n\r\n",
        "From: a\r\nContent-Type: application/pdf; name=\r\nContent-Transfer-Encoding: base64\r\n\r\n",
        "From: a\r\n\r\n",
    ] {
        assert_eq!(files(raw.as_bytes(), 20), Ok(Vec::new()), "{raw:?}");
    }
    assert_eq!(files(b"", 20), Err(MessageFault::Unreadable));
    // Whatever the bytes are, the parser returns.
    let mut raw = mixed(&[(&pdf("a.pdf"), PDF)]).into_bytes();
    for at in 0..raw.len() {
        let byte = std::mem::replace(&mut raw[at], 0xff);
        let _ = files(&raw, 20);
        raw[at] = byte;
        let _ = files(&raw[..at], 20);
    }
}

#[test]
fn a_long_subject_is_shortened() {
    assert_eq!(
        shortened("ä".repeat(SUBJECT_CHARACTERS_MAX).as_str()).chars().count(),
        SUBJECT_CHARACTERS_MAX
    );
    let short = shortened("ä".repeat(SUBJECT_CHARACTERS_MAX + 1).as_str());
    assert!(short.chars().count() == SUBJECT_CHARACTERS_MAX && short.ends_with('…'));
}

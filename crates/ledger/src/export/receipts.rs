//! Names of receipts in exports, which are safe as names of files in every file system.

use saldo_domain::{Attachment, Date, MediaType};

/// Upper limit for the characters that are kept of a user's own file name.
const NAME_CHARACTERS_MAX: usize = 60;
/// The characters at the end of an ID that make a name unique.
const ID_CHARACTERS: usize = 12;

/// Returns the name of a receipt of a transaction of this day, such as
/// `2026-01-31 rewe-4f1c2a9b8d7e.pdf`. It is the same in every format of export.
///
/// It begins with a digit and contains letters, digits, spaces, `-`, `_` and `.` only, so that it is no path,
/// no hidden file and no reserved name. Its extension is that of the file's content.
#[must_use]
pub fn receipt_name(date: Date, receipt: &Attachment) -> String {
    let extension = match receipt.media_type {
        MediaType::Pdf => "pdf",
        MediaType::Jpeg => "jpg",
        MediaType::Png => "png",
    };
    let name = receipt.file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let safe: String = stem
        .chars()
        .map(
            |character| {
                if character.is_alphanumeric() || "-_. ".contains(character) { character } else { '_' }
            },
        )
        .take(NAME_CHARACTERS_MAX)
        .collect();
    let id = receipt.id.to_string();
    let unique = &id[id.len().saturating_sub(ID_CHARACTERS)..];
    match safe.trim_matches(['.', ' ', '_', '-']) {
        "" => format!("{date} {unique}.{extension}"),
        safe => format!("{date} {safe}-{unique}.{extension}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::{AttachmentId, AttachmentText, Sha256, Timestamp};

    fn named(file_name: &str) -> String {
        let now = Timestamp::from_milliseconds(1_750_000_000_000);
        let receipt = Attachment {
            id: "0197762a-1180-7abc-8def-4f1c2a9b8d7e".parse::<AttachmentId>().unwrap(),
            transaction: None,
            file_name: file_name.to_owned(),
            media_type: MediaType::Jpeg,
            size: 1,
            sha256: Sha256::from_bytes([0; 32]),
            file_key: String::new(),
            text: String::new(),
            text_state: AttachmentText::Waiting,
            created_at: now,
        };
        receipt_name("2026-01-31".parse().unwrap(), &receipt)
    }

    #[test]
    fn a_name_is_no_path_and_has_the_extension_of_its_content() {
        for (given, expected) in [
            ("rewe.pdf", "2026-01-31 rewe-4f1c2a9b8d7e.jpg"),
            ("../../etc/passwd", "2026-01-31 passwd-4f1c2a9b8d7e.jpg"),
            ("C:\\Users\\Bon März.png", "2026-01-31 Bon März-4f1c2a9b8d7e.jpg"),
            ("=cmd|'!A0", "2026-01-31 cmd___A0-4f1c2a9b8d7e.jpg"),
            ("a\u{0}b\nc.pdf", "2026-01-31 a_b_c-4f1c2a9b8d7e.jpg"),
            ("...", "2026-01-31 4f1c2a9b8d7e.jpg"),
            ("", "2026-01-31 4f1c2a9b8d7e.jpg"),
        ] {
            assert_eq!(named(given), expected, "{given}");
        }
        assert!(named(&"ä".repeat(500)).chars().count() < 100);
    }
}

//! The files of a message. The message is by anyone, so that its parts and their nesting are bounded.

use std::borrow::Cow;

use bytes::Bytes;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{ContentType, Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

/// The number of characters of a subject that are stored.
pub const SUBJECT_CHARACTERS_MAX: usize = 150;
/// The number of lines of a message that look like a boundary. Each part is an object in memory.
const BOUNDARIES_MAX: usize = 2_000;
/// The number of content types in a message. Each could nest a message in the one before it, and the parser's
/// objects are dropped by recursion.
const TYPES_MAX: usize = 200;
/// The number of lines of a message. Each line could be a header field, which is an object in memory.
const LINES_MAX: usize = 600_000;
/// The depth of messages that are attached to messages.
const NESTING_MAX: usize = 3;
/// Types that mail programs attach on their own.
const NOT_FILES: [&str; 6] =
    ["pkcs7-signature", "x-pkcs7-signature", "pgp-signature", "pgp-encrypted", "calendar", "delivery-status"];

/// A file of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttachedFile {
    /// The name that the sender gave it.
    pub(crate) name: String,
    /// The content.
    pub(crate) content: Bytes,
}

/// The reason why the files of a message are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MessageFault {
    /// More parts or lines than any bank's message has.
    #[error("The message has too many parts or lines.")]
    TooManyParts,
    /// More files than the limit.
    #[error("The message has more than {0} files.")]
    TooManyFiles(usize),
    /// Bytes that are no message.
    #[error("The message cannot be read.")]
    Unreadable,
}

/// Returns the files of a message: all parts with a name or declared as attachments, also those of attached
/// messages, except images that its text displays.
pub(crate) fn files(raw: &[u8], files_max: usize) -> Result<Vec<AttachedFile>, MessageFault> {
    check_bounds(raw)?;
    let message = MessageParser::default().parse(raw).ok_or(MessageFault::Unreadable)?;
    let mut files = Vec::new();
    collect(&message, 0, files_max, &mut files)?;
    Ok(files)
}

/// Checks a message before it is parsed.
fn check_bounds(raw: &[u8]) -> Result<(), MessageFault> {
    let (mut lines, mut boundaries, mut types) = (0_usize, 0_usize, 0_usize);
    for line in raw.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_start();
        let is_type = line.get(..12).is_some_and(|name| name.eq_ignore_ascii_case(b"content-type"));
        types += usize::from(is_type);
        boundaries += usize::from(line.starts_with(b"--"));
        lines += 1;
    }
    let is_bounded = lines <= LINES_MAX && boundaries <= BOUNDARIES_MAX && types <= TYPES_MAX;
    if is_bounded { Ok(()) } else { Err(MessageFault::TooManyParts) }
}

fn collect(
    message: &Message<'_>,
    depth: usize,
    files_max: usize,
    files: &mut Vec<AttachedFile>,
) -> Result<(), MessageFault> {
    for part in message.attachments() {
        let content = match &part.body {
            PartType::Message(nested) if depth < NESTING_MAX => {
                collect(nested, depth + 1, files_max, files)?;
                continue;
            }
            PartType::Message(_) | PartType::Multipart(_) => continue,
            _ if !is_file(part) => continue,
            PartType::Binary(content) | PartType::InlineBinary(content) => Cow::Borrowed(content.as_ref()),
            PartType::Text(text) | PartType::Html(text) => {
                // The parser decodes a text by its charset, which is that of the mail and may be wrong. A
                // file of a bank is read as it was sent.
                let original = if depth == 0 { as_sent(message, part) } else { None };
                original.unwrap_or_else(|| Cow::Borrowed(text.as_bytes()))
            }
        };
        if content.is_empty() {
            continue;
        }
        if files.len() == files_max {
            return Err(MessageFault::TooManyFiles(files_max));
        }
        files.push(AttachedFile { name: name_of(part), content: Bytes::copy_from_slice(&content) });
    }
    Ok(())
}

/// Returns the bytes of a part without their transfer encoding.
fn as_sent<'x>(message: &'x Message<'_>, part: &MessagePart<'_>) -> Option<Cow<'x, [u8]>> {
    let (start, end) = (usize::try_from(part.offset_body).ok()?, usize::try_from(part.offset_end).ok()?);
    let raw = message.raw_message.get(start..end)?;
    match part.encoding {
        Encoding::None => Some(Cow::Borrowed(raw)),
        Encoding::Base64 => base64_decode(raw).map(Cow::Owned),
        Encoding::QuotedPrintable => quoted_printable_decode(raw).map(Cow::Owned),
    }
}

/// True for a part that the sender attached.
fn is_file(part: &MessagePart<'_>) -> bool {
    let content_type = part.content_type();
    let subtype = content_type.and_then(|known| known.subtype()).unwrap_or_default().to_ascii_lowercase();
    let is_attachment = part.content_disposition().is_some_and(ContentType::is_attachment);
    let is_image = content_type.is_some_and(|known| known.ctype().eq_ignore_ascii_case("image"));
    if NOT_FILES.contains(&&subtype[..]) || (is_image && !is_attachment && part.content_id().is_some()) {
        return false;
    }
    is_attachment || subtype == "pdf" || part.attachment_name().is_some_and(|name| !name.trim().is_empty())
}

fn name_of(part: &MessagePart<'_>) -> String {
    let name = part.attachment_name().map(str::trim).unwrap_or_default();
    if name.is_empty() { "attachment".to_owned() } else { name.to_owned() }
}

/// Returns the beginning of a subject.
pub(crate) fn shortened(subject: &str) -> String {
    if subject.chars().count() <= SUBJECT_CHARACTERS_MAX {
        return subject.to_owned();
    }
    subject.chars().take(SUBJECT_CHARACTERS_MAX - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests;

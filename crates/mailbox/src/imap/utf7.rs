//! Names of folders in commands: modified UTF-7 (RFC 3501, section 5.1.3), in quotation marks.

use base64::Engine as _;
use base64::alphabet::Alphabet;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::NO_PAD;

/// Returns a folder's name as a quoted string.
pub(super) fn quoted(name: &str) -> String {
    let escaped = encoded(name).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// Encodes the characters beyond ASCII as base64 of UTF-16, between `&` and `-`.
fn encoded(name: &str) -> String {
    let (mut text, mut units) = (String::new(), Vec::new());
    for character in name.chars() {
        if matches!(character, ' '..='~') {
            flush(&mut text, &mut units);
            text.push(character);
            if character == '&' {
                text.push('-');
            }
        } else {
            let mut buffer = [0; 2];
            for unit in character.encode_utf16(&mut buffer) {
                units.extend_from_slice(&unit.to_be_bytes());
            }
        }
    }
    flush(&mut text, &mut units);
    text
}

fn flush(text: &mut String, units: &mut Vec<u8>) {
    if units.is_empty() {
        return;
    }
    // The alphabet has a comma where that of base64 has a slash.
    let alphabet = Alphabet::new("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,");
    if let Ok(alphabet) = alphabet {
        text.push('&');
        text.push_str(&GeneralPurpose::new(&alphabet, NO_PAD).encode(&units));
        text.push('-');
    }
    units.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_as_the_standard_shows() {
        assert_eq!(encoded("~peter/mail/台北/日本語"), "~peter/mail/&U,BTFw-/&ZeVnLIqe-");
        assert_eq!(encoded("Entwürfe & mehr"), "Entw&APw-rfe &- mehr");
        assert_eq!(quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
        assert_eq!(encoded("x\r\ny"), "x&AA0ACg-y", "a line break cannot begin another command");
    }
}

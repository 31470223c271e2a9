//! Owner passwords of older files. The owner password decrypts the user password, which the file stores
//! encrypted (ISO 32000-2, 7.6.4.4, algorithm 7). Neither engine implements this.

use md5::{Digest, Md5};
use pdf_extract::{Document as Pdf, Object};
use rc4::{KeyInit, Rc4, StreamCipher};

/// Bytes that pad a password to 32 bytes (ISO 32000-2, 7.6.4.3, algorithm 2).
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e,
    0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

/// Returns the user password of the file, assuming that `owner` is its owner password. The result is
/// meaningless if the assumption is wrong; only opening the file shows it. `None` for newer files, whose
/// owner passwords both engines support.
pub(super) fn user_password(bytes: &[u8], owner: &str) -> Option<String> {
    let pdf = Pdf::load_mem(bytes).ok()?;
    let encryption = pdf.trailer.get(b"Encrypt").ok()?;
    let encryption = pdf.dereference(encryption).ok()?.1.as_dict().ok()?;
    let number = |key: &[u8]| encryption.get(key).and_then(Object::as_i64).ok();
    let (version, revision) = (number(b"V")?, number(b"R")?);
    if !(2..=4).contains(&revision) {
        return None;
    }
    let key_bytes = match (revision, version) {
        (2, _) => 5,
        (_, 4) => 16,
        _ => usize::try_from(number(b"Length").unwrap_or(40) / 8).ok()?.clamp(5, 16),
    };
    let kept: [u8; 32] = encryption.get(b"O").and_then(Object::as_str).ok()?.try_into().ok()?;
    let padded = decrypt(kept, &key(owner.as_bytes(), revision)[..key_bytes], revision)?;
    // The password ends where the padding begins.
    let end = (0..=padded.len()).find(|&end| padded[end..] == PADDING[..padded.len() - end])?;
    // Older files encode each character as one byte.
    Some(padded[..end].iter().copied().map(char::from).collect())
}

fn key(owner: &[u8], revision: i64) -> [u8; 16] {
    let padded: Vec<u8> = owner.iter().chain(&PADDING).copied().take(PADDING.len()).collect();
    let first: [u8; 16] = Md5::digest(padded).into();
    let rounds = if revision >= 3 { 50 } else { 0 };
    (0..rounds).fold(first, |hash, _| Md5::digest(hash).into())
}

fn decrypt(mut kept: [u8; 32], key: &[u8], revision: i64) -> Option<[u8; 32]> {
    let last_round = if revision >= 3 { 19 } else { 0 };
    for round in (0..=last_round).rev() {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        Rc4::new_from_slice(&key).ok()?.apply_keystream(&mut kept);
    }
    Some(kept)
}

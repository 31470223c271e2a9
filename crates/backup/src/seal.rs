//! Encryption of backups with `age`.
//!
//! Deriving a key from a passphrase is slow on purpose, so that it happens once for each run: the passphrase
//! encrypts a key pair, and that encrypts all files. The public key is as secret as the private one, so that
//! nobody without the passphrase can write a file that is accepted.

use std::io::{self, Read, Write};
use std::iter;

use age::secrecy::{ExposeSecret, SecretString};
use age::x25519::Identity;

use crate::error::{Error, Result};

/// The cost of deriving the key: 2^17 blocks of 1 KiB, which are 128 MiB of memory.
const WORK_FACTOR: u8 = 17;

/// The longest key file that is read.
const KEY_BYTES_MAX: u64 = 64 * 1024;

/// The encryption of all files of a folder.
pub(crate) enum Seal {
    /// No encryption.
    Open,
    /// Encryption with a key pair.
    Closed(Identity),
}

impl Seal {
    /// Creates a key pair, and returns it together with its form that `passphrase` encrypts.
    pub(crate) fn generate(passphrase: &str) -> io::Result<(Self, Vec<u8>)> {
        let identity = Identity::generate();
        let mut recipient = age::scrypt::Recipient::new(SecretString::from(passphrase.to_owned()));
        recipient.set_work_factor(WORK_FACTOR);
        let encryptor =
            age::Encryptor::with_recipients(iter::once(&recipient as _)).map_err(io::Error::other)?;
        let mut writer = encryptor.wrap_output(Vec::new())?;
        writer.write_all(identity.to_string().expose_secret().as_bytes())?;
        Ok((Self::Closed(identity), writer.finish()?))
    }

    /// Decrypts a key pair.
    pub(crate) fn unlock(passphrase: &str, key: &[u8]) -> Result<Self> {
        let damaged = || Error::damaged("its key cannot be read");
        let mut identity = age::scrypt::Identity::new(SecretString::from(passphrase.to_owned()));
        identity.set_max_work_factor(WORK_FACTOR);
        let decryptor = age::Decryptor::new(key).map_err(|_| damaged())?;
        let reader = decryptor.decrypt(iter::once(&identity as _)).map_err(|error| match error {
            age::DecryptError::DecryptionFailed
            | age::DecryptError::KeyDecryptionFailed
            | age::DecryptError::NoMatchingKeys => Error::WrongPassphrase,
            _ => damaged(),
        })?;
        let mut text = String::new();
        reader.take(KEY_BYTES_MAX).read_to_string(&mut text).map_err(|_| damaged())?;
        text.parse().map(Self::Closed).map_err(|_| damaged())
    }

    /// Returns a writer that encrypts. It must be [finished](SealedWriter::finish).
    pub(crate) fn writer<W: Write>(&self, output: W) -> io::Result<SealedWriter<W>> {
        match self {
            Self::Open => Ok(SealedWriter::Open(output)),
            Self::Closed(identity) => {
                let recipient = identity.to_public();
                let encryptor =
                    age::Encryptor::with_recipients(iter::once(&recipient as _)).map_err(io::Error::other)?;
                Ok(SealedWriter::Closed(Box::new(encryptor.wrap_output(output)?)))
            }
        }
    }

    /// Returns a reader that decrypts. Its end is an error if the file was cut.
    pub(crate) fn reader<R: Read + Send + 'static>(&self, input: R) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Open => Ok(Box::new(input)),
            Self::Closed(identity) => {
                let decryptor = age::Decryptor::new(input).map_err(io::Error::other)?;
                let reader = decryptor.decrypt(iter::once(identity as _)).map_err(io::Error::other)?;
                Ok(Box::new(reader))
            }
        }
    }
}

/// A writer that encrypts, or does not.
pub(crate) enum SealedWriter<W: Write> {
    Open(W),
    Closed(Box<age::stream::StreamWriter<W>>),
}

impl<W: Write> SealedWriter<W> {
    /// Writes the end, and returns the inner writer.
    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::Open(output) => Ok(output),
            Self::Closed(writer) => writer.finish(),
        }
    }
}

impl<W: Write> Write for SealedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(output) => output.write(bytes),
            Self::Closed(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(output) => output.flush(),
            Self::Closed(writer) => writer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(seal: &Seal, content: &[u8]) -> Vec<u8> {
        let mut writer = seal.writer(Vec::new()).unwrap();
        writer.write_all(content).unwrap();
        writer.finish().unwrap()
    }

    fn opened(seal: &Seal, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        seal.reader(io::Cursor::new(bytes))?.read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn only_the_passphrase_opens_the_key_and_only_the_key_opens_a_file() {
        let (seal, key) = Seal::generate("correct horse battery").unwrap();
        let bytes = sealed(&seal, b"100.00 EUR");
        assert!(!bytes.windows(6).any(|part| part == b"100.00"));
        let unlocked = Seal::unlock("correct horse battery", &key).unwrap();
        assert_eq!(opened(&unlocked, bytes.clone()).unwrap(), b"100.00 EUR");
        assert!(matches!(Seal::unlock("wrong horse battery", &key), Err(Error::WrongPassphrase)));
        let (other, _) = Seal::generate("another passphrase").unwrap();
        assert!(opened(&other, bytes).is_err());
    }

    #[test]
    fn a_changed_or_cut_file_is_an_error() {
        let (seal, _) = Seal::generate("correct horse battery").unwrap();
        let bytes = sealed(&seal, &vec![7; 200_000]);
        for place in [0, 50, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(opened(&seal, changed).is_err(), "byte {place}");
        }
        for length in [10, 100_000, bytes.len() - 1] {
            assert!(opened(&seal, bytes[..length].to_vec()).is_err(), "{length} bytes");
        }
    }
}

//! Passwords and their hashes. Hashing runs off the async threads, and the number of hashes at a time
//! is limited.

use std::fmt;
use std::sync::Arc;

use crate::ports::PasswordHash;
use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use unicode_normalization::UnicodeNormalization as _;

use crate::places::{Client, Place, Places};
use crate::{Error, PasswordConfig, Result};

/// A password of valid length: 8 to 128 UTF-16 code units, as JavaScript counts. It is hidden in `Debug`.
///
/// It is normalized to the composed form NFKC, so that the same keystrokes on another keyboard give
/// the same password.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// The minimum length, in UTF-16 code units.
    pub const LENGTH_MIN: usize = 8;
    /// The maximum length, in UTF-16 code units. It limits the work of hashing.
    pub const LENGTH_MAX: usize = 128;

    /// Checks the length.
    ///
    /// # Errors
    /// [`Error::PasswordTooShort`] or [`Error::PasswordTooLong`].
    pub fn parse(text: &str) -> Result<Self> {
        // A code unit is at most three bytes, so a very long text is rejected without counting its
        // characters.
        if text.len() > 3 * Self::LENGTH_MAX {
            return Err(Error::PasswordTooLong);
        }
        match text.encode_utf16().count() {
            length if length < Self::LENGTH_MIN => Err(Error::PasswordTooShort),
            length if length > Self::LENGTH_MAX => Err(Error::PasswordTooLong),
            _ => Ok(Self(text.nfkc().collect())),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(…)")
    }
}

/// The result of comparing a password with a hash.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The password is right.
    Right,
    /// The password is right, but its hash was made with other parameters than the current ones. This
    /// is the new hash.
    RightAndRehashed(PasswordHash),
    /// The password is wrong.
    Wrong,
}

/// Hashes passwords with Argon2id in blocking tasks. The numbers of running and of waiting hashes are
/// limited.
#[derive(Debug, Clone)]
pub(crate) struct Hasher {
    argon2: Argon2<'static>,
    running: Arc<Semaphore>,
    places: Arc<Places>,
}

impl Hasher {
    pub(crate) fn new(config: &PasswordConfig) -> Result<Self> {
        let params = Params::new(config.memory_kibibytes, config.passes, config.lanes, None)
            .map_err(|error| Error::PasswordHash(error.into()))?;
        let at_once = config.at_once.max(1);
        Ok(Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            running: Arc::new(Semaphore::new(at_once)),
            places: Places::new(at_once + config.queue_length_max, at_once),
        })
    }

    /// Hashes a password with a new salt.
    pub(crate) async fn hash(&self, client: &Client, password: Password) -> Result<PasswordHash> {
        self.compute(client, move |argon2| hash(argon2, &password)).await
    }

    /// Compares a password with a hash. Without a hash, the password is hashed anyway and is wrong, so
    /// that the time does not reveal who has signed up.
    pub(crate) async fn verify(
        &self,
        client: &Client,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<Verdict> {
        let verdict = self.compute(client, move |argon2| match hash {
            Some(hash) => verify(argon2, &password, &hash),
            None => self::hash(argon2, &password).map(|_| Verdict::Wrong),
        });
        let verdict = verdict.await?;
        if matches!(verdict, Verdict::Wrong) {
            self.places.note_failure(client);
        }
        Ok(verdict)
    }

    async fn compute<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce(&Argon2<'static>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let permits = self.wait_in_line(client).await?;
        let argon2 = self.argon2.clone();
        // The task owns its permits, so that a running hash counts even if the client disconnects.
        let task = tokio::task::spawn_blocking(move || {
            let result = work(&argon2);
            drop(permits);
            result
        });
        task.await.map_err(Error::HashTask)?
    }

    async fn wait_in_line(&self, client: &Client) -> Result<(Place, OwnedSemaphorePermit)> {
        let place = self.places.take(client)?;
        let turn = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Error::Busy)?;
        Ok((place, turn))
    }
}

fn hash(argon2: &Argon2<'_>, password: &Password) -> Result<PasswordHash> {
    let hash: phc::PasswordHash = argon2.hash_password(password.0.as_bytes()).map_err(Error::PasswordHash)?;
    Ok(PasswordHash::from_phc(hash.to_string()))
}

fn verify(argon2: &Argon2<'_>, password: &Password, stored: &PasswordHash) -> Result<Verdict> {
    let parsed =
        phc::PasswordHash::new(stored.as_phc()).map_err(|error| Error::PasswordHash(error.into()))?;
    match argon2.verify_password(password.0.as_bytes(), &parsed) {
        Ok(()) => {}
        Err(argon2::password_hash::Error::PasswordInvalid) => return Ok(Verdict::Wrong),
        Err(error) => return Err(Error::PasswordHash(error)),
    }
    let made_with = Params::try_from(&parsed).map_err(Error::PasswordHash)?;
    let today = argon2.params();
    let same = made_with.m_cost() == today.m_cost()
        && made_with.t_cost() == today.t_cost()
        && made_with.p_cost() == today.p_cost()
        && parsed.algorithm == Algorithm::Argon2id.ident();
    if same { Ok(Verdict::Right) } else { hash(argon2, password).map(Verdict::RightAndRehashed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hasher(passes: u32) -> Hasher {
        let config = PasswordConfig { memory_kibibytes: 16, passes, ..PasswordConfig::default() };
        Hasher::new(&config).unwrap()
    }

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    fn ada() -> Client {
        Client::named("ada", saldo_domain::Timestamp::from_milliseconds(0))
    }

    #[test]
    fn the_length_is_counted_as_javascript_counts() {
        assert!(matches!(Password::parse("1234567"), Err(Error::PasswordTooShort)));
        assert!(Password::parse("12345678").is_ok());
        assert!(Password::parse("😀😀😀😀").is_ok());
        assert!(Password::parse(&"a".repeat(128)).is_ok());
        assert!(matches!(Password::parse(&"a".repeat(129)), Err(Error::PasswordTooLong)));
        assert!(matches!(Password::parse(&"😀".repeat(65)), Err(Error::PasswordTooLong)));
        assert!(matches!(Password::parse(&"a".repeat(1_000_000)), Err(Error::PasswordTooLong)));
    }

    #[test]
    fn a_password_is_not_written_to_a_log() {
        assert_eq!(format!("{:?}", password("correct horse")), "Password(…)");
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_verifies_its_own_password_only() {
        let hasher = hasher(1);
        let hash = hasher.hash(&ada(), password("correct horse")).await.unwrap();
        assert!(hash.as_phc().starts_with("$argon2id$v=19$m=16,t=1,p=1$"));
        let right = hasher.verify(&ada(), password("correct horse"), Some(hash.clone())).await.unwrap();
        assert!(matches!(right, Verdict::Right));
        let wrong = hasher.verify(&ada(), password("wrong horse"), Some(hash)).await.unwrap();
        assert!(matches!(wrong, Verdict::Wrong));
        let nobody = hasher.verify(&ada(), password("correct horse"), None).await.unwrap();
        assert!(matches!(nobody, Verdict::Wrong));
    }

    #[tokio::test]
    async fn the_same_letters_composed_otherwise_are_the_same_password() {
        let hasher = hasher(1);
        let hash = hasher.hash(&ada(), password("caf\u{e9} noir")).await.unwrap();
        let verdict = hasher.verify(&ada(), password("cafe\u{301} noir"), Some(hash)).await.unwrap();
        assert!(matches!(verdict, Verdict::Right));
    }

    #[tokio::test]
    async fn a_hash_with_older_parameters_needs_rehashing() {
        let old = hasher(1).hash(&ada(), password("correct horse")).await.unwrap();
        let verdict = hasher(2).verify(&ada(), password("correct horse"), Some(old)).await.unwrap();
        let Verdict::RightAndRehashed(new) = verdict else { panic!("{verdict:?}") };
        assert!(new.as_phc().contains("t=2"));
        let verdict = hasher(2).verify(&ada(), password("correct horse"), Some(new)).await.unwrap();
        assert!(matches!(verdict, Verdict::Right));
    }

    #[tokio::test]
    async fn a_full_queue_is_busy_until_it_has_space() {
        let config =
            PasswordConfig { memory_kibibytes: 16, passes: 1, lanes: 1, at_once: 1, queue_length_max: 1 };
        let hasher = Hasher::new(&config).unwrap();
        let running = hasher.wait_in_line(&ada()).await.unwrap();
        let waiting = tokio::spawn({
            let hasher = hasher.clone();
            async move { hasher.hash(&ada(), password("correct horse")).await }
        });
        while hasher.places.held() < 2 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(hasher.hash(&ada(), password("correct horse")).await, Err(Error::Busy)));
        drop(running);
        assert!(waiting.await.unwrap().is_ok());
        assert!(hasher.hash(&ada(), password("correct horse")).await.is_ok());
    }
}

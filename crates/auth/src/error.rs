//! The errors of this crate.

/// The result of this crate's methods.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of this crate.
///
/// [`Error::Storage`] carries the cause of a database failure, and every method that uses storage can return
/// it. Most other variants are mistakes or limits that the caller reports to the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The cookies belong to no valid session.
    #[error("sign in first")]
    Unauthorized,
    /// The operation requires a session that began recently ([`crate::AuthConfig::session_fresh_for`]).
    #[error("the session is too old for this request; sign in again")]
    SessionNotFresh,
    /// The text does not have the form of an e-mail address.
    #[error("not an email address")]
    InvalidEmail,
    /// Another user has this address.
    #[error("the email address is taken; use another")]
    EmailTaken,
    /// The instance accepts no new users ([`crate::SignUp`]).
    #[error("sign-up is closed on this instance")]
    SignUpClosed,
    /// The password has fewer than [`crate::Password::LENGTH_MIN`] characters.
    #[error("the password is too short; use at least {min} characters", min = crate::Password::LENGTH_MIN)]
    PasswordTooShort,
    /// The password has more than [`crate::Password::LENGTH_MAX`] characters.
    #[error("the password is too long; use at most {max} characters", max = crate::Password::LENGTH_MAX)]
    PasswordTooLong,
    /// There is no such user, or the password is wrong. The error does not tell which, so that it does not
    /// reveal the existence of an account.
    #[error("wrong email address or password")]
    InvalidCredentials,
    /// The user is signed in, but the password is wrong.
    #[error("wrong password")]
    WrongPassword,
    /// The user signs in only through an identity provider and has no password.
    #[error("the user has no password")]
    NoPassword,
    /// The request names no field to change.
    #[error("name a field to change")]
    NothingToUpdate,
    /// The user's last sign-in method cannot be removed.
    #[error("cannot remove the last sign-in method; add another first")]
    LastCredential,
    /// The user has no sign-in method with this identifier.
    #[error("the user does not have this sign-in method")]
    CredentialNotFound,
    /// No identity provider with this name is configured.
    #[error("no identity provider with this name is configured")]
    ProviderNotFound,
    /// The identity provider did not identify the user.
    #[error("the identity provider did not identify the user")]
    Provider(#[source] crate::ProviderError),
    /// The ID token is not valid.
    #[error("the ID token is invalid")]
    InvalidIdToken(#[source] crate::ProviderError),
    /// The identity provider's answer is not sufficient for a sign-in. The text is the error code for the
    /// page, such as `email_not_verified`.
    #[error("the identity provider's answer is not sufficient: {0}")]
    SocialRefused(&'static str),
    /// The name has too many characters; the limit is 200.
    #[error("the name is too long; use at most 200 characters")]
    NameTooLong,
    /// The picture is not an `http` or `https` URL.
    #[error("a picture must be an http or https address")]
    InvalidPicture,
    /// The operation requires mail, and no mailer is configured.
    #[error("email is not configured; configure a mail server")]
    MailDisabled,
    /// The mailed token is unknown, used or expired.
    #[error("the token is unknown, used or expired")]
    InvalidToken,
    /// The address in the request is not that of the signed-in user.
    #[error("the address is not that of the signed-in user")]
    EmailMismatch,
    /// The user has already proven that the address is theirs.
    #[error("the address is verified already")]
    EmailAlreadyVerified,
    /// The request comes from an origin that is not trusted, or names an untrusted page to go to next.
    #[error("the request was rejected: {0}")]
    Origin(#[from] crate::OriginError),
    /// The second factor was rejected.
    #[error(transparent)]
    TwoStep(#[from] crate::TwoStepError),
    /// The request about an API token was rejected.
    #[error(transparent)]
    ApiToken(#[from] crate::ApiTokenError),
    /// Too many passwords wait to be hashed, or too many mails to be sent. The request can be retried
    /// after a moment.
    #[error("too many sign-ins at once; try again in a moment")]
    Busy,
    /// A stored password hash or a parameter of the hash function is not usable.
    #[error("cannot hash a password")]
    PasswordHash(#[source] argon2::password_hash::Error),
    /// The task that hashes a password ended early.
    #[error("the task that hashes a password ended early")]
    HashTask(#[source] tokio::task::JoinError),
    /// The storage failed.
    #[error("the database failed")]
    Storage(#[from] crate::StoreError),
}

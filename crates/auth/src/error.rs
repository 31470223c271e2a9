//! What can go wrong when somebody wants in.

/// The result of this crate's methods.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong when somebody wants in. A storage or mail failure carries its cause; the rest is the caller's to tell.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nobody is signed in with these cookies.
    #[error("sign in first")]
    Unauthorized,
    /// What was asked needs a session that began recently.
    #[error("the session is too old for this; sign in again")]
    SessionNotFresh,
    /// The text is not shaped like an e-mail address.
    #[error("not an e-mail address")]
    InvalidEmail,
    /// Somebody signed up with this address.
    #[error("somebody signed up with this address already")]
    EmailTaken,
    /// The instance takes no new people.
    #[error("sign-up is closed on this instance")]
    SignUpClosed,
    /// The password has too few characters.
    #[error("the password is too short")]
    PasswordTooShort,
    /// The password has too many characters.
    #[error("the password is too long")]
    PasswordTooLong,
    /// No such person, or not their password: which of the two is nobody's business.
    #[error("wrong e-mail address or password")]
    InvalidCredentials,
    /// The person is signed in, but this is not their password.
    #[error("wrong password")]
    WrongPassword,
    /// The person signs in through a provider and has no password.
    #[error("this person has no password")]
    NoPassword,
    /// There is nothing to change.
    #[error("name a field to change")]
    NothingToUpdate,
    /// The last way to sign in cannot be taken away.
    #[error("the last way to sign in must stay")]
    LastCredential,
    /// The person does not sign in this way.
    #[error("the person does not sign in this way")]
    CredentialNotFound,
    /// No identity provider of this name is configured.
    #[error("no identity provider of this name is configured")]
    ProviderNotFound,
    /// The identity provider did not say who the person is.
    #[error("the identity provider did not say who the person is")]
    Provider(#[source] crate::ProviderError),
    /// The ID token does not hold.
    #[error("the ID token does not hold")]
    InvalidIdToken(#[source] crate::ProviderError),
    /// The identity provider's word is not enough to sign anybody in; the code says why.
    #[error("the identity provider's word is not enough: {0}")]
    SocialRefused(&'static str),
    /// The name has too many characters.
    #[error("the name is too long")]
    NameTooLong,
    /// The picture is not the address of one.
    #[error("a picture must be an http or https address")]
    InvalidPicture,
    /// No mail can be sent, so this is off.
    #[error("this needs mail, and none is set up")]
    MailDisabled,
    /// The token is unknown, used or expired.
    #[error("the token is unknown, used or expired")]
    InvalidToken,
    /// The address asked about is not the signed-in person's.
    #[error("the address is not the signed-in person's")]
    EmailMismatch,
    /// The address was shown to be theirs before.
    #[error("the address is verified already")]
    EmailAlreadyVerified,
    /// The request comes from a place that is not trusted.
    #[error("the request is refused: {0}")]
    Origin(#[from] crate::OriginError),
    /// The second step of a sign-in went wrong.
    #[error(transparent)]
    TwoStep(#[from] crate::TwoStepError),
    /// Something is wrong with an API token.
    #[error(transparent)]
    ApiToken(#[from] crate::ApiTokenError),
    /// Too many passwords wait to be checked; try again in a moment.
    #[error("too many sign-ins at once; try again in a moment")]
    Busy,
    /// A stored password hash or a hash parameter is unusable.
    #[error("a password could not be hashed")]
    PasswordHash(#[source] argon2::password_hash::Error),
    /// The task that hashes a password ended early.
    #[error("the task that hashes a password ended early")]
    HashTask(#[source] tokio::task::JoinError),
    /// The database failed.
    #[error("the storage failed")]
    Storage(#[source] saldo_storage::Error),
}

impl From<saldo_storage::Error> for Error {
    fn from(error: saldo_storage::Error) -> Self {
        Self::Storage(error)
    }
}

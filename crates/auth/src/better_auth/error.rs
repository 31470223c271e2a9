//! Errors under `/auth`: better-auth's `code` and `message`, and `error` as in the rest of the API.

use std::fmt;

use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Response, json};
use crate::{ApiTokenError, Callback, Error, OriginError, SetCookie, StoreError, TwoStepError};

/// An error answer.
#[derive(Debug)]
pub struct Rejection {
    status: StatusCode,
    code: Option<&'static str>,
    message: String,
    id: Option<String>,
    headers: Vec<(HeaderName, String)>,
    cause: Option<Box<Error>>,
}

/// The body of an error answer.
#[derive(Serialize, ToSchema)]
#[schema(as = AuthErrorBody)]
pub struct ErrorBody<'error> {
    message: &'error str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
    error: &'error str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<&'error str>,
}

impl Rejection {
    /// Creates an error with this status, code and message.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code: Some(code), message: message.into(), id: None, headers: Vec::new(), cause: None }
    }

    /// Creates a 400 with a message only, for errors to which better-auth gives no code.
    pub fn words(message: impl Into<String>) -> Self {
        let status = StatusCode::BAD_REQUEST;
        Self { status, code: None, message: message.into(), id: None, headers: Vec::new(), cause: None }
    }

    /// Creates a 400 for a missing or mistyped field.
    pub fn validation(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "VALIDATION_ERROR", message)
    }

    /// Creates a 400 for a missing query parameter.
    #[must_use]
    pub fn missing_query(name: &str) -> Self {
        Self::validation(format!("[query.{name}] Invalid input: expected string, received undefined"))
    }

    /// Creates a 404 for an unknown deletion token.
    #[must_use]
    pub fn invalid_token() -> Self {
        Self::new(StatusCode::NOT_FOUND, "INVALID_TOKEN", "Invalid token")
    }

    /// Creates a 404 for an unknown route.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Not found")
    }

    /// Creates a 405. `allowed` lists the route's methods.
    #[must_use]
    pub fn method_not_allowed(allowed: String) -> Self {
        let error = Self::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", "Method not allowed");
        error.with_header(header::ALLOW, allowed)
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds `Set-Cookie` headers.
    #[must_use]
    pub fn with_cookies(mut self, cookies: &[SetCookie]) -> Self {
        self.headers.extend(cookies.iter().map(|cookie| (header::SET_COOKIE, cookie.to_string())));
        self
    }

    /// Creates a 502 for an identity provider that does not answer, and logs the cause.
    fn upstream(cause: &Error) -> Self {
        tracing::warn!(
            cause = cause as &dyn std::error::Error,
            "the identity provider does not answer; check IDP_ISSUER"
        );
        let message = "The identity provider does not answer; try again later";
        Self::new(StatusCode::BAD_GATEWAY, "PROVIDER_UNAVAILABLE", message)
    }

    /// Creates a 500 for a failure of the storage or of this crate. The server logs the cause, which
    /// [`Self::take_cause`] returns, and may answer with another error.
    fn internal(cause: Error) -> Self {
        let message = "Internal error; try again, or look up the id in the server log";
        let error = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_SERVER_ERROR", message);
        Self { cause: Some(Box::new(cause)), ..error }
    }

    /// Adds the id under which the server's log has the cause.
    #[must_use]
    pub fn with_id(mut self, id: &str) -> Self {
        self.id = Some(id.to_owned());
        self
    }

    /// Takes the cause of an internal error.
    pub fn take_cause(&mut self) -> Option<Error> {
        self.cause.take().map(|cause| *cause)
    }

    /// Replaces the answer to an internal error; the cookies that were added stay.
    #[must_use]
    pub fn replaced_by(self, other: Self) -> Self {
        let headers = other.headers.into_iter().chain(self.headers).collect();
        Self { headers, ..other }
    }

    /// Returns the status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the error as an answer.
    #[must_use]
    pub fn response(&self) -> Response {
        let Self { code, message, id, .. } = self;
        let body = ErrorBody { message, code: *code, error: message, id: id.as_deref() };
        let mut response = json(self.status, &body);
        for (name, value) in &self.headers {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().append(name.clone(), value);
            }
        }
        response
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl From<Error> for Rejection {
    fn from(error: Error) -> Self {
        let (status, code, message) = match &error {
            Error::Unauthorized | Error::Storage(StoreError::UserDeleted) => {
                (401, "UNAUTHORIZED", "Unauthorized")
            }
            Error::SessionNotFresh => (403, "SESSION_NOT_FRESH", "Session is not fresh"),
            Error::InvalidEmail => (400, "INVALID_EMAIL", "Invalid email"),
            Error::EmailTaken => {
                (422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "User already exists. Use another email.")
            }
            Error::SignUpClosed => {
                (400, "EMAIL_PASSWORD_SIGN_UP_DISABLED", "Email and password sign up is not enabled")
            }
            Error::PasswordTooShort => (400, "PASSWORD_TOO_SHORT", "Password too short"),
            Error::PasswordTooLong => (400, "PASSWORD_TOO_LONG", "Password too long"),
            Error::InvalidCredentials => (401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"),
            Error::WrongPassword => (400, "INVALID_PASSWORD", "Invalid password"),
            Error::NoPassword => (400, "CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found"),
            Error::NothingToUpdate => return Self::words("No fields to update"),
            Error::LastCredential => {
                (400, "FAILED_TO_UNLINK_LAST_ACCOUNT", "You can't unlink your last account")
            }
            Error::CredentialNotFound => (400, "ACCOUNT_NOT_FOUND", "Account not found"),
            Error::ProviderNotFound => (404, "PROVIDER_NOT_FOUND", "Provider not found"),
            Error::Provider(_) => return Self::upstream(&error),
            Error::InvalidIdToken(cause) => {
                tracing::debug!(cause = cause as &dyn std::error::Error, "an ID token was rejected");
                (401, "INVALID_TOKEN", "Invalid token")
            }
            Error::SocialRefused("email_not_found") => (401, "USER_EMAIL_NOT_FOUND", "User email not found"),
            Error::SocialRefused("email_not_verified") => (403, "EMAIL_NOT_VERIFIED", "Email not verified"),
            Error::SocialRefused(why) => (401, "OAUTH_LINK_ERROR", *why),
            Error::NameTooLong => {
                return Self::validation("[body.name] Too big: expected string to have <=200 characters");
            }
            Error::InvalidPicture => {
                return Self::validation("[body.image] Invalid URL: expected an http or https address");
            }
            Error::MailDisabled => {
                (400, "VERIFICATION_EMAIL_NOT_ENABLED", "Verification email isn't enabled")
            }
            Error::InvalidToken => (400, "INVALID_TOKEN", "Invalid token"),
            Error::EmailMismatch => (400, "EMAIL_MISMATCH", "Email mismatch"),
            Error::EmailAlreadyVerified => (400, "EMAIL_ALREADY_VERIFIED", "Email is already verified"),
            Error::Origin(refused) => return Self::from(*refused),
            Error::TwoStep(refused) if *refused != TwoStepError::Unreadable => two_step(*refused),
            Error::ApiToken(refused) => api_token(*refused),
            Error::Busy => {
                let message = "Too many sign-ins at once; try again in a few seconds";
                let busy = Self::new(StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", message);
                return busy.with_header(header::RETRY_AFTER, "2");
            }
            _ => return Self::internal(error),
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::new(status, code, message)
    }
}

/// Returns better-auth's status, code and message of a second-factor error.
const fn two_step(error: TwoStepError) -> (u16, &'static str, &'static str) {
    match error {
        TwoStepError::NotEnabled => (400, "TWO_FACTOR_NOT_ENABLED", "Two factor isn't enabled"),
        TwoStepError::NotEnrolled => (400, "TOTP_NOT_ENABLED", "TOTP not enabled"),
        TwoStepError::AlreadyEnabled => (400, "TOTP_ALREADY_ENABLED", "TOTP is already enabled"),
        TwoStepError::NoBackupCodes => (400, "BACKUP_CODES_NOT_ENABLED", "Backup codes aren't enabled"),
        TwoStepError::WrongCode => (401, "INVALID_CODE", "Invalid code"),
        TwoStepError::WrongBackupCode => (401, "INVALID_BACKUP_CODE", "Invalid backup code"),
        TwoStepError::NoChallenge => (401, "INVALID_TWO_FACTOR_COOKIE", "Invalid two factor cookie"),
        TwoStepError::TooManyAttempts => {
            (400, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "Too many attempts. Please request a new code.")
        }
        TwoStepError::Locked => (
            429,
            "ACCOUNT_TEMPORARILY_LOCKED",
            "Too many failed verification attempts. Your account is temporarily locked. Please try again later.",
        ),
        TwoStepError::Unreadable => {
            (500, "INTERNAL_SERVER_ERROR", "The stored two-factor secret cannot be decrypted")
        }
    }
}

/// Returns better-auth's status, code and message of an API token error.
const fn api_token(error: ApiTokenError) -> (u16, &'static str, &'static str) {
    match error {
        ApiTokenError::NotFound => (404, "KEY_NOT_FOUND", "API Key not found"),
        ApiTokenError::NameLength => {
            (400, "INVALID_NAME_LENGTH", "The name length is either too large or too small.")
        }
        ApiTokenError::PrefixLength => {
            (400, "INVALID_PREFIX_LENGTH", "The prefix length is either too large or too small.")
        }
        ApiTokenError::TooShort => {
            (400, "EXPIRES_IN_IS_TOO_SMALL", "The expiresIn is smaller than the predefined minimum value.")
        }
        ApiTokenError::TooLong => {
            (400, "EXPIRES_IN_IS_TOO_LARGE", "The expiresIn is larger than the predefined maximum value.")
        }
        ApiTokenError::UnknownBooks => (404, "BOOKS_NOT_FOUND", "Books not found"),
        ApiTokenError::TooMany => {
            (400, "TOO_MANY_API_KEYS", "You have too many API tokens; delete one first.")
        }
    }
}

impl From<OriginError> for Rejection {
    fn from(error: OriginError) -> Self {
        let (code, message) = match error {
            OriginError::Missing => ("MISSING_OR_NULL_ORIGIN", "Missing or null Origin"),
            OriginError::Untrusted => ("INVALID_ORIGIN", "Invalid origin"),
            OriginError::CrossSiteNavigation => (
                "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED",
                "Cross-site navigation login blocked. This request appears to be a CSRF attack.",
            ),
            OriginError::Callback(Callback::Success) => ("INVALID_CALLBACK_URL", "Invalid callbackURL"),
            OriginError::Callback(Callback::Failure) => {
                ("INVALID_ERROR_CALLBACK_URL", "Invalid errorCallbackURL")
            }
            OriginError::Callback(Callback::NewUser) => {
                ("INVALID_NEW_USER_CALLBACK_URL", "Invalid newUserCallbackURL")
            }
            OriginError::Callback(Callback::Mail) => ("INVALID_REDIRECT_URL", "Invalid redirectURL"),
        };
        Self::new(StatusCode::FORBIDDEN, code, message)
    }
}

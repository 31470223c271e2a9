#![doc = include_str!("../README.md")]

mod account;
mod api_token;
mod auth;
#[cfg(feature = "better-auth")]
pub mod better_auth;
mod cache;
mod config;
mod confirmations;
mod cookie;
mod error;
mod mail;
#[cfg(feature = "memory")]
pub mod memory;
#[cfg(feature = "oidc")]
pub mod oidc;
mod origin;
mod password;
mod places;
pub mod ports;
mod rate_limiter;
mod record;
mod recovery;
mod revocations;
mod seal;
mod second_step;
mod secret;
mod session;
#[cfg(feature = "smtp")]
pub mod smtp;
mod social;
mod token;
mod totp;
mod two_step;

pub use account::PasswordChanged;
pub use api_token::{ApiTokenError, ApiTokenRequest, CreatedApiToken, TokenChange};
pub use auth::{Auth, ClientInfo, SignUpRequest, SignedIn, StartedSession};
pub use config::{AuthConfig, PasswordConfig, SignUp, TwoStepConfig};
pub use cookie::{RequestCookies, SetCookie};
pub use error::{Error, Result};
pub use mail::{Mail, MailError, Mailer};
pub use origin::{Callback, OriginError, RequestOrigin, TrustedOrigins};
pub use password::Password;
pub use ports::{Deletion, Ports, StoreError, UserData};
pub use rate_limiter::RateLimiter;
pub use record::{SessionRecord, UserRecord};
pub use seal::Sealer;
pub use second_step::{Answer, SecondFactorVerified, SignInOutcome};
pub use secret::Secret;
pub use session::{ListedSession, Lookup, LookupOptions};
pub use social::{
    Attempt, AuthorizationOptions, AuthorizationRedirect, IdentityProvider, Profile, ProviderCallback,
    ProviderError, SocialSignIn,
};
pub use token::{SessionToken, random_secret};
pub use two_step::{Enrollment, TwoStepError};

#[doc(no_inline)]
pub use saldo_domain::{
    ApiToken, Clock, Credential, Email, ManualClock, Page, PageRequest, Scope, Session, SystemClock,
    Timestamp, TokenHash, User, UserId,
};

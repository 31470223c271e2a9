//! The bodies of the routes under `/auth` that are read field by field, in the auth library's words for what is wrong with them,
//! and answers that are put together in place: what the document says of them.

use saldo_auth::UserRecord;
use utoipa::ToSchema;

use super::AnyId;

/// Declares bodies: each field with its words.
macro_rules! bodies {
    ($($(#[$about:meta])+ $name:ident { $($(#[$words:meta])+ $field:ident: $type:ty,)* })+) => {$(
        $(#[$about])+
        #[derive(ToSchema)]
        #[schema(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$words])+ pub $field: $type,)*
        }
    )+};
}

bodies! {
    /// A new person.
    SignUpEmailRequest {
        /// What to call them.
        name: String,
        /// Their address.
        #[schema(format = Email)]
        email: String,
        /// 8 to 128 characters, each counted as browsers do: those beyond the basic plane, such as emoji, are two.
        #[schema(min_length = 4, max_length = 128)]
        password: String,
        /// The address of a picture, or a small one as a `data:` URL.
        image: Option<String>,
        /// `false` ends the session with the browser.
        remember_me: Option<bool>,
    }
    /// Who signs in.
    SignInEmailRequest {
        /// Their address.
        email: String,
        /// Their password.
        password: String,
        /// Where the page goes on to.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
        /// `false` ends the session with the browser.
        remember_me: Option<bool>,
    }
    /// The session, or that a second step is asked for.
    SignInAnswer {
        /// Whether the page is to go on to `url`.
        redirect: Option<bool>,
        /// The session's token.
        token: Option<String>,
        /// Where to.
        url: Option<String>,
        /// Who is signed in.
        #[schema(nullable = false)]
        user: Option<UserRecord>,
        /// `true` when the code of the second step is asked for: nobody is signed in yet.
        two_factor_redirect: Option<bool>,
        /// How the second step can be taken.
        two_factor_methods: Option<Vec<String>>,
    }
    /// It is done.
    Success {
        /// `true`.
        success: bool,
    }
    /// It is done.
    Done {
        /// `true`.
        status: bool,
    }
    /// Which identity provider, and where to go afterwards.
    SignInSocialRequest {
        /// The provider's id, as `/auth/providers` names it.
        provider: String,
        /// Where to go signed in.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
        /// Where to go as somebody new.
        #[schema(rename = "newUserCallbackURL")]
        new_user_callback: Option<String>,
        /// Where to go when it failed.
        #[schema(rename = "errorCallbackURL")]
        error_callback: Option<String>,
        /// `true`: the page goes there by itself.
        disable_redirect: Option<bool>,
        /// What the page got from the provider itself.
        id_token: Option<IdTokenRequest>,
        /// What else to ask the provider for.
        scopes: Option<Vec<String>>,
        /// Who is expected to sign in.
        login_hint: Option<String>,
    }
    /// An ID token, and what it was asked for with.
    IdTokenRequest {
        /// The token.
        token: String,
        /// The nonce that it was asked for with.
        nonce: Option<String>,
    }
    /// Where the identity provider asks; for an ID token, who is signed in, or that a second step is asked for.
    SocialAnswer {
        /// The provider's address.
        url: Option<String>,
        /// Whether the page is to go there at once.
        redirect: Option<bool>,
        /// The session's token.
        token: Option<String>,
        /// Who is signed in.
        #[schema(nullable = false)]
        user: Option<UserRecord>,
        /// `true` when the code of the second step is asked for: nobody is signed in yet.
        two_factor_redirect: Option<bool>,
        /// Which second steps are there.
        two_factor_methods: Option<Vec<String>>,
    }
    /// One of the ways in which the person signs in.
    AccountRequest {
        /// Its id, as `/auth/list-accounts` names it.
        account_id: String,
    }
    /// A provider's access token.
    AccessToken {
        /// Empty: none is kept.
        access_token: String,
        /// What the provider granted.
        scopes: Vec<String>,
    }
    /// Where the identity provider asks.
    SendOff {
        /// Its address.
        url: String,
        /// Whether the page is to go there at once.
        redirect: bool,
    }
    /// One of the person's sessions.
    TokenRequest {
        /// Its token or its handle.
        token: String,
    }
    /// What changes of the person.
    UpdateUserRequest {
        /// Their name.
        #[schema(nullable = false)]
        name: Option<String>,
        /// Their picture; `null` takes it away.
        image: Option<String>,
    }
    /// The password and another in its place.
    ChangePasswordRequest {
        /// 8 to 128 characters, each counted as browsers do: those beyond the basic plane, such as emoji, are two.
        #[schema(min_length = 4, max_length = 128)]
        new_password: String,
        /// The password that it takes the place of.
        current_password: String,
        /// Whether to end all other sessions.
        revoke_other_sessions: Option<bool>,
    }
    /// Another address, which nobody is given.
    ChangeEmailRequest {
        /// The address.
        #[schema(format = Email)]
        new_email: String,
    }
    /// The person's password.
    PasswordRequest {
        /// The password.
        password: String,
    }
    /// That it is really the person who asks.
    DeleteUserRequest {
        /// Their password; not asked for in a session of less than a day.
        password: Option<String>,
    }
    /// The person is gone.
    Deleted {
        /// `true`.
        success: bool,
        /// `User deleted`.
        message: String,
    }
    /// A way to sign in.
    UnlinkAccountRequest {
        /// Its id, as `/auth/list-accounts` has it.
        account_id: String,
    }
    /// Who forgot their password.
    PasswordResetRequest {
        /// Their address.
        #[schema(format = Email)]
        email: String,
        /// The page that asks for the new password.
        redirect_to: Option<String>,
    }
    /// A mail was sent, if anybody has that address.
    MailedBody {
        /// `true`.
        status: bool,
        /// The same for every address.
        message: String,
    }
    /// A new password for a mailed token.
    NewPasswordRequest {
        /// 8 to 128 characters, each counted as browsers do: those beyond the basic plane, such as emoji, are two.
        #[schema(min_length = 4, max_length = 128)]
        new_password: String,
        /// The mailed token; it may be in the query instead.
        token: Option<String>,
    }
    /// Whose address is to be shown to be theirs.
    VerificationEmailRequest {
        /// The address.
        #[schema(format = Email)]
        email: String,
        /// Where the mailed link goes on to.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
    }
    /// The address is verified.
    VerifiedEmail {
        /// `true`.
        status: bool,
        /// `null`.
        user: Option<UserRecord>,
    }
    /// Begins to switch two-step sign-in on.
    EnableTwoFactorRequest {
        /// The person's password.
        password: String,
        /// `totp`.
        method: Option<String>,
        /// What an authenticator app calls this server.
        issuer: Option<String>,
    }
    /// What an authenticator app reads, and backup codes.
    Enrolment {
        /// `totp`.
        method: String,
        /// The `otpauth:` address.
        #[schema(rename = "totpURI")]
        uri: String,
        /// Each is good once.
        backup_codes: Vec<String>,
    }
    /// What an authenticator app reads.
    TotpUri {
        /// The `otpauth:` address.
        #[schema(rename = "totpURI")]
        uri: String,
    }
    /// New backup codes.
    BackupCodes {
        /// `true`.
        status: bool,
        /// Each is good once.
        backup_codes: Vec<String>,
    }
    /// A code of the second step.
    CodeRequest {
        /// The code.
        code: String,
        /// Whether this browser is not asked again for a month.
        trust_device: Option<bool>,
        /// Of a backup code: whether to begin no session.
        disable_session: Option<bool>,
    }
    /// What an API token may do.
    PermissionsRequest {
        /// `read`, or `read` and `write`.
        api: Vec<PermissionName>,
    }
    /// An API token to be made.
    CreateApiKeyRequest {
        /// What the person calls it.
        #[schema(nullable = false)]
        name: Option<String>,
        /// Seconds until it ends; `null` for never.
        expires_in: Option<f64>,
        /// What its text begins with.
        #[schema(nullable = false)]
        prefix: Option<String>,
        /// What it may do: to read, when nothing is said.
        #[schema(nullable = false)]
        permissions: Option<PermissionsRequest>,
    }
    /// What changes of an API token.
    UpdateApiKeyRequest {
        /// Which one.
        key_id: AnyId,
        /// What the person calls it.
        #[schema(nullable = false)]
        name: Option<String>,
        /// Whether it is good.
        #[schema(nullable = false)]
        enabled: Option<bool>,
        /// Seconds until it ends; `null` for never.
        expires_in: Option<f64>,
    }
    /// An API token to be deleted.
    DeleteApiKeyRequest {
        /// Which one.
        key_id: AnyId,
    }
    /// The routes are there.
    OkBody {
        /// `true`.
        ok: bool,
    }
}

/// What an API token may do.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum PermissionName {
    /// Read.
    Read,
    /// Write.
    Write,
}

/// Which way a list is sorted.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum SortDirection {
    /// The least first.
    Asc,
    /// The greatest first.
    Desc,
}

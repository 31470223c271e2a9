//! Schemas of bodies under `/auth` that have no struct of their own.
//!
//! The handlers read these request bodies field by field, to report faults in better-auth's words, and build
//! these answers with `json!`. The types here exist for the document only.

use saldo_domain::Id;
use utoipa::ToSchema;

use crate::UserRecord;

/// An id of any record: the document does not distinguish the kinds of id.
pub(super) type AnyId = Id<()>;

/// Declares schemas of bodies. Each field has a doc comment, which becomes its description.
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
    /// Sign-up details.
    SignUpEmailRequest {
        /// The user's display name.
        name: String,
        /// The user's email address.
        #[schema(format = Email)]
        email: String,
        /// 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two.
        // A JSON schema counts code points: four emoji are eight UTF-16 code units.
        #[schema(min_length = 4, max_length = 128)]
        password: String,
        /// The address of a picture, or a small picture as a `data:` URL.
        image: Option<String>,
        /// If `false`, the session ends when the browser closes.
        remember_me: Option<bool>,
    }
    /// Sign-in details.
    SignInEmailRequest {
        /// The user's email address.
        email: String,
        /// The user's password.
        password: String,
        /// The page to go to after the sign-in.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
        /// If `false`, the session ends when the browser closes.
        remember_me: Option<bool>,
    }
    /// The session, or a request for the second factor.
    SignInAnswer {
        /// True if the page is to go to `url`.
        redirect: Option<bool>,
        /// The session's token.
        token: Option<String>,
        /// The page to go to.
        url: Option<String>,
        /// The signed-in user.
        #[schema(nullable = false)]
        user: Option<UserRecord>,
        /// True if a second-factor code is required. There is no session yet.
        two_factor_redirect: Option<bool>,
        /// The available second factors.
        two_factor_methods: Option<Vec<String>>,
    }
    /// Success.
    Success {
        /// Always `true`.
        success: bool,
    }
    /// Success.
    Done {
        /// Always `true`.
        status: bool,
    }
    /// An identity provider, and the pages to go to afterwards.
    SignInSocialRequest {
        /// The provider's id, as listed by `/auth/providers`.
        provider: String,
        /// The page to go to after the sign-in.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
        /// The page to go to after the first sign-in of a new user.
        #[schema(rename = "newUserCallbackURL")]
        new_user_callback: Option<String>,
        /// The page to go to after a failure.
        #[schema(rename = "errorCallbackURL")]
        error_callback: Option<String>,
        /// If `true`, the answer has `redirect: false` and no `Location`: the page navigates itself.
        disable_redirect: Option<bool>,
        /// An ID token that the page received from the provider directly.
        id_token: Option<IdTokenRequest>,
        /// Additional scopes to request.
        scopes: Option<Vec<String>>,
        /// The address of the user who is expected to sign in.
        login_hint: Option<String>,
    }
    /// An ID token and its nonce.
    IdTokenRequest {
        /// The token.
        token: String,
        /// The nonce with which the token was requested.
        nonce: Option<String>,
    }
    /// The provider's authorization page. For an ID token: the session, or a request for the second factor.
    SocialAnswer {
        /// The address of the provider's authorization page.
        url: Option<String>,
        /// True if the page is to go to `url` at once.
        redirect: Option<bool>,
        /// The session's token.
        token: Option<String>,
        /// The signed-in user.
        #[schema(nullable = false)]
        user: Option<UserRecord>,
        /// True if a second-factor code is required. There is no session yet.
        two_factor_redirect: Option<bool>,
        /// The available second factors.
        two_factor_methods: Option<Vec<String>>,
    }
    /// One of the user's sign-in methods.
    AccountRequest {
        /// The id, as listed by `/auth/list-accounts`.
        account_id: String,
    }
    /// A provider's access token.
    AccessToken {
        /// Always empty: Saldo does not store provider tokens.
        access_token: String,
        /// The scopes that the provider granted.
        scopes: Vec<String>,
    }
    /// The provider's authorization page.
    SendOff {
        /// The address of the page.
        url: String,
        /// True if the page is to go there at once.
        redirect: bool,
    }
    /// One of the user's sessions.
    TokenRequest {
        /// The session's token, or its handle from `/auth/list-sessions`.
        token: String,
    }
    /// Changes to the user's profile. Absent fields stay as they are.
    UpdateUserRequest {
        /// The display name.
        #[schema(nullable = false)]
        name: Option<String>,
        /// The picture; `null` removes it.
        image: Option<String>,
    }
    /// The current and the new password.
    ChangePasswordRequest {
        /// 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two.
        #[schema(min_length = 4, max_length = 128)]
        new_password: String,
        /// The current password.
        current_password: String,
        /// If `true`, all other sessions end.
        revoke_other_sessions: Option<bool>,
    }
    /// Another email address. This server never changes an address.
    ChangeEmailRequest {
        /// The new address.
        #[schema(format = Email)]
        new_email: String,
    }
    /// The user's password, as a confirmation.
    PasswordRequest {
        /// The password.
        password: String,
    }
    /// A confirmation that the user wants to be deleted.
    DeleteUserRequest {
        /// The user's password. Not required in a session that began less than a day ago.
        password: Option<String>,
    }
    /// The user is deleted.
    Deleted {
        /// Always `true`.
        success: bool,
        /// Always `User deleted`.
        message: String,
    }
    /// One of the user's sign-in methods.
    UnlinkAccountRequest {
        /// The id, as listed by `/auth/list-accounts`.
        account_id: String,
    }
    /// A request for a password-reset mail.
    PasswordResetRequest {
        /// The user's email address.
        #[schema(format = Email)]
        email: String,
        /// The page that asks for the new password.
        redirect_to: Option<String>,
    }
    /// A mail was sent, if the address belongs to a user.
    MailedBody {
        /// Always `true`.
        status: bool,
        /// A message that is the same for every address.
        message: String,
    }
    /// A new password and the mailed token.
    NewPasswordRequest {
        /// 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two.
        #[schema(min_length = 4, max_length = 128)]
        new_password: String,
        /// The mailed token. It may be in the query instead.
        token: Option<String>,
    }
    /// A request for a verification mail.
    VerificationEmailRequest {
        /// The address to verify.
        #[schema(format = Email)]
        email: String,
        /// The page that the mailed link leads to afterwards.
        #[schema(rename = "callbackURL")]
        callback: Option<String>,
    }
    /// The address is verified.
    VerifiedEmail {
        /// Always `true`.
        status: bool,
        /// Always `null`.
        user: Option<UserRecord>,
    }
    /// A request to enroll in two-factor sign-in.
    EnableTwoFactorRequest {
        /// The user's password.
        password: String,
        /// `totp`. The value `otp` is rejected.
        method: Option<String>,
        /// The name of this server in an authenticator app.
        issuer: Option<String>,
    }
    /// The secret for an authenticator app, and backup codes.
    Enrollment {
        /// Always `totp`.
        method: String,
        /// The `otpauth:` URI, for a QR code.
        #[schema(rename = "totpURI")]
        uri: String,
        /// Backup codes. Each works once.
        backup_codes: Vec<String>,
    }
    /// The secret for an authenticator app.
    TotpUri {
        /// The `otpauth:` URI, for a QR code.
        #[schema(rename = "totpURI")]
        uri: String,
    }
    /// New backup codes.
    BackupCodes {
        /// Always `true`.
        status: bool,
        /// Backup codes. Each works once.
        backup_codes: Vec<String>,
    }
    /// A second-factor code.
    CodeRequest {
        /// The code.
        code: String,
        /// If `true`, this browser is not asked for a code for 30 days.
        trust_device: Option<bool>,
        /// For a backup code: if `true`, no session is created.
        disable_session: Option<bool>,
    }
    /// The permissions of an API token.
    PermissionsRequest {
        /// `read`, or `read` and `write`.
        api: Vec<PermissionName>,
    }
    /// Details of a new API token.
    CreateApiKeyRequest {
        /// A name that the user chooses.
        #[schema(nullable = false)]
        name: Option<String>,
        /// Lifetime in seconds; `null` for unlimited.
        expires_in: Option<f64>,
        /// The beginning of the token's text.
        #[schema(nullable = false)]
        prefix: Option<String>,
        /// The permissions; `read` by default.
        #[schema(nullable = false)]
        permissions: Option<PermissionsRequest>,
        /// The books that the token opens; the user's own by default.
        #[schema(nullable = false)]
        books: Option<AnyId>,
    }
    /// Changes to an API token. Absent fields stay as they are.
    UpdateApiKeyRequest {
        /// The token's id.
        key_id: AnyId,
        /// A name that the user chooses.
        #[schema(nullable = false)]
        name: Option<String>,
        /// If `false`, the token is rejected until it is enabled again.
        #[schema(nullable = false)]
        enabled: Option<bool>,
        /// Lifetime in seconds from now; `null` for unlimited.
        expires_in: Option<f64>,
    }
    /// An API token to delete.
    DeleteApiKeyRequest {
        /// The token's id.
        key_id: AnyId,
    }
    /// The authentication routes are available.
    OkBody {
        /// Always `true`.
        ok: bool,
    }
}

/// A permission of an API token.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum PermissionName {
    /// Read access.
    Read,
    /// Write access.
    Write,
}

/// The direction of a sorted list.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum SortDirection {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
}

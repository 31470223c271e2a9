//! The routes under `/auth`, compatible with better-auth's client. See `docs/api/auth.md`.

pub mod account_tokens;
pub mod api_key;
pub mod call;
pub mod callback;
pub mod change_email;
pub mod change_password;
pub mod delete_user;
pub mod error;
pub mod error_page;
pub mod get_session;
pub mod link_social;
pub mod list_accounts;
pub mod list_providers;
pub mod list_sessions;
pub mod ok;
pub mod request_password_reset;
pub mod reset_password;
pub mod revoke_other_sessions;
pub mod revoke_session;
pub mod revoke_sessions;
pub mod schema;
pub mod send_verification_email;
pub mod sign_in_email;
pub mod sign_in_social;
pub mod sign_out;
pub mod sign_up_email;
pub mod two_factor;
pub mod unlink_account;
pub mod update_user;
pub mod verify_email;
pub mod verify_password;

use std::future::{Ready, ready};

use actix_web::http::Method;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpResponse, Resource};

use self::error::AuthError;
use super::{Entry, allowed, public};

/// Every route under `/auth`, with its path relative to `/auth`.
pub const TABLE: &[Entry] = &[
    public(Method::POST, "/sign-up/email", || web::post().to(sign_up_email::sign_up_email)),
    public(Method::POST, "/sign-in/email", || web::post().to(sign_in_email::sign_in_email)),
    public(Method::POST, "/sign-out", || web::post().to(sign_out::sign_out)),
    public(Method::GET, "/get-session", || web::get().to(get_session::get_session)),
    public(Method::POST, "/get-session", || web::post().to(get_session::refuse_post)),
    public(Method::POST, "/sign-in/social", || web::post().to(sign_in_social::sign_in_social)),
    public(Method::GET, "/providers", || web::get().to(list_providers::list_providers)),
    public(Method::GET, "/list-sessions", || web::get().to(list_sessions::list_sessions)),
    public(Method::POST, "/revoke-session", || web::post().to(revoke_session::revoke_session)),
    public(Method::POST, "/revoke-sessions", || web::post().to(revoke_sessions::revoke_sessions)),
    public(Method::POST, "/revoke-other-sessions", || {
        web::post().to(revoke_other_sessions::revoke_other_sessions)
    }),
    public(Method::POST, "/update-user", || web::post().to(update_user::update_user)),
    public(Method::POST, "/change-password", || web::post().to(change_password::change_password)),
    public(Method::POST, "/change-email", || web::post().to(change_email::change_email)),
    public(Method::POST, "/verify-password", || web::post().to(verify_password::verify_password)),
    public(Method::POST, "/delete-user", || web::post().to(delete_user::delete_user)),
    public(Method::GET, "/list-accounts", || web::get().to(list_accounts::list_accounts)),
    public(Method::POST, "/unlink-account", || web::post().to(unlink_account::unlink_account)),
    public(Method::GET, "/callback/{provider}", || web::get().to(callback::return_from_provider)),
    public(Method::POST, "/callback/{provider}", || web::post().to(callback::take_posted_callback)),
    public(Method::POST, "/get-access-token", || web::post().to(account_tokens::get_access_token)),
    public(Method::POST, "/refresh-token", || web::post().to(account_tokens::refresh_token)),
    public(Method::GET, "/account-info", || web::get().to(account_tokens::account_info)),
    public(Method::POST, "/link-social", || web::post().to(link_social::link_social)),
    public(Method::POST, "/request-password-reset", || {
        web::post().to(request_password_reset::request_password_reset)
    }),
    public(Method::GET, "/reset-password/{token}", || web::get().to(reset_password::follow_reset_link)),
    public(Method::POST, "/reset-password", || web::post().to(reset_password::reset_password)),
    public(Method::GET, "/verify-email", || web::get().to(verify_email::verify_email)),
    public(Method::POST, "/send-verification-email", || {
        web::post().to(send_verification_email::send_verification_email)
    }),
    public(Method::POST, "/two-factor/enable", || web::post().to(two_factor::enable::enable_two_factor)),
    public(Method::POST, "/two-factor/disable", || web::post().to(two_factor::disable::disable_two_factor)),
    public(Method::POST, "/two-factor/get-totp-uri", || {
        web::post().to(two_factor::get_totp_uri::get_totp_uri)
    }),
    public(Method::POST, "/two-factor/verify-totp", || web::post().to(two_factor::verify_totp::verify_totp)),
    public(Method::POST, "/two-factor/generate-backup-codes", || {
        web::post().to(two_factor::generate_backup_codes::generate_backup_codes)
    }),
    public(Method::POST, "/two-factor/verify-backup-code", || {
        web::post().to(two_factor::verify_backup_code::verify_backup_code)
    }),
    public(Method::POST, "/two-factor/send-otp", || web::post().to(two_factor::send_otp::send_otp)),
    public(Method::POST, "/two-factor/verify-otp", || web::post().to(two_factor::verify_otp::verify_otp)),
    public(Method::POST, "/api-key/create", || web::post().to(api_key::create::create_api_key)),
    public(Method::GET, "/api-key/get", || web::get().to(api_key::get::get_api_key)),
    public(Method::GET, "/api-key/list", || web::get().to(api_key::list::list_api_keys)),
    public(Method::POST, "/api-key/update", || web::post().to(api_key::update::update_api_key)),
    public(Method::POST, "/api-key/delete", || web::post().to(api_key::delete::delete_api_key)),
    public(Method::GET, "/ok", || web::get().to(ok::get_ok)),
    public(Method::GET, "/error", || web::get().to(error_page::get_error)),
];

/// Maximum size of a body in bytes. Long ID tokens fit.
const BODY_BYTES_MAX: usize = 256 * 1024;

/// Registers every route under `/auth`.
pub fn configure(service: &mut ServiceConfig) {
    service.app_data(web::PayloadConfig::new(BODY_BYTES_MAX));
    for (index, entry) in TABLE.iter().enumerate() {
        if TABLE.iter().position(|other| other.path == entry.path) == Some(index) {
            service.service(resource(entry.path));
        }
    }
}

/// Builds the resource of one path with all its methods. Any other method is answered 405 with `Allow`.
fn resource(path: &'static str) -> Resource {
    let entries = TABLE.iter().filter(move |entry| entry.path == path);
    let allowed = allowed(entries.clone());
    let refuse = move || {
        let refused: Result<HttpResponse, AuthError> = Err(AuthError::method_not_allowed(allowed.clone()));
        ready(refused)
    };
    entries
        .fold(web::resource(path), |resource, entry| resource.route(entry.route()))
        .default_service(web::to(refuse))
}

/// Answers requests that match no route under `/auth`, with 404.
pub fn not_found() -> Ready<Result<HttpResponse, AuthError>> {
    ready(Err(AuthError::not_found()))
}

//! The routes of the API, each declared once: by its access level here, and by the method and path above its
//! handler. The resources, the `OpenAPI` document and the tests over all routes follow from it.

pub mod account_pairs;
pub mod accounts;
pub mod attachments;
pub mod auth;
pub mod budgets;
pub mod categories;
pub mod categorize;
pub mod chat;
pub mod chat_memories;
pub mod chat_threads;
pub mod description;
pub mod edits;
pub mod export;
pub mod feeds;
pub mod goals;
pub mod health;
pub mod households;
pub mod import;
pub mod jobs;
pub mod mailboxes;
pub mod mcp;
pub mod merchants;
pub mod my_data;
pub mod notifications;
pub mod patterns;
pub mod preferences;
pub mod process_statement;
pub mod query;
pub mod reports;
pub mod rules;
pub mod saved_views;
pub mod shared_expenses;
pub mod statement_answers;
pub mod statements;
pub mod transactions;
pub mod upload;

use std::sync::LazyLock;

use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Responder, Route};
use saldo_auth::better_auth;
use saldo_wire::openapi::{self, Description};
use utoipa::OpenApi;
use utoipa::openapi::HttpMethod;

use crate::described::Described;
use crate::error::ApiError;
use crate::{disk, session};

/// The access level of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Accessible without authentication.
    Public,
    /// Requires a signed-in user: a session or an API token. A viewer of the books may only read.
    Session,
    /// Requires an owner of the books that the request names.
    Owner,
    /// Concerns the user and no books: requires a session, and ignores the books that the request names.
    Person,
}

/// A group of routes with a path of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The routes of a user's data, below `/api`.
    Data,
    /// The routes of better-auth's client, below `/api/auth`.
    Auth,
}

/// A declared route.
struct Row {
    group: Group,
    access: Access,
    /// The path of the handler.
    handler: &'static str,
    /// Returns the method and the path.
    declared: fn() -> (HttpMethod, String),
    /// Describes the types of the handler.
    describe: fn(&mut Description<'_>),
    route: fn(Method) -> Route,
}

/// A row of a route table.
pub struct Endpoint {
    /// The HTTP method.
    pub method: Method,
    /// The path, relative to `/api` or `/api/auth`.
    pub path: &'static str,
    /// The access level.
    pub access: Access,
    /// True if the route deletes data, which must work on a full disk.
    pub deletes: bool,
    /// True for lists and reports, which are compressed if the client accepts it. Streams and short answers
    /// are not: compression would delay the ones and lengthen the others.
    compresses: bool,
    route: fn(Method) -> Route,
}

impl Endpoint {
    /// Returns the handler, wrapped in the check of its access level.
    fn route(&self) -> Route {
        let mut route = (self.route)(self.method.clone());
        if self.deletes {
            route = route.wrap(from_fn(disk::delete_with_room));
        }
        if self.compresses {
            route = route.wrap(Compress::default());
        }
        match self.access {
            Access::Public => route,
            Access::Session | Access::Owner | Access::Person => route.wrap(from_fn(session::admit_user)),
        }
    }
}

/// The handlers of actix.
mod native {
    use super::{Described, Description, FromRequest, Handler, Method, Responder, Route, web};

    pub(super) fn route<F, Arguments>(method: Method, handler: F) -> Route
    where
        F: Handler<Arguments>,
        Arguments: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        web::method(method).to(handler)
    }

    /// Describes the arguments and the result of a handler by their types.
    pub(super) fn describe<F, Arguments>(_: F, description: &mut Description<'_>)
    where
        F: Handler<Arguments, Output: Described>,
        Arguments: Described,
    {
        Arguments::describe(description);
        F::Output::describe(description);
    }
}

/// The type that `#[utoipa::path(…)]` makes beside a handler, with its method and path.
macro_rules! declaration {
    ([$($module:ident)*] $handler:ident) => {
        pastey::paste! { $($module::)* [<__path_ $handler>] }
    };
    ([$($module:ident)*] $first:ident :: $($rest:ident)::+) => {
        declaration!([$($module)* $first] $($rest)::+)
    };
}

/// Declares all routes: the access level, the adapter to actix and the handler of each. Its method and path
/// are those of the handler's `#[utoipa::path(…)]`, so that a route is declared once.
macro_rules! routes {
    ($($group:ident $access:ident $adapter:ident { $($($handler:ident)::+,)+ })+) => {
        /// The handlers, for the `OpenAPI` document.
        #[derive(OpenApi)]
        #[openapi(paths($($($($handler)::+,)+)+))]
        pub(crate) struct Handlers;

        /// Every handler.
        const ROWS: &[Row] = &[$($(Row {
            group: Group::$group,
            access: Access::$access,
            handler: stringify!($($handler)::+),
            declared: declared::<declaration!([] $($handler)::+)>,
            describe: |description| $adapter::describe($($handler)::+, description),
            route: |method| $adapter::route(method, $($handler)::+),
        },)+)+];
    };
}

routes! {
    Data Session native {
        upload::upload,
        process_statement::process_statement,
        chat::chat,
        chat_threads::list_threads,
        chat_threads::get_thread,
        chat_threads::update_thread,
        chat_threads::delete_thread,
        chat_threads::get_trace,
        chat_memories::list_models,
        chat_memories::list_memories,
        chat_memories::create_memory,
        chat_memories::update_memory,
        chat_memories::delete_memory,
        chat_threads::resume_stream,
        chat_threads::stop_stream,
        statements::list_statements,
        statements::get_statement,
        statements::delete_statement,
        statements::get_statement_file,
        statements::list_statement_transactions,
        statement_answers::answer_statement,
        jobs::get_job,
        jobs::stream_job_events,
        accounts::list_accounts,
        accounts::create_account,
        accounts::get_account,
        accounts::update_account,
        accounts::delete_account,
        accounts::merge_accounts,
        account_pairs::list_duplicate_accounts,
        account_pairs::keep_distinct_accounts,
        account_pairs::list_merges,
        account_pairs::undo_merge,
        accounts::list_stated_balances,
        accounts::put_stated_balance,
        transactions::list_transactions,
        transactions::create_transaction,
        transactions::update_transactions,
        transactions::total_transactions,
        transactions::total_groups,
        transactions::delete_transactions,
        transactions::get_transaction,
        transactions::update_transaction,
        transactions::delete_transaction,
        transactions::split_transaction,
        transactions::list_transaction_history,
        transactions::list_alike,
        transactions::explain_transaction,
        export::export_transactions,
        import::preview_import,
        import::import_file,
        import::list_mappings,
        import::delete_mappings,
        edits::list_edits,
        edits::undo_edit,
        categories::list_categories,
        categories::create_category,
        categories::update_category,
        categories::delete_category,
        categories::list_tags,
        rules::list_rules,
        rules::create_rule,
        rules::order_rules,
        rules::preview_rule,
        rules::apply_rules,
        rules::update_rule,
        rules::delete_rule,
        budgets::list_budgets,
        budgets::create_budget,
        budgets::update_budget,
        budgets::delete_budget,
        goals::list_goals,
        goals::create_goal,
        goals::order_goals,
        goals::update_goal,
        goals::delete_goal,
        goals::list_contributions,
        goals::create_contribution,
        goals::delete_contribution,
        notifications::list_notifications,
        notifications::read_notifications,
        notifications::get_notification_settings,
        attachments::attach,
        attachments::list_attachments,
        attachments::store_unmatched,
        attachments::list_unmatched,
        attachments::get_attachment_file,
        attachments::match_attachment,
        attachments::delete_attachment,
        feeds::list_feeds,
        feeds::fetch_feed,
        feeds::link_feed_account,
        mailboxes::list_mailboxes,
        mailboxes::fetch_mailbox,
        shared_expenses::get_sharing,
        saved_views::list_saved_views,
        saved_views::create_saved_view,
        saved_views::update_saved_view,
        saved_views::delete_saved_view,
        merchants::list_merchants,
        merchants::name_merchants,
        categorize::categorize,
        patterns::list_recurring,
        patterns::decide_recurring,
        patterns::list_transfer_offers,
        patterns::link_transfer,
        patterns::list_duplicates,
        patterns::keep_distinct,
        patterns::list_coverage,
        query::answer_query,
        reports::report_cash_flow,
        reports::report_spending,
        reports::report_merchants,
        reports::report_tags,
        reports::report_net_worth,
        preferences::get_preferences,
        preferences::put_preferences,
        preferences::list_rates,
        preferences::put_rates,
        preferences::delete_rates,
        my_data::get_my_data,
        mcp::answer_mcp,
    }
    Data Owner native {
        feeds::create_feed,
        feeds::reconnect_feed,
        feeds::delete_feed,
        feeds::list_banks,
        feeds::start_authorization,
        feeds::finish_authorization,
        mailboxes::test_mailbox,
        mailboxes::create_mailbox,
        mailboxes::put_mailbox,
        mailboxes::delete_mailbox,
        notifications::put_notification_settings,
        notifications::create_channel,
        notifications::test_channel,
        notifications::delete_channel,
        my_data::import_my_data,
        my_data::delete_my_data,
    }
    Data Person native {
        households::list_books,
        households::create_household,
        households::rename_household,
        households::delete_household,
        households::list_members,
        households::update_member,
        households::delete_member,
        households::list_invitations,
        households::create_invitation,
        households::delete_invitation,
        households::look_at_invitation,
        households::accept_invitation,
        shared_expenses::list_shared_expenses,
        shared_expenses::share_transaction,
        shared_expenses::update_shared_expense,
        shared_expenses::delete_shared_expense,
        shared_expenses::get_balances,
        shared_expenses::list_settlements,
        shared_expenses::create_settlement,
        shared_expenses::delete_settlement,
        shared_expenses::list_settlement_offers,
    }
    Data Public native {
        description::get_document,
        description::get_page,
        description::get_style,
        health::get_live,
        health::get_ready,
    }
    Auth Public auth {
        better_auth::sign_in::sign_up_email,
        better_auth::sign_in::sign_in_email,
        better_auth::sign_in::sign_out,
        better_auth::sign_in::get_session,
        better_auth::sign_in::refuse_post,
        better_auth::social::sign_in_social,
        better_auth::social::list_providers,
        better_auth::sessions::list_sessions,
        better_auth::sessions::revoke_session,
        better_auth::sessions::revoke_sessions,
        better_auth::sessions::revoke_other_sessions,
        better_auth::user::update_user,
        better_auth::user::change_password,
        better_auth::user::change_email,
        better_auth::user::delete_user,
        better_auth::user::verify_password,
        better_auth::user::list_accounts,
        better_auth::user::unlink_account,
        better_auth::social::return_from_provider,
        better_auth::social::take_posted_callback,
        better_auth::social::get_access_token,
        better_auth::social::refresh_token,
        better_auth::social::account_info,
        better_auth::social::link_social,
        better_auth::mail::request_password_reset,
        better_auth::mail::follow_reset_link,
        better_auth::mail::reset_password,
        better_auth::mail::verify_email,
        better_auth::mail::send_verification_email,
        better_auth::two_factor::enable_two_factor,
        better_auth::two_factor::disable_two_factor,
        better_auth::two_factor::get_totp_uri,
        better_auth::two_factor::verify_totp,
        better_auth::two_factor::generate_backup_codes,
        better_auth::two_factor::verify_backup_code,
        better_auth::two_factor::send_otp,
        better_auth::two_factor::verify_otp,
        better_auth::api_key::create_api_key,
        better_auth::api_key::get_api_key,
        better_auth::api_key::list_api_keys,
        better_auth::api_key::update_api_key,
        better_auth::api_key::delete_api_key,
        better_auth::sign_in::get_error,
    }
    Auth Public native {
        auth::get_ok,
    }
}

/// Every route outside `/auth`, with its path relative to `/api`, in the order in which paths are matched.
pub static TABLE: LazyLock<Vec<Endpoint>> = LazyLock::new(|| table(Group::Data));

/// Returns the routes of a group. Their paths are relative to the group's.
fn table(group: Group) -> Vec<Endpoint> {
    let rows = ROWS.iter().filter(|row| row.group == group);
    rows.map(|row| {
        let (method, path) = (row.declared)();
        let method = match method {
            HttpMethod::Get => Method::GET,
            HttpMethod::Post => Method::POST,
            HttpMethod::Put => Method::PUT,
            HttpMethod::Patch => Method::PATCH,
            HttpMethod::Delete => Method::DELETE,
            _ => unreachable!("each handler has one of these methods"),
        };
        let path = match group {
            Group::Data => path,
            Group::Auth => path.strip_prefix("/auth").expect("the path is below /auth").to_owned(),
        };
        let name = row.handler.rsplit("::").next().unwrap_or_default().trim();
        let deletes = name.starts_with("delete_");
        let compresses = group == Group::Data && (name.starts_with("list_") || name.starts_with("report_"));
        // Tables live as long as the process.
        Endpoint { method, path: path.leak(), access: row.access, deletes, compresses, route: row.route }
    })
    .collect()
}

/// Returns method and path of a handler. They are not taken from the document: a start need not build it.
fn declared<P: utoipa::Path>() -> (HttpMethod, String) {
    (P::methods().swap_remove(0), P::path())
}

/// Describes in a document what the types of the handlers say.
pub(crate) fn describe(document: &mut utoipa::openapi::OpenApi) {
    for row in ROWS {
        let (method, path) = (row.declared)();
        openapi::describe(document, (method, &path), row.describe);
    }
}

/// Registers every route, including those under `/auth`.
pub fn configure(service: &mut ServiceConfig) {
    service.service(web::scope("/auth").configure(auth::configure).default_service(web::to(auth::not_found)));
    register(service, &TABLE, |allowed| {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
            .with_header(header::ALLOW, allowed)
    });
}

/// Registers the routes of a table: for each path a resource with all its methods. Any other method is
/// answered with the error for a list of the allowed ones.
fn register<E: Into<actix_web::Error> + 'static>(
    service: &mut ServiceConfig,
    table: &'static [Endpoint],
    refuse: fn(String) -> E,
) {
    for (index, endpoint) in table.iter().enumerate() {
        let of_path = table.iter().filter(|other| other.path == endpoint.path);
        if table.iter().position(|other| other.path == endpoint.path) != Some(index) {
            continue;
        }
        let allowed = allowed(of_path.clone());
        let resource =
            of_path.fold(web::resource(endpoint.path), |all, endpoint| all.route(endpoint.route()));
        service.service(resource.default_service(web::to(move || {
            let refused: Result<HttpResponse, E> = Err(refuse(allowed.clone()));
            std::future::ready(refused)
        })));
    }
}

/// Returns the value of `Allow` for a path. A route that answers `GET` answers `HEAD` too, unless it is a
/// link that works once.
fn allowed<'table>(endpoints: impl Iterator<Item = &'table Endpoint>) -> String {
    let methods = endpoints.flat_map(|endpoint| match endpoint.method {
        Method::GET if auth::answers_head(endpoint.path) => vec!["GET", "HEAD"],
        ref method => vec![method.as_str()],
    });
    methods.collect::<Vec<_>>().join(", ")
}

/// Answers requests that match no route of the API.
///
/// # Errors
/// 404, always.
pub async fn not_found(_: HttpRequest) -> Result<HttpResponse, ApiError> {
    Err(ApiError::not_found())
}

//! Saldo's HTTP server. It connects the crates, and is the only one that knows HTTP and names the adapters.
//!
//! [`setup::open`] creates an [`app::App`] from the settings, and [`serve`] serves it. Both `main` and the
//! tests use them.

pub mod after_processing;
pub mod answer;
pub mod app;
pub mod assets;
pub mod backups;
pub mod chat_files;
pub mod config;
pub mod connections;
pub mod deleted_users;
pub mod described;
pub mod disk;
pub mod doctor;
pub mod error;
pub mod extract;
pub mod feeds;
pub mod health;
pub mod idempotency;
#[cfg(unix)]
pub mod inbox;
pub mod mailboxes;
pub mod metrics;
pub mod notifications;
pub mod openapi;
pub mod origin;
pub mod periodic;
pub mod routes;
mod sealed;
pub mod session;
pub mod setup;
pub mod telemetry;
pub mod users;

use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_http::h1::Codec;
use actix_http::{HttpService, ServiceConfig};
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{DefaultHeaders, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::{App as Service, web};
use saldo_connections::{GuardedConnection, HEAD_TIME_MAX};

use crate::app::App;
use crate::connections::RequestCodec;

/// Time limit for a client to close a connection that the server has closed.
const CLOSING_TIME_MAX: Duration = Duration::from_secs(1);

/// Serves `app` on `listeners` until the returned server is stopped. Workers are started separately
/// ([`StatementJobs::start`](saldo_statement_ingest::jobs::StatementJobs::start)).
///
/// # Errors
/// If a listener cannot be used.
pub fn serve(app: &App, listeners: Vec<TcpListener>) -> io::Result<Server> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    // `max_concurrent_connections` applies to each worker.
    let connections_max = saldo_connections::connections_max(app.config.connections_max).div_ceil(workers);
    let mut server = Server::build()
        .workers(workers)
        .max_concurrent_connections(connections_max)
        .shutdown_timeout(app.config.shutdown_time_max.as_secs())
        .disable_signals();
    let shutdown = server.graceful_shutdown_signal();
    let (idle_time_max, minimum_speed) = (app.config.idle_time_max, app.config.minimum_speed);
    for listener in listeners {
        let (address, app, shutdown) = (listener.local_addr()?, app.clone(), shutdown.clone());
        // `HttpServer` does not allow a wrapper around the connection, which `GuardedConnection` is.
        server = server.listen("saldo", listener, move || {
            let shutdown = shutdown.clone();
            let service = service(app.clone()).into_factory().map_err(|error| error.error_response());
            let http = HttpService::build()
                .keep_alive(idle_time_max)
                .client_request_timeout(HEAD_TIME_MAX)
                .client_disconnect_timeout(CLOSING_TIME_MAX)
                // Without this, the server does not notice that a client disconnects, and continues its work.
                .h1_allow_half_closed(false)
                .local_addr(address)
                .graceful_shutdown_signal(move || {
                    let shutdown = shutdown.clone();
                    async move { shutdown.notified().await }
                })
                .h1(map_config(service, |()| AppConfig::default()));
            // The connections of a worker share one configuration, because each spawns a task.
            let config = ServiceConfig::default();
            let accept = move |connection: TcpStream| {
                let peer = connection.peer_addr().ok();
                let decoder = RequestCodec(Codec::new(config.clone()));
                ready(Ok((GuardedConnection::new(connection, decoder, minimum_speed), peer)))
            };
            fn_service(accept).and_then(http)
        })?;
    }
    Ok(server.run())
}

/// Builds the application: API, health checks and web UI.
fn service(
    app: App,
) -> Service<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let body_bytes_max = app.config.body_bytes_max;
    Service::new()
        .app_data(web::Data::new(app))
        .configure(|service| extract::configure(service, body_bytes_max))
        .wrap(assets::security_headers())
        .wrap(from_fn(telemetry::log_requests))
        .wrap(from_fn(connections::frame))
        .service(
            web::scope("/api")
                .wrap(from_fn(idempotency::answer_again))
                .wrap(from_fn(connections::answer_slow_body))
                .wrap(DefaultHeaders::new().add(("cache-control", "no-store")))
                // Runs before `answer_again`, which needs the token's user: the last `wrap` runs first.
                .wrap(from_fn(session::admit_token))
                .wrap(from_fn(session::name_books))
                .wrap(from_fn(session::renew_cookies))
                .wrap(from_fn(origin::check))
                .wrap(from_fn(disk::watch))
                .configure(routes::configure)
                .default_service(web::to(routes::not_found)),
        )
        .route("/health/live", web::get().to(routes::health::get_live))
        .route("/health/ready", web::get().to(routes::health::get_ready))
        .configure(assets::configure)
}

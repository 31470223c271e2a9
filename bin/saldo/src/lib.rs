//! Saldo's HTTP server: it wires the crates together and is the only one that knows HTTP or names an adapter.
//!
//! [`setup::open`] puts an [`app::App`] together from the settings, [`serve`] serves it; `main` and the tests both do just that.

pub mod app;
pub mod assets;
pub mod chatting;
pub mod config;
pub mod connections;
pub mod disk;
pub mod editing;
pub mod error;
pub mod extract;
pub mod filter;
pub mod idempotency;
pub mod mcp;
pub mod model_sorting;
pub mod openapi;
pub mod origin;
pub mod pace;
pub mod passwords;
pub mod people;
pub mod private;
pub mod processing;
pub mod routes;
pub mod session;
pub mod setup;
pub mod telemetry;
pub mod turns;
pub mod ui_stream;
pub mod wire;
pub mod wire_ledger;
pub mod worker;

use std::net::TcpListener;

use actix_web::dev::Server;
use actix_web::middleware::{DefaultHeaders, from_fn};
use actix_web::{App as Service, HttpServer, web};

use crate::app::App;

/// Serves `app` on `listeners` until the answer is stopped. Workers are started apart ([`worker::start`]).
///
/// # Errors
/// When a listener cannot be used.
pub fn serve(app: App, listeners: Vec<TcpListener>) -> std::io::Result<Server> {
    let shutdown_seconds = app.config.shutdown_time_max.as_secs();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let connections_max = connections::connections_max(app.config.connections_max).div_ceil(workers);
    let mut server = HttpServer::new(move || {
        let body_bytes_max = app.config.body_bytes_max;
        Service::new()
            .app_data(web::Data::new(app.clone()))
            .configure(|service| extract::configure(service, body_bytes_max))
            .wrap(assets::security_headers())
            .wrap(from_fn(telemetry::log_requests))
            .wrap(from_fn(connections::frame))
            .service(
                web::scope("/api")
                    .wrap(from_fn(session::admit_token))
                    .wrap(DefaultHeaders::new().add(("cache-control", "no-store")))
                    .wrap(from_fn(idempotency::answer_again))
                    .wrap(from_fn(session::renew_cookies))
                    .wrap(from_fn(origin::check))
                    .wrap(from_fn(disk::watch))
                    .configure(routes::configure)
                    .default_service(web::to(routes::not_found)),
            )
            .route("/health/live", web::get().to(routes::health::get_live))
            .route("/health/ready", web::get().to(routes::health::get_ready))
            .configure(assets::configure)
    })
    .workers(workers)
    .max_connections(connections_max)
    .keep_alive(connections::IDLE_TIME_MAX)
    // Without this a client that closes its connection is not noticed and its work goes on.
    .h1_allow_half_closed(false)
    .shutdown_timeout(shutdown_seconds)
    .disable_signals();
    for listener in listeners {
        server = server.listen(listener)?;
    }
    Ok(server.run())
}

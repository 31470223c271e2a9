//! The `saldo` command: settings → adapters → server.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Parser, Subcommand};
use saldo::backups::{self, BackupArguments, RestoreArguments};
use saldo::config::Config;
use saldo::users::{self, UserCommand};
use saldo::{doctor, health, metrics, periodic, setup, telemetry};
use saldo_advisor::{Ledger, mcp};
use saldo_domain::SystemClock;

/// Returns unused memory after a peak; glibc's allocator retains most of it (ADR 0020).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Self-hosted personal finance with verified statements. Without a subcommand it serves.
#[derive(Parser)]
#[command(name = "saldo", version)]
struct Arguments {
    /// The settings file; by default `saldo.toml` in the current folder, if it exists.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Migrates the database and serves. This is the default.
    Serve,
    /// Migrates the database and exits.
    Migrate,
    /// Prints the effective settings and their sources, with secrets masked.
    Config,
    /// Checks that the server on this machine is ready; fails if it is not.
    Health,
    /// Lists, adds, changes and deletes users.
    User {
        /// The action.
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Moves the statement files.
    Files {
        /// The action.
        #[command(subcommand)]
        command: FilesCommand,
    },
    /// Checks the settings, the database, the files and everything else that Saldo uses, and says what to do.
    /// Fails if there is a problem.
    Doctor {
        /// Prints the results as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Makes a verified backup of the database and the statement files, also while servers run.
    Backup(BackupArguments),
    /// Restores a backup onto an empty database, SQLite or PostgreSQL. Stop all servers first.
    Restore(RestoreArguments),
    /// Marks the statement files as this database's, after a start failed because both seemed to belong to
    /// different instances.
    AdoptFiles,
    /// Serves the Model Context Protocol on standard input and output, for an assistant on this machine.
    Mcp {
        /// The email address of the user whose data is read, or the id of a household's books. Optional if
        /// there is only one user.
        #[arg(long)]
        user: Option<String>,
    },
    /// Reads the pages of one file from standard input. The server starts this for each file.
    #[command(hide = true)]
    ReadPages,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Before any other setup: this process only reads one file, which may be hostile.
    if let Some(Command::ReadPages) = arguments.command {
        return saldo_statement_ingest::page::read_as_child();
    }
    saldo_files::private::make_new_files_private();
    setup::install_tls();
    match run(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("saldo: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command. Returns false if it has reported a problem.
#[tokio::main]
async fn run(arguments: Arguments) -> anyhow::Result<bool> {
    let config = Config::load(arguments.config.as_deref());
    if let Some(Command::Doctor { json }) = arguments.command {
        return doctor::run(config, json, &mut std::io::stdout()).await;
    }
    // The future of the server is large.
    Box::pin(run_configured(arguments.command, config?)).await.map(|()| true)
}

async fn run_configured(command: Option<Command>, config: Config) -> anyhow::Result<()> {
    match command {
        Some(Command::Config) => {
            use std::io::Write;
            std::io::stdout().write_all(config.describe().as_bytes())?;
            Ok(())
        }
        Some(Command::Health) => health::check(&config.listen),
        Some(Command::Migrate) => {
            telemetry::start(&config)?;
            setup::open_storage(&config).await.map(|_| ())
        }
        Some(Command::Files { command: FilesCommand::Move { from, to } }) => {
            telemetry::start(&config)?;
            let moved = setup::move_files(&config, &from, &to).await?;
            println!(
                "{} files copied, {} copied before; {} bytes in all",
                moved.copied, moved.known, moved.bytes
            );
            Ok(())
        }
        Some(Command::Backup(arguments)) => {
            telemetry::start(&config)?;
            backups::run_backup(&config, arguments, &SystemClock, &mut std::io::stdout()).await
        }
        Some(Command::Restore(arguments)) => {
            telemetry::start(&config)?;
            backups::run_restore(&config, arguments, &mut std::io::stdout()).await
        }
        Some(Command::AdoptFiles) => {
            telemetry::start(&config)?;
            setup::adopt_files(config).await
        }
        Some(Command::User { command }) => {
            let storage = setup::open_storage(&config).await?;
            let auth = setup::auth(&config, &storage, Arc::new(SystemClock))?;
            users::run(command, config, &auth, &storage, &mut std::io::stdout()).await
        }
        Some(Command::Mcp { user }) => {
            telemetry::start(&config)?;
            answer_assistant(&config, user.as_deref()).await
        }
        Some(Command::Serve | Command::ReadPages | Command::Doctor { .. }) | None => {
            let traces = telemetry::start_with_traces(&config)?;
            let served = serve(config).await;
            if let Some(traces) = traces {
                traces.finish().await;
            }
            served
        }
    }
}

/// An action on the statement files.
#[derive(Subcommand)]
enum FilesCommand {
    /// Moves all files to another folder or bucket, and verifies each copy. Stop all servers first. An
    /// interrupted move can be repeated. Afterwards, set `STATEMENTS_URL` to the new place.
    Move {
        /// The current place: a folder, or a URL such as `s3://BUCKET/FOLDER`.
        from: String,
        /// The new place.
        to: String,
    },
}

async fn answer_assistant(config: &Config, named: Option<&str>) -> anyhow::Result<()> {
    let storage = setup::open_storage(config).await?;
    let books = users::find_books(&storage, named).await?;
    let server = mcp::Server::new(Ledger::of(&storage), Arc::new(SystemClock), books);
    mcp::stdio::serve(server, tokio::io::stdin(), tokio::io::stdout(), config.body_bytes_max).await?;
    Ok(())
}

async fn serve(config: Config) -> anyhow::Result<()> {
    saldo_connections::raise_descriptor_limit();
    let listeners = config.listen.iter().map(|address| {
        TcpListener::bind(address)
            .with_context(|| format!("cannot listen on {address}; set SALDO_LISTEN to another"))
    });
    let listeners = listeners.collect::<anyhow::Result<Vec<_>>>()?;
    let metrics_listener = config.metrics_listen.map(|address| {
        TcpListener::bind(address)
            .with_context(|| format!("cannot listen on {address}; set SALDO_METRICS_LISTEN to another"))
    });
    let metrics_listener = metrics_listener.transpose()?;
    let storage = setup::open_storage(&config).await?;
    let app = setup::open(config, storage.clone()).await?;
    if let Some(listener) = metrics_listener {
        tracing::info!(address = %listener.local_addr()?, "serving metrics");
        metrics::serve(&app, storage.clone(), listener)?;
    }
    backups::start(&app, storage.clone())?;
    #[cfg(unix)]
    saldo::inbox::start(&app, storage.clone());
    #[cfg(not(unix))]
    anyhow::ensure!(app.config.inbox.is_none(), "this system cannot watch a folder; unset SALDO_INBOX_DIR");
    periodic::start(&app);
    periodic::start_cleanup(&app, storage);
    app.statement_jobs.start();
    for listener in &listeners {
        tracing::info!(address = %listener.local_addr()?, base_url = %app.config.base_url, "listening");
    }
    let server = saldo::serve(&app, listeners)?;
    let handle = server.handle();
    let running = tokio::spawn(server);
    setup::stop_signal().await?;
    tracing::info!("stopping; running requests may finish, jobs return to the queue");
    app.stopping.cancel();
    app.tasks.close();
    tokio::join!(handle.stop(true), async {
        if tokio::time::timeout(app.config.shutdown_time_max, app.tasks.wait()).await.is_err() {
            tracing::warn!("some jobs did not stop in time; they run again when their leases end");
        }
    });
    running.await??;
    Ok(())
}

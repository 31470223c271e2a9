#![doc = include_str!("../README.md")]

mod cluster;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::NoTls;

use cluster::Cluster;
pub use cluster::Error;

/// An empty schema in a PostgreSQL database, for one test.
/// Dropping it removes the schema and everything in it.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    schema: String,
    url: String,
}

impl TestDatabase {
    /// Returns the URL of the database. Objects are created in
    /// the test's schema unless their name has another schema.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the name of the test's schema.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (server, schema) = (self.server.clone(), self.schema.clone());
        // In a separate thread, because a runtime may be running in this one.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
            let drop_schema = format!("SET lock_timeout = '5s'; DROP SCHEMA \"{schema}\" CASCADE");
            runtime.block_on(execute(&server, &drop_schema)).ok()
        });
        if dropped.join().ok().flatten().is_none() {
            eprintln!("saldo-test-postgres: schema {} was left behind", self.schema);
        }
    }
}

/// Creates an empty schema for a test. Returns `None` and prints a notice if PostgreSQL is not installed.
///
/// # Panics
/// If PostgreSQL is not installed and `CI` is set, or if it does not work.
pub async fn database() -> Option<TestDatabase> {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let server = tokio::task::spawn_blocking(server).await.expect("starting PostgreSQL panicked")?;
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let schema = format!("test_{}_{number}", std::process::id());
    // A schema of this name is left over from an earlier process with the same ID.
    let create = format!("DROP SCHEMA IF EXISTS \"{schema}\" CASCADE; CREATE SCHEMA \"{schema}\"");
    execute(&server, &create).await.expect("PostgreSQL should create a schema");
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-csearch_path%3D{schema}");
    Some(TestDatabase { server, schema, url })
}

async fn execute(server: &str, sql: &str) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(server, NoTls).await?;
    let connection = tokio::spawn(connection);
    let result = client.batch_execute(sql).await;
    drop(client);
    drop(connection.await);
    result
}

/// Returns the URL of the server. The first call in a process starts one, unless `TEST_POSTGRES_URL` is set.
fn server() -> Option<String> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        if let Some(url) = environment("TEST_POSTGRES_URL") {
            return Some(Server::Named(url));
        }
        match Cluster::start() {
            Ok(cluster) => Some(Server::Own(cluster)),
            Err(Error::NotInstalled) if environment("CI").is_none() => {
                eprintln!("\n*** NOT TESTED ON POSTGRESQL: install it, or set TEST_POSTGRES_URL ***\n");
                None
            }
            Err(error) => panic!("PostgreSQL is needed for these tests: {error}"),
        }
    });
    server.as_ref().map(|server| match server {
        Server::Named(url) => url.clone(),
        Server::Own(cluster) => cluster.url().to_owned(),
    })
}

enum Server {
    Named(String),
    Own(Cluster),
}

#[expect(clippy::disallowed_methods, reason = "the environment names the server and says if this is CI")]
fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

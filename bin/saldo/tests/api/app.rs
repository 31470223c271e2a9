//! The test harness: a server on a free port with a real database, and clients that send HTTP requests to it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use saldo::app::App;
use saldo::config::Config;
use saldo_domain::{Clock, SystemClock};
use saldo_llm::{LanguageModel, NamedModel};
use saldo_storage::Storage;
use saldo_test_postgres::TestDatabase;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The database of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A new SQLite file.
    Sqlite,
    /// A new schema in PostgreSQL.
    Postgres,
}

/// Runs each test on both databases: `on_each_database!(a_true_sentence, …)` expects an
/// `async fn a_true_sentence(app: TestApp)`.
macro_rules! on_each_database {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let app = $crate::app::TestApp::start($crate::app::Database::Sqlite).await.unwrap();
                super::$name(app).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                // Without PostgreSQL, `start` has printed a notice.
                if let Some(app) = $crate::app::TestApp::start($crate::app::Database::Postgres).await {
                    super::$name(app).await;
                }
            })+
        }
    };
}
pub(crate) use on_each_database;

/// Runs each test with both kinds of database, for tests that start their own processes:
/// `with_each_database!(a_true_sentence, …)` expects an `async fn a_true_sentence(database: Database)`.
macro_rules! with_each_database {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name($crate::app::Database::Sqlite).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name($crate::app::Database::Postgres).await;
            })+
        }
    };
}
pub(crate) use with_each_database;

/// Storage of an instance, for tests that start their own processes.
pub struct Place {
    /// The folder of all files. Dropping it deletes them.
    pub folder: TempDir,
    /// The database if it is PostgreSQL.
    pub postgres: Option<TestDatabase>,
}

impl Place {
    /// Creates empty storage. Returns `None` if PostgreSQL is requested but not installed.
    pub async fn new(database: Database) -> Option<Self> {
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(saldo_test_postgres::database().await?),
        };
        Some(Self { folder: tempfile::tempdir().unwrap(), postgres })
    }

    /// Returns the settings of an instance that uses this storage.
    pub fn settings(&self, base_url: &str) -> BTreeMap<String, String> {
        let folder = self.folder.path().join("data");
        let mut settings = BTreeMap::from([
            ("SALDO_DATA_DIR".to_owned(), folder.display().to_string()),
            ("BASE_URL".to_owned(), base_url.to_owned()),
            ("SALDO_SECRET".to_owned(), "a secret for tests and nothing else".to_owned()),
            // A killed job runs again when its lease expires; the default of 60 s would slow the tests.
            ("SALDO_JOB_LEASE_SECONDS".to_owned(), "3".to_owned()),
            ("SALDO_LOG".to_owned(), "warn".to_owned()),
            // OCR takes seconds a page. The tests of OCR switch it on.
            ("SALDO_OCR".to_owned(), "off".to_owned()),
        ]);
        if let Some(postgres) = &self.postgres {
            settings.insert("DATABASE_URL".to_owned(), postgres.url().to_owned());
        }
        settings
    }
}

/// Parts of a server that a test can replace.
pub struct Parts {
    /// Models that are listed before those in the settings.
    pub models: Vec<NamedModel>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The program that reads files.
    pub reader: PathBuf,
}

impl Default for Parts {
    fn default() -> Self {
        let reader = PathBuf::from(env!("CARGO_BIN_EXE_saldo"));
        Self { models: Vec::new(), clock: Arc::new(SystemClock), reader }
    }
}

/// A server that runs in this process.
pub struct TestApp {
    /// The services of the server, for tests that look behind the routes.
    pub app: App,
    /// The database.
    pub storage: Arc<dyn Storage>,
    /// Base address: `http://localhost:PORT`.
    pub base: String,
    /// Its files and its database, for tests that start another process with them.
    pub place: Place,
    server: actix_web::dev::ServerHandle,
}

impl TestApp {
    /// Starts a server. Returns `None` if PostgreSQL is requested but not installed.
    pub async fn start(database: Database) -> Option<Self> {
        Self::start_with(database, &[]).await
    }

    /// Starts a server with additional settings.
    pub async fn start_with(database: Database, settings: &[(&str, &str)]) -> Option<Self> {
        Self::start_with_parts(database, settings, Parts::default()).await
    }

    /// Starts a server with this model as the default.
    pub async fn start_with_model(database: Database, model: Arc<dyn LanguageModel>) -> Option<Self> {
        let models = vec![NamedModel { name: model.name().to_owned(), model }];
        Self::start_with_parts(database, &[], Parts { models, ..Parts::default() }).await
    }

    /// Starts a server with additional settings and replaced parts.
    pub async fn start_with_parts(
        database: Database,
        settings: &[(&str, &str)],
        Parts { models, clock, reader }: Parts,
    ) -> Option<Self> {
        let place = Place::new(database).await?;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let mut values = place.settings(&base);
        values.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let config = Config::layered(&values, &BTreeMap::new()).unwrap();
        let storage = saldo::setup::open_storage(&config).await.unwrap();
        let app = saldo::setup::open_with(config, storage.clone(), clock, reader, models).unwrap();
        app.statement_jobs.start();
        let server = saldo::serve(&app, vec![listener]).unwrap();
        let handle = server.handle();
        tokio::spawn(server);
        Some(Self { app, storage, base, server: handle, place })
    }

    /// Returns a client that is not signed in.
    pub fn anon(&self) -> TestUser {
        TestUser::new(self.base.clone())
    }

    /// Signs up a new user with this name and returns their client.
    pub async fn user(&self, name: &str) -> TestUser {
        let mut user = self.anon();
        user.sign_up(name).await;
        user
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.app.stopping.cancel();
        drop(self.server.stop(false));
    }
}

/// An HTTP client with the cookies of one user.
#[derive(Clone)]
pub struct TestUser {
    base: String,
    client: reqwest::Client,
    cookies: String,
    books: Option<String>,
}

impl TestUser {
    /// Creates a client of the server at `base`, not signed in.
    pub fn new(base: String) -> Self {
        // reqwest needs a TLS provider even for plain HTTP. Installing a second
        // one fails, which does no harm.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = reqwest::Client::builder().build().unwrap();
        Self { base, client, cookies: String::new(), books: None }
    }

    /// Signs up as `NAME@example.com` and stores the cookies.
    pub async fn sign_up(&mut self, name: &str) {
        let body =
            json!({ "email": format!("{name}@example.com"), "password": "correct horse", "name": name });
        let answer = self.post("/auth/sign-up/email", &body).await;
        assert_eq!(answer.status(), StatusCode::OK);
        self.take_cookies(&answer);
    }

    /// Returns the books that the client opens, if they are not the user's own.
    pub fn books(&self) -> Option<&str> {
        self.books.as_deref()
    }

    /// Returns a client of the same user that opens the books of a household.
    pub fn in_books(&self, books: &str) -> Self {
        Self { books: Some(books.to_owned()), ..self.clone() }
    }

    /// Returns a client of the same session that asks another server of the same storage.
    pub fn at(&self, base: String) -> Self {
        Self { base, ..self.clone() }
    }

    /// Returns a client of the same user that opens the user's own books.
    pub fn in_own_books(&self) -> Self {
        Self { books: None, ..self.clone() }
    }

    /// Stores the cookies of a response instead of those before.
    pub fn take_cookies(&mut self, answer: &Response) {
        let lines = answer.headers().get_all("set-cookie").iter().map(|line| line.to_str().unwrap());
        let set = lines.filter(|line| !line.contains("Max-Age=0"));
        self.cookies = set.map(|line| line.split(';').next().unwrap()).collect::<Vec<_>>().join("; ");
    }

    /// Builds a request with the user's cookies and the `Origin` header of a browser.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request =
            self.client.request(method, format!("{}/api{path}", self.base)).header("origin", &self.base);
        let request = match &self.books {
            Some(books) => request.header("saldo-books", books),
            None => request,
        };
        if self.cookies.is_empty() { request } else { request.header("cookie", &self.cookies) }
    }

    /// Sends a `GET` request.
    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// Sends a `GET` request, expects 200 and returns the JSON body.
    pub async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        body(answer).await
    }

    /// Sends a `POST` request with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path)
            .header("content-type", "application/json")
            .body(body.to_string())
            .send()
            .await
            .unwrap()
    }

    /// Uploads files in one request.
    pub async fn upload(&self, files: Vec<(&str, Vec<u8>)>) -> Response {
        self.try_upload(files).await.unwrap()
    }

    /// Uploads files in one request. Returns `None` if the server goes away meanwhile.
    pub async fn try_upload(&self, files: Vec<(&str, Vec<u8>)>) -> Option<Response> {
        let form = files.into_iter().fold(Form::new(), |form, (name, bytes)| {
            form.part("files", Part::bytes(bytes).file_name(name.to_owned()))
        });
        self.request(Method::POST, "/upload").multipart(form).send().await.ok()
    }

    /// Uploads one file, expects 200 and returns the id of its statement.
    pub async fn upload_one(&self, name: &str, bytes: Vec<u8>) -> String {
        let answer = self.upload(vec![(name, bytes)]).await;
        assert_eq!(answer.status(), StatusCode::OK);
        body(answer).await["statementId"].as_str().unwrap().to_owned()
    }

    /// Processes a statement and waits for the result.
    pub async fn process(&self, statement: &str) -> Response {
        self.post("/process-statement", &json!({ "statementId": statement })).await
    }

    /// Processes a statement of many rows. A busy machine answers before all are stored; the events of the
    /// job end when they are.
    pub async fn process_to_the_end(&self, statement: &str) {
        let answer = self.process(statement).await;
        if let Some(location) = answer.headers().get("location") {
            let job = location.to_str().unwrap().strip_prefix("/api").unwrap().to_owned();
            let events = self.get(&format!("{job}/events")).await.text().await.unwrap();
            assert!(events.trim().lines().last().unwrap().contains(r#""state":"done""#), "{events}");
        } else {
            assert_eq!(answer.status(), StatusCode::OK);
        }
    }

    /// Returns all transactions, fetched page by page.
    pub async fn transactions(&self) -> Vec<Value> {
        let mut transactions = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = self.json(&format!("/transactions?limit=200&cursor={cursor}")).await;
            transactions.extend(page["items"].as_array().unwrap().iter().cloned());
            match page["nextCursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => return transactions,
            }
        }
    }
}

/// Returns the JSON body of a response.
pub async fn body(answer: Response) -> Value {
    let text = answer.text().await.unwrap();
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("the body is not JSON: {text}"))
}

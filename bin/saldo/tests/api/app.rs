//! The harness: a real server on a free port over a real database, and people who talk HTTP to it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use saldo::app::App;
use saldo::chatting::models::NamedModel;
use saldo::config::{Config, Values};
use saldo_domain::SystemClock;
use saldo_llm::LanguageModel;
use saldo_test_postgres::TestDatabase;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A fresh SQLite file.
    Sqlite,
    /// A fresh PostgreSQL database.
    Postgres,
}

/// Runs each test on both databases: `on_each_database!(a_true_sentence, …)` for `async fn a_true_sentence(app: TestApp)`.
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
                // Where there is no PostgreSQL, starting it has said so.
                if let Some(app) = $crate::app::TestApp::start($crate::app::Database::Postgres).await {
                    super::$name(app).await;
                }
            })+
        }
    };
}
pub(crate) use on_each_database;

/// Where an instance keeps things, for tests that start processes of their own.
pub struct Place {
    /// Everything is removed with it.
    pub folder: TempDir,
    /// The database, when it is PostgreSQL.
    pub postgres: Option<TestDatabase>,
}

impl Place {
    /// A fresh place; `None` when there is no PostgreSQL to be had.
    pub async fn new(database: Database) -> Option<Self> {
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(saldo_test_postgres::database().await?),
        };
        Some(Self { folder: tempfile::tempdir().unwrap(), postgres })
    }

    /// The settings of an instance that lives here.
    pub fn settings(&self, base_url: &str) -> BTreeMap<String, String> {
        let folder = self.folder.path().join("data");
        let mut settings = BTreeMap::from([
            ("SALDO_DATA_DIR".to_owned(), folder.display().to_string()),
            ("BASE_URL".to_owned(), base_url.to_owned()),
            ("SALDO_SECRET".to_owned(), "a secret for tests and nothing else".to_owned()),
            ("SALDO_JOB_LEASE_SECONDS".to_owned(), "3".to_owned()),
            ("SALDO_LOG".to_owned(), "warn".to_owned()),
            // It takes its time in a build for tests; those that are about it switch it on.
            ("SALDO_OCR".to_owned(), "off".to_owned()),
        ]);
        if let Some(postgres) = &self.postgres {
            settings.insert("DATABASE_URL".to_owned(), postgres.url().to_owned());
        }
        settings
    }
}

/// A running server in this process.
pub struct TestApp {
    /// Its services, to look behind the routes.
    pub app: App,
    /// `http://localhost:PORT`.
    pub base: String,
    server: actix_web::dev::ServerHandle,
    _place: Place,
}

impl TestApp {
    /// Starts a server; `None` when there is no PostgreSQL to be had.
    pub async fn start(database: Database) -> Option<Self> {
        Self::start_with(database, &[]).await
    }

    /// Starts a server with settings of the test's own.
    pub async fn start_with(database: Database, settings: &[(&str, &str)]) -> Option<Self> {
        Self::start_changed(database, settings, |_| {}).await
    }

    /// Starts a server in which this model answers by default.
    pub async fn start_with_model(database: Database, model: Arc<dyn LanguageModel>) -> Option<Self> {
        Self::start_changed(database, &[], |app| {
            let first = NamedModel { name: model.name().to_owned(), model };
            app.models = [first].into_iter().chain(app.models.iter().cloned()).collect();
        })
        .await
    }

    /// Starts a server with services that were changed after they were put together.
    async fn start_changed(
        database: Database,
        settings: &[(&str, &str)],
        change: impl FnOnce(&mut App),
    ) -> Option<Self> {
        let place = Place::new(database).await?;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let mut values = place.settings(&base);
        values.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let config = Config::from_values(Values::layered(&values, &BTreeMap::new()).unwrap()).unwrap();
        let storage = saldo::setup::open_storage(&config).await.unwrap();
        let program = PathBuf::from(env!("CARGO_BIN_EXE_saldo"));
        let mut app = saldo::setup::open_with(config, storage, Arc::new(SystemClock), program).unwrap();
        change(&mut app);
        saldo::worker::start(&app);
        let server = saldo::serve(&app, vec![listener]).unwrap();
        let handle = server.handle();
        tokio::spawn(server);
        Some(Self { app, base, server: handle, _place: place })
    }

    /// Somebody who is not signed in.
    pub fn anon(&self) -> Person {
        Person::new(self.base.clone())
    }

    /// Somebody who has just signed up as `name`.
    pub async fn person(&self, name: &str) -> Person {
        let mut person = self.anon();
        person.sign_up(name).await;
        person
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.app.stopping.cancel();
        drop(self.server.stop(false));
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    base: String,
    client: reqwest::Client,
    cookies: String,
}

impl Person {
    /// Somebody at the server at `base`.
    pub fn new(base: String) -> Self {
        // Nothing here speaks TLS, but a client is only built where a provider is installed.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = reqwest::Client::builder().build().unwrap();
        Self { base, client, cookies: String::new() }
    }

    /// Signs up and keeps the cookies.
    pub async fn sign_up(&mut self, name: &str) {
        let body =
            json!({ "email": format!("{name}@example.com"), "password": "correct horse", "name": name });
        let answer = self.post("/auth/sign-up/email", &body).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let cookies: Vec<String> = answer
            .headers()
            .get_all("set-cookie")
            .iter()
            .map(|line| line.to_str().unwrap().split(';').next().unwrap().to_owned())
            .collect();
        self.cookies = cookies.join("; ");
    }

    /// A request as this person's browser sends it.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request =
            self.client.request(method, format!("{}/api{path}", self.base)).header("origin", &self.base);
        if self.cookies.is_empty() { request } else { request.header("cookie", &self.cookies) }
    }

    /// `GET`.
    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// `GET` of JSON that must be there.
    pub async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        body(answer).await
    }

    /// `POST` of JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path)
            .header("content-type", "application/json")
            .body(body.to_string())
            .send()
            .await
            .unwrap()
    }

    /// Uploads files as one request.
    pub async fn upload(&self, files: Vec<(&str, Vec<u8>)>) -> Response {
        self.try_upload(files).await.unwrap()
    }

    /// Uploads files as one request; `None` when the server goes away meanwhile.
    pub async fn try_upload(&self, files: Vec<(&str, Vec<u8>)>) -> Option<Response> {
        let form = files.into_iter().fold(Form::new(), |form, (name, bytes)| {
            form.part("files", Part::bytes(bytes).file_name(name.to_owned()))
        });
        self.request(Method::POST, "/upload").multipart(form).send().await.ok()
    }

    /// Uploads one file that is good and answers its statement's id.
    pub async fn upload_one(&self, name: &str, bytes: Vec<u8>) -> String {
        let answer = self.upload(vec![(name, bytes)]).await;
        assert_eq!(answer.status(), StatusCode::OK);
        body(answer).await["statementId"].as_str().unwrap().to_owned()
    }

    /// Processes a statement and waits for the answer.
    pub async fn process(&self, statement: &str) -> Response {
        self.post("/process-statement", &json!({ "statementId": statement })).await
    }

    /// All entries, page by page.
    pub async fn entries(&self) -> Vec<Value> {
        let mut entries = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = self.json(&format!("/transactions?limit=200&cursor={cursor}")).await;
            entries.extend(page["items"].as_array().unwrap().iter().cloned());
            match page["nextCursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => return entries,
            }
        }
    }
}

/// The JSON of an answer.
pub async fn body(answer: Response) -> Value {
    let text = answer.text().await.unwrap();
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {text}"))
}

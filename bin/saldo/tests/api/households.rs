//! Tests of households through HTTP: invitations, roles, removal, tokens, archives and the authors of edits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Method, StatusCode};
use saldo_auth::{Mail, MailError, Mailer};
use saldo_domain::{BooksRole, Email};
use saldo_households::{InviteRequest, MailOutcome};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, body, on_each_database, with_each_database};
use crate::crash::queue;
use crate::ledger::{ok, refused, text};
use crate::my_data::untar;
use crate::pdf::Sample;

on_each_database!(
    a_member_opens_the_books_of_a_household_and_nobody_else_does,
    private_accounts_stay_in_the_books_of_their_user,
    an_invitation_works_once,
    a_revoked_invitation_is_refused,
    an_invitation_is_sent_by_mail,
    roles_change_at_once_and_an_owner_remains,
    a_removed_member_has_no_access_at_once,
    a_token_opens_one_set_of_books,
    saldo_mcp_reads_the_books_of_a_household,
    exports_and_archives_are_of_one_set_of_books,
    every_edit_says_who_made_it,
    a_merge_of_accounts_says_who_made_it_and_who_undid_it,
    a_deleted_household_is_gone_for_its_members,
    the_next_owner_follows_a_deleted_user,
    an_idempotency_key_is_of_one_set_of_books,
    invalid_requests_are_rejected,
);

/// A household with a member of each role, and a user who is not a member.
pub struct Home {
    pub books: String,
    pub owner: TestUser,
    pub editor: TestUser,
    pub viewer: TestUser,
    pub stranger: TestUser,
}

impl Home {
    /// Creates a household. All clients name its books.
    pub async fn new(app: &TestApp) -> Self {
        let owner = app.user("owner").await;
        let books = create(&owner, "Home").await;
        let mut members = Vec::new();
        for role in ["editor", "viewer"] {
            let user = app.user(role).await;
            join(&owner, &books, &user, role).await;
            members.push(user.in_books(&books));
        }
        let viewer = members.pop().unwrap();
        let editor = members.pop().unwrap();
        let stranger = app.user("stranger").await.in_books(&books);
        Self { owner: owner.in_books(&books), books, editor, viewer, stranger }
    }
}

/// Creates a household and returns its id.
async fn create(owner: &TestUser, name: &str) -> String {
    text(&ok(owner, Method::POST, "/books", json!({ "name": name })).await["id"])
}

/// Invites with a role and returns the token of the link.
async fn invite(owner: &TestUser, books: &str, role: &str) -> String {
    let made = ok(owner, Method::POST, &format!("/books/{books}/invitations"), json!({ "role": role })).await;
    assert_eq!(made["isMailed"], false);
    text(&made["link"]).rsplit_once("/invitations/").unwrap().1.to_owned()
}

async fn accept(user: &TestUser, token: &str) -> (StatusCode, Value) {
    let answer = user.post("/invitations/accept", &json!({ "token": token })).await;
    (answer.status(), body(answer).await)
}

async fn join(owner: &TestUser, books: &str, user: &TestUser, role: &str) {
    let token = invite(owner, books, role).await;
    let (status, opened) = accept(user, &token).await;
    assert_eq!(
        (status, opened["id"].as_str(), opened["role"].as_str()),
        (StatusCode::OK, Some(books), Some(role))
    );
}

/// Returns the id of the member with this name, if there is one.
pub async fn member(user: &TestUser, books: &str, name: &str) -> Option<String> {
    let members = user.json(&format!("/books/{books}/members")).await;
    let found = members["items"].as_array().unwrap().iter().find(|member| member["name"] == name);
    found.map(|member| text(&member["id"]))
}

async fn set_role(user: &TestUser, books: &str, member: &str, role: &str) -> StatusCode {
    let path = format!("/books/{books}/members/{member}");
    let request = user.request(Method::PATCH, &path).header("content-type", "application/json");
    request.body(json!({ "role": role }).to_string()).send().await.unwrap().status()
}

async fn remove(user: &TestUser, books: &str, member: &str) -> StatusCode {
    let path = format!("/books/{books}/members/{member}");
    user.request(Method::DELETE, &path).send().await.unwrap().status()
}

pub async fn add_account(user: &TestUser, name: &str) -> String {
    let account = json!({"name": name, "kind": "cash", "currency": "EUR"});
    text(&ok(user, Method::POST, "/accounts", account).await["id"])
}

async fn accounts(user: &TestUser) -> Vec<String> {
    let listed = user.json("/accounts").await;
    listed["items"].as_array().unwrap().iter().map(|account| text(&account["name"])).collect()
}

async fn a_member_opens_the_books_of_a_household_and_nobody_else_does(app: TestApp) {
    let home = Home::new(&app).await;
    let account = add_account(&home.owner, "Shared").await;
    for user in [&home.owner, &home.editor, &home.viewer] {
        assert_eq!(accounts(user).await, ["Shared"]);
    }
    let (status, _) = refused(&home.stranger, Method::GET, "/accounts", json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let books = home.viewer.json("/books").await;
    let listed: Vec<_> = books["items"].as_array().unwrap().iter().collect();
    assert_eq!((listed[0]["isHousehold"].clone(), listed[0]["role"].clone()), (json!(false), json!("owner")));
    assert_eq!((&listed[1]["name"], &listed[1]["role"]), (&json!("Home"), &json!("viewer")));
    let viewer = app.anon();
    assert_eq!(viewer.in_books(&home.books).get("/accounts").await.status(), StatusCode::UNAUTHORIZED);
    // Links cannot have a header.
    let by_query = home.viewer.in_own_books();
    let path = format!("/transactions?books={}&limit=5", home.books);
    assert_eq!(by_query.get(&path).await.status(), StatusCode::OK);
    let path = format!("/accounts/{account}?books={}", home.books);
    assert_eq!(by_query.json(&path).await["name"], "Shared");
    assert_eq!(by_query.get(&format!("/accounts/{account}")).await.status(), StatusCode::NOT_FOUND);
    for unknown in ["01890000-0000-7000-8000-000000000000", "nonsense", "../.."] {
        let answer = home.owner.in_books(unknown).get("/accounts").await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{unknown}");
        assert_eq!(answer.text().await.unwrap(), r#"{"error":"Not found"}"#);
    }
    let (status, error) = refused(&home.viewer, Method::POST, "/accounts", json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(error.contains("only view"), "{error}");
}

async fn private_accounts_stay_in_the_books_of_their_user(app: TestApp) {
    let home = Home::new(&app).await;
    let private = home.editor.in_own_books();
    let account = add_account(&private, "Private").await;
    add_account(&home.editor, "Shared").await;
    assert_eq!(accounts(&private).await, ["Private"]);
    assert_eq!(accounts(&home.owner).await, ["Shared"]);
    let own = text(&private.json("/books").await["items"][0]["id"]);
    for user in [&home.owner, &home.viewer, &home.stranger] {
        let answer = user.in_books(&own).get("/accounts").await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        assert_eq!(user.get(&format!("/accounts/{account}")).await.status(), StatusCode::NOT_FOUND);
    }
}

async fn an_invitation_works_once(app: TestApp) {
    let (ann, bob, eve) = (app.user("ann").await, app.user("bob").await, app.user("eve").await);
    let books = create(&ann, "Home").await;
    let token = invite(&ann, &books, "editor").await;
    let seen = ok(&bob, Method::POST, "/invitations/look", json!({ "token": token })).await;
    assert_eq!(
        (&seen["household"], &seen["role"], &seen["invitedBy"]),
        (&json!("Home"), &json!("editor"), &json!("ann"))
    );
    assert_eq!(
        app.anon().post("/invitations/look", &json!({ "token": token })).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(accept(&ann, &token).await.0, StatusCode::CONFLICT, "she is a member");
    assert_eq!(accept(&bob, &token).await.0, StatusCode::OK);
    let (status, error) = accept(&eve, &token).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(error["error"].as_str().unwrap().contains("Ask for a new one"), "{error}");
    assert_eq!(accept(&eve, "nonsense").await.0, StatusCode::NOT_FOUND);
    assert_eq!(ann.json(&format!("/books/{books}/invitations")).await["items"], json!([]));
    let stored = app.storage.find_invitation(saldo_domain::TokenHash::of(&token), app.app.clock.now()).await;
    assert_eq!(stored.unwrap(), None);
}

async fn a_revoked_invitation_is_refused(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let books = create(&ann, "Home").await;
    let token = invite(&ann, &books, "viewer").await;
    let listed = ann.json(&format!("/books/{books}/invitations")).await;
    assert!(!listed.to_string().contains(&token), "only the first answer contains the token");
    let path = format!("/books/{books}/invitations/{}", text(&listed["items"][0]["id"]));
    let foreign = bob.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::NOT_FOUND);
    assert_eq!(ann.request(Method::DELETE, &path).send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(accept(&bob, &token).await.0, StatusCode::NOT_FOUND);
}

/// A mailer that records the mails, or rejects them all.
#[derive(Default)]
struct Recorder {
    mails: Mutex<Vec<(String, String, String)>>,
    rejects: bool,
}

#[async_trait::async_trait]
impl Mailer for Recorder {
    async fn send(&self, to: &Email, mail: Mail) -> Result<(), MailError> {
        if self.rejects {
            return Err(MailError("refused".into()));
        }
        let Mail::Message { subject, text, .. } = mail else { panic!("an invitation is a message") };
        self.mails.lock().unwrap().push((to.as_str().to_owned(), subject, text));
        Ok(())
    }
}

async fn an_invitation_is_sent_by_mail(app: TestApp) {
    let ann = app.user("ann").await;
    let books = create(&ann, "Home").await.parse().unwrap();
    let ann = text(&ann.json("/books").await["items"][0]["id"]).parse().unwrap();
    let request = |email: Option<&str>| {
        let email = email.map(|email| Email::parse(email).unwrap());
        InviteRequest { role: BooksRole::Viewer, email }
    };
    let (now, to) = (app.app.clock.now(), Some("bob@example.com"));
    let recorder = Arc::new(Recorder::default());
    let households = app.app.households.clone().with_mailer(recorder.clone());
    let invited = households.invite(ann, books, request(to), now).await.unwrap();
    assert_eq!(invited.mail, MailOutcome::Sent);
    let (address, subject, body) = recorder.mails.lock().unwrap().pop().unwrap();
    assert_eq!((address.as_str(), subject.as_str()), ("bob@example.com", "Saldo: invitation to Home"));
    assert!(body.contains(&invited.link()), "{body}");
    let without = households.invite(ann, books, request(None), now).await.unwrap();
    assert_eq!((without.mail, recorder.mails.lock().unwrap().len()), (MailOutcome::NotTried, 0));
    let rejecting = Recorder { rejects: true, ..Recorder::default() };
    let households = app.app.households.clone().with_mailer(Arc::new(rejecting));
    let invited = households.invite(ann, books, request(to), now).await.unwrap();
    assert_eq!(invited.mail, MailOutcome::Failed, "the link is shown nevertheless");
    let open = households.look_at(invited.token.as_str(), now).await.unwrap();
    assert_eq!((open.books, open.household.as_str()), (books, "Home"));
}

async fn roles_change_at_once_and_an_owner_remains(app: TestApp) {
    let home = Home::new(&app).await;
    let id = async |name: &str| member(&home.owner, &home.books, name).await.unwrap();
    let (owner, viewer) = (id("owner").await, id("viewer").await);
    assert_eq!(set_role(&home.viewer, &home.books, &viewer, "owner").await, StatusCode::FORBIDDEN);
    assert_eq!(set_role(&home.editor, &home.books, &viewer, "editor").await, StatusCode::FORBIDDEN);
    assert_eq!(set_role(&home.owner, &home.books, &viewer, "editor").await, StatusCode::NO_CONTENT);
    add_account(&home.viewer, "By a former viewer").await;
    assert_eq!(set_role(&home.owner, &home.books, &viewer, "viewer").await, StatusCode::NO_CONTENT);
    let (status, _) = refused(&home.viewer, Method::POST, "/accounts", json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(set_role(&home.owner, &home.books, &owner, "editor").await, StatusCode::CONFLICT);
    assert_eq!(remove(&home.owner, &home.books, &owner).await, StatusCode::CONFLICT);
    assert_eq!(set_role(&home.owner, &home.books, &viewer, "owner").await, StatusCode::NO_CONTENT);
    assert_eq!(remove(&home.owner, &home.books, &owner).await, StatusCode::NO_CONTENT, "she leaves");
    assert_eq!(home.owner.get("/accounts").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(accounts(&home.viewer).await, ["By a former viewer"]);
}

/// Creates an API token for books. Returns its text.
async fn token(user: &TestUser, books: &str) -> String {
    let wish = json!({ "permissions": { "api": ["read", "write"] }, "books": books });
    let made = body(user.post("/auth/api-key/create", &wish).await).await;
    assert_eq!(made["books"], books);
    text(&made["key"])
}

/// Sends a request with an API token. Returns the status and the body.
async fn send(app: &TestApp, key: &str, method: Method, path: &str, value: Value) -> (StatusCode, Value) {
    let request =
        reqwest::Client::builder().build().unwrap().request(method, format!("{}/api{path}", app.base));
    let request = request.header("authorization", format!("Bearer {key}"));
    let request = request.header("accept", "application/json, text/event-stream");
    let request = request.header("content-type", "application/json").body(value.to_string());
    let answer = request.send().await.unwrap();
    (answer.status(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
}

async fn a_removed_member_has_no_access_at_once(app: TestApp) {
    let home = Home::new(&app).await;
    add_account(&home.owner, "Shared").await;
    let key = token(&home.editor, &home.books).await;
    assert_eq!(send(&app, &key, Method::GET, "/accounts", json!({})).await.0, StatusCode::OK);
    let editor = member(&home.owner, &home.books, "editor").await.unwrap();
    assert_eq!(remove(&home.viewer, &home.books, &editor).await, StatusCode::FORBIDDEN);
    assert_eq!(remove(&home.owner, &home.books, &editor).await, StatusCode::NO_CONTENT);
    assert_eq!(home.editor.get("/accounts").await.status(), StatusCode::NOT_FOUND);
    let (status, _) = refused(&home.editor, Method::POST, "/accounts", json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(send(&app, &key, Method::GET, "/accounts", json!({})).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        home.editor.get(&format!("/books/{}/members", home.books)).await.status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(home.editor.json("/books").await["items"].as_array().unwrap().len(), 1);
    assert_eq!(accounts(&home.editor.in_own_books()).await, Vec::<String>::new());
    assert_eq!(remove(&home.owner, &home.books, &editor).await, StatusCode::NOT_FOUND);
}

async fn a_token_opens_one_set_of_books(app: TestApp) {
    let home = Home::new(&app).await;
    add_account(&home.owner, "Shared").await;
    let own = home.viewer.in_own_books();
    add_account(&own, "Private").await;
    let key = token(&home.viewer, &home.books).await;
    let get = async |path: &str| send(&app, &key, Method::GET, path, json!({})).await;
    assert_eq!(get("/accounts").await.1["items"][0]["name"], "Shared");
    assert_eq!(get(&format!("/accounts?books={}", home.books)).await.0, StatusCode::OK);
    let mine = text(&own.json("/books").await["items"][0]["id"]);
    assert_eq!(get(&format!("/accounts?books={mine}")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(get("/books").await.0, StatusCode::FORBIDDEN, "a token manages no households");
    let account = json!({"name": "x", "kind": "cash", "currency": "EUR"});
    let (status, _) = send(&app, &key, Method::POST, "/accounts", account).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "a token permits no more than the role");
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "balances", "arguments": {}}});
    let (status, answer) = send(&app, &key, Method::POST, "/mcp", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(answer.to_string().contains("Shared") && !answer.to_string().contains("Private"), "{answer}");
    for foreign in [home.books.as_str(), "01890000-0000-7000-8000-000000000000"] {
        let made = home.stranger.post("/auth/api-key/create", &json!({ "books": foreign })).await;
        assert_eq!(made.status(), StatusCode::NOT_FOUND);
    }
    let made = home.viewer.post("/auth/api-key/create", &json!({ "books": "nonsense" })).await;
    assert_eq!(made.status(), StatusCode::BAD_REQUEST);
    let made = body(home.viewer.post("/auth/api-key/create", &json!({})).await).await;
    assert_eq!(made.get("books"), None, "a token of the own books is as before");
    let (_, listed) = send(&app, &text(&made["key"]), Method::GET, "/accounts", json!({})).await;
    assert_eq!(listed["items"][0]["name"], "Private", "the header does not choose for `/auth`");
}

async fn saldo_mcp_reads_the_books_of_a_household(app: TestApp) {
    let ann = app.user("ann").await;
    let own = text(&ann.json("/books").await["items"][0]["id"]);
    let books = create(&ann, "Home").await;
    let find = async |named: Option<&str>| {
        let found = saldo::users::find_books(&app.storage, named).await;
        found.map(|books| books.to_string()).map_err(|error| error.to_string())
    };
    assert_eq!(find(Some(&books)).await.as_ref(), Ok(&books));
    assert_eq!(find(Some("ann@example.com")).await.as_ref(), Ok(&own));
    assert_eq!(find(None).await.as_ref(), Ok(&own), "a household is not a user");
    assert_eq!(find(Some(&own)).await, Err(format!("no household has the books {own}")));
}

async fn exports_and_archives_are_of_one_set_of_books(app: TestApp) {
    let home = Home::new(&app).await;
    let own = home.owner.in_own_books();
    for (user, number) in [(&home.owner, 1), (&own, 2)] {
        let statement = user.upload_one("may.pdf", Sample::new(number, 5).pdf()).await;
        user.process_to_the_end(&statement).await;
    }
    let csv = async |user: &TestUser| user.get("/export?format=csv").await.text().await.unwrap();
    let (shared, private) = (csv(&home.viewer).await, csv(&own).await);
    assert!(shared != private && shared.lines().count() == private.lines().count());
    let path = format!("/export?format=csv&books={}", home.books);
    assert_eq!(own.get(&path).await.text().await.unwrap(), shared);
    let archive = async |path: &str| {
        let bytes = own.get(path).await.bytes().await.unwrap();
        untar(&bytes).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    let all = archive(&format!("/me/data?books={}", home.books)).await;
    assert!(
        all.iter().any(|name| name.starts_with("statements/")) && all != archive("/me/data").await,
        "{all:?}"
    );
    let deleted = home.editor.request(Method::DELETE, "/me/data");
    let deleted = deleted.header("content-type", "application/json").body(r#"{"confirm":"delete my data"}"#);
    assert_eq!(deleted.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    ok(&home.owner, Method::DELETE, "/me/data", json!({ "confirm": "delete my data" })).await;
    assert!(home.viewer.transactions().await.is_empty());
    assert!(!own.transactions().await.is_empty());
}

async fn every_edit_says_who_made_it(app: TestApp) {
    let home = Home::new(&app).await;
    let statement = home.owner.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    home.owner.process_to_the_end(&statement).await;
    let transaction = text(&home.owner.transactions().await[0]["id"]);
    let path = format!("/transactions/{transaction}");
    ok(&home.editor, Method::PATCH, &path, json!({ "note": "by the editor" })).await;
    let edits = home.viewer.json("/edits").await;
    assert_eq!(edits["items"][0]["by"]["name"], "editor");
    assert_eq!(edits["items"][0]["by"]["id"], member(&home.viewer, &home.books, "editor").await.unwrap());
    let history = home.viewer.json(&format!("{path}/history")).await;
    assert_eq!(history["items"][0]["edit"]["by"]["name"], "editor");
    let undo = format!("/edits/{}/undo", text(&edits["items"][0]["id"]));
    assert_eq!(ok(&home.owner, Method::POST, &undo, json!({})).await["edit"]["by"]["name"], "owner");
    let key = token(&home.editor, &home.books).await;
    let (status, _) = send(&app, &key, Method::PATCH, &path, json!({ "note": "by a script" })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(home.viewer.json("/edits").await["items"][0]["by"]["name"], "editor");
}

async fn a_merge_of_accounts_says_who_made_it_and_who_undid_it(app: TestApp) {
    let home = Home::new(&app).await;
    let kept = add_account(&home.owner, "Giro").await;
    let other = add_account(&home.owner, "Old giro").await;
    let path = format!("/accounts/{kept}/merge");
    let merged = ok(&home.editor, Method::POST, &path, json!({ "other": other })).await;
    let listed = home.viewer.json("/account-merges").await;
    let by = &listed["items"][0]["by"];
    assert_eq!(by["name"], "editor");
    assert_eq!(by["id"], member(&home.viewer, &home.books, "editor").await.unwrap());
    assert_eq!(listed["items"][0]["undoneBy"], Value::Null);
    let undo = format!("/account-merges/{}/undo", text(&merged["mergeId"]));
    ok(&home.owner, Method::POST, &undo, json!({})).await;
    let listed = home.viewer.json("/account-merges").await;
    assert_eq!(listed["items"][0]["by"]["name"], "editor");
    assert_eq!(listed["items"][0]["undoneBy"]["name"], "owner");
}

async fn a_deleted_household_is_gone_for_its_members(app: TestApp) {
    let home = Home::new(&app).await;
    add_account(&home.owner, "Shared").await;
    let path = format!("/books/{}", home.books);
    let (status, _) = refused(&home.owner, Method::DELETE, &path, json!({ "confirm": "yes" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let confirm = json!({ "confirm": "delete this household" });
    let (status, _) = refused(&home.editor, Method::DELETE, &path, confirm.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    ok(&home.owner, Method::PATCH, &path, json!({ "name": "Flat" })).await;
    assert_eq!(home.viewer.json("/books").await["items"][1]["name"], "Flat");
    ok(&home.owner, Method::DELETE, &path, confirm).await;
    for user in [&home.owner, &home.editor, &home.viewer] {
        assert_eq!(user.get("/accounts").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(user.json("/books").await["items"].as_array().unwrap().len(), 1);
    }
}

async fn the_next_owner_follows_a_deleted_user(app: TestApp) {
    let home = Home::new(&app).await;
    add_account(&home.owner, "Shared").await;
    let deleted = home.owner.post("/auth/delete-user", &json!({ "password": "correct horse" })).await;
    assert_eq!(deleted.status(), StatusCode::OK);
    let books = home.editor.json("/books").await;
    assert_eq!(books["items"][1]["role"], "owner");
    assert_eq!(accounts(&home.viewer).await, ["Shared"]);
    let viewer = member(&home.editor, &home.books, "viewer").await.unwrap();
    assert_eq!(set_role(&home.editor, &home.books, &viewer, "editor").await, StatusCode::NO_CONTENT);
}

async fn an_idempotency_key_is_of_one_set_of_books(app: TestApp) {
    let home = Home::new(&app).await;
    let account = json!({"name": "Purse", "kind": "cash", "currency": "EUR"}).to_string();
    let send = async |user: &TestUser| {
        let request = user.request(Method::POST, "/accounts").header("content-type", "application/json");
        request.header("idempotency-key", "one").body(account.clone()).send().await.unwrap().status()
    };
    assert_eq!(send(&home.viewer).await, StatusCode::FORBIDDEN);
    assert_eq!(send(&home.owner).await, StatusCode::CREATED);
    assert_eq!(send(&home.owner).await, StatusCode::CREATED);
    assert_eq!(send(&home.owner.in_own_books()).await, StatusCode::CREATED);
    assert_eq!(send(&home.viewer).await, StatusCode::FORBIDDEN, "no answer is replayed to a viewer");
    assert_eq!(accounts(&home.owner).await, ["Purse"]);
    assert_eq!(accounts(&home.owner.in_own_books()).await, ["Purse"]);
}

async fn invalid_requests_are_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let books = create(&ann, "  Our \n home ").await;
    assert_eq!(ann.json("/books").await["items"][1]["name"], "Our home");
    for (path, value) in [
        ("/books".to_owned(), json!({ "name": " " })),
        ("/books".to_owned(), json!({ "name": "x".repeat(81) })),
        ("/books".to_owned(), json!({ "name": "x", "owner": "eve" })),
        (format!("/books/{books}/invitations"), json!({ "role": "admin" })),
        (format!("/books/{books}/invitations"), json!({ "role": "viewer", "email": "ann" })),
        ("/invitations/accept".to_owned(), json!({})),
    ] {
        let (status, error) = refused(&ann, Method::POST, &path, value).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {error}");
    }
    for named in ["", "x", "01890000-0000-7000-8000-000000000000"] {
        let request = ann.request(Method::GET, "/accounts").header("saldo-books", named);
        let status = request.send().await.unwrap().status();
        assert_eq!(status, StatusCode::NOT_FOUND, "{named:?}");
    }
    let own = text(&ann.json("/books").await["items"][0]["id"]);
    let (status, _) = refused(&ann, Method::PATCH, &format!("/books/{own}"), json!({ "name": "x" })).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "the own books are not a household");
    assert_eq!(set_role(&ann, &books, "nonsense", "viewer").await, StatusCode::NOT_FOUND);
}

/// Tests that need settings of their own.
mod with_settings {
    use super::*;

    with_each_database!(an_invitation_expires, limits_are_settings, a_stream_of_a_removed_member_ends);

    async fn an_invitation_expires(database: Database) {
        let settings = [("SALDO_HOUSEHOLD_INVITATION_SECONDS", "1")];
        let Some(app) = TestApp::start_with(database, &settings).await else { return };
        let (ann, bob) = (app.user("ann").await, app.user("bob").await);
        let books = create(&ann, "Home").await;
        let token = invite(&ann, &books, "viewer").await;
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        assert_eq!(accept(&bob, &token).await.0, StatusCode::NOT_FOUND);
        assert_eq!(ann.json(&format!("/books/{books}/invitations")).await["items"], json!([]));
    }

    async fn limits_are_settings(database: Database) {
        let settings = [
            ("SALDO_HOUSEHOLDS_MAX", "1"),
            ("SALDO_HOUSEHOLD_MEMBERS_MAX", "2"),
            ("SALDO_HOUSEHOLD_INVITATIONS_MAX", "2"),
        ];
        let Some(app) = TestApp::start_with(database, &settings).await else { return };
        let (ann, bob, eve) = (app.user("ann").await, app.user("bob").await, app.user("eve").await);
        let books = create(&ann, "Home").await;
        let (status, _) = refused(&ann, Method::POST, "/books", json!({ "name": "Flat" })).await;
        assert_eq!(status, StatusCode::CONFLICT);
        let (first, second) = (invite(&ann, &books, "viewer").await, invite(&ann, &books, "viewer").await);
        let path = format!("/books/{books}/invitations");
        let (status, _) = refused(&ann, Method::POST, &path, json!({ "role": "viewer" })).await;
        assert_eq!(status, StatusCode::CONFLICT);
        assert_eq!(accept(&bob, &first).await.0, StatusCode::OK);
        assert_eq!(accept(&eve, &second).await.0, StatusCode::CONFLICT);
        let (status, _) = refused(&bob, Method::POST, "/books", json!({ "name": "Flat" })).await;
        assert_eq!(status, StatusCode::CONFLICT);
    }

    async fn a_stream_of_a_removed_member_ends(database: Database) {
        // No job ever runs, so that only the removal can end the stream.
        let Some(app) = TestApp::start_with(database, &[("SALDO_JOBS_PARALLEL", "off")]).await else {
            return;
        };
        let home = Home::new(&app).await;
        let statement = home.owner.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
        let job = queue(&home.owner, &statement).await;
        let path = format!("/jobs/{job}/events");
        let mut events = home.viewer.get(&path).await;
        assert_eq!(events.status(), StatusCode::OK);
        assert!(events.chunk().await.unwrap().is_some());
        let viewer = member(&home.owner, &home.books, "viewer").await.unwrap();
        assert_eq!(remove(&home.owner, &home.books, &viewer).await, StatusCode::NO_CONTENT);
        let rest = tokio::time::timeout(Duration::from_secs(20), async {
            while events.chunk().await.unwrap().is_some() {}
        });
        rest.await.expect("the stream ends");
        let mut others = home.editor.get(&path).await;
        assert!(others.chunk().await.unwrap().is_some(), "another member still reads it");
    }
}

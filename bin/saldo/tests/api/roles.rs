//! A walk of four roles over every route of the table: the owner, the editor and the viewer of a household's
//! books, and a user who is not a member.

use reqwest::{Method, StatusCode};
use saldo::routes::{Access, Endpoint, TABLE};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::households::{Home, member};
use crate::isolation::{everything, fields_of, ids_of};

on_each_database!(every_route_is_open_to_the_roles_that_it_declares);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Stranger,
    Viewer,
    Editor,
    Owner,
}

/// Routes that only read, although they have a body.
const READS: [&str; 2] = ["/mcp", "/query"];
/// Routes of a household that every member may use.
const FOR_MEMBERS: [&str; 1] = ["/books/{id}/members"];

/// Returns true for the routes of shared expenses: every member may read them, and editors may change them.
fn is_of_sharing(path: &str) -> bool {
    ["shared-expenses", "balances", "settlement"]
        .iter()
        .any(|noun| path.starts_with(&format!("/books/{{id}}/{noun}")))
}

/// Returns the status with which a request must be refused; `None` if the role permits it.
fn refusal(endpoint: &Endpoint, role: Role) -> Option<StatusCode> {
    let reads = endpoint.method == "GET" || READS.contains(&endpoint.path);
    let of_household = endpoint.path.contains("{id}");
    match (endpoint.access, role) {
        (Access::Public, _) | (_, Role::Owner) | (Access::Session, Role::Editor) => None,
        (Access::Person, _) if !of_household => None,
        (_, Role::Stranger) => Some(StatusCode::NOT_FOUND),
        (Access::Person, Role::Editor) if is_of_sharing(endpoint.path) => None,
        (Access::Person, _) if is_of_sharing(endpoint.path) => (!reads).then_some(StatusCode::FORBIDDEN),
        (Access::Person, _) => (!FOR_MEMBERS.contains(&endpoint.path)).then_some(StatusCode::FORBIDDEN),
        (Access::Owner, _) => Some(StatusCode::FORBIDDEN),
        (Access::Session, Role::Viewer) => (!reads).then_some(StatusCode::FORBIDDEN),
    }
}

/// The records of a household, and the members who ask for them.
struct Walk {
    home: Home,
    ids: Vec<(&'static str, String)>,
    everything: String,
    /// The body of a settlement.
    payment: Value,
}

impl Walk {
    async fn start(app: &TestApp) -> Self {
        let home = Home::new(app).await;
        let mut ids = ids_of(app, &home.owner).await;
        ids.push(("/books/", home.books.clone()));
        let id = async |name: &str| member(&home.owner, &home.books, name).await.unwrap();
        let payment = json!({
            "from": id("owner").await, "to": id("editor").await, "amount": "1.00", "currency": "EUR",
            "date": "2025-05-01",
        });
        let mut walk = Self { home, ids, everything: String::new(), payment };
        walk.renew().await;
        walk
    }

    /// Adds an account that the next role can merge.
    async fn renew(&mut self) {
        let category = self.ids.iter().find(|(prefix, _)| *prefix == "/categories/").unwrap().1.clone();
        let hand = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
        let hand = body(self.home.owner.post("/accounts", &hand).await).await;
        self.everything = everything(&category, hand["id"].as_str().unwrap()).to_string();
    }

    /// Returns the id of a transaction of the household.
    fn transaction(&self) -> &str {
        &self.ids.iter().find(|(prefix, _)| *prefix == "/transactions/").unwrap().1
    }

    const fn user(&self, role: Role) -> &TestUser {
        match role {
            Role::Stranger => &self.home.stranger,
            Role::Viewer => &self.home.viewer,
            Role::Editor => &self.home.editor,
            Role::Owner => &self.home.owner,
        }
    }

    fn path(&self, endpoint: &Endpoint) -> String {
        let unknown = "01890000-0000-7000-8000-000000000000";
        let names = ["{member}", "{invitation}", "{expense}", "{settlement}"];
        let path = names.iter().fold(endpoint.path.to_owned(), |path, name| path.replace(name, unknown));
        match path.as_str() {
            "/export" => "/export?format=csv".to_owned(),
            "/feed-banks" => format!("{path}?country=FI"),
            "/transactions/totals/groups" => format!("{path}?by=day"),
            _ if path.contains("{id}") => {
                let id = self.ids.iter().find(|(prefix, _)| path.starts_with(prefix));
                path.replace("{id}", &id.expect("a route has an unknown noun").1)
            }
            _ => path,
        }
    }

    /// Sends a request of a role and checks that it is refused or admitted as the route declares.
    async fn check(&self, endpoint: &Endpoint, role: Role) {
        let (method, path) = (endpoint.method.as_str().parse::<Method>().unwrap(), self.path(endpoint));
        let text = match endpoint.path {
            "/books/{id}" if endpoint.method == "PATCH" => json!({"name": "Flat"}).to_string(),
            "/books/{id}" => json!({"confirm": "delete this household"}).to_string(),
            path if path.starts_with("/books/{id}/shared-expenses") => {
                let even = json!({"by": "even"});
                let new = json!({"transactionId": self.transaction(), "by": "even"});
                if path.contains("{expense}") { even } else { new }.to_string()
            }
            "/books/{id}/settlements" => self.payment.to_string(),
            path if path.starts_with("/books/{id}/") => json!({"role": "viewer"}).to_string(),
            path if path.contains("{id}") => fields_of(endpoint, &self.everything),
            _ => "{}".to_owned(),
        };
        let request = self.user(role).request(method.clone(), &path).body(text);
        let answer = request.header("content-type", "application/json").send().await.unwrap();
        let status = answer.status();
        let said = answer.text().await.unwrap();
        let about = format!("{role:?}: {method} {path}: {status} {said:.200}");
        match refusal(endpoint, role) {
            Some(expected) => {
                assert_eq!(status, expected, "{about}");
                if expected == StatusCode::NOT_FOUND {
                    assert_eq!(said, r#"{"error":"Not found"}"#, "{about}");
                }
            }
            // A session is not enough for `/mcp`, and no household has a member, an invitation, a shared
            // expense or a settlement with this id.
            None if endpoint.path == "/mcp" => assert_eq!(status, StatusCode::UNAUTHORIZED, "{about}"),
            None if endpoint.path.matches('{').count() > 1 => {
                assert!([400, 404].contains(&status.as_u16()), "{about}");
            }
            None => {
                assert!(![401, 403, 404].contains(&status.as_u16()), "{about}");
                assert!(!status.is_server_error(), "{about}");
                // This server has no provider that could list banks.
                let is_read = endpoint.method == "GET" && endpoint.path != "/feed-banks";
                assert!(!is_read || status.is_success(), "{about}");
            }
        }
    }

    /// Returns what the owner sees of the records that the walk could change.
    async fn seen(&self) -> Vec<Value> {
        let mut seen = Vec::new();
        for path in [
            "/transactions",
            "/accounts",
            "/edits",
            "/rules",
            "/budgets",
            "/goals",
            "/feeds",
            "/saved-views",
            "/statements",
            "/categories",
            "/preferences",
            "/notifications/settings",
            "/chat/threads",
            "/attachments/unmatched",
        ] {
            seen.push(self.home.owner.json(path).await);
        }
        for noun in ["members", "shared-expenses", "settlements"] {
            seen.push(self.home.owner.json(&format!("/books/{}/{noun}", self.home.books)).await);
        }
        seen
    }
}

async fn every_route_is_open_to_the_roles_that_it_declares(app: TestApp) {
    let mut walk = Walk::start(&app).await;
    let before = walk.seen().await;
    for role in [Role::Stranger, Role::Viewer] {
        for endpoint in TABLE.iter() {
            // These concern no household; the routes of one person's own are tested elsewhere.
            if refusal(endpoint, role).is_some() || endpoint.method == "GET" {
                walk.check(endpoint, role).await;
            }
        }
    }
    assert_eq!(walk.seen().await, before, "neither a stranger nor a viewer changed anything");
    let deletes = |endpoint: &&Endpoint| endpoint.method == "DELETE" && endpoint.path.contains("{id}");
    for role in [Role::Editor, Role::Owner] {
        walk.renew().await;
        for endpoint in TABLE.iter().filter(|endpoint| !deletes(endpoint)) {
            walk.check(endpoint, role).await;
        }
    }
    for endpoint in TABLE.iter().filter(|endpoint| deletes(endpoint)) {
        if refusal(endpoint, Role::Editor).is_some() {
            walk.check(endpoint, Role::Editor).await;
            continue;
        }
        // A record may be gone with one that was deleted before it.
        let request = walk.home.editor.request(Method::DELETE, &walk.path(endpoint)).send().await.unwrap();
        let status = request.status();
        assert!(status.is_success() || [404, 409].contains(&status.as_u16()), "{} {status}", endpoint.path);
    }
    assert!(member(&walk.home.owner, &walk.home.books, "viewer").await.is_some());
}

//! Tests that the OpenAPI document and the route tables agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use saldo::openapi::DOCUMENT;
use saldo::routes;
use serde_json::Value;

use crate::app::{TestApp, on_each_database};

on_each_database!(the_document_and_its_page_are_public);

async fn the_document_and_its_page_are_public(app: TestApp) {
    let document = app.anon().json("/openapi.json").await;
    assert_eq!(document, *DOCUMENT);
    assert_eq!(document["openapi"], "3.1.0");
    let page = app.anon().get("/docs").await;
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let page = page.text().await.unwrap();
    for route in known() {
        assert!(page.contains(&format!("<code>{}</code>", route.path)), "{} is not on the page", route.path);
    }
    // The Content-Security-Policy of the page forbids all three.
    for foreign in ["<script", "style=", "://"] {
        assert!(!page.contains(foreign), "{foreign} is on the page");
    }
    let style = app.anon().get("/docs.css").await;
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
}

struct Known {
    method: String,
    path: String,
}

/// Returns every route of both tables.
fn known() -> Vec<Known> {
    let of = |prefix: &'static str, table: &'static [routes::Endpoint]| {
        table.iter().map(move |endpoint| Known {
            method: endpoint.method.as_str().to_ascii_lowercase(),
            path: format!("{prefix}{}", endpoint.path),
        })
    };
    of("", &routes::TABLE).chain(of("/auth", &routes::auth::TABLE)).collect()
}

/// Returns every route of the document as `(method, path)`.
fn described() -> BTreeSet<(String, String)> {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let methods = |path: &String, methods: &Value| -> Vec<(String, String)> {
        methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())).collect()
    };
    paths.iter().flat_map(|(path, item)| methods(path, item)).collect()
}

fn operations() -> Vec<(String, &'static Value)> {
    let operation = |(method, path): (String, String)| {
        let operation = &DOCUMENT["paths"][&path][&method];
        (format!("{} {path}", method.to_uppercase()), operation)
    };
    described().into_iter().map(operation).collect()
}

#[test]
fn every_registered_route_is_documented() {
    let described = described();
    for route in known() {
        let (method, path) = (&route.method, &route.path);
        assert!(
            described.contains(&(method.clone(), path.clone())),
            "{} {path} is missing. Write above its handler, below the doc comment,\n\
             #[utoipa::path({method}, path = \"{path}\")]\n\
             with responses((status = 409)) for errors of its own, and list the handler in bin/saldo/src/routes.rs. \
             Its arguments (web::Query<YourQuery>, Json<YourRequest>) and its result (Answer<YourBody>) are described by \
             their types; shared errors, ids in paths and headers are added by itself.",
            method.to_uppercase()
        );
    }
}

#[test]
fn every_documented_route_is_registered() {
    let known: BTreeSet<(String, String)> =
        known().into_iter().map(|route| (route.method, route.path)).collect();
    for (method, path) in described() {
        assert!(
            known.contains(&(method.clone(), path.clone())),
            "{} {path} is described, but no route: two handlers of bin/saldo/src/routes.rs have one name",
            method.to_uppercase()
        );
    }
}

#[test]
fn every_reference_resolves_to_a_schema() {
    fn walk(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str().filter(|_| name == "$ref") {
                        Some(target) => drop(found.insert(target.to_owned())),
                        None => walk(value, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(&DOCUMENT, &mut found);
    assert!(found.len() > 50, "{found:?}");
    for target in found {
        let path = target.strip_prefix('#').unwrap();
        assert!(DOCUMENT.pointer(path).is_some(), "{target} is undefined: add it to components(schemas(…))");
    }
}

#[test]
fn every_operation_has_a_unique_id_a_summary_and_a_response() {
    let mut names = BTreeSet::new();
    for (route, operation) in operations() {
        let name = operation["operationId"].as_str().unwrap();
        assert!(names.insert(name), "{route}: the operation id {name} is used twice");
        let summary = operation["summary"].as_str().unwrap();
        assert!(!summary.is_empty() && !summary.starts_with('`'), "{route}: {summary}");
        assert!(!operation["responses"].as_object().unwrap().is_empty(), "{route}");
    }
}

#[test]
fn errors_are_described_with_their_body() {
    for (route, operation) in operations() {
        for (status, answer) in operation["responses"].as_object().unwrap() {
            assert!(!answer["description"].as_str().unwrap().is_empty(), "{route} {status}");
            if status.as_str() >= "400" {
                assert!(answer["content"]["application/json"]["schema"].is_object(), "{route} {status}");
            }
        }
    }
}

/// The pages' types are generated from a copy of the document, so that this needs no server.
#[test]
#[expect(clippy::disallowed_methods, reason = "a variable tells the test to write a new copy")]
fn the_pages_have_a_current_copy_of_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/web/openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(path, in_lines(&DOCUMENT, 3) + "\n").unwrap();
    }
    let copy: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(
        copy == *DOCUMENT,
        "{path} is stale. Run this test with UPDATE_OPENAPI=1, then `npm --prefix bin/saldo/web run generate`."
    );
}

/// Returns a value as JSON, with a line for each member of its outermost objects.
fn in_lines(value: &Value, levels: usize) -> String {
    let Some(members) = value.as_object().filter(|_| levels > 0) else { return value.to_string() };
    let member = |(name, value)| format!("{}: {}", Value::from(name), in_lines(value, levels - 1));
    let members: Vec<String> = members.iter().map(|(name, value)| member((name.as_str(), value))).collect();
    format!("{{\n{}\n}}", members.join(",\n"))
}

#[test]
fn responses_always_have_their_nullable_fields() {
    let schema = &DOCUMENT["components"]["schemas"]["TransactionBody"];
    for field in schema["properties"].as_object().unwrap().keys() {
        assert!(schema["required"].as_array().unwrap().contains(&Value::from(field.as_str())), "{field}");
    }
    let list = &DOCUMENT["components"]["schemas"]["List_TransactionBody"];
    assert_eq!(list["properties"]["items"]["items"]["$ref"], "#/components/schemas/TransactionBody");
}

/// Of two types with one name, the document would describe only one.
#[test]
fn every_schema_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    let mut taken = Vec::new();
    for text in rust_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")) {
        for derive in text.split("ToSchema)").skip(1) {
            let item = derive.lines().map(str::trim).find_map(|line| {
                let line = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) ")).unwrap_or(line);
                line.strip_prefix("struct ").or(line.strip_prefix("enum "))
            });
            let attributes = derive.split(['{', ';']).next().unwrap();
            let given = attributes.split("schema(as = ").nth(1);
            let Some(name) = given.or(item) else { continue };
            let name = name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
            if !names.insert(name.to_owned()) {
                taken.push(name.to_owned());
            }
        }
    }
    assert!(names.len() > 150, "{}", names.len());
    assert!(taken.is_empty(), "{taken:?}");
}

/// Returns the text of every Rust source that may hold a schema.
fn rust_sources(root: &Path) -> Vec<String> {
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> =
        crates.chain([root.join("bin/saldo")]).map(|path| path.join("src")).collect();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    texts
}

//! Parts of the document that all routes share: security, common errors, ids in paths, `Idempotency-Key`,
//! texts.

use serde_json::{Map, Value, json};

use super::{DescribedRoute, KEY_CHARACTERS_MAX, KEY_PATTERN, RouteSubject, schemas, words};

/// Completes the document that utoipa generated from the annotations of these routes.
#[must_use]
pub fn complete(mut document: Value, routes: &[DescribedRoute]) -> Value {
    for route in routes {
        if let Some(Value::Object(operation)) =
            document["paths"].get_mut(&route.path).and_then(|methods| methods.get_mut(&route.method))
        {
            complete_route(route, operation);
        }
    }
    schemas::complete(&mut document);
    document["tags"] = words::tags();
    document["components"]["securitySchemes"] = json!({
        "session": {
            "type": "apiKey", "in": "cookie", "name": "authlib.session_token",
            "description": "The session cookie that sign-in sets.",
        },
        "token": {
            "type": "http", "scheme": "bearer",
            "description": "An API token from `/auth/api-key/create`.",
        },
    });
    document
}

fn complete_route(route: &DescribedRoute, operation: &mut Map<String, Value>) {
    let text = |operation: &Map<String, Value>, name: &str| {
        operation.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let (summary, description) =
        words::of_route(&text(operation, "summary"), &text(operation, "description"));
    operation.insert("summary".to_owned(), summary.into());
    operation.remove("description");
    if !description.is_empty() {
        operation.insert("description".to_owned(), description.into());
    }
    operation.insert("tags".to_owned(), json!([words::group(&route.path)]));
    let id = operation_id(route, &text(operation, "operationId"));
    operation.insert("operationId".to_owned(), id.into());
    let security = match route.subject {
        RouteSubject::Public => json!([]),
        RouteSubject::Person => json!([{ "session": [] }]),
        RouteSubject::Books => json!([{ "session": [] }, { "token": [] }]),
    };
    // A route that accepts only one of them has its own `security`.
    operation.entry("security").or_insert(security);
    add_parameters(route, operation);
    add_answers(route, operation);
}

/// Returns the operation id in camel case: `list_accounts` under `/auth` becomes `authListAccounts`.
fn operation_id(route: &DescribedRoute, function: &str) -> String {
    let words = route.is_auth.then_some("auth").into_iter().chain(function.split('_'));
    let mut id = String::new();
    for word in words {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !id.is_empty() => id.extend(first.to_uppercase().chain(letters)),
            Some(first) => id.extend(std::iter::once(first).chain(letters)),
            None => {}
        }
    }
    id
}

fn add_parameters(route: &DescribedRoute, operation: &mut Map<String, Value>) {
    let mut parameters = match operation.remove("parameters") {
        Some(Value::Array(parameters)) => parameters,
        _ => Vec::new(),
    };
    for parameter in parameters.iter_mut().filter(|parameter| !route.is_auth && parameter["in"] == "query") {
        // Browsers send an empty form field as an empty value, which the server treats as absent.
        let schema = parameter["schema"].take();
        parameter["schema"] = json!({ "anyOf": [schema, { "type": "string", "maxLength": 0 }] });
    }
    if route.path.contains("{id}") && parameters.iter().all(|parameter| parameter["name"] != "id") {
        let schema = json!({ "$ref": "#/components/schemas/Id" });
        parameters.insert(0, json!({ "name": "id", "in": "path", "required": true, "schema": schema }));
    }
    if route.subject == RouteSubject::Books {
        let schema = json!({ "$ref": "#/components/schemas/Id" });
        parameters.push(json!({
            "name": "Saldo-Books", "in": "header", "required": false,
            "description": "The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query.",
            "schema": schema,
        }));
    }
    if route.takes_key {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again.",
            "schema": { "type": "string", "minLength": 1, "maxLength": KEY_CHARACTERS_MAX, "pattern": KEY_PATTERN },
        }));
    }
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), parameters.into());
    }
}

/// Returns the errors that every route of this kind can answer, besides those of its annotation.
fn shared_errors(route: &DescribedRoute, operation: &Map<String, Value>) -> Vec<&'static str> {
    let mut errors = Vec::new();
    let has_query = operation
        .get("parameters")
        .and_then(Value::as_array)
        .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "query"));
    if route.is_auth {
        errors.extend(["403", "500", "503"]);
        if route.writes() {
            errors.extend(["400", "413", "415", "507"]);
        }
        return errors;
    }
    if !route.is_public() {
        errors.extend(["401", "500", "503"]);
        if route.writes() {
            errors.extend(["403", "507"]);
        }
        if has_query {
            errors.push("400");
        }
        if route.subject == RouteSubject::Books || route.path.contains("{id}") {
            errors.push("404");
        }
        if operation.contains_key("requestBody") {
            errors.extend(["400", "413", "415"]);
        }
        if route.takes_key {
            errors.extend(["400", "409", "413", "422"]);
        }
    }
    errors
}

fn add_answers(route: &DescribedRoute, operation: &mut Map<String, Value>) {
    let errors = shared_errors(route, operation);
    let Some(Value::Object(answers)) = operation.get_mut("responses") else { return };
    for status in errors {
        answers.entry(status).or_insert_with(|| json!({}));
    }
    let schema = if route.is_auth { "AuthErrorBody" } else { "ErrorBody" };
    for (status, answer) in answers.iter_mut() {
        if answer["description"].as_str().is_none_or(str::is_empty) {
            answer["description"] = words::status(status).into();
        }
        if status.as_str() >= "400" && answer.get("content").is_none() {
            let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
            answer["content"] = json!({ "application/json": { "schema": schema } });
        }
        let Some(answer) = answer.as_object_mut() else { continue };
        let headers = answer.entry("headers").or_insert_with(|| json!({}));
        for (name, about) in shared_headers(route, status) {
            headers[name] = json!({ "description": about, "schema": { "type": "string" } });
        }
        if headers.as_object().is_some_and(Map::is_empty) {
            answer.remove("headers");
        }
    }
}

/// Returns the headers that an answer with this status can carry, with a description of each.
fn shared_headers(route: &DescribedRoute, status: &str) -> Vec<(&'static str, &'static str)> {
    let mut headers = Vec::new();
    match status {
        "401" | "403" if !route.is_auth => {
            headers.push(("WWW-Authenticate", "The problem with the API token (RFC 6750)."));
        }
        "405" => headers.push(("Allow", "The methods of this path.")),
        "503" if route.is_auth || !route.is_public() => {
            headers.push(("Retry-After", "Seconds to wait."));
        }
        "409" if route.takes_key => {
            headers
                .push(("Retry-After", "Seconds to wait while the first request with this key is running."));
        }
        _ => {}
    }
    if route.takes_key && status < "500" && !matches!(status, "401" | "403") {
        headers.push(("Idempotency-Replayed", "`true` if the response is a repeated one."));
    }
    if status < "400" && (route.is_auth || !route.is_public()) {
        headers.push(("Set-Cookie", "The cookies of a session that was created, renewed or ended."));
    }
    headers
}

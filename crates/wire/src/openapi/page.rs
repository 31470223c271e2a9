//! The document as an HTML page: no scripts, one stylesheet of its own, no external resources.

use std::fmt::Write;

use serde_json::{Map, Value};

/// Renders the document as HTML.
#[must_use]
pub fn page(document: &Value) -> String {
    let mut html = String::from(HEAD);
    let groups = document["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
    html.push_str("<nav aria-label=\"Groups of routes\">");
    for group in groups {
        let name = text(&group["name"]);
        put(&mut html, format_args!("<a href=\"#{name}\">{name}</a>"));
    }
    html.push_str("<a href=\"#schemas\">schemas</a></nav><main>");
    put(&mut html, format_args!("<p>{}</p>", prose(&document["info"]["description"])));
    html.push_str(
        "<p>Paths begin with <code>/api</code>. The same for programs: <a href=\"openapi.json\">openapi.json</a> \
         (OpenAPI 3.1).</p>",
    );
    for group in groups {
        let name = text(&group["name"]);
        let about = prose(&group["description"]);
        put(&mut html, format_args!("<section><h2 id=\"{name}\">{name}</h2><p>{about}</p>"));
        for (path, method, operation) in operations(document, &name) {
            add_operation(&mut html, path, method, operation);
        }
        html.push_str("</section>");
    }
    html.push_str("<section><h2 id=\"schemas\">schemas</h2>");
    for (name, schema) in object(&document["components"]["schemas"]) {
        put(&mut html, format_args!("<article id=\"schema-{0}\"><h3>{0}</h3>", escape(name)));
        add_schema(&mut html, schema);
        html.push_str("</article>");
    }
    html.push_str("</section></main></body></html>\n");
    html
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Saldo: the API</title>\
     <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
     <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" href=\"docs.css\"></head>\
     <body><header><h1>Saldo: the API</h1></header>";

/// Returns the operations of a group, as `(path, method, operation)`.
fn operations<'a>(document: &'a Value, group: &str) -> Vec<(&'a str, &'a str, &'a Value)> {
    let mut found = Vec::new();
    for (path, item) in object(&document["paths"]) {
        for (method, operation) in object(item) {
            if operation["tags"][0] == group {
                found.push((path.as_str(), method.as_str(), operation));
            }
        }
    }
    found
}

fn add_operation(html: &mut String, path: &str, method: &str, operation: &Value) {
    let id = text(&operation["operationId"]);
    let is_open = operation["security"].as_array().is_some_and(Vec::is_empty);
    let access = if is_open { "no sign-in required" } else { "session or API token" };
    put(
        html,
        format_args!(
            "<details id=\"{id}\"><summary><b class=\"{method}\">{}</b> <code>{}</code> <span>{}</span></summary>\
             <p class=\"access\">{access}</p>",
            method.to_uppercase(),
            escape(path),
            prose(&operation["summary"])
        ),
    );
    for paragraph in operation["description"].as_str().unwrap_or_default().split("\n\n") {
        put(html, format_args!("<p>{}</p>", prose(&paragraph.into())));
    }
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !parameters.is_empty() {
        html.push_str("<h4>Parameters</h4><dl>");
        for parameter in parameters {
            let need = if parameter["required"] == true { ", required" } else { "" };
            let place = text(&parameter["in"]);
            add_field(
                html,
                &text(&parameter["name"]),
                &parameter["schema"],
                &format!("{place}{need}"),
                &parameter["description"],
            );
        }
        html.push_str("</dl>");
    }
    if operation["requestBody"].is_object() {
        html.push_str("<h4>Body</h4><dl>");
        add_contents(html, &operation["requestBody"]["content"]);
        html.push_str("</dl>");
    }
    html.push_str("<h4>Answers</h4><dl>");
    for (status, answer) in object(&operation["responses"]) {
        let about = prose(&answer["description"]);
        put(html, format_args!("<dt><b>{}</b></dt><dd>{about} ", escape(status)));
        for (kind, content) in object(&answer["content"]) {
            put(html, format_args!("<br><code>{}</code> {}", escape(kind), shape(&content["schema"])));
        }
        let names: Vec<String> =
            object(&answer["headers"]).map(|(name, _)| format!("<code>{}</code>", escape(name))).collect();
        if !names.is_empty() {
            put(html, format_args!("<br><small>Headers: {}</small>", names.join(", ")));
        }
        html.push_str("</dd>");
    }
    html.push_str("</dl></details>");
}

fn add_contents(html: &mut String, contents: &Value) {
    for (kind, content) in object(contents) {
        put(
            html,
            format_args!("<dt><code>{}</code></dt><dd>{}</dd>", escape(kind), shape(&content["schema"])),
        );
    }
}

fn add_field(html: &mut String, name: &str, schema: &Value, note: &str, about: &Value) {
    let about = if about.is_null() { &schema["description"] } else { about };
    let note = if note.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(note)) };
    put(html, format_args!("<dt><code>{name}</code>{note}</dt><dd>{} {}</dd>", shape(schema), prose(about)));
}

fn add_schema(html: &mut String, schema: &Value) {
    put(html, format_args!("<p>{}</p>", prose(&schema["description"])));
    for (word, parts) in [("One of:", &schema["oneOf"]), ("All of:", &schema["allOf"])] {
        let Some(parts) = parts.as_array() else { continue };
        put(html, format_args!("<p>{word}</p><ul>"));
        for part in parts {
            put(html, format_args!("<li>{} {}", shape(part), prose(&part["description"])));
            add_fields(html, part);
            html.push_str("</li>");
        }
        html.push_str("</ul>");
    }
    if schema["properties"].is_object() {
        add_fields(html, schema);
    } else if schema["type"].is_string() {
        put(html, format_args!("<p>{}</p>", shape(schema)));
    }
}

fn add_fields(html: &mut String, schema: &Value) {
    let Some(fields) = schema["properties"].as_object() else { return };
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    html.push_str("<dl>");
    for (name, field) in fields {
        let note = if required.iter().any(|known| known == name) { "required" } else { "" };
        add_field(html, &escape(name), field, note, &Value::Null);
    }
    html.push_str("</dl>");
}

/// Describes a schema in a few words of HTML. A named schema becomes a link.
fn shape(schema: &Value) -> String {
    if let Some(target) = schema["$ref"].as_str() {
        let name = escape(target.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#schema-{name}\">{name}</a>");
    }
    if let Some(first) = schema["anyOf"].get(0) {
        // `complete.rs` adds the empty string as the second option of every query parameter.
        return shape(first);
    }
    if let Some(parts) = schema["oneOf"].as_array().or_else(|| schema["allOf"].as_array()) {
        return parts.iter().map(shape).collect::<Vec<_>>().join(" or ");
    }
    if let Some(options) = schema["enum"].as_array() {
        return options
            .iter()
            .map(|option| format!("<code>{}</code>", text(option)))
            .collect::<Vec<_>>()
            .join(" ");
    }
    let kinds: Vec<String> = match &schema["type"] {
        Value::String(kind) => vec![escape(kind)],
        Value::Array(kinds) => kinds.iter().map(text).collect(),
        _ => vec!["any".to_owned()],
    };
    let kind = kinds.join(" or ");
    if schema["items"].is_object() {
        return format!("{kind} of {}", shape(&schema["items"]));
    }
    match ["format", "pattern"].iter().find_map(|name| schema[*name].as_str()) {
        Some(more) => format!("{kind} <small><code>{}</code></small>", escape(more)),
        None => kind,
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| escape(&value.to_string()), escape)
}

/// Renders a text of the document as HTML. Text between backticks becomes `<code>`.
fn prose(value: &Value) -> String {
    let mut html = String::new();
    for (index, piece) in value.as_str().unwrap_or_default().split('`').enumerate() {
        let piece = escape(piece);
        if index % 2 == 1 {
            put(&mut html, format_args!("<code>{piece}</code>"));
        } else {
            html.push_str(&piece);
        }
    }
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn put(html: &mut String, pieces: std::fmt::Arguments<'_>) {
    html.write_fmt(pieces).expect("writing to a string cannot fail");
}

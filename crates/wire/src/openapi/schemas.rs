//! The document's schemas, made as exact as the types are: utoipa does not know that a response always has
//! its nullable fields.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

const SCHEMAS: &str = "#/components/schemas/";

/// Completes the schemas of a document.
pub(super) fn complete(document: &mut Value) {
    let asked = in_requests(document);
    let Some(Value::Object(schemas)) = document["components"].get_mut("schemas") else { return };
    for (name, schema) in schemas {
        if !asked.contains(name) {
            require_nullable(schema);
        }
    }
}

/// Returns the names of the schemas that parameters and bodies of requests use. Their nullable fields may be
/// absent.
fn in_requests(document: &Value) -> BTreeSet<String> {
    let operations = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = operations.filter_map(Value::as_object).flat_map(Map::values);
    let mut found = BTreeSet::new();
    for operation in operations {
        add_references(document, &operation["parameters"], &mut found);
        add_references(document, &operation["requestBody"], &mut found);
    }
    found
}

/// Adds the names of the schemas that a value refers to, directly or through other schemas.
fn add_references(document: &Value, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(|reference| reference.strip_prefix(SCHEMAS))
                && found.insert(name.to_owned())
            {
                add_references(document, &document["components"]["schemas"][name], found);
            }
            fields.values().for_each(|value| add_references(document, value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| add_references(document, item, found)),
        _ => {}
    }
}

/// Marks the nullable fields of a response, and those with a default, as always present. A field that can be
/// absent is declared with `#[schema(nullable = false)]`.
fn require_nullable(schema: &mut Value) {
    if let Value::Object(fields) = schema {
        if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
            let always = |name: &&String| {
                let property = &properties[name.as_str()];
                takes_null(property) || property.get("default").is_some()
            };
            let mut required: Vec<Value> =
                fields.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            required.extend(properties.keys().filter(always).map(|name| Value::from(name.as_str())));
            let mut seen = BTreeSet::new();
            required.retain(|name| seen.insert(name.to_string()));
            if !required.is_empty() {
                fields.insert("required".to_owned(), required.into());
            }
        }
        fields.values_mut().for_each(require_nullable);
    } else if let Value::Array(items) = schema {
        items.iter_mut().for_each(require_nullable);
    }
}

/// True if a schema accepts `null`.
fn takes_null(schema: &Value) -> bool {
    match &schema["type"] {
        Value::String(name) => name == "null",
        Value::Array(names) => names.iter().any(|name| name == "null"),
        _ => ["oneOf", "anyOf"]
            .iter()
            .any(|key| schema[key].as_array().is_some_and(|schemas| schemas.iter().any(takes_null))),
    }
}

//! The JSON schema of a typed query, and queries that name categories and accounts.

use std::sync::LazyLock;

use saldo_domain::Query;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::ToolError;
use super::selection::Names;

/// The place of schemas in an API document, and in a schema of its own.
const PLACES: [&str; 2] = ["#/components/schemas/", "#/$defs/"];

/// Returns a reference to the schema of a query, and the schemas of all its types.
pub(super) fn of_queries() -> (Value, &'static Value) {
    static TYPES: LazyLock<Value> = LazyLock::new(|| {
        let mut types = Vec::new();
        Query::schemas(&mut types);
        types.push((Query::name().into_owned(), <Query as utoipa::PartialSchema>::schema()));
        let types = types.into_iter().map(|(name, schema)| (name, moved(json!(schema))));
        Value::Object(types.collect::<Map<_, _>>())
    });
    (json!({"$ref": format!("{}{}", PLACES[1], Query::name())}), &TYPES)
}

/// Moves the references of a schema.
fn moved(schema: Value) -> Value {
    match schema {
        Value::String(text) => Value::String(text.replace(PLACES[0], PLACES[1])),
        Value::Array(items) => items.into_iter().map(moved).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, moved(value))).collect(),
        other => other,
    }
}

/// Parses a query, in which categories and accounts may have their names instead of their ids.
pub(super) fn parse(mut query: Value, names: &Names) -> Result<Query, ToolError> {
    resolve(&mut query, names)?;
    serde_json::from_value(query).map_err(|error| ToolError::Input(format!("invalid query: {error}")))
}

fn resolve(value: &mut Value, names: &Names) -> Result<(), ToolError> {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let of_name =
                    value.as_array_mut().filter(|_| matches!(key.as_str(), "categories" | "accounts"));
                let Some(of_name) = of_name else {
                    resolve(value, names)?;
                    continue;
                };
                for name in of_name {
                    let Some(text) = name.as_str() else { continue };
                    *name = if key == "accounts" {
                        json!(names.account(text)?.id)
                    } else {
                        json!(names.category(text)?)
                    };
                }
            }
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| resolve(item, names)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the names of all types that a schema refers to.
    fn referred(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => {
                if let Some(place) = fields.get("$ref").and_then(Value::as_str) {
                    found.push(place.strip_prefix(PLACES[1]).expect("a place of its own").to_owned());
                }
                fields.values().for_each(|value| referred(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| referred(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_type_that_the_schema_refers_to_is_part_of_it() {
        let (query, types) = of_queries();
        let mut found = Vec::new();
        referred(&query, &mut found);
        referred(types, &mut found);
        assert!(found.len() > 10, "{found:?}");
        for name in found {
            assert!(types.get(&name).is_some(), "{name} is missing");
        }
        let written = types.to_string();
        for part in ["\"spentNetOfRefunds\"", "\"priceChange\"", "\"groupBy\"", "\"without\"", "\"whatIf\""] {
            assert!(written.contains(part), "{part}");
        }
    }
}

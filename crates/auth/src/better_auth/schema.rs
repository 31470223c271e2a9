//! Validation of a body's fields. All faults are reported together, in better-auth's words.

use saldo_domain::Email;
use serde_json::{Map, Value};

use super::Rejection;

/// The fields of a body, and the faults of those read so far.
pub struct Fields {
    values: Map<String, Value>,
    faults: Vec<String>,
}

impl Fields {
    /// Takes the fields out of a body. `shapes` are better-auth's names for the expected type; each becomes a
    /// fault of its own in the error message.
    ///
    /// # Errors
    /// 400 if the body is not an object.
    pub fn of(body: Option<Value>, shapes: &[&str]) -> Result<Self, Rejection> {
        match body {
            Some(Value::Object(values)) => Ok(Self { values, faults: Vec::new() }),
            other => {
                let received = kind(other.as_ref());
                let fault =
                    |shape: &&str| format!("[body] Invalid input: expected {shape}, received {received}");
                Err(Rejection::validation(shapes.iter().map(fault).collect::<Vec<_>>().join("; ")))
            }
        }
    }

    /// Takes a required text. A fault is noted for anything else, and the text is empty.
    pub fn text(&mut self, name: &str) -> String {
        match self.values.remove(name) {
            Some(Value::String(text)) => text,
            other => {
                self.mismatch(name, "string", other.as_ref());
                String::new()
            }
        }
    }

    /// Takes a required text of at least one character.
    pub fn filled_text(&mut self, name: &str) -> String {
        if matches!(self.values.get(name), Some(Value::String(text)) if text.is_empty()) {
            self.fault(name, "Too small: expected string to have >=1 characters");
        }
        self.text(name)
    }

    /// Takes a required e-mail address.
    pub fn email(&mut self, name: &str) -> String {
        let is_text = matches!(self.values.get(name), Some(Value::String(_)));
        let text = self.text(name);
        if is_text && Email::parse(&text).is_err() {
            self.fault(name, "Invalid email address");
        }
        text
    }

    /// Takes an optional text.
    pub fn optional_text(&mut self, name: &str) -> Option<String> {
        match self.values.remove(name) {
            None => None,
            Some(Value::String(text)) => Some(text),
            other => {
                self.mismatch(name, "string", other.as_ref());
                None
            }
        }
    }

    /// Takes an optional boolean.
    pub fn optional_flag(&mut self, name: &str) -> Option<bool> {
        match self.values.remove(name) {
            None => None,
            Some(Value::Bool(flag)) => Some(flag),
            other => {
                self.mismatch(name, "boolean", other.as_ref());
                None
            }
        }
    }

    /// Takes an optional text that must be one of `options`.
    pub fn optional_choice(&mut self, name: &str, options: &[&str]) -> Option<String> {
        match self.values.remove(name)? {
            Value::String(text) if options.contains(&text.as_str()) => Some(text),
            _ => {
                let quoted: Vec<String> = options.iter().map(|option| format!("\"{option}\"")).collect();
                self.fault(name, &format!("Invalid option: expected one of {}", quoted.join("|")));
                None
            }
        }
    }

    /// Takes an optional number of at least 1. The result is `Some(None)` for `null`.
    pub fn nullable_positive(&mut self, name: &str) -> Option<Option<f64>> {
        match self.values.remove(name)? {
            Value::Null => Some(None),
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or(f64::MAX);
                if number < 1.0 {
                    self.fault(name, "Too small: expected number to be >=1");
                }
                Some(Some(number))
            }
            other => {
                self.mismatch(name, "number", Some(&other));
                None
            }
        }
    }

    /// Takes all of these fields. True if at least one was present.
    pub fn take_any(&mut self, names: &[&str]) -> bool {
        names.iter().filter(|name| self.values.remove(**name).is_some()).count() > 0
    }

    /// Takes an optional list of texts. An absent list is empty.
    pub fn optional_texts(&mut self, name: &str) -> Vec<String> {
        self.values.remove(name).map(|items| self.texts_of(name, items)).unwrap_or_default()
    }

    /// Checks that the value at `path` is a list of texts, and returns them.
    pub fn texts_of(&mut self, path: &str, items: Value) -> Vec<String> {
        let items = match items {
            Value::Array(items) => items,
            other => {
                self.mismatch(path, "array", Some(&other));
                return Vec::new();
            }
        };
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Value::String(text) => texts.push(text),
                other => self.mismatch(&format!("{path}.{index}"), "string", Some(&other)),
            }
        }
        texts
    }

    /// Takes an optional object.
    pub fn optional_object(&mut self, name: &str) -> Option<Map<String, Value>> {
        match self.values.remove(name)? {
            Value::Object(values) => Some(values),
            other => {
                self.mismatch(name, "object", Some(&other));
                None
            }
        }
    }

    /// Takes a text from `values`, the object of the field `name`. A fault is noted if it is absent although
    /// `required`.
    pub fn text_in(
        &mut self,
        name: &str,
        values: &mut Map<String, Value>,
        key: &str,
        required: bool,
    ) -> Option<String> {
        match values.remove(key) {
            Some(Value::String(text)) => Some(text),
            None if !required => None,
            other => {
                self.mismatch(&format!("{name}.{key}"), "string", other.as_ref());
                None
            }
        }
    }

    /// Takes an optional object with arbitrary keys. It differs from [`Self::optional_object`] in the fault's
    /// message.
    pub fn optional_record(&mut self, name: &str) -> Option<Map<String, Value>> {
        match self.values.remove(name)? {
            Value::Object(values) => Some(values),
            other => {
                self.mismatch(name, "record", Some(&other));
                None
            }
        }
    }

    /// Takes an optional text. The result is `Some(None)` for `null`, which removes a value.
    pub fn nullable_text(&mut self, name: &str) -> Option<Option<String>> {
        if self.values.get(name).is_some_and(Value::is_null) {
            self.values.remove(name);
            return Some(None);
        }
        self.optional_text(name).map(Some)
    }

    /// Takes a field as it was sent, for routes with their own validation.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.values.remove(name)
    }

    /// Notes a fault of a field.
    pub fn fault(&mut self, name: &str, message: &str) {
        self.faults.push(format!("[body.{name}] {message}"));
    }

    /// Ends the validation. Fields that were not taken are ignored.
    ///
    /// # Errors
    /// 400 with every fault, in the order in which the fields were read.
    pub fn finish(self) -> Result<(), Rejection> {
        if self.faults.is_empty() { Ok(()) } else { Err(Rejection::validation(self.faults.join("; "))) }
    }

    fn mismatch(&mut self, name: &str, expected: &str, received: Option<&Value>) {
        let received = kind(received);
        self.fault(name, &format!("Invalid input: expected {expected}, received {received}"));
    }
}

/// Returns JavaScript's name for the type of a value.
fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "undefined",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "array",
        Some(Value::Object(_)) => "object",
    }
}

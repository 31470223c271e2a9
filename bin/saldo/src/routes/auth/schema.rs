//! Reads the fields of a body and says what is wrong with all of them at once, in the auth library's words.

use saldo_domain::Email;
use serde_json::{Map, Value};

use super::error::AuthError;

/// The fields of a body, and what was wrong with those that were read.
pub struct Fields {
    values: Map<String, Value>,
    faults: Vec<String>,
}

impl Fields {
    /// Takes the fields out of a body; `shapes` are the words for what it should have been.
    ///
    /// # Errors
    /// 400 when the body is no object.
    pub fn of(body: Option<Value>, shapes: &[&str]) -> Result<Self, AuthError> {
        match body {
            Some(Value::Object(values)) => Ok(Self { values, faults: Vec::new() }),
            other => {
                let received = kind(other.as_ref());
                let fault =
                    |shape: &&str| format!("[body] Invalid input: expected {shape}, received {received}");
                Err(AuthError::validation(shapes.iter().map(fault).collect::<Vec<_>>().join("; ")))
            }
        }
    }

    /// A field that must be text.
    pub fn text(&mut self, name: &str) -> String {
        match self.values.remove(name) {
            Some(Value::String(text)) => text,
            other => {
                self.mismatch(name, "string", other.as_ref());
                String::new()
            }
        }
    }

    /// A field that must be text of one character at least.
    pub fn filled_text(&mut self, name: &str) -> String {
        if matches!(self.values.get(name), Some(Value::String(text)) if text.is_empty()) {
            self.fault(name, "Too small: expected string to have >=1 characters");
        }
        self.text(name)
    }

    /// A field that must be an e-mail address.
    pub fn email(&mut self, name: &str) -> String {
        let is_text = matches!(self.values.get(name), Some(Value::String(_)));
        let text = self.text(name);
        if is_text && Email::parse(&text).is_err() {
            self.fault(name, "Invalid email address");
        }
        text
    }

    /// A field that is text when it is there.
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

    /// A field that is yes or no when it is there.
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

    /// A field that is one of `options` when it is there.
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

    /// A field that is a number of one at least, or `null`, when it is there.
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

    /// Whether any of these fields is there; they are taken out.
    pub fn take_any(&mut self, names: &[&str]) -> bool {
        names.iter().filter(|name| self.values.remove(**name).is_some()).count() > 0
    }

    /// A field that is a list of texts when it is there.
    pub fn optional_texts(&mut self, name: &str) -> Vec<String> {
        self.values.remove(name).map(|items| self.texts_of(name, items)).unwrap_or_default()
    }

    /// A value at `path` that must be a list of texts.
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

    /// A field that is an object when it is there.
    pub fn optional_object(&mut self, name: &str) -> Option<Map<String, Value>> {
        match self.values.remove(name)? {
            Value::Object(values) => Some(values),
            other => {
                self.mismatch(name, "object", Some(&other));
                None
            }
        }
    }

    /// A text in an object that stands in the field `name`, which may be left out where it is not `required`.
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

    /// A field that is an object of any names when it is there.
    pub fn optional_record(&mut self, name: &str) -> Option<Map<String, Value>> {
        match self.values.remove(name)? {
            Value::Object(values) => Some(values),
            other => {
                self.mismatch(name, "record", Some(&other));
                None
            }
        }
    }

    /// A field that is text, `null` (take it away) or not there.
    pub fn nullable_text(&mut self, name: &str) -> Option<Option<String>> {
        if self.values.get(name).is_some_and(Value::is_null) {
            self.values.remove(name);
            return Some(None);
        }
        self.optional_text(name).map(Some)
    }

    /// A field as it came, for rules of its own.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.values.remove(name)
    }

    /// Notes a fault of a field.
    pub fn fault(&mut self, name: &str, message: &str) {
        self.faults.push(format!("[body.{name}] {message}"));
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// 400 with every fault, in the order of reading.
    pub fn finish(self) -> Result<(), AuthError> {
        if self.faults.is_empty() { Ok(()) } else { Err(AuthError::validation(self.faults.join("; "))) }
    }

    fn mismatch(&mut self, name: &str, expected: &str, received: Option<&Value>) {
        let received = kind(received);
        self.fault(name, &format!("Invalid input: expected {expected}, received {received}"));
    }
}

/// The kind of a value in JavaScript's words.
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

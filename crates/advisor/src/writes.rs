//! What a model may ask to change: only a wish. Somebody else shows it to the person and, when they agree, fulfils it.

use async_trait::async_trait;
use saldo_domain::{Date, UserId};
use saldo_llm::Tool;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Characters of a text in a wish.
const TEXT_CHARACTERS_MAX: usize = 500;

/// What a model asks to change. Names are the person's own; nothing of it has been looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum Wish {
    /// Put entries into a category.
    CategoriseEntries(CategoriseEntries),
    /// Put entries into a category from now on.
    CreateRule(CreateRule),
    /// Mean to spend at most so much on a category.
    SetBudget(SetBudget),
    /// Remember something the person said.
    Remember(Remember),
}

/// Which entries go into which category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoriseEntries {
    /// The category they go into, by name.
    pub category: String,
    /// Only those whose description contains this.
    pub text: Option<String>,
    /// Only those of this category, by name; `none` for those without one.
    pub from_category: Option<String>,
    /// Only those of this account, by name.
    pub account: Option<String>,
    /// Not before this day.
    pub from: Option<Date>,
    /// Not after this day.
    pub to: Option<Date>,
}

/// What is sorted how from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateRule {
    /// Entries whose description contains this.
    pub text: String,
    /// The category they go into, by name.
    pub category: String,
}

/// How much is meant to be spent on a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetBudget {
    /// The category, by name.
    pub category: String,
    /// How much, as a positive decimal string.
    pub amount: String,
    /// Of which currency; the one of the person's books when it is left out.
    pub currency: Option<String>,
    /// `monthly`, which it is when left out, or `yearly`.
    pub rhythm: Option<String>,
}

/// What to remember.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remember {
    /// The fact, in one sentence.
    pub text: String,
}

/// What fulfilling a wish would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// What would be done, in a sentence for the person.
    pub summary: String,
    /// How many entries it would change, when it is about entries.
    pub entries: Option<u64>,
    /// What is done when the person agrees, with every name looked up: nobody but the writer reads it.
    pub content: Value,
}

/// Why a wish cannot be fulfilled, in words for the person and the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

/// Who looks wishes up and fulfils them.
#[async_trait]
pub trait Writer: Send + Sync {
    /// What a wish would do. Nothing is changed.
    ///
    /// # Errors
    /// [`WriteError`] when it cannot be done.
    async fn propose(&self, user: UserId, wish: &Wish) -> Result<Proposal, WriteError>;

    /// Does what was proposed, and answers with what was done.
    ///
    /// # Errors
    /// [`WriteError`] when it cannot be done, or not any more.
    async fn perform(&self, user: UserId, content: &Value) -> Result<Value, WriteError>;
}

impl Wish {
    /// Reads a call; `None` when the tool changes nothing.
    #[must_use]
    pub fn read(tool: &str, input: &Value) -> Option<Result<Self, String>> {
        let known = descriptions().into_iter().find(|known| known.name == tool)?;
        Some(Self::parse(&known, input))
    }

    fn parse(tool: &Tool, input: &Value) -> Result<Self, String> {
        let mut input = input.clone();
        if let Some(object) = input.as_object_mut() {
            object.retain(|_, value| !value.is_null());
            // A key that is not known would be a wish that is silently not granted.
            if let Some(key) =
                object.keys().find(|key| tool.parameters["properties"].get(key.as_str()).is_none())
            {
                return Err(format!("{} has no input called {key:?}", tool.name));
            }
            if object
                .values()
                .filter_map(Value::as_str)
                .any(|text| text.chars().count() > TEXT_CHARACTERS_MAX)
            {
                return Err(format!("a text has more than {TEXT_CHARACTERS_MAX} characters"));
            }
        }
        match tool.name.as_str() {
            CATEGORISE => {
                let wish: CategoriseEntries = of(CATEGORISE, input)?;
                if wish.text.is_none() && wish.from_category.is_none() && wish.account.is_none() {
                    return Err("say which entries: by text, from_category or account".to_owned());
                }
                Ok(Self::CategoriseEntries(wish))
            }
            RULE => of(RULE, input).map(Self::CreateRule),
            BUDGET => of(BUDGET, input).map(Self::SetBudget),
            _ => of(REMEMBER, input).map(Self::Remember),
        }
    }
}

fn of<T: DeserializeOwned>(tool: &str, input: Value) -> Result<T, String> {
    serde_json::from_value(input).map_err(|error| format!("the input does not fit {tool}: {error}"))
}

/// The tool that puts entries into a category.
pub const CATEGORISE: &str = "categorise_entries";
/// The tool that makes a rule.
pub const RULE: &str = "create_rule";
/// The tool that sets a budget.
pub const BUDGET: &str = "set_budget";
/// The tool that remembers something.
pub const REMEMBER: &str = "remember";

/// What a model is told about the tools that change something.
#[must_use]
pub fn descriptions() -> Vec<Tool> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let day = |description: &str| json!({"type": "string", "format": "date", "description": description});
    let tool = |name: &str, description: &str, properties: Value, required: &[&str]| Tool {
        name: name.to_owned(),
        description: format!("{description} The person is asked first."),
        parameters: json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false
        }),
    };
    vec![
        tool(
            CATEGORISE,
            "Puts the entries that are there into a category.",
            json!({
                "category": text("The category they go into, by name, or by path such as \"Food > Groceries\"."),
                "text": text("Only entries whose description contains this."),
                "from_category": text("Only entries of this category, by name; \"none\" for those without one."),
                "account": text("Only entries of this account, by name."),
                "from": day("First day, YYYY-MM-DD."),
                "to": day("Last day, included."),
            }),
            &["category"],
        ),
        tool(
            RULE,
            "From now on puts new entries whose description contains a text into a category.",
            json!({"text": text("What the description contains."), "category": text("The category, by name.")}),
            &["text", "category"],
        ),
        tool(
            BUDGET,
            "Sets what the person means to spend on a category.",
            json!({
                "category": text("The category, by name."),
                "amount": text("How much, as a positive decimal string such as \"300.00\"."),
                "currency": text("ISO 4217 code; leave out for the currency of the books."),
                "rhythm": {"type": "string", "enum": ["monthly", "yearly"]},
            }),
            &["category", "amount"],
        ),
        tool(
            REMEMBER,
            "Remembers a fact for later conversations, only when the person asked for that.",
            json!({"text": text("The fact, in one sentence, in the person's words.")}),
            &["text"],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_becomes_a_wish_only_when_it_fits() {
        let read = |tool: &str, input: Value| Wish::read(tool, &input);
        let wish = read(BUDGET, json!({"category": "Food", "amount": "300", "currency": null}));
        let expected =
            SetBudget { category: "Food".into(), amount: "300".into(), currency: None, rhythm: None };
        assert_eq!(wish, Some(Ok(Wish::SetBudget(expected))));
        assert_eq!(read("spending", json!({})), None);
        for (tool, input) in [
            (BUDGET, json!({"category": "Food"})),
            (BUDGET, json!({"category": "Food", "amount": "1", "user": "bob"})),
            (CATEGORISE, json!({"category": "Food"})),
            (REMEMBER, json!({"text": "x".repeat(501)})),
            (RULE, json!("nonsense")),
        ] {
            assert!(matches!(read(tool, input.clone()), Some(Err(_))), "{tool} {input}");
        }
    }
}

//! Changes that a model may propose. The caller shows them to the user and performs the approved ones.

use async_trait::async_trait;
use saldo_domain::{Author, Date, UserId};
use saldo_llm::Tool;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The maximum number of characters of a text in a proposed action.
const TEXT_CHARACTERS_MAX: usize = 500;

/// A proposed action of the model. Names are as the model wrote them; none has been looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum ProposedAction {
    /// Categorizes existing transactions.
    #[serde(rename = "categorize_transactions")]
    CategorizeTransactions(CategorizeTransactions),
    /// Creates a rule that categorizes new transactions.
    CreateRule(CreateRule),
    /// Sets a budget for a category.
    SetBudget(SetBudget),
    /// Remembers a fact about the user.
    Remember(Remember),
}

/// The transactions to categorize, and their new category.
/// At least one of `text`, `from_category` and `account` is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategorizeTransactions {
    /// The name or the path of the new category.
    pub category: String,
    /// Selects transactions whose description contains these words, whole and in this order.
    pub text: Option<String>,
    /// Selects transactions of the category with this name; `none` selects uncategorized ones.
    pub from_category: Option<String>,
    /// Selects transactions of the account with this name.
    pub account: Option<String>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day, inclusive.
    pub to: Option<Date>,
}

/// A rule that categorizes new transactions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateRule {
    /// The whole words that the description contains, in this order.
    pub text: String,
    /// The name of the category.
    pub category: String,
}

/// A budget for a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetBudget {
    /// The name of the category.
    pub category: String,
    /// The amount as a positive decimal string.
    pub amount: String,
    /// The ISO 4217 code of the currency. The default is the user's currency.
    pub currency: Option<String>,
    /// `monthly` (the default) or `yearly`.
    pub rhythm: Option<String>,
}

/// A fact to remember for later conversations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remember {
    /// The fact, in one sentence.
    pub text: String,
}

/// A preview of a proposed action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// A description of the change for the user, in one sentence.
    pub summary: String,
    /// The number of transactions that would change, if the action is about transactions.
    #[serde(rename = "entries")]
    pub transactions: Option<u64>,
    /// The data for [`Writer::perform`], with every name resolved. Only the writer reads it.
    pub content: Value,
}

/// The reason why an action is impossible, for the user and the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

/// A service that previews proposed actions and performs approved ones.
#[async_trait]
pub trait Writer: Send + Sync {
    /// Returns a preview of an action. Nothing is changed.
    ///
    /// # Errors
    /// [`WriteError`] if the action is impossible, for example because a name is unknown.
    async fn propose(&self, user: UserId, wish: &ProposedAction) -> Result<Proposal, WriteError>;

    /// Performs the `content` of a [`Proposal`] and returns the result for the model.
    ///
    /// # Errors
    /// [`WriteError`] if the action is impossible, for example because something changed since the preview.
    async fn perform(&self, author: Author, content: &Value) -> Result<Value, WriteError>;
}

impl ProposedAction {
    /// Parses a call. Returns `None` if the tool changes nothing.
    ///
    /// The inner error is the reason, for the model:
    /// an unknown key, a missing one or a text that is too long.
    #[must_use]
    pub fn read(tool: &str, input: &Value) -> Option<Result<Self, String>> {
        let known = descriptions().into_iter().find(|known| known.name == tool)?;
        Some(Self::parse(&known, input))
    }

    fn parse(tool: &Tool, input: &Value) -> Result<Self, String> {
        let mut input = input.clone();
        if let Some(object) = input.as_object_mut() {
            object.retain(|_, value| !value.is_null());
            // An unknown key must not be ignored:
            // the action would differ from the one that the model proposed.
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
                return Err(format!("a text has more than {TEXT_CHARACTERS_MAX} characters; shorten it"));
            }
        }
        match tool.name.as_str() {
            CATEGORIZE => {
                let wish: CategorizeTransactions = of(CATEGORIZE, input)?;
                if wish.text.is_none() && wish.from_category.is_none() && wish.account.is_none() {
                    return Err(
                        "no transactions are selected; give text, from_category or account".to_owned()
                    );
                }
                Ok(Self::CategorizeTransactions(wish))
            }
            RULE => of(RULE, input).map(Self::CreateRule),
            BUDGET => of(BUDGET, input).map(Self::SetBudget),
            _ => of(REMEMBER, input).map(Self::Remember),
        }
    }
}

fn of<T: DeserializeOwned>(tool: &str, input: Value) -> Result<T, String> {
    serde_json::from_value(input).map_err(|error| format!("invalid input of {tool}: {error}"))
}

/// The name of the tool that categorizes transactions.
pub const CATEGORIZE: &str = "categorize_transactions";
/// The name of the tool that creates a rule.
pub const RULE: &str = "create_rule";
/// The name of the tool that sets a budget.
pub const BUDGET: &str = "set_budget";
/// The name of the tool that remembers a fact.
pub const REMEMBER: &str = "remember";

/// The names of the tools that change data.
pub const NAMES: [&str; 4] = [CATEGORIZE, RULE, BUDGET, REMEMBER];

/// Returns the descriptions and schemas of the tools that change data, for the model.
#[must_use]
pub fn descriptions() -> Vec<Tool> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let day = |description: &str| json!({"type": "string", "format": "date", "description": description});
    let tool = |name: &str, description: &str, properties: Value, required: &[&str]| Tool {
        name: name.to_owned(),
        description: format!("{description} The user is asked first."),
        parameters: json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false
        }),
    };
    vec![
        tool(
            CATEGORIZE,
            "Categorizes existing transactions.",
            json!({
                "category": text("The category, by name, or by path such as \"Food > Groceries\"."),
                "text": text("Only transactions whose description contains these whole words in this order, such as a merchant's name."),
                "from_category": text("Only transactions of this category, by name; \"none\" for those without one."),
                "account": text("Only transactions of this account, by name."),
                "from": day("First day, YYYY-MM-DD."),
                "to": day("Last day, included."),
            }),
            &["category"],
        ),
        tool(
            RULE,
            "Creates a rule that categorizes new transactions by words in their description.",
            json!({"text": text("The whole words that the description contains, in this order."), "category": text("The category, by name.")}),
            &["text", "category"],
        ),
        tool(
            BUDGET,
            "Sets the budget of a category.",
            json!({
                "category": text("The category, by name."),
                "amount": text("The amount, as a positive decimal string such as \"300.00\"."),
                "currency": text("ISO 4217 code; default: the user's currency."),
                "rhythm": {"type": "string", "enum": ["monthly", "yearly"]},
            }),
            &["category", "amount"],
        ),
        tool(
            REMEMBER,
            "Remembers a fact for later conversations, only when the user asked for that.",
            json!({"text": text("The fact, in one sentence, in the user's words.")}),
            &["text"],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tool_that_changes_data_has_a_description() {
        let described: Vec<String> = descriptions().into_iter().map(|tool| tool.name).collect();
        assert_eq!(described, NAMES);
    }

    #[test]
    fn only_a_valid_call_becomes_a_proposal() {
        let read = |tool: &str, input: Value| ProposedAction::read(tool, &input);
        let wish = read(BUDGET, json!({"category": "Food", "amount": "300", "currency": null}));
        let expected =
            SetBudget { category: "Food".into(), amount: "300".into(), currency: None, rhythm: None };
        assert_eq!(wish, Some(Ok(ProposedAction::SetBudget(expected))));
        assert_eq!(read("spending", json!({})), None);
        for (tool, input) in [
            (BUDGET, json!({"category": "Food"})),
            (BUDGET, json!({"category": "Food", "amount": "1", "user": "bob"})),
            (CATEGORIZE, json!({"category": "Food"})),
            (REMEMBER, json!({"text": "x".repeat(501)})),
            (RULE, json!("nonsense")),
        ] {
            assert!(matches!(read(tool, input.clone()), Some(Err(_))), "{tool} {input}");
        }
    }
}

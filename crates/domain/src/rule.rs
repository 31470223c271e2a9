//! Rules: changes that a user wants to apply to transactions that meet certain conditions.

use serde::{Deserialize, Serialize};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::id::Id;
use crate::money::{Currency, Money};
use crate::tag::Tag;
use crate::transaction::Direction;

/// The identifier of a [`Rule`].
pub type RuleId = Id<Rule>;

/// A rule: if a transaction meets all conditions, the actions apply. Rules run in the user's order.
///
/// The JSON form is stable: `when` names the type of a condition, `do` that of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rule {
    /// The identifier.
    pub id: RuleId,
    /// The name that the user gave it.
    pub name: String,
    /// True if the rule applies; a disabled rule is skipped.
    pub enabled: bool,
    /// The conditions, at least one. All of them must be met.
    pub conditions: Vec<RuleCondition>,
    /// The actions, at least one.
    pub actions: Vec<RuleAction>,
}

/// A condition on a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum RuleCondition {
    /// The description, as printed or as edited, contains this text, ignoring case and accents.
    DescriptionContains {
        /// The text to find.
        text: String,
    },
    /// The description contains these words, whole and in this order, ignoring case and accents: `uber` is
    /// in `UBER *TRIP`, not in `Überweisung`.
    DescriptionHasWords {
        /// The words to find.
        words: String,
    },
    /// The description, as printed or as edited, matches this regular expression, ignoring case.
    DescriptionMatches {
        /// An expression in the syntax of Rust's `regex` crate. It has no back-references and no look-around,
        /// so matching takes linear time.
        regex: String,
    },
    /// The amount is between these bounds, both included, regardless of its direction. Bounds in another
    /// currency are never met.
    Amount {
        /// The lower bound, as a positive amount.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<Money>,
        /// The upper bound, as a positive amount.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<Money>,
    },
    /// The transaction is money in, or money out.
    Direction {
        /// The direction.
        direction: Direction,
    },
    /// The transaction belongs to this account.
    Account {
        /// The account.
        account: AccountId,
    },
    /// The amount is in this currency.
    Currency {
        /// The currency.
        currency: Currency,
    },
}

/// A change that a rule makes to a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RuleAction {
    /// Sets the category.
    SetCategory {
        /// The category.
        category: CategoryId,
    },
    /// Sets the description; the printed one is not changed.
    Rename {
        /// The new description.
        description: String,
    },
    /// Adds a tag.
    AddTag {
        /// The tag.
        tag: Tag,
    },
    /// Marks the transaction as a transfer between own accounts.
    MarkTransfer,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timestamp;

    #[test]
    fn the_json_of_a_rule_is_stable() {
        let euro = Currency::parse("EUR").unwrap();
        let rule = Rule {
            id: Id::new(Timestamp::from_milliseconds(1)),
            name: "Rent".to_owned(),
            enabled: true,
            conditions: vec![
                RuleCondition::DescriptionContains { text: "Miete".to_owned() },
                RuleCondition::DescriptionHasWords { words: "Uber".to_owned() },
                RuleCondition::Amount { min: Some(Money::from_minor(50_000, euro)), max: None },
                RuleCondition::Direction { direction: Direction::Out },
            ],
            actions: vec![RuleAction::AddTag { tag: Tag::parse("home").unwrap() }, RuleAction::MarkTransfer],
        };
        let json = serde_json::to_value(&rule).unwrap();
        assert_eq!(
            json["conditions"],
            serde_json::json!([
                {"when": "description_contains", "text": "Miete"},
                {"when": "description_has_words", "words": "Uber"},
                {"when": "amount", "min": {"amount": "500.00", "currency": "EUR"}},
                {"when": "direction", "direction": "out"},
            ])
        );
        assert_eq!(
            json["actions"],
            serde_json::json!([{"do": "add_tag", "tag": "home"}, {"do": "mark_transfer"}])
        );
        assert_eq!(serde_json::from_value::<Rule>(json).unwrap(), rule);
    }
}

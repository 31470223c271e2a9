//! Rules: what a person wants done with entries that look a certain way.

use serde::{Deserialize, Serialize};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::entry::Direction;
use crate::id::Id;
use crate::money::{Currency, Money};
use crate::tag::Tag;

/// Names a [`Rule`].
pub type RuleId = Id<Rule>;

/// A rule: when all conditions hold for an entry, its actions are done. Rules are tried in their order.
///
/// Its JSON is stable: conditions are told apart by `when`, actions by `do`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rule {
    /// Its identifier.
    pub id: RuleId,
    /// What the person calls it.
    pub name: String,
    /// A rule that is switched off decides nothing.
    pub enabled: bool,
    /// All of them must hold; a rule has one at least.
    pub conditions: Vec<RuleCondition>,
    /// What it does; a rule has one at least.
    pub actions: Vec<RuleAction>,
}

/// What must hold of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum RuleCondition {
    /// The description, as printed or as edited, contains this text, without regard to case and accents.
    DescriptionContains {
        /// What to look for.
        text: String,
    },
    /// The description, as printed or as edited, matches this regular expression, without regard to case.
    DescriptionMatches {
        /// In the syntax of Rust's `regex` crate: linear time, so no back-references and no look-around.
        regex: String,
    },
    /// The amount, whichever way it went, lies between these, both included. Bounds of another currency never hold.
    Amount {
        /// The least, as a positive amount.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<Money>,
        /// The most, as a positive amount.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<Money>,
    },
    /// Money came in, or went out.
    Direction {
        /// Which way.
        direction: Direction,
    },
    /// The entry is booked to this account.
    Account {
        /// Which one.
        account: AccountId,
    },
    /// The amount is of this currency.
    Currency {
        /// Which one.
        currency: Currency,
    },
}

/// What a rule does with an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RuleAction {
    /// Gives it this category.
    SetCategory {
        /// Which one.
        category: CategoryId,
    },
    /// Gives it this description; what the statement printed stays.
    Rename {
        /// The new words.
        description: String,
    },
    /// Puts this tag on it, beside those it has.
    AddTag {
        /// Which one.
        tag: Tag,
    },
    /// Counts it as a move between own accounts.
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

//! Rules, compiled once and evaluated on transactions in time linear in the length of their descriptions.
//!
//! For each kind of action, the first matching rule wins: the first that sets
//! a category, the first that renames and the first that marks as a transfer.
//! Tags are combined; each is attributed to the first rule that adds it.

use std::cell::OnceCell;

use regex::{Regex, RegexBuilder};
use saldo_domain::transaction::Direction;
use saldo_domain::{
    AccountId, CategoryId, Currency, Money, Rule, RuleAction, RuleCondition, RuleId, Tag, Transaction,
    TransactionId, TransactionKind, text,
};

use crate::error::{Error, Result};

/// The limits of a user's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleLimits {
    /// The maximum number of rules of a user. Every rule is evaluated on every imported transaction.
    pub rules_max: usize,
    /// The maximum number of conditions of a rule, and of its actions. A longer rule would be unreadable.
    pub parts_max: usize,
    /// The maximum number of regular expressions in all rules. Each uses up to twice `regex_bytes_max` of
    /// memory.
    pub regexes_max: usize,
    /// The maximum number of characters of a text in a rule, including the source of a regular expression.
    pub text_characters_max: usize,
    /// The maximum number of bytes of a compiled regular expression. Even a short source such as `\w{9}{9}`
    /// can be large.
    pub regex_bytes_max: usize,
}

impl Default for RuleLimits {
    fn default() -> Self {
        Self {
            rules_max: 1_000,
            parts_max: 20,
            regexes_max: 200,
            text_characters_max: 500,
            regex_bytes_max: 256 * 1024,
        }
    }
}

/// Rules that were checked and are ready to be evaluated.
///
/// ```
/// use saldo_domain::rule::{Rule, RuleAction, RuleCondition};
/// use saldo_domain::{Id, Timestamp};
/// use saldo_ledger::rules::{CompiledRules, RuleLimits};
///
/// let regex = |regex: &str| Rule {
///     id: Id::new(Timestamp::from_milliseconds(0)),
///     name: "Coffee".to_owned(),
///     enabled: true,
///     conditions: vec![RuleCondition::DescriptionMatches { regex: regex.to_owned() }],
///     actions: vec![RuleAction::Rename { description: "Coffee".to_owned() }],
/// };
/// let limits = RuleLimits::default();
/// assert!(CompiledRules::compile(&[regex("(?i)caf[eé]")], &limits).is_ok());
/// assert!(CompiledRules::compile(&[regex("caf[e")], &limits).is_err());
/// ```
#[derive(Debug, Clone, Default)]
pub struct CompiledRules {
    rules: Vec<CompiledRule>,
}

#[derive(Debug, Clone)]
struct CompiledRule {
    id: RuleId,
    conditions: Vec<Condition>,
    actions: Vec<RuleAction>,
}

#[derive(Debug, Clone)]
enum Condition {
    /// The text in the form of `saldo_domain::text::search_key`, to be compared with text in the same form.
    Contains(String),
    /// The words in the form of `saldo_domain::text::words`, in order.
    Words(Vec<String>),
    Matches(Regex),
    Amount {
        min: Option<Money>,
        max: Option<Money>,
    },
    Direction(Direction),
    Account(AccountId),
    Currency(Currency),
}

/// A change that a rule decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided<T> {
    /// The new value.
    pub value: T,
    /// The ID of the rule.
    pub by: RuleId,
}

/// The changes that rules make to a transaction, each with its rule. They may
/// have values that the transaction already has; see [`RuleOutcome::changes`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleOutcome {
    /// The category.
    pub category: Option<Decided<CategoryId>>,
    /// The description.
    pub description: Option<Decided<String>>,
    /// The tags that are added.
    pub tags: Vec<Decided<Tag>>,
    /// The rule that marks it as a transfer.
    pub transfer: Option<RuleId>,
}

impl RuleOutcome {
    /// True if no rule changes anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the changes without the values that `transaction`, with the tags `tags`, already has.
    #[must_use]
    pub fn changes(mut self, transaction: &Transaction, tags: &[Tag]) -> Self {
        self.category = self.category.filter(|decided| transaction.category != Some(decided.value));
        self.description = self.description.filter(|decided| transaction.description != decided.value);
        self.tags.retain(|decided| !tags.contains(&decided.value));
        self.transfer = self.transfer.filter(|_| transaction.kind != TransactionKind::Transfer);
        self
    }
}

impl CompiledRules {
    /// Checks and compiles rules, in their order. Disabled rules are checked, too, but not evaluated.
    ///
    /// # Errors
    /// [`Error::RuleRefused`] with the ID of the first invalid rule and the problem;
    /// [`Error::TooMany`] for more rules or regular expressions than the limits allow.
    pub fn compile(rules: &[Rule], limits: &RuleLimits) -> Result<Self> {
        if rules.len() > limits.rules_max {
            return Err(Error::TooMany { what: "rules", most: limits.rules_max });
        }
        let is_regex =
            |condition: &&RuleCondition| matches!(condition, RuleCondition::DescriptionMatches { .. });
        let regexes = rules.iter().flat_map(|rule| &rule.conditions).filter(is_regex).count();
        if regexes > limits.regexes_max {
            return Err(Error::TooMany { what: "regular expressions", most: limits.regexes_max });
        }
        let mut compiled = Vec::with_capacity(rules.len());
        for rule in rules {
            let ready =
                CompiledRule::of(rule, limits).map_err(|why| Error::RuleRefused { rule: rule.id, why })?;
            if rule.enabled {
                compiled.push(ready);
            }
        }
        Ok(Self { rules: compiled })
    }

    /// Returns the changes that the rules make to a transaction, including values it already has.
    #[must_use]
    pub fn apply(&self, transaction: &Transaction) -> RuleOutcome {
        let looks = RuleInput::of(transaction);
        let mut outcome = RuleOutcome::default();
        for rule in &self.rules {
            if rule.conditions.iter().all(|condition| condition.holds(&looks)) {
                for action in &rule.actions {
                    outcome.heed(rule.id, action);
                }
            }
        }
        outcome
    }

    /// Returns the transactions that the rules would change, each
    /// given with its tags, and the changes. Nothing is saved.
    pub fn preview<'a>(
        &'a self,
        transactions: impl IntoIterator<Item = (&'a Transaction, &'a [Tag])> + 'a,
    ) -> impl Iterator<Item = (TransactionId, RuleOutcome)> + 'a {
        transactions.into_iter().filter_map(|(transaction, tags)| {
            let changes = self.apply(transaction).changes(transaction, tags);
            (!changes.is_empty()).then_some((transaction.id, changes))
        })
    }
}

impl RuleOutcome {
    fn heed(&mut self, by: RuleId, action: &RuleAction) {
        match action {
            RuleAction::SetCategory { category } => {
                self.category.get_or_insert(Decided { value: *category, by });
            }
            RuleAction::Rename { description } => {
                self.description.get_or_insert_with(|| Decided { value: description.clone(), by });
            }
            RuleAction::AddTag { tag } => {
                if !self.tags.iter().any(|decided| decided.value == *tag) {
                    self.tags.push(Decided { value: tag.clone(), by });
                }
            }
            RuleAction::MarkTransfer => {
                self.transfer.get_or_insert(by);
            }
        }
    }
}

/// A transaction as conditions see it: with the description that its statement prints,
/// even if it was renamed. That way, rules have the same result for a new statement
/// and for existing transactions, and the new name of one rule does not match another.
struct RuleInput<'a> {
    transaction: &'a Transaction,
    findable: String,
    /// The words of the description, split when the first rule asks for them.
    words: OnceCell<Vec<String>>,
}

impl<'a> RuleInput<'a> {
    fn of(transaction: &'a Transaction) -> Self {
        let findable = text::findable(&transaction.original_description);
        Self { transaction, findable, words: OnceCell::new() }
    }

    fn words(&self) -> &[String] {
        self.words.get_or_init(|| text::words(&self.transaction.original_description))
    }
}

impl Condition {
    fn holds(&self, looks: &RuleInput<'_>) -> bool {
        let amount = looks.transaction.amount;
        match self {
            Self::Contains(text) => looks.findable.contains(text.as_str()),
            Self::Words(words) => looks.words().windows(words.len()).any(|found| found == words),
            Self::Matches(regex) => regex.is_match(&looks.transaction.original_description),
            Self::Amount { min, max } => {
                let within = |bound: &Option<Money>, fits: fn(u64, u64) -> bool| {
                    bound.is_none_or(|bound| {
                        bound.currency() == amount.currency()
                            && fits(amount.minor().unsigned_abs(), bound.minor().unsigned_abs())
                    })
                };
                within(min, |amount, bound| amount >= bound) && within(max, |amount, bound| amount <= bound)
            }
            Self::Direction(Direction::In) => !amount.is_negative(),
            Self::Direction(Direction::Out) => amount.is_negative(),
            Self::Account(account) => looks.transaction.account == *account,
            Self::Currency(currency) => amount.currency() == *currency,
        }
    }

    fn of(condition: &RuleCondition, limits: &RuleLimits) -> std::result::Result<Self, String> {
        Ok(match condition {
            RuleCondition::DescriptionContains { text } => {
                short(text, limits)?;
                let sought = text::search_key(text);
                if sought.is_empty() {
                    return Err("the text to search for is empty; enter one".to_owned());
                }
                Self::Contains(sought)
            }
            RuleCondition::DescriptionHasWords { words } => {
                short(words, limits)?;
                let words = text::words(words);
                if words.is_empty() {
                    return Err("the words to search for are empty; enter some".to_owned());
                }
                Self::Words(words)
            }
            RuleCondition::DescriptionMatches { regex } => Self::Matches(compiled(regex, limits)?),
            RuleCondition::Amount { min, max } => {
                bounds(*min, *max)?;
                Self::Amount { min: *min, max: *max }
            }
            RuleCondition::Direction { direction } => Self::Direction(*direction),
            RuleCondition::Account { account } => Self::Account(*account),
            RuleCondition::Currency { currency } => Self::Currency(*currency),
        })
    }
}

impl CompiledRule {
    fn of(rule: &Rule, limits: &RuleLimits) -> std::result::Result<Self, String> {
        if rule.conditions.is_empty() {
            return Err("it has no condition and would change every transaction; add one".to_owned());
        }
        if rule.actions.is_empty() {
            return Err("it has no action; add one".to_owned());
        }
        if rule.conditions.len().max(rule.actions.len()) > limits.parts_max {
            return Err(format!("it has more than {} conditions or actions; remove some", limits.parts_max));
        }
        short(&rule.name, limits)?;
        for action in &rule.actions {
            if let RuleAction::Rename { description } = action {
                short(description, limits)?;
                if text::one_line(description).is_empty() {
                    return Err("the new description is empty; enter one".to_owned());
                }
            }
        }
        let conditions: std::result::Result<Vec<Condition>, String> =
            rule.conditions.iter().map(|condition| Condition::of(condition, limits)).collect();
        Ok(Self { id: rule.id, conditions: conditions?, actions: rule.actions.clone() })
    }
}

fn short(text: &str, limits: &RuleLimits) -> std::result::Result<(), String> {
    if text.chars().count() > limits.text_characters_max {
        return Err(format!(
            "a text in it has more than {} characters; shorten it",
            limits.text_characters_max
        ));
    }
    Ok(())
}

fn compiled(source: &str, limits: &RuleLimits) -> std::result::Result<Regex, String> {
    short(source, limits)?;
    if source.is_empty() {
        return Err("the regular expression is empty; enter one".to_owned());
    }
    RegexBuilder::new(source)
        .case_insensitive(true)
        .size_limit(limits.regex_bytes_max)
        .dfa_size_limit(limits.regex_bytes_max)
        .nest_limit(50)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => {
                "the regular expression is too large once its repetitions are written out; shorten it"
                    .to_owned()
            }
            // The last line has the message; those before it mark the position.
            other => {
                let text = other.to_string();
                let what = text.lines().next_back().unwrap_or_default();
                format!("the regular expression is invalid: {}", what.trim_start_matches("error: "))
            }
        })
}

fn bounds(min: Option<Money>, max: Option<Money>) -> std::result::Result<(), String> {
    let Some(some) = min.or(max) else {
        return Err("the amount condition has no minimum and no maximum; add one".to_owned());
    };
    let both = [min, max].into_iter().flatten();
    if both.clone().any(|bound| bound.currency() != some.currency()) {
        return Err("the minimum and maximum amount must have the same currency".to_owned());
    }
    if both.clone().any(Money::is_negative) {
        return Err(
            "the minimum and maximum amount must be positive; use a direction for money in or out".to_owned()
        );
    }
    if min.zip(max).is_some_and(|(min, max)| min.minor() > max.minor()) {
        return Err("the minimum amount must not be greater than the maximum".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests;

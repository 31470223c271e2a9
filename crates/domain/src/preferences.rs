//! What a person prefers.

use serde::{Deserialize, Serialize};

use crate::fiscal::FiscalCalendar;
use crate::money::Currency;

/// What a person prefers; what they never said is as by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Preferences {
    /// The currency that reports convert to where they are asked for one figure; `None` for none.
    pub currency: Option<Currency>,
    /// When the person's years begin.
    pub fiscal_calendar: FiscalCalendar,
    /// How the advisor is to behave.
    pub advisor: AdvisorPreferences,
}

/// How the advisor is to behave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AdvisorPreferences {
    /// Whether it knows what the person asked it to remember, and may ask to remember more.
    pub memory: bool,
    /// Whether anything may be sent to a model outside this machine.
    pub sends: Sends,
}

/// A change to preferences. A field that is `None` keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreferencesChange {
    /// The preferred currency; `Some(None)` removes it.
    pub currency: Option<Option<Currency>>,
    /// See [`Preferences::fiscal_calendar`].
    pub fiscal_calendar: Option<FiscalCalendar>,
    /// See [`AdvisorPreferences::memory`].
    pub memory: Option<bool>,
    /// See [`AdvisorPreferences::sends`].
    pub sends: Option<Sends>,
}

impl PreferencesChange {
    /// Returns the preferences after the change.
    #[must_use]
    pub fn apply(self, before: Preferences) -> Preferences {
        Preferences {
            currency: self.currency.unwrap_or(before.currency),
            fiscal_calendar: self.fiscal_calendar.unwrap_or(before.fiscal_calendar),
            advisor: AdvisorPreferences {
                memory: self.memory.unwrap_or(before.advisor.memory),
                sends: self.sends.unwrap_or(before.advisor.sends),
            },
        }
    }
}

/// Whether a person's questions and books may be sent to a model outside this machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sends {
    /// Never: the built-in analyst answers.
    Never,
    /// When the person has seen what would be sent, and agrees.
    #[default]
    Ask,
    /// Yes, to the model that the person chose.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_said_is_as_by_default() {
        assert_eq!(serde_json::from_str::<Preferences>("{}").unwrap(), Preferences::default());
        let said = Preferences { currency: Currency::parse("EUR").ok(), ..Preferences::default() };
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(
            json,
            r#"{"currency":"EUR","fiscalCalendar":{"firstMonth":1,"firstDay":1},"advisor":{"memory":false,"sends":"ask"}}"#
        );
        assert_eq!(serde_json::from_str::<Preferences>(&json).unwrap(), said);
    }
}

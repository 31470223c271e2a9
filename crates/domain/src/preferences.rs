//! The settings that each user chooses.

use serde::{Deserialize, Serialize};

use crate::fiscal::FiscalCalendar;
use crate::money::Currency;

/// A user's settings. Fields that were never set have their default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Preferences {
    /// The currency into which reports convert when they are asked for one total; `None` for no conversion.
    pub currency: Option<Currency>,
    /// The start of the user's financial year.
    pub fiscal_calendar: FiscalCalendar,
    /// The settings of the advisor.
    pub advisor: AdvisorPreferences,
}

/// The settings of the advisor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AdvisorPreferences {
    /// True if the advisor may use the user's notes and ask to add to them.
    pub memory: bool,
    /// The user's decision on sending data to a model outside this machine.
    pub sends: SendingConsent,
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
    pub sends: Option<SendingConsent>,
}

impl PreferencesChange {
    /// Returns the preferences after the change.
    #[must_use]
    pub fn apply(self, before: &Preferences) -> Preferences {
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

/// A user's decision on sending their questions and financial data to a model outside this machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SendingConsent {
    /// Nothing is sent; the built-in analyst answers.
    Never,
    /// Data is sent after the user has seen what would be sent and has agreed.
    #[default]
    Ask,
    /// Data is sent to the model that the user chose, without asking.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unset_preferences_have_their_defaults() {
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

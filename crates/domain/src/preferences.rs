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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_said_is_as_by_default() {
        assert_eq!(serde_json::from_str::<Preferences>("{}").unwrap(), Preferences::default());
        let said = Preferences { currency: Currency::parse("EUR").ok(), ..Preferences::default() };
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(json, r#"{"currency":"EUR","fiscalCalendar":{"firstMonth":1,"firstDay":1}}"#);
        assert_eq!(serde_json::from_str::<Preferences>(&json).unwrap(), said);
    }
}

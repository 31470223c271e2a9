//! The user's financial year, and the units of time in reports.

use serde::{Deserialize, Serialize};

/// The day on which a user's financial year begins; by default January 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(rename_all = "camelCase"))]
#[serde(try_from = "Wire", into = "Wire")]
pub struct FiscalCalendar {
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 12))]
    first_month: u32,
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 28))]
    first_day: u32,
}

impl FiscalCalendar {
    /// Years that begin on January 1.
    pub const CALENDAR: Self = Self { first_month: 1, first_day: 1 };

    /// Returns years that begin on this day; `None` unless the month is 1 to 12 and the day 1 to 28,
    /// which every month has.
    #[must_use]
    pub fn new(first_month: u32, first_day: u32) -> Option<Self> {
        ((1..=12).contains(&first_month) && (1..=28).contains(&first_day))
            .then_some(Self { first_month, first_day })
    }

    /// Returns the month in which years begin, 1 to 12.
    #[must_use]
    pub const fn first_month(self) -> u32 {
        self.first_month
    }

    /// Returns the day of the month on which years begin, 1 to 28.
    #[must_use]
    pub const fn first_day(self) -> u32 {
        self.first_day
    }
}

impl Default for FiscalCalendar {
    fn default() -> Self {
        Self::CALENDAR
    }
}

/// The unit of time into which a report divides its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    /// Calendar days.
    Day,
    /// Weeks of ISO 8601, from Monday to Sunday.
    Week,
    /// Calendar months.
    Month,
    /// Quarters of the financial year.
    Quarter,
    /// Financial years.
    Year,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    first_month: u32,
    first_day: u32,
}

impl From<FiscalCalendar> for Wire {
    fn from(calendar: FiscalCalendar) -> Self {
        Self { first_month: calendar.first_month, first_day: calendar.first_day }
    }
}
impl TryFrom<Wire> for FiscalCalendar {
    type Error = &'static str;
    fn try_from(wire: Wire) -> Result<Self, Self::Error> {
        Self::new(wire.first_month, wire.first_day)
            .ok_or("a financial year must begin on a day from 1 to 28 of a month from 1 to 12")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_begins_on_a_day_that_every_year_has() {
        assert!(FiscalCalendar::new(4, 6).is_some());
        assert_eq!(FiscalCalendar::new(2, 29), None);
        assert_eq!(FiscalCalendar::new(13, 1), None);
        assert!(serde_json::from_str::<FiscalCalendar>(r#"{"firstMonth":0,"firstDay":1}"#).is_err());
        let json = serde_json::to_string(&FiscalCalendar::CALENDAR).unwrap();
        assert_eq!(json, r#"{"firstMonth":1,"firstDay":1}"#);
    }
}

//! Preferences and exchange rates.

use saldo_bookkeeping::ReadRates;
use saldo_domain::{Currency, Date, FiscalCalendar, PreferencesChange, SendingConsent};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::PatchField;

/// Changes to preferences. Absent fields stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PreferencesChange)]
pub struct PreferencesChangeRequest {
    /// The currency of reports; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<Currency>)]
    currency: PatchField<Currency>,
    fiscal_calendar: Option<FiscalCalendar>,
    advisor: Option<AdvisorChangeRequest>,
}

/// Changes to the advisor's preferences. Absent fields stay as they are.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AdvisorPreferencesChange)]
pub struct AdvisorChangeRequest {
    memory: Option<bool>,
    sends: Option<SendingConsent>,
}

impl From<PreferencesChangeRequest> for PreferencesChange {
    fn from(request: PreferencesChangeRequest) -> Self {
        let AdvisorChangeRequest { memory, sends } = request.advisor.unwrap_or_default();
        Self { currency: request.currency.change(), fiscal_calendar: request.fiscal_calendar, memory, sends }
    }
}

/// A currency with stored rates, and their first and last day.
#[derive(Serialize, ToSchema)]
pub struct SpanBody {
    currency: Currency,
    first: Date,
    last: Date,
}

/// The rates that were read from a table.
#[derive(Serialize, ToSchema)]
pub struct ReadBody {
    rates: usize,
    /// Column names that are not currencies in ISO 4217.
    unknown: Vec<String>,
}

impl From<(Currency, Date, Date)> for SpanBody {
    fn from((currency, first, last): (Currency, Date, Date)) -> Self {
        Self { currency, first, last }
    }
}

impl From<ReadRates> for ReadBody {
    fn from(read: ReadRates) -> Self {
        Self { rates: read.rates, unknown: read.unknown }
    }
}

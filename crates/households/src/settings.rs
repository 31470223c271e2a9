//! Settings of households.

use std::time::Duration;

use crate::{HouseholdLimits, SharingLimits};
use saldo_settings::{Error as ConfigError, Layers, at_least_one, seconds, settings};
use saldo_storage::JoinLimits;

settings! {
    pub ALL:
    HOUSEHOLDS_MAX: usize = at_least_one("SALDO_HOUSEHOLDS_MAX", "5", "households of one user");
    MEMBERS_MAX: usize = at_least_one("SALDO_HOUSEHOLD_MEMBERS_MAX", "20", "members of one household");
    INVITATIONS_MAX: usize = at_least_one("SALDO_HOUSEHOLD_INVITATIONS_MAX", "20", "open invitations to one household");
    SHARED_EXPENSES_MAX: usize = at_least_one("SALDO_SHARED_EXPENSES_MAX", "10000", "shared expenses of one household");
    SETTLEMENTS_MAX: usize = at_least_one("SALDO_SETTLEMENTS_MAX", "5000", "settlements of one household");
    INVITATION_LIFETIME: Duration = seconds("SALDO_HOUSEHOLD_INVITATION_SECONDS", "604800", "seconds for which an invitation to a household is accepted");
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<HouseholdLimits, ConfigError> {
    let join = JoinLimits { households: values.get(&HOUSEHOLDS_MAX)?, members: values.get(&MEMBERS_MAX)? };
    let sharing = SharingLimits {
        expenses: values.get(&SHARED_EXPENSES_MAX)?,
        settlements: values.get(&SETTLEMENTS_MAX)?,
    };
    let (invitations, lifetime) = (values.get(&INVITATIONS_MAX)?, values.get(&INVITATION_LIFETIME)?);
    Ok(HouseholdLimits::new(join, invitations, lifetime, sharing))
}

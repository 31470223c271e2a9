//! Merchants and their names.

use saldo_bookkeeping::Merchant;
use saldo_domain::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::one_line;
use crate::figures::FlowBody;
use crate::{Error, Result};

/// Maximum length of a merchant's name, in characters.
const NAME_CHARACTERS_MAX: usize = 80;
/// Maximum number of merchants that get one name together.
const MERCHANTS_MAX: usize = 200;

/// A merchant with its income and spending.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MerchantBody {
    /// The name under which its transactions are grouped.
    name: String,
    /// The printed names to which the user gave this name, in lower case; empty if it is the printed name.
    printed: Vec<String>,
    flows: Vec<FlowBody>,
    /// The date of its latest transaction.
    last: Date,
    /// `true` if the printed name is unclear and the merchant makes at least a hundredth of the spending in a
    /// currency, so that the user should name it.
    needs_name: bool,
}

impl From<Merchant> for MerchantBody {
    fn from(merchant: Merchant) -> Self {
        Self {
            name: merchant.name,
            printed: merchant.printed,
            flows: merchant.flows.into_iter().map(FlowBody::from).collect(),
            last: merchant.last,
            needs_name: merchant.needs_name,
        }
    }
}

/// The merchants that get one name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MerchantNameRequest {
    /// The present names of the merchants.
    merchants: Vec<String>,
    /// The new name; `null` for the printed names.
    #[schema(required)]
    name: Option<String>,
}

impl MerchantNameRequest {
    /// Returns the merchants and their new name.
    ///
    /// # Errors
    /// [`Error::Invalid`] for no or too many merchants, or an empty or overlong name.
    pub fn naming(self) -> Result<(Vec<String>, Option<String>)> {
        if self.merchants.is_empty() || self.merchants.len() > MERCHANTS_MAX {
            return Err(Error::invalid(format!("merchants must have 1 to {MERCHANTS_MAX} names")));
        }
        let name = self.name.map(|name| one_line("name", &name, NAME_CHARACTERS_MAX)).transpose()?;
        Ok((self.merchants, name))
    }
}

//! The subject of an edit: what it was done to, in the words of the user's books.

use chrono::NaiveDate;
use serde::Serialize;

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::edit::TransactionState;
use crate::money::Money;
use crate::transaction::TransactionId;

/// The subject of an edit. Transactions are described as they were after the edit, or before it if it deleted
/// them; accounts and categories have their present names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EditSubject {
    /// One transaction.
    Transaction {
        /// The transaction.
        transaction: SubjectTransaction,
        /// The category that it got.
        category: Option<NamedCategory>,
    },
    /// Several transactions of one merchant.
    Merchant {
        /// The name of the merchant.
        merchant: String,
        /// The category that all of them got.
        category: Option<NamedCategory>,
    },
    /// Several transactions, not known to be of one merchant.
    Transactions {
        /// The first of them.
        first: SubjectTransaction,
        /// The category that all of them got.
        category: Option<NamedCategory>,
    },
    /// One or several transfers between the same two accounts, linked or separated.
    Transfer {
        /// The account that the money left.
        from: NamedAccount,
        /// The account that the money entered.
        to: NamedAccount,
        /// The first transaction that took money out.
        first: SubjectTransaction,
    },
    /// Names of merchants.
    MerchantNames {
        /// The former name of the first merchant.
        from: String,
        /// The name that it got.
        to: String,
        /// The number of merchants.
        merchants: u64,
    },
    /// An account.
    Account {
        /// The account after the edit.
        account: NamedAccount,
        /// Its former name, if the edit changed it.
        #[serde(rename = "formerName")]
        former_name: Option<String>,
    },
    /// A merge of two accounts.
    Accounts {
        /// The account that remained.
        account: NamedAccount,
        /// The account that was merged into it.
        other: NamedAccount,
    },
}

/// A transaction that an edit names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SubjectTransaction {
    /// The id. The transaction may be deleted.
    pub id: TransactionId,
    /// The booking date.
    pub date: NaiveDate,
    /// The description.
    pub description: String,
    /// The amount.
    pub amount: Money,
}

impl SubjectTransaction {
    /// Returns the description of a transaction in this state.
    #[must_use]
    pub fn of(id: TransactionId, state: &TransactionState) -> Self {
        Self { id, date: state.date, description: state.description.clone(), amount: state.amount }
    }
}

/// An account that an edit names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedAccount {
    /// The id.
    pub id: AccountId,
    /// The name; `None` if the account was deleted and its name is not known.
    pub name: Option<String>,
}

/// A category that an edit names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedCategory {
    /// The id.
    pub id: CategoryId,
    /// The name; `None` if the category was deleted.
    pub name: Option<String>,
}

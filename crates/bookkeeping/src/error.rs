//! The errors of this crate.

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user has no such record.
    #[error("Not found")]
    NotFound,
    /// An edit of more transactions than one edit may change.
    #[error(
        "An edit can change at most {most} transactions; nothing was changed. Send fewer ids, or narrow the \
         filter with from and to",
        most = saldo_storage::EDIT_TRANSACTIONS_MAX
    )]
    TooManyEdited,
    /// More tags than a transaction may have.
    #[error("A transaction can have at most {most} tags", most = saldo_storage::TRANSACTION_TAGS_MAX)]
    TooManyTags,
    /// An amount in another currency than its account.
    #[error("The amount must be in the account's currency")]
    OtherCurrency,
    /// An edit that was already undone.
    #[error("This edit was already undone; reload")]
    UndoneAlready,
    /// An account's number whose statements are imported into another account.
    #[error("Another account has this number; merge the two, or change the other's number first")]
    NumberTaken,
    /// An account that was found on statements and still has statements or transactions.
    #[error("This account is on statements; delete those statements and its other transactions first")]
    AccountInUse,
    /// A merge of accounts in different currencies.
    #[error("Accounts in different currencies cannot be merged")]
    MergeOfCurrencies,
    /// A merge that was already undone.
    #[error("This merge was already undone; reload")]
    MergeUndoneAlready,
    /// A merge of which an account no longer exists.
    #[error("One of the accounts is gone; if it was merged into another one, undo that merge first")]
    MergedAccountGone,
    /// A category below a category that is below another.
    #[error("Categories have two levels; choose a top-level category as the parent, or none")]
    CategoryTooDeep,
    /// An order that does not name every rule once.
    #[error("ids must contain each of your rules once")]
    RulesIncomplete,
    /// A second budget of a category in one currency.
    #[error("This category already has a budget in this currency; change that one")]
    BudgetTaken,
    /// A second view of a page with the same name.
    #[error("A saved view of this page has this name; choose another name, or delete that view first")]
    ViewNameTaken,
    /// More saved views than a user may have.
    #[error("You have {most} saved views, which is the most; delete one first", most = saldo_storage::SAVED_VIEWS_MAX)]
    TooManyViews,
    /// More decisions about recurring payments than a user may have.
    #[error(
        "You have decided about {most} recurring payments, which is the most; clear one first",
        most = saldo_storage::RECURRING_DECISIONS_MAX
    )]
    TooManyDecisions,
    /// A payer of an account who is no member of the household.
    #[error("paidBy must be a member of the household whose books have the account")]
    PayerNotAMember,
    /// A goal with an account in another currency.
    #[error("A goal counts only accounts in its own currency")]
    GoalOfOtherCurrency,
    /// A goal with contributions that gets accounts or another currency.
    #[error("This goal has contributions; delete them first, or create another goal")]
    GoalHasContributions,
    /// A contribution to a goal whose accounts count.
    #[error("The accounts of this goal count towards it, so it has no contributions")]
    GoalHasAccounts,
    /// More goals than a user may have.
    #[error("You have {most} goals, which is the most; delete one first", most = saldo_storage::GOALS_MAX)]
    TooManyGoals,
    /// More contributions than a goal may have.
    #[error(
        "This goal has {most} contributions, which is the most; delete one first",
        most = saldo_storage::CONTRIBUTIONS_MAX
    )]
    TooManyContributions,
    /// An order that does not name every goal once.
    #[error("ids must contain each of your goals once")]
    GoalsIncomplete,
    /// No model that could categorize.
    #[error("No model is configured; set OPENAI_MODEL")]
    NoModel,
    /// A user who does not allow anything to be sent to a model.
    #[error("Your preferences do not allow sending data to a model; nothing was sent. Change them first")]
    SendingForbidden,
    /// Splits that are fewer than two, do not add up to the transaction's amount, or have another sign.
    #[error(
        "there must be at least two splits, with the sign of the transaction, and they must add up to its \
         amount"
    )]
    SplitsDoNotAddUp,
    /// Two different amounts of one currency, which cannot be the sides of a transfer.
    #[error(
        "{out} went out but {into} came in, and the two sides of a transfer in one currency must be equal. \
         Add the difference, for example a fee, as its own transaction and subtract it from its side; then \
         link the two"
    )]
    SidesDiffer {
        /// The amount that went out.
        out: saldo_domain::Money,
        /// The amount that came in.
        into: saldo_domain::Money,
    },
    /// More transactions than are examined together.
    #[error(
        "more than {most} transactions match; use a shorter period, or fewer of them, such as one account"
    )]
    TooManyTransactions {
        /// The largest number allowed.
        most: usize,
    },
    /// A period with more units of time than a report may have rows.
    #[error("this report would have more than {most} rows; use a shorter period or a larger unit of time")]
    TooManyRows {
        /// The largest number of rows.
        most: usize,
    },
    /// An error of a calculation.
    #[error(transparent)]
    Ledger(#[from] saldo_ledger::Error),
    /// A sum that does not fit into 64 bits, or amounts of different currencies.
    #[error(transparent)]
    Money(#[from] saldo_domain::MoneyError),
    /// An error of the storage.
    #[error(transparent)]
    Storage(saldo_storage::Error),
}

impl From<saldo_storage::Error> for Error {
    fn from(error: saldo_storage::Error) -> Self {
        use saldo_storage::{EditError, Error as Stored, MergeError};
        match error {
            Stored::NotFound | Stored::Edit(EditError::Unknown) | Stored::Merge(MergeError::Unknown) => {
                Self::NotFound
            }
            Stored::TooDeep => Self::CategoryTooDeep,
            Stored::Edit(EditError::TooMany) => Self::TooManyEdited,
            Stored::Edit(EditError::TooManyTags) => Self::TooManyTags,
            Stored::Edit(EditError::OtherCurrency) => Self::OtherCurrency,
            Stored::Edit(EditError::SplitsDiffer) => Self::SplitsDoNotAddUp,
            Stored::Edit(EditError::AlreadyUndone) => Self::UndoneAlready,
            Stored::Merge(MergeError::OtherCurrency) => Self::MergeOfCurrencies,
            Stored::Merge(MergeError::AlreadyUndone) => Self::MergeUndoneAlready,
            Stored::Merge(MergeError::Gone) => Self::MergedAccountGone,
            error => Self::Storage(error),
        }
    }
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

//! The use cases of shared expenses: to share a transaction with a household, to see who owes whom, and to
//! record the payments that settle it.
//!
//! Members see the day, the merchant, the amount and the shares of an expense. Everything else of a
//! transaction in a member's own books stays there.

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::decimal::Digits;
use saldo_domain::{
    AccountId, Author, BooksRole, Division, DivisionUnit, ExpenseState, Member, Money, Page, PageRequest,
    SharedExpense, SharedExpenseId, Timestamp, Transaction, TransactionId, UserId, Weight,
};
use saldo_storage::{LimitedInsert, NewSharedExpense};

use crate::shared_books::{SharedBooks, require_found};
use crate::{Error, Result};

/// The shares that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestedDivision {
    /// These members pay the same; without a list, all members do.
    Even(Option<Vec<UserId>>),
    /// Percentages.
    Percent(Vec<(UserId, Digits)>),
    /// Amounts, in the currency of the transaction and without a sign.
    Amounts(Vec<(UserId, Digits)>),
}

/// A request to share a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareRequest {
    /// A transaction of the user's own books or of the household's.
    pub transaction: TransactionId,
    /// The member who paid a transaction of the household's books; by default the one who pays from its
    /// account, or else the user. A transaction of the user's own books was paid by the user.
    pub payer: Option<UserId>,
    /// The shares.
    pub division: RequestedDivision,
}

/// The sharing of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sharing {
    /// The expense that the transaction is; `None` if it is not shared.
    pub expense: Option<SharedExpense>,
    /// The member who pays if a request names no other.
    pub payer: UserId,
}

/// A member or former member of a household who has a part in its expenses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// The user.
    pub user: UserId,
    /// The name; `None` if the user was deleted.
    pub name: Option<String>,
    /// True for a member, false for a former one.
    pub is_member: bool,
}

impl SharedBooks {
    /// Shares a transaction with a household, as an editor.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::ReadOnly`]; [`Error::NotAMember`]; [`Error::AlreadyShared`];
    /// [`Error::NothingToShare`]; [`Error::TooManyExpenses`]; an invalid division; [`Error::Storage`] if the
    /// storage fails.
    pub async fn share(
        &self,
        user: UserId,
        household: UserId,
        request: ShareRequest,
        now: Timestamp,
    ) -> Result<SharedExpense> {
        self.require_editor(user, household).await?;
        let (books, transaction) = self.find_shareable(user, household, request.transaction).await?;
        if transaction.amount.is_zero() {
            return Err(Error::NothingToShare);
        }
        let members = self.member_ids(household).await?;
        let payer = match request.payer {
            Some(payer) if books != user => payer,
            _ => self.default_payer(user, books, transaction.account).await?,
        };
        if !members.contains(&payer) || request.payer.is_some_and(|named| named != payer) {
            return Err(Error::NotAMember);
        }
        let division = division_of(request.division, transaction.amount, &members, &members)?;
        let id = SharedExpenseId::new(now);
        let new = NewSharedExpense { id, household, books, transaction: transaction.id, payer, division };
        let most = self.limits.sharing.expenses;
        match self.storage.insert_shared_expense(new, most, now).await? {
            LimitedInsert::Stored => self.find_expense(household, id).await,
            LimitedInsert::TooMany => Err(Error::TooManyExpenses { most }),
            LimitedInsert::NotFound => Err(Error::NotFound),
            LimitedInsert::Taken => Err(Error::AlreadyShared),
        }
    }

    /// Changes the shares of an expense, and the payer of one in the household's books. Only its member
    /// changes one in their own books.
    ///
    /// # Errors
    /// As [`Self::share`]; [`Error::NotYours`]; [`Error::ExpenseGone`] if the transaction was deleted.
    pub async fn change_share(
        &self,
        user: UserId,
        household: UserId,
        expense: SharedExpenseId,
        payer: Option<UserId>,
        division: RequestedDivision,
    ) -> Result<SharedExpense> {
        self.require_editor(user, household).await?;
        let known = self.find_expense(household, expense).await?;
        if known.books != household && known.books != user {
            return Err(Error::NotYours);
        }
        let (_, amount) = known.booked().ok_or(Error::ExpenseGone)?;
        let members = self.member_ids(household).await?;
        let payer = payer.unwrap_or(known.payer);
        if payer != known.payer && (known.books != household || !members.contains(&payer)) {
            return Err(Error::NotAMember);
        }
        let mut accepted = members.clone();
        accepted.extend(known.division.weights().iter().map(|share| share.member));
        let division = division_of(division, amount, &members, &accepted)?;
        require_found(self.storage.update_shared_expense(household, expense, payer, division).await?)?;
        self.find_expense(household, expense).await
    }

    /// Ends the sharing of a transaction: one of the household's as an editor, one of a member's own books as
    /// that member or as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::ReadOnly`]; [`Error::NotYours`]; [`Error::Storage`] if the storage
    /// fails.
    pub async fn unshare(&self, user: UserId, household: UserId, expense: SharedExpenseId) -> Result<()> {
        let role = self.require_editor(user, household).await?;
        let known = self.find_expense(household, expense).await?;
        if known.books != household && known.books != user && role != BooksRole::Owner {
            return Err(Error::NotYours);
        }
        require_found(self.storage.delete_shared_expense(household, expense).await?)
    }

    /// Returns a page of the expenses of a household, the one that was shared last first, to each member.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the cursor is not valid or the storage fails.
    pub async fn shared_expenses(
        &self,
        user: UserId,
        household: UserId,
        page: PageRequest,
    ) -> Result<Page<SharedExpense>> {
        self.require_member(user, household).await?;
        Ok(self.storage.page_shared_expenses(household, page).await?)
    }

    /// Returns how a transaction of these books is shared, and who pays by default.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown transaction; [`Error::Storage`] if the storage fails.
    pub async fn sharing_of(&self, author: Author, transaction: TransactionId) -> Result<Sharing> {
        let Author { books, user } = author;
        let found = self.storage.find_transaction(books, transaction).await?.ok_or(Error::NotFound)?;
        let payer = self.default_payer(user.unwrap_or(books), books, found.account).await?;
        let expense = self.storage.find_expense_of_transaction(books, transaction).await?;
        Ok(Sharing { expense, payer })
    }

    /// Returns the member who pays from an account of a household. In own books, and if the account names
    /// nobody or a former member, this is the user.
    async fn default_payer(&self, user: UserId, books: UserId, account: AccountId) -> Result<UserId> {
        if books == user {
            return Ok(user);
        }
        let labels = self.storage.list_account_labels(books).await?;
        let Some(payer) = labels.get(&account).and_then(|labels| labels.payer) else { return Ok(user) };
        let is_member = self.storage.find_role(books, payer).await?.is_some();
        Ok(if is_member { payer } else { user })
    }

    /// Returns the role of a member who may change the books.
    pub(crate) async fn require_editor(&self, user: UserId, household: UserId) -> Result<BooksRole> {
        match self.require_member(user, household).await? {
            BooksRole::Viewer => Err(Error::ReadOnly),
            role => Ok(role),
        }
    }

    /// Returns the members of a household and these users, in this order.
    pub(crate) async fn participants(
        &self,
        household: UserId,
        others: BTreeSet<UserId>,
    ) -> Result<Vec<Participant>> {
        let members = self.storage.list_members(household).await?;
        let former: Vec<UserId> =
            others.into_iter().filter(|user| members.iter().all(|member| member.user != *user)).collect();
        let mut names: BTreeMap<UserId, String> =
            self.storage.list_user_names(former.clone()).await?.into_iter().collect();
        let current = members.into_iter().map(|Member { user, name, .. }| Participant {
            user,
            name: Some(name),
            is_member: true,
        });
        let former =
            former.into_iter().map(|user| Participant { user, name: names.remove(&user), is_member: false });
        Ok(current.chain(former).collect())
    }

    /// Returns a transaction of the user's own books or of the household's, with these books.
    async fn find_shareable(
        &self,
        user: UserId,
        household: UserId,
        transaction: TransactionId,
    ) -> Result<(UserId, Transaction)> {
        for books in [user, household] {
            if let Some(found) = self.storage.find_transaction(books, transaction).await? {
                return Ok((books, found));
            }
        }
        Err(Error::NotFound)
    }

    async fn find_expense(&self, household: UserId, expense: SharedExpenseId) -> Result<SharedExpense> {
        self.storage.find_shared_expense(household, expense).await?.ok_or(Error::NotFound)
    }

    async fn member_ids(&self, household: UserId) -> Result<BTreeSet<UserId>> {
        let members = self.storage.list_members(household).await?;
        Ok(members.into_iter().map(|member| member.user).collect())
    }
}

/// Returns the users who have a part in an expense: the payer and those with a share.
pub(crate) fn users_of(expense: &SharedExpense) -> impl Iterator<Item = UserId> + '_ {
    let shares = expense.division.weights().iter().map(|share| share.member);
    std::iter::once(expense.payer).chain(shares)
}

/// Returns the transaction of an expense for a user who can open its books; `None` for any other user.
#[must_use]
pub fn visible_transaction(expense: &SharedExpense, user: UserId) -> Option<TransactionId> {
    match expense.state {
        ExpenseState::Booked { transaction, .. } | ExpenseState::Gone { transaction } => {
            (expense.books == user || expense.books == expense.household).then_some(transaction)
        }
        ExpenseState::Kept { .. } => None,
    }
}

/// Returns the division that a request asks for. `accepted` are the users that it may name.
fn division_of(
    requested: RequestedDivision,
    amount: Money,
    members: &BTreeSet<UserId>,
    accepted: &BTreeSet<UserId>,
) -> Result<Division> {
    let division = match requested {
        RequestedDivision::Even(None) => Division::even(members.iter().copied())?,
        RequestedDivision::Even(Some(named)) => Division::even(named)?,
        RequestedDivision::Percent(shares) => {
            let weights = weights(shares, |digits| {
                let hundredths = (digits.trimmed().places() <= 2).then(|| digits.scaled(2)).flatten();
                hundredths.and_then(|hundredths| hundredths.try_into().ok()).ok_or(Error::InvalidShare)
            })?;
            Division::new(DivisionUnit::Percent, weights)?
        }
        RequestedDivision::Amounts(shares) => {
            let weights = weights(shares, |digits| {
                let money = Money::from_digits(digits, false, amount.currency());
                money.map(|money| money.minor().unsigned_abs()).map_err(|_| Error::InvalidShare)
            })?;
            let division = Division::new(DivisionUnit::Amount, weights)?;
            if division.sum() != amount.minor().unsigned_abs() {
                return Err(Error::SharesDoNotAddUp { amount });
            }
            division
        }
    };
    let is_accepted = |share: &Weight| accepted.contains(&share.member);
    if division.weights().iter().all(is_accepted) { Ok(division) } else { Err(Error::NotAMember) }
}

fn weights(shares: Vec<(UserId, Digits)>, weight: impl Fn(Digits) -> Result<u64>) -> Result<Vec<Weight>> {
    let weights = shares.into_iter().map(|(member, digits)| Ok(Weight { member, weight: weight(digits)? }));
    weights.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balances::tests::{day, euro, expense, users};

    fn digits(text: &str) -> Digits {
        Digits::parse(text).unwrap()
    }

    #[test]
    fn a_division_is_read_in_the_unit_of_the_request() {
        let both: BTreeSet<UserId> = users(2).into_iter().collect();
        let [ann, bob] = [*both.first().unwrap(), *both.last().unwrap()];
        let read = |requested| division_of(requested, euro(-1_000), &both, &both);
        let weights =
            |division: Division| division.weights().iter().map(|share| share.weight).collect::<Vec<_>>();
        let percent =
            |first, second| RequestedDivision::Percent(vec![(ann, digits(first)), (bob, digits(second))]);
        let amounts =
            |first, second| RequestedDivision::Amounts(vec![(ann, digits(first)), (bob, digits(second))]);
        assert_eq!(weights(read(RequestedDivision::Even(None)).unwrap()), [1, 1]);
        assert_eq!(weights(read(percent("33.3", "66.70")).unwrap()), [3_330, 6_670]);
        assert_eq!(weights(read(amounts("4", "6.00")).unwrap()), [400, 600]);
        assert!(matches!(read(percent("33.333", "66.667")), Err(Error::InvalidShare)));
        assert!(matches!(read(percent("33", "66")), Err(Error::Division(_))));
        assert!(matches!(read(amounts("4", "6.001")), Err(Error::InvalidShare)));
        let error = read(amounts("4", "6.01")).unwrap_err().to_string();
        assert_eq!(error, "The shares must add up to 10.00 EUR");
        let stranger = RequestedDivision::Even(Some(users(1)));
        assert!(matches!(read(stranger), Err(Error::NotAMember)));
    }

    #[test]
    fn a_transaction_of_a_members_own_books_is_visible_to_that_member_only() {
        let users = users(2);
        let mut one = expense(users[0], -100, day(1), Division::even(users.clone()).unwrap());
        assert!(visible_transaction(&one, users[0]).is_some());
        assert_eq!(visible_transaction(&one, users[1]), None);
        one.books = one.household;
        assert!(visible_transaction(&one, users[1]).is_some());
        one.state = ExpenseState::Kept { date: day(1), amount: euro(-100) };
        assert_eq!(visible_transaction(&one, users[0]), None);
    }
}

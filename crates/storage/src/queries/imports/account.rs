//! Finding the account of a statement.

use std::collections::BTreeSet;

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::account::mask_number;
use saldo_domain::{AccountDraft, AccountIdentity, CheckedAccount, Outcome};

use super::super::backend::Connection;
use super::stored::{accounts_of_doubles, alike, read_part};
use crate::Result;
use crate::rows::{storable, word};
use crate::schema::{account_aliases, accounts, statement_accounts};
use crate::sql_types::RowId;

/// The description of an account on a statement, and its context.
pub(super) struct StatedAccount<'a> {
    pub(super) user: RowId,
    pub(super) statement: RowId,
    pub(super) institution: Option<&'a str>,
    pub(super) part: &'a CheckedAccount,
    /// True if the text was recognized in pictures.
    pub(super) is_picture: bool,
    /// True if account numbers are stored in full.
    pub(super) keeps_numbers: bool,
    /// The accounts of the statement's previous reading.
    pub(super) before: &'a [RowId],
    /// True if the statement is of one account.
    pub(super) is_alone: bool,
}

/// The account, or the identity of a new one.
pub(super) enum Found {
    Known(RowId),
    New(AccountIdentity),
}

impl StatedAccount<'_> {
    pub(super) async fn find(&self, connection: &mut Connection) -> Result<Found> {
        match self.by_printed_facts(connection).await? {
            Found::New(identity) => match self.of_another_kind(connection, &identity).await? {
                Some(account) => Ok(Found::Known(account)),
                None => self.by_double(connection, identity).await,
            },
            Found::Known(account) => {
                if self.before == [account] && self.has_been_of_another_kind(connection, account).await? {
                    self.set_kind(connection, account).await?;
                }
                Ok(Found::Known(account))
            }
        }
    }

    /// Returns the account of the statement's previous reading if its kind is all that differs now. It
    /// becomes an account of the new kind, and statements of either kind belong to it. Accounts that the user
    /// made, and those of which another statement proves the kind, keep theirs.
    async fn of_another_kind(
        &self,
        connection: &mut Connection,
        identity: &AccountIdentity,
    ) -> Result<Option<RowId>> {
        let ([account], true) = (self.before, self.is_alone) else { return Ok(None) };
        let proves = statement_accounts::table
            .filter(statement_accounts::account_id.eq(accounts::id))
            .filter(statement_accounts::statement_id.ne(self.statement))
            .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?));
        let known: Option<String> = accounts::table
            .filter(accounts::user_id.eq(self.user))
            .filter(accounts::id.eq(account))
            .filter(accounts::by_hand.eq(false))
            .filter(not(exists(proves)))
            .select(accounts::identity)
            .first(connection)
            .await
            .optional()?;
        if !known.is_some_and(|known| identity.differs_in_kind(&known)) {
            return Ok(None);
        }
        diesel::insert_into(account_aliases::table)
            .values((
                account_aliases::user_id.eq(self.user),
                account_aliases::identity.eq(storable(identity.as_str())),
                account_aliases::account_id.eq(account),
            ))
            .execute(connection)
            .await?;
        self.set_kind(connection, *account).await?;
        Ok(Some(*account))
    }

    /// True if [`Self::of_another_kind`] changed the kind of an account before.
    async fn has_been_of_another_kind(&self, connection: &mut Connection, account: RowId) -> Result<bool> {
        let number = self.draft().number.as_deref();
        let loose = AccountIdentity::new(self.institution, number, self.draft().kind, self.draft().currency);
        let exact = number
            .and_then(|number| AccountIdentity::exact(number, self.draft().kind, self.draft().currency));
        let identity = exact.unwrap_or(loose);
        let aliases: Vec<String> = account_aliases::table
            .filter(account_aliases::user_id.eq(self.user))
            .filter(account_aliases::account_id.eq(account))
            .select(account_aliases::identity)
            .load(connection)
            .await?;
        Ok(self.is_alone && aliases.iter().any(|alias| identity.differs_in_kind(alias)))
    }

    async fn set_kind(&self, connection: &mut Connection, account: RowId) -> Result<()> {
        let theirs = accounts::table.filter(accounts::user_id.eq(self.user)).filter(accounts::id.eq(account));
        diesel::update(theirs).set(accounts::kind.eq(word(self.draft().kind)?)).execute(connection).await?;
        Ok(())
    }

    const fn draft(&self) -> &AccountDraft {
        &self.part.draft
    }

    /// Looks for a statement with the same amounts between the same balances, because the number may be
    /// misread in a picture. Such a statement belongs to the same account. If this statement is text, its
    /// description of the account then replaces the stored one.
    async fn by_double(&self, connection: &mut Connection, identity: AccountIdentity) -> Result<Found> {
        let part = read_part(self.part, &[], self.is_picture);
        let alike = alike(connection, self.user, self.statement, self.part).await?;
        let doubles = accounts_of_doubles(&part, &alike);
        let [only] = doubles[..] else {
            return Ok(Found::New(identity));
        };
        if !self.is_picture {
            let number = self.draft().number.as_deref();
            let theirs = accounts::table
                .filter(accounts::user_id.eq(self.user))
                .filter(accounts::id.eq(only))
                .filter(accounts::by_hand.eq(false));
            diesel::update(theirs)
                .set((
                    accounts::identity.eq(storable(identity.as_str())),
                    accounts::number_masked.eq(number.map(mask_number)),
                    accounts::number.eq(number.filter(|_| self.keeps_numbers).map(storable)),
                ))
                .execute(connection)
                .await?;
        }
        Ok(Found::Known(only))
    }

    async fn by_printed_facts(&self, connection: &mut Connection) -> Result<Found> {
        let (institution, draft) = (self.institution, self.draft());
        let loose = AccountIdentity::new(institution, draft.number.as_deref(), draft.kind, draft.currency);
        match (&draft.number, institution, &draft.name) {
            (Some(number), _, _) => match AccountIdentity::exact(number, draft.kind, draft.currency) {
                Some(exact) => self.by_whole_number(connection, exact, &loose).await,
                None => self.by_masked_number(connection, number, loose).await,
            },
            (None, None, Some(name)) => self.by_name(connection, name, &loose).await,
            _ => Ok(self.of(connection, &loose).await?.map_or(Found::New(loose), Found::Known)),
        }
    }

    /// Finds an account by its whole number. An account that was known only by a masked number gets the whole
    /// one.
    async fn by_whole_number(
        &self,
        connection: &mut Connection,
        exact: AccountIdentity,
        loose: &AccountIdentity,
    ) -> Result<Found> {
        if let Some(known) = self.of(connection, &exact).await? {
            return Ok(Found::Known(known));
        }
        match self.of(connection, loose).await? {
            Some(known) => {
                self.rename(connection, known, loose, &exact).await?;
                Ok(Found::Known(known))
            }
            None => Ok(Found::New(exact)),
        }
    }

    /// Finds an account by a masked number. If only one account can have the number, it is that one.
    async fn by_masked_number(
        &self,
        connection: &mut Connection,
        number: &str,
        loose: AccountIdentity,
    ) -> Result<Found> {
        if let Some(known) = self.of(connection, &loose).await? {
            return Ok(Found::Known(known));
        }
        let Some(pattern) = AccountIdentity::any_exact(number, self.draft().kind, self.draft().currency)
        else {
            return Ok(Found::New(loose));
        };
        let theirs: Vec<RowId> = accounts::table
            .filter(accounts::user_id.eq(self.user))
            .filter(accounts::identity.like(pattern.clone()))
            .select(accounts::id)
            .load(connection)
            .await?;
        let merged: Vec<RowId> = account_aliases::table
            .filter(account_aliases::user_id.eq(self.user))
            .filter(account_aliases::identity.like(pattern))
            .select(account_aliases::account_id)
            .load(connection)
            .await?;
        let possible: BTreeSet<RowId> = theirs.into_iter().chain(merged).collect();
        let only = possible.iter().next().filter(|_| possible.len() == 1).copied();
        Ok(only.map_or(Found::New(loose), Found::Known))
    }

    /// Finds an account by its name, where only a name is printed: one with that identity, the only one that
    /// the user calls so, or the one of the statement's previous reading.
    async fn by_name(
        &self,
        connection: &mut Connection,
        name: &str,
        loose: &AccountIdentity,
    ) -> Result<Found> {
        let named = AccountIdentity::named(name, self.draft().kind, self.draft().currency);
        if let Some(known) = self.of(connection, &named).await? {
            return Ok(Found::Known(known));
        }
        let called: Vec<RowId> = accounts::table
            .filter(accounts::user_id.eq(self.user))
            .filter(accounts::name.eq(storable(name)))
            .filter(accounts::currency.eq(self.draft().currency.code()))
            .select(accounts::id)
            .limit(2)
            .load(connection)
            .await?;
        if let [only] = called[..] {
            return Ok(Found::Known(only));
        }
        match self.of(connection, loose).await?.filter(|known| self.before.contains(known)) {
            Some(known) => Ok(Found::Known(known)),
            None => Ok(Found::New(named)),
        }
    }

    /// Returns the account with this identity, or the one into which it was merged.
    async fn of(&self, connection: &mut Connection, identity: &AccountIdentity) -> Result<Option<RowId>> {
        let known: Option<RowId> = accounts::table
            .filter(accounts::user_id.eq(self.user))
            .filter(accounts::identity.eq(storable(identity.as_str())))
            .select(accounts::id)
            .first(connection)
            .await
            .optional()?;
        if known.is_some() {
            return Ok(known);
        }
        Ok(account_aliases::table
            .filter(account_aliases::user_id.eq(self.user))
            .filter(account_aliases::identity.eq(storable(identity.as_str())))
            .select(account_aliases::account_id)
            .first(connection)
            .await
            .optional()?)
    }

    async fn rename(
        &self,
        connection: &mut Connection,
        account: RowId,
        from: &AccountIdentity,
        to: &AccountIdentity,
    ) -> Result<()> {
        let theirs = accounts::table
            .filter(accounts::user_id.eq(self.user))
            .filter(accounts::id.eq(account))
            .filter(accounts::identity.eq(storable(from.as_str())));
        diesel::update(theirs).set(accounts::identity.eq(storable(to.as_str()))).execute(connection).await?;
        let aliases = account_aliases::table
            .filter(account_aliases::user_id.eq(self.user))
            .filter(account_aliases::account_id.eq(account))
            .filter(account_aliases::identity.eq(storable(from.as_str())));
        diesel::update(aliases)
            .set(account_aliases::identity.eq(storable(to.as_str())))
            .execute(connection)
            .await?;
        Ok(())
    }
}

//! Finding the account of a statement. `saldo_ledger::identity` decides; this file loads what it needs, and
//! stores what it learned.

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::account::mask_number;
use saldo_domain::{AccountIdentity, CheckedAccount, Currency, Outcome};
use saldo_ledger::identity::{AccountMatch, KnownAccount, Learned, StatedAccount, account_of_double};

use super::super::backend::Connection;
use super::stored::{alike, read_part};
use crate::rows::{storable, word};
use crate::schema::{account_aliases, accounts, statement_accounts};
use crate::sql_types::RowId;
use crate::{Error, Result};

/// A part of a statement whose account is sought, and its context.
pub(super) struct Sought<'a> {
    pub(super) user: RowId,
    pub(super) statement: RowId,
    pub(super) institution: Option<&'a str>,
    pub(super) part: &'a CheckedAccount,
    /// True if the text was recognized in pictures.
    pub(super) is_picture: bool,
    /// True if account numbers are stored in full.
    pub(super) keeps_numbers: bool,
    /// The accounts of the statement's earlier reading.
    pub(super) before: &'a [RowId],
    /// True if the statement is of one account.
    pub(super) is_alone: bool,
}

/// The account, or the identity of a new one.
pub(super) enum Found {
    Known(RowId),
    New(AccountIdentity),
}

impl Sought<'_> {
    /// Finds the account among those that are `known`, and adds to them what it learned.
    pub(super) async fn find(
        &self,
        connection: &mut Connection,
        known: &mut [KnownAccount<RowId>],
    ) -> Result<Found> {
        let draft = &self.part.draft;
        let stored = |text: Option<&str>| text.map(storable);
        let (institution, number) = (stored(self.institution), stored(draft.number.as_deref()));
        let name = stored(draft.name.as_deref());
        let stated = StatedAccount {
            institution: institution.as_deref(),
            number: number.as_deref(),
            name: name.as_deref(),
            kind: draft.kind,
            currency: draft.currency,
            before: self.before,
            is_alone: self.is_alone,
            is_kind_proven: self.is_kind_proven(connection).await?,
        };
        match stated.find(known) {
            AccountMatch::Known { account, learned } => {
                for learned in learned {
                    let mut known = known.iter_mut().filter(|known| known.account == account);
                    known.by_ref().for_each(|known| known.learn(&learned));
                    self.learn(connection, account, learned).await?;
                }
                Ok(Found::Known(account))
            }
            AccountMatch::New(identity) => self.by_double(connection, identity, known).await,
        }
    }

    /// True if another statement of the account of the earlier reading adds up.
    async fn is_kind_proven(&self, connection: &mut Connection) -> Result<bool> {
        let [before] = *self.before else { return Ok(false) };
        let proves = statement_accounts::table
            .filter(statement_accounts::user_id.eq(self.user))
            .filter(statement_accounts::account_id.eq(before))
            .filter(statement_accounts::statement_id.ne(self.statement))
            .filter(statement_accounts::outcome.eq(word(Outcome::Balanced)?));
        Ok(diesel::select(diesel::dsl::exists(proves)).get_result(connection).await?)
    }

    async fn learn(&self, connection: &mut Connection, account: RowId, learned: Learned) -> Result<()> {
        match learned {
            Learned::Number { masked, whole } => self.rename(connection, account, &masked, &whole).await,
            Learned::Kind(alias) => {
                if let Some(alias) = alias {
                    diesel::insert_into(account_aliases::table)
                        .values((
                            account_aliases::user_id.eq(self.user),
                            account_aliases::identity.eq(storable(alias.as_str())),
                            account_aliases::account_id.eq(account),
                        ))
                        .execute(connection)
                        .await?;
                }
                self.set_kind(connection, account).await
            }
        }
    }

    async fn set_kind(&self, connection: &mut Connection, account: RowId) -> Result<()> {
        let kind = word(self.part.draft.kind)?;
        let theirs = accounts::table.filter(accounts::user_id.eq(self.user)).filter(accounts::id.eq(account));
        diesel::update(theirs).set(accounts::kind.eq(kind)).execute(connection).await?;
        Ok(())
    }

    /// Looks for a statement with the same amounts between the same balances, because the number may be
    /// misread in a picture. Such a statement belongs to the same account. If this statement is text, its
    /// description of the account then replaces the stored one.
    async fn by_double(
        &self,
        connection: &mut Connection,
        identity: AccountIdentity,
        known: &mut [KnownAccount<RowId>],
    ) -> Result<Found> {
        let part = read_part(self.part, &[], self.is_picture);
        let alike = alike(connection, self.user, self.statement, self.part).await?;
        let Some(only) = account_of_double(&part, alike.iter().map(|other| (other.account, &other.part)))
        else {
            return Ok(Found::New(identity));
        };
        if !self.is_picture {
            let number = self.part.draft.number.as_deref();
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
            for known in known.iter_mut().filter(|known| known.account == only && !known.by_hand) {
                known.identity = storable(identity.as_str());
            }
        }
        Ok(Found::Known(only))
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

/// Returns all accounts of a user, with all their identities.
pub(super) async fn known(connection: &mut Connection, user: RowId) -> Result<Vec<KnownAccount<RowId>>> {
    let rows: Vec<(RowId, String, String, String, bool)> = accounts::table
        .filter(accounts::user_id.eq(user))
        .order(accounts::id)
        .select((accounts::id, accounts::identity, accounts::name, accounts::currency, accounts::by_hand))
        .load(connection)
        .await?;
    let aliases: Vec<(RowId, String)> = account_aliases::table
        .filter(account_aliases::user_id.eq(user))
        .select((account_aliases::account_id, account_aliases::identity))
        .load(connection)
        .await?;
    let mut of_account: HashMap<RowId, Vec<String>> = HashMap::new();
    for (account, alias) in aliases {
        of_account.entry(account).or_default().push(alias);
    }
    let known = |(account, identity, name, currency, by_hand): (RowId, String, String, String, bool)| {
        let aliases = of_account.remove(&account).unwrap_or_default();
        let currency = Currency::parse(&currency).map_err(Error::database)?;
        Ok(KnownAccount { account, identity, aliases, name, currency, by_hand })
    };
    rows.into_iter().map(known).collect()
}

//! Booking a checked draft: the one place where entries are made.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::account::mask_number;
use saldo_domain::category::suggest;
use saldo_domain::entry::{EntryIdentity, merchant_of};
use saldo_domain::text::searched;
use saldo_domain::{
    AccountDraft, AccountId, AccountKind, CategoryBy, CheckedAccount, CheckedDraft, EntryDraft, EntryId,
    EntryKind, Money, StatementId, StatementStatus, Timestamp, UserId,
};

use super::backend::{self, Connection, insert_all};
use super::import_account::{Found, Introduced};
use super::imports::chosen_account;
use super::{account_numbers, import_beside, import_by_hand, orphans};
use crate::Result;
use crate::rows::{
    AccountRow, EntryRow, NewEntryRow, ROWS_PER_INSERT, StatementAccountRow, StatementLineRow, causes_json,
    fit, json, storable, word,
};
use crate::schema::{accounts, categories, entries, statement_accounts, statement_lines, statements};
use crate::sql_types::{At, RowId};

/// How many entries an import made, and how many another statement had brought.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) new: u64,
    pub(super) known: u64,
    /// Whether the books differ from what was read: amounts that the person changed, lines that they added.
    pub(super) differs: bool,
}

/// What is imported for whom.
struct Import<'a> {
    user: RowId,
    statement: RowId,
    draft: &'a CheckedDraft,
    /// The person's categories made from a default, by its key.
    categories: HashMap<String, RowId>,
    /// Whether account numbers are kept whole.
    keeps_numbers: bool,
    /// The accounts that the statement printed when it was read before.
    accounts_before: Vec<RowId>,
    now: Timestamp,
}

/// The entries and accounts that a statement printed when it was read before.
pub(super) struct Printed {
    pub(super) entries: Vec<RowId>,
    pub(super) accounts: Vec<RowId>,
}

/// Books `draft`; `None` when the person has no such statement.
pub(super) async fn run(
    connection: &mut Connection,
    user: UserId,
    statement: StatementId,
    draft: &CheckedDraft,
    keeps_numbers: bool,
    now: Timestamp,
) -> Result<Option<Counts>> {
    let (user, statement) = (RowId::from(user), RowId::from(statement));
    let theirs = statements::table.filter(statements::user_id.eq(user)).filter(statements::id.eq(statement));
    let marked = diesel::update(theirs)
        .set((
            statements::kind.eq(word(draft.kind)?),
            statements::institution.eq(draft.institution.as_deref().map(storable)),
            statements::read_by.eq(word(draft.read_by)?),
            statements::pages.eq(fit::<_, i32>(draft.pages)?),
            statements::status.eq(word(StatementStatus::Processed)?),
            statements::failure.eq(None::<serde_json::Value>),
            statements::processed_at.eq(At(now)),
        ))
        .execute(connection)
        .await?;
    if marked == 0 {
        return Ok(None);
    }
    let categories = default_categories(connection, user).await?;
    let by_hand = import_by_hand::lines(connection, user, statement).await?;
    let before = take_printed(connection, user, statement).await?;
    let accounts_before = before.accounts.clone();
    let import = Import { user, statement, draft, categories, keeps_numbers, accounts_before, now };
    let mut booked = import.book(connection).await?;
    import.insert_lines(connection, &booked).await?;
    let added = by_hand.iter().map(|(line, _)| line.entry_id);
    let kept: HashSet<RowId> = booked.entries.iter().flatten().copied().chain(added).collect();
    booked.counts.differs |= import_by_hand::put_back(connection, by_hand, &booked.accounts).await? > 0;
    let dropped: Vec<RowId> = before.entries.into_iter().filter(|entry| !kept.contains(entry)).collect();
    orphans::clear(connection, user, statement, &dropped, &before.accounts, now).await?;
    Ok(Some(booked.counts))
}

/// Takes the statement's lines away and answers what they printed.
pub(super) async fn take_printed(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
) -> Result<Printed> {
    let entries = statement_lines::table
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq(statement))
        .select(statement_lines::entry_id)
        .distinct()
        .load(connection)
        .await?;
    // The lines go with their part of the statement.
    let parts = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::statement_id.eq(statement));
    let accounts =
        diesel::delete(parts).returning(statement_accounts::account_id).get_results(connection).await?;
    Ok(Printed { entries, accounts })
}

async fn default_categories(connection: &mut Connection, user: RowId) -> Result<HashMap<String, RowId>> {
    let rows: Vec<(Option<String>, RowId)> = categories::table
        .filter(categories::user_id.eq(user))
        .filter(categories::key.is_not_null())
        .select((categories::key, categories::id))
        .load(connection)
        .await?;
    Ok(rows.into_iter().filter_map(|(key, id)| Some((key?, id))).collect())
}

/// The entries of a draft once they are booked.
struct Booked {
    /// The account of each part of the draft.
    accounts: Vec<RowId>,
    /// The entries of each part, in its order.
    entries: Vec<Vec<RowId>>,
    counts: Counts,
}

impl Import<'_> {
    async fn book(&self, connection: &mut Connection) -> Result<Booked> {
        let mut accounts = Vec::with_capacity(self.draft.accounts.len());
        for part in &self.draft.accounts {
            accounts.push(self.account(connection, &part.draft).await?);
        }
        let mut booked =
            Booked { entries: vec![Vec::new(); accounts.len()], accounts, counts: Counts::default() };
        let mut seen = HashSet::new();
        for account in booked.accounts.clone() {
            if seen.insert(account) {
                self.book_account(connection, account, &mut booked).await?;
            }
        }
        Ok(booked)
    }

    /// Books all parts of one account together: equal lines of one day are counted over the whole statement.
    async fn book_account(
        &self,
        connection: &mut Connection,
        account: RowId,
        booked: &mut Booked,
    ) -> Result<()> {
        let mut others = HashSet::new();
        let mut drafts: Vec<EntryDraft> = Vec::new();
        let mut spots: Vec<(usize, i32)> = Vec::new();
        for (part, _) in booked.accounts.iter().enumerate().filter(|(_, of)| **of == account) {
            let draft = &self.draft.accounts[part].draft;
            others.extend(
                import_beside::fingerprints(connection, self.user, account, self.statement, draft).await?,
            );
            for (position, draft) in self.draft.accounts[part].draft.entries.iter().enumerate() {
                drafts.push(draft.clone());
                spots.push((part, fit(position)?));
            }
        }
        let fingerprints: Vec<String> = EntryIdentity::of_drafts_beside(&drafts, &others)
            .iter()
            .map(EntryIdentity::fingerprint)
            .collect();
        let known = self.known_entries(connection, account, &fingerprints).await?;
        booked.counts.known += self.count_printed_elsewhere(connection, &known).await?;
        let mut made = Vec::new();
        for ((draft, (part, position)), fingerprint) in drafts.iter().zip(spots).zip(fingerprints) {
            let id = if let Some(entry) = known.get(&fingerprint) {
                self.refresh(connection, entry, draft, position).await?;
                booked.counts.differs |= entry.amount_minor != draft.amount.minor();
                entry.id
            } else {
                let row = self.new_entry(account, draft, position, fingerprint)?;
                let id = row.id;
                made.push(row);
                id
            };
            booked.entries[part].push(id);
        }
        booked.counts.new += fit::<_, u64>(made.len())?;
        backend::insert_entries(connection, made).await?;
        Ok(())
    }

    /// The person's account of this identity, made when it is not there.
    async fn account(&self, connection: &mut Connection, draft: &AccountDraft) -> Result<RowId> {
        let chosen = chosen_account(connection, self.user, self.statement, draft.currency.code()).await?;
        if let Some(account) = chosen {
            if let Some(number) = self.number_of(draft) {
                account_numbers::learn(connection, self.user, account, number, self.keeps_numbers).await?;
            }
            return Ok(account);
        }
        let institution = self.draft.institution.as_deref();
        let introduced = Introduced { user: self.user, institution, draft, before: &self.accounts_before };
        let identity = match introduced.find(connection).await? {
            Found::Known(account) => return Ok(account),
            Found::New(identity) => identity,
        };
        let number_masked = draft.number.as_deref().map(mask_number);
        let name = draft.name.as_deref().or(institution).or(number_masked.as_deref()).unwrap_or("Account");
        let row = AccountRow {
            id: AccountId::new(self.now).into(),
            user_id: self.user,
            identity: storable(identity.as_str()),
            name: storable(name),
            institution: institution.map(storable),
            number_masked,
            kind: word(draft.kind)?,
            currency: draft.currency.code().to_owned(),
            created_at: self.now.into(),
            updated_at: self.now.into(),
            by_hand: false,
            closed_on: None,
            number: draft.number.as_deref().filter(|_| self.keeps_numbers).map(storable),
        };
        let id = row.id;
        diesel::insert_into(accounts::table).values(row).execute(connection).await?;
        Ok(id)
    }

    /// The number and kind that the file names for an account; `None` where its parts of one currency name several.
    fn number_of<'a>(&self, draft: &'a AccountDraft) -> Option<(&'a str, AccountKind)> {
        let number = draft.number.as_deref()?;
        let parts = self.draft.accounts.iter().map(|part| &part.draft);
        let mut others = parts.filter(|part| part.currency == draft.currency);
        others.all(|part| part.number.as_deref() == Some(number)).then_some((number, draft.kind))
    }

    async fn known_entries(
        &self,
        connection: &mut Connection,
        account: RowId,
        fingerprints: &[String],
    ) -> Result<HashMap<String, EntryRow>> {
        let mut known = HashMap::new();
        for chunk in fingerprints.chunks(ROWS_PER_INSERT) {
            let rows: Vec<EntryRow> = entries::table
                .filter(entries::user_id.eq(self.user))
                .filter(entries::account_id.eq(account))
                .filter(entries::fingerprint.eq_any(chunk.to_vec()))
                .select(EntryRow::as_select())
                .load(connection)
                .await?;
            known.extend(rows.into_iter().map(|row| (row.fingerprint.clone(), row)));
        }
        Ok(known)
    }

    /// How many of the entries another statement prints. (This statement's own lines were taken away before.)
    async fn count_printed_elsewhere(
        &self,
        connection: &mut Connection,
        known: &HashMap<String, EntryRow>,
    ) -> Result<u64> {
        let ids: Vec<RowId> = known.values().map(|entry| entry.id).collect();
        let mut count = 0;
        for chunk in ids.chunks(ROWS_PER_INSERT) {
            let printed: Vec<RowId> = statement_lines::table
                .filter(statement_lines::user_id.eq(self.user))
                .filter(statement_lines::entry_id.eq_any(chunk.to_vec()))
                .select(statement_lines::entry_id)
                .distinct()
                .load(connection)
                .await?;
            count += fit::<_, u64>(printed.len())?;
        }
        Ok(count)
    }

    fn new_entry(
        &self,
        account: RowId,
        draft: &EntryDraft,
        position: i32,
        fingerprint: String,
    ) -> Result<NewEntryRow> {
        let description = storable(&draft.description);
        let category = suggest(&description, draft.amount).and_then(|of| self.categories.get(of.key));
        Ok(NewEntryRow {
            id: EntryId::new(self.now).into(),
            user_id: self.user,
            account_id: account,
            statement_id: Some(self.statement),
            fingerprint,
            date: draft.date,
            value_date: draft.value_date,
            search_text: searched(&description, &description, ""),
            original_description: description.clone(),
            description,
            merchant: storable(&merchant_of(draft)),
            amount_minor: draft.amount.minor(),
            currency: draft.amount.currency().code().to_owned(),
            balance_minor: draft.balance.map(Money::minor),
            category_id: category.copied(),
            kind: word(EntryKind::Entry)?,
            place: draft.place.map(json).transpose()?,
            position,
            created_at: self.now.into(),
            updated_at: self.now.into(),
            note: String::new(),
            category_by: word(CategoryBy::Words)?,
            transfer_id: None,
            is_split: false,
        })
    }

    /// Takes over what this statement prints beside an entry that was first read from it. The person's edits stay.
    async fn refresh(
        &self,
        connection: &mut Connection,
        entry: &EntryRow,
        draft: &EntryDraft,
        position: i32,
    ) -> Result<()> {
        let printed = storable(&draft.description);
        let place = draft.place.map(json).transpose()?;
        let balance = draft.balance.map(Money::minor);
        let unchanged = entry.original_description == printed
            && entry.value_date == draft.value_date
            && entry.place == place
            && entry.position == position
            && entry.balance_minor == balance;
        if unchanged || entry.statement_id.is_some_and(|first| first != self.statement) {
            return Ok(());
        }
        let edited = entry.description != entry.original_description;
        let description = if edited { entry.description.clone() } else { printed.clone() };
        diesel::update(entries::table.find(entry.id))
            .set((
                entries::statement_id.eq(self.statement),
                entries::search_text.eq(searched(&description, &printed, &entry.note)),
                entries::description.eq(description),
                entries::original_description.eq(printed),
                entries::value_date.eq(draft.value_date),
                entries::place.eq(place),
                entries::position.eq(position),
                entries::balance_minor.eq(balance),
                entries::updated_at.eq(At(self.now)),
            ))
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn insert_lines(&self, connection: &mut Connection, booked: &Booked) -> Result<()> {
        let mut parts = Vec::new();
        let mut lines = Vec::new();
        for (index, part) in self.draft.accounts.iter().enumerate() {
            let account_position = fit(index)?;
            let ids = &booked.entries[index];
            parts.push(self.part(part, account_position, booked.accounts[index], ids)?);
            for (position, (draft, id)) in part.draft.entries.iter().zip(ids).enumerate() {
                lines.push(StatementLineRow {
                    statement_id: self.statement,
                    account_position,
                    position: fit(position)?,
                    user_id: self.user,
                    entry_id: *id,
                    place: draft.place.map(json).transpose()?,
                    balance_minor: draft.balance.map(Money::minor),
                });
            }
        }
        insert_all!(connection, statement_accounts::table, parts)?;
        insert_all!(connection, statement_lines::table, lines)?;
        Ok(())
    }

    fn part(
        &self,
        part: &CheckedAccount,
        position: i32,
        account: RowId,
        entries: &[RowId],
    ) -> Result<StatementAccountRow> {
        let CheckedAccount { draft, reconciliation } = part;
        let named = |index: usize| entries.get(index).copied().map(RowId::typed);
        let causes = reconciliation.causes.iter().cloned().map(|cause| cause.about(named));
        Ok(StatementAccountRow {
            statement_id: self.statement,
            position,
            user_id: self.user,
            account_id: account,
            number_masked: draft.number.as_deref().map(mask_number),
            currency: draft.currency.code().to_owned(),
            period_start: draft.period_start,
            period_end: draft.period_end,
            opening_minor: draft.opening_balance.map(Money::minor),
            closing_minor: draft.closing_balance.map(Money::minor),
            outcome: word(reconciliation.outcome)?,
            discrepancy_minor: reconciliation.discrepancy.map(Money::minor),
            first_broken_entry_id: reconciliation.first_broken.and_then(|index| entries.get(index)).copied(),
            witnesses: json(&reconciliation.witnesses)?,
            likely_causes: causes_json(causes)?,
            opening_is_derived: reconciliation.derived.opening,
            closing_is_derived: reconciliation.derived.closing,
            total_in_minor: draft.printed_total_in.map(Money::minor),
            total_out_minor: draft.printed_total_out.map(Money::minor),
            entry_count: draft.printed_count.map(fit).transpose()?,
            closing_on: draft.closing_on,
        })
    }
}

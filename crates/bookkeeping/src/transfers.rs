//! Moves between the person's own accounts: found, kept out of spending, or offered where only the amounts speak for them.

use std::collections::HashMap;

use chrono::Days;
use saldo_domain::{
    Date, EditAction, Entry, EntryFilter, EntryId, EntryKind, Period, StatementId, Timestamp, TransferId,
    UserId,
};
use saldo_ledger::Movement;
use saldo_ledger::transfers::{DAYS_APART_MAX, TransferReason, match_transfers};
use saldo_storage::{Edited, EntryChange};

use crate::{Bookkeeper, Result};

/// Two entries that may be one move.
#[derive(Debug, Clone)]
pub struct OfferedTransfer {
    /// Where the money went out.
    pub out: Entry,
    /// Where it came in.
    pub into: Entry,
    /// What speaks for it.
    pub because: TransferReason,
}

impl Bookkeeper {
    /// Marks as transfers what a statement brought and an entry of another account answers, where the descriptions say so as well.
    /// Answers how many it found.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn match_statement(&self, user: UserId, statement: StatementId, now: Timestamp) -> Result<u64> {
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let fresh: Vec<EntryId> = lines.iter().map(|line| line.entry.id).collect();
        let days = lines.iter().map(|line| line.entry.date);
        let Some(period) = days.clone().min().zip(days.max()).and_then(|(first, last)| around(first, last))
        else {
            return Ok(0);
        };
        let offers = self.offers(user, Some(period)).await?;
        let sure: Vec<(EntryId, EntryId)> = offers
            .iter()
            .filter(|offer| offer.because != TransferReason::OnlyPair)
            .filter(|offer| fresh.contains(&offer.out.id) || fresh.contains(&offer.into.id))
            .map(|offer| (offer.out.id, offer.into.id))
            .collect();
        let count = u64::try_from(sure.len()).unwrap_or(u64::MAX);
        if !sure.is_empty() {
            self.link(user, &sure, now).await?;
        }
        Ok(count)
    }

    /// Pairs of entries in `period` that may be moves and are not marked so; the person decides.
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`], or when the storage fails.
    pub async fn offer_transfers(
        &self,
        user: UserId,
        period: Option<Period>,
    ) -> Result<Vec<OfferedTransfer>> {
        self.offers(user, period).await
    }

    /// Marks two entries as the sides of one move. They need not be of the same amount: banks keep fees, and currencies differ.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn link_transfer(
        &self,
        user: UserId,
        out: EntryId,
        into: EntryId,
        now: Timestamp,
    ) -> Result<Edited> {
        let sides = (self.storage.find_entry(user, out).await?, self.storage.find_entry(user, into).await?);
        let (Some(out), Some(into)) = sides else { return Ok(Edited::Unknown) };
        let opposite = out.amount.is_negative() && !into.amount.is_negative() && out.account != into.account;
        if !opposite {
            return Ok(Edited::Unknown);
        }
        self.link(user, &[(out.id, into.id)], now).await
    }

    async fn link(&self, user: UserId, pairs: &[(EntryId, EntryId)], now: Timestamp) -> Result<Edited> {
        let side = |transfer: TransferId| EntryChange {
            kind: Some(EntryKind::Transfer),
            transfer: Some(Some(transfer)),
            ..EntryChange::default()
        };
        let changes = pairs.iter().flat_map(|(out, into)| {
            let transfer = TransferId::new(now);
            [(*out, side(transfer)), (*into, side(transfer))]
        });
        Ok(self.storage.change_each_entry(user, changes.collect(), EditAction::Match, now).await?)
    }

    async fn offers(&self, user: UserId, period: Option<Period>) -> Result<Vec<OfferedTransfer>> {
        let entries = self.all_entries(user, EntryFilter { period, ..EntryFilter::default() }).await?;
        let open: Vec<Entry> = entries.into_iter().filter(|entry| entry.transfer.is_none()).collect();
        let accounts = self.storage.list_accounts(user).await?;
        let movements: Vec<Movement<'_>> = open.iter().map(Movement::from).collect();
        let matches = match_transfers(&movements, &accounts);
        let by_id: HashMap<EntryId, &Entry> = open.iter().map(|entry| (entry.id, entry)).collect();
        let side = |id: EntryId| by_id.get(&id).map(|entry| (*entry).clone());
        let offers = matches.into_iter().filter_map(|found| {
            Some(OfferedTransfer { out: side(found.out)?, into: side(found.into)?, because: found.because })
        });
        Ok(offers.collect())
    }
}

/// The days in which the other side of a move may be booked.
fn around(first: Date, last: Date) -> Option<Period> {
    let days = Days::new(DAYS_APART_MAX.unsigned_abs());
    Period::new(first.checked_sub_days(days)?, last.checked_add_days(days)?)
}

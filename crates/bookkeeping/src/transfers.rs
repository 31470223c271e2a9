//! Moves between the person's own accounts: found, kept out of spending, or offered where only the amounts speak for them.

use std::collections::{HashMap, HashSet};

use chrono::Days;
use saldo_domain::{
    Date, EditAction, Entry, EntryFilter, EntryId, EntryKind, Period, StatementId, Timestamp, TransferId,
    UserId,
};
use saldo_ledger::Movement;
use saldo_ledger::transfers::{DAYS_APART_MAX, TransferOffer, TransferReason, match_transfers, offer_across};
use saldo_storage::{EDIT_ENTRIES_MAX, Edited, EntryChange};

use crate::{Bookkeeper, Error, Result};

/// How many pairs are linked as one edit.
const PAIRS_MAX: usize = EDIT_ENTRIES_MAX / 2;

/// How far two amounts may be from the table's rate, in thousandths: banks keep up to 3 %.
pub const RATE_BAND_PER_MILLE: u32 = 30;

/// Two entries that may be one move.
#[derive(Debug, Clone)]
pub struct OfferedTransfer {
    /// Where the money went out.
    pub out: Entry,
    /// Where it came in.
    pub into: Entry,
    /// What speaks for it.
    pub because: OfferReason,
}

/// What speaks for two entries being one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferReason {
    /// The same amount, and perhaps the descriptions.
    SameAmount(TransferReason),
    /// Two currencies, and a rate of the person's table by which the amounts nearly agree. Never linked without being asked: the
    /// bank's rate is not the table's.
    Rate(TransferOffer),
}

impl Bookkeeper {
    /// Marks as transfers what a statement brought and an entry of another account answers, where the descriptions leave no doubt
    /// and the person has not said otherwise. Answers how many it found.
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
        let open = self.open_entries(user, Some(period)).await?;
        let offers = self.of_one_amount(user, &open).await?;
        let sure: Vec<(EntryId, EntryId)> = offers
            .iter()
            .filter(|offer| matches!(offer.because, OfferReason::SameAmount(reason) if reason.is_sure()))
            .filter(|offer| fresh.contains(&offer.out.id) || fresh.contains(&offer.into.id))
            .map(|offer| (offer.out.id, offer.into.id))
            .collect();
        let sides = sure.iter().flat_map(|(out, into)| [*out, *into]).collect();
        let decided = self.touches(user, sides).await?;
        // What the person took back stays taken back, however well the words fit.
        let is_open = |entry: &EntryId| decided.get(entry).is_none_or(|touched| !touched.no_transfer);
        let sure: Vec<(EntryId, EntryId)> =
            sure.into_iter().filter(|(out, into)| is_open(out) && is_open(into)).collect();
        let mut found = 0;
        for chunk in sure.chunks(PAIRS_MAX) {
            if let Edited::Done { .. } = self.link(user, chunk, now).await? {
                found += chunk.len();
                continue;
            }
            // One of the entries is gone since: the other pairs are linked all the same.
            for pair in chunk {
                let linked = self.link(user, std::slice::from_ref(pair), now).await?;
                found += usize::from(matches!(linked, Edited::Done { .. }));
            }
        }
        Ok(u64::try_from(found).unwrap_or(u64::MAX))
    }

    /// Pairs of entries in `period` that may be moves and are not marked so; the person decides. Those of two currencies come
    /// last: where a rate of the person's is known for the day by which they agree within [`RATE_BAND_PER_MILLE`].
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`], or when the storage fails.
    pub async fn offer_transfers(
        &self,
        user: UserId,
        period: Option<Period>,
    ) -> Result<Vec<OfferedTransfer>> {
        let open = self.open_entries(user, period).await?;
        let mut offers = self.of_one_amount(user, &open).await?;
        let offered: HashSet<EntryId> =
            offers.iter().flat_map(|offer| [offer.out.id, offer.into.id]).collect();
        let rest: Vec<Entry> = open.into_iter().filter(|entry| !offered.contains(&entry.id)).collect();
        offers.extend(self.of_two_currencies(user, &rest).await?);
        Ok(offers)
    }

    /// Marks two entries as the sides of one move. Of two currencies they need not agree: the bank's rate is not the table's.
    ///
    /// # Errors
    /// [`crate::Error::SidesDiffer`] for two amounts of one currency, or when the storage fails.
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
        if out.amount.currency() == into.amount.currency() && out.amount.checked_neg()? != into.amount {
            // The difference would be in no report: a move is neither income nor spending.
            return Err(Error::SidesDiffer { out: out.amount, into: into.amount });
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

    /// The entries that are no side of a known move.
    async fn open_entries(&self, user: UserId, period: Option<Period>) -> Result<Vec<Entry>> {
        let entries = self.all_entries(user, EntryFilter { period, ..EntryFilter::default() }).await?;
        Ok(entries.into_iter().filter(|entry| entry.transfer.is_none()).collect())
    }

    async fn of_one_amount(&self, user: UserId, open: &[Entry]) -> Result<Vec<OfferedTransfer>> {
        let accounts = self.storage.list_accounts(user).await?;
        let movements: Vec<Movement<'_>> = open.iter().map(Movement::from).collect();
        let holder = self.storage.find_user(user).await?.map(|user| user.name);
        let matches = match_transfers(&movements, &accounts, holder.as_deref());
        let by_id: HashMap<EntryId, &Entry> = open.iter().map(|entry| (entry.id, entry)).collect();
        let side = |id: EntryId| by_id.get(&id).map(|entry| (*entry).clone());
        let offers = matches.into_iter().filter_map(|found| {
            let because = OfferReason::SameAmount(found.because);
            Some(OfferedTransfer { out: side(found.out)?, into: side(found.into)?, because })
        });
        Ok(offers.collect())
    }

    async fn of_two_currencies(&self, user: UserId, open: &[Entry]) -> Result<Vec<OfferedTransfer>> {
        let Some(first) = open.first().map(|entry| entry.amount.currency()) else { return Ok(Vec::new()) };
        if open.iter().all(|entry| entry.amount.currency() == first) {
            return Ok(Vec::new());
        }
        let rates = self.rates(user, first).await?;
        let movements: Vec<Movement<'_>> = open.iter().map(Movement::from).collect();
        let by_id: HashMap<EntryId, &Entry> = open.iter().map(|entry| (entry.id, entry)).collect();
        let side = |id: EntryId| by_id.get(&id).map(|entry| (*entry).clone());
        let offers = offer_across(&movements, &rates, RATE_BAND_PER_MILLE).into_iter();
        let offers = offers.filter_map(|found| {
            let because = OfferReason::Rate(found);
            Some(OfferedTransfer { out: side(found.out)?, into: side(found.into)?, because })
        });
        Ok(offers.collect())
    }
}

/// The days in which the other side of a move may be booked, and any other candidate for that side.
fn around(first: Date, last: Date) -> Option<Period> {
    let days = Days::new(2 * DAYS_APART_MAX.unsigned_abs());
    Period::new(first.checked_sub_days(days)?, last.checked_add_days(days)?)
}

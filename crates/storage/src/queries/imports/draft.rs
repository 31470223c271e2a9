//! Importing a checked draft, the only place that creates transactions from statements.

use std::collections::{HashMap, HashSet};

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::account::mask_number;
use saldo_domain::category::suggest;
use saldo_domain::text::searched;
use saldo_domain::transaction::TransactionIdentity;
use saldo_domain::{
    AccountDraft, AccountId, AccountKind, CategoryBy, CheckedAccount, CheckedDraft, MerchantNames, Money,
    OpenFact, Origin, Period, ReadBy, StatementId, StatementStatus, Timestamp, Transaction, TransactionDraft,
    TransactionId, TransactionKind, TransactionState, UserId,
};
use saldo_ledger::edit;
use saldo_ledger::identity::{self, KnownAccount};

use super::super::accounts::numbers;
use super::super::answers;
use super::super::backend::{self, Connection, insert_all};
use super::super::edits;
use super::super::merchants;
use super::super::statements::orphans;
use super::super::transactions::find_all;
use super::account::{self, Found, Sought};
use super::stored::{self, StoredPart};
use super::{beside, by_hand, chosen_account};
use crate::Result;
use crate::rows::{
    AccountRow, NewTransactionRow, ROWS_PER_INSERT, StatementAccountRow, StatementLineRow, TransactionRow,
    causes_json, fit, json, storable, word,
};
use crate::schema::{accounts, categories, statement_accounts, statement_lines, statements, transactions};
use crate::sql_types::{At, RowId};

/// The prefix of the fingerprints of transactions that the user added; no printed line has it.
/// `edits::insert` writes it, and `by_hand` searches for it.
const BY_HAND: &str = "hand:";

/// The numbers of transactions that an import added, and that other statements already contained.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Counts {
    pub(in super::super) new: u64,
    pub(in super::super) known: u64,
    /// True if the stored transactions differ from what was read, because the user changed amounts or
    /// added lines.
    pub(in super::super) differs: bool,
}

/// An import and its context.
struct Import<'a> {
    user: RowId,
    statement: RowId,
    draft: &'a CheckedDraft,
    /// The user's categories that come from the default tree, by key.
    categories: HashMap<String, RowId>,
    /// The names that the user gave merchants.
    merchants: MerchantNames,
    /// True if account numbers are stored in full.
    keeps_numbers: bool,
    /// The accounts of the statement's previous reading.
    accounts_before: Vec<RowId>,
    /// The parts of the statement's previous reading.
    splits_before: Vec<StoredPart>,
    /// The transactions of its previous reading whose date and amount the user did not change.
    unedited: HashSet<RowId>,
    /// The user's statements whose text was recognized in pictures.
    pictures: HashSet<RowId>,
    now: Timestamp,
}

/// The transactions and accounts of a statement's previous reading.
pub(in super::super) struct Printed {
    pub(in super::super) transactions: Vec<RowId>,
    pub(in super::super) accounts: Vec<RowId>,
}

/// Imports `draft`; returns `None` if the user has no such statement.
pub(in super::super) async fn run(
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
    let by_hand = by_hand::lines(connection, user, statement).await?;
    let splits_before = stored::of_statements(connection, user, &[statement]).await?;
    let pictures = stored::pictures(connection, user).await?;
    let before = take_printed(connection, user, statement).await?;
    let accounts_before = before.accounts.clone();
    let unedited = splits_before.iter().flat_map(StoredPart::unedited).collect();
    let import = Import {
        user,
        statement,
        draft,
        categories,
        merchants: merchants::names_of(connection, user).await?,
        keeps_numbers,
        accounts_before,
        splits_before,
        unedited,
        pictures,
        now,
    };
    let mut booked = import.book(connection).await?;
    import.insert_lines(connection, &booked).await?;
    let added = by_hand.iter().map(|(line, _)| line.transaction_id);
    let kept: HashSet<RowId> = booked.transactions.iter().flatten().copied().chain(added).collect();
    booked.counts.differs |= by_hand::put_back(connection, by_hand, &booked.accounts).await? > 0;
    let dropped: Vec<RowId> =
        before.transactions.into_iter().filter(|transaction| !kept.contains(transaction)).collect();
    orphans::clear(connection, user, statement, &dropped, &before.accounts, now).await?;
    Ok(Some(booked.counts))
}

/// Deletes the statement's lines and returns the transactions and accounts that they printed.
pub(in super::super) async fn take_printed(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
) -> Result<Printed> {
    let transactions = statement_lines::table
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq(statement))
        .select(statement_lines::transaction_id)
        .distinct()
        .load(connection)
        .await?;
    // The lines are deleted with their part of the statement, by a cascade.
    let parts = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::statement_id.eq(statement));
    let accounts =
        diesel::delete(parts).returning(statement_accounts::account_id).get_results(connection).await?;
    Ok(Printed { transactions, accounts })
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

/// A line to import.
struct ReadLine<'a> {
    part: usize,
    position: i32,
    draft: &'a TransactionDraft,
    identity: TransactionIdentity,
}

/// The lines of one account.
struct Lines<'a> {
    /// The indices of its parts in the draft. `read` has their lines in this order.
    parts: Vec<usize>,
    read: Vec<ReadLine<'a>>,
    /// The fingerprints of transactions that no line can be.
    others: HashSet<String>,
}

impl Lines<'_> {
    fn fingerprints(&self) -> Vec<String> {
        self.read.iter().map(|line| line.identity.fingerprint()).collect()
    }
}

/// The transactions of a draft after the import.
struct Booked {
    /// The account of each part of the draft.
    accounts: Vec<RowId>,
    /// The transactions of each part, in the order of its lines.
    transactions: Vec<Vec<RowId>>,
    counts: Counts,
}

impl Import<'_> {
    async fn book(&self, connection: &mut Connection) -> Result<Booked> {
        let mut accounts = Vec::with_capacity(self.draft.accounts.len());
        // A file may have thousands of parts, so the accounts are not loaded again for each.
        let mut known = None;
        for part in &self.draft.accounts {
            accounts.push(self.account(connection, part, &mut known).await?);
        }
        let mut booked =
            Booked { transactions: vec![Vec::new(); accounts.len()], accounts, counts: Counts::default() };
        let mut seen = HashSet::new();
        for account in booked.accounts.clone() {
            if seen.insert(account) {
                self.book_account(connection, account, &mut booked).await?;
            }
        }
        Ok(booked)
    }

    /// Imports all parts of an account together, because equal lines of a day are numbered across the
    /// whole statement.
    async fn book_account(
        &self,
        connection: &mut Connection,
        account: RowId,
        booked: &mut Booked,
    ) -> Result<()> {
        let lines = self.lines_of(connection, account, &booked.accounts).await?;
        let known = self.known_transactions(connection, account, &lines.fingerprints()).await?;
        let mut used: HashSet<String> = known.keys().cloned().collect();
        let matched = self.matched(connection, account, &lines, known).await?;
        let ids = matched.iter().flatten().map(|transaction| transaction.id).collect();
        booked.counts.known += self.count_printed_elsewhere(connection, ids).await?;
        let (mut made, mut again) = (Vec::new(), Vec::new());
        for (line, transaction) in lines.read.into_iter().zip(matched) {
            let id = if let Some(transaction) = transaction {
                let id = transaction.id;
                if self.is_reread(&transaction, line.draft) {
                    again.push((id, line.draft));
                    self.rename(connection, &transaction, &line, &mut used).await?;
                } else {
                    booked.counts.differs |= transaction.amount_minor != line.draft.amount.minor();
                }
                self.refresh(connection, transaction, &line, &mut used).await?;
                id
            } else {
                let fingerprint =
                    self.free_fingerprint(connection, account, line.identity, &mut used).await?;
                let row = self.new_transaction(account, line.draft, line.position, fingerprint)?;
                let id = row.id;
                made.push(row);
                id
            };
            booked.transactions[line.part].push(id);
        }
        booked.counts.new += fit::<_, u64>(made.len())?;
        backend::insert_transactions(connection, made).await?;
        self.write_again(connection, again).await
    }

    /// True if the statement was read with another date or amount before, and the user changed neither.
    fn is_reread(&self, transaction: &TransactionRow, draft: &TransactionDraft) -> bool {
        (transaction.date, transaction.amount_minor) != (draft.date, draft.amount.minor())
            && transaction.statement_id == Some(self.statement)
            && self.unedited.contains(&transaction.id)
    }

    /// Writes the dates and amounts of lines that were read differently before. All else stays.
    async fn write_again(
        &self,
        connection: &mut Connection,
        again: Vec<(RowId, &TransactionDraft)>,
    ) -> Result<()> {
        let drafts: HashMap<TransactionId, &TransactionDraft> =
            again.iter().map(|(id, draft)| (id.typed(), *draft)).collect();
        let mut ids: Vec<RowId> = again.into_iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        let mut changes = Vec::new();
        for transaction in find_all(connection, self.user, ids).await? {
            let Some(draft) = drafts.get(&transaction.id) else { continue };
            let before = TransactionState::of(&transaction);
            let after = edit::read_again(&before, draft.date, draft.amount);
            changes.push((transaction, after));
        }
        let ended = changes.iter().filter(|(before, after)| before.transfer != after.transfer);
        let ended: Vec<RowId> = ended.filter_map(|(before, _)| before.transfer.map(RowId::from)).collect();
        edits::write(connection, self.user, &changes, self.now).await?;
        edits::end_transfers(connection, self.user, &ended, self.now).await
    }

    /// Returns the lines of all parts of an account, with their identities.
    async fn lines_of(
        &self,
        connection: &mut Connection,
        account: RowId,
        accounts: &[RowId],
    ) -> Result<Lines<'_>> {
        let parts: Vec<usize> =
            accounts.iter().enumerate().filter(|(_, of)| **of == account).map(|(part, _)| part).collect();
        let mut others = HashSet::new();
        let mut drafts: Vec<TransactionDraft> = Vec::new();
        for part in &parts {
            let draft = &self.draft.accounts[*part].draft;
            others.extend(beside::fingerprints(connection, self.user, account, self.statement, draft).await?);
            drafts.extend(draft.transactions.iter().cloned());
        }
        let mut identities = TransactionIdentity::of_drafts_avoiding(&drafts, &others).into_iter();
        let mut lines = Vec::with_capacity(drafts.len());
        for part in &parts {
            let drafts = self.draft.accounts[*part].draft.transactions.iter().enumerate();
            for ((position, draft), identity) in drafts.zip(identities.by_ref()) {
                lines.push(ReadLine { part: *part, position: fit(position)?, draft, identity });
            }
        }
        Ok(Lines { parts, read: lines, others })
    }

    /// Returns the existing transaction of each line, if there is one.
    async fn matched(
        &self,
        connection: &mut Connection,
        account: RowId,
        lines: &Lines<'_>,
        mut known: HashMap<String, TransactionRow>,
    ) -> Result<Vec<Option<TransactionRow>>> {
        let fingerprints = lines.fingerprints();
        let by_fingerprint: Vec<Option<RowId>> = fingerprints
            .iter()
            .map(|fingerprint| known.get(fingerprint).map(|transaction| transaction.id))
            .collect();
        // A fingerprint numbers equal lines of a day in their order. Only its place shows which of them a
        // line is.
        let is_certain = lines.read.iter().all(|line| line.identity.is_first());
        if is_certain && by_fingerprint.iter().all(Option::is_some) {
            return Ok(fingerprints.iter().map(|fingerprint| known.remove(fingerprint)).collect());
        }
        let stored = self.stored_parts(connection, account, lines).await?;
        let mut rest = by_fingerprint.as_slice();
        let mut read = Vec::with_capacity(lines.parts.len());
        for part in &lines.parts {
            let part = &self.draft.accounts[*part];
            let (own, others) = rest.split_at_checked(part.draft.transactions.len()).unwrap_or((rest, &[]));
            read.push(stored::read_part(part, own, self.is_picture()));
            rest = others;
        }
        let found: Vec<Option<RowId>> = identity::match_parts(&read, &stored).into_iter().flatten().collect();
        let mut rows: HashMap<RowId, TransactionRow> =
            known.into_values().map(|transaction| (transaction.id, transaction)).collect();
        let missing: Vec<RowId> =
            found.iter().flatten().filter(|id| !rows.contains_key(id)).copied().collect();
        for chunk in missing.chunks(ROWS_PER_INSERT) {
            let found: Vec<TransactionRow> = transactions::table
                .filter(transactions::user_id.eq(self.user))
                .filter(transactions::id.eq_any(chunk.to_vec()))
                .select(TransactionRow::as_select())
                .load(connection)
                .await?;
            rows.extend(found.into_iter().map(|transaction| (transaction.id, transaction)));
        }
        Ok(found.into_iter().map(|id| id.and_then(|id| rows.remove(&id))).collect())
    }

    /// Returns the lines of other statements on the days of these lines, and those of this statement's
    /// previous reading. Transactions of statements that continue where this one begins or ends are
    /// omitted, because they are different.
    async fn stored_parts(
        &self,
        connection: &mut Connection,
        account: RowId,
        lines: &Lines<'_>,
    ) -> Result<Vec<identity::Part<RowId>>> {
        let days = || lines.read.iter().map(|line| line.draft.date);
        let Some(days) = days().min().zip(days().max()).and_then(|(first, last)| Period::new(first, last))
        else {
            return Ok(Vec::new());
        };
        let others = stored::of_days(connection, self.user, account, self.statement, days).await?;
        let is_other = |fingerprint: &str| lines.others.contains(fingerprint);
        let others = others.iter().map(|part| part.without(is_other));
        // Lines that the user added to this statement are restored separately.
        let is_not_printed = |fingerprint: &str| is_other(fingerprint) || fingerprint.starts_with(BY_HAND);
        let own = self.splits_before.iter().filter(|part| part.account == account);
        let own = own.map(|part| part.without(is_not_printed));
        Ok(others.chain(own.map(|part| identity::Part { is_earlier_reading: true, ..part })).collect())
    }

    fn is_picture(&self) -> bool {
        self.draft.read_by == ReadBy::Picture
    }

    /// Returns the first fingerprint, from `identity` on, that no transaction of the account has.
    async fn free_fingerprint(
        &self,
        connection: &mut Connection,
        account: RowId,
        identity: TransactionIdentity,
        used: &mut HashSet<String>,
    ) -> Result<String> {
        let mut identity = identity;
        let is_clear = !used.contains(&identity.fingerprint());
        loop {
            let fingerprint = identity.fingerprint();
            let is_free = !used.contains(&fingerprint)
                && (is_clear
                    || self
                        .known_transactions(connection, account, std::slice::from_ref(&fingerprint))
                        .await?
                        .is_empty());
            if is_free {
                used.insert(fingerprint.clone());
                return Ok(fingerprint);
            }
            identity = identity.next_occurrence();
        }
    }

    /// Returns the account of a part: the one that the user chose, the one with its identity, or a new
    /// one. `known` has the user's accounts, once they are loaded.
    async fn account(
        &self,
        connection: &mut Connection,
        part: &CheckedAccount,
        known: &mut Option<Vec<KnownAccount<RowId>>>,
    ) -> Result<RowId> {
        let draft = &part.draft;
        let chosen = chosen_account(connection, self.user, self.statement, draft.currency.code()).await?;
        if let Some(account) = chosen {
            if let Some(number) = self.number_of(draft) {
                numbers::learn(connection, self.user, account, number, self.keeps_numbers).await?;
                *known = None;
            }
            return Ok(account);
        }
        let institution = self.draft.institution.as_deref();
        let sought = Sought {
            user: self.user,
            statement: self.statement,
            institution,
            part,
            is_picture: self.is_picture(),
            keeps_numbers: self.keeps_numbers,
            before: &self.accounts_before,
            is_alone: self.draft.accounts.len() == 1,
        };
        let mut accounts_known = match known.take() {
            Some(known) => known,
            None => account::known(connection, self.user).await?,
        };
        let found = sought.find(connection, &mut accounts_known).await?;
        let accounts_known = known.insert(accounts_known);
        let identity = match found {
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
            group_name: None,
            note: None,
            archived: false,
            payer_id: None,
        };
        let id = row.id;
        accounts_known.push(KnownAccount {
            account: id,
            identity: row.identity.clone(),
            aliases: Vec::new(),
            name: row.name.clone(),
            currency: draft.currency,
            by_hand: false,
        });
        diesel::insert_into(accounts::table).values(row).execute(connection).await?;
        Ok(id)
    }

    /// Returns the number and kind that the file states for an account; `None` if it states none, or
    /// different numbers in the parts in that currency.
    fn number_of<'a>(&self, draft: &'a AccountDraft) -> Option<(&'a str, AccountKind)> {
        let number = draft.number.as_deref()?;
        let parts = self.draft.accounts.iter().map(|part| &part.draft);
        let mut others = parts.filter(|part| part.currency == draft.currency);
        others.all(|part| part.number.as_deref() == Some(number)).then_some((number, draft.kind))
    }

    async fn known_transactions(
        &self,
        connection: &mut Connection,
        account: RowId,
        fingerprints: &[String],
    ) -> Result<HashMap<String, TransactionRow>> {
        let mut known = HashMap::new();
        for chunk in fingerprints.chunks(ROWS_PER_INSERT) {
            let rows: Vec<TransactionRow> = transactions::table
                .filter(transactions::user_id.eq(self.user))
                .filter(transactions::account_id.eq(account))
                .filter(transactions::fingerprint.eq_any(chunk.to_vec()))
                .select(TransactionRow::as_select())
                .load(connection)
                .await?;
            known.extend(rows.into_iter().map(|row| (row.fingerprint.clone(), row)));
        }
        Ok(known)
    }

    /// Returns how many of the transactions another statement prints. This statement's own lines are
    /// deleted by now.
    async fn count_printed_elsewhere(&self, connection: &mut Connection, ids: Vec<RowId>) -> Result<u64> {
        let mut count = 0;
        for chunk in ids.chunks(ROWS_PER_INSERT) {
            let printed: Vec<RowId> = statement_lines::table
                .filter(statement_lines::user_id.eq(self.user))
                .filter(statement_lines::transaction_id.eq_any(chunk.to_vec()))
                .select(statement_lines::transaction_id)
                .distinct()
                .load(connection)
                .await?;
            count += fit::<_, u64>(printed.len())?;
        }
        Ok(count)
    }

    fn new_transaction(
        &self,
        account: RowId,
        draft: &TransactionDraft,
        position: i32,
        fingerprint: String,
    ) -> Result<NewTransactionRow> {
        let description = storable(&draft.description);
        let merchant = self.merchant_of(draft);
        let category = suggest(&description, draft.amount).and_then(|of| self.categories.get(of.key));
        Ok(NewTransactionRow {
            id: TransactionId::new(self.now).into(),
            user_id: self.user,
            account_id: account,
            statement_id: Some(self.statement),
            fingerprint,
            date: draft.date,
            value_date: draft.value_date,
            search_text: searched(&description, &description, "", &merchant),
            original_description: description.clone(),
            description,
            merchant,
            amount_minor: draft.amount.minor(),
            currency: draft.amount.currency().code().to_owned(),
            balance_minor: draft.balance.map(Money::minor),
            category_id: category.copied(),
            kind: word(TransactionKind::Transaction)?,
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

    /// Returns the name of the merchant that a draft prints.
    fn merchant_of(&self, draft: &TransactionDraft) -> String {
        storable(&self.merchants.name_of(&draft.description))
    }

    /// Updates a transaction with what this statement prints, if it was first read from this statement, or
    /// from a picture while this statement is text. The user's edits remain.
    async fn refresh(
        &self,
        connection: &mut Connection,
        transaction: TransactionRow,
        line: &ReadLine<'_>,
        used: &mut HashSet<String>,
    ) -> Result<()> {
        let ReadLine { draft, position, .. } = line;
        let printed = storable(&draft.description);
        let place = draft.place.map(json).transpose()?;
        let balance = draft.balance.map(Money::minor);
        let unchanged = transaction.original_description == printed
            && transaction.value_date == draft.value_date
            && transaction.place == place
            && transaction.position == *position
            && transaction.balance_minor == balance;
        let is_own = transaction.statement_id.is_none_or(|first| first == self.statement);
        let is_better = !self.is_picture()
            && transaction.statement_id.is_some_and(|first| self.pictures.contains(&first));
        let has_news = is_better || is_own && !unchanged;
        if !has_news || transaction.fingerprint.starts_with(BY_HAND) {
            return Ok(());
        }
        let edited = transaction.description != transaction.original_description;
        let description = if edited { transaction.description.clone() } else { printed.clone() };
        let has_other_words = TransactionIdentity::words(&printed)
            != TransactionIdentity::words(&transaction.original_description);
        diesel::update(transactions::table.find(transaction.id))
            .set((
                transactions::statement_id.eq(self.statement),
                transactions::search_text.eq(searched(
                    &description,
                    &printed,
                    &transaction.note,
                    &self.merchant_of(draft),
                )),
                transactions::description.eq(description),
                transactions::original_description.eq(printed),
                transactions::value_date.eq(draft.value_date),
                transactions::place.eq(place),
                transactions::position.eq(position),
                transactions::balance_minor.eq(balance),
                transactions::updated_at.eq(At(self.now)),
            ))
            .execute(connection)
            .await?;
        if has_other_words {
            self.rename(connection, &transaction, line, used).await?;
        }
        Ok(())
    }

    /// Updates what depends on the printed description: the fingerprint, the merchant and, if it was
    /// derived from the words, the category.
    async fn rename(
        &self,
        connection: &mut Connection,
        transaction: &TransactionRow,
        ReadLine { draft, identity, .. }: &ReadLine<'_>,
        used: &mut HashSet<String>,
    ) -> Result<()> {
        let fingerprint =
            self.free_fingerprint(connection, transaction.account_id, identity.clone(), used).await?;
        let by_words = transaction.category_by == word(CategoryBy::Words)? && !transaction.is_split;
        let suggested = suggest(&draft.description, draft.amount).and_then(|of| self.categories.get(of.key));
        diesel::update(transactions::table.find(transaction.id))
            .set((
                transactions::fingerprint.eq(fingerprint),
                transactions::merchant.eq(self.merchant_of(draft)),
                transactions::category_id.eq(if by_words {
                    suggested.copied()
                } else {
                    transaction.category_id
                }),
            ))
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn insert_lines(&self, connection: &mut Connection, booked: &Booked) -> Result<()> {
        let mut parts = Vec::new();
        let mut lines = Vec::new();
        let confirmed = answers::confirmed(connection, self.user, &booked.accounts).await?;
        for (index, part) in self.draft.accounts.iter().enumerate() {
            let account_position = fit(index)?;
            let ids = &booked.transactions[index];
            let account = booked.accounts[index];
            let mut row = self.part(part, account_position, account, ids)?;
            row.findings = findings(part, ids, |fact| confirmed.contains(&(account, fact)))?;
            parts.push(row);
            for (position, (draft, id)) in part.draft.transactions.iter().zip(ids).enumerate() {
                lines.push(StatementLineRow {
                    statement_id: self.statement,
                    account_position,
                    position: fit(position)?,
                    user_id: self.user,
                    transaction_id: *id,
                    place: draft.place.map(json).transpose()?,
                    balance_minor: draft.balance.map(Money::minor),
                    printed_date: Some(draft.date),
                    printed_minor: Some(draft.amount.minor()),
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
        transactions: &[RowId],
    ) -> Result<StatementAccountRow> {
        let CheckedAccount { draft, reconciliation } = part;
        let named = |index: usize| transactions.get(index).copied().map(RowId::typed);
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
            first_broken_transaction_id: reconciliation
                .first_broken
                .and_then(|index| transactions.get(index))
                .copied(),
            witnesses: json(&reconciliation.witnesses)?,
            likely_causes: causes_json(causes)?,
            opening_is_derived: reconciliation.derived.opening,
            closing_is_derived: reconciliation.derived.closing,
            total_in_minor: draft.printed_total_in.map(Money::minor),
            total_out_minor: draft.printed_total_out.map(Money::minor),
            transaction_count: draft.printed_count.map(fit).transpose()?,
            closing_on: draft.closing_on,
            findings: None,
        })
    }
}

/// Returns the reader's findings for their JSON column. A fact that the user confirmed for the account is
/// not asked for again.
fn findings(
    part: &CheckedAccount,
    transactions: &[RowId],
    is_confirmed: impl Fn(OpenFact) -> bool,
) -> Result<Option<serde_json::Value>> {
    let Some(findings) = &part.draft.findings else { return Ok(None) };
    let mut findings =
        findings.clone().about(|index| transactions.get(index).copied().map(RowId::typed::<Transaction>));
    let origins = &mut findings.origins;
    for (origin, fact) in [(&mut origins.currency, OpenFact::Currency), (&mut origins.year, OpenFact::Year)] {
        if *origin == Origin::Inferred && is_confirmed(fact) {
            *origin = Origin::Confirmed;
        }
    }
    json(&findings).map(Some)
}

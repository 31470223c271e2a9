//! What of an entry the person decided themselves: neither rules nor the matching of moves decide it again.

use std::collections::{HashMap, HashSet};

use saldo_domain::{EditAction, Entry, EntryId, EntryKind, Tag, UserId};
use saldo_ledger::rules::RuleOutcome;
use saldo_storage::EntryStep;

use crate::{Bookkeeper, Result};

/// Entries whose histories are held in memory at once.
const ENTRIES_AT_ONCE: usize = 1_000;

/// What the person decided about an entry.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// That it is no move: they took one back, or a rule's word for it.
    pub(crate) no_transfer: bool,
    /// How it is called.
    described: bool,
    /// Which tags it does not have.
    untagged: HashSet<Tag>,
}

impl Touched {
    /// Follows the entry's history by one step.
    fn follow(&mut self, step: &EntryStep) {
        let (before, after) = (&step.before, &step.after);
        let by_person = matches!(step.action, EditAction::Change | EditAction::Undo);
        if before.kind != after.kind {
            self.no_transfer = by_person && after.kind == EntryKind::Entry;
        }
        if before.description != after.description {
            self.described = by_person;
        }
        for tag in &after.tags {
            self.untagged.remove(tag);
        }
        let gone = before.tags.iter().filter(|tag| by_person && !after.tags.contains(tag));
        self.untagged.extend(gone.cloned());
    }

    /// What is left of a rule's verdict.
    fn leave(&self, mut outcome: RuleOutcome) -> RuleOutcome {
        outcome.description = outcome.description.filter(|_| !self.described);
        outcome.transfer = outcome.transfer.filter(|_| !self.no_transfer);
        outcome.tags.retain(|decided| !self.untagged.contains(&decided.value));
        outcome
    }
}

impl Bookkeeper {
    /// What the person decided about each of these entries, as far as they did.
    pub(crate) async fn touches(
        &self,
        user: UserId,
        entries: Vec<EntryId>,
    ) -> Result<HashMap<EntryId, Touched>> {
        let mut touches: HashMap<EntryId, Touched> = HashMap::new();
        for chunk in entries.chunks(ENTRIES_AT_ONCE) {
            for step in self.storage.list_entry_steps(user, chunk.to_vec()).await? {
                touches.entry(step.entry).or_default().follow(&step);
            }
        }
        Ok(touches)
    }

    /// The verdicts of rules without what the person decided otherwise.
    pub(crate) async fn leaving_touched<'a>(
        &self,
        user: UserId,
        outcomes: Vec<(&'a Entry, RuleOutcome)>,
    ) -> Result<Vec<(&'a Entry, RuleOutcome)>> {
        // Categories say themselves who chose them: only the other changes ask for the history.
        let asks = |outcome: &RuleOutcome| {
            outcome.description.is_some() || outcome.transfer.is_some() || !outcome.tags.is_empty()
        };
        let asked = outcomes.iter().filter(|(_, outcome)| asks(outcome)).map(|(entry, _)| entry.id).collect();
        let decided = self.touches(user, asked).await?;
        let left = outcomes.into_iter().map(|(entry, outcome)| match decided.get(&entry.id) {
            Some(touched) => (entry, touched.leave(outcome)),
            None => (entry, outcome),
        });
        Ok(left.collect())
    }
}

//! Stage 4, words: the weight of heads, marks and other words for a hypothesis.

use std::collections::BTreeSet;

use super::weigh::{Account, Hypothesis, Signs, Use};
use super::weights;
use crate::read::amount::Mark;
use crate::read::heads::{Role, Section};
use crate::read::labels::Label;

/// Returns the weight of heads and words for a hypothesis.
pub(super) fn words(account: &Account<'_>, hypothesis: &Hypothesis) -> i64 {
    let mut words = 0;
    let used: BTreeSet<usize> =
        account.items.iter().flat_map(|item| item.cells.iter().map(|cell| cell.slot)).collect();
    for slot in &used {
        let marks = |wanted: Mark| {
            account
                .items
                .iter()
                .flat_map(|item| &item.cells)
                .any(|cell| cell.slot == *slot && cell.mark == wanted)
        };
        let is_one_way = matches!(hypothesis.uses[*slot], Use::In | Use::Out);
        if is_one_way && marks(Mark::Minus) && marks(Mark::Plus) {
            words += weights::SIGNS_AGAINST_MARKS;
        }
        words += match (account.slots[*slot].role, hypothesis.uses[*slot]) {
            (Some(Role::In), Use::In)
            | (Some(Role::Out), Use::Out)
            | (Some(Role::Amount), Use::Amount)
            | (Some(Role::Balance), Use::Balance)
            | (Some(Role::Fee), Use::Fee) => weights::HEAD,
            (Some(Role::Fee | Role::Amount) | None, Use::Nothing)
            | (Some(Role::In | Role::Out), Use::Amount) => weights::COLUMN_LEFT_OUT,
            (Some(role), _) if role.is_money() => weights::AGAINST_HEAD,
            _ => 0,
        };
    }
    let place = |wanted: Use| {
        used.iter()
            .filter(|slot| hypothesis.uses[**slot] == wanted)
            .map(|slot| account.slots[*slot].x1)
            .fold(f32::NEG_INFINITY, f32::max)
    };
    if hypothesis.uses.contains(&Use::Balance)
        && place(Use::Balance) > place(Use::Amount).max(place(Use::In)).max(place(Use::Out))
    {
        words += weights::BALANCE_ON_THE_RIGHT;
    }
    let card =
        account.card_words.clamp(-weights::KIND_WORDS_MAX, weights::KIND_WORDS_MAX) * weights::KIND_WORD;
    words += if hypothesis.owed { card } else { -card };
    let ends = account.facts.iter().filter(|fact| matches!(fact.label, Label::Opening | Label::Closing));
    if hypothesis.owed && ends.clone().any(|fact| fact.mark == Mark::Plus) {
        words += weights::PLUS_IS_HELD;
    }
    if hypothesis.owed && account.card_words == 0 {
        words += weights::OWED_IF_OPEN;
    }
    if hypothesis.uses.contains(&Use::Balance) && !hypothesis.owed {
        words += weights::RUNNING_BALANCE_IS_BANK;
    }
    words += sign_words(account, hypothesis);
    if hypothesis.undated {
        words += weights::UNDATED_ROWS;
    }
    if account.tail < account.items.len() && hypothesis.tail {
        words += weights::UNDATED_ROWS;
    }
    words
}

fn sign_words(account: &Account<'_>, hypothesis: &Hypothesis) -> i64 {
    if !hypothesis.uses.contains(&Use::Amount) {
        return 0;
    }
    let cells = || {
        account
            .transactions(hypothesis)
            .flat_map(|item| &item.cells)
            .filter(|cell| hypothesis.uses[cell.slot] == Use::Amount && cell.minor != 0)
    };
    let any = |wanted: &[Mark]| cells().any(|cell| wanted.contains(&cell.mark));
    let both = any(&[Mark::Plus]) && any(&[Mark::Minus]);
    let (minus, debit, credit) = (any(&[Mark::Minus]), any(&[Mark::Debit]), any(&[Mark::Credit]));
    let any_known = account
        .items
        .iter()
        .any(|item| matches!(account.parts[item.section].kind, Some(Section::In | Section::Out)));
    match &hypothesis.signs {
        Signs::MarkedOut if both && !hypothesis.owed => weights::SIGNS_AGAINST_MARKS.saturating_neg(),
        Signs::MarkedOut if hypothesis.owed => {
            if any_known {
                -30
            } else {
                weights::SIGNS_AGAINST_MARKS / 2
            }
        }
        Signs::MarkedOut if minus || debit => weights::SIGNS_AS_PRINTED,
        Signs::MarkedOut if credit => weights::SIGNS_AGAINST_MARKS,
        Signs::MarkedOut => 0,
        Signs::MarkedIn if debit || both => weights::SIGNS_AGAINST_MARKS,
        Signs::MarkedIn if hypothesis.owed => weights::SIGNS_AS_PRINTED,
        // Without any mark, nothing shows which direction bears none.
        Signs::MarkedIn if !minus && !credit => 0,
        Signs::MarkedIn if credit && !minus => weights::SIGNS_AS_PRINTED,
        Signs::MarkedIn => weights::SIGNS_AGAINST_MARKS / 2,
        Signs::Sections(unknown) => {
            let known = if any_known { weights::KNOWN_SECTIONS } else { weights::SIGNS_AGAINST_MARKS };
            let known = if both { known + weights::SIGNS_AGAINST_MARKS } else { known };
            known + i64::try_from(unknown.len()).unwrap_or(0) * weights::UNKNOWN_SECTION
        }
        Signs::Balances if minus || debit || credit => -weights::SIGNS_AS_PRINTED,
        Signs::Balances => 5,
    }
}

//! Stage 3, hypotheses: the directions of sections whose headings have unknown words.

use std::collections::BTreeSet;

use super::table::Item;
use super::weigh::Account;
use crate::read::amount::Mark;
use crate::read::heads::{Role, Section};

/// Largest number of sections with unknown headings that are tried in both directions; 2^5 combinations.
const UNKNOWN_SECTIONS_MAX: usize = 5;

/// Returns all combinations of directions for the sections with unknown headings.
pub(super) fn unknown_sections(account: &Account<'_>) -> Vec<Vec<(usize, bool)>> {
    let is_row = |(item, is_dated): &(&&Item, &bool)| {
        **is_dated && account.parts[item.section].kind != Some(Section::Excluded)
    };
    let rows = account.items.iter().zip(&account.dated).filter(is_row);
    let sections: BTreeSet<usize> = rows.map(|(item, _)| item.section).collect();
    let is_known = |section: &usize| matches!(account.parts[*section].kind, Some(Section::In | Section::Out));
    if !sections.iter().any(is_known) && sections.len() < 2 {
        return Vec::new();
    }
    let unknown: Vec<usize> = sections.iter().filter(|section| !is_known(section)).copied().collect();
    let marks: Vec<(usize, BTreeSet<Mark>)> =
        sections.iter().map(|section| (*section, marks_of(account, *section))).collect();
    let is_out = |mark: &Mark| matches!(mark, Mark::Minus | Mark::Debit);
    let is_mixed = |(section, marks): &(usize, BTreeSet<Mark>)| {
        unknown.contains(section) && marks.iter().any(is_out) && !marks.iter().all(is_out)
    };
    if unknown.len() > UNKNOWN_SECTIONS_MAX || marks.iter().any(is_mixed) {
        return Vec::new();
    }
    let directions = |bits: usize| -> Vec<(usize, bool)> {
        unknown.iter().enumerate().map(|(at, section)| (*section, bits >> at & 1 == 1)).collect()
    };
    (0..1_usize << unknown.len())
        .map(directions)
        .filter(|directions| agrees_with_marks(account, &marks, directions))
        .collect()
}

/// Returns the marks beside the amounts of a section.
fn marks_of(account: &Account<'_>, section: usize) -> BTreeSet<Mark> {
    let items = account.items.iter().zip(&account.dated).filter(|(_, is_dated)| **is_dated);
    let items = items.map(|(item, _)| item);
    let items = items.filter(|item| item.section == section && item.label.is_none());
    let cells = items.flat_map(|item| &item.cells).filter(|cell| cell.minor != 0);
    cells.filter(|cell| account.slots[cell.slot].role != Some(Role::Balance)).map(|cell| cell.mark).collect()
}

/// True if a mark means one direction in all sections, and amounts without a mark in a section with an
/// unknown heading have the other one.
fn agrees_with_marks(
    account: &Account<'_>,
    marks: &[(usize, BTreeSet<Mark>)],
    directions: &[(usize, bool)],
) -> bool {
    let assumed =
        |section: usize| directions.iter().find(|(own, _)| *own == section).map(|(_, is_in)| *is_in);
    let direction = |section: usize| match account.parts[section].kind {
        Some(Section::In) => Some(true),
        Some(Section::Out) => Some(false),
        _ => assumed(section),
    };
    let marked: BTreeSet<(Mark, bool)> = marks
        .iter()
        .filter_map(|(section, marks)| Some((direction(*section)?, marks)))
        .flat_map(|(is_in, marks)| marks.iter().map(move |mark| (*mark, is_in)))
        .filter(|(mark, _)| *mark != Mark::None)
        .collect();
    let is_one_way = |mark: Mark| !(marked.contains(&(mark, true)) && marked.contains(&(mark, false)));
    let is_other = |is_in: bool| marked.iter().all(|(_, marked)| *marked != is_in);
    let mut bare = marks.iter().filter(|(_, marks)| marks.contains(&Mark::None));
    [Mark::Minus, Mark::Debit, Mark::Credit, Mark::Plus].into_iter().all(is_one_way)
        && (marked.is_empty() || bare.all(|(section, _)| assumed(*section).is_none_or(is_other)))
}

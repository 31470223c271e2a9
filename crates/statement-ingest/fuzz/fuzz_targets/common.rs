//! Pages made of words, and the properties of every draft.

use saldo_statement_ingest::page::{Document, Glyph, PageText};
use saldo_statement_ingest::read::{ReadHints, read_document};
use saldo_statement_ingest::reconcile;

/// Returns a page with words, each given as x, baseline, size and text.
pub fn page<'a>(words: impl IntoIterator<Item = (f32, f32, f32, &'a str)>) -> PageText {
    let mut page = PageText { width: 595.0, height: 842.0, ..PageText::default() };
    for (mut x, baseline, size, text) in words {
        for character in text.chars() {
            let width = size * 0.5;
            page.glyphs.push(&Glyph {
                text: character.into(),
                x,
                baseline,
                width,
                size,
                visible: true,
                bold: false,
            });
            x += width;
        }
    }
    page
}

/// Reads pages, and checks that the figures of a balanced draft add up.
pub fn read(pages: Vec<PageText>) {
    let Ok(draft) = read_document(&Document { pages }, &ReadHints::default()) else { return };
    for account in reconcile::check(draft).accounts {
        let draft = &account.draft;
        let balanced = account.reconciliation.outcome == saldo_domain::Outcome::Balanced;
        if let (true, Some(opening), Some(closing)) = (balanced, draft.opening_balance, draft.closing_balance)
        {
            let sum: i128 = draft.transactions.iter().map(|transaction| i128::from(transaction.amount.minor())).sum();
            assert_eq!(i128::from(opening.minor()) + sum, i128::from(closing.minor()));
        }
    }
}

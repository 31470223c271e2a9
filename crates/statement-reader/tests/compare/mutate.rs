//! Random changes of statements, and the properties that the fuzz targets check, for machines without a
//! nightly toolchain: digits, signs, places, missing and doubled runs of glyphs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use saldo_domain::Outcome;
use saldo_statement_reader::page::{Document, Glyph, Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile;

use crate::judge::Case;
use crate::support::settings::setting;

/// Longest processor time of one reading. A slower one hangs, or nearly so.
const SLOW: Duration = Duration::from_secs(20);
/// Largest number of changes of one reading.
const CHANGES_MAX: u64 = 12;
/// Texts that replace those of glyphs: digits, separators, signs, and letters of several scripts.
const TEXTS: &[&str] = &[
    "0", "1", "9", ".", ",", "-", "+", "(", ")", "*", "|", ";", ":", "/", "'", " ", "€", "$", "%", "C", "D",
    "R", "é", "م", "٣", "年", "日", "ก", "\u{fffd}", "\u{301}", "ß", "▲", "−",
];

/// Random numbers (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % limit).unwrap_or(0)
    }

    fn points(&mut self, most: u16) -> f32 {
        f32::from(u16::try_from(self.below(usize::from(most) * 2)).unwrap_or(0)) - f32::from(most)
    }
}

/// Reads each case once, then changes its glyphs and reads it again, `count` times. Returns a line for each
/// failure, with its seed.
pub(crate) fn failures(cases: &[Case], count: usize) -> Vec<String> {
    let limits = PageLimits::default();
    let document = |case: &Case| {
        Hayro
            .read(&ReadRequest { bytes: &case.file, password: case.password.as_deref(), limits: &limits })
            .ok()
    };
    let mut documents: Vec<Document> = cases.iter().filter_map(document).collect();
    documents.retain(|document| document.pages.iter().any(|page| !page.glyphs.is_empty()));
    let first = u64::try_from(setting("SALDO_COMPARE_SEED").unwrap_or(0)).unwrap();
    let mut found = Vec::new();
    for seed in (first..).take(count) {
        let mut random = Random(seed);
        let mut document = documents[random.below(documents.len())].clone();
        // The first pages hold all that differs between layouts.
        document.pages.truncate(3);
        for _ in 0..=random.next() % CHANGES_MAX {
            change(&mut document, &mut random);
        }
        let before = busy();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&document)));
        if let Err(panic) = outcome {
            let message = panic.downcast_ref::<String>().map_or("a panic", String::as_str);
            found.push(format!("seed {seed}: {message}"));
        }
        let taken = busy().saturating_sub(before);
        if taken > SLOW {
            found.push(format!("seed {seed}: took {taken:?}"));
        }
    }
    found
}

/// Returns the processor time of this thread, or the time since the first call where Linux does not tell it.
/// The time of a clock depends on what else runs.
fn busy() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Changes one run of glyphs of a document.
fn change(document: &mut Document, random: &mut Random) {
    let page = random.below(document.pages.len());
    let mut glyphs: Vec<Glyph> = document.pages[page].glyphs.iter().collect();
    if !glyphs.is_empty() {
        change_glyphs(&mut glyphs, random);
        document.pages[page].glyphs = glyphs.into();
    }
}

fn change_glyphs(glyphs: &mut Vec<Glyph>, random: &mut Random) {
    let at = random.below(glyphs.len());
    let end = (at + 1 + random.below(24)).min(glyphs.len());
    match random.below(8) {
        0 => glyphs[at].text = TEXTS[random.below(TEXTS.len())].into(),
        1 => {
            let to = random.below(glyphs.len());
            let text = glyphs[to].text.clone();
            glyphs[at].text = text;
        }
        2 => drop(glyphs.drain(at..end)),
        3 => {
            let run: Vec<Glyph> = glyphs[at..end].to_vec();
            glyphs.extend(run);
        }
        4 => {
            let (right, down) = (random.points(60), random.points(30));
            for glyph in &mut glyphs[at..end] {
                (glyph.x, glyph.baseline) = (glyph.x + right, glyph.baseline + down);
            }
        }
        5 => {
            let size = 1.0 + random.points(20).abs();
            glyphs[at..end].iter_mut().for_each(|glyph| glyph.size = size);
        }
        6 => {
            let down = random.points(300);
            let run = glyphs[at..end]
                .iter()
                .map(|glyph| Glyph { baseline: glyph.baseline + down, ..glyph.clone() });
            let run: Vec<Glyph> = run.collect();
            glyphs.extend(run);
        }
        _ => {
            let digits = ["0", "1", "5", "9"];
            for glyph in &mut glyphs[at..end] {
                if glyph.text.starts_with(|c: char| c.is_ascii_digit()) {
                    glyph.text = digits[random.below(digits.len())].into();
                }
            }
        }
    }
}

/// Reads a document and adds up its balanced accounts.
///
/// # Panics
/// If a balanced account does not add up.
fn read(document: &Document) {
    let Ok(draft) = read_document(document, &ReadHints::default()) else { return };
    let checked = reconcile::check(draft);
    for account in &checked.accounts {
        let draft = &account.draft;
        let is_balanced = account.reconciliation.outcome == Outcome::Balanced;
        if let (true, Some(opening), Some(closing)) =
            (is_balanced, draft.opening_balance, draft.closing_balance)
        {
            let sum: i128 = draft.transactions.iter().map(|one| i128::from(one.amount.minor())).sum();
            assert_eq!(i128::from(opening.minor()) + sum, i128::from(closing.minor()), "does not add up");
        }
    }
}

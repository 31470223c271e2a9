//! Asks each question of the tables, answers its query, and compares the figures with those of plain loops.

use saldo_domain::query::Figure;
use saldo_domain::{FiscalCalendar, Query, QueryAnswer};
use saldo_question::{Understanding, understand};

use crate::book::{Book, today};
use crate::loops::{Spec, expected};

fn figure(figure: &Figure) -> String {
    match figure {
        Figure::Money(money) => money.decimal(),
        Figure::Count(count) => count.to_string(),
        Figure::PerMonth(text) => format!("{text} a month"),
        Figure::Percent(text) => format!("{text} %"),
        Figure::Date(date) => date.to_string(),
        Figure::Days(days) => format!("{days} days"),
        Figure::Transaction(it) => format!("{} {}", it.date, it.amount.decimal()),
        Figure::Prices(it) => format!("{} to {} since {}", it.first.decimal(), it.latest.decimal(), it.since),
    }
}

/// Returns the rows of an answer in the notation of the loops.
fn shown(book: &Book, query: &Query, answer: &QueryAnswer) -> Vec<String> {
    let name = |group: &str| {
        let category = book.categories.iter().find(|it: &&saldo_domain::Category| it.id.to_string() == group);
        let account = book.accounts.iter().find(|it| it.id.to_string() == group);
        match (category, account, query.group_by) {
            (Some(category), _, Some(saldo_domain::query::Dimension::Category)) => {
                category.key.clone().unwrap()
            }
            (_, Some(account), Some(saldo_domain::query::Dimension::Account)) => account.name.clone(),
            _ => group.to_owned(),
        }
    };
    let rows = answer.rows.iter().map(|row| {
        let before = row.compared.as_ref().map_or_else(String::new, |it| format!(" was {}", figure(it)));
        let group = match (&row.group, query.group_by) {
            (Some(group), _) => format!("{}: ", name(group)),
            (None, Some(_)) => ": ".to_owned(),
            (None, None) => String::new(),
        };
        let verdict = row.meets.map_or("", |meets| if meets { " yes" } else { " no" });
        format!("{group}{}{before}{verdict}", figure(&row.figure))
    });
    rows.collect()
}

/// The results of the questions of a table.
#[derive(Default)]
struct Tally {
    exact: usize,
    refused: Vec<String>,
    wrong: Vec<String>,
}

/// Asks each line of a table. Questions of one line are separated by `>>` and asked in turn.
fn check(table: &str) -> Tally {
    let book = Book::new();
    let mut tally = Tally::default();
    for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (question, spec) = line.split_once(" => ").unwrap_or_else(|| panic!("{line}"));
        // As in the product, a question refers to the last one that was understood.
        let (mut query, mut previous): (Option<Query>, Option<Query>) = (None, None);
        let mut understanding = None;
        for question in question.split(" >> ") {
            let found = understand(
                question.trim(),
                previous.as_ref(),
                &book.names,
                today(),
                FiscalCalendar::CALENDAR,
            );
            query = match &found {
                Understanding::Understood(found) => Some(found.query.clone()),
                Understanding::Topic(_) | Understanding::NotUnderstood(_) => None,
            };
            if !matches!(found, Understanding::NotUnderstood(_)) {
                previous.clone_from(&query);
            }
            understanding = Some(found);
        }
        // A question may have several good readings.
        let mut specs: Vec<&str> = spec.split(" || ").collect();
        let refusals = specs.extract_if(.., |spec| *spec == "refuse").count();
        let Some(query) = query.filter(|query| refusals == 0 || book.answer(query).is_ok()) else {
            match refusals {
                0 => tally.refused.push(format!("{question}\n  {understanding:?}")),
                _ => tally.exact += 1,
            }
            continue;
        };
        let wanted: Vec<Vec<String>> = specs.iter().map(|spec| wanted(&book, spec)).collect();
        let found = specs.iter().map(|spec| found(&book, &query, spec));
        if found.zip(&wanted).any(|(found, wanted)| found == *wanted) {
            tally.exact += 1;
        } else {
            let found = self::found(&book, &query, specs.first().unwrap_or(&"="));
            tally.wrong.push(format!("{question}\n  found: {found:?}\n  loops: {wanted:?}\n  {query:?}"));
        }
    }
    tally
}

/// Returns the expected rows, `nothing` for none: those after `=` or, if their order does not matter, after
/// `~`, separated by `|`; otherwise those that plain loops work out.
fn wanted(book: &Book, spec: &str) -> Vec<String> {
    match spec.strip_prefix(['=', '~']) {
        Some(rows) => {
            let mut rows: Vec<String> = rows.split('|').map(|row| row.trim().to_owned()).collect();
            rows.retain(|row| row != "nothing");
            if spec.starts_with('~') {
                rows.sort();
            }
            rows
        }
        None => expected(book, &Spec::read(spec)),
    }
}

/// Returns the answer to a query, in the order of the expected rows.
fn found(book: &Book, query: &Query, spec: &str) -> Vec<String> {
    let mut found = match book.answer(query) {
        Ok(answer) => shown(book, query, &answer),
        Err(error) => vec![error.to_string()],
    };
    // "In how many months" is answered with these months, and with their number.
    let is_number = spec.strip_prefix("= ").is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
    if is_number && query.having.is_some() && query.group_by.is_some() {
        return vec![found.len().to_string()];
    }
    let names = |name: &str| Spec::read(spec).rest.iter().any(|(it, _)| *it == name);
    if spec.starts_with('~') || (names("by") && !names("rank")) {
        // The answer has rows for empty periods; the loops have none.
        found.retain(|row| !row.ends_with(": 0.00"));
        found.sort();
    }
    found
}

const CATEGORIES: [(&str, &str); 5] = [
    ("groceries", "category=groceries"),
    ("rent", "category=rent"),
    ("restaurants", "category=restaurants"),
    ("fuel", "category=fuel"),
    ("food", "category=food"),
];
const MERCHANTS: [(&str, &str); 4] = [
    ("Rewe", "merchant=rewe"),
    ("Amazon", "merchant=amazon"),
    ("Netflix", "merchant=netflix"),
    ("Blue Cafe", "merchant=blue_cafe"),
];
const PERIODS: [(&str, &str); 7] = [
    ("in May 2025", "2025-05"),
    ("last month", "2025-10"),
    ("in 2024", "2024"),
    ("in the first quarter of 2025", "2025-01..2025-03"),
    ("since March 2025", "2025-03-01.."),
    ("between June and August 2024", "2024-06..2024-08"),
    ("last year", "2024"),
];

/// Fills each shape with four combinations of category, merchant and period.
fn filled(shapes: &str) -> String {
    let lines = shapes.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).enumerate();
    let mut table = Vec::new();
    for (number, line) in lines {
        let (question, spec) = line.split_once(" => ").unwrap();
        for turn in number..number + 4 {
            let fill = |text: &str, pick: fn(&(&'static str, &'static str)) -> &'static str| {
                let filled = text.replace("{c}", pick(&CATEGORIES[turn % CATEGORIES.len()]));
                let filled = filled.replace("{m}", pick(&MERCHANTS[turn % MERCHANTS.len()]));
                filled.replace("{p}", pick(&PERIODS[turn % PERIODS.len()]))
            };
            table.push(format!("{} => {}", fill(question, |it| it.0), fill(spec, |it| it.1)));
        }
    }
    table.join("\n")
}

/// The table of intents, with one question per language.
const INTENTS: &str = include_str!("tables/intents.txt");

/// Returns the questions of one language in the table of intents.
fn intents(language: &str) -> String {
    let mut spec = "";
    let mut table = Vec::new();
    for line in INTENTS.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("=", of)) => spec = of,
            Some((code, question)) if code == language => table.push(format!("{question} => {spec}")),
            _ => {}
        }
    }
    table.join("\n")
}

#[test]
fn the_same_intents_are_understood_in_every_language() {
    let mut failed = Vec::new();
    for language in ["en", "de", "fr", "es", "it", "pt", "nl", "pl"] {
        let tally = check(&intents(language));
        println!(
            "{language}: {} exact, {} refused, {} wrong",
            tally.exact,
            tally.refused.len(),
            tally.wrong.len()
        );
        failed.extend(tally.refused.into_iter().chain(tally.wrong));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

const TABLES: [(&str, &str); 33] = [
    ("Unseen, twenty-first", include_str!("tables/unseen_twentyfirst.txt")),
    ("Unseen, nineteenth", include_str!("tables/unseen_nineteenth.txt")),
    ("Unseen, twentieth", include_str!("tables/unseen_twentieth.txt")),
    ("Unseen, eighteenth", include_str!("tables/unseen_eighteenth.txt")),
    ("Unseen, seventeenth", include_str!("tables/unseen_seventeenth.txt")),
    ("Unseen, sixteenth", include_str!("tables/unseen_sixteenth.txt")),
    ("Unseen, fifteenth", include_str!("tables/unseen_fifteenth.txt")),
    ("Unseen, fourteenth", include_str!("tables/unseen_fourteenth.txt")),
    ("Unseen, thirteenth", include_str!("tables/unseen_thirteenth.txt")),
    ("Unseen, twelfth", include_str!("tables/unseen_twelfth.txt")),
    ("Unseen, eleventh", include_str!("tables/unseen_eleventh.txt")),
    ("Unseen, tenth", include_str!("tables/unseen_tenth.txt")),
    ("Unseen, ninth", include_str!("tables/unseen_ninth.txt")),
    ("Unseen, eighth", include_str!("tables/unseen_eighth.txt")),
    ("Unseen, seventh", include_str!("tables/unseen_seventh.txt")),
    ("Unseen, sixth", include_str!("tables/unseen_sixth.txt")),
    ("Unseen, fifth", include_str!("tables/unseen_fifth.txt")),
    ("Unseen, fourth", include_str!("tables/unseen_fourth.txt")),
    ("Unseen, third", include_str!("tables/unseen_third.txt")),
    ("Traps", include_str!("tables/traps.txt")),
    ("Unseen, again", include_str!("tables/unseen_second.txt")),
    ("Unseen", include_str!("tables/unseen.txt")),
    ("Others, 8 languages", include_str!("tables/others.txt")),
    ("Fresh, 4 languages", include_str!("tables/fresh.txt")),
    ("Natural English", include_str!("tables/natural.txt")),
    ("English", include_str!("tables/en.txt")),
    ("German", include_str!("tables/de.txt")),
    ("French", include_str!("tables/fr.txt")),
    ("Spanish", include_str!("tables/es.txt")),
    ("Italian", include_str!("tables/it.txt")),
    ("Portuguese", include_str!("tables/pt.txt")),
    ("Dutch", include_str!("tables/nl.txt")),
    ("Polish", include_str!("tables/pl.txt")),
];
/// The minimum number of questions in all tables.
const QUESTIONS_MIN: usize = 600;
/// The minimum percentage of questions that are answered. The others are refused, which is honest.
const EXACT_PERCENT_MIN: usize = 92;

/// Splits a table at its lines `== code`, each of which begins a language.
fn sections(name: &str, table: &str) -> Vec<(String, String)> {
    let mut sections = vec![(name.to_owned(), String::new())];
    for line in table.lines() {
        if let Some(language) = line.strip_prefix("== ") {
            sections.push((format!("{name}, {language}"), String::new()));
        } else if let Some((_, table)) = sections.last_mut() {
            table.push_str(line);
            table.push('\n');
        }
    }
    sections.retain(|(_, table)| table.lines().any(|line| !line.starts_with('#') && line.contains(" => ")));
    sections
}

#[test]
fn six_hundred_questions_match_plain_loops_or_are_refused() {
    let shapes = filled(include_str!("tables/shapes.txt"));
    let tables = TABLES.iter().flat_map(|(name, table)| sections(name, table));
    let tables: Vec<(String, String)> =
        std::iter::once(("Shapes in English".to_owned(), shapes)).chain(tables).collect();
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let running: Vec<_> = tables.iter().map(|(_, table)| scope.spawn(|| check(table))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("{:<18} {:>6} {:>8} {:>6}", "language", "exact", "refused", "wrong");
    let (mut exact, mut refused, mut wrong) = (0, Vec::new(), Vec::new());
    for ((name, _), tally) in tables.iter().zip(tallies) {
        println!("{name:<18} {:>6} {:>8} {:>6}", tally.exact, tally.refused.len(), tally.wrong.len());
        exact += tally.exact;
        refused.extend(tally.refused);
        wrong.extend(tally.wrong);
    }
    let count = exact + refused.len() + wrong.len();
    println!("{:<18} {exact:>6} {:>8} {:>6}", "all", refused.len(), wrong.len());
    println!("refused:\n{}", refused.join("\n"));
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= QUESTIONS_MIN, "{count} questions");
    let percent = exact * 100 / count;
    assert!(percent >= EXACT_PERCENT_MIN, "{percent} % exact; refused:\n{}", refused.join("\n"));
}

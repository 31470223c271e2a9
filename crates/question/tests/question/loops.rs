//! Expected answers, computed by plain loops over the transactions from a notation that only the tests use.

use chrono::{Datelike, NaiveDate};
use saldo_domain::{Transaction, TransactionKind};

use crate::book::{Book, today};

/// The amount of a transaction or of some of its splits that counts: signed minor units, and the category.
struct Line<'a> {
    transaction: &'a Transaction,
    minor: i64,
    category: String,
}

/// An expected answer: the measure, and `name=value` for everything else. `-name=value` excludes.
pub(crate) struct Spec<'a> {
    pub(crate) measure: &'a str,
    pub(crate) rest: Vec<(&'a str, &'a str)>,
}

impl<'a> Spec<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let mut words = text.split_whitespace();
        let measure = words.next().unwrap();
        let rest = words.map(|word| word.split_once('=').unwrap_or(("in", word)));
        Self { measure, rest: rest.collect() }
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.rest.iter().find(|(it, _)| *it == name).map(|(_, value)| *value)
    }
}

pub(crate) fn days(text: &str) -> (NaiveDate, NaiveDate) {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, last: bool| -> NaiveDate {
        match text.len() {
            0 if last => NaiveDate::from_ymd_opt(9999, 1, 1).unwrap(),
            0 => NaiveDate::from_ymd_opt(1, 1, 1).unwrap(),
            4 if last => NaiveDate::from_ymd_opt(text.parse().unwrap(), 12, 31).unwrap(),
            4 => NaiveDate::from_ymd_opt(text.parse().unwrap(), 1, 1).unwrap(),
            7 => {
                let first: NaiveDate = format!("{text}-01").parse().unwrap();
                let mut day = first;
                while last && day.succ_opt().unwrap().month() == first.month() {
                    day = day.succ_opt().unwrap();
                }
                day
            }
            _ => text.parse().unwrap(),
        }
    };
    (end(from, false), end(to, true))
}

/// Returns the expected answer: one line of text per row.
pub(crate) fn expected(book: &Book, spec: &Spec<'_>) -> Vec<String> {
    let period = spec.value("in").map_or_else(|| days(".."), days);
    let lines = lines(book, spec, period);
    match spec.value("by") {
        Some(by) => grouped(book, spec, &lines, by, period),
        None => figures(book, spec, &lines, period)
            .into_iter()
            .map(|it| {
                let verdict = spec.value("asks").map_or("", |limit| {
                    if meets(limit, it.replace('.', "").parse().unwrap()) { " yes" } else { " no" }
                });
                format!("{it}{}{verdict}", compared(book, spec, None))
            })
            .collect(),
    }
}

/// True if minor units meet a limit such as `above:5000`.
fn meets(limit: &str, minor: i64) -> bool {
    let (name, limit) = limit.split_once(':').unwrap();
    let limit: i64 = limit.parse().unwrap();
    match name {
        "above" => minor > limit,
        "below" => minor < limit,
        "least" => minor >= limit,
        other => panic!("no such limit: {other}"),
    }
}

fn compared(book: &Book, spec: &Spec<'_>, group: Option<(&str, &str)>) -> String {
    let Some(before) = spec.value("than") else { return String::new() };
    let period = days(before);
    let lines: Vec<Line<'_>> = lines(book, spec, period)
        .into_iter()
        .filter(|line| group.is_none_or(|(by, name)| key(book, line, by) == name))
        .collect();
    format!(" was {}", figures(book, spec, &lines, period).join(","))
}

fn lines<'a>(book: &'a Book, spec: &Spec<'_>, (from, to): (NaiveDate, NaiveDate)) -> Vec<Line<'a>> {
    let mut found = Vec::new();
    for transaction in &book.transactions {
        let transfers = spec.value("transfers").is_some();
        if transaction.date < from
            || transaction.date > to
            || (transaction.kind == TransactionKind::Transfer) != transfers
        {
            continue;
        }
        let parts: Vec<(i64, Option<saldo_domain::CategoryId>)> = if transaction.splits.is_empty() {
            vec![(transaction.amount.minor(), transaction.category)]
        } else {
            transaction.splits.iter().map(|split| (split.amount.minor(), split.category)).collect()
        };
        let mut whole: Option<Line<'_>> = None;
        for (minor, category) in parts {
            let category = category.map(|it| {
                let found = book.categories.iter().find(|category| category.id == it).unwrap();
                found.key.clone().unwrap()
            });
            let category = category.unwrap_or_default();
            if !spec.rest.iter().all(|(name, value)| holds(book, transaction, &category, name, value))
                || !any_of(book, spec, transaction, &category)
            {
                continue;
            }
            match &mut whole {
                Some(line)
                    if ![spec.value("by"), spec.value("of")].contains(&Some("category"))
                        && spec.value("cut").is_none() =>
                {
                    line.minor += minor;
                }
                _ => {
                    found.extend(whole.take());
                    whole = Some(Line { transaction, minor, category });
                }
            }
        }
        found.extend(whole);
    }
    found
}

fn is_in(book: &Book, category: &str, wanted: &str) -> bool {
    let parent =
        book.categories.iter().find(|it| it.key.as_deref() == Some(category)).and_then(|it| it.parent);
    category == wanted || (!category.is_empty() && parent == Some(book.category(wanted)))
}

/// True if every condition that lists several values is met by at least one of them.
fn any_of(book: &Book, spec: &Spec<'_>, transaction: &Transaction, category: &str) -> bool {
    ["category", "merchant", "weekday", "also"].iter().all(|name| {
        let mut wanted = spec.rest.iter().filter(|(it, _)| it == name).peekable();
        wanted.peek().is_none() || wanted.any(|(_, value)| has(book, transaction, category, name, value))
    })
}

fn has(book: &Book, transaction: &Transaction, category: &str, name: &str, value: &str) -> bool {
    match name {
        "category" if value == "none" => category.is_empty(),
        "category" => is_in(book, category, value),
        "merchant" => transaction.description.to_lowercase().starts_with(&value.replace('_', " ")),
        "account" => transaction.account == book.account(&value.replace('_', " ")),
        "tag" => transaction.tags.iter().any(|tag| tag.as_str() == value.replace('_', " ")),
        "text" => transaction.description.to_lowercase().contains(value),
        "weekday" => transaction.date.weekday().to_string() == value,
        "also" => {
            let (from, to) = days(value);
            from <= transaction.date && transaction.date <= to
        }
        "above" => transaction.amount.minor().abs() > value.parse::<i64>().unwrap(),
        "least" => transaction.amount.minor().abs() >= value.parse::<i64>().unwrap(),
        "below" => transaction.amount.minor().abs() < value.parse::<i64>().unwrap(),
        "most" => transaction.amount.minor().abs() <= value.parse::<i64>().unwrap(),
        "out" => transaction.amount.minor() < 0,
        "into" => transaction.amount.minor() > 0,
        _ => true,
    }
}

fn holds(book: &Book, transaction: &Transaction, category: &str, name: &str, value: &str) -> bool {
    match name.strip_prefix('-') {
        Some("transfers") => true,
        Some(name) => !has(book, transaction, category, name, value),
        None if ["category", "merchant", "weekday", "also"].contains(&name) => true,
        None => has(book, transaction, category, name, value),
    }
}

fn decimal(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", minor.abs() / 100, minor.abs() % 100)
}

/// Rounds half to even, as the product documents.
fn divided(numerator: i64, by: i64) -> i64 {
    let (whole, rest) = (numerator.div_euclid(by), numerator.rem_euclid(by));
    whole + i64::from(rest * 2 > by || (rest * 2 == by && whole % 2 != 0))
}

fn tenths(numerator: i64, by: i64) -> String {
    let tenths = divided(numerator * 10, by);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn shown(line: &Line<'_>) -> String {
    format!("{} {}", line.transaction.date, decimal(line.minor))
}

fn median(mut amounts: Vec<i64>) -> i64 {
    amounts.sort_unstable();
    let middle = amounts.len() / 2;
    if amounts.len() % 2 == 1 { amounts[middle] } else { divided(amounts[middle - 1] + amounts[middle], 2) }
}

fn figures(
    book: &Book,
    spec: &Spec<'_>,
    lines: &[Line<'_>],
    (from, to): (NaiveDate, NaiveDate),
) -> Vec<String> {
    let outs: Vec<i64> = lines.iter().filter(|line| line.minor < 0).map(|line| -line.minor).collect();
    let ins: Vec<i64> = lines.iter().filter(|line| line.minor >= 0).map(|line| line.minor).collect();
    let (out, into): (i64, i64) = (outs.iter().sum(), ins.iter().sum());
    let number = |name: &str| spec.value(name).unwrap().parse::<i64>().unwrap();
    let span = (to.min(NaiveDate::from_ymd_opt(2025, 11, 20).unwrap())
        - from.max(NaiveDate::from_ymd_opt(2024, 1, 1).unwrap()))
    .num_days()
        + 1;
    let none = |text: String, any: bool| if any { vec![text] } else { Vec::new() };
    match spec.measure {
        "spent" => match spec.value("cut") {
            None => vec![decimal(out)],
            Some(cut) => {
                let (percent, key) = cut.split_once(':').unwrap();
                let cut_out: i64 = lines
                    .iter()
                    .filter(|line| line.minor < 0 && (is_in(book, &line.category, key)))
                    .map(|line| -line.minor)
                    .sum();
                vec![format!(
                    "{} was {}",
                    decimal(out - divided(cut_out * percent.parse::<i64>().unwrap(), 100)),
                    decimal(out)
                )]
            }
        },
        "spent_without" => {
            let wanted = spec.value("cancel").unwrap();
            let gone: i64 = lines
                .iter()
                .filter(|line| line.minor < 0 && line.transaction.merchant.starts_with(wanted))
                .map(|line| -line.minor)
                .sum();
            vec![format!("{} was {}", decimal(out - gone), decimal(out))]
        }
        "received" => vec![decimal(into)],
        "net" => vec![decimal(into - out)],
        "refunded" => vec![decimal(out - into)],
        "count" => vec![lines.len().to_string()],
        "distinct" | "rate" | "shareof" => of_groups(book, spec, lines, (from, to)),
        "frequency" => {
            none(format!("{} a month", tenths(i64::try_from(lines.len()).unwrap(), number("months"))), true)
        }
        "mean" => none(decimal(divided(out, i64::try_from(outs.len().max(1)).unwrap())), !outs.is_empty()),
        "mean_in" => none(decimal(divided(into, i64::try_from(ins.len().max(1)).unwrap())), !ins.is_empty()),
        "monthly" => none(decimal(divided(out, number("months"))), !outs.is_empty()),
        "monthly_in" => none(decimal(divided(into, number("months"))), !ins.is_empty()),
        "yearly" => none(decimal(divided(out * 12, number("months"))), !outs.is_empty()),
        "weekly" => none(decimal(divided(out * 7, span)), !outs.is_empty()),
        "daily" => none(decimal(divided(out, span)), !outs.is_empty()),
        "median" => vec![decimal(median(outs))],
        "projection" => vec![decimal(divided(out * ((to - from).num_days() + 1), span))],
        "share" => {
            let mut whole = Spec { measure: "spent", rest: vec![("in", spec.value("in").unwrap_or(".."))] };
            whole.rest.extend(spec.value("whole").map(|key| ("category", key)));
            let is_earned = spec.value("of") == Some("earned");
            whole.rest.extend(
                is_earned.then_some([("category", "income"), ("category", "none")]).into_iter().flatten(),
            );
            let all = self::lines(book, &whole, (from, to));
            let income = is_earned || spec.value("of") == Some("income");
            let sum: i64 =
                all.iter().filter(|line| (line.minor > 0) == income).map(|line| line.minor.abs()).sum();
            vec![format!("{} %", tenths(out * 100, sum))]
        }
        _ => dates(spec, lines),
    }
}

/// Returns the number of different groups, the savings rate, or the share of the spending in a category.
fn of_groups(
    book: &Book,
    spec: &Spec<'_>,
    lines: &[Line<'_>],
    (from, to): (NaiveDate, NaiveDate),
) -> Vec<String> {
    let (out, into) = lines.iter().fold((0, 0), |(out, into), line| {
        if line.minor < 0 { (out - line.minor, into) } else { (out, into + line.minor) }
    });
    match spec.measure {
        "distinct" => {
            let mut groups: Vec<String> =
                lines.iter().map(|line| key(book, line, spec.value("of").unwrap())).collect();
            groups.sort();
            groups.dedup();
            groups.retain(|group| !group.is_empty());
            vec![groups.len().to_string()]
        }
        "rate" => vec![format!("{} %", tenths((into - out) * 100, into))],
        "shareof" => {
            let period = spec.value("in").unwrap_or("..");
            let whole = Spec {
                measure: "spent",
                rest: vec![("in", period), ("category", spec.value("whole").unwrap())],
            };
            let all = self::lines(book, &whole, (from, to));
            let sum: i64 = all.iter().filter(|line| line.minor < 0).map(|line| -line.minor).sum();
            vec![format!("{} %", tenths(out * 100, sum))]
        }
        other => panic!("no such measure: {other}"),
    }
}

/// Returns the figures that are transactions, dates or days.
fn dates(spec: &Spec<'_>, lines: &[Line<'_>]) -> Vec<String> {
    let most = |default: usize| spec.value("top").map_or(default, |it| it.parse().unwrap());
    let mut lines: Vec<&Line<'_>> = lines.iter().collect();
    lines.sort_by_key(|line| (line.transaction.date, line.transaction.position));
    match spec.measure {
        "list" => lines.iter().take(100).map(|line| shown(line)).collect(),
        "largest" | "largest_in" => {
            lines.retain(|line| (line.minor < 0) == (spec.measure == "largest"));
            lines.sort_by_key(|line| -line.minor.abs());
            lines.iter().take(most(1)).map(|line| shown(line)).collect()
        }
        "smallest" => {
            lines.retain(|line| line.minor < 0);
            lines.sort_by_key(|line| line.minor.abs());
            lines.iter().take(most(1)).map(|line| shown(line)).collect()
        }
        "first" => lines.iter().take(most(1)).map(|line| shown(line)).collect(),
        "last" => lines.iter().rev().take(most(1)).map(|line| shown(line)).collect(),
        "since" => lines
            .last()
            .map(|line| format!("{} days", (today() - line.transaction.date).num_days()))
            .into_iter()
            .collect(),
        "duration" => {
            let (first, last) = (lines[0].transaction.date, lines[lines.len() - 1].transaction.date);
            vec![format!("{} days", (last - first).num_days())]
        }
        "prices" => {
            let (first, last) = (lines[0].minor, lines[lines.len() - 1].minor);
            let since =
                lines.iter().rev().take_while(|line| line.minor == last).last().unwrap().transaction.date;
            vec![format!("{} to {} since {since}", decimal(-first), decimal(-last))]
        }
        // The table states the expected date. The ledger's own tests check its computation.
        "next" => vec![spec.value("on").unwrap().to_owned()],
        "until" => vec![format!(
            "{} days",
            (spec.value("on").unwrap().parse::<NaiveDate>().unwrap() - today()).num_days()
        )],
        other => panic!("no such measure: {other}"),
    }
}

fn key(book: &Book, line: &Line<'_>, by: &str) -> String {
    let date = line.transaction.date;
    match by {
        "category" if line.category.is_empty() => String::new(),
        "category" => line.category.clone(),
        "merchant" => line.transaction.merchant.clone(),
        "account" => book.accounts.iter().find(|it| it.id == line.transaction.account).unwrap().name.clone(),
        "weekday" => date.weekday().to_string(),
        "day" => date.to_string(),
        "month" => date.format("%Y-%m").to_string(),
        "year" => date.format("%Y").to_string(),
        "quarter" => format!("{}-Q{}", date.year(), date.month0() / 3 + 1),
        other => panic!("no such group: {other}"),
    }
}

fn grouped(
    book: &Book,
    spec: &Spec<'_>,
    lines: &[Line<'_>],
    by: &str,
    period: (NaiveDate, NaiveDate),
) -> Vec<String> {
    let mut keys: Vec<String> = lines.iter().map(|line| key(book, line, by)).collect();
    if let Some(before) = spec.value("than") {
        keys.extend(self::lines(book, spec, days(before)).iter().map(|line| key(book, line, by)));
    }
    keys.sort();
    keys.dedup();
    let mut rows: Vec<(i64, String)> = Vec::new();
    for group in keys {
        let own: Vec<Line<'_>> = lines
            .iter()
            .filter(|line| key(book, line, by) == group)
            .map(|line| Line {
                transaction: line.transaction,
                minor: line.minor,
                category: line.category.clone(),
            })
            .collect();
        let figure = figures(book, spec, &own, period).join(",");
        if figure == "0.00" && spec.value("than").is_none() {
            continue;
        }
        let minor: i64 = figure.replace('.', "").parse().unwrap();
        if spec.value("having").is_some_and(|limit| !meets(limit, minor)) {
            continue;
        }
        let row = format!("{group}: {figure}{}", compared(book, spec, Some((by, &group))));
        if !row.ends_with(": 0.00 was 0.00") {
            rows.push((minor, row));
        }
    }
    match spec.value("rank") {
        Some("least") => rows.sort_by_key(|(minor, _)| *minor),
        Some("most") => rows.sort_by_key(|(minor, _)| -*minor),
        // The loops do not define an order for rows that are not ranked.
        _ => rows.sort_by(|one, other| one.1.cmp(&other.1)),
    }
    rows.into_iter()
        .take(spec.value("top").map_or(usize::MAX, |it| it.parse().unwrap()))
        .map(|(_, row)| row)
        .collect()
}

//! Tests on generated data: the figures of queries equal those of the reports and those of plain loops.

use std::collections::BTreeMap;

use chrono::{Datelike, Days};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::subsequence;
use saldo_domain::merchant::merchant_key;
use saldo_domain::query::{DateRange, Dimension, Figure, Measure, Per, Size};
use saldo_domain::transaction::Direction;
use saldo_domain::{
    AccountId, CategoryBy, CategoryId, Currency, Date, FiscalCalendar, Granularity, Money, Period,
    PreferencesChange, Query, QueryAnswer, Split, Tag, TransactionFilter, TransactionId, TransactionKind,
};
use saldo_ledger::query::answer;
use saldo_storage::NewTransaction;

use crate::test_books::{Books, NOW};
use crate::{CashFlowQuery, SpendingQuery};

/// A generated transaction.
#[derive(Debug, Clone)]
struct Line {
    day: u64,
    account: usize,
    minor: i64,
    merchant: usize,
    category: Option<usize>,
    /// The category and the minor units of a second split.
    split: Option<(usize, i64)>,
    is_transfer: bool,
    /// The numbers of the tags, in order.
    tags: Vec<usize>,
}

/// The parts of a generated query.
#[derive(Debug, Clone)]
struct Parts {
    measure: usize,
    group: Option<usize>,
    months: Option<(u32, u32)>,
    category: Option<usize>,
    uncategorized: bool,
    without: Option<usize>,
    merchants: Vec<usize>,
    account: Option<usize>,
    weekday: Option<u8>,
    above: Option<u32>,
    tag: Option<usize>,
    of_transfers: bool,
}

const CATEGORIES: usize = 6;
const ACCOUNTS: usize = 3;
const MERCHANTS: usize = 4;
const MEASURES: usize = 7;
const GROUPS: [Dimension; 10] = [
    Dimension::Category,
    Dimension::Merchant,
    Dimension::Account,
    Dimension::Tag,
    Dimension::Weekday,
    Dimension::Day,
    Dimension::Week,
    Dimension::Month,
    Dimension::Quarter,
    Dimension::Year,
];

fn line() -> impl Strategy<Value = Line> {
    let split = option::weighted(0.3, (0..CATEGORIES, 1..500_i64));
    let kinds = (option::of(0..CATEGORIES), split, proptest::bool::weighted(0.1));
    // Equal amounts are put in order by their dates.
    let minor = prop_oneof![-20_000..-500_i64, 500..20_000_i64, Just(-1_000_i64), Just(1_000_i64)];
    let plain = (0..500_u64, 0..ACCOUNTS, minor, 0..MERCHANTS);
    let tags = subsequence(vec![0, 1, 2], 0..3);
    (plain, kinds, tags).prop_map(
        |((day, account, minor, merchant), (category, split, is_transfer), tags)| Line {
            day,
            account,
            minor,
            merchant,
            category: category.filter(|_| !is_transfer),
            split: split.filter(|_| !is_transfer).map(|(it, part)| (it, part.min(minor.abs() - 1))),
            is_transfer,
            tags,
        },
    )
}

fn parts() -> impl Strategy<Value = Parts> {
    let shape = (0..MEASURES, option::of(0..GROUPS.len()), option::of((1..14_u32, 0..6_u32)));
    let sorted =
        (option::of(0..CATEGORIES), proptest::bool::weighted(0.1), option::weighted(0.2, 0..CATEGORIES));
    let merchants = prop_oneof![3 => Just(Vec::new()), 1 => vec(0..MERCHANTS, 1..3)];
    let kept = (merchants, option::weighted(0.3, 0..ACCOUNTS), option::weighted(0.2, 0..7_u8));
    let tag = option::weighted(0.2, 0..3_usize);
    let rest = (option::weighted(0.2, 1..150_u32), proptest::bool::weighted(0.1), tag);
    (shape, sorted, kept, rest).prop_map(|(shape, sorted, kept, rest)| Parts {
        measure: shape.0,
        group: shape.1,
        months: shape.2,
        category: sorted.0.filter(|_| !sorted.1),
        uncategorized: sorted.1,
        without: sorted.2,
        merchants: kept.0,
        account: kept.1,
        weekday: kept.2,
        above: rest.0,
        tag: rest.2,
        of_transfers: rest.1,
    })
}

/// Generated transactions in a separate database.
struct Generated {
    books: Books,
    accounts: Vec<(AccountId, Currency)>,
    categories: Vec<CategoryId>,
    parents: BTreeMap<CategoryId, Option<CategoryId>>,
    lines: Vec<Line>,
}

fn first_day() -> Date {
    Date::from_ymd_opt(2024, 1, 1).unwrap()
}

fn today() -> Date {
    Date::from_ymd_opt(2025, 8, 20).unwrap()
}

fn merchant(number: usize) -> String {
    ["Corner Shop", "Blue Cafe", "Book Store", "Garage North"][number].to_owned()
}

fn tag(number: usize) -> Tag {
    Tag::parse(["work", "trip", "gift"][number]).unwrap()
}

impl Line {
    fn date(&self) -> Date {
        first_day() + Days::new(self.day)
    }

    fn parts(&self) -> Vec<(Option<usize>, i64)> {
        match self.split {
            Some((other, part)) => {
                let part = part * self.minor.signum();
                vec![(self.category, self.minor - part), (Some(other), part)]
            }
            None => vec![(self.category, self.minor)],
        }
    }
}

impl Generated {
    async fn of(lines: Vec<Line>) -> Self {
        let books = Books::of(&[]).await;
        let calendar = FiscalCalendar::new(4, 6).unwrap();
        let change = PreferencesChange { fiscal_calendar: Some(calendar), ..PreferencesChange::default() };
        books.keeper.storage.change_preferences(books.user, change, NOW).await.unwrap();
        let [euro, dollar] = ["EUR", "USD"].map(|code| Currency::parse(code).unwrap());
        let accounts = vec![
            (books.account, euro),
            (books.add_account("Card", euro).await, euro),
            (books.add_account("Dollars", dollar).await, dollar),
        ];
        let known = books.keeper.storage.list_categories(books.user).await.unwrap();
        let parents = known.iter().map(|it| (it.id, it.parent)).collect();
        // A parent, two of its subcategories, and three subcategories of other parents.
        let parent = known.iter().find_map(|it| it.parent).unwrap();
        let below = known.iter().filter(|it| it.parent == Some(parent)).take(2).map(|it| it.id);
        let others = known.iter().filter(|it| it.parent.is_some_and(|it| it != parent)).map(|it| it.id);
        let categories: Vec<CategoryId> =
            std::iter::once(parent).chain(below).chain(others.take(3)).collect();
        let generated = Self { books, accounts, categories, parents, lines };
        for line in &generated.lines {
            generated.add(line).await;
        }
        generated
    }

    async fn add(&self, line: &Line) {
        let (account, currency) = self.accounts[line.account];
        let id = TransactionId::new(NOW);
        let new = NewTransaction {
            id,
            account,
            statement: None,
            position: None,
            date: line.date(),
            description: merchant(line.merchant),
            note: String::new(),
            amount: Money::from_minor(line.minor, currency),
            category: line.category.map(|it| self.categories[it]),
            category_by: CategoryBy::User,
            kind: if line.is_transfer { TransactionKind::Transfer } else { TransactionKind::Transaction },
            tags: line.tags.iter().map(|it| tag(*it)).collect(),
        };
        let (keeper, user) = (&self.books.keeper, self.books.user);
        keeper.storage.insert_transaction(user.into(), new, NOW).await.unwrap();
        if line.split.is_some() {
            let split = |(category, minor): (Option<usize>, i64)| Split {
                amount: Money::from_minor(minor, currency),
                category: category.map(|it| self.categories[it]),
                note: None,
            };
            keeper
                .split_transaction(user.into(), id, line.parts().into_iter().map(split).collect(), NOW)
                .await
                .unwrap();
        }
    }

    fn query(&self, parts: &Parts) -> Query {
        let measures = [
            Measure::Spent,
            Measure::Received,
            Measure::Net,
            Measure::SpentNetOfRefunds,
            Measure::Count,
            Measure::Average { of: Direction::Out, per: Per::Transaction },
            Measure::Average { of: Direction::In, per: Per::Transaction },
        ];
        let mut query = Query::of(measures[parts.measure].clone());
        query.group_by = parts.group.map(|it| GROUPS[it]);
        query.filter.period = parts.months.map(|(first, more)| {
            let day = |month| Period::month(2024, 1).unwrap().start() + chrono::Months::new(month);
            DateRange::new(Some(day(first)), day(first + more + 1).pred_opt()).unwrap()
        });
        let only = &mut query.filter.only;
        only.categories.extend(parts.category.map(|it| self.categories[it]));
        only.uncategorized = parts.uncategorized;
        only.merchants = parts.merchants.iter().map(|it| merchant_key(&merchant(*it))).collect();
        only.accounts.extend(parts.account.map(|it| self.accounts[it].0));
        only.weekdays.extend(parts.weekday.map(|it| chrono::Weekday::try_from(it).unwrap()));
        only.sizes.extend(parts.above.map(|it| Size::Above(it.to_string().parse().unwrap())));
        only.tags.extend(parts.tag.map(tag));
        only.kinds.extend(parts.of_transfers.then_some(TransactionKind::Transfer));
        query.filter.without.categories.extend(parts.without.map(|it| self.categories[it]));
        query
    }

    fn is_below(&self, category: usize, wanted: usize) -> bool {
        let (category, wanted) = (self.categories[category], self.categories[wanted]);
        category == wanted || self.parents[&category] == Some(wanted)
    }

    /// Calculates the rows of a query with plain loops: group and
    /// currency, minor units, and the number of transactions.
    fn expected(&self, parts: &Parts) -> BTreeMap<(String, String), (i64, u64)> {
        let mut sums: BTreeMap<(String, String), Sides> = BTreeMap::new();
        for (number, line) in self.lines.iter().enumerate().filter(|(_, line)| lets_through(parts, line)) {
            for (category, minor) in line.parts() {
                let is_meant = match (parts.category, parts.uncategorized) {
                    (_, true) => category.is_none(),
                    (Some(wanted), _) => category.is_some_and(|it| self.is_below(it, wanted)),
                    (None, false) => true,
                };
                let is_left_out =
                    parts.without.is_some_and(|it| category.is_some_and(|of| self.is_below(of, it)));
                if !is_meant || is_left_out {
                    continue;
                }
                for group in self.groups(parts, line, category) {
                    let currency = self.accounts[line.account].1.code().to_owned();
                    let sum = sums.entry((group, currency)).or_default();
                    let side = if minor < 0 { &mut sum.out } else { &mut sum.into };
                    side.minor += minor.abs();
                    if side.lines.last() != Some(&number) {
                        side.lines.push(number);
                    }
                }
            }
        }
        let figure = |sum: &Sides| {
            let (into, out) = (sum.into.minor, sum.out.minor);
            let (ins, outs) = (sum.into.lines.len() as u64, sum.out.lines.len() as u64);
            match parts.measure {
                0 => (out, outs),
                1 => (into, ins),
                2 => (into - out, ins + outs),
                3 => (out - into, ins + outs),
                4 => (0, ins + outs),
                5 => (half_to_even(out, outs), outs),
                _ => (half_to_even(into, ins), ins),
            }
        };
        let rows = sums.iter().map(|(key, sum)| (key.clone(), figure(sum)));
        rows.filter(|(_, (_, count))| *count > 0).collect()
    }

    /// Returns the groups of a part of a transaction; several if it has several tags.
    fn groups(&self, parts: &Parts, line: &Line, category: Option<usize>) -> Vec<String> {
        match parts.group.map(|it| GROUPS[it]) {
            Some(Dimension::Tag) if line.tags.is_empty() => vec![String::new()],
            Some(Dimension::Tag) => {
                let wanted = line.tags.iter().filter(|it| parts.tag.is_none_or(|tag| tag == **it));
                wanted.map(|it| tag(*it).as_str().to_owned()).collect()
            }
            Some(by) => vec![self.group(by, line, category)],
            None => vec![String::new()],
        }
    }

    fn group(&self, by: Dimension, line: &Line, category: Option<usize>) -> String {
        let date = line.date();
        // Fiscal years begin on April 6 in this test.
        let started = if (date.month(), date.day()) >= (4, 6) { date.year() } else { date.year() - 1 };
        match by {
            Dimension::Category => category.map_or_else(String::new, |it| self.categories[it].to_string()),
            Dimension::Merchant => merchant_key(&merchant(line.merchant)),
            Dimension::Account => self.accounts[line.account].0.to_string(),
            Dimension::Tag => unreachable!("a transaction has several"),
            Dimension::Weekday => date.weekday().to_string(),
            Dimension::Day => date.to_string(),
            Dimension::Week => date.format("%G-W%V").to_string(),
            Dimension::Month => date.format("%Y-%m").to_string(),
            Dimension::Year => format!("{started}/{:02}", (started + 1) % 100),
            Dimension::Quarter => {
                let begins = Date::from_ymd_opt(started, 4, 6).unwrap();
                let quarter = (1..4).filter(|it| begins + chrono::Months::new(it * 3) <= date).count() + 1;
                format!("{started}/{:02}-Q{quarter}", (started + 1) % 100)
            }
        }
    }

    async fn answer(&self, query: &Query) -> QueryAnswer {
        self.books.keeper.answer(self.books.user, query, today()).await.unwrap()
    }

    /// Compares lists, dates and durations with those that are calculated from all transactions.
    async fn check_lists(&self, parts: &Parts) {
        let (keeper, user) = (&self.books.keeper, self.books.user);
        let all = keeper.all_transactions(user, TransactionFilter::default()).await.unwrap();
        let sides = [Direction::Out, Direction::In];
        let mut measures = vec![Measure::Transactions, Measure::First, Measure::Last];
        measures.extend(sides.map(|of| Measure::Largest { of }));
        measures.extend(sides.map(|of| Measure::Smallest { of }));
        measures.extend([Measure::TimeSince, Measure::Duration, Measure::Median { of: Direction::Out }]);
        for measure in measures {
            for limit in [None, Some(1), Some(2)] {
                let query = Query { measure: measure.clone(), group_by: None, limit, ..self.query(parts) };
                let data = keeper.user_data(user, today()).await.unwrap();
                let circumstances = keeper.circumstances(user, &query, &data).await.unwrap();
                let expected = answer(&query, &circumstances.query_data(&all, None)).unwrap();
                assert_eq!(self.answer(&query).await, expected, "{query:?}");
            }
        }
    }

    /// Compares the figures of the reports with those of queries.
    async fn check_reports(&self) {
        let (keeper, user) = (&self.books.keeper, self.books.user);
        for row in keeper.spending(user, SpendingQuery::default(), today()).await.unwrap() {
            let mut query = Query::of(Measure::Spent);
            query.filter.only.categories.extend(row.category);
            query.filter.only.uncategorized = row.category.is_none();
            let found = amounts(&self.answer(&query).await);
            for flow in &row.flows {
                let key = (String::new(), flow.spending.currency().code().to_owned());
                let (minor, _) = found.get(&key).copied().unwrap_or_default();
                assert_eq!(minor, flow.spending.minor(), "{:?}", row.name);
            }
        }
        for (granularity, by) in
            [(Granularity::Year, Dimension::Year), (Granularity::Quarter, Dimension::Quarter)]
        {
            let question = CashFlowQuery { granularity, ..CashFlowQuery::default() };
            let buckets = keeper.cash_flow_as_of(user, question, today()).await.unwrap();
            for measure in [Measure::Spent, Measure::Received, Measure::Net] {
                let query = Query { group_by: Some(by), ..Query::of(measure.clone()) };
                let found = amounts(&self.answer(&query).await);
                for (bucket, flow) in
                    buckets.iter().flat_map(|it| it.flows.iter().map(move |flow| (it, flow)))
                {
                    let expected = match measure {
                        Measure::Spent => flow.spending,
                        Measure::Received => flow.income,
                        _ => flow.net().unwrap(),
                    };
                    let key = (bucket.key.clone(), expected.currency().code().to_owned());
                    let (minor, _) = found.get(&key).copied().unwrap_or_default();
                    assert_eq!(minor, expected.minor(), "{} {measure:?}", bucket.key);
                }
            }
        }
    }
}

/// The sum of one direction in minor units, and the indices of its transactions.
#[derive(Default)]
struct Side {
    minor: i64,
    lines: Vec<usize>,
}

/// The money in and out of one group and currency.
#[derive(Default)]
struct Sides {
    into: Side,
    out: Side,
}

fn lets_through(parts: &Parts, line: &Line) -> bool {
    let date = line.date();
    let month = u32::try_from((date.year() - 2024) * 12).unwrap() + date.month0();
    parts.months.is_none_or(|(first, more)| (first..=first + more).contains(&month))
        && line.is_transfer == parts.of_transfers
        && (parts.merchants.is_empty() || parts.merchants.contains(&line.merchant))
        && parts.account.is_none_or(|it| it == line.account)
        && parts.tag.is_none_or(|it| line.tags.contains(&it))
        && parts.weekday.is_none_or(|it| u32::from(it) == date.weekday().num_days_from_monday())
        && parts.above.is_none_or(|it| line.minor.abs() > i64::from(it) * 100)
}

fn half_to_even(sum: i64, count: u64) -> i64 {
    let count = i64::try_from(count.max(1)).unwrap();
    let (whole, rest) = (sum / count, sum % count);
    whole + i64::from(rest * 2 > count || (rest * 2 == count && whole % 2 != 0))
}

/// Returns the rows of an answer that have transactions.
fn amounts(answer: &QueryAnswer) -> BTreeMap<(String, String), (i64, u64)> {
    let rows = answer.rows.iter().filter(|row| row.transactions > 0);
    let row = |row: &saldo_domain::query::QueryRow| {
        let (minor, currency) = match &row.figure {
            Figure::Money(money) => (money.minor(), money.currency().code().to_owned()),
            _ => (0, String::new()),
        };
        ((row.group.clone().unwrap_or_default(), currency), (minor, row.transactions))
    };
    rows.map(row).collect()
}

/// Adds up the counts of all currencies.
fn without_currency(rows: BTreeMap<(String, String), (i64, u64)>) -> BTreeMap<(String, String), (i64, u64)> {
    let mut found: BTreeMap<(String, String), (i64, u64)> = BTreeMap::new();
    for ((group, _), (_, count)) in rows {
        found.entry((group, String::new())).or_default().1 += count;
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn queries_reports_and_plain_loops_agree(
        lines in vec(line(), 1..60),
        asked in vec(parts(), 30),
    ) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let generated = Generated::of(lines).await;
            for parts in asked.iter().take(3) {
                generated.check_lists(parts).await;
            }
            for parts in asked {
                let query = generated.query(&parts);
                let expected = generated.expected(&parts);
                let expected = if parts.measure == 4 { without_currency(expected) } else { expected };
                assert_eq!(amounts(&generated.answer(&query).await), expected, "{query:?}");
            }
            generated.check_reports().await;
        });
    }
}

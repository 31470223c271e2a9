//! Reads a text clause by clause. A clause may depend on the previous questions.

use saldo_domain::entry::Direction;

use super::asking::{Asked, per_of, take_asked};
use super::goal;
use super::hints::{self, Step, Whole};
use super::leaning::{Clause, merged};
use super::leftovers::{self, Missed};
use super::moves::{Moved, take_moves};
use super::names::{Books, Mentions, Named, is_name, named_at, take_mentions};
use super::period::{Calendar, Span, take_spans};
use super::question::{Ask, By, Flow, Per, Query, Rank, Scope};
use super::thresholds::{Thresholds, are_of_groups, flow_of_sum, take_exact, take_thresholds};
use super::topics::{Topic, take_ahead, take_amount, take_topic};
use super::words::Words;
use super::{arithmetic, clauses};

/// The questions of a text, and the parts of it that could not be used.
#[derive(Debug, Default)]
pub(super) struct Understood {
    pub(super) queries: Vec<Query>,
    pub(super) missed: Missed,
}

impl Understood {
    /// Returns `true` if every word was used, and no typed query can express the questions.
    pub(super) fn is_whole(&self) -> bool {
        let is_beyond = |query: &Query| {
            // Typed queries have no groups of income and spending side by side,
            // and no amounts of exactly one size.
            let is_of_both = matches!(query.ask, Ask::Breakdown { .. }) && query.direction.is_none();
            let Thresholds { at_least, at_most, .. } = &query.scope.thresholds;
            let is_exact = at_least.is_some() && at_least == at_most;
            let is_other = query.ask.is_beyond_queries() || query.draws || query.scope.moves.is_some();
            let is_other = is_other || is_of_both || is_exact;
            (is_other || self.queries.len() > 1) && !query.scope.is_unknown
        };
        self.missed == Missed::default() && self.queries.iter().all(is_beyond)
    }

    /// Returns `true` if all questions are about recurring payments,
    /// due payments, transfers and the like, which a typed query would misread as sums.
    pub(super) fn is_of_topics(&self) -> bool {
        let is_topic = |query: &Query| {
            let is_sum_like =
                matches!(query.ask, Ask::Trend(_) | Ask::Left { .. } | Ask::Distinct { .. } | Ask::Within(_));
            let recurs = !matches!(query.ask, Ask::Recurring { changed: true, .. });
            query.scope.moves.is_some() || (query.ask.is_beyond_queries() && !is_sum_like && recurs)
        };
        !self.queries.is_empty() && self.queries.iter().all(is_topic)
    }
}

/// The maximum number of questions; an answer to more would be too long to read.
const QUERIES_MAX: usize = 4;

/// Reads the last question. The ones before it give "that" and "the month before" a meaning.
pub(super) fn understand<'a>(
    questions: impl IntoIterator<Item = &'a str>,
    books: &Books,
    calendar: Calendar,
) -> Option<Understood> {
    let (mut before, mut last) = (Vec::new(), None);
    for question in questions {
        last = read_all(question, &mut before, books, calendar);
    }
    last
}

/// Reads every clause. A clause that is not understood does not change the meaning of "that".
fn read_all(
    question: &str,
    before: &mut Vec<Query>,
    books: &Books,
    calendar: Calendar,
) -> Option<Understood> {
    let alone = arithmetic::read(question)
        .map(|sum| Query::alone(if sum.is_loan { Ask::Loan } else { Ask::Growth }, Some(sum), None))
        .or_else(|| Some(Query::alone(Ask::Goal, None, Some(goal::read(question, calendar.today)?))));
    if let Some(query) = alone {
        *before = vec![query.clone()];
        let missed = leftovers::of_sum(&query);
        return Some(Understood { queries: vec![query], missed });
    }
    let mut understood = Understood::default();
    let mut greets = false;
    let clauses = clauses::of(question);
    for clause in &clauses {
        match read(clause, before, books, calendar) {
            Some(found) if found.queries.iter().all(|query| query.ask == Ask::Help) => greets = true,
            Some(found) => {
                before.clone_from(&found.queries);
                understood.queries.extend(found.queries);
                understood.missed.add(found.missed);
            }
            None => {
                let words = Words::of(clause);
                let says_something = (0..words.len()).any(|index| is_name(&words, index));
                understood.missed.words.extend(says_something.then(|| clause.clone()));
            }
        }
    }
    if understood.queries.is_empty() && greets {
        return Some(Understood {
            queries: vec![Query::alone(Ask::Help, None, None)],
            missed: Missed::default(),
        });
    }
    // The answer names the questions beyond the limit.
    for query in understood.queries.split_off(understood.queries.len().min(QUERIES_MAX)) {
        let name = query.scope.called.or(query.scope.text).or(query.scope.account);
        understood.missed.parts.extend(name.or(query.span.map(Span::in_words)));
    }
    (!understood.queries.is_empty()).then_some(understood)
}

/// The content of a clause, except names and asking words.
struct Found {
    topic: Option<Topic>,
    /// The period of "the month before".
    shifted: Option<Span>,
    /// The period of a comparison.
    compared: Option<Step>,
    spans: Vec<Span>,
    whole: Option<Whole>,
    is_left: bool,
    is_trend: bool,
    /// The words of the trend.
    trend: Option<String>,
    draws: bool,
    moves: Option<Moved>,
}

impl Found {
    fn is_nothing(&self) -> bool {
        self.spans.is_empty()
            && self.shifted.is_none()
            && self.compared.is_none()
            && !self.draws
            && !self.is_trend
            && self.moves.is_none()
    }
}

fn read(clause: &str, before: &[Query], books: &Books, calendar: Calendar) -> Option<Understood> {
    let mut words = Words::of(clause);
    let mut missed = Missed::default();
    let (mut found, thresholds) = take_found(&mut words, before, books, calendar, &mut missed);
    let mentions = take_mentions(&mut words, books);
    let mut asked = take_asked(&words);
    asked.is_plain_sum &= found.topic.is_none();
    let thresholds = if found.topic.is_none() && thresholds == Thresholds::default() {
        take_exact(&mut words, &asked)
    } else {
        thresholds
    };
    let thresholds = limited(thresholds, &words, &mut asked, found.topic.is_some(), &mut missed);
    let (scopes, kept) = scopes(mentions, Scope { thresholds, ..Scope::default() }, found.is_left, books);
    missed.parts.extend(kept);
    // "Is that more than in April?" compares April with the previous period.
    let compares_back = scopes.iter().all(Scope::is_empty)
        && words.has(&["more than", "less than", "higher than", "lower than", "compared", "compare"])
        && found.spans.len() == 1;
    let earlier = before.last().and_then(|it| it.span).filter(|_| compares_back);
    found.spans.splice(0..0, earlier);
    let is_income =
        scopes.iter().any(|scope| scope.category.as_deref().is_some_and(|it| books.is_income(it)));
    if let Some(ask) = ask_of(&found, &asked, &words, is_income) {
        // A share of all income that comes from one source is also income.
        if found.whole == Some(Whole::Income) && ask == (Ask::Share { of_income: false }) {
            asked.direction = Some(Direction::In);
        }
        asked.ask = Some(ask);
    }
    // No tool finds which of several groups rose the most.
    let tells_trend = matches!(asked.ask, None | Some(Ask::Trend(_) | Ask::Flow(_)));
    missed.parts.extend(found.trend.clone().filter(|_| found.is_trend && !tells_trend));
    let says_nothing_new = asked.is_nothing() && scopes.iter().all(Scope::is_empty) && found.is_nothing();
    let clause = Clause {
        words: &words,
        asked: &asked,
        scopes: &scopes,
        has_period: !found.spans.is_empty() && earlier.is_none(),
        is_shifted: found.shifted.is_some(),
    };
    let carries_on = clause.carries_on();
    // "What is the weather in May?" has a period and an unknown name,
    // but asks for nothing that the tools know.
    let is_weak =
        asked.ask.is_none() || found.topic.is_some_and(|it| it.is_weak && asked.direction.is_none());
    let asks_elsewhere =
        is_weak && scopes.iter().all(|scope| scope.is_unknown) && (!carries_on || before.is_empty());
    if says_nothing_new || asks_elsewhere {
        return None;
    }
    // Transactions do not show what a user owes.
    if words.has(&["owe", "owed"]) {
        return None;
    }
    let bases = clause.bases(before, books);
    if clause.is_about_that(before) {
        (asked.ask, asked.direction) = (None, None);
    }
    let queries = queries(&asked, &found, &scopes, &bases, books, calendar, &mut missed);
    missed.add(leftovers::of(&words, &queries));
    Some(Understood { queries, missed })
}

/// Takes everything except names and asking words.
fn take_found(
    words: &mut Words,
    before: &[Query],
    books: &Books,
    calendar: Calendar,
    missed: &mut Missed,
) -> (Found, Thresholds) {
    missed.parts.extend(hints::take_turning(words));
    let draws = hints::take_chart(words);
    let whole = hints::take_whole(words);
    let ahead = take_ahead(words, calendar);
    let is_ahead = ahead.is_some() && before.last().is_none_or(|it| it.ask != Ask::Due);
    let topic = if whole.is_some() { None } else { take_topic(words, is_ahead) };
    let moves = if topic.is_none() { take_moves(words, books) } else { None };
    let is_left = topic.is_none() && take_left(words, books);
    let trend = words.find(hints::TREND).map(|(index, count)| words.join(index, count));
    let is_trend = topic.is_none() && words.take(hints::TREND);
    let shifted = before.last().and_then(|before| hints::take_shift(words, before));
    let compared = if shifted.is_none() { hints::take_step(words) } else { None };
    let mut thresholds = take_thresholds(words, calendar);
    let spans = take_spans(words, calendar);
    missed.parts.extend(spans.excluded);
    let mut spans = spans.found;
    spans.extend(ahead);
    if topic.is_some_and(|it| it.ask == Ask::Explain) {
        let amount = take_amount(words);
        thresholds = Thresholds { at_least: amount.clone(), at_most: amount, ..thresholds };
    }
    (Found { topic, shifted, compared, spans, whole, is_left, is_trend, trend, draws, moves }, thresholds)
}

/// Turns limits on a total into a question about that total. No tool checks limits for each month.
fn limited(
    thresholds: Thresholds,
    words: &Words,
    asked: &mut Asked,
    has_topic: bool,
    missed: &mut Missed,
) -> Thresholds {
    let said = thresholds.in_words().trim_start_matches(" of ").to_owned();
    if thresholds != Thresholds::default() && !has_topic && are_of_groups(words, asked) {
        missed.parts.push(said);
        return Thresholds::default();
    }
    let flow = flow_of_sum(words, asked).filter(|_| !has_topic && thresholds != Thresholds::default());
    let Some(flow) = flow else { return thresholds };
    let per = per_of(words);
    if per == Per::Entry {
        asked.ask = Some(Ask::Within(flow));
        return thresholds;
    }
    asked.ask = Some(Ask::Average { flow, per });
    missed.parts.push(said);
    Thresholds::default()
}

/// Takes "after rent" and "minus rent" in a question about income or a remaining amount.
fn take_left(words: &mut Words, books: &Books) -> bool {
    #[rustfmt::skip]
    let is_about_money = words.has(&[
        "income", "salary", "money do i have", "money have i", "have left", "left over", "leftover", "is left", "was left", "left",
        "remains", "remain", "do i have", "do i keep",
    ]);
    let Some((index, count)) = words.find(&["after", "minus", "less", "once"]).filter(|_| is_about_money)
    else {
        return false;
    };
    let filler =
        ["paying", "pay", "deducting", "subtracting", "my", "the", "for", "i've", "paid", "i", "have"];
    let named = (index + count..words.len()).find(|at| !filler.contains(&words.at(*at)));
    let is_name = |named: &Named| matches!(named, Named::Category { .. } | Named::Merchant(_));
    let Some(at) = named.filter(|at| named_at(words, *at, books).is_some_and(|(named, _)| is_name(&named)))
    else {
        return false;
    };
    words.mark_used(index, at - index);
    true
}

/// Returns the kind of question that a phrase identifies.
fn ask_of(found: &Found, asked: &Asked, words: &Words, is_income: bool) -> Option<Ask> {
    if let Some(topic) = found.topic {
        return Some(topic.ask);
    }
    if found.is_left {
        let monthly =
            words.has(&["each month", "every month", "per month", "a month", "monthly", "by month"]);
        return Some(Ask::Left { monthly });
    }
    match found.whole {
        Some(Whole::Income) if words.has(&["save", "saved", "saving", "put aside", "keep"]) => {
            return Some(Ask::Flow(Flow::SavingsRate));
        }
        Some(Whole::Income) => {
            let of_income =
                !is_income && !words.has(&["comes from", "come from", "came from", "is from", "was from"]);
            return Some(Ask::Share { of_income });
        }
        Some(Whole::Spending) => return Some(Ask::Share { of_income: false }),
        None => {}
    }
    // "Did I spend more at Tesco than at Rewe?" asks for two sums.
    if asked.ask == Some(Ask::Exists) && words.has(&["more", "less"]) && words.has(&["than", "or"]) {
        return Some(Ask::Flow(match asked.direction {
            Some(Direction::In) => Flow::Income,
            Some(Direction::Out) => Flow::Spending,
            None => Flow::Both,
        }));
    }
    let flow = match asked.ask {
        Some(Ask::Flow(flow)) => flow,
        Some(Ask::Exists | Ask::List { .. }) | None if found.is_trend => Flow::Spending,
        _ => return None,
    };
    let changes = words.has(hints::CHANGE) && found.spans.len() < 2 && found.compared.is_none();
    (found.is_trend || changes).then_some(match (flow, asked.direction) {
        (Flow::Both, _) => Ask::Trend(Flow::Net),
        (Flow::Spending, Some(Direction::In)) => Ask::Trend(Flow::Income),
        (flow, _) => Ask::Trend(flow),
    })
}

/// Returns a scope for each combination of alternative names, and the names that cannot be excluded.
fn scopes(mentions: Mentions, mut base: Scope, is_left: bool, books: &Books) -> (Vec<Scope>, Vec<String>) {
    let lost: Vec<String> = mentions.without.into_iter().filter_map(|named| base.leave_out(named)).collect();
    // The rest of a salary after rent is about rent.
    let is_whole =
        |named: &Named| matches!(named, Named::Category { name, .. } if is_left && books.is_income(name));
    let mut scopes = vec![base];
    for mut group in mentions.with {
        group.retain(|named| !is_whole(named));
        if group.is_empty() {
            continue;
        }
        let with = |scope: &Scope, named: &Named| {
            let mut scope = scope.clone();
            scope.add(named);
            scope
        };
        scopes = scopes.iter().flat_map(|scope| group.iter().map(|named| with(scope, named))).collect();
    }
    (scopes, lost)
}

fn queries(
    asked: &Asked,
    found: &Found,
    scopes: &[Scope],
    bases: &[Query],
    books: &Books,
    calendar: Calendar,
    missed: &mut Missed,
) -> Vec<Query> {
    let bases: Vec<Option<&Query>> =
        if bases.is_empty() { vec![None] } else { bases.iter().map(Some).collect() };
    let mut queries: Vec<Query> = Vec::new();
    for (scope, base) in scopes.iter().flat_map(|scope| bases.iter().map(move |base| (scope, *base))) {
        let own = Query {
            direction: asked.direction,
            span: found.shifted.or(found.spans.first().copied()),
            scope: scope.clone(),
            draws: found.draws,
            ..Query::alone(own_ask(asked, scope, books), None, None)
        };
        let whole = base.map_or_else(|| own.clone(), |base| merged(own.clone(), base.clone(), asked));
        let whole = found.moves.as_ref().map_or_else(|| whole.clone(), |moves| moves.settle(whole.clone()));
        for (span, versus) in periods(found, &whole, calendar) {
            let query = finished(Query { span, versus, ..whole.clone() }, books);
            missed.add(leftovers::unheeded(&Query { ask: query.ask, ..own.clone() }, books));
            if !queries.contains(&query) {
                queries.push(query);
            }
        }
    }
    queries
}

/// Returns the periods of the question, each with the one that it is compared with.
fn periods(found: &Found, query: &Query, calendar: Calendar) -> Vec<(Option<Span>, Option<Span>)> {
    let compares = matches!(query.ask, Ask::Flow(_) | Ask::Exists | Ask::Trend(_));
    match (found.shifted, found.compared, found.spans.as_slice()) {
        (Some(span), ..) => vec![(Some(span), None)],
        (None, Some(step), spans) => {
            let span = spans.first().copied().or(query.span).unwrap_or_else(|| Step::start(calendar));
            vec![(Some(span), step.from(span, calendar.today))]
        }
        (None, None, []) if compares => vec![(query.span, query.versus)],
        // After a comparison, a list of transactions covers both periods.
        (None, None, []) => match query.versus {
            Some(other) => vec![(query.span, None), (Some(other), None)],
            None => vec![(query.span, None)],
        },
        // Overlapping periods, such as a year and one of its months, are answered separately.
        (None, None, [one, other]) if compares && !one.overlaps(*other) => vec![(Some(*one), Some(*other))],
        // The net worth in two periods means its development from the first to the second.
        (None, None, [one, other]) if query.ask == Ask::Worth => {
            vec![(Some(Span { from: one.from.min(other.from), to: one.to.max(other.to) }), None)]
        }
        (None, None, spans) => spans.iter().map(|span| (Some(*span), None)).collect(),
    }
}

fn own_ask(asked: &Asked, scope: &Scope, books: &Books) -> Ask {
    let is_income = scope.category.as_deref().is_some_and(|it| books.is_income(it));
    match asked.ask {
        Some(ask) => ask,
        // "Everything over fifty in March".
        None if scope.thresholds != Thresholds::default() => Ask::List { newest: true, limit: None },
        None if scope.names_something() => Ask::Flow(if is_income { Flow::Income } else { Flow::Spending }),
        None => Ask::Flow(Flow::Both),
    }
}

/// Adjusts the parts of a query to each other.
fn finished(mut query: Query, books: &Books) -> Query {
    let spends = if query.direction == Some(Direction::In) { Flow::Income } else { Flow::Spending };
    query.ask = match query.ask {
        Ask::Exists if query.versus.is_some() => Ask::Flow(spends),
        Ask::Trend(flow) if query.versus.is_some() => Ask::Flow(flow),
        // Without limits, a question about limits asks for the sum.
        Ask::Within(flow) if query.scope.thresholds == Thresholds::default() => Ask::Flow(flow),
        // A chart of a sum shows its months.
        Ask::Flow(Flow::Spending | Flow::Income) | Ask::List { .. }
            if query.draws && query.versus.is_none() =>
        {
            query.direction.get_or_insert(Direction::Out);
            Ask::Breakdown { by: By::Month, limit: None, rank: Rank::Most }
        }
        ask => ask,
    };
    if query.direction.is_none() && query.scope.category.as_deref().is_some_and(|it| books.is_income(it)) {
        query.direction = Some(Direction::In);
    }
    // "What was the average?" after a question about income, or about a salary, asks for income.
    if query.direction == Some(Direction::In) {
        query.ask = match query.ask {
            Ask::Flow(Flow::Spending) => Ask::Flow(Flow::Income),
            Ask::Trend(Flow::Spending) => Ask::Trend(Flow::Income),
            Ask::Within(Flow::Spending) => Ask::Within(Flow::Income),
            Ask::Average { flow: Flow::Spending, per } => Ask::Average { flow: Flow::Income, per },
            ask => ask,
        };
    }
    query
}

//! What a question asks for.

use saldo_domain::entry::Direction;
use serde::{Deserialize, Serialize};

use super::arithmetic::{self, Sum};
use super::asking::{Asked, take_asked};
use super::goal::{self, Goal};
use super::names::{Books, Mentions, Named, take_mentions};
use super::period::{Calendar, Span, take_spans};
use super::thresholds::{Thresholds, take_thresholds};
use super::topics::{take_ahead, take_amount, take_topic};
use super::words::Words;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// A sum of spending, income, both or what is left.
    Flow(Flow),
    /// Whether there was any.
    Exists,
    /// The average of an entry, or of a month.
    Average { flow: Flow, per_month: bool },
    /// How many entries.
    Count,
    /// The largest or smallest entries.
    Extreme { largest: bool, limit: usize },
    /// Entries.
    List { newest: bool, limit: Option<usize> },
    /// When it was last, or first.
    When { last: bool },
    /// Totals by something.
    Breakdown { by: By, limit: Option<usize>, least: bool },
    /// The part of all spending.
    Share,
    /// What accounts hold.
    Balance,
    /// What comes again, or no longer does.
    Recurring { ended: bool, only_out: bool, changed: bool },
    /// What is due.
    Due,
    /// How long money lasts.
    Runway,
    /// How budgets stand.
    Budget,
    /// What all accounts hold together.
    Worth,
    /// What statements cover.
    Coverage,
    /// Where entries come from.
    Explain,
    /// What savings grow to.
    Growth,
    /// What a loan costs.
    Loan,
    /// Whether something can be saved or bought.
    Goal,
    /// What there is to ask about.
    Books,
    /// What can be asked.
    Help,
}

/// Which way the money went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Spending,
    Income,
    Both,
    Net,
    SavingsRate,
}

/// What the entries of a total have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Category,
    Merchant,
    Account,
    Month,
    Weekday,
    Day,
    Year,
}

/// A question, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    pub(super) ask: Ask,
    pub(super) direction: Option<Direction>,
    pub(super) span: Option<Span>,
    /// The other period, when two are compared.
    pub(super) versus: Option<Span>,
    pub(super) scope: Scope,
    /// The sum that the question poses itself.
    pub(super) sum: Option<Sum>,
    /// What is to be saved or bought.
    pub(super) goal: Option<Goal>,
}

impl Query {
    /// A question that its own words answer, whatever is in the books.
    fn alone(ask: Ask, sum: Option<Sum>, goal: Option<Goal>) -> Self {
        Self { ask, direction: None, span: None, versus: None, scope: Scope::default(), sum, goal }
    }
}

/// Which entries it is about, besides the period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) account: Option<String>,
    pub(super) category: Option<String>,
    pub(super) text: Option<String>,
    /// Whether `text` is the name of nothing in the books.
    pub(super) is_unknown: bool,
    pub(super) currency: Option<String>,
    pub(super) without_category: Option<String>,
    pub(super) without_text: Option<String>,
    pub(super) thresholds: Thresholds,
    /// Words of the question that were not understood.
    pub(super) ignored: Vec<String>,
}

impl Scope {
    fn of(mentions: Mentions, thresholds: Thresholds) -> Self {
        let mut scope = Self { thresholds, ignored: mentions.ignored, ..Self::default() };
        for named in mentions.with {
            match named {
                Named::Account(name) => scope.account = scope.account.or(Some(name)),
                Named::Category(name) => scope.category = scope.category.or(Some(name)),
                Named::Merchant(name) => scope.text = scope.text.or(Some(name)),
                Named::Currency(code) => scope.currency = scope.currency.or(Some(code)),
            }
        }
        for named in mentions.without {
            match named {
                Named::Category(name) => scope.without_category = Some(name),
                Named::Merchant(name) => scope.without_text = Some(name),
                Named::Account(_) | Named::Currency(_) => {}
            }
        }
        if let Some(unknown) = mentions.unknown {
            scope.text = Some(unknown);
            scope.is_unknown = true;
        }
        scope
    }

    fn is_empty(&self) -> bool {
        Self { ignored: Vec::new(), ..self.clone() } == Self::default()
    }

    /// This scope, and from `earlier` what this one does not say itself.
    fn over(self, earlier: Self) -> Self {
        // A new name takes the place of an old one: "and at Tesco?" after "on groceries" is about Tesco.
        let names_something = self.category.is_some() || self.text.is_some();
        let (category, text, is_unknown) = if names_something {
            (self.category, self.text, self.is_unknown)
        } else {
            (earlier.category, earlier.text, earlier.is_unknown)
        };
        Self {
            account: self.account.or(earlier.account),
            currency: self.currency.or(earlier.currency),
            category,
            text,
            is_unknown,
            without_category: self.without_category.or(earlier.without_category),
            without_text: self.without_text.or(earlier.without_text),
            thresholds: self.thresholds.over(earlier.thresholds),
            ignored: self.ignored,
        }
    }
}

/// Understands the last of a person's questions, with those before it as what "that" and "the month before" lean on.
pub(super) fn understand<'a>(
    questions: impl IntoIterator<Item = &'a str>,
    books: &Books,
    calendar: Calendar,
) -> Option<Query> {
    let (mut before, mut last) = (None, None);
    for question in questions {
        last = read(question, before.clone(), books, calendar);
        // What was not understood does not take away what "that" is about.
        before = last.clone().or(before);
    }
    last
}

const CARRIES_ON: [&str; 14] = [
    "and",
    "what about",
    "how about",
    "only",
    "just",
    "same",
    "the same",
    "but",
    "or",
    "now",
    "then",
    "also",
    "ok and",
    "okay and",
];
/// How a short question begins that leaves out what it is about: "by merchant?", "on average?", "how many?".
const SHORT_FOR_THE_SAME: [&str; 12] = [
    "by",
    "per",
    "grouped",
    "split",
    "on average",
    "average",
    "how many",
    "how often",
    "list",
    "the largest",
    "the biggest",
    "largest",
];
const POINTS_BACK: [&str; 7] = ["that", "those", "these", "them", "it", "of which", "same"];

fn read(question: &str, before: Option<Query>, books: &Books, calendar: Calendar) -> Option<Query> {
    if let Some(sum) = arithmetic::read(question) {
        let ask = if sum.is_loan { Ask::Loan } else { Ask::Growth };
        return Some(Query::alone(ask, Some(sum), None));
    }
    if let Some(goal) = goal::read(question, calendar.today) {
        return Some(Query::alone(Ask::Goal, None, Some(goal)));
    }
    let mut words = Words::of(question);
    let ahead = take_ahead(&mut words, calendar.today);
    let is_ahead = ahead.is_some() && before.as_ref().is_none_or(|it| it.ask != Ask::Due);
    let topic = take_topic(&mut words, is_ahead);
    let shifted = before.as_ref().and_then(|before| take_shift(&mut words, before));
    let mut thresholds = take_thresholds(&mut words);
    let mut spans = take_spans(&mut words, calendar);
    spans.extend(ahead);
    if topic == Some(Ask::Explain) {
        let amount = take_amount(&mut words);
        thresholds = Thresholds { at_least: amount.clone(), at_most: amount, ..thresholds };
    }
    let mentions = take_mentions(&mut words, books);
    let mut asked = take_asked(&words);
    asked.is_plain_sum &= topic.is_none();
    asked.ask = topic.or(asked.ask);
    let scope = Scope::of(mentions, thresholds);
    let says_nothing_new = asked.is_nothing() && scope.is_empty() && spans.is_empty() && shifted.is_none();
    let carries_on = words.begins(&CARRIES_ON);
    // "What is the weather in May?" has a period and a name that nothing has, but asks for nothing that is here.
    let asks_elsewhere = asked.ask.is_none() && scope.is_unknown && !(carries_on && before.is_some());
    if says_nothing_new || asks_elsewhere {
        return None;
    }
    let is_short = words.len() <= 4 && words.begins(&SHORT_FOR_THE_SAME);
    let leans = asked.ask.is_none() || carries_on || is_short || words.has(&POINTS_BACK) || shifted.is_some();
    let (span, versus) = match (shifted, spans.as_slice()) {
        (Some(span), _) => (Some(span), None),
        (None, [one, other, ..]) => (Some(*one), Some(*other)),
        (None, spans) => (spans.first().copied(), None),
    };
    let ask = match own_ask(&asked, &scope, books) {
        Ask::Exists | Ask::Count if versus.is_some() => Ask::Flow(match asked.direction {
            Some(Direction::In) => Flow::Income,
            _ => Flow::Spending,
        }),
        ask => ask,
    };
    let own = Query { ask, direction: asked.direction, span, versus, scope, sum: None, goal: None };
    let mut query = match before {
        Some(before) if leans => merged(own, before, &asked),
        _ => own,
    };
    if query.direction.is_none() && query.scope.category.as_deref().is_some_and(|it| books.is_income(it)) {
        query.direction = Some(Direction::In);
        if query.ask == Ask::Flow(Flow::Spending) {
            query.ask = Ask::Flow(Flow::Income);
        }
    }
    Some(query)
}

fn own_ask(asked: &Asked, scope: &Scope, books: &Books) -> Ask {
    let is_income = scope.category.as_deref().is_some_and(|it| books.is_income(it));
    match asked.ask {
        Some(ask) => ask,
        None if scope.category.is_some() || scope.text.is_some() => {
            Ask::Flow(if is_income { Flow::Income } else { Flow::Spending })
        }
        None => Ask::Flow(Flow::Both),
    }
}

/// A question that leans on the one before.
fn merged(own: Query, before: Query, asked: &Asked) -> Query {
    let keeps_ask = asked.ask.is_none() || (asked.is_plain_sum && own.span.is_some());
    Query {
        ask: if keeps_ask { before.ask } else { own.ask },
        direction: own.direction.or(before.direction),
        span: own.span.or(before.span),
        versus: own.versus,
        scope: own.scope.over(before.scope),
        sum: own.sum.or(before.sum),
        goal: own.goal.or(before.goal),
    }
}

/// "The month before", "the year after", "the same month last year": relative to the period asked about before.
fn take_shift(words: &mut Words, before: &Query) -> Option<Span> {
    let span = before.span?;
    let back = [
        "month before",
        "week before",
        "quarter before",
        "year before",
        "period before",
        "before that",
        "day before",
    ];
    let forth = [
        "month after",
        "week after",
        "quarter after",
        "year after",
        "period after",
        "after that",
        "day after",
    ];
    let last_year = [
        "same month last year",
        "same period last year",
        "same quarter last year",
        "same time last year",
        "a year earlier",
        "the year before that",
        "same month the year before",
        "year earlier",
    ];
    let (place, shifted) = if let Some(place) = words.find(&last_year) {
        (place, span.years_before(1))
    } else if let Some(place) = words.find(&back).filter(|place| words.at(place.0 + place.1) != "last") {
        (place, span.shifted(1))
    } else {
        (words.find(&forth)?, span.shifted(-1))
    };
    words.mark_used(place.0, place.1);
    shifted
}

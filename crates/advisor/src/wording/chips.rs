//! Queries for the user to change: the parts of an answered query as chips, and offers beside a refusal.

use chrono::{Datelike, Days, Months, NaiveDate};
use saldo_domain::query::{Conditions, DateRange, Dimension, Measure, Per, QueryOrder};
use saldo_domain::transaction::Direction;
use saldo_domain::{Language, Period, Query, QueryFilter};
use saldo_ledger::query::direction;
use saldo_question::About;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::describe::{Describer, offers};
use super::phrases::Phrases;
use super::{capital, items};
use crate::typed::{Report, Request};

/// The number of transactions in an answer with the largest ones.
const LARGEST: u32 = 5;

/// One part of a query.
#[derive(Debug, Serialize)]
struct Chip {
    /// The part: `measure`, `period`, `compare`, `groupBy`, `whatIf`, `having`, `currency`, a list of
    /// conditions such as `categories`, or `without` for excluded ones.
    kind: String,
    /// The part in words; `None` for one that the query does not have and that can be added.
    text: Option<String>,
    /// The same query with each alternative value of this part.
    options: Vec<Choice>,
    /// The query without this part, if it can be left out.
    without: Option<Request>,
}

/// A query with its words.
#[derive(Debug, Serialize)]
struct Choice {
    text: String,
    query: Request,
}

/// Returns the chips of an answered query, or the offers of a refusal that the reply names.
/// `None` if there is nothing to choose.
pub(crate) fn of_answer(data: &Value, reply: &str, today: NaiveDate) -> Option<Value> {
    let language = serde_json::from_value(data["language"].clone()).unwrap_or(Language::English);
    let phrases = Phrases::of(language);
    if let Ok(mut query) = serde_json::from_value::<Query>(data["query"].clone()) {
        // Balances are answered for each account, whether or not the question asked for it.
        let is_single = items(&data["together"]).next().is_some();
        query.group_by = query.group_by.filter(|_| !is_single);
        let chips = Chips { query: &query, data, phrases, today }.all();
        return Some(json!({ "query": query, "language": language, "chips": chips }));
    }
    if let Ok(report) = serde_json::from_value(json!({"about": data["topic"], "filter": data["filter"]})) {
        let chips = of_report(&report, data, phrases, today)?;
        return Some(json!({ "query": report, "language": language, "chips": chips }));
    }
    let offers = offers(data, phrases).into_iter().filter(|(text, _)| reply.contains(text));
    let offers: Vec<Choice> = offers.map(|(text, query)| Choice { text, query: query.into() }).collect();
    (!offers.is_empty()).then(|| json!({ "query": null, "language": language, "offers": offers }))
}

/// Returns the chips of a report: the report itself, its conditions and its period.
fn of_report(
    report: &Report,
    data: &Value,
    phrases: &'static Phrases,
    today: NaiveDate,
) -> Option<Vec<Chip>> {
    let Report { about, filter } = report;
    let request = |about, filter| Request::Report(Box::new(Report { about, filter }));
    let name = |about: &About| phrases.named("report", about).to_owned();
    let others = About::REPORTS.into_iter().filter(|it| it != about && it.takes(filter));
    let others = others.map(|it| Choice { text: name(&it), query: request(it, filter.clone()) });
    let text = Some(name(about)).filter(|text| !text.is_empty())?;
    let mut chips = vec![Chip::new("measure", Some(text), others.collect(), None)];
    let query = Query { filter: filter.clone(), ..Query::of(Measure::Transactions) };
    chips.extend(Chips { query: &query, data, phrases, today }.conditions(&filter.only, false));
    for chip in &mut chips {
        if let Some(Request::Query(query)) = chip.without.take() {
            chip.without = Some(request(*about, query.filter));
        }
    }
    let at = |period| QueryFilter { period, ..filter.clone() };
    let month = Period::month_of(today).map(DateRange::from);
    if about.takes(&at(month)) {
        let base = filter.period.or(month)?;
        // Nothing is due in the past, and nothing is spent of a budget in the future.
        let is_meant = |range: &DateRange| match about {
            About::Due => range.last_day() >= Some(today),
            _ => range.first_day() <= Some(today),
        };
        let ranges = [moved(base, -1), moved(base, 1), month].into_iter().flatten().filter(is_meant);
        let ranges = ranges.filter(|range| Some(*range) != filter.period);
        let choice = |range| Choice { text: phrases.span(range), query: request(*about, at(Some(range))) };
        let mut options: Vec<Choice> = ranges.map(choice).collect();
        options.dedup_by(|one, other| one.text == other.text);
        let without = filter.period.map(|_| request(*about, at(None)));
        chips.push(Chip::new("period", filter.period.map(|range| phrases.span(range)), options, without));
    }
    Some(chips)
}

impl Chip {
    fn new(kind: &str, text: Option<String>, options: Vec<Choice>, without: Option<Request>) -> Self {
        Self { kind: kind.to_owned(), text, options, without }
    }
}

/// A writer of chips.
struct Chips<'a> {
    query: &'a Query,
    data: &'a Value,
    phrases: &'static Phrases,
    today: NaiveDate,
}

impl Chips<'_> {
    const fn describer(&self) -> Describer<'_> {
        Describer { data: self.data, phrases: self.phrases }
    }

    fn all(&self) -> Vec<Chip> {
        let query = self.query;
        let is_held = query.measure.is_balance();
        let mut chips = vec![self.measure()];
        chips.extend(self.conditions(&query.filter.only, false));
        chips.extend(self.conditions(&query.filter.without, true));
        chips.push(self.period());
        if !is_held {
            chips.push(self.compare());
        }
        chips.push(self.group());
        let describer = self.describer();
        let cut = query.what_if.as_ref();
        let cut = cut.map(|cut| format!("−{} %{}", cut.percent, describer.conditions(&cut.only)));
        let limit = query.having.map(|limit| describer.having(limit));
        let currency = query.currency.map(|currency| currency.to_string());
        let without = [
            ("whatIf", cut, Query { what_if: None, ..query.clone() }),
            ("having", limit, Query { having: None, ..query.clone() }),
            ("currency", currency, Query { currency: None, ..query.clone() }),
        ];
        let without = without.into_iter().filter(|(_, text, _)| text.is_some());
        chips.extend(
            without.map(|(kind, text, query)| Chip::new(kind, text, Vec::new(), self.possible(query))),
        );
        chips.retain(|chip| chip.text.is_some() || !chip.options.is_empty());
        chips
    }

    /// Returns a query if it differs from the answered one and its parts fit together.
    fn possible(&self, query: Query) -> Option<Request> {
        let fits = query != *self.query && saldo_bookkeeping::check_query(&query, self.today).is_ok();
        fits.then(|| query.into())
    }

    fn choices(
        &self,
        queries: impl IntoIterator<Item = Query>,
        text: impl Fn(&Query) -> String,
    ) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for query in queries {
            let words = text(&query);
            if let Some(query) = self.possible(query)
                && choices.iter().all(|choice| choice.query != query)
            {
                choices.push(Choice { text: words, query });
            }
        }
        choices
    }

    fn measure(&self) -> Chip {
        let words = |query: &Query| {
            let label = self.phrases.named("label", &query.measure);
            match query.measure {
                Measure::Average { per, .. } => format!("{label} {}", self.phrases.named("unit", &per)),
                _ => label.to_owned(),
            }
        };
        let of = direction(&self.query.measure)
            .or_else(|| self.query.filter.only.directions.first().copied())
            .unwrap_or(Direction::Out);
        let measures = [
            Measure::Spent,
            Measure::Received,
            Measure::Net,
            Measure::Average { of, per: Per::Month },
            Measure::Median { of },
            Measure::Count,
            Measure::Largest { of },
            Measure::Transactions,
            Measure::Balance,
            Measure::NetWorth,
        ];
        let queries = measures.into_iter().map(|measure| {
            let mut query = Query { measure, ..self.query.clone() };
            let is_list = matches!(query.measure, Measure::Count | Measure::Transactions);
            query.filter.only.directions = if is_list { vec![of] } else { Vec::new() };
            query.limit = match query.measure {
                Measure::Largest { .. } => Some(LARGEST),
                _ => query.limit.filter(|_| query.group_by.is_some()),
            };
            query
        });
        let options = self.choices(queries, words);
        Chip::new("measure", Some(words(self.query)), options, None)
    }

    fn period(&self) -> Chip {
        let now = self.phrases_of_now();
        let ranges: Vec<DateRange> = match self.query.filter.period {
            Some(range) => {
                let months = [moved(range, -1), moved(range, 1), year_before(range)];
                let year = range.last_day().and_then(|day| year_of(day, 0));
                months.into_iter().flatten().chain(year).chain(now).collect()
            }
            None => now,
        };
        let begun = ranges.into_iter().filter(|it| it.first_day().is_some_and(|day| day <= self.today));
        let options = self.choices(begun.map(|range| self.at(range)), |query| {
            query.filter.period.map(|range| self.phrases.span(range)).unwrap_or_default()
        });
        let mut ever = Query { compare: None, ..self.query.clone() };
        ever.filter.period = None;
        let text = self.query.filter.period.map(|range| self.phrases.span(range));
        Chip::new("period", text, options, self.possible(ever))
    }

    /// Returns the current month and year, and the previous ones.
    fn phrases_of_now(&self) -> Vec<DateRange> {
        let month = Period::month_of(self.today).map(DateRange::from);
        let before = month.and_then(|month| moved(month, -1));
        [month, before, year_of(self.today, 0), year_of(self.today, 1)].into_iter().flatten().collect()
    }

    /// Returns the query for another period. A query that is compared with the period before it still is
    /// afterwards.
    fn at(&self, range: DateRange) -> Query {
        let mut query = self.query.clone();
        let (old, base) = (query.filter.period, query.compare);
        for shift in [year_before, |range| moved(range, -1)] {
            if base.is_some() && base == old.and_then(shift) {
                query.compare = shift(range);
            }
        }
        query.filter.period = Some(range);
        query
    }

    fn compare(&self) -> Chip {
        let words = |range| self.phrases.fill("versus", &[("period", self.phrases.span(range))]);
        let bases = self.query.filter.period.map(|range| [moved(range, -1), year_before(range)]);
        let queries = bases.into_iter().flatten().flatten();
        let queries = queries.map(|base| Query { compare: Some(base), ..self.query.clone() });
        let options = self.choices(queries, |query| query.compare.map(words).unwrap_or_default());
        let mut without = Query { compare: None, ..self.query.clone() };
        if without.order == QueryOrder::Difference {
            without.order = QueryOrder::Natural;
        }
        let text = self.query.compare.map(words);
        Chip::new("compare", text, options, self.possible(without))
    }

    fn group(&self) -> Chip {
        let words = |by| capital(self.phrases.named("by", &by));
        let by =
            [Dimension::Category, Dimension::Merchant, Dimension::Account, Dimension::Month, Dimension::Year];
        let by = by.map(|by| Query { group_by: Some(by), ..self.query.clone() });
        let options = self.choices(by, |query| query.group_by.map(words).unwrap_or_default());
        let without = Query { group_by: None, limit: None, order: QueryOrder::Natural, ..self.query.clone() };
        let without = self.query.group_by.and_then(|_| self.possible(without));
        Chip::new("groupBy", self.query.group_by.map(words), options, without)
    }

    /// Returns a chip for each kind of condition.
    fn conditions(&self, conditions: &Conditions, is_excluded: bool) -> Vec<Chip> {
        let fields = json!(conditions);
        let chips = fields.as_object().into_iter().flatten().filter_map(|(kind, value)| {
            let one = Value::Object(Map::from_iter([(kind.clone(), value.clone())]));
            let text = self.condition(&serde_json::from_value(one).ok()?, is_excluded);
            let mut rest = fields.clone();
            rest.as_object_mut()?.remove(kind);
            let rest = serde_json::from_value(rest).ok()?;
            let mut without = self.query.clone();
            *(if is_excluded { &mut without.filter.without } else { &mut without.filter.only }) = rest;
            let kind = if is_excluded { "without" } else { kind };
            (!text.is_empty()).then(|| Chip::new(kind, Some(text), Vec::new(), self.possible(without)))
        });
        chips.collect()
    }

    fn condition(&self, one: &Conditions, is_excluded: bool) -> String {
        let names = || self.phrases.joined(&self.describer().names(one));
        if is_excluded {
            return capital(&self.phrases.fill("about_without", &[("names", names())]));
        }
        let is_named = !(one.categories.is_empty() && one.merchants.is_empty() && one.accounts.is_empty());
        if is_named { names() } else { capital(&self.describer().conditions(one)) }
    }
}

/// Returns the calendar year that is `before` years before that of `day`.
fn year_of(day: NaiveDate, before: u32) -> Option<DateRange> {
    let day = day.checked_sub_months(Months::new(12 * before))?;
    Period::year(day.year()).map(DateRange::from)
}

/// Returns the range moved by `lengths` times its own length; whole months stay whole months.
fn moved(range: DateRange, lengths: i32) -> Option<DateRange> {
    let (from, to) = (range.first_day()?, range.last_day()?);
    if range.is_of_months() {
        let month = |day: NaiveDate| 12 * day.year() + day.month0().cast_signed();
        return range.moved(lengths * (month(to) - month(from) + 1));
    }
    let days = (to - from).num_days() + 1;
    let by = Days::new(days.unsigned_abs() * u64::from(lengths.unsigned_abs()));
    let shift = |day: NaiveDate| {
        if lengths < 0 { day.checked_sub_days(by) } else { day.checked_add_days(by) }
    };
    DateRange::new(Some(shift(from)?), Some(shift(to)?))
}

/// Returns the same days a year before.
fn year_before(range: DateRange) -> Option<DateRange> {
    range.moved(-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: &str, to: &str) -> DateRange {
        DateRange::new(Some(from.parse().unwrap()), Some(to.parse().unwrap())).unwrap()
    }

    #[test]
    fn a_period_moves_by_its_own_length_and_whole_months_stay_whole() {
        let february = range("2024-02-01", "2024-02-29");
        assert_eq!(moved(february, 1), Some(range("2024-03-01", "2024-03-31")));
        assert_eq!(moved(february, -1), Some(range("2024-01-01", "2024-01-31")));
        assert_eq!(year_before(february), Some(range("2023-02-01", "2023-02-28")));
        assert_eq!(moved(range("2024-01-01", "2024-12-31"), -1), Some(range("2023-01-01", "2023-12-31")));
        assert_eq!(moved(range("2024-03-04", "2024-03-10"), -1), Some(range("2024-02-26", "2024-03-03")));
    }

    fn data(query: &Value) -> Value {
        json!({"query": query, "language": "en", "names": {}, "coverage": {"first": "2024-01-01", "last": "2026-03-31"}})
    }

    fn chips(query: &Value) -> Vec<(String, String, Vec<String>, bool)> {
        let today = "2026-04-15".parse().unwrap();
        let part = of_answer(&data(query), "", today).unwrap();
        assert_eq!(part["query"], *query);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let chip = |chip: &Value| {
            let options = items(&chip["options"]).map(|option| text(&option["text"])).collect();
            (text(&chip["kind"]), text(&chip["text"]), options, !chip["without"].is_null())
        };
        items(&part["chips"]).map(chip).collect()
    }

    #[test]
    fn a_query_is_shown_as_its_parts_with_their_alternatives() {
        let found = chips(&json!({
            "measure": "spent",
            "filter": {
                "period": {"from": "2026-03-01", "to": "2026-03-31"},
                "only": {"merchants": ["blue cafe"], "sizes": [{"above": "50"}]},
                "without": {"weekdays": ["Sat"]},
            },
            "compare": {"from": "2026-02-01", "to": "2026-02-28"},
        }));
        let known: Vec<(&str, &str)> = found.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
        let expected = [
            ("measure", "Spending"),
            ("merchants", "\"blue cafe\""),
            ("sizes", "Over 50"),
            ("without", "Without Saturdays"),
            ("period", "March 2026"),
            ("compare", "vs. February 2026"),
            ("groupBy", ""),
        ];
        assert_eq!(known, expected);
        // A median cannot be compared.
        let measures = ["Income", "Net cash flow", "Average spending a month", "Number of transactions"];
        assert_eq!((found[0].2.as_slice(), found[0].3), (&measures.map(str::to_owned)[..], false));
        assert!(found[1..6].iter().all(|chip| chip.3), "{found:?}");
        assert_eq!(found[4].2, ["February 2026", "April 2026", "March 2025", "2026", "2025"]);
        assert_eq!(found[5].2, ["vs. March 2025"]);
    }

    #[test]
    fn every_choice_is_a_query_that_can_be_answered() {
        let today = "2026-04-15".parse().unwrap();
        for query in [
            json!({"measure": "balance"}),
            json!({"measure": {"median": {"of": "in"}}, "filter": {"only": {"directions": ["in"]}}}),
            json!({"measure": "projection", "filter": {"period": {"from": "2026-01-01", "to": "2026-12-31"}}}),
            json!({"measure": "spent", "groupBy": "merchant", "order": "difference", "limit": 3,
                "filter": {"period": {"to": "2026-03-31"}}, "compare": {"from": "2025-01-01", "to": "2025-12-31"}}),
        ] {
            let part = of_answer(&data(&query), "", today).unwrap();
            for chip in items(&part["chips"]) {
                let changed = items(&chip["options"]).map(|option| &option["query"]);
                for changed in changed.chain(Some(&chip["without"]).filter(|query| !query.is_null())) {
                    let changed: Query = serde_json::from_value(changed.clone()).unwrap();
                    assert!(saldo_bookkeeping::check_query(&changed, today).is_ok(), "{changed:?}");
                    assert_ne!(json!(changed), query);
                }
            }
        }
    }

    #[test]
    fn a_comparison_with_the_period_before_moves_with_the_period() {
        let part = of_answer(
            &data(&json!({
                "measure": "spent",
                "filter": {"period": {"from": "2026-03-01", "to": "2026-03-31"}},
                "compare": {"from": "2026-02-01", "to": "2026-02-28"},
            })),
            "",
            "2026-04-15".parse().unwrap(),
        )
        .unwrap();
        let period = items(&part["chips"]).find(|chip| chip["kind"] == "period").unwrap();
        assert_eq!(
            period["options"][0]["query"]["compare"],
            json!({"from": "2026-01-01", "to": "2026-01-31"})
        );
    }

    #[test]
    fn a_report_is_shown_with_its_conditions_and_other_reports() {
        let today = "2026-04-15".parse().unwrap();
        let part = |about: &str, filter: Value| {
            let data = json!({"topic": about, "filter": filter, "language": "en", "names": {}});
            of_answer(&data, "", today)
        };
        let texts = |chip: &Value| {
            let options =
                items(&chip["options"]).map(|it| it["text"].as_str().unwrap_or_default().to_owned());
            options.collect::<Vec<_>>()
        };
        let due = part("due", json!({"only": {"merchants": ["blue cafe"]}})).unwrap();
        let chips: Vec<&Value> = items(&due["chips"]).collect();
        assert_eq!(due["query"]["about"], "due");
        assert_eq!(chips[0]["text"], "Upcoming payments");
        assert_eq!(texts(chips[0]), ["Recurring payments", "Ended payments", "Origin of a transaction"]);
        assert_eq!(
            (&chips[1]["text"], &chips[1]["without"]["about"]),
            (&json!("\"blue cafe\""), &json!("due"))
        );
        assert_eq!(
            (&chips[2]["kind"], texts(chips[2])),
            (&json!("period"), vec!["May 2026".to_owned(), "April 2026".to_owned()])
        );
        let budgets = part("budgets", json!({"period": {"from": "2026-04-01", "to": "2026-04-30"}})).unwrap();
        assert_eq!(texts(&budgets["chips"][1]), ["March 2026"]);
        assert_eq!(budgets["chips"][1]["without"], json!({"about": "budgets", "filter": {}}));
        assert_eq!(part("help", json!({})), None);
    }

    #[test]
    fn offers_are_those_that_the_reply_names() {
        let offer =
            json!({"measure": "spent", "filter": {"period": {"from": "2026-01-01", "to": "2026-12-31"}}});
        let refused = json!({"language": "en", "not_understood": ["zork"], "offers": [offer, offer]});
        let today = "2026-04-15".parse().unwrap();
        let part = of_answer(&refused, "Did you mean: Spending in 2026?", today).unwrap();
        assert_eq!(part["offers"], json!([{"text": "Spending in 2026", "query": offer}]));
        assert_eq!(of_answer(&refused, "I cannot advise you on that.", today), None);
    }
}

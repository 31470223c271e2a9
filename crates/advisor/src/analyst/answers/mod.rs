//! Answers to queries in the language of the question. Every figure comes from a tool's answer.

mod about;
mod phrases;
mod topics;

use chrono::NaiveDate;
use saldo_domain::query::{DateRange, Dimension, Measure, Per};
use saldo_domain::transaction::Direction;
use saldo_domain::{Money, Query};
use saldo_question::Language;
use serde_json::Value;

use about::{About, described};
use phrases::Phrases;
pub(crate) use phrases::month_names;
use topics::TopicAsked;

/// The maximum number of transactions in an answer.
const LINES_MAX: usize = 20;
/// The maximum number of groups in an answer: five years of months.
const ROWS_MAX: usize = 60;

/// The answer of the tool `query` to one question.
pub(super) struct Asked<'a> {
    data: &'a Value,
    phrases: &'static Phrases,
    query: Option<Query>,
}

impl<'a> Asked<'a> {
    pub(super) fn read(data: &'a Value) -> Self {
        let language = serde_json::from_value(data["language"].clone()).unwrap_or(Language::English);
        let query = serde_json::from_value(data["query"].clone()).ok();
        Self { data, phrases: Phrases::of(language), query }
    }

    /// Returns the query that was answered, or `None` if the question was not understood.
    pub(super) const fn query(&self) -> Option<&Query> {
        self.query.as_ref()
    }

    /// Returns the report that the question is about, if it is about one.
    pub(super) fn topic(&self) -> Option<TopicAsked<'_>> {
        TopicAsked::read(self.data, self.phrases)
    }

    /// Returns `true` for English, the only language of calculations and changes.
    pub(super) fn is_english(&self) -> bool {
        std::ptr::eq(self.phrases, Phrases::of(Language::English))
    }

    /// Returns the sentences that answer the question, or `None` if it was not understood.
    pub(super) fn answer(&self) -> Option<String> {
        let query = self.query.as_ref()?;
        if self.data["coverage"].is_null() && !matches!(query.measure, Measure::Balance | Measure::NetWorth) {
            return Some(self.phrases.get("no_books").to_owned());
        }
        let said = Saying { asked: self, query, about: About::of(query, self.data, self.phrases) }.whole();
        Some(match self.notes(query) {
            notes if notes.is_empty() => said,
            notes if said.contains('\n') => format!("{said}\n\n{notes}"),
            notes => format!("{said} {notes}"),
        })
    }

    /// Returns the sentences that reject a question: the words that were not understood, and offered queries.
    pub(super) fn refusal(&self, question: &str) -> String {
        let phrases = self.phrases;
        if let Some(problem) = self.data["error"].as_str() {
            return phrases.fill("error", &[("problem", problem)]);
        }
        if self.asks_for_advice(question) {
            return phrases.get("advice").to_owned();
        }
        let words: Vec<String> =
            texts(&self.data["not_understood"]).map(|word| format!("\"{word}\"")).collect();
        let mut offers: Vec<String> = items(&self.data["offers"])
            .filter_map(|offer| serde_json::from_value::<Query>(offer.clone()).ok())
            .map(|offer| described(&offer, self.data, phrases))
            .collect();
        offers.dedup();
        let said = match (words.is_empty(), offers.is_empty()) {
            (true, true) => phrases.get("unclear").to_owned(),
            (true, false) => phrases.get("ambiguous").to_owned(),
            (false, _) => phrases.fill("not_understood", &[("words", &phrases.joined(&words))]),
        };
        let said = if offers.is_empty() {
            format!("{said} {}", phrases.get("examples"))
        } else {
            format!("{said} {}", phrases.fill("did_you_mean", &[("offers", &offers.join("; "))]))
        };
        let coverage = &self.data["coverage"];
        match (date(&coverage["first"]), date(&coverage["last"])) {
            (Some(first), Some(last)) => {
                let ends = [("first", phrases.day(first)), ("last", phrases.day(last))];
                let ends = ends.each_ref().map(|(name, day)| (*name, day.as_str()));
                format!("{said} {}", phrases.fill("reach", &ends))
            }
            _ => format!("{said} {}", phrases.get("no_books")),
        }
    }

    fn asks_for_advice(&self, question: &str) -> bool {
        let question = format!(" {} ", question.to_lowercase());
        let mut cues = self.phrases.get("advice_words").split('|');
        cues.any(|cue| question.contains(&format!(" {cue} ")))
    }

    /// Returns the notes that qualify the figures.
    fn notes(&self, query: &Query) -> String {
        let phrases = self.phrases;
        let mut said = Vec::new();
        for note in items(&self.data["notes"]) {
            said.push(match note.as_str() {
                Some("likeForLike") => phrases.get("note_like_for_like").to_owned(),
                Some(_) => phrases.get("note_lengths").to_owned(),
                None => self.note(note, query),
            });
        }
        if query.group_by.is_none()
            && let Some(said_together) = self.together()
        {
            said.push(said_together);
        }
        let counts =
            [("without_category", "note_unsorted"), ("in_other_categories", "note_other_categories")];
        for (name, key) in counts {
            if let Some(count) = self.data[name].as_u64().filter(|count| *count > 0) {
                said.push(phrases.fill(key, &[("count", &phrases.counted("", count))]));
            }
        }
        let pairs = items(&self.data["possibly_counted_twice"]["accounts"]);
        let pairs: Vec<String> =
            pairs.map(|pair| phrases.joined(&texts(pair).map(str::to_owned).collect::<Vec<_>>())).collect();
        if !pairs.is_empty() {
            said.push(phrases.fill("note_counted_twice", &[("names", &pairs.join("; "))]));
        }
        if self.data["left_out"] == 0 {
            said.push(phrases.get("note_nothing_left_out").to_owned());
        }
        for it in items(&self.data["corrections"]) {
            let [written, name] =
                ["written", "takenFor"].map(|key| format!("\"{}\"", it[key].as_str().unwrap_or_default()));
            said.push(phrases.fill("note_taken", &[("written", &written), ("name", &name)]));
        }
        said.retain(|note| !note.is_empty());
        said.join(" ")
    }

    /// Returns the one figure in the preferred currency, with its rates.
    fn together(&self) -> Option<String> {
        let converted = &self.data["in_preferred_currency"];
        let [row] = converted["rows"].as_array()?.as_slice() else { return None };
        let money = self.phrases.money(money(row)?);
        let said = match row.get("before").and_then(self::money) {
            Some(before) => {
                let before = self.phrases.money(before);
                self.phrases.fill("note_together_before", &[("money", &money), ("before", &before)])
            }
            None => self.phrases.fill("note_together", &[("money", &money)]),
        };
        let rates = self.rates(&converted["rates"], converted["currency"].as_str()?);
        Some(format!("{said} {rates}"))
    }

    fn rates(&self, rates: &Value, to: &str) -> String {
        let phrases = self.phrases;
        let rates = rates.as_object().into_iter().flatten().map(|(currency, rate)| {
            let written = format!("{} {to}", phrases.decimal(rate["rate"].as_str().unwrap_or_default()));
            let day = date(&rate["date"]).map(|day| phrases.day(day)).unwrap_or_default();
            phrases.fill("note_rate", &[("currency", currency), ("rate", &written), ("day", &day)])
        });
        rates.collect::<Vec<_>>().join(" ")
    }

    fn note(&self, note: &Value, query: &Query) -> String {
        let phrases = self.phrases;
        let day = |value: &Value| date(value).map(|day| phrases.day(day));
        let unfinished: Option<DateRange> = serde_json::from_value(note["unfinished"].clone()).ok();
        if let Some(when) = unfinished.and_then(|range| phrases.when(range)) {
            return phrases.fill("note_unfinished", &[("when", &when)]);
        }
        if let Some(day) = day(&note["until"]) {
            return phrases.fill("note_until", &[("day", &day)]);
        }
        if let Some(day) = day(&note["since"]) {
            return phrases.fill("note_since", &[("day", &day)]);
        }
        let elsewhere = &note["elsewhere"];
        if let (Some(first), Some(last)) = (day(&elsewhere["first"]), day(&elsewhere["last"])) {
            let count = elsewhere["entries"].as_u64().unwrap_or_default();
            let key = if count == 1 { "note_elsewhere_one" } else { "note_elsewhere" };
            let count = phrases.counted("", count);
            return phrases.fill(key, &[("count", &count), ("first", &first), ("last", &last)]);
        }
        if note["behind"].is_array() {
            let said = items(&note["behind"]).filter_map(|one| {
                let (name, day) = (one["account"].as_str()?, day(&one["until"])?);
                Some(phrases.fill("note_behind", &[("name", name), ("day", &day)]))
            });
            return said.collect::<Vec<_>>().join(" ");
        }
        if note["unknownAccounts"].is_array() {
            let names: Vec<String> = texts(&note["unknownAccounts"]).map(str::to_owned).collect();
            return phrases.fill("note_unknown_accounts", &[("names", &phrases.joined(&names))]);
        }
        self.rates(&note["converted"], query.currency.map_or_else(String::new, |it| it.to_string()).as_str())
    }
}

/// A writer of one answer.
struct Saying<'a> {
    asked: &'a Asked<'a>,
    query: &'a Query,
    about: About,
}

impl Saying<'_> {
    fn rows(&self) -> Vec<&Value> {
        items(&self.asked.data["rows"]).collect()
    }

    fn fill(&self, key: &str, more: &[(&str, &str)]) -> String {
        let when = self.when();
        let mut values = vec![("when", when.as_str()), ("about", self.about.words.as_str())];
        values.extend(more);
        let filled = self.asked.phrases.fill(key, &values);
        capital(&filled)
    }

    /// Returns the period of the question in words. For averages per unit of time, it is the days that count.
    fn when(&self) -> String {
        let phrases = self.asked.phrases;
        let data = self.asked.data;
        let counted: Option<DateRange> = serde_json::from_value(data["period"].clone()).ok();
        let needs_months = matches!(
            self.query.measure,
            Measure::Average { per: Per::Month | Per::Year, .. } | Measure::Frequency
        );
        let is_per_day = matches!(self.query.measure, Measure::Average { per: Per::Day | Per::Week, .. });
        let is_of_days = is_per_day && self.query.filter.period.is_some();
        let is_counted = needs_months || is_of_days || self.query.compare.is_some();
        let asked = if is_counted { counted } else { self.query.filter.period };
        asked.and_then(|range| phrases.when(range)).unwrap_or_else(|| {
            let ends = [("first", &data["coverage"]["first"]), ("last", &data["coverage"]["last"])];
            let ends =
                ends.map(|(name, day)| (name, date(day).map(|day| phrases.day(day)).unwrap_or_default()));
            let ends = ends.each_ref().map(|(name, day)| (*name, day.as_str()));
            phrases.fill("overall", &ends)
        })
    }

    fn whole(&self) -> String {
        let rows = self.rows();
        if self.query.having.is_some() && self.query.group_by.is_some() && rows.is_empty() {
            return self.fill("none_meets", &[]);
        }
        let has_any = rows.iter().any(|row| row["entries"].as_u64() > Some(0) || !row["before"].is_null());
        let is_held = matches!(self.query.measure, Measure::Balance | Measure::NetWorth);
        if !has_any && !is_held {
            return self.fill("none", &[]);
        }
        if is_held {
            return self.held(&rows);
        }
        if self.query.group_by.is_some() {
            return self.grouped(&rows);
        }
        if self.query.what_if.is_some() {
            return self.imagined(&rows);
        }
        if self.query.compare.is_some() {
            return self.compared(&rows);
        }
        let said = self.one(&rows);
        let verdicts = rows.iter().filter_map(|row| row["meets"].as_bool());
        let verdicts: Vec<&str> =
            verdicts.map(|yes| self.asked.phrases.get(if yes { "yes" } else { "no" })).collect();
        if verdicts.is_empty() { said } else { format!("{}: {said}", verdicts.join("; ")) }
    }

    /// Writes an answer with one figure, or with one for each currency.
    fn one(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let sums = || {
            let said = rows.iter().filter_map(|row| {
                let money = phrases.money(money(row)?);
                let count = phrases.counted("", row["entries"].as_u64().unwrap_or_default());
                Some(phrases.fill("sum", &[("money", &money), ("count", &count)]))
            });
            phrases.joined(&said.collect::<Vec<_>>())
        };
        let first = rows.first().copied().unwrap_or(&Value::Null);
        let count = phrases.counted("", first["entries"].as_u64().unwrap_or_default());
        let days = || phrases.counted("day_", first["days"].as_u64().unwrap_or_default());
        let day = || date(&first["date"]).map(|day| phrases.day(day)).unwrap_or_default();
        match &self.query.measure {
            Measure::Spent => self.fill("spent", &[("sums", &sums())]),
            Measure::Received => self.fill("received", &[("sums", &sums())]),
            Measure::Net => self.fill("net", &[("sums", &sums())]),
            Measure::SpentNetOfRefunds => self.fill("net_of_refunds", &[("sums", &sums())]),
            Measure::Projection => self.fill("projection", &[("sums", &sums())]),
            Measure::Count => self.fill("counted", &[("count", &count)]),
            Measure::Distinct { of } => {
                let number = phrases.decimal(&first["count"].as_u64().unwrap_or_default().to_string());
                self.fill("distinct", &[("number", &number), ("things", phrases.get(things(*of)))])
            }
            Measure::SavingsRate => {
                let percent = phrases.decimal(first["percent"].as_str().unwrap_or_default());
                self.fill("savings_rate", &[("percent", &percent)])
            }
            Measure::Frequency => {
                let number = phrases.decimal(first["times_per_month"].as_str().unwrap_or_default());
                self.fill("frequency", &[("number", &number), ("count", &count)])
            }
            Measure::Average { of, per } => {
                let key = if *of == Direction::In { "average_in" } else { "average_out" };
                self.fill(key, &[("sums", &sums()), ("unit", phrases.get(unit(*per)))])
            }
            Measure::Median { of } => {
                let key = if *of == Direction::In { "median_in" } else { "median_out" };
                self.fill(key, &[("sums", &sums())])
            }
            Measure::Share { part, whole, .. } => {
                let key = match (part, whole) {
                    (Direction::In, _) => "share_in",
                    (_, Direction::In) => "share_of_income",
                    _ => "share_out",
                };
                let percent = phrases.decimal(first["percent"].as_str().unwrap_or_default());
                self.fill(key, &[("percent", &percent)])
            }
            Measure::Next => self.fill("next", &[("day", &day())]),
            Measure::TimeSince => self.fill("time_since", &[("days", &days())]),
            Measure::TimeUntil => self.fill("time_until", &[("days", &days())]),
            Measure::Duration => self.fill("duration", &[("days", &days())]),
            Measure::PriceChange => self.price(first),
            _ => self.transactions(rows),
        }
    }

    fn price(&self, row: &Value) -> String {
        let phrases = self.asked.phrases;
        let [first, latest] = ["first", "latest"].map(|key| amount(&row[key]).map(|it| phrases.money(it)));
        let (first, latest) = (first.unwrap_or_default(), latest.unwrap_or_default());
        let since = date(&row["since"]).map(|day| phrases.day(day)).unwrap_or_default();
        let key = if row["first"] == row["latest"] { "price_same" } else { "price_changed" };
        self.fill(key, &[("first", &first), ("latest", &latest), ("day", &since)])
    }

    fn transactions(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let values = |row: &Value| {
            let money = money(row).map(|it| phrases.money(it)).unwrap_or_default();
            let day = date(&row["date"]).map(|day| phrases.day(day)).unwrap_or_default();
            [
                ("money", money),
                ("day", day),
                ("description", row["description"].as_str().unwrap_or_default().to_owned()),
            ]
        };
        let said = |key: &str, row: &Value| {
            let values = values(row);
            phrases.fill(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
        };
        let single = match self.query.measure {
            Measure::First => Some("first"),
            Measure::Last => Some("last"),
            Measure::Largest { of: Direction::Out } => Some("largest_out"),
            Measure::Largest { of: Direction::In } => Some("largest_in"),
            Measure::Smallest { of: Direction::Out } => Some("smallest_out"),
            Measure::Smallest { of: Direction::In } => Some("smallest_in"),
            _ => None,
        };
        if let (Some(key), [row]) = (single, rows) {
            let mut values = values(row).to_vec();
            if !matches!(key, "first" | "last") {
                // The amount of an expense is stated without a sign.
                values[0].1 = values[0].1.replace('-', "");
                let item = phrases
                    .fill("item", &values.iter().map(|(name, it)| (*name, it.as_str())).collect::<Vec<_>>());
                values.push(("item", item));
            }
            return self.fill(key, &values.iter().map(|(name, it)| (*name, it.as_str())).collect::<Vec<_>>());
        }
        let shown = &rows[..rows.len().min(LINES_MAX)];
        let lines: Vec<String> = shown.iter().map(|row| format!("- {}", said("line", row))).collect();
        let matched = self.asked.data["matched"].as_u64().unwrap_or(rows.len() as u64);
        let count = phrases.counted("", matched);
        let head = match single {
            Some(_) => self.head(),
            None if matched > shown.len() as u64 => {
                self.fill("listed_some", &[("count", &count), ("n", &shown.len().to_string())])
            }
            None => self.fill("listed", &[("count", &count)]),
        };
        format!("{head}\n\n{}", lines.join("\n"))
    }

    /// Returns the measure, its filter and its period, with a colon.
    fn head(&self) -> String {
        let label = self.asked.phrases.get(label(&self.query.measure));
        format!("{label}{} {}:", self.about.words, self.when())
    }

    fn held(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let day: Option<DateRange> = serde_json::from_value(self.asked.data["period"].clone()).ok();
        let when = day.and_then(|day| phrases.when(day)).unwrap_or_default();
        let sums: Vec<String> = rows.iter().filter_map(|row| Some(phrases.money(money(row)?))).collect();
        let held: Vec<String> = rows
            .iter()
            .zip(&sums)
            .map(|(row, sum)| match row["group"].as_str() {
                Some(name) => match date(&row["known_for"]) {
                    Some(known) => phrases
                        .fill(held_key(row), &[("name", name), ("money", sum), ("day", &phrases.day(known))]),
                    None => phrases.fill("held", &[("name", name), ("money", sum)]),
                },
                None => sum.clone(),
            })
            .collect();
        let said = phrases.fill("balance", &[("when", &when), ("held", &phrases.joined(&held))]);
        let together: Vec<String> =
            items(&self.asked.data["together"]).filter_map(amount).map(|it| phrases.money(it)).collect();
        let said = capital(&said);
        if self.query.measure == Measure::NetWorth && !together.is_empty() {
            let together = [("when", when.as_str()), ("sums", &phrases.joined(&together))];
            return format!("{} {said}", capital(&phrases.fill("net_worth", &together)));
        }
        if held.len() < 2 || together.is_empty() {
            return said;
        }
        format!("{said} {}", phrases.fill("together", &[("sums", &phrases.joined(&together))]))
    }

    fn compared(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let other: Option<DateRange> =
            serde_json::from_value(self.asked.data["compared_period"].clone()).ok();
        let other_when = other.and_then(|range| phrases.when(range)).unwrap_or_default();
        let label = phrases.get(label(&self.query.measure));
        let said = rows.iter().map(|row| {
            let values = [
                ("label", label.to_owned()),
                ("this", self.figure(row)),
                ("other", self.figure(&row["before"])),
                ("other_when", other_when.clone()),
            ];
            let sentence = self.fill("compared", &values.each_ref().map(|(name, it)| (*name, it.as_str())));
            format!("{sentence} {}", self.difference(row)).trim_end().to_owned()
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// Returns a sentence such as "That is 1.00 EUR (1.5 %) more."
    fn difference(&self, row: &Value) -> String {
        let phrases = self.asked.phrases;
        let Some(difference) = amount(&row["difference"]) else { return String::new() };
        if difference.is_zero() {
            return phrases.get("same").to_owned();
        }
        let size = phrases.money(difference);
        let size = size.trim_start_matches('-');
        let key = if difference.is_negative() { "less" } else { "more" };
        match row["difference_percent"].as_str() {
            Some(percent) => {
                let percent = phrases.decimal(percent);
                phrases.fill(&format!("{key}_percent"), &[("difference", size), ("percent", &percent)])
            }
            None => phrases.fill(key, &[("difference", size)]),
        }
    }

    fn imagined(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let Some(cut) = &self.query.what_if else { return String::new() };
        let of_cut = About::of_conditions(&cut.only, self.asked.data, phrases);
        let label = phrases.get(label(&self.query.measure));
        let said = rows.iter().map(|row| {
            let values = [
                ("label", label.to_owned()),
                ("this", self.figure(row)),
                ("other", self.figure(&row["before"])),
                ("percent", cut.percent.to_string()),
                ("cut", of_cut.clone()),
            ];
            self.fill("what_if", &values.each_ref().map(|(name, it)| (*name, it.as_str())))
        });
        said.collect::<Vec<_>>().join(" ")
    }

    fn grouped(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let Some(by) = self.query.group_by else { return String::new() };
        let label = phrases.get(label(&self.query.measure));
        let head = self.fill("grouped", &[("label", label), ("by", phrases.get(by_key(by)))]);
        // There may be many days or weeks, so empty ones are left out.
        let is_short = |by| matches!(by, Dimension::Day | Dimension::Week);
        let rows: Vec<&Value> = rows
            .iter()
            .copied()
            .filter(|row| !is_short(by) || row["entries"] != 0 || !row["before"].is_null())
            .collect();
        let lines = rows.iter().take(ROWS_MAX).map(|row| {
            let (name, figure) = (self.group(row, by), self.figure(row));
            if row["before"].is_null() {
                return phrases.fill("row", &[("name", &name), ("figure", &figure)]);
            }
            let before = self.figure(&row["before"]);
            phrases.fill("row_before", &[("name", &name), ("figure", &figure), ("before", &before)])
        });
        let mut lines: Vec<String> = lines.map(|line| format!("- {line}")).collect();
        if let Some(more) = rows.len().checked_sub(ROWS_MAX + 1) {
            lines.push(format!("- {}", phrases.fill("rest", &[("n", &(more + 1).to_string())])));
        }
        format!("{head}\n\n{}", lines.join("\n"))
    }

    /// Returns the name of a row.
    fn group(&self, row: &Value, by: Dimension) -> String {
        let phrases = self.asked.phrases;
        let Some(name) = row["group"].as_str() else { return phrases.get("no_category").to_owned() };
        match by {
            Dimension::Weekday => name.parse().map_or(name, |day| phrases.weekday(day)).to_owned(),
            Dimension::Month => {
                let first = format!("{name}-01").parse::<NaiveDate>();
                first.map_or_else(|_| name.to_owned(), |day| phrases.month(day))
            }
            Dimension::Day => {
                name.parse::<NaiveDate>().map_or_else(|_| name.to_owned(), |day| phrases.day(day))
            }
            _ => name.to_owned(),
        }
    }

    /// Returns the figure of a row in few words.
    fn figure(&self, row: &Value) -> String {
        let phrases = self.asked.phrases;
        if let Some(money) = money(row) {
            return phrases.money(money);
        }
        if let Some(count) = row["count"].as_u64() {
            return phrases.counted("", count);
        }
        if let Some(days) = row["days"].as_u64() {
            return phrases.counted("day_", days);
        }
        if let Some(percent) = row["percent"].as_str() {
            return format!("{} %", phrases.decimal(percent));
        }
        if let Some(latest) = amount(&row["latest"]) {
            let first = amount(&row["first"]).map(|it| phrases.money(it)).unwrap_or_default();
            return format!("{first} → {}", phrases.money(latest));
        }
        let number = row["times_per_month"].as_str().map(|number| phrases.decimal(number));
        number.or_else(|| date(&row["date"]).map(|day| phrases.day(day))).unwrap_or_default()
    }
}

/// Returns the amount of a row, under any of its possible names.
fn money(row: &Value) -> Option<Money> {
    let names = ["amount", "net", "spent", "average", "median", "projected", "imagined", "held"];
    names.iter().find_map(|name| amount(&row[*name]))
}

/// Returns the key of a balance that is known for a day, or was carried on from it by the transactions since.
fn held_key(row: &Value) -> &'static str {
    if row["is_carried"] == true { "held_carried" } else { "held_known" }
}

/// Returns a sentence with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.trim_start().chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn amount(value: &Value) -> Option<Money> {
    serde_json::from_value(value.clone()).ok()
}

fn date(value: &Value) -> Option<NaiveDate> {
    value.as_str()?.parse().ok()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    items(value).filter_map(Value::as_str)
}

const fn unit(per: Per) -> &'static str {
    match per {
        Per::Transaction => "unit_transaction",
        Per::Day => "unit_day",
        Per::Week => "unit_week",
        Per::Month => "unit_month",
        Per::Year => "unit_year",
    }
}

const fn things(of: Dimension) -> &'static str {
    match of {
        Dimension::Category => "things_category",
        Dimension::Account => "things_account",
        Dimension::Merchant => "things_merchant",
        _ => "things_day",
    }
}

const fn by_key(by: Dimension) -> &'static str {
    match by {
        Dimension::Category => "by_category",
        Dimension::Merchant => "by_merchant",
        Dimension::Account => "by_account",
        Dimension::Weekday => "by_weekday",
        Dimension::Day => "by_day",
        Dimension::Week => "by_week",
        Dimension::Month => "by_month",
        Dimension::Quarter => "by_quarter",
        Dimension::Year => "by_year",
    }
}

/// Returns the key of a measure's name.
const fn label(measure: &Measure) -> &'static str {
    match measure {
        Measure::Spent => "label_spent",
        Measure::Received => "label_received",
        Measure::Net => "label_net",
        Measure::SpentNetOfRefunds => "label_net_of_refunds",
        Measure::Count => "label_count",
        Measure::Distinct { .. } => "label_distinct",
        Measure::SavingsRate => "label_savings_rate",
        Measure::Frequency => "label_frequency",
        Measure::Average { of: Direction::Out, .. } => "label_average_out",
        Measure::Average { of: Direction::In, .. } => "label_average_in",
        Measure::Median { of: Direction::Out } => "label_median_out",
        Measure::Median { of: Direction::In } => "label_median_in",
        Measure::Largest { of: Direction::Out } => "label_largest_out",
        Measure::Largest { of: Direction::In } => "label_largest_in",
        Measure::Smallest { of: Direction::Out } => "label_smallest_out",
        Measure::Smallest { of: Direction::In } => "label_smallest_in",
        Measure::Share { .. } => "label_share",
        Measure::Transactions => "label_transactions",
        Measure::First => "label_first",
        Measure::Last => "label_last",
        Measure::Next => "label_next",
        Measure::TimeSince => "label_time_since",
        Measure::TimeUntil => "label_time_until",
        Measure::Duration => "label_duration",
        Measure::PriceChange => "label_price_change",
        Measure::Projection => "label_projection",
        Measure::Balance => "label_balance",
        Measure::NetWorth => "label_net_worth",
    }
}

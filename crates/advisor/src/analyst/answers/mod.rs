//! Answers to queries in the language of the question. Every figure comes from a tool's answer.

mod files;
mod topics;

use saldo_domain::query::{DateRange, Dimension, Measure, Per};
use saldo_domain::transaction::Direction;
use saldo_domain::{Language, Money, Query};
use serde_json::{Value, json};

use crate::wording::{Describer, Phrases, amount, capital, items, key_of, offers};
pub(super) use files::Files;
use topics::TopicAsked;

/// The maximum number of transactions in an answer.
const LINES_MAX: usize = 20;
/// The maximum number of groups in an answer: five years of months.
const ROWS_MAX: usize = 60;
/// The fields of a row that are its figure, if it is no amount, with their notation.
const FIGURES: [(&str, &str); 6] = [
    ("count", "{count:count}"),
    ("days", "{days:days}"),
    ("percent", "{percent:decimal} %"),
    ("latest", "{first} → {latest}"),
    ("times_per_month", "{times_per_month:decimal}"),
    ("date", "{date:day}"),
];

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
        if self.data["coverage"].is_null() && !query.measure.is_balance() {
            return Some(self.phrases.get("no_books").to_owned());
        }
        let sentence = AnswerText { asked: self, query, about: self.describer().filter(query) }.whole();
        let between = if sentence.contains('\n') { "\n\n" } else { " " };
        Some(format!("{sentence}{between}{}", self.notes(query)).trim_end().to_owned())
    }

    const fn describer(&self) -> Describer<'_> {
        Describer { data: self.data, phrases: self.phrases }
    }

    /// Returns the sentences that reject a question: the words that were not understood, and offered queries.
    pub(super) fn refusal(&self, question: &str) -> String {
        let (data, phrases) = (self.data, self.phrases);
        if let Some(problem) = data["error"].as_str() {
            return phrases.fill("error", &[("problem", problem)]);
        }
        let asked = format!(" {} ", question.to_lowercase());
        if phrases.all("advice_words").any(|cue| asked.contains(&format!(" {cue} "))) {
            return phrases.get("advice").to_owned();
        }
        let words = items(&data["not_understood"]).filter_map(Value::as_str);
        let words: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
        let offers: Vec<String> = offers(data, phrases).into_iter().map(|(text, _)| text).collect();
        let problem = match (words.is_empty(), offers.is_empty()) {
            (true, true) => "unclear",
            (true, false) => "ambiguous",
            (false, _) => "not_understood",
        };
        let advice = if offers.is_empty() { "examples" } else { "did_you_mean" };
        let reach = if data["coverage"].is_null() { "no_books" } else { "reach" };
        let values = [("words", phrases.joined(&words)), ("offers", offers.join("; "))];
        [problem, advice, reach].map(|key| phrases.write(phrases.get(key), data, &values)).join(" ")
    }

    /// Returns the notes that qualify the figures.
    fn notes(&self, query: &Query) -> String {
        let (data, phrases) = (self.data, self.phrases);
        let mut notes: Vec<String> = items(&data["notes"]).map(|note| self.note(note, query)).collect();
        if query.group_by.is_none() {
            notes.extend(self.together());
        }
        for name in ["without_category", "in_other_categories"] {
            if data[name].as_u64() > Some(0) {
                notes.push(phrases.tell(&format!("note_{name}"), data));
            }
        }
        let pairs = items(&data["possibly_counted_twice"]["accounts"]);
        let pairs: Vec<String> =
            pairs.map(|pair| phrases.write::<&str>("{pair:names}", &json!({"pair": pair}), &[])).collect();
        if !pairs.is_empty() {
            notes.push(phrases.fill("note_counted_twice", &[("names", pairs.join("; "))]));
        }
        if data["left_out"] == 0 {
            notes.push(phrases.get("note_nothing_excluded").to_owned());
        }
        notes.extend(items(&data["corrections"]).map(|it| phrases.tell("note_taken", it)));
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }

    /// Returns the one figure in the preferred currency, with its rates.
    fn together(&self) -> Option<String> {
        let converted = &self.data["in_preferred_currency"];
        let [row] = converted["rows"].as_array()?.as_slice() else { return None };
        let write = |row| money(row).map(|it| self.phrases.money(it));
        let before = row.get("before").and_then(write);
        let key = if before.is_some() { "note_together_before" } else { "note_together" };
        let values = [("money", write(row)?), ("before", before.unwrap_or_default())];
        let rates = self.rates(&converted["rates"], converted["currency"].as_str()?);
        Some(format!("{} {rates}", self.phrases.fill(key, &values)))
    }

    fn rates(&self, rates: &Value, to: &str) -> String {
        let rates = rates.as_object().into_iter().flatten().map(|(currency, rate)| {
            self.phrases.write(
                self.phrases.get("note_rate"),
                rate,
                &[("currency", currency.as_str()), ("to", to)],
            )
        });
        rates.collect::<Vec<_>>().join(" ")
    }

    fn note(&self, note: &Value, query: &Query) -> String {
        let phrases = self.phrases;
        match key_of(note).as_str() {
            "behind" => {
                let late = items(&note["behind"]).map(|one| phrases.tell("note_behind", one));
                late.collect::<Vec<_>>().join(" ")
            }
            "converted" => {
                let to = query.currency.map_or_else(String::new, |it| it.to_string());
                self.rates(&note["converted"], &to)
            }
            "elsewhere" if note["elsewhere"]["entries"] == 1 => phrases.tell("note_elsewhere_one", note),
            name => phrases.tell(&format!("note_{name}"), note),
        }
    }
}

/// A writer of one answer.
struct AnswerText<'a> {
    asked: &'a Asked<'a>,
    query: &'a Query,
    about: String,
}

impl AnswerText<'_> {
    /// Returns the text of a key with the period, the filter, these values and the fields of a row.
    fn tell(&self, key: &str, row: &Value, more: &[(&str, String)]) -> String {
        let mut values = vec![("when", self.when()), ("about", self.about.clone())];
        values.extend_from_slice(more);
        capital(&self.asked.phrases.write(self.asked.phrases.get(key), row, &values))
    }

    /// Returns a period of the tool's answer.
    fn range(&self, field: &str) -> Option<DateRange> {
        serde_json::from_value(self.asked.data[field].clone()).ok()
    }

    /// Returns the period of the question in words. For averages per unit of time, these are the days that
    /// count.
    fn when(&self) -> String {
        let phrases = self.asked.phrases;
        let needs_months = matches!(
            self.query.measure,
            Measure::Average { per: Per::Month | Per::Year, .. } | Measure::Frequency
        );
        let is_per_day = matches!(self.query.measure, Measure::Average { per: Per::Day | Per::Week, .. });
        let is_of_days = is_per_day && self.query.filter.period.is_some();
        let is_counted =
            needs_months || is_of_days || self.query.compare.is_some() || self.query.measure.is_balance();
        let asked = if is_counted { self.range("period") } else { self.query.filter.period };
        asked
            .and_then(|range| phrases.when(range))
            .unwrap_or_else(|| phrases.tell("overall", self.asked.data))
    }

    fn whole(&self) -> String {
        let rows: Vec<&Value> = items(&self.asked.data["rows"]).collect();
        let has_any = rows.iter().any(|row| row["entries"].as_u64() > Some(0) || !row["before"].is_null());
        // "In which months did I not fill up" is answered with rows of nothing.
        let has_any = has_any || (self.query.having.is_some() && self.query.group_by.is_some());
        match self.query {
            query if query.having.is_some() && query.group_by.is_some() && rows.is_empty() => {
                self.tell("none_meets", &Value::Null, &[])
            }
            query if query.measure.is_balance() => self.balances(&rows),
            _ if !has_any => self.tell("none", &Value::Null, &[]),
            Query { group_by: Some(by), .. } => self.grouped(&rows, *by),
            Query { what_if: Some(_), .. } => self.against(&rows, "what_if"),
            Query { compare: Some(_), .. } => self.against(&rows, "compared"),
            _ => {
                let verdicts = rows.iter().filter_map(|row| row["meets"].as_bool());
                let verdicts: Vec<&str> =
                    verdicts.map(|yes| self.asked.phrases.get(if yes { "yes" } else { "no" })).collect();
                let sentence = self.one(&rows);
                if verdicts.is_empty() { sentence } else { format!("{}: {sentence}", verdicts.join("; ")) }
            }
        }
    }

    /// Writes an answer with one figure, or with one for each currency.
    fn one(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let sums = rows.iter().filter_map(|row| {
            let money = phrases.money(money(row)?);
            Some(phrases.write(phrases.get("sum"), row, &[("money", money)]))
        });
        let sums = phrases.joined(&sums.collect::<Vec<_>>());
        let first = rows.first().copied().unwrap_or(&Value::Null);
        let key = match &self.query.measure {
            Measure::Share { part: Direction::In, .. } => "share_in".to_owned(),
            Measure::Share { whole: Direction::In, .. } => "share_of_income".to_owned(),
            Measure::Share { .. } => "share_out".to_owned(),
            Measure::PriceChange if first["first"] == first["latest"] => "price_same".to_owned(),
            measure if measure.lists_transactions() => return self.transactions(rows),
            measure => key_of(measure),
        };
        let (unit, things) = match &self.query.measure {
            Measure::Average { per, .. } => (phrases.named("unit", per), ""),
            Measure::Distinct { of } => ("", phrases.named("things", of)),
            _ => ("", ""),
        };
        self.tell(&key, first, &[("sums", sums), ("unit", unit.to_owned()), ("things", things.to_owned())])
    }

    fn transactions(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let single = Some(&self.query.measure).filter(|it| **it != Measure::Transactions).map(key_of);
        if let (Some(key), [row]) = (&single, rows) {
            return self.tell(key, row, &[("item", phrases.tell("item", row))]);
        }
        let shown = &rows[..rows.len().min(LINES_MAX)];
        let lines = shown.iter().map(|row| phrases.tell("line", row)).collect();
        let matched = self.asked.data["matched"].as_u64().unwrap_or(rows.len() as u64);
        let counts = [("count", phrases.counted("", matched)), ("n", shown.len().to_string())];
        let head = match single {
            Some(_) => format!("{}{} {}:", self.label(), self.about, self.when()),
            None if matched > shown.len() as u64 => self.tell("listed_some", &Value::Null, &counts),
            None => self.tell("listed", &Value::Null, &counts),
        };
        listed(phrases, &head, lines, 0)
    }

    fn label(&self) -> String {
        self.asked.phrases.named("label", &self.query.measure).to_owned()
    }

    fn balances(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let each = rows.iter().filter(|row| money(row).is_some()).map(|row| {
            let key = match (row["group"].is_null(), row["known_for"].is_null(), &row["is_carried"]) {
                (true, ..) => return phrases.amount(&row["balance"]),
                (_, true, _) => "held",
                (_, _, Value::Bool(true)) => "held_carried",
                _ => "held_known",
            };
            phrases.tell(key, row)
        });
        let each: Vec<String> = each.collect();
        let sentence = self.tell("balance", &Value::Null, &[("held", phrases.joined(&each))]);
        let together: Vec<String> =
            items(&self.asked.data["together"]).map(|sum| phrases.amount(sum)).collect();
        let sums = [("sums", phrases.joined(&together))];
        if together.is_empty() {
            sentence
        } else if self.query.measure == Measure::NetWorth {
            format!("{} {sentence}", self.tell("net_worth", &Value::Null, &sums))
        } else if each.len() < 2 {
            sentence
        } else {
            format!("{sentence} {}", phrases.fill("together", &sums))
        }
    }

    /// Writes a figure beside that of another period, or beside the one without a hypothetical cut.
    fn against(&self, rows: &[&Value], key: &str) -> String {
        let phrases = self.asked.phrases;
        let other_when = self.range("compared_period").and_then(|range| phrases.when(range));
        let (percent, cut) = self.query.what_if.as_ref().map_or_else(Default::default, |cut| {
            (cut.percent.to_string(), self.asked.describer().conditions(&cut.only))
        });
        let values = [
            ("label", self.label()),
            ("other_when", other_when.unwrap_or_default()),
            ("percent", percent),
            ("cut", cut),
        ];
        let sentences = rows.iter().map(|row| {
            let figures = [("this", self.figure(row)), ("other", self.figure(&row["before"]))];
            let sentence = self.tell(key, row, &[&values[..], &figures].concat());
            format!("{sentence} {}", self.difference(row)).trim_end().to_owned()
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// Returns a sentence such as "That is 1.00 EUR (1.5 %) more.", after a comparison of amounts.
    fn difference(&self, row: &Value) -> String {
        let difference = amount(&row["difference"]).filter(|_| self.query.compare.is_some());
        let Some(difference) = difference else { return String::new() };
        let has_percent = !difference.is_zero() && row["difference_percent"].is_string();
        let key = match () {
            () if difference.is_zero() => "same",
            () if difference.is_negative() => "less",
            () => "more",
        };
        self.asked.phrases.tell(&format!("{key}{}", if has_percent { "_percent" } else { "" }), row)
    }

    fn grouped(&self, rows: &[&Value], by: Dimension) -> String {
        let phrases = self.asked.phrases;
        let values = [("label", self.label()), ("by", phrases.named("by", &by).to_owned())];
        let head = self.tell("grouped", &Value::Null, &values);
        // There may be many days or weeks, so empty ones are left out, unless a limit selects them.
        let is_short = matches!(by, Dimension::Day | Dimension::Week) && self.query.having.is_none();
        let is_shown = |row: &&&Value| !is_short || row["entries"] != 0 || !row["before"].is_null();
        let lines = rows.iter().filter(is_shown).map(|row| {
            let before = self.figure(&row["before"]);
            let values = [("name", self.group(row, by)), ("figure", self.figure(row)), ("before", before)];
            phrases.fill(if row["before"].is_null() { "row" } else { "row_before" }, &values)
        });
        let mut lines: Vec<String> = lines.collect();
        let left_out = lines.len().saturating_sub(ROWS_MAX);
        let (lines_shown, count) = (lines.len(), [("n", lines.len().to_string())]);
        lines.truncate(ROWS_MAX);
        let mut rows = listed(phrases, &head, lines, left_out);
        if by == Dimension::Tag {
            rows = format!("{rows}\n\n{}", phrases.get("in_each_tag"));
        }
        // "In how many months did I spend over 500" asks for their number, too.
        let counts = self.query.having.is_some() && lines_shown > 1;
        if counts { format!("{rows}\n\n{}", phrases.fill("in_all", &count)) } else { rows }
    }

    /// Returns the name of a row.
    fn group(&self, row: &Value, by: Dimension) -> String {
        let phrases = self.asked.phrases;
        match (row["group"].as_str(), by) {
            (None, Dimension::Tag) => phrases.get("no_tag").to_owned(),
            (None, _) => phrases.get("no_category").to_owned(),
            (Some(name), Dimension::Weekday) => {
                name.parse().map_or(name, |day| phrases.weekday(day)).to_owned()
            }
            (Some(_), Dimension::Month) => phrases.write::<&str>("{group:month}", row, &[]),
            (Some(_), Dimension::Day) => phrases.write::<&str>("{group:day}", row, &[]),
            (Some(name), Dimension::Category) => phrases.category(name).to_owned(),
            (Some(name), _) => name.to_owned(),
        }
    }

    /// Returns the figure of a row in few words.
    fn figure(&self, row: &Value) -> String {
        let phrases = self.asked.phrases;
        let field = FIGURES.iter().find(|(name, _)| !row[*name].is_null());
        let plain = || field.map(|(_, text)| phrases.write::<&str>(text, row, &[])).unwrap_or_default();
        money(row).map_or_else(plain, |money| phrases.money(money))
    }
}

/// Returns a head and its lines, with the number of lines that are not shown.
fn listed(phrases: &Phrases, head: &str, mut lines: Vec<String>, left_out: usize) -> String {
    lines.extend((left_out > 0).then(|| phrases.fill("rest", &[("n", left_out.to_string())])));
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    format!("{head}\n\n{}", lines.join("\n"))
}

/// Returns the amount of a row, under any of its possible names.
fn money(row: &Value) -> Option<Money> {
    let names = ["amount", "net", "spent", "average", "median", "projected", "imagined", "balance"];
    names.iter().find_map(|name| amount(&row[*name]))
}

//! Answers to queries in the language of the question. Every figure comes from a tool's answer.

mod about;
mod chips;
mod files;
mod phrases;
mod topics;

use chrono::NaiveDate;
use saldo_domain::query::{DateRange, Dimension, Measure, Per};
use saldo_domain::transaction::Direction;
use saldo_domain::{Money, Query};
use saldo_question::Language;
use serde::Serialize;
use serde_json::{Value, json};

use about::{About, described};
pub(crate) use chips::of_answer as query_part;
pub(super) use files::Files;
pub(super) use phrases::Phrases;
use phrases::borrowed;
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
        let sentence =
            AnswerText { asked: self, query, about: About::of(query, self.data, self.phrases) }.whole();
        Some(match self.notes(query) {
            notes if notes.is_empty() => sentence,
            notes if sentence.contains('\n') => format!("{sentence}\n\n{notes}"),
            notes => format!("{sentence} {notes}"),
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
        let sentence = match (words.is_empty(), offers.is_empty()) {
            (true, true) => phrases.get("unclear").to_owned(),
            (true, false) => phrases.get("ambiguous").to_owned(),
            (false, _) => phrases.fill("not_understood", &[("words", &phrases.joined(&words))]),
        };
        let sentence = if offers.is_empty() {
            format!("{sentence} {}", phrases.get("examples"))
        } else {
            format!("{sentence} {}", phrases.fill("did_you_mean", &[("offers", &offers.join("; "))]))
        };
        let coverage = &self.data["coverage"];
        match (date(&coverage["first"]), date(&coverage["last"])) {
            (Some(first), Some(last)) => {
                let ends = [("first", phrases.day(first)), ("last", phrases.day(last))];
                format!("{sentence} {}", phrases.filled("reach", &ends))
            }
            _ => format!("{sentence} {}", phrases.get("no_books")),
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
        let mut notes = Vec::new();
        for note in items(&self.data["notes"]) {
            notes.push(match note.as_str() {
                Some("likeForLike") => phrases.get("note_like_for_like").to_owned(),
                Some(_) => phrases.get("note_lengths").to_owned(),
                None => self.note(note, query),
            });
        }
        if query.group_by.is_none()
            && let Some(together) = self.together()
        {
            notes.push(together);
        }
        let counts =
            [("without_category", "note_uncategorized"), ("in_other_categories", "note_other_categories")];
        for (name, key) in counts {
            if let Some(count) = self.data[name].as_u64().filter(|count| *count > 0) {
                notes.push(phrases.fill(key, &[("count", &phrases.counted("", count))]));
            }
        }
        let pairs = items(&self.data["possibly_counted_twice"]["accounts"]);
        let pairs: Vec<String> =
            pairs.map(|pair| phrases.joined(&texts(pair).map(str::to_owned).collect::<Vec<_>>())).collect();
        if !pairs.is_empty() {
            notes.push(phrases.fill("note_counted_twice", &[("names", &pairs.join("; "))]));
        }
        if self.data["left_out"] == 0 {
            notes.push(phrases.get("note_nothing_excluded").to_owned());
        }
        for it in items(&self.data["corrections"]) {
            let [written, name] =
                ["written", "takenFor"].map(|key| format!("\"{}\"", it[key].as_str().unwrap_or_default()));
            notes.push(phrases.fill("note_taken", &[("written", &written), ("name", &name)]));
        }
        notes.retain(|note| !note.is_empty());
        notes.join(" ")
    }

    /// Returns the one figure in the preferred currency, with its rates.
    fn together(&self) -> Option<String> {
        let converted = &self.data["in_preferred_currency"];
        let [row] = converted["rows"].as_array()?.as_slice() else { return None };
        let money = self.phrases.money(money(row)?);
        let sentence = match row.get("before").and_then(self::money) {
            Some(before) => {
                let before = self.phrases.money(before);
                self.phrases.fill("note_together_before", &[("money", &money), ("before", &before)])
            }
            None => self.phrases.fill("note_together", &[("money", &money)]),
        };
        let rates = self.rates(&converted["rates"], converted["currency"].as_str()?);
        Some(format!("{sentence} {rates}"))
    }

    fn rates(&self, rates: &Value, to: &str) -> String {
        let phrases = self.phrases;
        let rates = rates.as_object().into_iter().flatten().map(|(currency, rate)| {
            let written = format!("{} {to}", phrases.decimal(rate["rate"].as_str().unwrap_or_default()));
            let day = phrases.date(&rate["date"]);
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
            let sentences = items(&note["behind"]).filter_map(|one| {
                let (name, day) = (one["account"].as_str()?, day(&one["until"])?);
                Some(phrases.fill("note_behind", &[("name", name), ("day", &day)]))
            });
            return sentences.collect::<Vec<_>>().join(" ");
        }
        if note["unknownAccounts"].is_array() {
            let names: Vec<String> = texts(&note["unknownAccounts"]).map(str::to_owned).collect();
            return phrases.fill("note_unknown_accounts", &[("names", &phrases.joined(&names))]);
        }
        self.rates(&note["converted"], query.currency.map_or_else(String::new, |it| it.to_string()).as_str())
    }
}

/// A writer of one answer.
struct AnswerText<'a> {
    asked: &'a Asked<'a>,
    query: &'a Query,
    about: About,
}

impl AnswerText<'_> {
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

    /// Returns the period of the question in words. For averages per unit of time, these are the days that
    /// count.
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
            phrases.filled("overall", &ends.map(|(name, day)| (name, phrases.date(day))))
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
            return self.balances(&rows);
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
        let sentence = self.one(&rows);
        let verdicts = rows.iter().filter_map(|row| row["meets"].as_bool());
        let verdicts: Vec<&str> =
            verdicts.map(|yes| self.asked.phrases.get(if yes { "yes" } else { "no" })).collect();
        if verdicts.is_empty() { sentence } else { format!("{}: {sentence}", verdicts.join("; ")) }
    }

    /// Writes an answer with one figure, or with one for each currency.
    fn one(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let sums = rows.iter().filter_map(|row| {
            let money = phrases.money(money(row)?);
            let count = phrases.counted("", row["entries"].as_u64().unwrap_or_default());
            Some(phrases.fill("sum", &[("money", &money), ("count", &count)]))
        });
        let sums = phrases.joined(&sums.collect::<Vec<_>>());
        let first = rows.first().copied().unwrap_or(&Value::Null);
        let is_same = first["first"] == first["latest"];
        let key = match &self.query.measure {
            Measure::Share { part: Direction::In, .. } => "share_in".to_owned(),
            Measure::Share { whole: Direction::In, .. } => "share_of_income".to_owned(),
            Measure::Share { .. } => "share_out".to_owned(),
            Measure::PriceChange if is_same => "price_same".to_owned(),
            measure if is_list(measure) => return self.transactions(rows),
            measure => key_of(measure),
        };
        let counted = |forms, name: &str| phrases.counted(forms, first[name].as_u64().unwrap_or_default());
        let decimal = |name: &str| first[name].as_str().map(|it| phrases.decimal(it));
        let money = |name: &str| phrases.amount(&first[name]);
        let day = date(&first["since"]).or_else(|| date(&first["date"])).map(|day| phrases.day(day));
        let number = first["count"].as_u64().map(|count| phrases.decimal(&count.to_string()));
        let (unit, things) = match &self.query.measure {
            Measure::Average { per, .. } => (phrases.named("unit", per), ""),
            Measure::Distinct { of } => ("", phrases.named("things", of)),
            _ => ("", ""),
        };
        self.fill(
            &key,
            &[
                ("sums", &sums),
                ("count", &counted("", "entries")),
                ("days", &counted("day_", "days")),
                ("day", &day.unwrap_or_default()),
                ("number", &number.or_else(|| decimal("times_per_month")).unwrap_or_default()),
                ("percent", &decimal("percent").unwrap_or_default()),
                ("unit", unit),
                ("things", things),
                ("first", &money("first")),
                ("latest", &money("latest")),
            ],
        )
    }

    fn transactions(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let values = |row: &Value| {
            let money = money(row).map(|it| phrases.money(it)).unwrap_or_default();
            [
                ("money", money),
                ("day", phrases.date(&row["date"])),
                ("description", row["description"].as_str().unwrap_or_default().to_owned()),
            ]
        };
        let single = Some(&self.query.measure).filter(|it| **it != Measure::Transactions).map(key_of);
        if let (Some(key), [row]) = (&single, rows) {
            let mut values = values(row).to_vec();
            if !matches!(self.query.measure, Measure::First | Measure::Last) {
                // The amount of an expense is stated without a sign.
                values[0].1 = values[0].1.replace('-', "");
                values.push(("item", phrases.filled("item", &values)));
            }
            return self.fill(key, &borrowed(&values));
        }
        let shown = &rows[..rows.len().min(LINES_MAX)];
        let lines: Vec<String> =
            shown.iter().map(|row| format!("- {}", phrases.filled("line", &values(row)))).collect();
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

    fn label(&self) -> &'static str {
        self.asked.phrases.named("label", &self.query.measure)
    }

    /// Returns the measure, its filter and its period, with a colon.
    fn head(&self) -> String {
        format!("{}{} {}:", self.label(), self.about.words, self.when())
    }

    fn balances(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let day: Option<DateRange> = serde_json::from_value(self.asked.data["period"].clone()).ok();
        let when = day.and_then(|day| phrases.when(day)).unwrap_or_default();
        let sums: Vec<String> = rows.iter().filter_map(|row| Some(phrases.money(money(row)?))).collect();
        let each: Vec<String> = rows
            .iter()
            .zip(&sums)
            .map(|(row, sum)| match row["group"].as_str() {
                Some(name) => match date(&row["known_for"]) {
                    Some(known) => phrases.fill(
                        balance_key(row),
                        &[("name", name), ("money", sum), ("day", &phrases.day(known))],
                    ),
                    None => phrases.fill("held", &[("name", name), ("money", sum)]),
                },
                None => sum.clone(),
            })
            .collect();
        let sentence = phrases.fill("balance", &[("when", &when), ("held", &phrases.joined(&each))]);
        let together: Vec<String> =
            items(&self.asked.data["together"]).filter_map(amount).map(|it| phrases.money(it)).collect();
        let sentence = capital(&sentence);
        if self.query.measure == Measure::NetWorth && !together.is_empty() {
            let together = [("when", when.as_str()), ("sums", &phrases.joined(&together))];
            return format!("{} {sentence}", capital(&phrases.fill("net_worth", &together)));
        }
        if each.len() < 2 || together.is_empty() {
            return sentence;
        }
        format!("{sentence} {}", phrases.fill("together", &[("sums", &phrases.joined(&together))]))
    }

    fn compared(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let other: Option<DateRange> =
            serde_json::from_value(self.asked.data["compared_period"].clone()).ok();
        let other_when = other.and_then(|range| phrases.when(range)).unwrap_or_default();
        let sentences = rows.iter().map(|row| {
            let values = [
                ("label", self.label().to_owned()),
                ("this", self.figure(row)),
                ("other", self.figure(&row["before"])),
                ("other_when", other_when.clone()),
            ];
            let sentence = self.fill("compared", &borrowed(&values));
            format!("{sentence} {}", self.difference(row)).trim_end().to_owned()
        });
        sentences.collect::<Vec<_>>().join(" ")
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
        let sentences = rows.iter().map(|row| {
            let values = [
                ("label", self.label().to_owned()),
                ("this", self.figure(row)),
                ("other", self.figure(&row["before"])),
                ("percent", cut.percent.to_string()),
                ("cut", of_cut.clone()),
            ];
            self.fill("what_if", &borrowed(&values))
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    fn grouped(&self, rows: &[&Value]) -> String {
        let phrases = self.asked.phrases;
        let Some(by) = self.query.group_by else { return String::new() };
        let head = self.fill("grouped", &[("label", self.label()), ("by", phrases.named("by", &by))]);
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
            return format!("{} → {}", phrases.amount(&row["first"]), phrases.money(latest));
        }
        let number = row["times_per_month"].as_str().map(|number| phrases.decimal(number));
        number.or_else(|| date(&row["date"]).map(|day| phrases.day(day))).unwrap_or_default()
    }
}

/// Returns `true` for a measure whose figures are transactions.
const fn is_list(measure: &Measure) -> bool {
    matches!(
        measure,
        Measure::Transactions
            | Measure::First
            | Measure::Last
            | Measure::Largest { .. }
            | Measure::Smallest { .. }
    )
}

/// Returns the amount of a row, under any of its possible names.
fn money(row: &Value) -> Option<Money> {
    let names = ["amount", "net", "spent", "average", "median", "projected", "imagined", "balance"];
    names.iter().find_map(|name| amount(&row[*name]))
}

/// Returns the key of the phrase for a balance: a known one, or one calculated from an earlier known balance.
fn balance_key(row: &Value) -> &'static str {
    if row["is_carried"] == true { "held_carried" } else { "held_known" }
}

/// Returns a sentence with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.trim_start().chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn amount(value: &Value) -> Option<Money> {
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

/// Returns the key of a measure's sentence: its serialized name, and the direction of money.
fn key_of(measure: &impl Serialize) -> String {
    let value = json!(measure);
    let tagged = value.as_object().and_then(|fields| fields.iter().next());
    let (name, of) =
        tagged.map_or((value.as_str(), None), |(name, it)| (Some(name.as_str()), it["of"].as_str()));
    let snake = |letter: char| {
        let mark = letter.is_uppercase().then_some('_');
        mark.into_iter().chain(letter.to_lowercase())
    };
    let mut key: String = name.unwrap_or_default().chars().flat_map(snake).collect();
    if let Some(direction @ ("in" | "out")) = of {
        key = format!("{key}_{direction}");
    }
    key
}

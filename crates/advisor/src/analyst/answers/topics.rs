//! Answers to questions about reports: recurring payments, budgets, statements.

use saldo_domain::QueryFilter;
use saldo_domain::query::{DateRange, Size};
use serde_json::{Value, json};

use super::listed;
use crate::wording::{Describer, Phrases, amount, capital, items};

/// The days ahead of a question about due payments that names none.
const DAYS_AHEAD: u64 = 30;

/// A question about a report, as the tool `query` read it.
pub(in crate::analyst) struct TopicAsked<'a> {
    about: &'a str,
    filter: QueryFilter,
    data: &'a Value,
    phrases: &'static Phrases,
}

impl<'a> TopicAsked<'a> {
    pub(super) fn read(data: &'a Value, phrases: &'static Phrases) -> Option<Self> {
        let filter = serde_json::from_value(data["filter"].clone()).ok()?;
        Some(Self { about: data["topic"].as_str()?, filter, data, phrases })
    }

    fn name(&self, id: &str) -> Value {
        self.data["names"][id].clone()
    }

    /// Returns the tool that reports it and its input; `None` for a question that needs no report.
    pub(in crate::analyst) fn call(&self, today: chrono::NaiveDate) -> Option<(&'static str, Value)> {
        let only = &self.filter.only;
        let category = only.categories.first().map(|id| self.name(&id.to_string()));
        let account = only.accounts.first().map(|id| self.name(&id.to_string()));
        let words = only.merchants.first();
        let range = self.filter.period;
        let (from, to) = (range.and_then(DateRange::first_day), range.and_then(DateRange::last_day));
        let direction = only.directions.first();
        Some(match self.about {
            "recurring" | "ended" => (
                "recurring",
                json!({
                    "direction": direction,
                    "words": words,
                    "category": category,
                    "account": account,
                    "ended": self.about == "ended",
                }),
            ),
            "due" => {
                // A named month is the next of that name.
                let is_past = to.is_some_and(|to| to < today);
                let ahead = |day: chrono::NaiveDate| {
                    if is_past { day.checked_add_months(chrono::Months::new(12)) } else { Some(day) }
                };
                let from = from.and_then(ahead).map(|day| day.max(today));
                let to = to.and_then(ahead).or_else(|| today.checked_add_days(chrono::Days::new(DAYS_AHEAD)));
                (
                    "forecast",
                    json!({"from": from, "to": to, "words": words, "category": category, "account": account}),
                )
            }
            "budgets" => {
                let month = |day: chrono::NaiveDate| day.format("%Y-%m").to_string();
                let last = to.unwrap_or(today).min(today);
                (
                    "budgets",
                    json!({
                        "month": month(from.unwrap_or(last).min(last)), "last": month(last), "category": category,
                    }),
                )
            }
            "coverage" => ("statement_coverage", json!({"account": account})),
            "duplicates" => ("duplicates", json!({})),
            "runway" => ("runway", json!({})),
            "origin" => {
                let mut input = json!({"words": words, "category": category, "account": account, "limit": 3});
                for size in &only.sizes {
                    match size {
                        Size::AtLeast(least) => input["at_least"] = json!(least.to_string()),
                        Size::AtMost(most) => input["at_most"] = json!(most.to_string()),
                        Size::Above(_) | Size::Below(_) => return None,
                    }
                }
                ("explain_transaction", input)
            }
            _ => return None,
        })
    }

    /// Returns the answer, from the report.
    pub(in crate::analyst) fn answer(&self, result: Option<&Value>) -> String {
        let phrases = self.phrases;
        let Some(result) = result else { return phrases.get("examples").to_owned() };
        if let Some(problem) = result["error"].as_str() {
            return phrases.fill("error", &[("problem", problem.trim_end_matches('.'))]);
        }
        match self.about {
            "recurring" | "ended" => self.recurring(result),
            "due" => self.due(result),
            "budgets" => self.budgets(result),
            "coverage" => self.coverage(result),
            "duplicates" => self.duplicates(result),
            "runway" => self.runway(result),
            _ => self.origins(result),
        }
    }

    /// Returns the text of a key with the conditions of the question, these values and the fields of `data`.
    fn tell(&self, key: &str, data: &Value, more: &[(&str, String)]) -> String {
        let about = Describer { data: self.data, phrases: self.phrases }.conditions(&self.filter.only);
        let values = [more, &[("about", about)]].concat();
        capital(&self.phrases.write(self.phrases.get(key), data, &values))
    }

    /// Returns a head and its lines, with the number of lines that the report leaves out.
    fn listed(&self, head: &str, lines: Vec<String>, left_out: &Value) -> String {
        let left_out = left_out.as_u64().and_then(|more| usize::try_from(more).ok());
        listed(self.phrases, head, lines, left_out.unwrap_or_default())
    }

    fn recurring(&self, result: &Value) -> String {
        let is_ended = self.about == "ended";
        let day = [("day", self.phrases.write::<&str>("{as_of:day}", result, &[]))];
        let lines: Vec<String> = items(&result["rows"]).map(|row| self.recurring_row(row)).collect();
        if lines.is_empty() {
            return self.tell(if is_ended { "ended_none" } else { "recurring_none" }, result, &day);
        }
        let heads = items(&result["totals"]).map(|total| {
            let key = match (is_ended, total["direction"] == "in") {
                (true, _) => "ended",
                (_, true) => "recurring_in",
                (_, false) => "recurring_out",
            };
            self.tell(key, total, &day)
        });
        self.listed(&heads.collect::<Vec<_>>().join(" "), lines, &result["rows_left_out"])
    }

    fn recurring_row(&self, row: &Value) -> String {
        let phrases = self.phrases;
        let rhythms = ["weekly", "biweekly", "monthly", "quarterly", "half_yearly", "yearly"];
        let rhythm = rhythms.iter().position(|it| row["every"] == *it);
        let rhythm = rhythm.map_or("", |at| phrases.among("rhythms", at)).to_owned();
        let mut money = phrases.amount(&row["amount"]);
        if row["is_fixed"] == false {
            money = phrases.fill("about_money", &[("money", money)]);
        }
        let key = if self.about == "ended" { "ended_row" } else { "recurring_row" };
        let sentence = phrases.write(phrases.get(key), row, &[("money", money), ("rhythm", rhythm)]);
        let change = items(&row["price_changes"]).last();
        sentence + &change.map(|it| phrases.tell("recurring_before", it)).unwrap_or_default()
    }

    fn due(&self, result: &Value) -> String {
        let phrases = self.phrases;
        let when = phrases.write::<&str>(
            "{range:when}",
            &json!({"range": {"from": result["from"], "to": result["to"]}}),
            &[],
        );
        let lines: Vec<String> = items(&result["rows"])
            .map(|row| {
                let name = row["merchant"].as_str().unwrap_or_default();
                phrases.write(phrases.get("line"), row, &[("description", name)])
            })
            .collect();
        let totals: Vec<String> = items(&result["totals"]).map(|it| phrases.tell("due_total", it)).collect();
        let values = [("when", when), ("totals", phrases.joined(&totals))];
        let usual = items(&result["usual_spending"]["per_month"]);
        let usual = usual.filter(|it| !amount(it).is_none_or(saldo_domain::Money::is_zero));
        let usual: Vec<String> = usual.map(|it| phrases.amount(it)).collect();
        let mut head = phrases.get("due_leaves_out").to_owned();
        if !usual.is_empty() {
            head = format!("{head} {}", self.tell("due_usual", result, &[("money", phrases.joined(&usual))]));
        }
        let mut text = if lines.is_empty() {
            format!("{head} {} ", self.tell("due_none", result, &values))
        } else {
            let head = format!("{head} {}", self.tell("due", result, &values));
            format!("{}\n\n", self.listed(&head, lines, &result["rows_left_out"]))
        };
        let until = [("day", phrases.write::<&str>("{to:day}", result, &[]))];
        for balance in items(&result["balances"]) {
            text = format!("{text}{} ", self.tell("due_balance", balance, &until));
        }
        text + &self.tell("due_seen", result, &[])
    }

    fn budgets(&self, result: &Value) -> String {
        let line = |row: &Value| {
            let is_over = amount(&row["left"]).is_some_and(saldo_domain::Money::is_negative);
            self.phrases.tell(if is_over { "budget_over" } else { "budget" }, row)
        };
        let lines: Vec<String> = items(&result["rows"]).map(line).collect();
        match lines.as_slice() {
            [] => self.tell("budget_none", result, &[]),
            [line] => line.clone(),
            _ => self.listed(self.phrases.get("budget_head"), lines, &result["rows_left_out"]),
        }
    }

    fn coverage(&self, result: &Value) -> String {
        let line = |row: &Value| {
            let spans = |key: &str| {
                let span = |it: &Value| {
                    let is_day = it["from"] == it["to"];
                    let text = if is_day { "{from:day}" } else { "{from:day} – {to:day}" };
                    self.phrases.write::<&str>(text, it, &[])
                };
                self.phrases.joined(&items(&row[key]).map(span).collect::<Vec<_>>())
            };
            let (covered, gaps) = (spans("covered"), spans("gaps"));
            let key = match (covered.is_empty(), gaps.is_empty(), row["statements_without_period"] == 0) {
                (true, _, _) => "coverage_unknown",
                (_, false, _) => "coverage_gaps",
                (_, true, true) => "coverage_whole",
                (_, true, false) => "coverage_partly",
            };
            self.phrases.write(self.phrases.get(key), row, &[("covered", covered), ("gaps", gaps)])
        };
        let lines: Vec<String> = items(&result["rows"]).map(line).collect();
        if lines.is_empty() {
            return self.phrases.get("coverage_none").to_owned();
        }
        self.listed(self.phrases.get("coverage_head"), lines, &Value::Null)
    }

    fn duplicates(&self, result: &Value) -> String {
        let lines = items(&result["rows"]).flat_map(|row| {
            let amount = self.phrases.amount(&row["amount"]);
            let line = move |it| self.phrases.write(self.phrases.get("line"), it, &[("amount", &amount)]);
            items(&row["entries"]).map(line)
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return self.phrases.get("duplicates_none").to_owned();
        }
        self.listed(self.phrases.get("duplicates"), lines, &result["rows_left_out"])
    }

    fn runway(&self, result: &Value) -> String {
        let day = [("day", self.phrases.write::<&str>("{as_of:day}", result, &[]))];
        let sentences = items(&result["rows"]).map(|row| {
            let is_known = row["months_without_income"].is_string();
            let head = self.tell(if is_known { "runway" } else { "runway_unknown" }, row, &day);
            let is_short = row["months_with_income"].is_string();
            format!("{head} {}", self.tell(if is_short { "runway_short" } else { "runway_long" }, row, &day))
        });
        let sentences: Vec<String> = sentences.collect();
        if sentences.is_empty() { self.tell("runway_none", result, &[]) } else { sentences.join(" ") }
    }

    fn origins(&self, result: &Value) -> String {
        let line = |transaction: &Value| {
            let statement = &transaction["statement"];
            let key = match (statement.is_null(), statement["outcome"].as_str()) {
                (true, _) => "origin_by_hand",
                (_, Some("balanced")) => "origin_balanced",
                (_, Some("unbalanced")) => "origin_unbalanced",
                _ => "origin",
            };
            let page = transaction["place"]["page"].as_u64();
            let page = page.map_or_else(|| "–".to_owned(), |page| page.to_string());
            self.phrases.write(self.phrases.get(key), transaction, &[("page", page)])
        };
        let lines: Vec<String> = items(&result["entries"]).map(line).collect();
        match lines.as_slice() {
            [] => self.tell("origin_none", result, &[]),
            [line] if result["matched"] == 1 => line.clone(),
            _ => {
                let about =
                    Describer { data: self.data, phrases: self.phrases }.conditions(&self.filter.only);
                let count = self.phrases.write::<&str>("{matched:count}", result, &[]);
                self.listed(&format!("{count}{about}:"), lines, &Value::Null)
            }
        }
    }
}

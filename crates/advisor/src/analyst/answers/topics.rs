//! Answers to questions about reports: recurring payments, budgets, statements.

use saldo_domain::QueryFilter;
use saldo_domain::query::{DateRange, Size};
use saldo_domain::transaction::Direction;
use serde_json::{Value, json};

use super::about::About;
use super::phrases::Phrases;
use super::{amount, capital, date, items};

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

    fn fill(&self, key: &str, values: &[(&str, String)]) -> String {
        capital(&self.phrases.filled(key, values))
    }

    fn span(&self, value: &Value) -> String {
        let (from, to) = (self.phrases.date(&value["from"]), self.phrases.date(&value["to"]));
        if from == to { from } else { format!("{from} – {to}") }
    }

    fn about(&self) -> String {
        About::of_conditions(&self.filter.only, self.data, self.phrases)
    }

    /// Returns a head and its lines, with the number of lines that are not shown.
    fn listed(&self, head: &str, lines: &[String], left_out: &Value) -> String {
        let mut lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
        if let Some(more) = left_out.as_u64().filter(|more| *more > 0) {
            lines.push(format!("- {}", self.phrases.fill("rest", &[("n", &more.to_string())])));
        }
        format!("{head}\n\n{}", lines.join("\n"))
    }

    fn recurring(&self, result: &Value) -> String {
        let as_of = self.phrases.date(&result["as_of"]);
        let rows: Vec<&Value> = items(&result["rows"]).collect();
        if rows.is_empty() {
            let key = if self.about == "ended" { "ended_none" } else { "recurring_none" };
            return self.fill(key, &[("day", as_of), ("about", self.about())]);
        }
        let heads = items(&result["totals"]).map(|total| {
            let is_in = total["direction"] == json!(Direction::In);
            let key = match (self.about, is_in) {
                ("ended", _) => "ended",
                (_, true) => "recurring_in",
                (_, false) => "recurring_out",
            };
            self.fill(
                key,
                &[
                    ("day", as_of.clone()),
                    ("about", self.about()),
                    ("n", total["count"].to_string()),
                    ("month", self.phrases.size(&total["per_month"])),
                    ("year", self.phrases.size(&total["per_year"])),
                ],
            )
        });
        let head = heads.collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = rows.iter().map(|row| self.recurring_row(row)).collect();
        self.listed(&head, &lines, &result["rows_left_out"])
    }

    fn recurring_row(&self, row: &Value) -> String {
        let rhythms = ["weekly", "biweekly", "monthly", "quarterly", "half_yearly", "yearly"];
        let rhythm = rhythms.iter().position(|it| row["every"] == *it);
        let rhythm = rhythm.map_or("", |at| self.phrases.among("rhythms", at));
        let mut money = self.phrases.amount(&row["amount"]);
        if row["is_fixed"] == false {
            money = self.phrases.fill("about_money", &[("money", &money)]);
        }
        let key = if self.about == "ended" { "ended_row" } else { "recurring_row" };
        let mut sentence = self.phrases.fill(
            key,
            &[
                ("name", row["merchant"].as_str().unwrap_or_default()),
                ("money", &money),
                ("rhythm", rhythm),
                ("next", &self.phrases.date(&row["next"])),
                ("last", &self.phrases.date(&row["last"])),
            ],
        );
        if let Some(change) = items(&row["price_changes"]).last() {
            sentence.push_str(&self.phrases.fill(
                "recurring_before",
                &[
                    ("money", &self.phrases.size(&change["before"])),
                    ("day", &self.phrases.date(&change["date"])),
                ],
            ));
        }
        sentence
    }

    fn due(&self, result: &Value) -> String {
        let ends = date(&result["from"]).zip(date(&result["to"]));
        let range = ends.and_then(|(from, to)| DateRange::new(Some(from), Some(to)));
        let when = range.and_then(|range| self.phrases.when(range)).unwrap_or_default();
        let rows: Vec<&Value> = items(&result["rows"]).collect();
        let lines: Vec<String> = rows
            .iter()
            .map(|row| self.phrases.line(&row["date"], &row["merchant"], &row["amount"]))
            .collect();
        let totals = items(&result["totals"]).map(|total| {
            self.phrases.fill(
                "due_total",
                &[("out", &self.phrases.size(&total["out"])), ("in", &self.phrases.size(&total["in"]))],
            )
        });
        let totals = self.phrases.joined(&totals.collect::<Vec<_>>());
        let values = [("when", when), ("about", self.about()), ("totals", totals)];
        let usual = items(&result["usual_spending"]["per_month"]);
        let usual = usual.filter(|it| !amount(it).is_none_or(saldo_domain::Money::is_zero));
        let usual = self.phrases.joined(&usual.map(|it| self.phrases.amount(it)).collect::<Vec<_>>());
        let mut leaves_out = self.fill("due_leaves_out", &[]);
        if !usual.is_empty() {
            leaves_out = format!("{leaves_out} {}", self.fill("due_usual", &[("money", usual)]));
        }
        let mut sentences = vec![leaves_out];
        if rows.is_empty() {
            sentences.push(self.fill("due_none", &values));
        } else {
            let head = format!("{} {}", sentences.remove(0), self.fill("due", &values));
            sentences.push(format!("{}\n\n", self.listed(&head, &lines, &result["rows_left_out"])));
        }
        for balance in items(&result["balances"]) {
            sentences.push(self.fill(
                "due_balance",
                &[
                    ("money", self.phrases.amount(&balance["end"])),
                    ("day", self.phrases.date(&result["to"])),
                    ("lowest", self.phrases.amount(&balance["lowest"]["amount"])),
                    ("lowest_day", self.phrases.date(&balance["lowest"]["date"])),
                ],
            ));
        }
        sentences.push(self.fill("due_seen", &[("day", self.phrases.date(&result["as_of"]))]));
        sentences.join(" ").replace("\n\n ", "\n\n")
    }

    fn budgets(&self, result: &Value) -> String {
        let lines: Vec<String> = items(&result["rows"])
            .map(|row| {
                let left = amount(&row["left"]);
                let key =
                    if left.is_some_and(saldo_domain::Money::is_negative) { "budget_over" } else { "budget" };
                let month = row["month"].as_str().and_then(|month| format!("{month}-01").parse().ok());
                self.phrases.fill(
                    key,
                    &[
                        ("name", row["category"].as_str().unwrap_or_default()),
                        ("month", &month.map(|day| self.phrases.month(day)).unwrap_or_default()),
                        ("spent", &self.phrases.amount(&row["spent"])),
                        ("budget", &self.phrases.amount(&row["budget"])),
                        ("percent", &self.phrases.decimal(row["spent_percent"].as_str().unwrap_or("0"))),
                        ("left", &self.phrases.size(&row["left"])),
                    ],
                )
            })
            .collect();
        match lines.as_slice() {
            [] => self.fill("budget_none", &[("about", self.about())]),
            [line] => line.clone(),
            lines => self.listed(&self.fill("budget_head", &[]), lines, &result["rows_left_out"]),
        }
    }

    fn coverage(&self, result: &Value) -> String {
        let lines: Vec<String> = items(&result["rows"])
            .map(|row| {
                let spans = |key: &str| {
                    let spans: Vec<String> = items(&row[key]).map(|it| self.span(it)).collect();
                    self.phrases.joined(&spans)
                };
                let (covered, gaps) = (spans("covered"), spans("gaps"));
                let key = match (covered.is_empty(), gaps.is_empty(), row["statements_without_period"] == 0) {
                    (true, _, _) => "coverage_unknown",
                    (_, false, _) => "coverage_gaps",
                    (_, true, true) => "coverage_whole",
                    (_, true, false) => "coverage_partly",
                };
                let name = row["account"].as_str().unwrap_or_default();
                self.phrases.fill(key, &[("name", name), ("covered", &covered), ("gaps", &gaps)])
            })
            .collect();
        if lines.is_empty() {
            return self.fill("coverage_none", &[]);
        }
        self.listed(&self.fill("coverage_head", &[]), &lines, &Value::Null)
    }

    fn duplicates(&self, result: &Value) -> String {
        let lines: Vec<String> = items(&result["rows"])
            .flat_map(|row| {
                items(&row["entries"])
                    .map(|it| self.phrases.line(&it["date"], &it["description"], &row["amount"]))
            })
            .collect();
        if lines.is_empty() {
            return self.fill("duplicates_none", &[]);
        }
        self.listed(&self.fill("duplicates", &[]), &lines, &result["rows_left_out"])
    }

    fn runway(&self, result: &Value) -> String {
        let as_of = self.phrases.date(&result["as_of"]);
        let sentences: Vec<String> = items(&result["rows"])
            .map(|row| {
                let months = |key: &str| row[key].as_str().map(|it| self.phrases.decimal(it));
                let values = |months: Option<String>| {
                    [
                        ("day", as_of.clone()),
                        ("held", self.phrases.amount(&row["balance"])),
                        ("months", months.unwrap_or_default()),
                        ("spending", self.phrases.amount(&row["spending_per_month"])),
                        ("income", self.phrases.amount(&row["income_per_month"])),
                        ("net", self.phrases.size(&row["net_per_month"])),
                    ]
                };
                let without = months("months_without_income");
                let head = if without.is_some() { "runway" } else { "runway_unknown" };
                let with = months("months_with_income");
                let tail = if with.is_some() { "runway_short" } else { "runway_long" };
                format!("{} {}", self.fill(head, &values(without)), self.fill(tail, &values(with)))
            })
            .collect();
        if sentences.is_empty() { self.fill("runway_none", &[]) } else { sentences.join(" ") }
    }

    fn origins(&self, result: &Value) -> String {
        let lines: Vec<String> = items(&result["entries"])
            .map(|transaction| {
                let statement = &transaction["statement"];
                let key = match (statement.is_null(), statement["outcome"].as_str()) {
                    (true, _) => "origin_by_hand",
                    (_, Some("balanced")) => "origin_balanced",
                    (_, Some("unbalanced")) => "origin_unbalanced",
                    _ => "origin",
                };
                self.phrases.fill(
                    key,
                    &[
                        ("money", &self.phrases.amount(&transaction["amount"])),
                        ("day", &self.phrases.date(&transaction["date"])),
                        ("account", transaction["account"].as_str().unwrap_or_default()),
                        ("line", &transaction["line"].to_string()),
                        ("file", statement["file_name"].as_str().unwrap_or_default()),
                        (
                            "page",
                            &transaction["place"]["page"]
                                .as_u64()
                                .map_or_else(|| "–".to_owned(), |it| it.to_string()),
                        ),
                        ("printed", transaction["printed"].as_str().unwrap_or_default()),
                    ],
                )
            })
            .collect();
        match lines.as_slice() {
            [] => self.fill("origin_none", &[("about", self.about())]),
            [line] if result["matched"] == 1 => line.clone(),
            lines => {
                let count = self.phrases.counted("", result["matched"].as_u64().unwrap_or_default());
                self.listed(&format!("{count}{}:", self.about()), lines, &Value::Null)
            }
        }
    }
}

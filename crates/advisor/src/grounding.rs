//! Every figure in a reply is one that a tool returned, or it is marked as one that is not.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use serde_json::Value;

/// A figure of a reply and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grounded {
    /// The figure as the reply writes it.
    pub figure: String,
    /// The call whose answer has it; `None` when no answer has.
    pub source: Option<String>,
}

/// Looks up every figure of a reply in what tools answered (call and answer, in order) and in what the person wrote themselves.
///
/// A figure is known when an answer has it, has it with more digits, or when it is the sum of the rows or entries that an answer
/// shows. Signs and thousands separators do not matter. A figure that the person wrote is no claim of the reply's and is left out.
#[must_use]
pub fn check(reply: &str, question: &str, answers: &[(String, Value)]) -> Vec<Grounded> {
    let asked: HashSet<Figure> = figures(question).map(|(_, figure)| figure).collect();
    let known: Vec<(&String, HashSet<Figure>)> = answers
        .iter()
        .map(|(call, answer)| {
            let mut figures = HashSet::new();
            collect(answer, &mut figures);
            (call, figures)
        })
        .collect();
    let mut seen = HashSet::new();
    figures(reply)
        .filter(|(text, figure)| seen.insert(*text) && !asked.contains(figure))
        .map(|(text, figure)| {
            let found = known.iter().find(|(_, known)| figure.is_among(known));
            Grounded { figure: text.to_owned(), source: found.map(|(call, _)| (*call).clone()) }
        })
        .collect()
}

/// A decimal number: `units` of ten to the minus `places`, without zeros at the end of the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Figure {
    units: i128,
    places: u32,
}

impl Figure {
    fn parse(text: &str) -> Option<Self> {
        let plain = text.replace(',', "");
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let fraction = fraction.trim_end_matches('0');
        let units = format!("{whole}{fraction}").parse().ok()?;
        Some(Self { units, places: u32::try_from(fraction.len()).ok()? })
    }

    /// Whether one of these is this figure, or becomes it when it is rounded to as many decimals.
    fn is_among(self, known: &HashSet<Self>) -> bool {
        known.contains(&self) || known.iter().any(|source| source.rounds_to(self))
    }

    fn rounds_to(self, other: Self) -> bool {
        let Some(step) = self.places.checked_sub(other.places).and_then(|more| 10_i128.checked_pow(more))
        else {
            return false;
        };
        step > 1 && (self.units + step / 2).div_euclid(step) == other.units
    }
}

fn collect(value: &Value, into: &mut HashSet<Figure>) {
    match value {
        Value::String(text) => into.extend(figures(text).map(|(_, figure)| figure)),
        Value::Number(number) => into.extend(figures(&number.to_string()).map(|(_, figure)| figure)),
        Value::Array(items) => {
            for item in items {
                collect(item, into);
            }
            into.extend(sums(items));
        }
        Value::Object(entries) => {
            for item in entries.values() {
                collect(item, into);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// The sums of the amounts of rows, one for each currency.
fn sums(rows: &[Value]) -> impl Iterator<Item = Figure> {
    let mut sums: BTreeMap<&str, Option<Figure>> = BTreeMap::new();
    for row in rows {
        let money = &row["amount"];
        let (Some(amount), Some(currency)) = (money["amount"].as_str(), money["currency"].as_str()) else {
            continue;
        };
        let sum = sums.entry(currency).or_insert(Some(Figure { units: 0, places: 0 }));
        *sum = sum.and_then(|sum| added(sum, amount));
    }
    sums.into_values()
        .flatten()
        .map(|sum| Figure { units: sum.units.abs(), ..sum })
        .collect::<Vec<_>>()
        .into_iter()
}

fn added(sum: Figure, amount: &str) -> Option<Figure> {
    let magnitude = Figure::parse(amount.trim_start_matches('-'))?;
    let places = sum.places.max(magnitude.places);
    let scaled = |figure: Figure| figure.units.checked_mul(10_i128.checked_pow(places - figure.places)?);
    let units = if amount.starts_with('-') {
        scaled(sum)?.checked_sub(scaled(magnitude)?)?
    } else {
        scaled(sum)?.checked_add(scaled(magnitude)?)?
    };
    Some(normal(Figure { units, places }))
}

fn normal(mut figure: Figure) -> Figure {
    while figure.places > 0 && figure.units % 10 == 0 {
        figure = Figure { units: figure.units / 10, places: figure.places - 1 };
    }
    figure
}

/// Runs of digits with separators inside: `1,234.50`, `2025`, `62.0`. Digits that belong to a word, as in `Q2`, are none.
fn figures(text: &str) -> impl Iterator<Item = (&str, Figure)> {
    text.split(|character: char| !character.is_alphanumeric() && character != '.' && character != ',')
        .map(|run| run.trim_matches(['.', ',']).trim_end_matches(char::is_alphabetic))
        .filter(|run| run.starts_with(|character: char| character.is_ascii_digit()))
        .filter_map(|run| Some((run, Figure::parse(run)?)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sources(reply: &str) -> Vec<(String, Option<String>)> {
        let rows = json!([
            {"amount": {"amount": "-20.50", "currency": "EUR"}},
            {"amount": {"amount": "-45.00", "currency": "EUR"}},
            {"amount": {"amount": "-7", "currency": "JPY"}},
        ]);
        let answers = [
            ("c1".to_owned(), json!({"income": {"amount": "-1234.50", "currency": "EUR"}, "entries": 9})),
            ("c2".to_owned(), json!({"date": "2025-06-03", "rows": rows})),
        ];
        check(reply, "my top 5?", &answers).into_iter().map(|it| (it.figure, it.source)).collect()
    }

    fn source(figure: &str) -> Option<String> {
        sources(figure).remove(0).1
    }

    #[test]
    fn a_figure_is_found_however_it_is_written() {
        for figure in ["1,234.50", "1234.5", "-1,234.500", "9"] {
            assert_eq!(source(figure).as_deref(), Some("c1"), "{figure}");
        }
        assert!(sources("On 3 June 2025.").iter().all(|(_, source)| source.is_some()));
    }

    #[test]
    fn a_rounded_figure_is_found() {
        assert_eq!(source("1,235").as_deref(), Some("c1"));
        assert_eq!(source("1,234"), None);
    }

    #[test]
    fn the_sum_of_the_rows_of_one_currency_is_found() {
        assert_eq!(source("65.50").as_deref(), Some("c2"));
        assert_eq!(source("72.50"), None);
    }

    #[test]
    fn a_figure_that_no_tool_returned_has_no_source() {
        assert_eq!(sources("about 1,300"), [("1,300".to_owned(), None)]);
        assert_eq!(source("99999999999999999999999999999999999999"), None);
    }

    #[test]
    fn what_the_person_wrote_is_no_claim() {
        assert_eq!(sources("The top 5 of Q2 are these."), []);
    }
}

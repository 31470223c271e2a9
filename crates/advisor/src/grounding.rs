//! Every figure in a reply is one that a tool returned, or it is marked as one that is not.

use std::collections::HashSet;

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
/// Signs and thousands separators do not matter, and neither do zeros at the end of decimals. A figure that the person wrote is no
/// claim of the reply's and is left out.
#[must_use]
pub fn check(reply: &str, question: &str, answers: &[(String, Value)]) -> Vec<Grounded> {
    let asked: HashSet<String> = figures(question).map(normal).collect();
    let known: Vec<(&String, HashSet<String>)> = answers
        .iter()
        .map(|(call, answer)| {
            let mut figures = HashSet::new();
            collect(answer, &mut figures);
            (call, figures)
        })
        .collect();
    let mut seen = HashSet::new();
    figures(reply)
        .filter(|figure| seen.insert(*figure))
        .map(|figure| (figure, normal(figure)))
        .filter(|(_, value)| !asked.contains(value))
        .map(|(figure, value)| Grounded {
            figure: figure.to_owned(),
            source: known
                .iter()
                .find(|(_, figures)| figures.contains(&value))
                .map(|(call, _)| (*call).clone()),
        })
        .collect()
}

fn collect(value: &Value, into: &mut HashSet<String>) {
    match value {
        Value::String(text) => into.extend(figures(text).map(normal)),
        Value::Number(number) => into.extend(figures(&number.to_string()).map(normal)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
        Value::Object(entries) => entries.values().for_each(|item| collect(item, into)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Runs of digits with separators inside: `1,234.50`, `2025`, `62.0`. Digits that belong to a word, as in `Q2`, are none.
fn figures(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric() && character != '.' && character != ',')
        .map(|run| run.trim_matches(['.', ',']))
        .filter(|run| run.starts_with(|character: char| character.is_ascii_digit()))
        .map(|run| run.trim_end_matches(char::is_alphabetic))
}

/// The figure without thousands separators, leading zeros and zeros at the end of decimals.
fn normal(figure: &str) -> String {
    let plain = figure.replace(',', "");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sources(reply: &str) -> Vec<(String, Option<String>)> {
        let answers = [
            ("c1".to_owned(), json!({"income": {"amount": "-1234.50", "currency": "EUR"}, "entries": 7})),
            ("c2".to_owned(), json!({"date": "2025-06-03"})),
        ];
        check(reply, "my top 5?", &answers).into_iter().map(|it| (it.figure, it.source)).collect()
    }

    #[test]
    fn a_figure_is_found_however_it_is_written() {
        let one = Some("c1".to_owned());
        assert_eq!(
            sources("1,234.50 EUR in 7 entries."),
            [("1,234.50".into(), one.clone()), ("7".into(), one)]
        );
        assert_eq!(sources("On 3 June 2025.").iter().filter(|(_, source)| source.is_none()).count(), 0);
    }

    #[test]
    fn a_figure_that_no_tool_returned_has_no_source() {
        assert_eq!(sources("about 1,300"), [("1,300".to_owned(), None)]);
    }

    #[test]
    fn what_the_person_wrote_is_no_claim() {
        assert_eq!(sources("The top 5 are these."), []);
    }
}

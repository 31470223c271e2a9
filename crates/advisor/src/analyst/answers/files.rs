//! Sentences about files that are attached to a question, in its language.

use chrono::NaiveDate;
use saldo_domain::{FiscalCalendar, Language, text};
use saldo_question::{Names, Understanding, understand};
use serde_json::{Value, json};

use crate::analyst::words::Words;
use crate::wording::{Phrases, date, items};

/// The number of the latest transactions to name.
const LINES: usize = 3;

/// The files that were read for a question.
pub(in crate::analyst) struct Files {
    phrases: &'static Phrases,
    /// True if the question is about the files and not about transactions.
    pub(in crate::analyst) are_meant: bool,
}

impl Files {
    /// Reads the language of the latest question with words.
    pub(in crate::analyst) fn of(questions: &[&str], today: NaiveDate) -> Self {
        let spoken = questions.iter().rfind(|question| !question.trim().is_empty()).copied();
        let names = Names::new(&[], &[], &[], &[]);
        let understood =
            understand(spoken.unwrap_or_default(), None, &names, today, FiscalCalendar::CALENDAR);
        let (language, is_unknown) = match understood {
            Understanding::Understood(it) => (it.language, false),
            Understanding::Topic(it) => (it.language, false),
            Understanding::NotUnderstood(it) => (it.language, true),
        };
        let question = Words::of(questions.last().copied().unwrap_or_default());
        let has_word = |language: &Language| {
            Phrases::of(*language).all("file_words").any(|word| question.has(&[&text::folded(word)]))
        };
        // Neighboring languages share their small words; the word for the file tells them apart.
        let others = Language::ALL.into_iter().filter(|_| is_unknown);
        let meant = std::iter::once(language).chain(others).find(has_word);
        Self {
            phrases: Phrases::of(meant.unwrap_or(language)),
            are_meant: meant.is_some() || question.len() == 0,
        }
    }

    /// Describes the content of each file, or the reason why it could not be read.
    pub(in crate::analyst) fn described(&self, read: &[&Value]) -> String {
        read.iter().map(|answer| self.file(answer)).collect::<Vec<_>>().join(" ")
    }

    fn file(&self, answer: &Value) -> String {
        let phrases = self.phrases;
        if let Some(problem) = answer["error"].as_str() {
            let problem = problem.trim_end_matches('.');
            return phrases.write(phrases.get("file_failed"), answer, &[("problem", problem)]);
        }
        let flows: Vec<String> = items(&answer["totals"])
            .map(|total| phrases.tell("due_total", &json!({"out": total["spending"], "in": total["income"]})))
            .collect();
        let flows = if flows.is_empty() { String::new() } else { format!(", {}", phrases.joined(&flows)) };
        let bank = answer["statement"]["institution"].as_str().map(str::to_owned);
        let origin = bank.into_iter().chain(each(answer, |part| {
            let account = part["account"].is_string().then(|| phrases.tell("file_account", part));
            let has_days = part["from"].is_string() && part["to"].is_string();
            let days = has_days.then(|| phrases.write::<&str>("{from:day} – {to:day}", part, &[]));
            account.into_iter().chain(days).collect()
        }));
        let origin: Vec<String> = origin.collect();
        let values = [("origin", in_brackets(&origin.join(", "))), ("flows", flows)];
        let ends = each(answer, |part| {
            let is_known = part["opening"].is_object() && part["closing"].is_object();
            is_known.then(|| phrases.write::<&str>("{opening} → {closing}", part, &[])).into_iter().collect()
        });
        let off = each(answer, |part| {
            let is_known = part["difference"].is_object();
            is_known.then(|| phrases.tell("file_difference", part)).into_iter().collect()
        });
        let outcome = match answer["statement"]["outcome"].as_str() {
            Some("balanced") => {
                phrases.fill("file_balanced", &[("ends", in_brackets(&phrases.joined(&ends)))])
            }
            Some("unbalanced") => {
                phrases.fill("file_unbalanced", &[("off", in_brackets(&phrases.joined(&off)))])
            }
            _ => phrases.get("file_unchecked").to_owned(),
        };
        let news = match (answer["new_entries"].as_u64(), answer["known_entries"].as_u64()) {
            (Some(_), Some(1..)) => "file_news",
            (Some(_), _) => "file_all_new",
            _ => "file_known",
        };
        let read = phrases.write(phrases.get("file_read"), answer, &values);
        let sentences = [read, outcome, phrases.tell(news, answer), self.latest(answer)];
        sentences.join(" ").trim_end().to_owned()
    }

    fn latest(&self, answer: &Value) -> String {
        let mut lines: Vec<&Value> = items(&answer["entries"]).collect();
        if lines.is_empty() || answer["matched"] != answer["shown"] {
            return String::new();
        }
        lines.sort_by_key(|line| std::cmp::Reverse(date(&line["date"])));
        let facts: Vec<String> = lines.iter().take(LINES).map(|it| self.phrases.tell("line", it)).collect();
        self.phrases.fill("file_latest", &[("lines", facts.join("; "))])
    }
}

/// Returns the texts for each account of a file.
fn each(answer: &Value, write: impl Fn(&Value) -> Vec<String>) -> Vec<String> {
    items(&answer["accounts"]).flat_map(write).collect()
}

/// Returns " (Example Bank, account Main)", or nothing for no text.
fn in_brackets(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2025, 7, 15).unwrap()
    }

    #[test]
    fn a_file_is_described_in_the_language_of_the_question() {
        let money = |amount: &str| json!({"amount": amount, "currency": "EUR"});
        let answer = json!({
            "statement": {"file_name": "may.pdf", "institution": "Testbank", "outcome": "balanced"},
            "accounts": [{
                "account": "Giro", "from": "2025-05-01", "to": "2025-05-31",
                "opening": money("1000.00"), "closing": money("987.50"),
            }],
            "matched": 1, "shown": 1, "new_entries": 1, "known_entries": 0,
            "totals": [{"spending": money("-12.50"), "income": money("0.00")}],
            "entries": [{"description": "REWE", "amount": money("-12.50"), "date": "2025-05-03"}],
        });
        for (question, start) in [
            (
                "What is this?",
                "I read may.pdf (Testbank, account Giro, 1 May 2025 – 31 May 2025): 1 transaction",
            ),
            (
                "Was ist das?",
                "Ich habe may.pdf gelesen (Testbank, Konto Giro, 1. Mai 2025 – 31. Mai 2025): 1",
            ),
            ("Qu'est-ce que c'est ?", "J’ai lu may.pdf (Testbank, compte Giro, "),
            ("¿Qué es esto?", "He leído may.pdf (Testbank, cuenta Giro, "),
            ("Importa questo file", "Ho letto may.pdf (Testbank, conto Giro, "),
            ("Este ficheiro é novo?", "Li may.pdf (Testbank, conta Giro, "),
            ("Wat staat er in dit bestand?", "Ik heb may.pdf gelezen (Testbank, rekening Giro, "),
            ("Co jest w tym pliku?", "Plik may.pdf (Testbank, konto Giro, "),
        ] {
            let files = Files::of(&[question], today());
            assert!(files.are_meant, "{question}");
            let described = files.described(&[&answer]);
            assert!(described.starts_with(start), "{question}: {described}");
        }
        let german = Files::of(&["Was ist das?", ""], today());
        assert!(german.are_meant, "a file without a question is described");
        let described = german.described(&[&answer, &json!({"file_name": "a.mp3", "error": "No PDF."})]);
        let expected = ": 1 Buchung, 12,50 EUR Ausgaben und 0,00 EUR Einnahmen. Die Summen stimmen auf den Cent \
                        (1.000,00 EUR → 987,50 EUR). Alle sind neu. Die neuesten: 3. Mai 2025: REWE, -12,50 EUR. \
                        Ich konnte a.mp3 nicht lesen: No PDF.";
        assert!(described.ends_with(expected), "{described}");
    }

    #[test]
    fn a_question_about_transactions_is_not_about_the_file() {
        for question in
            ["How many entries are there?", "Wie viel habe ich ausgegeben?", "¿Cuánto gasté en mayo?"]
        {
            assert!(!Files::of(&[question], today()).are_meant, "{question}");
        }
    }
}

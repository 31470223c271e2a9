//! Sentences about files that are attached to a question, in its language.

use chrono::NaiveDate;
use saldo_domain::{FiscalCalendar, text};
use saldo_question::{Language, Names, Understanding, understand};
use serde_json::Value;

use super::phrases::Phrases;
use super::{amount, date, items};
use crate::analyst::words::Words;

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
            let words: Vec<String> =
                Phrases::of(*language).get("file_words").split('|').map(text::folded).collect();
            question.has(&words.iter().map(String::as_str).collect::<Vec<_>>())
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
        let name = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        if let Some(problem) = answer["error"].as_str() {
            let problem = problem.trim_end_matches('.').to_owned();
            let values = [("name", name(&answer["file_name"])), ("problem", problem)];
            return self.phrases.filled("file_failed", &values);
        }
        let flows: Vec<String> = items(&answer["totals"])
            .map(|total| {
                let [out, into] = ["spending", "income"].map(|key| self.phrases.size(&total[key]));
                self.phrases.filled("due_total", &[("out", out), ("in", into)])
            })
            .collect();
        let flows = Some(self.phrases.joined(&flows)).filter(|flows| !flows.is_empty());
        let values = [
            ("name", name(&answer["statement"]["file_name"])),
            ("origin", self.origin(answer)),
            ("count", self.phrases.counted("", answer["matched"].as_u64().unwrap_or_default())),
            ("flows", flows.map(|flows| format!(", {flows}")).unwrap_or_default()),
        ];
        let sentences = [
            self.phrases.filled("file_read", &values),
            self.outcome(answer),
            self.news(answer),
            self.latest(answer).unwrap_or_default(),
        ];
        sentences.join(" ").trim_end().to_owned()
    }

    /// Returns the origin, such as " (Example Bank, account Main, 1 May 2025 – 31 May 2025)".
    fn origin(&self, answer: &Value) -> String {
        let bank = answer["statement"]["institution"].as_str().map(str::to_owned);
        let accounts = items(&answer["accounts"]).flat_map(|part| {
            let account = part["account"].as_str();
            let days = date(&part["from"]).zip(date(&part["to"]));
            let account = account.map(|name| self.phrases.fill("file_account", &[("name", name)]));
            let days =
                days.map(|(from, to)| format!("{} – {}", self.phrases.day(from), self.phrases.day(to)));
            account.into_iter().chain(days)
        });
        let facts: Vec<String> = bank.into_iter().chain(accounts).collect();
        if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) }
    }

    fn outcome(&self, answer: &Value) -> String {
        let each = |write: &dyn Fn(&Value) -> Option<String>| {
            let found: Vec<String> = items(&answer["accounts"]).filter_map(write).collect();
            if found.is_empty() { String::new() } else { format!(" ({})", self.phrases.joined(&found)) }
        };
        let money = |value: &Value| amount(value).map(|it| self.phrases.money(it));
        let ends =
            |part: &Value| Some(format!("{} → {}", money(&part["opening"])?, money(&part["closing"])?));
        let off = |part: &Value| {
            money(&part["difference"])?;
            let off = self.phrases.size(&part["difference"]);
            Some(self.phrases.fill("file_difference", &[("money", &off)]))
        };
        match answer["statement"]["outcome"].as_str() {
            Some("balanced") => self.phrases.filled("file_balanced", &[("ends", each(&ends))]),
            Some("unbalanced") => self.phrases.filled("file_unbalanced", &[("off", each(&off))]),
            _ => self.phrases.get("file_unchecked").to_owned(),
        }
    }

    fn news(&self, answer: &Value) -> String {
        match (answer["new_entries"].as_u64(), answer["known_entries"].as_u64()) {
            (Some(new), Some(known)) if known > 0 => {
                self.phrases.filled("file_news", &[("new", new.to_string()), ("known", known.to_string())])
            }
            (Some(_), _) => self.phrases.get("file_all_new").to_owned(),
            _ => self.phrases.get("file_known").to_owned(),
        }
    }

    fn latest(&self, answer: &Value) -> Option<String> {
        let mut lines: Vec<&Value> = items(&answer["entries"]).collect();
        if lines.is_empty() || answer["matched"] != answer["shown"] {
            return None;
        }
        lines.sort_by_key(|line| std::cmp::Reverse(date(&line["date"])));
        let facts = lines.iter().take(LINES);
        let facts = facts.map(|it| self.phrases.line(&it["date"], &it["description"], &it["amount"]));
        let lines = facts.collect::<Vec<_>>().join("; ");
        Some(self.phrases.fill("file_latest", &[("lines", &lines)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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

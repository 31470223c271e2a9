//! The lines and the chart of a digest, in eight languages.

use std::fmt::Write as _;

use html_escape::{encode_double_quoted_attribute, encode_text};
use saldo_domain::category::name_in;
use saldo_domain::{Digest, DigestBehind, DigestFlow, Language, Money};
use url::Url;

use crate::channel::Details;

/// The characters of the longest bar of plain text, which fits on a phone.
const BAR_CHARACTERS: usize = 16;
/// The number of accounts that are named as incomplete.
const BEHIND_MAX: usize = 10;

const INCOME: [&str; 8] = [
    "{amount} received.",
    "{amount} eingenommen.",
    "{amount} reçus.",
    "{amount} recibidos.",
    "{amount} ricevuti.",
    "{amount} recebidos.",
    "{amount} ontvangen.",
    "Otrzymano {amount}.",
];
const SPENDING: [&str; 8] = [
    "{amount} spent.",
    "{amount} ausgegeben.",
    "{amount} dépensés.",
    "{amount} gastados.",
    "{amount} spesi.",
    "{amount} gastos.",
    "{amount} uitgegeven.",
    "Wydano {amount}.",
];
const BEFORE: [&str; 8] = [
    "{amount} spent in the period before.",
    "{amount} im Zeitraum davor ausgegeben.",
    "{amount} dépensés pendant la période précédente.",
    "{amount} gastados en el período anterior.",
    "{amount} spesi nel periodo precedente.",
    "{amount} gastos no período anterior.",
    "{amount} uitgegeven in de periode ervoor.",
    "W poprzednim okresie wydano {amount}.",
];
const NO_CATEGORY: [&str; 8] = [
    "Without a category",
    "Ohne Kategorie",
    "Sans catégorie",
    "Sin categoría",
    "Senza categoria",
    "Sem categoria",
    "Zonder categorie",
    "Bez kategorii",
];
const OTHER: [&str; 8] = ["Other", "Sonstiges", "Autres", "Otros", "Altro", "Outros", "Overig", "Pozostałe"];
const BEHIND: [&str; 8] = [
    "{name}: there is no data after {until}, so later transactions are missing here.",
    "{name}: Nach dem {until} gibt es keine Daten; spätere Buchungen fehlen hier.",
    "{name} : aucune donnée après le {until} ; les opérations suivantes manquent ici.",
    "{name}: no hay datos después del {until}; faltan los movimientos posteriores.",
    "{name}: nessun dato dopo il {until}; mancano i movimenti successivi.",
    "{name}: não há dados depois de {until}; faltam os movimentos posteriores.",
    "{name}: er zijn geen gegevens na {until}; latere transacties ontbreken hier.",
    "{name}: brak danych po {until}; późniejszych transakcji tu nie ma.",
];
const OPEN: [&str; 8] = [
    "Open the report",
    "Bericht öffnen",
    "Ouvrir le rapport",
    "Abrir el informe",
    "Apri il rapporto",
    "Abrir o relatório",
    "Rapport openen",
    "Otwórz raport",
];

/// A category with its bar.
struct Bar {
    name: String,
    figure: String,
    /// The length in percent of the longest bar.
    percent: usize,
}

/// Returns what follows the text of a digest.
pub(crate) fn details(language: Language, text: &str, link: &Url, digest: &Digest) -> Details {
    let mut plain = Vec::new();
    let mut html = String::new();
    for (index, flow) in digest.flows.iter().enumerate() {
        let mut lines = Vec::new();
        if index > 0 {
            // The text of the message has the spending of the first currency.
            lines.push(with_amount(language.among(SPENDING), flow.spending));
        }
        lines.extend(flow.spending_before.map(|it| with_amount(language.among(BEFORE), it)));
        lines.push(with_amount(language.among(INCOME), flow.income));
        let bars = bars(language, flow);
        html_lines(&mut html, &lines);
        html_chart(&mut html, &bars);
        lines.extend(bars.iter().map(plain_bar));
        plain.push(lines.join("\n"));
    }
    let behind: Vec<String> =
        digest.behind.iter().take(BEHIND_MAX).map(|one| behind_line(language, one)).collect();
    html_lines(&mut html, &behind);
    if !behind.is_empty() {
        plain.push(behind.join("\n"));
    }
    let (tag, open) = (language.tag(), language.among(OPEN));
    let (text, href) = (encode_text(text), encode_double_quoted_attribute(link.as_str()));
    let html = format!(
        "<!doctype html>\n<html lang=\"{tag}\"><head><meta charset=\"utf-8\"><title>{text}</title></head>\n\
         <body style=\"font-family:sans-serif\">\n<p><strong>{text}</strong></p>\n{html}\
         <p><a href=\"{href}\">{open}</a></p>\n</body></html>\n"
    );
    Details { plain: plain.join("\n\n"), html }
}

fn with_amount(template: &str, amount: Money) -> String {
    template.replace("{amount}", &figure(amount))
}

fn figure(amount: Money) -> String {
    format!("{} {}", amount.decimal(), amount.currency().code())
}

fn behind_line(language: Language, one: &DigestBehind) -> String {
    // The name comes last: it is a bank's text, which may have braces itself.
    let line = language.among(BEHIND).replace("{until}", &one.until.to_string());
    line.replace("{name}", &one.name)
}

/// Returns a bar for each category and one for the rest.
fn bars(language: Language, flow: &DigestFlow) -> Vec<Bar> {
    let name = |name: &Option<String>| match name {
        Some(name) => name_in(language, name).to_owned(),
        None => language.among(NO_CATEGORY).to_owned(),
    };
    let mut rows: Vec<(String, Money)> =
        flow.categories.iter().map(|it| (name(&it.name), it.spending)).collect();
    if flow.other.minor() > 0 {
        rows.push((language.among(OTHER).to_owned(), flow.other));
    }
    let longest = rows.iter().map(|(_, amount)| i128::from(amount.minor())).max().unwrap_or_default().max(1);
    let bar = |(name, amount): (String, Money)| {
        let percent = usize::try_from(i128::from(amount.minor()) * 100 / longest).unwrap_or_default();
        Bar { name, figure: figure(amount), percent: percent.clamp(1, 100) }
    };
    rows.into_iter().map(bar).collect()
}

fn plain_bar(bar: &Bar) -> String {
    let length = (bar.percent * BAR_CHARACTERS).div_ceil(100);
    format!("{} {} {}", "█".repeat(length), bar.name, bar.figure)
}

fn html_lines(html: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(html, "<p>{}</p>", encode_text(line));
    }
}

/// Adds a chart of table cells, which mail programs show although they load no pictures.
fn html_chart(html: &mut String, bars: &[Bar]) {
    if bars.is_empty() {
        return;
    }
    html.push_str("<table role=\"presentation\" width=\"100%\" style=\"max-width:36em\">\n");
    for Bar { name, figure, percent } in bars {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td align=\"right\">{}</td></tr>\n\
             <tr><td colspan=\"2\"><div style=\"background:#0f766e;height:8px;width:{percent}%\"></div></td></tr>",
            encode_text(name),
            encode_text(figure)
        );
    }
    html.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use saldo_domain::{Currency, DigestCategory};

    use super::*;

    fn digest(name: &str) -> Digest {
        let money = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
        let category = |name: Option<&str>, minor| DigestCategory {
            category: None,
            name: name.map(str::to_owned),
            spending: money(minor),
        };
        Digest {
            from: "2025-05-01".parse().unwrap(),
            to: "2025-05-31".parse().unwrap(),
            flows: vec![DigestFlow {
                income: money(100_000),
                spending: money(50_000),
                spending_before: Some(money(45_050)),
                categories: vec![category(Some(name), 40_000), category(None, 7_500)],
                other: money(2_500),
            }],
            behind: vec![DigestBehind { name: "Giro".to_owned(), until: "2025-05-20".parse().unwrap() }],
        }
    }

    fn link() -> Url {
        "https://saldo.example.org/reports?from=2025-05-01&to=2025-05-31".parse().unwrap()
    }

    #[test]
    fn plain_text_has_the_figures_and_a_bar_for_each_category() {
        let text = details(Language::English, "Your month", &link(), &digest("Rent")).plain;
        let lines = [
            "450.50 EUR spent in the period before.",
            "1000.00 EUR received.",
            "████████████████ Rent 400.00 EUR",
            "███ Without a category 75.00 EUR",
            "█ Other 25.00 EUR",
            "",
            "Giro: there is no data after 2025-05-20, so later transactions are missing here.",
        ];
        assert_eq!(text, lines.join("\n"));
    }

    #[test]
    fn a_name_is_text_in_html_and_nothing_is_loaded() {
        let html = details(Language::Polish, "Twój <miesiąc>", &link(), &digest("<img src=x> & \"co\"")).html;
        assert!(
            html.contains("&lt;img src=x&gt; &amp; \"co\"") && html.contains("Twój &lt;miesiąc&gt;"),
            "{html}"
        );
        assert!(!html.contains("<img") && !html.contains("src=\"") && !html.contains("url("), "{html}");
        assert!(
            html.contains("href=\"https://saldo.example.org/reports?from=2025-05-01&amp;to=2025-05-31\"")
        );
        assert!(html.contains("lang=\"pl\"") && html.contains("width:18%"), "{html}");
    }
}

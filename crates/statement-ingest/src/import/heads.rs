//! Column headers that occur only in data files, not on paper.

use super::currency::NamedCurrency;
use crate::read::{ColumnRole, column_role};

/// Normalizes a header for comparison: lower case, with one space between words.
pub(super) fn folded(head: &str) -> String {
    head.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// True if a header names a column of currencies. `Valuta` is one in Sweden but a date in Germany.
pub(super) fn names_currency(head: &str) -> bool {
    let folded = head.trim().to_lowercase();
    matches!(
        folded.as_str(),
        "currency"
            | "ccy"
            | "currency code"
            | "account currency"
            | "währung"
            | "waehrung"
            | "kontowährung"
            | "devise"
            | "divisa"
            | "moneda"
            | "valuta"
            | "valutakod"
            | "munt"
            | "muntsoort"
            | "waluta"
            | "měna"
            | "moeda"
            | "валюта"
            | "通貨"
            | "币种"
            | "통화"
    )
}

/// Returns the role of a header that only data files have.
fn of_exports(head: &str) -> Option<ColumnRole> {
    Some(match folded(head).as_str() {
        "completed date" => ColumnRole::Date,
        "started date" | "wertstellungsdatum" => ColumnRole::ValueDate,
        "running bal." => ColumnRole::Balance,
        "gross" | "brutto" | "net" | "netto" => ColumnRole::Amount,
        "name"
        | "payment reference"
        | "beguenstigter/zahlungspflichtiger"
        | "begünstigter/zahlungspflichtiger"
        | "name zahlungsbeteiligter"
        | "auftraggeber / begünstigter"
        | "sender / empfänger" => ColumnRole::Description,
        head if is_payer(head) || is_payee(head) => ColumnRole::Description,
        _ => return None,
    })
}

/// True if a header names net amounts, from which the fee is already deducted.
pub(super) fn is_net(head: &str) -> bool {
    matches!(folded(head).as_str(), "net" | "netto" | "net amount")
}

/// True if a column names the payer, who is the user for money out.
pub(super) fn is_payer(head: &str) -> bool {
    matches!(folded(head).as_str(), "payer name" | "zahlungspflichtige*r" | "zahlungspflichtiger")
}

/// True if a column names the payee, who is the user for money in.
pub(super) fn is_payee(head: &str) -> bool {
    matches!(
        folded(head).as_str(),
        "payee name" | "partner name" | "zahlungsempfänger*in" | "zahlungsempfänger" | "beneficiary name"
    )
}

/// True if a column contains the state of a row, such as "pending".
pub(super) fn is_state(head: &str) -> bool {
    matches!(folded(head).as_str(), "state" | "status" | "umsatzstatus" | "buchungsstatus")
}

/// True if a column may contain the state of a row, among other things.
pub(super) fn may_be_status_column(head: &str) -> bool {
    is_state(head) || folded(head) == "info"
}

/// True if a column contains the kind of a row.
pub(super) fn is_kind(head: &str) -> bool {
    matches!(folded(head).as_str(), "type" | "transaction type" | "typ" | "umsatztyp" | "buchungsart")
}

/// True if a row with this state is not booked, or not yet.
pub(super) fn is_unbooked(state: &str) -> bool {
    matches!(
        folded(state).as_str(),
        "pending"
            | "reverted"
            | "declined"
            | "failed"
            | "rejected"
            | "denied"
            | "cancelled"
            | "canceled"
            | "expired"
            | "voided"
            | "vorgemerkt"
            | "umsatz vorgemerkt"
            | "ausstehend"
            | "abgelehnt"
            | "storniert"
    )
}

/// True if the amounts under these headers are card purchases without a minus, and payments to the card have
/// one.
pub(super) fn prints_purchases<'a>(heads: impl Iterator<Item = &'a str>) -> bool {
    let heads: Vec<String> = heads.map(folded).collect();
    let has = |name: &str| heads.iter().any(|head| head == name);
    has("card member") && (has("account #") || has("extended details"))
}

/// Returns the role of a column with this header, also if a currency or a number follows the word, as in
/// `Saldo in CHF` and `Omschrijving-1`.
pub(super) fn role(head: &str) -> Option<ColumnRole> {
    let in_currency = || {
        let words: Vec<&str> = head.split_whitespace().collect();
        let [rest @ .., between, last] = words.as_slice() else { return None };
        let is_between = matches!(*between, "in" | "en" | "em" | "w" | "i" | "v" | "à");
        let is_named =
            is_between && NamedCurrency::in_head(head).is_some() && NamedCurrency::of(last).is_some();
        is_named.then(|| column_role(&rest.join(" "))).flatten()
    };
    let is_words = |role: &ColumnRole| *role == ColumnRole::Description;
    let numbered = || {
        let bare = head.trim_end_matches(|character: char| {
            character.is_ascii_digit() || character.is_whitespace() || matches!(character, '-' | '_' | '.')
        });
        column_role(bare).filter(is_words)
    };
    let both = || {
        let (one, other) = head.split_once('/')?;
        column_role(one).filter(is_words).and(column_role(other)).filter(is_words)
    };
    of_exports(head).or_else(|| column_role(head)).or_else(in_currency).or_else(numbered).or_else(both)
}

/// Headers of columns that users write in, in Saldo's own export and others. Their words have no meaning for
/// the import.
pub(super) const WORDS_OF_PEOPLE: &[&str] =
    &["account", "category", "tags", "note", "notes", "splits", "printed as", "payee", "memo"];

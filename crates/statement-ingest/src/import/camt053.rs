//! CAMT.053, the statement of ISO 20022. All versions of the XML are read alike, by the local names of
//! elements.

use quick_xml::Reader;
use quick_xml::events::Event;
use saldo_domain::{AccountDraft, AccountKind, Currency, Money, TransactionDraft, date};

use super::figure::parse_decimal;
use super::{ImportError, ImportHints};

/// Upper limit for the depth of elements; the standard's own depth is below 20.
const DEPTH_MAX: usize = 64;
/// Upper limit for the elements of a file, per allowed transaction.
const ELEMENTS_PER_TRANSACTION: usize = 200;

type Accounts = (Option<String>, Vec<AccountDraft>);

/// Reads all statements of the file.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Accounts, ImportError> {
    let root = parse(bytes, hints)?;
    let statements = root
        .all("Document")
        .flat_map(|document| document.all("BkToCstmrStmt"))
        .flat_map(|body| body.all("Stmt"));
    let mut accounts = Vec::new();
    let mut institution = None;
    for statement in statements {
        let name = statement.at(&["Acct", "Svcr", "FinInstnId", "Nm"]).map(Element::words);
        institution = institution.or(name);
        accounts.push(read_statement(statement, hints)?);
    }
    Ok((institution, accounts))
}

#[derive(Default)]
struct Element {
    name: String,
    /// The line of the start tag, from 1.
    line: usize,
    currency: Option<String>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    fn at(&self, path: &[&str]) -> Option<&Element> {
        path.iter().try_fold(self, |element, name| element.children.iter().find(|child| child.name == *name))
    }

    fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.at(path).map(|element| element.text.trim()).filter(|text| !text.is_empty())
    }

    /// Returns an error about a part of this element.
    fn not(&self, what: &'static str) -> ImportError {
        ImportError::at(self.line, what)
    }

    fn words(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn parse(bytes: &[u8], hints: &ImportHints) -> Result<Element, ImportError> {
    let text = super::figure::decode(bytes);
    let mut reader = Reader::from_str(&text);
    let elements_max = hints.transactions_max.saturating_mul(ELEMENTS_PER_TRANSACTION).max(10_000);
    let mut open = vec![Element::default()];
    let mut elements = 0;
    let (mut line, mut seen) = (1, 0);
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len());
        if let Some(passed) = text.get(seen..at) {
            line += passed.matches('\n').count();
            seen = at;
        }
        let broken = ImportError::at(line, "invalid XML");
        let event = reader.read_event().map_err(|_| broken.clone())?;
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(start) | Event::Empty(start) => {
                elements += 1;
                if open.len() > DEPTH_MAX || elements > elements_max {
                    return Err(ImportError::TooLarge);
                }
                let currency = start
                    .try_get_attribute("Ccy")
                    .ok()
                    .flatten()
                    .map(|attribute| attribute.value.into_owned());
                let name = start.local_name().as_ref().to_owned();
                open.push(Element { name, line, currency, ..Element::default() });
                if is_empty {
                    close(&mut open).ok_or(broken)?;
                }
            }
            Event::End(_) => close(&mut open).ok_or(broken)?,
            Event::Text(text) => {
                open.last_mut().ok_or(broken)?.text.push_str(&text);
            }
            Event::CData(data) => {
                open.last_mut().ok_or(broken)?.text.push_str(&data);
            }
            Event::GeneralRef(reference) => {
                let character = match reference.resolve_char_ref() {
                    Ok(Some(character)) => Some(character),
                    Ok(None) => named(&reference),
                    Err(_) => None,
                };
                // An entity that the file defines could stand for anything, so that only the predefined ones
                // are accepted.
                open.last_mut().ok_or(broken.clone())?.text.push(character.ok_or(broken)?);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(root), true) => Ok(root),
        _ => Err(ImportError::at(0, "the end of the XML is missing")),
    }
}

fn named(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

fn close(open: &mut Vec<Element>) -> Option<()> {
    let done = open.pop()?;
    open.last_mut()?.children.push(done);
    Some(())
}

fn read_statement(statement: &Element, hints: &ImportHints) -> Result<AccountDraft, ImportError> {
    let transactions = || statement.all("Ntry");
    let currency = statement
        .text_at(&["Acct", "Ccy"])
        .or_else(|| statement.at(&["Bal", "Amt"])?.currency.as_deref())
        .or_else(|| transactions().next()?.at(&["Amt"])?.currency.as_deref());
    let currency = match currency {
        Some(code) => Currency::parse(code).map_err(|_| statement.not("invalid currency"))?,
        None => hints.currency.ok_or(ImportError::NoCurrency)?,
    };
    let mut draft = AccountDraft::new(AccountKind::Other, currency);
    draft.number = statement
        .text_at(&["Acct", "Id", "IBAN"])
        .or_else(|| statement.text_at(&["Acct", "Id", "Othr", "Id"]))
        .map(str::to_owned);
    draft.name = statement.at(&["Acct", "Nm"]).map(Element::words);
    draft.period_start = statement.text_at(&["FrToDt", "FrDtTm"]).and_then(date::iso);
    draft.period_end = statement.text_at(&["FrToDt", "ToDtTm"]).and_then(date::iso);
    balances(statement, &mut draft)?;
    days_of_balances(statement, &mut draft);
    for transaction in transactions().filter(|transaction| is_booked(transaction)) {
        draft.transactions.push(read_transaction(transaction, currency)?);
    }
    totals(statement, &mut draft, currency)?;
    Ok(draft)
}

/// Sets the period of a statement that names none, from the days of its balances: it starts on the day of the
/// opening balance or the day after the balance before the statement, and ends on the day of the closing
/// balance.
fn days_of_balances(statement: &Element, draft: &mut AccountDraft) {
    let day = |code: &str| {
        let is_its = |balance: &&Element| balance.text_at(&["Tp", "CdOrPrtry", "Cd"]) == Some(code);
        let balance = statement.all("Bal").find(is_its)?;
        balance.text_at(&["Dt", "Dt"]).or_else(|| balance.text_at(&["Dt", "DtTm"])).and_then(date::iso)
    };
    let first = || day("OPBD").or_else(|| day("PRCD")?.succ_opt());
    let start = draft.period_start.or_else(first);
    let end = draft.period_end.or_else(|| day("CLBD"));
    if let (Some(start), Some(end)) = (start, end)
        && start <= end
    {
        (draft.period_start, draft.period_end) = (Some(start), Some(end));
    }
}

/// Sets the opening and closing balance. On a page in the middle of a statement these are interim balances,
/// in their order. The closing balance before the statement (`PRCD`) replaces a missing opening balance.
fn balances(statement: &Element, draft: &mut AccountDraft) -> Result<(), ImportError> {
    let (mut before, mut interim) = (None, Vec::new());
    for balance in statement.all("Bal") {
        let money = || money(balance, draft.currency).map(Some);
        match balance.text_at(&["Tp", "CdOrPrtry", "Cd"]).unwrap_or_default() {
            "OPBD" => draft.opening_balance = money()?,
            "PRCD" => before = money()?,
            "CLBD" => draft.closing_balance = money()?,
            "ITBD" => interim.extend(money()?),
            _ => {}
        }
    }
    draft.opening_balance = draft.opening_balance.or(before);
    // A complete statement may have interim balances, too; they count only where another balance is missing.
    if draft.closing_balance.is_none() {
        let is_first = draft.opening_balance.is_some();
        draft.closing_balance = if is_first || interim.len() > 1 { interim.last().copied() } else { None };
    }
    draft.opening_balance = draft.opening_balance.or(interim.first().copied());
    Ok(())
}

/// True if the transaction is booked, not only pending. Without a status it counts as booked.
fn is_booked(transaction: &Element) -> bool {
    let status = transaction.text_at(&["Sts", "Cd"]).or_else(|| transaction.text_at(&["Sts"]));
    status.is_none_or(|status| status == "BOOK")
}

fn totals(statement: &Element, draft: &mut AccountDraft, currency: Currency) -> Result<(), ImportError> {
    let Some(summary) = statement.at(&["TxsSummry"]) else { return Ok(()) };
    let total = |path: &[&str]| {
        let Some(text) = summary.text_at(path) else { return Ok(None) };
        parse_decimal(text, currency).map(Some).ok_or(summary.not("invalid total"))
    };
    draft.printed_total_in = total(&["TtlCdtNtries", "Sum"])?;
    draft.printed_total_out = total(&["TtlDbtNtries", "Sum"])?;
    if let Some(count) = summary.text_at(&["TtlNtries", "NbOfNtries"]) {
        draft.printed_count = Some(count.parse().map_err(|_| summary.not("invalid number of transactions"))?);
    }
    Ok(())
}

fn read_transaction(transaction: &Element, currency: Currency) -> Result<TransactionDraft, ImportError> {
    let day = |name| {
        let element = transaction.at(&[name])?;
        element.text_at(&["Dt"]).or_else(|| element.text_at(&["DtTm"])).and_then(date::iso)
    };
    let value_date = day("ValDt");
    let date = day("BookgDt").or(value_date).ok_or(transaction.not("invalid or missing date"))?;
    Ok(TransactionDraft {
        date,
        value_date: value_date.filter(|value| *value != date),
        description: description(transaction, currency),
        amount: money(transaction, currency)?,
        balance: None,
        place: None,
    })
}

/// Upper limit for the bytes of a description of several payments.
const DETAILS_BYTES_MAX: usize = 800;

/// Returns the description: the other party and the purpose of each payment in the details, or the bank's own
/// words if there are no details.
fn description(transaction: &Element, currency: Currency) -> String {
    let is_debit = transaction.text_at(&["CdtDbtInd"]) == Some("DBIT");
    let details: Vec<&Element> =
        transaction.all("NtryDtls").flat_map(|details| details.all("TxDtls")).collect();
    let mut said: Vec<String> =
        details.iter().map(|detail| counterparty_and_purpose(detail, is_debit)).collect();
    if details.len() > 1
        && let Some(amounts) = amounts(transaction, &details, currency)
    {
        for (said, amount) in said.iter_mut().zip(amounts).filter(|(said, _)| !said.is_empty()) {
            *said = format!("{said} ({})", amount.decimal());
        }
    }
    said.retain(|said| !said.is_empty());
    // A text that several payments share appears once.
    let mut once = std::collections::HashSet::new();
    said.retain(|said| once.insert(said.clone()));
    if said.is_empty() {
        return transaction.at(&["AddtlNtryInf"]).map(Element::words).unwrap_or_default();
    }
    bounded(&said)
}

/// Joins the texts that fit, and adds the number of the others.
fn bounded(texts: &[String]) -> String {
    let mut joined = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 && joined.len() + text.len() > DETAILS_BYTES_MAX {
            return format!("{joined}; and {} more", texts.len() - index);
        }
        joined.push_str(if index > 0 { "; " } else { "" });
        joined.push_str(text);
    }
    joined
}

fn counterparty_and_purpose(detail: &Element, is_debit: bool) -> String {
    let other = if is_debit { "Cdtr" } else { "Dbtr" };
    let parties = [&["RltdPties", other, "Nm"][..], &["RltdPties", other, "Pty", "Nm"]];
    let name = parties.iter().find_map(|path| detail.at(path)).map(Element::words);
    let purpose =
        detail.at(&["RmtInf"]).into_iter().flat_map(|purpose| purpose.all("Ustrd")).map(Element::words);
    let parts: Vec<String> = name.into_iter().chain(purpose).filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Returns the amount of each payment of a transaction, without signs; `None` unless all payments state their
/// amounts and these add up to the transaction.
fn amounts(transaction: &Element, details: &[&Element], currency: Currency) -> Option<Vec<Money>> {
    let amount = |detail: &&Element| {
        let amount = detail.at(&["Amt"]).or_else(|| detail.at(&["AmtDtls", "TxAmt", "Amt"]))?;
        let is_ours = amount.currency.as_deref().is_none_or(|code| code == currency.code());
        parse_decimal(amount.text.trim(), currency).filter(|_| is_ours)
    };
    let is_like = |detail: &&Element| {
        let way = detail.text_at(&["CdtDbtInd"]);
        way.is_none() || way == transaction.text_at(&["CdtDbtInd"])
    };
    let amounts: Vec<Money> = details.iter().map(amount).collect::<Option<_>>()?;
    let whole = parse_decimal(transaction.text_at(&["Amt"])?, currency)?;
    let adds_up = Money::sum(currency, amounts.iter().copied()).is_ok_and(|sum| sum == whole);
    (adds_up && details.iter().all(is_like)).then_some(amounts)
}

/// Returns the amount of an element with the sign of its indicator.
fn money(element: &Element, currency: Currency) -> Result<Money, ImportError> {
    let not = element.not("invalid amount");
    let amount = element.at(&["Amt"]).ok_or(not.clone())?;
    if amount.currency.as_deref().is_some_and(|code| code != currency.code()) {
        return Err(amount.not("the amount is not in the account's currency"));
    }
    let money = parse_decimal(amount.text.trim(), currency).ok_or(not.clone())?;
    match element.text_at(&["CdtDbtInd"]) {
        Some("CRDT") => Ok(money),
        Some("DBIT") => money.checked_neg().map_err(|_| not),
        _ => Err(not),
    }
}

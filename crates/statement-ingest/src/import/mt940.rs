//! MT940, the customer statement of SWIFT: fields that begin with `:NN:`, in one or more messages per file.

use chrono::NaiveDate;
use saldo_domain::decimal::Digits;
use saldo_domain::{AccountDraft, AccountKind, Currency, Money, TransactionDraft, date};

use super::figure::decode;
use super::mt940_details::description;
use super::{ImportError, ImportHints};

/// Upper limit for the fields of a file, per allowed transaction: its line, its details, and some around
/// them.
const FIELDS_PER_TRANSACTION: usize = 20;

/// Reads all messages of the file. The pages of one statement become one draft.
pub(super) fn read(bytes: &[u8], hints: &ImportHints) -> Result<Vec<AccountDraft>, ImportError> {
    let text = decode(bytes);
    let mut reader = Reader::new(hints);
    let fields_max = hints.transactions_max.saturating_mul(FIELDS_PER_TRANSACTION).max(10_000);
    for (number, field) in fields(&text).enumerate() {
        if number > fields_max {
            return Err(ImportError::TooLarge);
        }
        reader.field(&field)?;
    }
    Ok(reader.accounts)
}

/// True if a text begins like MT940: with a transaction reference, and an opening balance among the first
/// fields.
pub(super) fn is_mt940(text: &str) -> bool {
    let mut tags = fields(text).take(8).map(|field| field.tag);
    let is_first = tags.next() == Some("20");
    is_first && tags.any(|tag| matches!(tag, "60F" | "60M"))
}

/// A field: its tag, its first line, and the lines that follow.
struct Field<'a> {
    line: usize,
    tag: &'a str,
    lines: Vec<&'a str>,
}

/// Returns the fields of all messages, without the blocks that SWIFT adds around them.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let mut lines = (1..).zip(text.lines()).peekable();
    std::iter::from_fn(move || {
        let (line, (tag, first)) = lines.by_ref().find_map(|(line, text)| Some((line, tagged(text)?)))?;
        let mut rest = vec![first.trim_end()];
        while let Some((_, next)) = lines.next_if(|(_, next)| tagged(next).is_none() && !ends(next)) {
            rest.push(next.trim_end());
        }
        Some(Field { line, tag, lines: rest })
    })
}

/// Returns the tag of a line and the text after it. A header block may precede the first tag.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(['\u{feff}', '\u{1}', ' ']);
    let line =
        if line.starts_with('{') { line.rsplit_once("{4:").map_or("", |(_, rest)| rest) } else { line };
    let (tag, rest) = line.strip_prefix(':')?.split_once(':')?;
    let digits = tag.get(..2)?.bytes().all(|byte| byte.is_ascii_digit());
    let option = tag.get(2..)?;
    let is_option =
        option.is_empty() || (option.len() == 1 && option.bytes().all(|byte| byte.is_ascii_uppercase()));
    (digits && is_option).then_some((tag, rest))
}

/// True if a line ends a message.
fn ends(line: &str) -> bool {
    matches!(line.trim_end(), "-" | "-}" | "") || line.starts_with("-}") || line.starts_with("{1:")
}

struct Reader<'a> {
    hints: &'a ImportHints,
    accounts: Vec<AccountDraft>,
    /// The account that the message names.
    number: Option<String>,
    /// True if the opening balance of the message was read.
    is_open: bool,
    /// True if the last closing balance was that of a page, so that the statement continues.
    goes_on: bool,
    /// True if the last field was a transaction, whose details may follow.
    awaits_details: bool,
}

impl<'a> Reader<'a> {
    fn new(hints: &'a ImportHints) -> Self {
        let accounts = Vec::new();
        Self { hints, accounts, number: None, is_open: false, goes_on: false, awaits_details: false }
    }

    fn field(&mut self, field: &Field<'_>) -> Result<(), ImportError> {
        let not = |what| ImportError::at(field.line, what);
        let first = field.lines.first().copied().unwrap_or_default().trim();
        let awaits_details = std::mem::take(&mut self.awaits_details);
        match field.tag {
            "20" => (self.is_open, self.number) = (false, None),
            "25" | "25P" => self.number = Some(first.to_owned()).filter(|number| !number.is_empty()),
            "60F" | "60M" => {
                let (date, money) = balance(first).ok_or(not("invalid opening balance"))?;
                self.open(field.tag == "60M", date, money);
            }
            "61" => {
                let hints = self.hints;
                let account = self.account().ok_or(not("a transaction before the opening balance"))?;
                if account.transactions.len() >= hints.transactions_max {
                    return Err(ImportError::TooLarge);
                }
                account
                    .transactions
                    .push(transaction(field, account.currency).ok_or(not("invalid transaction"))?);
                self.awaits_details = true;
            }
            "86" if awaits_details => {
                let transaction = self.account().and_then(|account| account.transactions.last_mut());
                let text = description(&field.lines);
                if let (Some(transaction), false) = (transaction, text.is_empty()) {
                    transaction.description = text;
                }
            }
            "62F" | "62M" => {
                let (date, money) = balance(first).ok_or(not("invalid closing balance"))?;
                let account = self.account().ok_or(not("a closing balance before the opening balance"))?;
                account.closing_balance = Some(money);
                account.period_end = Some(date);
                self.goes_on = field.tag == "62M";
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the account of the current message.
    fn account(&mut self) -> Option<&mut AccountDraft> {
        if self.is_open { self.accounts.last_mut() } else { None }
    }

    /// Starts a new draft, unless the balance continues that of the previous page.
    fn open(&mut self, is_later_page: bool, date: NaiveDate, money: Money) {
        let goes_on = std::mem::take(&mut self.goes_on) && is_later_page;
        self.is_open = true;
        if let Some(last) = self.accounts.last_mut()
            && goes_on
            && last.number == self.number
            && last.closing_balance == Some(money)
        {
            last.closing_balance = None;
            return;
        }
        let mut draft = AccountDraft::new(AccountKind::Other, money.currency());
        draft.number.clone_from(&self.number);
        draft.opening_balance = Some(money);
        draft.period_start = Some(date);
        self.accounts.push(draft);
    }
}

/// Parses a balance and its day, such as `C240131EUR1234,56`.
fn balance(text: &str) -> Option<(NaiveDate, Money)> {
    let (mark, rest) = (text.get(..1)?, text.get(1..)?);
    let date = date::compact_short(rest)?;
    let currency = Currency::parse(rest.get(6..9)?).ok()?;
    let money = amount(rest.get(9..)?.trim(), currency)?;
    match mark {
        "C" => Some((date, money)),
        "D" => Some((date, money.checked_neg().ok()?)),
        _ => None,
    }
}

/// Parses digits with at most one comma.
fn amount(text: &str, currency: Currency) -> Option<Money> {
    Money::from_digits(Digits::parse_with(text, &[',']).ok()?, false, currency).ok()
}

/// Parses a transaction such as `2401310131DR12,50NTRFreference//bank's reference`, with text of the bank on
/// the next line.
fn transaction(field: &Field<'_>, currency: Currency) -> Option<TransactionDraft> {
    let line = field.lines.first()?.trim();
    let value_date = date::compact_short(line)?;
    let mut rest = line.get(6..)?;
    let booked = rest.get(..4).filter(|day| day.bytes().all(|byte| byte.is_ascii_digit()));
    let date = match booked {
        Some(day) => {
            rest = rest.get(4..)?;
            // The booking date has no year.
            date::closest(day[..2].parse().ok()?, day[2..].parse().ok()?, value_date)?
        }
        None => value_date,
    };
    // A reversed credit is money out, a reversed debit is money in.
    let (negative, rest) = [("RC", true), ("RD", false), ("C", false), ("D", true)]
        .into_iter()
        .find_map(|(mark, negative)| Some((negative, rest.strip_prefix(mark)?)))?;
    let rest = rest.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    // The transaction type directly follows the amount. Any other character in between makes the amount
    // invalid, as in `1.000,00` and `1 000,00`.
    let (figure, rest) = rest.split_at(rest.find(|character: char| character.is_ascii_alphabetic())?);
    let money = amount(figure.trim_end(), currency)?;
    let reference = rest.get(4..).unwrap_or_default();
    let words = field.lines.get(1..).unwrap_or_default().join(" ");
    let said = if words.trim().is_empty() { reference } else { &words };
    Some(TransactionDraft {
        date,
        value_date: Some(value_date).filter(|value| *value != date),
        description: said.split_whitespace().collect::<Vec<_>>().join(" "),
        amount: if negative { money.checked_neg().ok()? } else { money },
        balance: None,
        place: None,
    })
}

//! OFX 2.2, with one statement response for each account. A description of up to 32 characters is
//! written as `NAME`. Of a longer one, the beginning is written as `NAME` and the whole text as `MEMO`.
//!
//! OFX requires a balance (`LEDGERBAL`). If no balance is known, it is the sum of
//! the transactions in the file. The `MKTGINFO` after it, the only element for
//! text in a statement, says so, and Saldo's own import then ignores the balance.
//!
//! XML does not allow some characters. Control characters become a space, U+FFFE and U+FFFF become U+FFFD.

use std::io::Write;

use saldo_domain::{Account, AccountKind, Date, Money, Timestamp, TransactionKind, text};

use super::{ExportData, ExportTransaction, Format};
use crate::error::Result;

/// The maximum length of `NAME` in OFX, in characters.
const NAME_MAX: usize = 32;
/// The maximum lengths of `ACCTID` and `BANKID` in OFX, in characters.
const ACCOUNT_MAX: usize = 22;
const BANK_MAX: usize = 9;
/// The text after a balance that is a sum. Saldo's import recognizes it by its beginning.
const OWN_SUM: &str = "No statement gives the balance of this account; it is the sum of these transactions";

#[derive(Default)]
pub(super) struct Ofx {
    /// The message set that is open, if any.
    open: Option<Set>,
    now: Option<Timestamp>,
    number: u64,
    last: Option<Date>,
    /// The sum of the account's transactions; `None` after an overflow.
    sum: Option<Money>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Set {
    Bank,
    Card,
}

impl Set {
    fn of(account: &Account) -> Self {
        match account.kind {
            AccountKind::Card => Self::Card,
            AccountKind::Checking
            | AccountKind::Savings
            | AccountKind::Investment
            | AccountKind::Cash
            | AccountKind::Property
            | AccountKind::Loan
            | AccountKind::Other => Self::Bank,
        }
    }

    /// Returns the names of the message set, its response, the statement in it and the account element.
    const fn names(self) -> [&'static str; 4] {
        match self {
            Self::Bank => ["BANKMSGSRSV1", "STMTTRNRS", "STMTRS", "BANKACCTFROM"],
            Self::Card => ["CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS", "CCACCTFROM"],
        }
    }
}

impl Format for Ofx {
    fn begin(&mut self, _: &ExportData, now: Timestamp, out: &mut dyn Write) -> Result<()> {
        self.now = Some(now);
        let moment = now.to_utc().format("%Y%m%d%H%M%S.%3f[0:GMT]");
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
             <?OFX OFXHEADER=\"200\" VERSION=\"220\" SECURITY=\"NONE\" OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>\n\
             <OFX>\n<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>\
             <DTSERVER>{moment}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n"
        )?;
        Ok(())
    }

    fn begin_account(
        &mut self,
        books: &ExportData,
        account: &Account,
        first: Date,
        out: &mut dyn Write,
    ) -> Result<()> {
        let set = Set::of(account);
        if self.open != Some(set) {
            self.close(out)?;
            writeln!(out, "<{}>", set.names()[0])?;
            self.open = Some(set);
        }
        let [_, answer, statement, from] = set.names();
        self.number += 1;
        (self.last, self.sum) = (None, Some(Money::zero(account.currency)));
        let number = number_of(account);
        write!(
            out,
            "<{answer}><TRNUID>{}</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>\n\
             <{statement}><CURDEF>{}</CURDEF><{from}>",
            self.number, account.currency
        )?;
        if set == Set::Bank {
            let bank: String =
                account.institution.as_deref().unwrap_or("SALDO").chars().take(BANK_MAX).collect();
            let bank = escaped(bank.trim());
            let kind = if account.kind == AccountKind::Savings { "SAVINGS" } else { "CHECKING" };
            write!(
                out,
                "<BANKID>{bank}</BANKID><ACCTID>{}</ACCTID><ACCTTYPE>{kind}</ACCTTYPE>",
                escaped(&number)
            )?;
        } else {
            write!(out, "<ACCTID>{}</ACCTID>", escaped(&number))?;
        }
        let spans = || books.statements.iter().filter(|statement| statement.account == account.id);
        let start = spans().map(|statement| statement.days.start()).fold(first, Date::min);
        let today = self.now.map_or(first, Timestamp::date);
        let end = spans().map(|statement| statement.days.end()).max().unwrap_or(today).max(first);
        writeln!(
            out,
            "</{from}>\n<BANKTRANLIST><DTSTART>{}</DTSTART><DTEND>{}</DTEND>",
            compact(start),
            compact(end)
        )?;
        Ok(())
    }

    fn transaction(
        &mut self,
        _: &ExportData,
        _: &Account,
        book: &ExportTransaction,
        out: &mut dyn Write,
    ) -> Result<()> {
        let transaction = &book.transaction;
        self.last = Some(transaction.date);
        self.sum = self.sum.and_then(|sum| sum.checked_add(transaction.amount).ok());
        let kind = match transaction.kind {
            TransactionKind::Transfer => "XFER",
            TransactionKind::Transaction if transaction.amount.is_negative() => "DEBIT",
            TransactionKind::Transaction => "CREDIT",
        };
        write!(out, "<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{}</DTPOSTED>", compact(transaction.date))?;
        if let Some(date) = transaction.value_date {
            write!(out, "<DTUSER>{}</DTUSER>", compact(date))?;
        }
        write!(out, "<TRNAMT>{}</TRNAMT><FITID>{}</FITID>", transaction.amount.decimal(), transaction.id)?;
        let line = text::one_line(&transaction.description);
        let name: String = line.chars().take(NAME_MAX).collect();
        write!(out, "<NAME>{}</NAME>", escaped(name.trim_end()))?;
        if name != line {
            write!(out, "<MEMO>{}</MEMO>", escaped(&line))?;
        }
        writeln!(out, "</STMTTRN>")?;
        Ok(())
    }

    fn end_account(&mut self, books: &ExportData, account: &Account, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "</BANKTRANLIST>")?;
        let known = books.balances.iter().find(|balances| balances.account == account.id);
        let closing = known.and_then(|balances| balances.known.last().copied());
        // If the sum overflows, the balance is omitted, because a wrong one would be worse.
        let own = || Some((self.last?, self.sum?));
        if let Some((date, balance)) = closing.or_else(own) {
            let balance = balance.decimal();
            writeln!(
                out,
                "<LEDGERBAL><BALAMT>{balance}</BALAMT><DTASOF>{}</DTASOF></LEDGERBAL>",
                compact(date)
            )?;
        }
        if closing.is_none() {
            writeln!(out, "<MKTGINFO>{OWN_SUM}</MKTGINFO>")?;
        }
        let [_, answer, statement, _] = Set::of(account).names();
        writeln!(out, "</{statement}></{answer}>")?;
        Ok(())
    }

    fn end(&mut self, _: &ExportData, out: &mut dyn Write) -> Result<()> {
        self.close(out)?;
        writeln!(out, "</OFX>")?;
        Ok(())
    }
}

impl Ofx {
    fn close(&mut self, out: &mut dyn Write) -> Result<()> {
        if let Some(set) = self.open.take() {
            writeln!(out, "</{}>", set.names()[0])?;
        }
        Ok(())
    }
}

/// Returns the masked number, or the end of the account's ID, because IDs of accounts
/// differ most at the end. Only the last [`ACCOUNT_MAX`] characters are used.
fn number_of(account: &Account) -> String {
    let number = account.number_masked.clone().unwrap_or_else(|| account.id.to_string().replace('-', ""));
    let surplus = number.chars().count().saturating_sub(ACCOUNT_MAX);
    number.chars().skip(surplus).collect()
}

fn compact(date: Date) -> String {
    date.format("%Y%m%d").to_string()
}

fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => made.push_str("&amp;"),
            '<' => made.push_str("&lt;"),
            '>' => made.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => made.push('\u{fffd}'),
            other if other.is_control() => made.push(' '),
            other => made.push(other),
        }
    }
    made
}

//! OFX 2.2, one statement response for each account. The description is the `NAME` when it fits its 32 characters, else the
//! `NAME` has its beginning and the `MEMO` has all of it.
//!
//! OFX demands a balance (`LEDGERBAL`). Where no statement tells one it is the sum of the entries in the file, and the
//! `MKTGINFO` after it, the one place for words that a statement has, says so; Saldo's own import then takes it for none.
//!
//! XML cannot hold some characters (U+0000 to U+001F, U+FFFE, U+FFFF); they become a space and U+FFFD.

use std::io::Write;

use saldo_domain::{Account, AccountKind, Date, EntryKind, Money, Timestamp, text};

use super::{BookEntry, Books, Format};
use crate::error::Result;

const NAME_MAX: usize = 32;
/// The lengths that OFX gives `ACCTID` and `BANKID`.
const ACCOUNT_MAX: usize = 22;
const BANK_MAX: usize = 9;
/// The import knows a balance that is no bank's by the beginning of this.
const OWN_SUM: &str = "No statement tells the balance of this account: it is the sum of these entries";

#[derive(Default)]
pub(super) struct Ofx {
    /// The message set that is open.
    open: Option<Set>,
    now: Option<Timestamp>,
    number: u64,
    last: Option<Date>,
    /// What the account's entries come to.
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

    /// The names of the message set, of one answer, of its statement and of who it is from.
    const fn names(self) -> [&'static str; 4] {
        match self {
            Self::Bank => ["BANKMSGSRSV1", "STMTTRNRS", "STMTRS", "BANKACCTFROM"],
            Self::Card => ["CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS", "CCACCTFROM"],
        }
    }
}

impl Format for Ofx {
    fn begin(&mut self, _: &Books, now: Timestamp, out: &mut dyn Write) -> Result<()> {
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
        books: &Books,
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

    fn entry(&mut self, _: &Books, _: &Account, book: &BookEntry, out: &mut dyn Write) -> Result<()> {
        let entry = &book.entry;
        self.last = Some(entry.date);
        self.sum = self.sum.and_then(|sum| sum.checked_add(entry.amount).ok());
        let kind = match entry.kind {
            EntryKind::Transfer => "XFER",
            EntryKind::Entry if entry.amount.is_negative() => "DEBIT",
            EntryKind::Entry => "CREDIT",
        };
        write!(out, "<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{}</DTPOSTED>", compact(entry.date))?;
        if let Some(date) = entry.value_date {
            write!(out, "<DTUSER>{}</DTUSER>", compact(date))?;
        }
        write!(out, "<TRNAMT>{}</TRNAMT><FITID>{}</FITID>", entry.amount.decimal(), entry.id)?;
        let line = text::one_line(&entry.description);
        let name: String = line.chars().take(NAME_MAX).collect();
        write!(out, "<NAME>{}</NAME>", escaped(name.trim_end()))?;
        if name != line {
            write!(out, "<MEMO>{}</MEMO>", escaped(&line))?;
        }
        writeln!(out, "</STMTTRN>")?;
        Ok(())
    }

    fn end_account(&mut self, books: &Books, account: &Account, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "</BANKTRANLIST>")?;
        let known = books.balances.iter().find(|balances| balances.account == account.id);
        let closing = known.and_then(|balances| balances.known.last().copied());
        // Where the sum is too large for an amount there is no balance at all, rather than a wrong one.
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

    fn end(&mut self, _: &Books, out: &mut dyn Write) -> Result<()> {
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

/// The masked number, else the end of the account's id, which is the part of it that no other account has.
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

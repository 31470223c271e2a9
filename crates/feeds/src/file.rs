//! The file of a month: OFX 2, as banks write it.

use std::fmt::Write as _;

use saldo_domain::{Date, FeedAccountDetails, Money, text};

use crate::provider::FetchedRow;

/// Returns the name of an account with its bank, for files.
pub(crate) fn name(details: &FeedAccountDetails) -> String {
    match &details.institution {
        Some(bank) if !details.name.contains(bank.as_str()) => format!("{bank} {}", details.name),
        _ => details.name.clone(),
    }
}

/// Returns the file of transactions from the first to the second day, with the balance if it has one.
/// There is no account number: the provider's key is not one.
pub(crate) fn ofx(
    details: &FeedAccountDetails,
    rows: &[&FetchedRow],
    (start, end): (Date, Date),
    has_balance: bool,
) -> String {
    let mut file = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <?OFX OFXHEADER=\"200\" VERSION=\"211\" SECURITY=\"NONE\" OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>\n\
         <OFX>\n",
    );
    if let Some(bank) = &details.institution {
        _ = writeln!(
            file,
            "<SIGNONMSGSRSV1><SONRS><FI><ORG>{}</ORG></FI></SONRS></SIGNONMSGSRSV1>",
            xml(bank)
        );
    }
    let currency = details.currency.map_or("", saldo_domain::Currency::code);
    _ = writeln!(file, "<BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>{currency}</CURDEF>\n<BANKTRANLIST>");
    _ = writeln!(file, "<DTSTART>{}</DTSTART>\n<DTEND>{}</DTEND>", day(start), day(end));
    for row in rows {
        let kind = if row.amount.is_negative() { "DEBIT" } else { "CREDIT" };
        _ = writeln!(
            file,
            "<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{}</DTPOSTED><TRNAMT>{}</TRNAMT>\
             <FITID>{}</FITID><NAME>{}</NAME></STMTTRN>",
            day(row.date),
            row.amount.decimal(),
            xml(&row.id),
            xml(&row.description),
        );
    }
    file.push_str("</BANKTRANLIST>\n");
    let balance = details.balance.filter(|_| has_balance).map(Money::decimal);
    if let (Some(balance), Some(at)) = (balance, details.balance_at) {
        _ = writeln!(
            file,
            "<LEDGERBAL><BALAMT>{balance}</BALAMT><DTASOF>{}</DTASOF></LEDGERBAL>",
            day(at.date())
        );
    }
    file.push_str("</STMTRS></STMTTRNRS></BANKMSGSRSV1>\n</OFX>\n");
    file
}

fn day(date: Date) -> String {
    date.format("%Y%m%d").to_string()
}

fn xml(text: &str) -> String {
    text::visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

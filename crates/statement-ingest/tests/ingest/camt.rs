//! CAMT.053 files of banks: transactions of several payments, statements of several pages, days without
//! transactions.

use saldo_domain::{Outcome, StatementDraft, TransactionDraft};
use saldo_statement_ingest::import::{ImportError, ImportFormat, ImportHints, import};
use saldo_statement_ingest::reconcile;

fn document(statements: &[String]) -> String {
    let statements = statements.concat();
    format!(
        "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>\n{statements}</BkToCstmrStmt></Document>"
    )
}

fn statement(body: &[String]) -> String {
    let body = body.concat();
    format!("<Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>\n{body}</Stmt>\n")
}

fn balance(code: &str, amount: &str) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n"
    )
}

fn transaction(amount: &str, details: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-01-05</Dt></BookgDt>\
         <NtryDtls>{details}</NtryDtls><AddtlNtryInf>Collected</AddtlNtryInf></Ntry>\n"
    )
}

fn payment(amount: &str, name: &str, purpose: &str) -> String {
    format!(
        "<TxDtls>{amount}<RltdPties><Cdtr><Nm>{name}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>{purpose}</Ustrd></RmtInf></TxDtls>"
    )
}

fn euros(amount: &str) -> String {
    format!("<AmtDtls><TxAmt><Amt Ccy=\"EUR\">{amount}</Amt></TxAmt></AmtDtls>")
}

fn read(text: &str) -> Result<StatementDraft, ImportError> {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Camt053));
    import(ImportFormat::Camt053, text.as_bytes(), &ImportHints::default())
}

fn said(details: &str) -> String {
    let draft = read(&document(&[statement(&[transaction("300.00", details)])])).unwrap();
    let transactions: &[TransactionDraft] = &draft.accounts[0].transactions;
    assert_eq!(transactions.len(), 1);
    transactions[0].description.clone()
}

#[test]
fn a_transaction_of_several_payments_names_each() {
    let two =
        |one: &str, other: &str| payment(one, "Alice", "Invoice 1") + &payment(other, "Bob", "Invoice 2");
    let names = "Alice Invoice 1; Bob Invoice 2";
    let amounts = "Alice Invoice 1 (100.00); Bob Invoice 2 (200.00)";
    assert_eq!(said(&two("", "")), names);
    assert_eq!(said(&two("<Amt Ccy=\"EUR\">100.00</Amt>", "<Amt Ccy=\"EUR\">200.00</Amt>")), amounts);
    assert_eq!(said(&two(&euros("100.00"), &euros("200.00"))), amounts);
    // Amounts that do not add up to the transaction are not shown.
    assert_eq!(said(&two(&euros("100.00"), &euros("100.00"))), names);
    assert_eq!(said(&two(&euros("100.00"), "")), names);
    let back = euros("200.00") + "<CdtDbtInd>CRDT</CdtDbtInd>";
    assert_eq!(said(&two(&euros("100.00"), &back)), names);
    assert_eq!(said("<TxDtls></TxDtls><TxDtls></TxDtls>"), "Collected");
    assert_eq!(said(&payment("", "Alice", "Rent").repeat(2)), "Alice Rent");
}

#[test]
fn a_batch_names_as_many_payments_as_fit() {
    let many: String = (0..500).map(|number| payment("", &format!("Person {number}"), "Salary")).collect();
    let said = said(&many);
    assert!(said.starts_with("Person 0 Salary; Person 1 Salary; "), "{said}");
    assert!(said.ends_with(" more") && said.len() < 900, "{said}");
}

#[test]
fn the_interim_balances_of_pages_are_their_opening_and_closing_ones() {
    let pages = |between: &str| {
        document(&[
            statement(&[balance("OPBD", "1000.00"), balance("ITBD", "990.00"), transaction("10.00", "")]),
            statement(&[balance("ITBD", "990.00"), balance("ITBD", between), transaction("10.00", "")]),
            statement(&[balance("ITBD", between), balance("CLBD", "970.00"), transaction("10.00", "")]),
        ])
    };
    let check = |text: &str| reconcile::check(read(text).unwrap());
    assert_eq!(check(&pages("980.00")).outcome(), Some(Outcome::Balanced));
    assert_eq!(check(&pages("981.00")).outcome(), Some(Outcome::Unbalanced));
    // The interim balance of a complete statement replaces neither.
    let whole = [
        balance("OPBD", "1000.00"),
        balance("ITBD", "995.00"),
        balance("CLBD", "990.00"),
        transaction("10.00", ""),
    ];
    assert_eq!(check(&document(&[statement(&whole)])).outcome(), Some(Outcome::Balanced));
    let before = [balance("PRCD", "1000.00"), balance("CLBD", "990.00"), transaction("10.00", "")];
    assert_eq!(check(&document(&[statement(&before)])).outcome(), Some(Outcome::Balanced));
}

#[test]
fn a_statement_may_list_no_transactions() {
    let quiet = |closing: &str| statement(&[balance("OPBD", "1000.00"), balance("CLBD", closing)]);
    let busy = statement(&[balance("OPBD", "1000.00"), balance("CLBD", "990.00"), transaction("10.00", "")]);
    let outcome = |statements: &[String]| reconcile::check(read(&document(statements)).unwrap()).outcome();
    assert_eq!(outcome(&[quiet("1000.00")]), Some(Outcome::Balanced));
    assert_eq!(outcome(&[busy.clone(), quiet("1000.00")]), Some(Outcome::Balanced));
    assert_eq!(outcome(&[busy, quiet("1001.00")]), Some(Outcome::Unbalanced));
    assert_eq!(outcome(&[statement(&[balance("CLBD", "1000.00")])]), Some(Outcome::Unchecked));
}

#[test]
fn a_partly_readable_amount_is_rejected_with_its_line() {
    for amount in ["1.000,00", "+-5", "5 EUR", "5.005", ""] {
        let text = document(&[statement(&[balance("OPBD", "1000.00"), transaction(amount, "")])]);
        let refused = Err(ImportError::NotUnderstood { line: 5, what: "invalid amount" });
        assert_eq!(read(&text), refused, "{amount}");
    }
}

//! Tests of XLSX workbooks, which are imported as CSV files are.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use saldo_domain::{Currency, Outcome, StatementDraft};
use saldo_statement_ingest::import::{ImportError, ImportFormat, ImportHints, import, preview_csv};
use saldo_statement_ingest::reconcile;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A cell: text, a number, or the serial number of a day.
#[derive(Clone, Copy)]
enum Cell {
    Text(&'static str),
    Number(&'static str),
    Day(u32),
}

use Cell::{Day, Number, Text};

use crate::changed;

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
/// The second style formats numbers as dates.
const STYLES: &str = r#"<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#;

fn sheet(rows: &[&[Cell]]) -> String {
    let mut xml = String::from(
        r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#,
    );
    for (row, cells) in rows.iter().enumerate() {
        let number = row + 1;
        write!(xml, "<row r=\"{number}\">").unwrap();
        for (cell, column) in cells.iter().zip('A'..='Z') {
            match cell {
                Text(text) => {
                    write!(xml, "<c r=\"{column}{number}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
                }
                Number(value) => write!(xml, "<c r=\"{column}{number}\"><v>{value}</v></c>"),
                Day(serial) => write!(xml, "<c r=\"{column}{number}\" s=\"1\"><v>{serial}</v></c>"),
            }
            .unwrap();
        }
        xml.push_str("</row>");
    }
    xml + "</sheetData></worksheet>"
}

fn workbook(sheets: &[String]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, text: &str| {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    };
    put("[Content_Types].xml", TYPES);
    put("_rels/.rels", RELATIONS);
    let (mut names, mut parts) = (String::new(), String::new());
    for number in 1..=sheets.len() {
        write!(names, r#"<sheet name="Sheet {number}" sheetId="{number}" r:id="r{number}"/>"#).unwrap();
        write!(
            parts,
            r#"<Relationship Id="r{number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet{number}.xml"/>"#
        )
        .unwrap();
    }
    write!(
        parts,
        r#"<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>"#
    )
    .unwrap();
    put(
        "xl/workbook.xml",
        &format!(
            r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>{names}</sheets></workbook>"#
        ),
    );
    put(
        "xl/_rels/workbook.xml.rels",
        &format!(
            r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{parts}</Relationships>"#
        ),
    );
    put("xl/styles.xml", STYLES);
    for (number, sheet) in (1..).zip(sheets) {
        put(&format!("xl/worksheets/sheet{number}.xml"), sheet);
    }
    writer.finish().unwrap().into_inner()
}

const HEAD: &[Cell] = &[Text("Date"), Text("Description"), Text("Amount"), Text("Balance")];
const ROWS: [&[Cell]; 5] = [
    &[Text("Account statement")],
    HEAD,
    &[Day(45_323), Text("Rent, January"), Number("-500"), Number("500.00000000000006")],
    &[Day(45_324), Text("Pay"), Number("1700.1"), Number("2200.1")],
    &[Day(45_325), Text("Tea"), Number("-3.2"), Number("2196.9")],
];

fn hints() -> ImportHints {
    changed(ImportHints::default(), |it| it.currency = Currency::parse("EUR").ok())
}

fn read(file: &[u8]) -> Result<StatementDraft, ImportError> {
    assert_eq!(ImportFormat::of(file), Some(ImportFormat::Xlsx));
    import(ImportFormat::Xlsx, file, &hints())
}

#[test]
fn a_workbook_is_imported_as_a_csv_is() {
    let notes = sheet(&[&[Text("Notes")], &[Text("nothing of interest")]]);
    let file = workbook(&[notes, sheet(&ROWS)]);
    let draft = read(&file).unwrap();
    let transactions: Vec<String> = draft.accounts[0]
        .transactions
        .iter()
        .map(|transaction| format!("{} {} {}", transaction.date, transaction.description, transaction.amount))
        .collect();
    assert_eq!(
        transactions,
        ["2024-02-01 Rent, January -500.00 EUR", "2024-02-02 Pay 1700.10 EUR", "2024-02-03 Tea -3.20 EUR"]
    );
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
    let preview = preview_csv(&file, &hints()).unwrap();
    assert_eq!(
        (preview.head, preview.transactions.len()),
        (["Date", "Description", "Amount", "Balance"].map(str::to_owned).to_vec(), 3)
    );
}

#[test]
fn a_workbook_with_several_sheets_of_transactions_is_refused() {
    assert_eq!(read(&workbook(&[sheet(&ROWS), sheet(&ROWS)])), Err(ImportError::SeveralSheets));
}

#[test]
fn a_workbook_beyond_a_limit_is_refused() {
    let many = workbook(&vec![sheet(&ROWS); 60]);
    assert_eq!(read(&many), Err(ImportError::TooLarge), "sheets");
    let far = sheet(&ROWS)
        .replace("</sheetData>", "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData>");
    assert_eq!(
        read(&workbook(&[far])),
        Err(ImportError::TooLarge),
        "a distant cell does not enlarge the table"
    );
    let few = changed(hints(), |it| it.columns_max = 2);
    assert_eq!(import(ImportFormat::Xlsx, &workbook(&[sheet(&ROWS)]), &few), Err(ImportError::TooLarge));
}

#[test]
fn a_damaged_workbook_is_refused_with_a_reason() {
    let file = workbook(&[sheet(&ROWS)]);
    for cut in [40, file.len() / 2, file.len() - 10] {
        let read = import(ImportFormat::Xlsx, &file[..cut], &hints());
        assert!(matches!(read, Err(ImportError::NotUnderstood { .. })), "{cut}: {read:?}");
    }
    assert_eq!(read(&workbook(&[sheet(&[])])), Err(ImportError::Empty));
}

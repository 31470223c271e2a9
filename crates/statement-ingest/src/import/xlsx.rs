//! Workbooks (XLSX): the sheet with transactions becomes a CSV, which is then read as any other.

use std::io::Cursor;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError, open_workbook_from_rs};
use csv::{QuoteStyle, WriterBuilder};

use super::csv::is_table;
use super::{ImportError, ImportHints};

/// Rows of a sheet besides its transactions: lines above the header row, and notes.
const OTHER_ROWS_MAX: usize = 1_000;
/// Upper limit for the bytes of a cell, beyond which it is no description.
const CELL_BYTES_MAX: usize = 32 * 1024;
/// Significant digits of a number that a spreadsheet shows. The binary number beneath has noise after them.
const DIGITS: usize = 15;

/// True if a file that begins with `head` is a workbook: a ZIP file with the parts of one.
pub(super) fn is_workbook(head: &[u8]) -> bool {
    // The name of the first part follows the fixed fields of its header.
    let first = head.get(30..).unwrap_or_default();
    let parts: [&[u8]; 5] = [b"[Content_Types].xml", b"_rels/", b"xl/", b"docProps/", b"customXml/"];
    head.starts_with(b"PK\x03\x04") && parts.iter().any(|part| first.starts_with(part))
}

/// Returns the sheet with transactions as a CSV with commas and ISO dates.
///
/// # Errors
/// [`ImportError::TooLarge`] for a workbook with too many sheets, rows or columns,
/// [`ImportError::NotUnderstood`] if it is damaged or protected, [`ImportError::SeveralSheets`] if more than
/// one sheet has transactions, [`ImportError::Empty`] if no sheet has any cell.
pub(super) fn as_csv(bytes: &[u8], hints: &ImportHints) -> Result<Vec<u8>, ImportError> {
    let damaged =
        |_: XlsxError| ImportError::at(0, "it is not an XLSX workbook, or it is damaged or protected");
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(damaged)?;
    let sheets: Vec<String> = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    if book.sheets_metadata().len() > hints.sheets_max {
        return Err(ImportError::TooLarge);
    }
    let mut tables = Vec::new();
    let mut first = None;
    for name in sheets {
        let text = sheet(&mut book, &name, hints)?;
        if is_table(&text) {
            tables.push(text);
        } else if !text.is_empty() {
            first = first.or(Some(text));
        }
    }
    match (tables.pop(), tables.is_empty()) {
        (Some(table), true) => Ok(table.into_bytes()),
        (Some(_), false) => Err(ImportError::SeveralSheets),
        // The user may name its columns.
        (None, _) => first.map(String::into_bytes).ok_or(ImportError::Empty),
    }
}

fn sheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str, hints: &ImportHints) -> Result<String, ImportError> {
    let damaged = |_: XlsxError| ImportError::at(0, "a sheet is damaged");
    let mut cells = book.worksheet_cells_reader(name).map_err(damaged)?;
    let mut rows: Vec<Vec<String>> = Vec::new();
    // The cells come one by one: a sheet that claims a million columns takes no memory for them.
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let text = text(cell.get_value());
        if text.is_empty() {
            continue;
        }
        let (row, column) = (index(row), index(column));
        if row >= hints.transactions_max.saturating_add(OTHER_ROWS_MAX)
            || column >= hints.columns_max
            || text.len() > CELL_BYTES_MAX
        {
            return Err(ImportError::TooLarge);
        }
        if rows.len() <= row {
            rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        cells[column] = text;
    }
    written(&rows)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Writes rows as a CSV. All rows get the same number of cells, so that the separator is certain.
fn written(rows: &[Vec<String>]) -> Result<String, ImportError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut writer =
        WriterBuilder::new().flexible(true).quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
    let failed = |_: csv::Error| ImportError::at(0, "a sheet cannot be read");
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let rest = std::iter::repeat_n("", width - row.len());
        writer.write_record(row.iter().map(String::as_str).chain(rest)).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|_| ImportError::at(0, "a sheet cannot be read"))?;
    String::from_utf8(bytes).map_err(|_| ImportError::at(0, "a sheet cannot be read"))
}

/// Returns the text of a cell. Errors such as `#N/A` are no values.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => decimal(*number),
        DataRef::String(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::DateTimeIso(moment) => moment.split('T').next().unwrap_or_default().to_owned(),
        DataRef::DateTime(_) | DataRef::DurationIso(_) | DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// Writes a number with the digits that a spreadsheet shows and a decimal point.
///
/// A fraction of exactly three digits gets a zero, because a CSV may mean thousands by `1.234`.
fn decimal(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let written = format!("{number:.*e}", DIGITS - 1);
    let Some((mantissa, exponent)) = written.split_once('e') else { return String::new() };
    let Ok(exponent) = exponent.parse::<i32>() else { return String::new() };
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return "0".to_owned();
    }
    // Numbers of more digits are references or identifiers, not amounts.
    let Ok(whole) = usize::try_from(exponent + 1) else {
        let zeros = "0".repeat(usize::try_from(-(exponent + 1)).unwrap_or(0).min(DIGITS));
        return format!("{sign}0.{}", padded(&format!("{zeros}{digits}")));
    };
    if whole > 2 * DIGITS {
        return String::new();
    }
    match digits.split_at_checked(whole) {
        Some((whole, "")) => format!("{sign}{whole}"),
        Some(("", fraction)) => format!("{sign}0.{}", padded(fraction)),
        Some((whole, fraction)) => format!("{sign}{whole}.{}", padded(fraction)),
        None => format!("{sign}{digits}{}", "0".repeat(whole - digits.len())),
    }
}

fn padded(fraction: &str) -> String {
    if fraction.len() == 3 { format!("{fraction}0") } else { fraction.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_a_spreadsheet_shows() {
        let cases = [
            (0.0, "0"),
            (12.3, "12.3"),
            (-1250.0, "-1250"),
            (0.1 + 0.2, "0.3"),
            (-0.05, "-0.05"),
            (0.001, "0.0010"),
            (1234.567, "1234.5670"),
            (4_000_000.07, "4000000.07"),
            (123_456_789_012.34, "123456789012.34"),
            (1e20, "100000000000000000000"),
            (1e300, ""),
            (f64::NAN, ""),
        ];
        for (number, wanted) in cases {
            assert_eq!(decimal(number), wanted, "{number}");
        }
    }

    #[test]
    fn rows_of_one_sheet_have_the_same_number_of_cells() {
        let rows = vec![vec!["a, b".to_owned()], Vec::new(), vec!["1".to_owned(), "2\n3".to_owned()]];
        assert_eq!(written(&rows).unwrap(), "\"a, b\",\n1,\"2\n3\"\n");
    }
}

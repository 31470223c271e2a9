//! Statements made for tests: plain PDFs of one column layout with known content.

use std::fmt::Write;

/// Number of lines on a page.
const ROWS_PER_PAGE: usize = 40;

/// A statement to print.
pub struct Sample {
    /// Number of this sample. Samples with different numbers differ in bytes and transactions.
    pub number: u32,
    /// The account number.
    pub account: &'static str,
    /// Number of transactions.
    pub rows: usize,
    /// Cents added to the printed closing balance. Any other value than 0 makes the statement wrong.
    pub closing_error: i64,
    /// Index of a transaction that the balances include but no row shows.
    pub hidden_row: Option<usize>,
}

impl Sample {
    /// Creates a correct statement.
    pub const fn new(number: u32, rows: usize) -> Self {
        Self { number, account: "00001012", rows, closing_error: 0, hidden_row: None }
    }

    /// Returns description and amount in cents of each transaction, in order.
    pub fn transactions(&self) -> Vec<(String, i64)> {
        (0..self.rows)
            .map(|row| {
                let cents = i64::try_from(row % 17).unwrap() * 311 + i64::from(self.number) * 7 + 105;
                let sign = if row % 5 == 4 { 3 } else { -1 };
                (format!("SHOP {} ORDER {row}", self.number), cents * sign)
            })
            .collect()
    }

    /// Returns the bytes of the PDF.
    pub fn pdf(&self) -> Vec<u8> {
        const OPENING: i64 = 5_000_000;
        let transactions = self.transactions();
        let closing = OPENING + transactions.iter().map(|(_, cents)| cents).sum::<i64>() + self.closing_error;
        let mut balance = OPENING;
        let mut lines: Vec<Vec<(i32, String)>> = vec![
            vec![(50, "Sample Bank Ltd.".to_owned())],
            vec![(50, format!("Account number: {}", self.account)), (300, "Currency: EUR".to_owned())],
            vec![(50, "Statement period: 01/04/2025 to 30/06/2025".to_owned())],
            vec![(50, "Opening balance".to_owned()), (480, right(OPENING))],
        ];
        lines.push(header());
        for (row, (description, cents)) in transactions.iter().enumerate() {
            balance += cents;
            if self.hidden_row == Some(row) {
                continue;
            }
            let day = row * 91 / self.rows.max(1);
            let (month, day) = [(4, 30), (5, 31), (6, 30)]
                .iter()
                .scan(day, |left, (month, days)| {
                    let here = *left;
                    *left = left.saturating_sub(*days);
                    Some((*month, here, *days))
                })
                .find_map(|(month, here, days)| (here < days).then_some((month, here + 1)))
                .unwrap();
            let column = if *cents < 0 { 300 } else { 390 };
            lines.push(vec![
                (50, format!("{day:02}/{month:02}/2025")),
                (120, description.clone()),
                (column, right(cents.abs())),
                (480, right(balance)),
            ]);
        }
        lines.push(vec![(50, "Closing balance".to_owned()), (480, right(closing))]);
        document(&lines, self.number)
    }
}

pub fn header() -> Vec<(i32, String)> {
    let names = [(50, "Date"), (120, "Description"), (334, "Debit"), (418, "Credit"), (502, "Balance")];
    names.map(|(x, name)| (x, name.to_owned())).to_vec()
}

/// Formats cents, padded so that right edges align in a fixed-width font.
pub fn right(cents: i64) -> String {
    let (whole, rest) = (cents.abs() / 100, cents.abs() % 100);
    let mut digits = whole.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    let sign = if cents < 0 { "-" } else { "" };
    format!("{:>13}", format!("{sign}{digits}.{rest:02}"))
}

/// Returns a PDF with one page, covered by a gray image: a scan without text.
pub fn picture() -> Vec<u8> {
    file(&["q 595 0 0 842 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 80C080C0> EI Q".to_owned()], 0)
}

/// Returns a PDF with one sentence a line. Without a table, the layout rules cannot read it.
pub fn letter(sentences: &[&str], number: u32) -> Vec<u8> {
    let lines: Vec<Vec<(i32, String)>> =
        sentences.iter().map(|sentence| vec![(40, (*sentence).to_owned())]).collect();
    document(&lines, number)
}

/// Returns a PDF of text lines in Courier, 9 points.
pub fn document(lines: &[Vec<(i32, String)>], number: u32) -> Vec<u8> {
    let pages: Vec<String> = lines.chunks(ROWS_PER_PAGE).map(content).collect();
    file(&pages, number)
}

/// Returns a PDF of pages with these content streams.
fn file(pages: &[String], number: u32) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned()];
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + page * 2)).collect();
    objects.push(format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")));
    objects
        .push("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>".to_owned());
    for (index, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + index * 2
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()));
    }
    let mut file = format!("%PDF-1.4\n% sample {number}\n");
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let table = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    let size = objects.len() + 1;
    write!(file, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").unwrap();
    file.into_bytes()
}

fn content(lines: &[Vec<(i32, String)>]) -> String {
    let mut text = String::from("BT /F1 9 Tf");
    for (row, line) in lines.iter().enumerate() {
        let y = 790 - i32::try_from(row).unwrap() * 18;
        for (x, word) in line {
            write!(text, " 1 0 0 1 {x} {y} Tm ({word}) Tj").unwrap();
        }
    }
    text + " ET"
}

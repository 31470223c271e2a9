//! Prints the text of a PDF with its positions: `cargo run --example pages -- FILE [PASSWORD]`.

use saldo_statement_reader::page::{Glyph, Hayro, PageLimits, PositionedText, ReadRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("give the path of a PDF")?;
    let password = arguments.next();
    let bytes = std::fs::read(file)?;
    let limits = PageLimits::default();
    let document =
        Hayro.read(&ReadRequest { bytes: &bytes, password: password.as_deref(), limits: &limits })?;
    for (number, page) in (1..).zip(&document.pages) {
        println!(
            "page {number}: {} x {}, {} glyphs, {} rules{}",
            page.width,
            page.height,
            page.glyphs.len(),
            page.rules.len(),
            if page.has_picture { ", a picture" } else { "" }
        );
        let mut glyphs: Vec<Glyph> = page.glyphs.iter().collect();
        glyphs.sort_by(|one, two| one.baseline.total_cmp(&two.baseline).then(one.x.total_cmp(&two.x)));
        for line in glyphs.chunk_by(|one, two| (one.baseline - two.baseline).abs() < 2.0) {
            print_line(line);
        }
    }
    Ok(())
}

fn print_line(line: &[Glyph]) {
    let mut line = line.to_vec();
    line.sort_by(|one, two| one.x.total_cmp(&two.x));
    print!("{:7.1} ", line[0].baseline);
    let mut end = f32::NAN;
    for glyph in line {
        if !end.is_nan() && glyph.x - end > 0.22 * glyph.size {
            print!(" [{end:.0}] ");
        }
        let (open, close) = if glyph.visible { ("", "") } else { ("{", "}") };
        print!("{open}{}{close}", glyph.text);
        end = glyph.x + glyph.width;
    }
    println!(" [{end:.0}]");
}

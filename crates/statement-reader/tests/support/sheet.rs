//! Prints PDFs with text, lines, boxes and pictures. Positions are measured from the top left corner.

use std::collections::BTreeMap;

use pdf_writer::types::{SystemInfo, TextRenderingMode, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

/// Widths of Helvetica's glyphs from space to tilde, in thousandths of the font size.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Width of every other character.
const OTHER: u16 = 556;
/// First code of a character beyond ASCII.
const OTHER_FIRST: u8 = 128;

/// Returns the width of a text in points.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    text.chars().map(|character| f32::from(width_of(character)) * size / 1000.0).sum()
}

fn width_of(character: char) -> u16 {
    usize::try_from(u32::from(character))
        .ok()
        .and_then(|code| code.checked_sub(32))
        .and_then(|index| HELVETICA.get(index))
        .copied()
        .unwrap_or(if character == '\u{a0}' { 278 } else { OTHER })
}

/// Assigns a code to each character.
#[derive(Default)]
pub(crate) struct Codes(BTreeMap<char, u8>);

impl Codes {
    fn encode(&mut self, text: &str) -> Vec<u8> {
        text.chars().map(|character| self.code(character)).collect()
    }

    fn code(&mut self, character: char) -> u8 {
        if character.is_ascii() && !character.is_ascii_control() {
            return u8::try_from(character).unwrap();
        }
        let next = OTHER_FIRST + u8::try_from(self.0.len()).unwrap();
        *self.0.entry(character).or_insert(next)
    }
}

/// A page to be printed.
pub(crate) struct Sheet {
    /// Width in points, before rotation.
    pub(crate) width: f32,
    /// Height in points, before rotation.
    pub(crate) height: f32,
    /// Clockwise rotation in degrees.
    pub(crate) rotate: i32,
    /// Left, bottom, right and top of the crop box, measured from the bottom left corner.
    pub(crate) crop: Option<[f32; 4]>,
    content: Content,
}

impl Sheet {
    /// Returns an empty A4 page.
    pub(crate) fn a4() -> Self {
        Self { width: 595.0, height: 842.0, rotate: 0, crop: None, content: Content::new() }
    }

    /// Returns the page's content stream, to draw what no method below draws.
    pub(crate) fn content(&mut self) -> &mut Content {
        &mut self.content
    }

    /// Prints text that starts at `x`.
    pub(crate) fn text(
        &mut self,
        codes: &mut Codes,
        x: f32,
        baseline: f32,
        size: f32,
        text: &str,
    ) -> &mut Self {
        self.turned_text(codes, [1.0, 0.0, 0.0, 1.0, x, self.height - baseline], size, text)
    }

    /// Prints text that ends at `x`.
    pub(crate) fn text_to(
        &mut self,
        codes: &mut Codes,
        x: f32,
        baseline: f32,
        size: f32,
        text: &str,
    ) -> &mut Self {
        self.text(codes, x - width(text, size), baseline, size, text)
    }

    /// Prints text with a text matrix in the page's own space.
    pub(crate) fn turned_text(
        &mut self,
        codes: &mut Codes,
        matrix: [f32; 6],
        size: f32,
        text: &str,
    ) -> &mut Self {
        let bytes = codes.encode(text);
        self.content
            .begin_text()
            .set_font(Name(b"F1"), size)
            .set_text_matrix(matrix)
            .show(Str(&bytes))
            .end_text();
        self
    }

    /// Sets the gray of the following text and boxes, from 0 (black) to 1 (white).
    pub(crate) fn gray(&mut self, share: f32) -> &mut Self {
        self.content.set_fill_gray(share);
        self
    }

    /// Sets the rendering mode of the following text.
    pub(crate) fn mode(&mut self, mode: TextRenderingMode) -> &mut Self {
        self.content.set_text_rendering_mode(mode);
        self
    }

    /// Fills a box.
    pub(crate) fn fill(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        self.content.rect(x, self.height - y - height, width, height).fill_nonzero();
        self
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, x0: f32, y0: f32, x1: f32, y1: f32) -> &mut Self {
        self.content.move_to(x0, self.height - y0).line_to(x1, self.height - y1).stroke();
        self
    }

    /// Shows the gray picture that every file has.
    pub(crate) fn picture(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        let bottom = self.height - y - height;
        self.content
            .save_state()
            .transform([width, 0.0, 0.0, height, x, bottom])
            .x_object(Name(b"I1"))
            .restore_state();
        self
    }
}

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const FONT: Ref = Ref::new(3);
const UNICODE: Ref = Ref::new(4);
const IMAGE: Ref = Ref::new(5);
const FIRST_FREE: i32 = 10;

/// Returns the file.
pub(crate) fn pdf(codes: &Codes, sheets: Vec<Sheet>) -> Vec<u8> {
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    let reference = |index: usize, part: i32| Ref::new(FIRST_FREE + 2 * i32::try_from(index).unwrap() + part);
    pdf.pages(PAGES)
        .kids((0..sheets.len()).map(|index| reference(index, 0)))
        .count(i32::try_from(sheets.len()).unwrap());
    for (index, sheet) in sheets.into_iter().enumerate() {
        let mut page = pdf.page(reference(index, 0));
        page.parent(PAGES).media_box(Rect::new(0.0, 0.0, sheet.width, sheet.height)).rotate(sheet.rotate);
        if let Some([left, bottom, right, top]) = sheet.crop {
            page.crop_box(Rect::new(left, bottom, right, top));
        }
        page.contents(reference(index, 1));
        let mut resources = page.resources();
        resources.fonts().pair(Name(b"F1"), FONT);
        resources.x_objects().pair(Name(b"I1"), IMAGE);
        resources.finish();
        page.finish();
        pdf.stream(reference(index, 1), &sheet.content.finish());
    }
    font(&mut pdf, codes);
    let gray = [0x80];
    let mut image = pdf.image_xobject(IMAGE, &gray);
    image.width(1).height(1).bits_per_component(8).color_space().device_gray();
    image.finish();
    pdf.finish()
}

fn font(pdf: &mut Pdf, codes: &Codes) {
    let others: BTreeMap<u8, char> = codes.0.iter().map(|(character, code)| (*code, *character)).collect();
    let mut font = pdf.type1_font(FONT);
    font.base_font(Name(b"Helvetica")).first_char(32).last_char(255).to_unicode(UNICODE);
    font.widths((32..=255_u8).map(|code| {
        let character = others.get(&code).copied().unwrap_or(char::from(code));
        f32::from(width_of(character))
    }));
    let names: Vec<String> =
        others.values().map(|character| format!("uni{:04X}", u32::from(*character))).collect();
    let mut encoding = font.encoding_custom();
    encoding.base_encoding(Name(b"WinAnsiEncoding"));
    if !names.is_empty() {
        encoding.differences().consecutive(OTHER_FIRST, names.iter().map(|name| Name(name.as_bytes())));
    }
    encoding.finish();
    font.finish();
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };
    let mut map = UnicodeCmap::<u8>::new(Name(b"Custom"), system);
    for code in 32..127 {
        map.pair(code, char::from(code));
    }
    for (code, character) in others {
        map.pair(code, character);
    }
    pdf.cmap(UNICODE, &map.finish());
}

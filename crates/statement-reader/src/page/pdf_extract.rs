//! The second engine, `pdf-extract`. It reads some text that the first one misses, and serves to check the
//! first one.
//!
//! Known defects of the engine are avoided by giving it a simplified file (see [`prepare`]). A file that it
//! would still read wrongly, because a page has form objects, is rejected with [`ReadError::Unsupported`].

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{
    ColorSpace, Document as Pdf, Error as PdfError, LoadOptions, MediaBox, OutputDev, OutputError, Path,
    PathOp, Transform, output_doc,
};

use super::collect::{Area, Collector, Drawn, Ink, panic_error};
use super::{PageLimits, PageSink, PageText, PositionedText, ReadError, ReadRequest, damage};

mod owner;
mod prepare;

use prepare::{Frame, Inks, prepare};

/// Page text by `pdf-extract`.
///
/// A malicious file can exhaust memory, time or the stack. Read files that are not your own in a limited
/// child process.
#[derive(Debug, Clone, Copy, Default)]
pub struct PdfExtract;

impl PositionedText for PdfExtract {
    fn read_each(&self, request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError> {
        // The engine panics on input that it does not support; `LimitReached` unwinds the same way.
        catch_unwind(AssertUnwindSafe(|| read(request, sink)))
            .unwrap_or_else(|reason| Err(panic_error(&*reason)))
    }
}

fn read(request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError> {
    let mut pdf = open(request)?;
    let pages = prepare(&mut pdf, request.limits)?;
    let total = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let mut is_damaged = damage::is_cut(request.bytes);
    let mut sink = |page: PageText, total| {
        sink(PageText { is_damaged: std::mem::take(&mut is_damaged), ..page }, total);
    };
    let sink = &mut sink;
    let mut recorder =
        Recorder { limits: request.limits, waiting: pages.into(), open: None, glyphs: 0, total, sink };
    output_doc(&pdf, &mut recorder).map_err(|_| ReadError::Malformed)
}

fn open(request: &ReadRequest<'_>) -> Result<Pdf, ReadError> {
    match (load_as_user(request.bytes, ""), request.password) {
        (Err(ReadError::WrongPassword), None) => Err(ReadError::NeedsPassword),
        (Err(ReadError::WrongPassword), Some(password)) => load(request.bytes, password),
        (answer, _) => answer,
    }
}

/// Opens the file with a user or an owner password.
fn load(bytes: &[u8], password: &str) -> Result<Pdf, ReadError> {
    if let Some(user_password) = owner::user_password(bytes, password)
        && let Ok(pdf) = load_as_user(bytes, &user_password)
    {
        return Ok(pdf);
    }
    load_as_user(bytes, password)
}

/// Opens the file with a user password. Each password parses the file again, because loading it without a
/// password and decrypting it later yields empty pages.
fn load_as_user(bytes: &[u8], password: &str) -> Result<Pdf, ReadError> {
    match Pdf::load_mem_with_options(bytes, LoadOptions::with_password(password)) {
        Ok(pdf) if pdf.is_encrypted() => Err(ReadError::WrongPassword),
        Ok(pdf) => Ok(pdf),
        Err(PdfError::InvalidPassword | PdfError::Decryption(_)) => Err(ReadError::WrongPassword),
        Err(_) => Err(ReadError::Malformed),
    }
}

/// Returns the file without its encryption; `None` if the password does not open it.
pub(super) fn unlock(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    let mut pdf = load(bytes, password).ok()?;
    let mut unlocked = Vec::new();
    pdf.save_to(&mut unlocked).ok()?;
    Some(unlocked)
}

/// The page that is being recorded.
struct Open {
    frame: Frame,
    inks: Inks,
    /// Paint of the current string.
    ink: Ink,
    collector: Collector,
}

struct Recorder<'a, 'b> {
    limits: &'a PageLimits,
    waiting: VecDeque<(Frame, Inks)>,
    open: Option<Open>,
    glyphs: usize,
    total: u32,
    sink: &'a mut PageSink<'b>,
}

fn upright(transform: &Transform) -> bool {
    let slight = 1e-3;
    let Transform { m11, m12, m21, m22, .. } = *transform;
    (m12.abs() <= slight * m11.abs() && m21.abs() <= slight * m22.abs())
        || (m11.abs() <= slight * m12.abs() && m22.abs() <= slight * m21.abs())
}

fn apply(transform: &Transform, x: f64, y: f64) -> (f64, f64) {
    (
        transform.m11 * x + transform.m21 * y + transform.m31,
        transform.m12 * x + transform.m22 * y + transform.m32,
    )
}

impl Open {
    fn area(&self, transform: &Transform, x: f64, y: f64, width: f64, height: f64) -> Area {
        let corner = |x, y| {
            let (x, y) = apply(transform, x, y);
            self.frame.place(x, y)
        };
        Area::around(&[corner(x, y), corner(x + width, y + height)])
    }

    fn lines(&mut self, transform: &Transform, path: &Path) {
        let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
        for operation in &path.ops {
            match *operation {
                PathOp::MoveTo(x, y) => {
                    last = self.point(transform, x, y);
                    start = last;
                }
                PathOp::LineTo(x, y) => {
                    let next = self.point(transform, x, y);
                    self.collector.rule(last, next);
                    last = next;
                }
                PathOp::CurveTo(.., x, y) => last = self.point(transform, x, y),
                PathOp::Close => {
                    self.collector.rule(last, start);
                    last = start;
                }
                PathOp::Rect(x, y, width, height) => {
                    if upright(transform) {
                        let area = self.area(transform, x, y, width, height);
                        self.collector.outline(area);
                    }
                }
            }
        }
    }

    fn point(&self, transform: &Transform, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = apply(transform, x, y);
        self.frame.place(x, y)
    }
}

impl OutputDev for Recorder<'_, '_> {
    fn begin_page(
        &mut self,
        _number: u32,
        _media_box: &MediaBox,
        _art_box: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        let Some((frame, inks)) = self.waiting.pop_front() else {
            // The engine found more pages than were prepared: it walks the page tree differently.
            return Err(OutputError::FormatError(std::fmt::Error));
        };
        let collector = Collector::new(frame.width(), frame.height(), self.limits, self.glyphs);
        self.open = Some(Open { frame, inks, ink: Ink::Unknown, collector });
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        if let Some(open) = self.open.take() {
            self.glyphs += open.collector.len();
            let mut page = open.collector.finish();
            // The area of a picture is unknown here, so a page with any text does not count as a scan.
            page.has_picture = open.inks.has_picture && page.glyphs.is_empty();
            (self.sink)(page, self.total);
        }
        Ok(())
    }

    fn output_character(
        &mut self,
        trm: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let origin = open.frame.place(trm.m31, trm.m32);
        let (dx, dy) = open.frame.turn(trm.m11 * width * font_size, trm.m12 * width * font_size);
        let across = trm.m11.hypot(trm.m12);
        let up = if across > 0.0 { (trm.m11 * trm.m22 - trm.m12 * trm.m21).abs() / across } else { 0.0 };
        open.collector.glyph(Drawn {
            text: if text.is_empty() { "\u{fffd}".into() } else { text.into() },
            origin,
            advance: (dx, dy),
            size: up * font_size.abs(),
            ink: open.ink,
            bold: false,
        });
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        if let Some(open) = &mut self.open {
            open.ink = open.inks.texts.pop_front().unwrap_or(Ink::Unknown);
        }
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn stroke(
        &mut self,
        ctm: &Transform,
        _space: &ColorSpace,
        _colour: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        if let Some(open) = &mut self.open {
            open.lines(ctm, path);
        }
        Ok(())
    }

    fn fill(
        &mut self,
        ctm: &Transform,
        _space: &ColorSpace,
        _colour: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let ink = open.inks.fills.pop_front().unwrap_or(Ink::Unknown);
        let mut corners = Vec::new();
        for operation in &path.ops {
            match *operation {
                PathOp::Rect(x, y, width, height) if upright(ctm) => {
                    let area = open.area(ctm, x, y, width, height);
                    open.collector.fill(area, ink);
                }
                PathOp::MoveTo(x, y) | PathOp::LineTo(x, y) | PathOp::CurveTo(.., x, y) => {
                    corners.push(open.point(ctm, x, y));
                }
                PathOp::Rect(..) | PathOp::Close => {}
            }
        }
        if corners.len() > 2 {
            // The exact shape is unknown, so text on it counts as visible.
            open.collector.ground(Area::around(&corners), Ink::Unknown);
        }
        Ok(())
    }
}

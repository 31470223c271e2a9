//! The first engine, `hayro-interpret`. It interprets a page as a viewer does; a device records what is
//! drawn.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use hayro_interpret::font::{Glyph as HayroGlyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Vec2};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, Paint, SoftMask, TransformExt, interpret_page,
};

use super::collect::{Area, Collector, Drawn, Ink, LimitReached, channel, panic_error};
use super::unicode::Dropped;
use super::{GlyphText, PageLimits, PageSink, PageText, PositionedText, ReadError, ReadRequest, damage};

/// Text of a glyph that the file maps to no character.
const UNKNOWN: &str = "\u{fffd}";
/// Units per em of glyph widths: thousandths of the font size.
const UNITS_PER_EM: f64 = 1000.0;
/// Share of its bounding box from which a filled shape (a box with round corners, a disc) is treated as that
/// box.
const NEARLY_A_BOX: f64 = 0.75;
/// Smallest opacity of visible ink.
const OPACITY_MIN: f32 = 0.05;
/// Smallest opacity of ink that hides what is under it.
const OPACITY_FULL: f32 = 0.95;

/// Page text by `hayro-interpret`.
///
/// A malicious file can exhaust memory or time. Read files that are not your own in a limited child process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hayro;

impl PositionedText for Hayro {
    fn read_each(&self, request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError> {
        // The engine unwinds in two cases: `LimitReached` at a limit, and a panic of its own at a defect.
        catch_unwind(AssertUnwindSafe(|| read(request, sink)))
            .unwrap_or_else(|reason| Err(panic_error(&*reason)))
    }

    fn count_pages(&self, request: &ReadRequest<'_>) -> Result<u32, ReadError> {
        catch_unwind(AssertUnwindSafe(|| count(&open(request)?, request.limits)))
            .unwrap_or_else(|reason| Err(panic_error(&*reason)))
    }
}

fn count(pdf: &Pdf, limits: &PageLimits) -> Result<u32, ReadError> {
    let count = u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX);
    if count > limits.pages_max { Err(ReadError::TooLarge) } else { Ok(count) }
}

fn read(request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError> {
    #[cfg(feature = "pictures")]
    if let Some(format) = super::PhotoFormat::of(request.bytes) {
        sink(super::photo::page(request, format)?, 1);
        return Ok(());
    }
    let pdf = open(request)?;
    let total = count(&pdf, request.limits)?;
    let cache = InterpreterCache::new();
    let dropped = OnceCell::new();
    let mut glyphs = 0;
    let mut is_damaged = damage::is_cut(request.bytes) || damage::has_lost_pages(&pdf);
    for page in pdf.pages().iter() {
        let (mut text, count) = read_page(&pdf, page, &cache, request.limits, glyphs, &dropped);
        glyphs += count;
        text.is_damaged |= std::mem::take(&mut is_damaged) || damage::is_torn(page);
        sink(text, total);
    }
    Ok(())
}

pub(super) fn open(request: &ReadRequest<'_>) -> Result<Pdf, ReadError> {
    let bytes = Arc::new(request.bytes.to_vec());
    match Pdf::new(Arc::clone(&bytes)) {
        Err(error) if is_protected(error) => {
            let password = request.password.ok_or(ReadError::NeedsPassword)?;
            Pdf::new_with_password(bytes, password).or_else(|error| {
                if is_protected(error) {
                    open_unlocked(request.bytes, password)
                } else {
                    Err(ReadError::Malformed)
                }
            })
        }
        answer => answer.map_err(|_| ReadError::Malformed),
    }
}

fn is_protected(error: LoadPdfError) -> bool {
    matches!(error, LoadPdfError::Decryption(DecryptionError::PasswordProtected))
}

/// Opens the file through the library of the other engine, which removes the encryption. `hayro-syntax`
/// supports neither owner passwords of older files nor passwords that are not UTF-8.
#[cfg(feature = "pdf-extract")]
fn open_unlocked(bytes: &[u8], password: &str) -> Result<Pdf, ReadError> {
    let unlocked = super::pdf_extract::unlock(bytes, password).ok_or(ReadError::WrongPassword)?;
    Pdf::new(unlocked).map_err(|_| ReadError::Malformed)
}

#[cfg(not(feature = "pdf-extract"))]
fn open_unlocked(_: &[u8], _: &str) -> Result<Pdf, ReadError> {
    Err(ReadError::WrongPassword)
}

fn read_page<'a>(
    pdf: &'a Pdf,
    page: &Page<'a>,
    cache: &InterpreterCache<'a>,
    limits: &PageLimits,
    glyphs_before: usize,
    dropped: &OnceCell<Dropped>,
) -> (PageText, usize) {
    let (width, height) = page.render_dimensions();
    let shown = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    // `true`: the y axis points down, as on a screen.
    let transform = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(transform, shown, cache, pdf.xref(), InterpreterSettings::default());
    let mut recorder = Recorder {
        collector: Collector::new(width, height, limits, glyphs_before),
        groups: Vec::new(),
        pdf,
        dropped,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| interpret_page(page, &mut context, &mut recorder)));
    let outcome = match outcome {
        Err(reason) if reason.is::<LimitReached>() => resume_unwind(reason),
        outcome => outcome,
    };
    // After a panic of the engine, the page still has what was drawn before it; it is marked as damaged.
    let count = recorder.collector.len();
    let text = recorder.collector.finish();
    (PageText { is_damaged: outcome.is_err(), ..text }, count)
}

/// Device that records what is drawn.
struct Recorder<'p> {
    collector: Collector,
    pdf: &'p Pdf,
    /// Tables that the engine drops, loaded when the first glyph without text is drawn.
    dropped: &'p OnceCell<Dropped>,
    /// Opacity of each open transparency group, and true if the group blends colors or has a mask.
    groups: Vec<(f32, bool)>,
}

impl Recorder<'_> {
    fn ink(&self, paint: &Paint<'_>, mode: BlendMode) -> Ink {
        let Paint::Color(colour) = paint else { return Ink::Unknown };
        let [red, green, blue, alpha] = colour.to_rgba().components();
        let (opacity, mixed) =
            self.groups.iter().fold((alpha, mode != BlendMode::Normal), |(opacity, mixed), group| {
                (opacity * group.0, mixed || group.1)
            });
        if opacity < OPACITY_MIN {
            Ink::None
        } else if opacity < OPACITY_FULL || mixed {
            Ink::Unknown
        } else {
            Ink::Colour([red, green, blue].map(channel))
        }
    }
}

fn area(rect: Rect) -> Area {
    Area { x0: rect.min_x(), y0: rect.min_y(), x1: rect.max_x(), y1: rect.max_y() }
}

fn upright(transform: Affine) -> bool {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let slight = 1e-3;
    (b.abs() <= slight * a.abs() && c.abs() <= slight * d.abs())
        || (a.abs() <= slight * b.abs() && d.abs() <= slight * c.abs())
}

impl<'a> Device<'a> for Recorder<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let ink = self.ink(&props.paint, props.blend_mode);
        if ink == Ink::None || matches!(mode, DrawMode::Invisible) {
            return;
        }
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            let shape = props.transform * path.clone();
            let bounds = shape.bounding_box();
            if shape.area().abs() >= NEARLY_A_BOX * bounds.area() {
                self.collector.ground(area(bounds), ink);
            }
        }
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        let mut line = |from: Point, to: Point| {
            let (from, to) = (props.transform * from, props.transform * to);
            self.collector.rule((from.x, from.y), (to.x, to.y));
        };
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(point) => (start, last) = (point, point),
                PathEl::LineTo(point) => {
                    line(last, point);
                    last = point;
                }
                PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => last = point,
                PathEl::ClosePath => {
                    line(last, start);
                    last = start;
                }
            }
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        if !upright(props.transform) {
            self.draw_path(&rect.to_path(0.1), props, mode);
            return;
        }
        let ink = self.ink(&props.paint, props.blend_mode);
        let area = area(props.transform.transform_rect_bbox(*rect));
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            self.collector.fill(area, ink);
        }
        if matches!(mode, DrawMode::Stroke(_) | DrawMode::FillAndStroke(..)) && ink != Ink::None {
            self.collector.outline(area);
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        self.collector.push_clip(area(clip_path.path.bounding_box()));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.collector.push_clip(area(*rect));
    }

    fn pop_clip(&mut self) {
        self.collector.pop_clip();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, mode: BlendMode) {
        self.groups.push((opacity, mask.is_some() || mode != BlendMode::Normal));
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let ink = match mode {
            DrawMode::Invisible => Ink::None,
            _ => self.ink(&props.paint, props.blend_mode),
        };
        let glyphs = run.glyphs();
        // Read once per glyph: the engine looks up each width by the glyph's name.
        let advances: Vec<f64> = glyphs.iter().map(|glyph| advance_width(glyph)).collect();
        let scale = Scale::of(glyphs, &advances);
        let bold = glyphs.first().is_some_and(is_bold);
        let dropped = |glyph: &HayroGlyph<'_>| {
            let dropped = self.dropped.get_or_init(|| Dropped::of(self.pdf));
            dropped.text(glyph.char_code()).unwrap_or_else(|| UNKNOWN.into())
        };
        let drawn: Vec<Drawn> = glyphs
            .iter()
            .zip(advances)
            .map(|(glyph, advance)| Drawn {
                text: text_of(glyph).unwrap_or_else(|| dropped(glyph)),
                ..to_drawn((glyph, advance), props.transform, scale, ink, bold)
            })
            .collect();
        if matches!(mode, DrawMode::Stroke(_)) && self.collector.is_repeat(&drawn) {
            return;
        }
        for glyph in drawn {
            self.collector.glyph(glyph);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        self.collector.picture(area(props.transform.transform_rect_bbox(pixels)));
    }
}

fn advance_width(glyph: &HayroGlyph<'_>) -> f64 {
    let width = match glyph {
        HayroGlyph::Outline(outline) => outline.advance_width(),
        HayroGlyph::Type3(shape) => shape.advance_width(),
    };
    width.map_or(0.0, f64::from)
}

fn is_bold(glyph: &PositionedGlyph<'_>) -> bool {
    let HayroGlyph::Outline(outline) = &**glyph else { return false };
    outline.font_data().is_some_and(|font| {
        font.weight.is_some_and(|weight| weight >= 600)
            || font.postscript_name.is_some_and(|name| name.to_ascii_lowercase().contains("bold"))
    })
}

/// The one of a glyph's two scales that applies to its advance.
///
/// The engine replaces a font that is not embedded, and stretches each replacement glyph to the width that
/// the file states. The advance must not be stretched a second time. The engine does not report the
/// stretching, so the distances between the glyphs of a run decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Horizontal,
    Vertical,
}

impl Scale {
    fn of(glyphs: &[PositionedGlyph<'_>], advances: &[f64]) -> Self {
        let (mut horizontal_error, mut vertical_error) = (0.0, 0.0);
        for (pair, advance) in glyphs.windows(2).zip(advances) {
            let (this, next) = (pair[0].transform(), pair[1].transform());
            let distance = (next.translation() - this.translation()).hypot();
            let (horizontal, vertical) = lengths(this);
            horizontal_error += (advance * horizontal - distance).abs();
            vertical_error += (advance * vertical - distance).abs();
        }
        if vertical_error < 0.999 * horizontal_error { Self::Vertical } else { Self::Horizontal }
    }
}

/// Returns the lengths of a horizontal and of a vertical unit after the transform.
fn lengths(transform: Affine) -> (f64, f64) {
    let [a, b, ..] = transform.as_coeffs();
    let across = a.hypot(b);
    // Measured at a right angle to the baseline: slanted text is not taller.
    let up = if across > 0.0 { transform.determinant().abs() / across } else { 0.0 };
    (across, up)
}

fn to_drawn(
    (glyph, advance): (&PositionedGlyph<'_>, f64),
    page: Affine,
    scale: Scale,
    ink: Ink,
    bold: bool,
) -> Drawn {
    let own = glyph.transform();
    let (across, up) = lengths(own);
    let stretch = if scale == Scale::Vertical && across > 0.0 { up / across } else { 1.0 };
    let transform = page * own;
    let [a, b, c, d, ..] = transform.as_coeffs();
    let origin = transform.translation();
    let step = Vec2::new(a, b) * (advance * stretch);
    let determinant = (a * d - b * c).abs();
    let length = a.hypot(b);
    let mut size = if length > 0.0 { UNITS_PER_EM * determinant / length } else { 0.0 };
    if matches!(**glyph, HayroGlyph::Type3(_)) && size < 1.0 {
        // A Type 3 font may have units of its own. Its widths are about half its size.
        size = size.max(1.8 * step.hypot());
    }
    Drawn { text: UNKNOWN.into(), origin: (origin.x, origin.y), advance: (step.x, step.y), size, ink, bold }
}

fn text_of(glyph: &HayroGlyph<'_>) -> Option<GlyphText> {
    glyph.as_unicode().map(|text| match text {
        BfString::Char(character) => character.into(),
        BfString::String(text) => text.into(),
    })
}

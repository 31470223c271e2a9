//! Pictures of a page, painted in gray for text recognition.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, LumaData, Paint, SoftMask, TransformExt, interpret_page,
};

use super::collect::panic_error;
use super::hayro::open;
use super::photo::{self, PhotoFormat};
use super::{ReadError, ReadRequest};

/// Resolution at which text recognition works best.
const DOTS_PER_INCH: f64 = 300.0;
/// Points per inch.
const POINTS_PER_INCH: f64 = 72.0;
/// Largest number of dots of a picture: slightly more than A3 at 300 dots per inch. Larger pages get a lower
/// resolution.
pub const DOTS_MAX: u32 = 18_000_000;
/// Largest number of samples per side that are averaged for one dot.
const SAMPLES_MAX: u32 = 4;

/// A page in gray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Number of dots per row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Dots from the top left corner, row by row; 0 is black, 255 is white.
    pub dots: Vec<u8>,
}

/// Paints the pictures of a page at 300 dots per inch. `page` counts from 0. Text and lines are not painted.
///
/// # Errors
/// The same as for reading the page's text; also [`ReadError::Unsupported`] if the page does not exist or
/// shows no picture, and [`ReadError::TooLarge`] if the scaled page has no dots.
pub fn paint(request: &ReadRequest<'_>, page: u32) -> Result<Picture, ReadError> {
    catch_unwind(AssertUnwindSafe(|| paint_page(request, page)))
        .unwrap_or_else(|reason| Err(panic_error(&*reason)))
}

fn paint_page(request: &ReadRequest<'_>, page: u32) -> Result<Picture, ReadError> {
    if let Some(format) = PhotoFormat::of(request.bytes) {
        return photo::paint(request, format);
    }
    let pdf = open(request)?;
    let page =
        usize::try_from(page).ok().and_then(|page| pdf.pages().get(page)).ok_or(ReadError::Unsupported)?;
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    let scale =
        (DOTS_PER_INCH / POINTS_PER_INCH).min((f64::from(DOTS_MAX) / (width * height).max(1.0)).sqrt());
    let mut canvas = Canvas::new(dots(width * scale), dots(height * scale))?;
    let transform = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
    let shown = Rect::new(0.0, 0.0, f64::from(canvas.picture.width), f64::from(canvas.picture.height));
    let cache = InterpreterCache::new();
    let mut context = Context::new(transform, shown, &cache, pdf.xref(), InterpreterSettings::default());
    interpret_page(page, &mut context, &mut canvas);
    if canvas.is_blank { Err(ReadError::Unsupported) } else { Ok(canvas.picture) }
}

/// Rounds a length down to whole dots. The cast saturates, and a value that is not a number becomes 0.
pub(super) fn dots(length: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    let dots = length.floor() as u32;
    dots
}

pub(super) struct Canvas {
    pub(super) picture: Picture,
    is_blank: bool,
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32) -> Result<Self, ReadError> {
        let count = width.checked_mul(height).filter(|count| (1..=DOTS_MAX).contains(count));
        let count = count.and_then(|count| usize::try_from(count).ok()).ok_or(ReadError::TooLarge)?;
        Ok(Self { picture: Picture { width, height, dots: vec![u8::MAX; count] }, is_blank: true })
    }

    pub(super) fn paint(&mut self, placed: Affine, plane: &Plane) {
        let (width, height) = (f64::from(plane.width), f64::from(plane.height));
        let area = placed.transform_rect_bbox(Rect::new(0.0, 0.0, width, height));
        let is_seen = placed.determinant().abs() > f64::EPSILON && area.area().is_finite();
        if !is_seen || plane.width == 0 || plane.height == 0 {
            return;
        }
        let back = placed.inverse();
        let [a, b, c, d, ..] = back.as_coeffs();
        let samples = dots(a.hypot(b).max(c.hypot(d)).round()).clamp(1, SAMPLES_MAX);
        let part = |step: u32| (f64::from(step) + 0.5) / f64::from(samples);
        let right = self.picture.width.min(dots(area.x1.ceil()));
        let bottom = self.picture.height.min(dots(area.y1.ceil()));
        for y in dots(area.y0.max(0.0))..bottom {
            for x in dots(area.x0.max(0.0))..right {
                let mut mixed = Mixed::default();
                for down in 0..samples {
                    for across in 0..samples {
                        let at = back * Point::new(f64::from(x) + part(across), f64::from(y) + part(down));
                        mixed.add(plane, at, samples == 1);
                    }
                }
                self.put(x, y, &mixed);
            }
        }
    }

    fn put(&mut self, x: u32, y: u32, mixed: &Mixed) {
        let index = usize::try_from(u64::from(y) * u64::from(self.picture.width) + u64::from(x)).ok();
        let Some(dot) = index.and_then(|index| self.picture.dots.get_mut(index)) else { return };
        if let Some((gray, cover)) = mixed.result() {
            *dot = gray_of(f64::from(*dot) * (1.0 - cover) + gray * cover);
            self.is_blank = false;
        }
    }
}

/// Sum of the samples under one dot of the canvas.
#[derive(Default)]
struct Mixed {
    weight: f64,
    cover: f64,
    gray: f64,
}

impl Mixed {
    /// Adds the sample at a point. If `is_smooth`, interpolates between the four nearest dots of the file's
    /// picture.
    fn add(&mut self, plane: &Plane, at: Point, is_smooth: bool) {
        let within =
            at.x >= 0.0 && at.y >= 0.0 && at.x < f64::from(plane.width) && at.y < f64::from(plane.height);
        if !within {
            self.weight += 1.0;
            return;
        }
        if !is_smooth {
            self.one(plane, (dots(at.x), dots(at.y)), 1.0);
            return;
        }
        let (left, top) = ((at.x - 0.5).max(0.0), (at.y - 0.5).max(0.0));
        let (x, y) = (dots(left), dots(top));
        let (across, down) = (left - f64::from(x), top - f64::from(y));
        let (next_x, next_y) = ((x + 1).min(plane.width - 1), (y + 1).min(plane.height - 1));
        self.one(plane, (x, y), (1.0 - across) * (1.0 - down));
        self.one(plane, (next_x, y), across * (1.0 - down));
        self.one(plane, (x, next_y), (1.0 - across) * down);
        self.one(plane, (next_x, next_y), across * down);
    }

    fn one(&mut self, plane: &Plane, at: (u32, u32), weight: f64) {
        let (gray, cover) = plane.shade(at);
        let cover = f64::from(cover) / 255.0;
        self.weight += weight;
        self.cover += weight * cover;
        self.gray += weight * cover * f64::from(gray);
    }

    /// Returns the average gray and the share of the dot that it covers; `None` if nothing covers it.
    fn result(&self) -> Option<(f64, f64)> {
        (self.cover > 0.0 && self.weight > 0.0)
            .then(|| (self.gray / self.cover, (self.cover / self.weight).min(1.0)))
    }
}

fn gray_of(value: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    let gray = value.round().clamp(0.0, 255.0) as u8;
    gray
}

/// Returns the brightness of a color (ITU-R BT.601).
pub(super) fn luma([red, green, blue]: [u8; 3]) -> u8 {
    let sum = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    u8::try_from(sum / 1000).unwrap_or(u8::MAX)
}

/// A decoded picture in gray.
pub(super) struct Plane {
    width: u32,
    height: u32,
    /// Gray values, one per dot, or a single one for all dots.
    gray: Vec<u8>,
    /// Coverage of each dot, 255 being opaque; empty if all dots are opaque.
    cover: Vec<u8>,
}

impl Plane {
    /// Returns a picture that hides everything below it.
    pub(super) fn opaque((width, height): (u32, u32), gray: Vec<u8>) -> Result<Self, ReadError> {
        let count = usize::try_from(u64::from(width) * u64::from(height)).map_err(|_| ReadError::TooLarge)?;
        if gray.len() == count {
            Ok(Self { width, height, gray, cover: Vec::new() })
        } else {
            Err(ReadError::Malformed)
        }
    }

    /// Returns a picture with the coverage of each dot.
    pub(super) fn covered(
        shape: (u32, u32),
        gray: impl Iterator<Item = u8>,
        cover: impl Iterator<Item = u8>,
    ) -> Result<Self, ReadError> {
        Ok(Self { cover: cover.collect(), ..Self::opaque(shape, gray.collect())? })
    }

    fn of(image: ImageData, alpha: Option<LumaData>) -> Self {
        let (width, height) = (image.width(), image.height());
        // A mask of another size would be applied askew. What it would hide is nearly always white.
        let mask = alpha.filter(|mask| (mask.width, mask.height) == (width, height));
        let gray = match image {
            ImageData::Luma(luma) => luma.data,
            ImageData::Rgb(rgb) => rgb.data.as_chunks::<3>().0.iter().map(|colour| luma(*colour)).collect(),
        };
        Self { width, height, gray, cover: mask.map_or_else(Vec::new, |mask| mask.data) }
    }

    /// Returns the gray and the coverage of a dot; white where the data end early.
    fn shade(&self, (x, y): (u32, u32)) -> (u8, u8) {
        let index = u64::from(y) * u64::from(self.width) + u64::from(x);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let gray = match self.gray.as_slice() {
            [one] => *one,
            many => many.get(index).copied().unwrap_or(u8::MAX),
        };
        let cover = if self.cover.is_empty() { u8::MAX } else { self.cover.get(index).copied().unwrap_or(0) };
        (gray, cover)
    }
}

/// Scales the transform to the size of the decoded data, which may have fewer dots than the file states.
fn placed(transform: Affine, (across, down): (f32, f32)) -> Affine {
    transform * Affine::scale_non_uniform(f64::from(across), f64::from(down))
}

impl<'a> Device<'a> for Canvas {
    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let wanted = Some((self.picture.width, self.picture.height));
        match image {
            Image::Raster(raster) => raster.with_rgba(
                |data, alpha| {
                    let place = placed(props.transform, data.scale_factors());
                    self.paint(place, &Plane::of(data, alpha));
                },
                wanted,
            ),
            Image::Stencil(stencil) => stencil.with_stencil(
                |mask: LumaData, paint| {
                    let gray = match paint {
                        Paint::Color(colour) => {
                            let [red, green, blue, _] = colour.to_rgba().to_rgba8();
                            luma([red, green, blue])
                        }
                        Paint::Pattern(_) => 0,
                    };
                    let place = placed(props.transform, mask.scale_factors);
                    let (width, height) = (mask.width, mask.height);
                    self.paint(place, &Plane { width, height, gray: vec![gray], cover: mask.data });
                },
                wanted,
            ),
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

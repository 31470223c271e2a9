//! Photographs of pages: a JPG or PNG file is a document of one page that is a picture.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::kurbo::Affine;
use png::{ColorType, Transformations};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::collect::panic_error;
use super::picture::{Canvas, Picture, Plane, dots, luma};
use super::{PageText, ReadError, ReadRequest};

/// Format of a picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PhotoFormat {
    /// JPEG.
    Jpeg,
    /// Portable Network Graphics.
    Png,
}

impl PhotoFormat {
    /// Returns the format of a file that begins with `head`; `None` if it is no picture.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            _ => None,
        }
    }
}

/// Length of the page's longer side in points: that of A4.
const LONG_SIDE_POINTS: f64 = 842.0;
/// Number of dots of the painted page's longer side: A4 at 300 dots per inch.
const LONG_SIDE_DOTS: f64 = 3_508.0;
/// Largest factor by which a small picture is enlarged.
const ENLARGED_MAX: f64 = 2.0;
/// Largest number of dots per side.
const SIDE_DOTS_MAX: u32 = 30_000;

/// A picture's size and the way to hold it, from the beginning of the file.
#[derive(Clone, Copy)]
struct Frame {
    width: u32,
    height: u32,
    /// Orientation of Exif, from 1 to 8.
    orientation: u16,
}

impl Frame {
    /// Returns width and height as shown.
    fn shown(self) -> (f64, f64) {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        if self.orientation > 4 { (height, width) } else { (width, height) }
    }

    /// Returns the transform from the stored dots to the shown ones.
    fn upright(self) -> Affine {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        Affine::new(match self.orientation {
            2 => [-1.0, 0.0, 0.0, 1.0, width, 0.0],
            3 => [-1.0, 0.0, 0.0, -1.0, width, height],
            4 => [1.0, 0.0, 0.0, -1.0, 0.0, height],
            5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            6 => [0.0, 1.0, -1.0, 0.0, height, 0.0],
            7 => [0.0, -1.0, -1.0, 0.0, height, width],
            8 => [0.0, -1.0, 1.0, 0.0, 0.0, width],
            _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        })
    }

    /// Fails if the picture has no dots, or more than the limit.
    fn within(self, dots_max: u32) -> Result<Self, ReadError> {
        let fits = self.width.checked_mul(self.height).is_some_and(|dots| dots <= dots_max);
        match (self.width, self.height) {
            (0, _) | (_, 0) => Err(ReadError::Malformed),
            (width, height) if fits && width.max(height) <= SIDE_DOTS_MAX => Ok(self),
            _ => Err(ReadError::TooLarge),
        }
    }
}

/// Returns the page of a picture file. It has no text; [`paint`] shows it.
///
/// # Errors
/// [`ReadError::Malformed`] if the beginning of the file is damaged, [`ReadError::TooLarge`] if the picture
/// has too many dots.
pub(super) fn page(request: &ReadRequest<'_>, format: PhotoFormat) -> Result<PageText, ReadError> {
    let frame = match format {
        PhotoFormat::Jpeg => jpeg_frame(&mut jpeg(request.bytes)),
        PhotoFormat::Png => png_frame(&mut png(request.bytes)),
    }?;
    let (width, height) = frame.within(request.limits.picture_dots_max)?.shown();
    let scale = LONG_SIDE_POINTS / width.max(height);
    #[expect(clippy::cast_possible_truncation, reason = "at most the length of A4")]
    let points = |length: f64| (length * scale) as f32;
    Ok(PageText { width: points(width), height: points(height), has_picture: true, ..PageText::default() })
}

/// Paints a picture file in gray and upright, at the resolution at which text recognition works best.
///
/// # Errors
/// [`ReadError::Malformed`] if the file is damaged, [`ReadError::TooLarge`] if the picture has too many dots.
pub(super) fn paint(request: &ReadRequest<'_>, format: PhotoFormat) -> Result<Picture, ReadError> {
    catch_unwind(AssertUnwindSafe(|| {
        let dots_max = request.limits.picture_dots_max;
        let (frame, plane) = match format {
            PhotoFormat::Jpeg => read_jpeg(request.bytes, dots_max),
            PhotoFormat::Png => read_png(request.bytes, dots_max),
        }?;
        let (width, height) = frame.shown();
        let scale = (LONG_SIDE_DOTS / width.max(height)).min(ENLARGED_MAX);
        let mut canvas = Canvas::new(dots(width * scale).max(1), dots(height * scale).max(1))?;
        canvas.paint(Affine::scale(scale) * frame.upright(), &plane);
        Ok(canvas.picture)
    }))
    .unwrap_or_else(|reason| Err(panic_error(&*reason)))
}

fn jpeg(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let side = usize::try_from(SIDE_DOTS_MAX).unwrap_or(usize::MAX);
    // A file that ends early would lose rows without a trace.
    let options = DecoderOptions::new_safe()
        .set_max_width(side)
        .set_max_height(side)
        .set_strict_mode(true)
        .jpeg_set_out_colorspace(ColorSpace::Luma);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

fn jpeg_frame(decoder: &mut JpegDecoder<ZCursor<&[u8]>>) -> Result<Frame, ReadError> {
    decoder.decode_headers().map_err(|_| ReadError::Malformed)?;
    let info = decoder.info().ok_or(ReadError::Malformed)?;
    let orientation = decoder.exif().and_then(|exif| orientation(exif)).unwrap_or(1);
    Ok(Frame { width: u32::from(info.width), height: u32::from(info.height), orientation })
}

fn read_jpeg(bytes: &[u8], dots_max: u32) -> Result<(Frame, Plane), ReadError> {
    let mut decoder = jpeg(bytes);
    let frame = jpeg_frame(&mut decoder)?.within(dots_max)?;
    let gray = decoder.decode().map_err(|_| ReadError::Malformed)?;
    Ok((frame, Plane::opaque((frame.width, frame.height), gray)?))
}

fn png(bytes: &[u8]) -> png::Decoder<Cursor<&[u8]>> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder
}

fn png_frame(decoder: &mut png::Decoder<Cursor<&[u8]>>) -> Result<Frame, ReadError> {
    let info = decoder.read_header_info().map_err(|_| ReadError::Malformed)?;
    Ok(Frame { width: info.width, height: info.height, orientation: 1 })
}

fn read_png(bytes: &[u8], dots_max: u32) -> Result<(Frame, Plane), ReadError> {
    let mut decoder = png(bytes);
    let frame = png_frame(&mut decoder)?.within(dots_max)?;
    let mut reader = decoder.read_info().map_err(|_| ReadError::Malformed)?;
    let size = reader.output_buffer_size().ok_or(ReadError::TooLarge)?;
    let mut data = vec![0; size];
    let info = reader.next_frame(&mut data).map_err(|_| ReadError::Malformed)?;
    data.truncate(info.buffer_size());
    let shape = (frame.width, frame.height);
    let plane = match info.color_type {
        ColorType::Grayscale => Plane::opaque(shape, data)?,
        ColorType::Rgb => Plane::opaque(shape, data.as_chunks::<3>().0.iter().map(|it| luma(*it)).collect())?,
        ColorType::GrayscaleAlpha => {
            let (dots, _) = data.as_chunks::<2>();
            Plane::covered(shape, dots.iter().map(|[gray, _]| *gray), dots.iter().map(|[_, cover]| *cover))?
        }
        ColorType::Rgba => {
            let (dots, _) = data.as_chunks::<4>();
            let gray = dots.iter().map(|[red, green, blue, _]| luma([*red, *green, *blue]));
            Plane::covered(shape, gray, dots.iter().map(|[.., cover]| *cover))?
        }
        ColorType::Indexed => return Err(ReadError::Unsupported),
    };
    Ok((frame, plane))
}

/// Tag of the orientation in Exif data.
const ORIENTATION: u16 = 0x0112;
/// Largest number of entries of Exif data that are read.
const TRANSACTIONS_MAX: usize = 200;

/// Returns the orientation that Exif data state, from 1 to 8.
fn orientation(exif: &[u8]) -> Option<u16> {
    let data = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little = match data.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let two = |at: usize| -> Option<u16> {
        let bytes = [*data.get(at)?, *data.get(at.checked_add(1)?)?];
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let four = |at: usize| -> Option<u32> {
        let (one, other) = (u32::from(two(at)?), u32::from(two(at.checked_add(2)?)?));
        Some(if is_little { other << 16 | one } else { one << 16 | other })
    };
    let directory = usize::try_from(four(4)?).ok()?;
    let count = usize::from(two(directory)?).min(TRANSACTIONS_MAX);
    let transactions =
        (0..count).filter_map(|transaction| directory.checked_add(2)?.checked_add(transaction * 12));
    let mut found = transactions.filter(|at| two(*at) == Some(ORIENTATION));
    found.next().and_then(|at| two(at.checked_add(8)?)).filter(|orientation| (1..=8).contains(orientation))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 2 by 1 dots, black beside white.
    fn tiny_png() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(ColorType::Rgba);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[0, 0, 0, 255, 255, 255, 255, 255]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn request<'a>(bytes: &'a [u8], limits: &'a super::super::PageLimits) -> ReadRequest<'a> {
        ReadRequest { bytes, password: None, limits }
    }

    #[test]
    fn a_png_is_a_page_of_the_size_of_a4() {
        let (bytes, limits) = (tiny_png(), super::super::PageLimits::default());
        let page = page(&request(&bytes, &limits), PhotoFormat::Png).unwrap();
        assert_eq!((page.width, page.height, page.has_picture), (842.0, 421.0, true));
        let picture = paint(&request(&bytes, &limits), PhotoFormat::Png).unwrap();
        assert_eq!((picture.width, picture.height), (4, 2));
        assert_eq!((picture.dots[0], picture.dots[3]), (0, 255));
    }

    #[test]
    fn a_huge_picture_is_refused_before_it_is_decoded() {
        let mut bytes = tiny_png();
        // Width and height stand at fixed places; only the sum behind them no longer matches.
        bytes[16..24].copy_from_slice(&[0, 0, 0x70, 0, 0, 0, 0x70, 0]);
        let header = bytes[12..29].to_vec();
        let sum = crc(&header);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        let limits = super::super::PageLimits::default();
        assert_eq!(page(&request(&bytes, &limits), PhotoFormat::Png), Err(ReadError::TooLarge));
        assert_eq!(paint(&request(&bytes, &limits), PhotoFormat::Png), Err(ReadError::TooLarge));
    }

    /// Returns the checksum of a chunk of a PNG.
    fn crc(bytes: &[u8]) -> u32 {
        let step =
            |sum: u32, byte: &u8| {
                (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                    if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
                })
            };
        !bytes.iter().fold(u32::MAX, step)
    }

    #[test]
    fn a_damaged_picture_is_refused() {
        let limits = super::super::PageLimits::default();
        let bytes = tiny_png();
        let cut = &bytes[..bytes.len() - 20];
        assert_eq!(paint(&request(cut, &limits), PhotoFormat::Png), Err(ReadError::Malformed));
        assert_eq!(
            page(&request(b"\xff\xd8\xff\xe0", &limits), PhotoFormat::Jpeg),
            Err(ReadError::Malformed)
        );
    }

    #[test]
    fn a_picture_is_turned_upright() {
        // The first dot of a picture that is held sideways is at the top right.
        let frame = Frame { width: 4, height: 2, orientation: 6 };
        let at = frame.upright() * hayro_interpret::kurbo::Point::new(0.0, 0.0);
        assert_eq!((at.x, at.y, frame.shown()), (2.0, 0.0, (2.0, 4.0)));
    }

    #[test]
    fn the_orientation_is_read_in_both_byte_orders() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        assert_eq!((orientation(little), orientation(big)), (Some(6), Some(8)));
        assert_eq!(orientation(b"II*\0\xff\xff\xff\xff"), None);
        assert_eq!(orientation(b""), None);
    }
}

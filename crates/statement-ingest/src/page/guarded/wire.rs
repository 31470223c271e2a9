//! The protocol between parent and child: one request to the child, records as the answer. Numbers are
//! little-endian.

use std::io::{self, Read, Write};

use super::Engine;
#[cfg(feature = "ocr")]
use crate::page::picture::Picture;
use crate::page::{Glyph, Glyphs, PageLimits, PageText, ReadError, Rule};

/// The beginning of a request; the last character is the version.
const REQUEST: [u8; 4] = *b"SRQ1";
/// The beginning of an answer; the last character is the version.
pub(super) const ANSWER: [u8; 4] = *b"SAN1";

pub(super) const TAG_PAGE: u8 = 1;
pub(super) const TAG_END: u8 = 2;
pub(super) const TAG_ERROR: u8 = 3;
#[cfg(feature = "ocr")]
pub(super) const TAG_PICTURE: u8 = 4;
#[cfg(feature = "import")]
pub(super) const TAG_ANSWER: u8 = 5;

/// Upper limit for the bytes of a password.
const PASSWORD_BYTES_MAX: usize = 1024;
/// Upper limit for the words of a command.
#[cfg(feature = "ocr")]
const WORDS_MAX: u8 = 32;
/// Upper limit for the bytes of a word of a command.
#[cfg(feature = "ocr")]
const WORD_BYTES_MAX: usize = 4096;
/// Upper limit for the bytes of a question about a data file; a mapping has some hundred bytes.
#[cfg(feature = "import")]
const QUESTION_BYTES_MAX: usize = 64 * 1024;
/// Bytes of a glyph without its text.
const GLYPH_BYTES: usize = 18;
/// Bytes of a rule.
const RULE_BYTES: usize = 16;
/// Bytes of a page without its glyphs and rules.
const PAGE_BYTES: usize = 17;
/// Upper limit for the rules of a page; the child sends far fewer.
const RULES_MAX: usize = 100_000;

/// The task of a child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Task {
    Read(Engine),
    /// Read a data file. The question is JSON.
    #[cfg(feature = "import")]
    Import(Vec<u8>),
    /// Unpack a ZIP file. The limits are JSON.
    #[cfg(feature = "import")]
    Unpack(Vec<u8>),
    /// Paint the pictures of a page, counted from 0.
    #[cfg(feature = "ocr")]
    Paint(u32),
    /// Become another program, which reads the rest of standard input.
    #[cfg(feature = "ocr")]
    Become(Vec<String>),
}

impl Task {
    fn encode(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Read(Engine::Hayro) => bytes.push(0),
            Self::Read(Engine::PdfExtract) => bytes.push(1),
            #[cfg(feature = "import")]
            Self::Import(question) => {
                bytes.push(2);
                bytes.extend(u32::try_from(question.len()).unwrap_or(u32::MAX).to_le_bytes());
                bytes.extend(question);
            }
            #[cfg(feature = "import")]
            Self::Unpack(limits) => {
                bytes.push(3);
                bytes.extend(u32::try_from(limits.len()).unwrap_or(u32::MAX).to_le_bytes());
                bytes.extend(limits);
            }
            #[cfg(feature = "ocr")]
            Self::Paint(page) => {
                bytes.push(4);
                bytes.extend(page.to_le_bytes());
            }
            #[cfg(feature = "ocr")]
            Self::Become(words) => {
                bytes.push(5);
                let count = u8::try_from(words.len()).unwrap_or(u8::MAX);
                bytes.push(count);
                for word in words.iter().take(usize::from(count)) {
                    bytes.extend(u32::try_from(word.len()).unwrap_or(u32::MAX).to_le_bytes());
                    bytes.extend(word.as_bytes());
                }
            }
        }
    }

    fn decode(source: &mut impl Read) -> io::Result<Self> {
        Ok(match read_array::<1>(source)? {
            [0] => Self::Read(Engine::Hayro),
            [1] => Self::Read(Engine::PdfExtract),
            #[cfg(feature = "import")]
            [2] => Self::Import(read_bytes(source, QUESTION_BYTES_MAX)?),
            #[cfg(feature = "import")]
            [3] => Self::Unpack(read_bytes(source, QUESTION_BYTES_MAX)?),
            #[cfg(feature = "ocr")]
            [4] => Self::Paint(u32::from_le_bytes(read_array(source)?)),
            #[cfg(feature = "ocr")]
            [5] => {
                let [count] = read_array(source)?;
                if count > WORDS_MAX {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                Self::Become((0..count).map(|_| read_word(source)).collect::<io::Result<_>>()?)
            }
            _ => return Err(io::ErrorKind::InvalidData.into()),
        })
    }
}

#[cfg(feature = "ocr")]
fn read_word(source: &mut impl Read) -> io::Result<String> {
    String::from_utf8(read_bytes(source, WORD_BYTES_MAX)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(any(feature = "import", feature = "ocr"))]
fn read_bytes(source: &mut impl Read, bytes_max: usize) -> io::Result<Vec<u8>> {
    let length = usize::try_from(u32::from_le_bytes(read_array(source)?)).unwrap_or(usize::MAX);
    if length > bytes_max {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A request without its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) task: Task,
    pub(super) limits: PageLimits,
    pub(super) memory_bytes_max: u64,
    pub(super) cpu_seconds_max: u64,
    pub(super) file_bytes: u64,
    pub(super) password: Option<String>,
}

impl Head {
    /// Encodes the request; the file follows it.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = REQUEST.to_vec();
        self.task.encode(&mut bytes);
        bytes.extend(self.limits.pages_max.to_le_bytes());
        bytes.extend(self.limits.glyphs_max.to_le_bytes());
        bytes.extend(self.limits.picture_dots_max.to_le_bytes());
        bytes.extend(self.memory_bytes_max.to_le_bytes());
        bytes.extend(self.cpu_seconds_max.to_le_bytes());
        bytes.extend(self.file_bytes.to_le_bytes());
        let password = self.password.as_deref().filter(|password| password.len() <= PASSWORD_BYTES_MAX);
        bytes.push(u8::from(password.is_some()));
        let password = password.unwrap_or_default();
        bytes.extend(u32::try_from(password.len()).unwrap_or(0).to_le_bytes());
        bytes.extend(password.as_bytes());
        bytes
    }

    /// Decodes a request.
    pub(super) fn decode(source: &mut impl Read) -> io::Result<Self> {
        if read_array::<4>(source)? != REQUEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let task = Task::decode(source)?;
        let limits = PageLimits {
            pages_max: u32::from_le_bytes(read_array(source)?),
            glyphs_max: u32::from_le_bytes(read_array(source)?),
            picture_dots_max: u32::from_le_bytes(read_array(source)?),
        };
        let memory_bytes_max = u64::from_le_bytes(read_array(source)?);
        let cpu_seconds_max = u64::from_le_bytes(read_array(source)?);
        let file_bytes = u64::from_le_bytes(read_array(source)?);
        let given = read_array::<1>(source)? == [1];
        let length = u32::from_le_bytes(read_array(source)?);
        let mut password = Vec::new();
        source.take(u64::from(length)).read_to_end(&mut password)?;
        let password = String::from_utf8(password).map_err(|_| io::ErrorKind::InvalidData)?;
        let password = given.then_some(password);
        Ok(Self { task, limits, memory_bytes_max, cpu_seconds_max, file_bytes, password })
    }
}

fn read_array<const N: usize>(source: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Writes a page record: the number of all pages, the length of the page, and the page.
pub(super) fn write_page(target: &mut impl Write, page: &PageText, pages: u32) -> io::Result<()> {
    let payload = encode_page(page);
    let length = u32::try_from(payload.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    target.write_all(&[TAG_PAGE])?;
    target.write_all(&pages.to_le_bytes())?;
    target.write_all(&length.to_le_bytes())?;
    target.write_all(&payload)
}

/// Writes a painted page: its width, its height and its dots.
#[cfg(feature = "ocr")]
pub(super) fn write_picture(target: &mut impl Write, picture: &Picture) -> io::Result<()> {
    target.write_all(&[TAG_PICTURE])?;
    target.write_all(&picture.width.to_le_bytes())?;
    target.write_all(&picture.height.to_le_bytes())?;
    target.write_all(&picture.dots)
}

/// Writes the answer about a data file, or the files of a ZIP file.
#[cfg(feature = "import")]
pub(super) fn write_answer(target: &mut impl Write, answer: &[u8]) -> io::Result<()> {
    target.write_all(&[TAG_ANSWER])?;
    target.write_all(&u64::try_from(answer.len()).map_err(io::Error::other)?.to_le_bytes())?;
    target.write_all(answer)
}

/// Writes the last record: the number of pages read.
pub(super) fn write_end(target: &mut impl Write, pages: u32) -> io::Result<()> {
    target.write_all(&[TAG_END])?;
    target.write_all(&pages.to_le_bytes())
}

/// Writes the record of the error that ended the reading.
pub(super) fn write_error(target: &mut impl Write, error: &ReadError) -> io::Result<()> {
    let code = match error {
        ReadError::NeedsPassword => 1,
        ReadError::WrongPassword => 2,
        ReadError::Malformed => 3,
        ReadError::TooLarge => 4,
        ReadError::TimedOut => 5,
        ReadError::Reader => 6,
        ReadError::Unsupported => 7,
    };
    target.write_all(&[TAG_ERROR, code])
}

/// Returns the error that a code stands for.
pub(super) fn decode_error(code: u8) -> ReadError {
    match code {
        1 => ReadError::NeedsPassword,
        2 => ReadError::WrongPassword,
        3 => ReadError::Malformed,
        4 => ReadError::TooLarge,
        5 => ReadError::TimedOut,
        7 => ReadError::Unsupported,
        _ => ReadError::Reader,
    }
}

fn encode_page(page: &PageText) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(
        PAGE_BYTES + page.glyphs.len() * (GLYPH_BYTES + 1) + page.rules.len() * RULE_BYTES,
    );
    bytes.extend(page.width.to_le_bytes());
    bytes.extend(page.height.to_le_bytes());
    bytes.push(u8::from(page.has_picture) | u8::from(page.is_damaged) << 1);
    bytes.extend(u32::try_from(page.glyphs.len()).unwrap_or(0).to_le_bytes());
    bytes.extend(u32::try_from(page.rules.len()).unwrap_or(0).to_le_bytes());
    for glyph in page.glyphs.iter() {
        for number in [glyph.x, glyph.baseline, glyph.width, glyph.size] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(u8::from(glyph.visible) | u8::from(glyph.bold) << 1);
        let mut end = glyph.text.len().min(usize::from(u8::MAX));
        while !glyph.text.is_char_boundary(end) {
            end -= 1;
        }
        bytes.push(u8::try_from(end).unwrap_or(0));
        bytes.extend(&glyph.text.as_bytes()[..end]);
    }
    for rule in &page.rules {
        for number in [rule.x0, rule.y0, rule.x1, rule.y1] {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes
}

/// Returns the upper limit for the bytes of a page with this number of glyphs.
pub(super) fn page_bytes_max(glyphs: u32) -> usize {
    // Nearly all glyphs are one character; a page of long ligatures only is not text.
    let glyphs = usize::try_from(glyphs).unwrap_or(usize::MAX);
    glyphs.saturating_mul(GLYPH_BYTES + 8).saturating_add(PAGE_BYTES + RULES_MAX * RULE_BYTES)
}

/// Decodes a page; `None` unless every byte is valid.
pub(super) fn decode_page(bytes: &[u8], glyphs_max: u32) -> Option<PageText> {
    let mut rest = bytes;
    let (width, height) = (number(&mut rest)?, number(&mut rest)?);
    let [flags] = take::<1>(&mut rest)?;
    let (has_picture, is_damaged) = (flag(flags & 1)?, flag(flags >> 1)?);
    let glyphs = u32::from_le_bytes(take(&mut rest)?);
    let rules = usize::try_from(u32::from_le_bytes(take(&mut rest)?)).ok()?;
    if glyphs > glyphs_max || rules > RULES_MAX {
        return None;
    }
    let glyphs = usize::try_from(glyphs).ok()?;
    if rest.len() < glyphs * GLYPH_BYTES + rules * RULE_BYTES {
        return None;
    }
    let glyphs_read = Glyphs::with_capacity(glyphs);
    let mut page =
        PageText { width, height, has_picture, is_damaged, glyphs: glyphs_read, ..PageText::default() };
    for _ in 0..glyphs {
        page.glyphs.push(&decode_glyph(&mut rest)?);
    }
    page.rules.reserve_exact(rules);
    for _ in 0..rules {
        page.rules.push(Rule {
            x0: number(&mut rest)?,
            y0: number(&mut rest)?,
            x1: number(&mut rest)?,
            y1: number(&mut rest)?,
        });
    }
    rest.is_empty().then_some(page)
}

fn decode_glyph(rest: &mut &[u8]) -> Option<Glyph> {
    let (x, baseline, width, size) = (number(rest)?, number(rest)?, number(rest)?, number(rest)?);
    let [flags, length] = take::<2>(rest)?;
    let visible = flag(flags & 1)?;
    let bold = flag(flags >> 1)?;
    let (text, others) = rest.split_at_checked(usize::from(length))?;
    *rest = others;
    Some(Glyph { text: std::str::from_utf8(text).ok()?.into(), x, baseline, width, size, visible, bold })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk::<N>()?;
    *rest = others;
    Some(*first)
}

fn number(rest: &mut &[u8]) -> Option<f32> {
    Some(f32::from_le_bytes(take(rest)?)).filter(|number| number.is_finite())
}

fn flag(byte: u8) -> Option<bool> {
    match byte {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> PageText {
        let glyph = Glyph {
            text: "ﬁ".into(),
            x: 1.5,
            baseline: 2.0,
            width: 3.0,
            size: 9.0,
            visible: true,
            bold: false,
        };
        PageText {
            width: 595.0,
            height: 842.0,
            glyphs: vec![glyph.clone(), Glyph { visible: false, bold: true, ..glyph }].into(),
            rules: vec![Rule { x0: 0.0, y0: 1.0, x1: 2.0, y1: 1.0 }],
            has_picture: true,
            is_damaged: true,
        }
    }

    #[test]
    fn a_page_survives_the_child_protocol() {
        assert_eq!(decode_page(&encode_page(&page()), 2), Some(page()));
    }

    #[test]
    fn a_page_with_more_glyphs_than_allowed_is_refused() {
        assert_eq!(decode_page(&encode_page(&page()), 1), None);
    }

    #[test]
    fn a_truncated_or_extended_page_is_rejected() {
        let bytes = encode_page(&page());
        for end in 0..bytes.len() {
            assert_eq!(decode_page(&bytes[..end], 9), None, "cut at {end}");
        }
        assert_eq!(decode_page(&[bytes.as_slice(), &[0]].concat(), 9), None);
    }

    #[test]
    fn an_invalid_number_is_rejected() {
        let mut bytes = encode_page(&page());
        bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(decode_page(&bytes, 9), None);
    }

    #[test]
    fn a_request_survives_the_child_protocol() {
        let tasks = [
            Task::Read(Engine::PdfExtract),
            #[cfg(feature = "import")]
            Task::Import(b"{}".to_vec()),
            #[cfg(feature = "ocr")]
            Task::Paint(7),
            #[cfg(feature = "ocr")]
            Task::Become(vec!["tesseract".to_owned(), String::new(), "ü".to_owned()]),
        ];
        let passwords = [None, Some(String::new()), None, Some("pässwörd".to_owned())];
        for (task, password) in tasks.into_iter().zip(passwords) {
            let head = Head {
                task: task.clone(),
                limits: PageLimits { pages_max: 7, glyphs_max: 8, picture_dots_max: 9 },
                memory_bytes_max: 9,
                cpu_seconds_max: 10,
                file_bytes: 11,
                password,
            };
            assert_eq!(Head::decode(&mut head.encode().as_slice()).unwrap(), head);
        }
    }
}

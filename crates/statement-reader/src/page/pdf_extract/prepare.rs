//! Simplifies a file so that `pdf-extract` reads it correctly.
//!
//! - Only the operators that place text and draw lines remain. The engine fails on several others, and
//!   interprets pictures as if they were programs.
//! - `'` and `"`, which the engine skips together with their text, are replaced by equivalent operators.
//! - Width ranges of composite fonts, which the engine reads wrongly, become lists.
//! - Colors and invisible text, which the engine does not report, are recorded in the order of the strings
//!   and fills.
//! - The crop box and the rotation, which the engine does not apply, are recorded too.

use std::collections::VecDeque;

use pdf_extract::content::{Content, Operation};
use pdf_extract::{Dictionary, Document as Pdf, Object, ObjectId};

use crate::page::collect::Ink;
use crate::page::{PageLimits, ReadError};

/// Largest depth of the page tree. A deeper one contains a cycle.
const PARENTS_MAX: usize = 64;
/// Largest code of a composite font.
const CODE_MAX: i64 = 65_535;
/// Largest depth of the stack of graphics states. A deeper one is an attack.
const STATES_MAX: usize = 512;

/// Mapping from a page's own coordinates to the page as it is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    quarter_turns: u8,
}

impl Frame {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "points on a page need no more than single precision"
    )]
    pub(super) fn width(&self) -> f32 {
        (if self.quarter_turns.is_multiple_of(2) { self.width } else { self.height }) as f32
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "points on a page need no more than single precision"
    )]
    pub(super) fn height(&self) -> f32 {
        (if self.quarter_turns.is_multiple_of(2) { self.height } else { self.width }) as f32
    }

    /// Converts a point of the page's own space (y up) to the shown page (y down).
    pub(super) fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - self.x, self.height - (y - self.y));
        match self.quarter_turns {
            1 => (self.height - y, x),
            2 => (self.width - x, self.height - y),
            3 => (y, self.width - x),
            _ => (x, y),
        }
    }

    /// Converts a direction of the page's own space to the shown page.
    pub(super) fn turn(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x, -y);
        match self.quarter_turns {
            1 => (-y, x),
            2 => (-x, -y),
            3 => (y, -x),
            _ => (x, y),
        }
    }
}

/// Paints of the strings and of the filled paths of a page, each in drawing order.
#[derive(Debug, Default)]
pub(super) struct Inks {
    pub(super) texts: VecDeque<Ink>,
    pub(super) fills: VecDeque<Ink>,
    pub(super) has_picture: bool,
}

/// Rewrites the file in memory and returns the frame and the paints of each page.
pub(super) fn prepare(pdf: &mut Pdf, limits: &PageLimits) -> Result<Vec<(Frame, Inks)>, ReadError> {
    let pages: Vec<ObjectId> = pdf.get_pages().into_values().collect();
    if pages.is_empty() {
        return Err(ReadError::Malformed);
    }
    if pages.len() > usize::try_from(limits.pages_max).unwrap_or(usize::MAX) {
        return Err(ReadError::TooLarge);
    }
    for object in pdf.objects.values_mut() {
        list_widths(object);
    }
    pages.into_iter().map(|page| prepare_page(pdf, page)).collect()
}

fn prepare_page(pdf: &mut Pdf, page: ObjectId) -> Result<(Frame, Inks), ReadError> {
    let frame = frame(pdf, page).ok_or(ReadError::Malformed)?;
    let content = pdf.get_page_content(page).map_err(|_| ReadError::Malformed)?;
    let content = Content::decode(&content).map_err(|_| ReadError::Malformed)?;
    if draws_forms(pdf, page, &content) {
        return Err(ReadError::Unsupported);
    }
    let mut rewriter = Rewriter::default();
    for operation in content.operations {
        rewriter.operation(operation)?;
    }
    let encoded = Content { operations: rewriter.kept }.encode().map_err(|_| ReadError::Malformed)?;
    let stream = pdf.add_object(pdf_extract::Stream::new(Dictionary::new(), encoded));
    let dictionary =
        pdf.get_object_mut(page).and_then(Object::as_dict_mut).map_err(|_| ReadError::Malformed)?;
    dictionary.set("Contents", stream);
    Ok((frame, rewriter.inks))
}

fn frame(pdf: &Pdf, page: ObjectId) -> Option<Frame> {
    let media = rectangle(pdf, inherited(pdf, page, b"MediaBox")?)?;
    let crop = inherited(pdf, page, b"CropBox")
        .and_then(|value| rectangle(pdf, value))
        .map(|crop| {
            let (x0, y0) = (crop[0].max(media[0]), crop[1].max(media[1]));
            [x0, y0, crop[2].min(media[2]), crop[3].min(media[3])]
        })
        .filter(|crop| crop[2] - crop[0] > 1.0 && crop[3] - crop[1] > 1.0)
        .unwrap_or(media);
    let rotation =
        inherited(pdf, page, b"Rotate").and_then(|value| value.as_i64().ok()).unwrap_or(0).rem_euclid(360);
    let quarter_turns = u8::try_from(rotation / 90).unwrap_or(0);
    Some(Frame { x: crop[0], y: crop[1], width: crop[2] - crop[0], height: crop[3] - crop[1], quarter_turns })
}

/// Returns an attribute of the page or of its nearest ancestor that has it; `None` also if the page tree has
/// a cycle.
fn inherited<'a>(pdf: &'a Pdf, page: ObjectId, key: &[u8]) -> Option<&'a Object> {
    let mut node = pdf.get_dictionary(page).ok()?;
    let mut found = None;
    for _ in 0..PARENTS_MAX {
        found = found.or_else(|| node.get(key).ok());
        match node.get(b"Parent").and_then(Object::as_reference) {
            Ok(parent) => node = pdf.get_dictionary(parent).ok()?,
            Err(_) => return found.and_then(|value| Some(pdf.dereference(value).ok()?.1)),
        }
    }
    None
}

fn rectangle(pdf: &Pdf, value: &Object) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = value
        .as_array()
        .ok()?
        .iter()
        .map(|number| Some(f64::from(pdf.dereference(number).ok()?.1.as_float().ok()?)))
        .collect::<Option<_>>()?;
    let [a, b, c, d] = numbers.try_into().ok()?;
    Some([a.min(c), b.min(d), a.max(c), b.max(d)])
}

fn draws_forms(pdf: &Pdf, page: ObjectId, content: &Content) -> bool {
    let objects = inherited(pdf, page, b"Resources")
        .and_then(|resources| resources.as_dict().ok()?.get(b"XObject").ok())
        .and_then(|objects| pdf.dereference(objects).ok()?.1.as_dict().ok());
    let is_form = |operation: &Operation| {
        let name = operation.operands.first().and_then(|name| name.as_name().ok());
        let stream = name
            .and_then(|name| objects?.get(name).ok())
            .and_then(|object| pdf.dereference(object).ok()?.1.as_stream().ok());
        stream.is_some_and(|stream| {
            stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|subtype| subtype == b"Form")
        })
    };
    content.operations.iter().any(|operation| operation.operator == "Do" && is_form(operation))
}

/// Replaces `first last width` by `first [width width …]`.
fn list_widths(object: &mut Object) {
    let Ok(dictionary) = object.as_dict_mut() else { return };
    if !dictionary
        .get(b"Subtype")
        .and_then(Object::as_name)
        .is_ok_and(|name| name.starts_with(b"CIDFontType"))
    {
        return;
    }
    let Ok(widths) = dictionary.get(b"W").and_then(Object::as_array) else { return };
    let mut listed = Vec::new();
    let mut rest = widths.as_slice();
    loop {
        match rest {
            [first, list @ Object::Array(_), others @ ..] => {
                listed.extend([first.clone(), list.clone()]);
                rest = others;
            }
            [first, last, width, others @ ..] => {
                if let (Ok(from), Ok(to)) = (first.as_i64(), last.as_i64())
                    && (0..=CODE_MAX).contains(&from)
                    && from <= to
                {
                    let count = usize::try_from(to.min(CODE_MAX) - from + 1).unwrap_or(0);
                    listed.extend([first.clone(), Object::Array(vec![width.clone(); count])]);
                }
                rest = others;
            }
            _ => break,
        }
    }
    dictionary.set("W", Object::Array(listed));
}

#[derive(Debug, Clone, Copy)]
struct State {
    ink: Ink,
    invisible: bool,
}

struct Rewriter {
    kept: Vec<Operation>,
    inks: Inks,
    state: State,
    states: Vec<State>,
}

impl Default for Rewriter {
    fn default() -> Self {
        let state = State { ink: Ink::Colour([0; 3]), invisible: false };
        Self { kept: Vec::new(), inks: Inks::default(), state, states: Vec::new() }
    }
}

impl Rewriter {
    fn operation(&mut self, operation: Operation) -> Result<(), ReadError> {
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "q" => {
                if self.states.len() >= STATES_MAX {
                    return Err(ReadError::TooLarge);
                }
                self.states.push(self.state);
                self.kept.push(operation);
            }
            "Q" => {
                // The engine ignores a surplus `Q`, so it is ignored here too.
                self.state = self.states.pop().unwrap_or(self.state);
                self.kept.push(operation);
            }
            "Tr" => {
                self.state.invisible =
                    operands.first().is_some_and(|mode| matches!(mode.as_i64(), Ok(3 | 7)));
            }
            "g" | "rg" | "k" => self.state.ink = colour(operands),
            "cs" | "sc" | "scn" => self.state.ink = Ink::Unknown,
            "Tj" | "TJ" => self.show(operation),
            "'" => {
                self.keep("T*", Vec::new());
                self.show(Operation::new("Tj", operation.operands));
            }
            "\"" => {
                let [word, letter, text] =
                    <[Object; 3]>::try_from(operation.operands).map_err(|_| ReadError::Malformed)?;
                self.keep("Tw", vec![word]);
                self.keep("Tc", vec![letter]);
                self.keep("T*", Vec::new());
                self.show(Operation::new("Tj", vec![text]));
            }
            "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" => {
                self.inks.fills.push_back(self.state.ink);
                self.keep("f", Vec::new());
            }
            "s" => {
                self.keep("h", Vec::new());
                self.keep("S", Vec::new());
            }
            "Do" => self.inks.has_picture = true,
            "BT" | "ET" | "cm" | "Tc" | "Tw" | "Tz" | "TL" | "Tf" | "Ts" | "Tm" | "Td" | "TD" | "T*"
            | "m" | "l" | "c" | "v" | "y" | "h" | "re" | "S" | "n" | "w" => self.kept.push(operation),
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, operator: &str, operands: Vec<Object>) {
        self.kept.push(Operation::new(operator, operands));
    }

    fn show(&mut self, operation: Operation) {
        let strings = match operation.operands.first() {
            Some(Object::String(..)) => 1,
            Some(Object::Array(parts)) => {
                parts.iter().filter(|part| matches!(part, Object::String(..))).count()
            }
            _ => return,
        };
        let ink = if self.state.invisible { Ink::None } else { self.state.ink };
        self.inks.texts.extend(std::iter::repeat_n(ink, strings));
        self.kept.push(operation);
    }
}

fn colour(operands: &[Object]) -> Ink {
    let shares: Option<Vec<f32>> = operands.iter().map(|share| share.as_float().ok()).collect();
    let rgb = match shares.as_deref() {
        Some(&[gray]) => [gray; 3],
        Some(&[red, green, blue]) => [red, green, blue],
        Some(&[cyan, magenta, yellow, black]) => {
            [cyan, magenta, yellow].map(|ink| (1.0 - ink) * (1.0 - black))
        }
        _ => return Ink::Unknown,
    };
    Ink::Colour(rgb.map(crate::page::collect::channel))
}

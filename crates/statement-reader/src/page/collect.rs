//! Collects one page for both engines: clips, decides what is visible, turns rotated text upright, counts
//! glyphs and stops at the limits.

use std::any::Any;

use super::{Glyph, GlyphText, Glyphs, PageLimits, PageText, ReadError, Rule};

/// Largest number of lines collected per page. A page with more is a drawing, not a table.
const RULES_MAX: usize = 20_000;
/// Largest number of filled areas remembered as backgrounds. The first ones matter most: pages paint
/// backgrounds before text.
const FILLS_MAX: usize = 2_000;
/// Largest number of fills tested for covering text drawn before them. Each test visits every glyph.
const COVERS_MAX: u32 = 500;
/// Smallest visible font size, in points.
const SIZE_SEEN_MIN: f64 = 0.8;
/// Smallest difference in one channel (0 to 255) at which two colors look different on paper.
const CONTRAST_MIN: u8 = 10;
/// Largest thickness of a filled rectangle that counts as a line, in points.
const LINE_THICKNESS_MAX: f64 = 2.5;
/// Share of the page's area from which its pictures count as a scan.
const PICTURE_SHARE_MIN: f64 = 0.5;

/// An upright box in page space, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) x1: f64,
    pub(super) y1: f64,
}

impl Area {
    /// Returns the smallest box around `points`.
    pub(super) fn around(points: &[(f64, f64)]) -> Self {
        let start =
            Self { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };
        points.iter().fold(start, |area, &(x, y)| Self {
            x0: area.x0.min(x),
            y0: area.y0.min(y),
            x1: area.x1.max(x),
            y1: area.y1.max(y),
        })
    }

    pub(super) fn intersect(self, other: Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    fn contains(self, (x, y): (f64, f64)) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }

    fn width(self) -> f64 {
        (self.x1 - self.x0).max(0.0)
    }

    fn height(self) -> f64 {
        (self.y1 - self.y0).max(0.0)
    }
}

/// Paint of a glyph or an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Invisible: render mode 3 or 7, or nearly transparent.
    None,
    /// One opaque color.
    Colour([u8; 3]),
    /// A pattern, a picture or something translucent, whose color on the page is unknown.
    Unknown,
}

impl Ink {
    fn looks_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Colour(one), Self::Colour(two)) => {
                one.iter().zip(two).all(|(left, right)| left.abs_diff(right) < CONTRAST_MIN)
            }
            _ => false,
        }
    }
}

/// Converts a color component from the range 0 to 1 into a byte.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn channel(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// A glyph as the engine draws it.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) text: GlyphText,
    /// Position of the glyph's origin on the page, in points.
    pub(super) origin: (f64, f64),
    /// Step to the next glyph's origin, in points.
    pub(super) advance: (f64, f64),
    pub(super) size: f64,
    pub(super) ink: Ink,
    pub(super) bold: bool,
}

struct Placed {
    drawn: Drawn,
    visible: bool,
}

/// Panic payload that ends an engine's work at a limit. Thrown with [`std::panic::resume_unwind`], because
/// the engines' callbacks cannot return an error.
pub(super) struct LimitReached;

/// Maps the payload of an engine's panic to an error: [`ReadError::TooLarge`] for [`LimitReached`], otherwise
/// [`ReadError::Malformed`].
pub(super) fn panic_error(reason: &(dyn Any + Send)) -> ReadError {
    if reason.is::<LimitReached>() { ReadError::TooLarge } else { ReadError::Malformed }
}

/// Collector of one page's glyphs, lines and pictures.
pub(super) struct Collector {
    page: Area,
    clips: Vec<Area>,
    glyphs: Vec<Placed>,
    glyphs_max: usize,
    fills: Vec<(Area, Ink)>,
    covers_left: u32,
    rules: Vec<Rule>,
    picture_area: f64,
}

impl Collector {
    /// Starts a page of the given size in points. `glyphs_before` is the number of glyphs on the earlier
    /// pages, because the limit applies to the whole file.
    pub(super) fn new(width: f32, height: f32, limits: &PageLimits, glyphs_before: usize) -> Self {
        let glyphs_max = usize::try_from(limits.glyphs_max).unwrap_or(usize::MAX);
        Self {
            page: Area { x0: 0.0, y0: 0.0, x1: f64::from(width), y1: f64::from(height) },
            clips: Vec::new(),
            glyphs: Vec::new(),
            glyphs_max: glyphs_max.saturating_sub(glyphs_before),
            fills: Vec::new(),
            covers_left: COVERS_MAX,
            rules: Vec::new(),
            picture_area: 0.0,
        }
    }

    fn clip(&self) -> Area {
        self.clips.last().copied().unwrap_or(self.page)
    }

    pub(super) fn push_clip(&mut self, area: Area) {
        let clip = self.clip().intersect(area);
        self.clips.push(clip);
    }

    pub(super) fn pop_clip(&mut self) {
        self.clips.pop();
    }

    /// Adds a glyph. Unwinds with [`LimitReached`] when the file has too many.
    pub(super) fn glyph(&mut self, drawn: Drawn) {
        if self.glyphs.len() >= self.glyphs_max {
            std::panic::resume_unwind(Box::new(LimitReached));
        }
        let numbers =
            [drawn.origin.0, drawn.origin.1, drawn.advance.0, drawn.advance.1, drawn.size].map(f64::abs);
        // A position that is not a number, or that lies 1,000,000 points away, belongs to no line.
        if numbers.iter().any(|number| !number.is_finite() || *number > 1e6) {
            return;
        }
        let visible = self.is_seen(&drawn);
        self.glyphs.push(Placed { drawn, visible });
    }

    fn is_seen(&self, drawn: &Drawn) -> bool {
        if drawn.ink == Ink::None || drawn.size < SIZE_SEEN_MIN {
            return false;
        }
        let centre = centre(drawn);
        if !self.clip().contains(centre) {
            return false;
        }
        let ground = self
            .fills
            .iter()
            .rev()
            .find(|(area, _)| area.contains(centre))
            .map_or(Ink::Colour([255; 3]), |(_, ink)| *ink);
        !drawn.ink.looks_like(ground)
    }

    /// Returns true if `run` draws the last glyphs a second time at the same positions, and then marks them
    /// as bold. Some files print bold text by stroking the outline over the filling.
    pub(super) fn is_repeat(&mut self, run: &[Drawn]) -> bool {
        let Some(start) = self.glyphs.len().checked_sub(run.len()) else { return false };
        let before = &mut self.glyphs[start..];
        let same = !run.is_empty()
            && before.iter().zip(run).all(|(placed, drawn)| {
                placed.drawn.text == drawn.text && placed.drawn.origin == drawn.origin
            });
        if same {
            for placed in before {
                placed.drawn.bold = true;
            }
        }
        same
    }

    /// Adds a filled upright rectangle: as a line if it is thin, otherwise as a background with four edges.
    pub(super) fn fill(&mut self, area: Area, ink: Ink) {
        if ink == Ink::None {
            return;
        }
        let area = area.intersect(self.clip());
        if area.x1 < area.x0 || area.y1 < area.y0 {
            return;
        }
        if area.height() <= LINE_THICKNESS_MAX || area.width() <= LINE_THICKNESS_MAX {
            let (x, y) = (f64::midpoint(area.x0, area.x1), f64::midpoint(area.y0, area.y1));
            if area.width() >= area.height() {
                self.rule((area.x0, y), (area.x1, y));
            } else {
                self.rule((x, area.y0), (x, area.y1));
            }
            return;
        }
        self.ground(area, ink);
        if !Ink::Colour([255; 3]).looks_like(ink) {
            self.outline(area);
        }
    }

    /// Remembers an area as the background of later text, and hides earlier text that it covers.
    pub(super) fn ground(&mut self, area: Area, ink: Ink) {
        let area = area.intersect(self.clip());
        if ink == Ink::None || area.width() <= LINE_THICKNESS_MAX || area.height() <= LINE_THICKNESS_MAX {
            // An area this thin neither hides text nor serves as its background.
            return;
        }
        if self.fills.len() < FILLS_MAX {
            self.fills.push((area, ink));
        }
        if matches!(ink, Ink::Colour(_)) && self.covers_left > 0 && !self.glyphs.is_empty() {
            self.covers_left -= 1;
            for placed in &mut self.glyphs {
                placed.visible = placed.visible && !area.contains(centre(&placed.drawn));
            }
        }
    }

    /// Adds a picture, or another area whose colors are unknown.
    pub(super) fn picture(&mut self, area: Area) {
        let area = area.intersect(self.clip());
        if area.width() > 0.0 && area.height() > 0.0 {
            self.picture_area += area.width() * area.height();
            if self.fills.len() < FILLS_MAX {
                self.fills.push((area, Ink::Unknown));
            }
        }
    }

    /// Adds the four edges of `area` as lines.
    pub(super) fn outline(&mut self, area: Area) {
        self.rule((area.x0, area.y0), (area.x1, area.y0));
        self.rule((area.x0, area.y1), (area.x1, area.y1));
        self.rule((area.x0, area.y0), (area.x0, area.y1));
        self.rule((area.x1, area.y0), (area.x1, area.y1));
    }

    /// Adds a straight line if it is horizontal or vertical, lies on the page and is at least 3 points long.
    pub(super) fn rule(&mut self, from: (f64, f64), to: (f64, f64)) {
        let area = Area::around(&[from, to]);
        let upright = area.width() < 0.5 || area.height() < 0.5;
        if !upright || area.width().max(area.height()) < 3.0 || self.rules.len() >= RULES_MAX {
            return;
        }
        let area = area.intersect(self.clip());
        if area.x1 >= area.x0 && area.y1 >= area.y0 {
            self.rules.push(Rule {
                x0: narrow(area.x0),
                y0: narrow(area.y0),
                x1: narrow(area.x1),
                y1: narrow(area.y1),
            });
        }
    }

    /// Finishes the page: turns it upright and drops glyphs that run in another direction.
    pub(super) fn finish(self) -> PageText {
        let turn = Turn::of(&self.glyphs);
        let (width, height) = (self.page.width(), self.page.height());
        let has_picture = self.picture_area >= PICTURE_SHARE_MIN * width * height;
        let (shown_width, shown_height) =
            if matches!(turn, Turn::None | Turn::Half) { (width, height) } else { (height, width) };
        let rules = self
            .rules
            .into_iter()
            .map(|rule| {
                let from = turn.point((f64::from(rule.x0), f64::from(rule.y0)), width, height);
                let to = turn.point((f64::from(rule.x1), f64::from(rule.y1)), width, height);
                let area = Area::around(&[from, to]);
                Rule { x0: narrow(area.x0), y0: narrow(area.y0), x1: narrow(area.x1), y1: narrow(area.y1) }
            })
            .collect();
        let mut glyphs = Glyphs::with_capacity(self.glyphs.len());
        let turned = self
            .glyphs
            .into_iter()
            .filter(|placed| Turn::for_direction(placed.drawn.advance) == Some(turn))
            .map(|placed| {
                let (x, baseline) = turn.point(placed.drawn.origin, width, height);
                Glyph {
                    text: placed.drawn.text,
                    x: narrow(x),
                    baseline: narrow(baseline),
                    width: narrow(placed.drawn.advance.0.hypot(placed.drawn.advance.1)),
                    size: narrow(placed.drawn.size),
                    visible: placed.visible,
                    bold: placed.drawn.bold,
                }
            });
        turned.for_each(|glyph| glyphs.push(&glyph));
        glyphs.shrink_to_fit();
        PageText {
            width: narrow(shown_width),
            height: narrow(shown_height),
            glyphs,
            rules,
            has_picture,
            is_damaged: false,
        }
    }

    /// Returns the number of collected glyphs.
    pub(super) fn len(&self) -> usize {
        self.glyphs.len()
    }
}

fn centre(drawn: &Drawn) -> (f64, f64) {
    let length = drawn.advance.0.hypot(drawn.advance.1);
    // The center lies a third of the size above the baseline, in any direction of text.
    let (up_x, up_y) = if length > 0.0 {
        (drawn.advance.1 / length * drawn.size / 3.0, -drawn.advance.0 / length * drawn.size / 3.0)
    } else {
        (0.0, -drawn.size / 3.0)
    };
    (drawn.origin.0 + drawn.advance.0 / 2.0 + up_x, drawn.origin.1 + drawn.advance.1 / 2.0 + up_y)
}

#[expect(clippy::cast_possible_truncation, reason = "points on a page need no more than single precision")]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// Rotation of a page that makes its text run from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    None,
    /// Counterclockwise by 90°, for text that runs downwards.
    Left,
    Half,
    /// Clockwise by 90°, for text that runs upwards.
    Right,
}

impl Turn {
    /// Returns the turn that most of the text needs. A turned page needs twice as many glyphs as upright
    /// text, so that words along a margin and stamps do not turn it.
    fn of(glyphs: &[Placed]) -> Self {
        let mut counts = [0_u32; 4];
        for placed in glyphs {
            if let Some(turn) = Self::for_direction(placed.drawn.advance) {
                counts[turn as usize] += 1;
            }
        }
        [Self::Left, Self::Half, Self::Right]
            .into_iter()
            .filter(|turn| counts[*turn as usize] > 2 * counts[Self::None as usize])
            .max_by_key(|turn| counts[*turn as usize])
            .unwrap_or(Self::None)
    }

    /// Returns the turn for text with this advance; `None` for slanted text.
    fn for_direction((dx, dy): (f64, f64)) -> Option<Self> {
        // About 8.5°, which tolerates pages that were scanned or placed slightly askew.
        let slope = 0.15;
        if dx == 0.0 && dy == 0.0 || dx > 0.0 && dy.abs() <= slope * dx {
            Some(Self::None)
        } else if dy > 0.0 && dx.abs() <= slope * dy {
            Some(Self::Left)
        } else if dx < 0.0 && dy.abs() <= -slope * dx {
            Some(Self::Half)
        } else if dy < 0.0 && dx.abs() <= -slope * dy {
            Some(Self::Right)
        } else {
            None
        }
    }

    fn point(self, (x, y): (f64, f64), width: f64, height: f64) -> (f64, f64) {
        match self {
            Self::None => (x, y),
            Self::Left => (y, width - x),
            Self::Half => (width - x, height - y),
            Self::Right => (height - y, x),
        }
    }
}

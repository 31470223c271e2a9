//! What both engines do alike with what they find on a page: clip, judge what can be seen, turn sideways
//! text upright, count, and stop at the limits.

use std::any::Any;

use super::{Glyph, GlyphText, PageLimits, PageText, ReadError, Rule};

/// Lines that may rule a table; more than this is a drawing, not a table.
const RULES_MAX: usize = 20_000;
/// Filled areas remembered for judging what text stands on; the first ones are the backgrounds.
const FILLS_MAX: usize = 2_000;
/// Fills that are looked at for whether they cover text drawn before them.
const COVERS_MAX: u32 = 500;
/// Nobody reads smaller print.
const SIZE_SEEN_MIN: f64 = 0.8;
/// Colours closer than this (of 255, per channel) cannot be told apart on paper.
const CONTRAST_MIN: u8 = 10;
/// A filled rectangle at most this thick is a line.
const LINE_THICKNESS_MAX: f64 = 2.5;
/// The share of the page from which pictures count as a picture of a page.
const PICTURE_SHARE_MIN: f64 = 0.5;

/// An upright box in page space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) x1: f64,
    pub(super) y1: f64,
}

impl Area {
    /// The smallest box around the points.
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

/// What something is painted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Nothing that could be seen: invisible render mode or fully transparent.
    None,
    /// One opaque colour.
    Colour([u8; 3]),
    /// A pattern, a picture or something translucent: no telling what it looks like.
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

/// A colour's share as a byte.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn channel(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// A glyph as an engine hands it over.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) text: GlyphText,
    /// Where its origin stands on the page.
    pub(super) origin: (f64, f64),
    /// How far it moves the pen.
    pub(super) advance: (f64, f64),
    pub(super) size: f64,
    pub(super) ink: Ink,
    pub(super) bold: bool,
}

struct Placed {
    drawn: Drawn,
    visible: bool,
}

/// The reason to leave an engine in the middle of its work; thrown with [`std::panic::resume_unwind`],
/// because the engines have no other way out.
pub(super) struct LimitReached;

/// What an engine's unwinding means.
pub(super) fn why_it_left(reason: &(dyn Any + Send)) -> ReadError {
    if reason.is::<LimitReached>() { ReadError::TooLarge } else { ReadError::Malformed }
}

/// Collects one page.
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
    /// Starts a page of this size; `glyphs_before` were collected on the pages before.
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

    /// Adds a glyph. Leaves by [`LimitReached`] when there are too many.
    pub(super) fn glyph(&mut self, drawn: Drawn) {
        if self.glyphs.len() >= self.glyphs_max {
            std::panic::resume_unwind(Box::new(LimitReached));
        }
        let numbers =
            [drawn.origin.0, drawn.origin.1, drawn.advance.0, drawn.advance.1, drawn.size].map(f64::abs);
        // A position that is not a number, or a mile away, can stand in no line.
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

    /// The same glyphs once more, stroked over their filling: bold, not twice the text. Answers whether it was that.
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

    /// Adds a filled upright rectangle.
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

    /// Remembers what later text stands on, and hides earlier text under it.
    pub(super) fn ground(&mut self, area: Area, ink: Ink) {
        let area = area.intersect(self.clip());
        if ink == Ink::None || area.width() <= LINE_THICKNESS_MAX || area.height() <= LINE_THICKNESS_MAX {
            // Thinner than any print, it hides nothing and nothing stands on it.
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

    /// Adds a picture or something else that may stand for anything.
    pub(super) fn picture(&mut self, area: Area) {
        let area = area.intersect(self.clip());
        if area.width() > 0.0 && area.height() > 0.0 {
            self.picture_area += area.width() * area.height();
            if self.fills.len() < FILLS_MAX {
                self.fills.push((area, Ink::Unknown));
            }
        }
    }

    /// Adds the four edges.
    pub(super) fn outline(&mut self, area: Area) {
        self.rule((area.x0, area.y0), (area.x1, area.y0));
        self.rule((area.x0, area.y1), (area.x1, area.y1));
        self.rule((area.x0, area.y0), (area.x0, area.y1));
        self.rule((area.x1, area.y0), (area.x1, area.y1));
    }

    /// Adds a straight line, if it is upright, on the page and long enough to rule anything.
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

    /// The page.
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
        // Collected in the room of `self.glyphs`, the page would keep all of that, several times what it needs.
        let mut glyphs = Vec::with_capacity(self.glyphs.len());
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
        glyphs.extend(turned);
        PageText {
            width: narrow(shown_width),
            height: narrow(shown_height),
            glyphs,
            rules,
            has_picture,
            is_damaged: false,
        }
    }

    /// How many glyphs were collected.
    pub(super) fn len(&self) -> usize {
        self.glyphs.len()
    }
}

fn centre(drawn: &Drawn) -> (f64, f64) {
    let length = drawn.advance.0.hypot(drawn.advance.1);
    // A third of the size above the baseline, whichever way the text runs.
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

/// How a page must be turned for its text to run from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    None,
    /// Text runs downwards.
    Left,
    Half,
    /// Text runs upwards.
    Right,
}

impl Turn {
    /// The turn that most of the text needs. Words along a margin and stamps across the page are no lines of a table.
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

    /// `None` for text that runs askew.
    fn for_direction((dx, dy): (f64, f64)) -> Option<Self> {
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

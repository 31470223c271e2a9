//! The tags of an OFX file in their order: `<NAME>value` and `</NAME>`, with their lines.

/// A start tag with its value, `<NAME>value`, or an end tag, `</NAME>`.
pub(super) struct Mark {
    pub(super) name: String,
    pub(super) closes: bool,
    /// The value on one line, with entities resolved.
    pub(super) value: String,
    /// The line of the tag, from 1.
    pub(super) line: usize,
}

const CDATA: &str = "<![CDATA[";
const COMMENT: &str = "<!--";

/// The tags of a text.
pub(super) struct Marks<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Marks<'a> {
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        Self { rest: text, line }
    }

    /// Returns the text before `end` and skips both; the rest of the text if there is no `end`.
    fn until(&mut self, end: &str) -> &'a str {
        let (before, after) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        let passed = &self.rest[..self.rest.len() - after.len()];
        self.line += passed.matches('\n').count();
        self.rest = after;
        before
    }

    /// Returns the text up to the next tag. Text between `<![CDATA[` and `]]>` is taken literally.
    fn value(&mut self) -> String {
        let mut value = String::new();
        loop {
            let end = self.rest.find('<').unwrap_or(self.rest.len());
            let (words, after) = self.rest.split_at(end);
            self.line += words.matches('\n').count();
            self.rest = after;
            unescape(words, &mut value);
            if let Some(rest) = after.strip_prefix(CDATA) {
                self.rest = rest;
                value.push_str(self.until("]]>"));
            } else if after.starts_with(COMMENT) {
                self.until("-->");
            } else {
                return value.split_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
    }
}

impl Iterator for Marks<'_> {
    type Item = Mark;

    fn next(&mut self) -> Option<Mark> {
        self.until("<");
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let name = self.until(">");
        let closes = name.starts_with('/');
        let name = name.trim_start_matches('/').trim_end_matches('/').trim().to_ascii_uppercase();
        Some(Mark { name, closes, value: self.value(), line })
    }
}

/// Upper limit for the bytes of an entity; a lone `&` is literal, as in `AT&T`.
const ENTITY_CHARS_MAX: usize = 8;

fn unescape(text: &str, value: &mut String) {
    let mut pieces = text.split('&');
    value.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let entity = piece.split_once(';').filter(|(name, _)| name.len() <= ENTITY_CHARS_MAX);
        if let Some((character, rest)) = entity.and_then(|(name, rest)| Some((character(name)?, rest))) {
            value.push(character);
            value.push_str(rest);
        } else {
            value.push('&');
            value.push_str(piece);
        }
    }
}

fn character(name: &str) -> Option<char> {
    let number = name.strip_prefix('#').map(|number| match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    });
    match (name, number) {
        (_, Some(number)) => number.ok().and_then(char::from_u32).filter(|found| !found.is_control()),
        ("lt", _) => Some('<'),
        ("gt", _) => Some('>'),
        ("quot", _) => Some('"'),
        ("apos", _) => Some('\''),
        ("nbsp", _) => Some(' '),
        ("amp", _) => Some('&'),
        _ => None,
    }
}

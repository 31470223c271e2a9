//! Splits a question into phrases, each with all of its possible meanings.

use saldo_domain::Language;

use crate::lexicon::{Cue, Lexicon, Link, Parted, Sense, Unit};
use crate::names::{Meaning, Name, Names};
use crate::token::{Token, tokens};

/// Returns the value of the first meaning of a piece that has this form.
macro_rules! sense {
    ($piece:expr, $form:pat => $value:expr) => {
        $piece.senses.iter().find_map(|sense| if let $form = sense { Some($value) } else { None })
    };
}
pub(crate) use sense;

/// A phrase of a question.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) tokens: Vec<Token>,
    /// The meanings of the phrase in the language of the question.
    pub(crate) senses: Vec<Sense>,
    /// The user's own names that the phrase matches.
    pub(crate) names: Vec<Name>,
    /// The name that a misspelled phrase was read as.
    pub(crate) corrected: Option<String>,
}

impl Piece {
    /// Returns the folded text of a phrase of one word, or an empty text for a longer one.
    pub(crate) fn text(&self) -> &str {
        self.tokens.first().filter(|_| self.tokens.len() == 1).map_or("", |token| token.text.as_str())
    }

    /// Returns the phrase as the user wrote it.
    pub(crate) fn written(&self) -> String {
        let words: Vec<&str> = self.tokens.iter().map(|token| token.written.as_str()).collect();
        words.join(" ")
    }

    pub(crate) fn has(&self, sense: Sense) -> bool {
        self.senses.contains(&sense)
    }

    /// Returns a whole number, in digits or as a word.
    pub(crate) fn number(&self) -> Option<u32> {
        sense!(self, Sense::Number(number) => *number).or_else(|| self.text().parse().ok())
    }

    /// Returns the number of a position, such as "second" or "2nd".
    pub(crate) fn ordinal(&self) -> Option<u32> {
        sense!(self, Sense::Ordinal(number) => *number)
            .or_else(|| self.text().trim_end_matches(char::is_alphabetic).parse().ok())
    }

    /// Returns the unit of "each month".
    pub(crate) fn each(&self) -> Option<Unit> {
        sense!(self, Sense::Each(unit) => *unit)
    }

    /// Returns the unit of "the month before".
    pub(crate) fn earlier(&self) -> Option<Unit> {
        sense!(self, Sense::Earlier(unit) => *unit)
    }

    /// True for a word such as "from" that only links others, or "is" and "go" in the middle of a question.
    pub(crate) fn is_preposition(&self) -> bool {
        let links = |sense: &Sense| {
            matches!(
                sense,
                Sense::Skip
                    | Sense::Link(Link::At | Link::From | Link::To)
                    | Sense::Cue(Cue::Did | Cue::Visit)
            )
        };
        self.senses.iter().all(links)
    }
}

/// The words of a question, and the longest of the user's names that begins at each. They are the same in all
/// languages.
pub(crate) struct Words {
    tokens: Vec<Token>,
    names: Vec<Option<(usize, Vec<Name>)>>,
}

impl Words {
    pub(crate) fn of(question: &str, names: &Names) -> Self {
        let tokens = tokens(question);
        let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let names = (0..texts.len()).map(|at| names.longest(&texts[at..])).collect();
        Self { tokens, names }
    }
}

/// Splits a question into the longest phrases that are in the lexicon or among the user's names.
pub(crate) fn pieces(words: &Words, lexicon: &Lexicon, names: &Names) -> Vec<Piece> {
    let Words { tokens, names: of_user } = words;
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let mut found = Vec::new();
    let mut at = 0;
    // The index and the length of the second part of a phrase in two parts.
    let mut second: Option<(usize, usize)> = None;
    while at < tokens.len() {
        if let Some((_, length)) = second.take_if(|(start, _)| *start == at) {
            let tokens = tokens[at..at + length].to_vec();
            found.push(Piece { tokens, senses: vec![Sense::Skip], names: Vec::new(), corrected: None });
            at += length;
            continue;
        }
        let free = second.map_or(texts.len(), |(start, _)| start) - at;
        let quoted = tokens[at..].iter().position(|token| token.is_quoted).unwrap_or(free);
        let words = &texts[at..at + quoted];
        let phrase = lexicon.longest(words);
        // Another phrase may begin within the name.
        let own = match &of_user[at] {
            Some((length, _)) if *length > words.len() => names.longest(words),
            own => own.clone(),
        };
        let of_phrase = phrase.map_or(0, |(length, _)| length);
        let of_names = own.as_ref().map_or(0, |(length, _)| *length);
        let length = of_phrase.max(of_names).max(1);
        let parted = lexicon.parted(words).filter(|it| it.start >= length && second.is_none());
        if let Some(Parted { start, second: (index, end), senses }) = parted {
            let tokens = tokens[at..at + start].to_vec();
            found.push(Piece { tokens, senses, names: Vec::new(), corrected: None });
            second = Some((at + index, end));
            at += start;
            continue;
        }
        let senses =
            phrase.filter(|(it, _)| *it == length).map_or_else(Vec::new, |(_, senses)| senses.to_vec());
        let meant = own.filter(|(it, _)| *it == length).map_or_else(Vec::new, |(_, names)| names);
        let tokens = tokens[at..at + length].to_vec();
        let mut piece = Piece { tokens, senses, names: meant, corrected: None };
        if piece.senses.is_empty() && piece.names.is_empty() && !piece.tokens[0].is_quoted {
            if let Some(parts) = compound(&piece, lexicon, names) {
                found.extend(parts);
                at += length;
                continue;
            }
            correct(&mut piece, lexicon, names);
        }
        found.push(piece);
        at += length;
    }
    found
}

/// The minimum number of letters of each part of a compound.
const PART_LETTERS_MIN: usize = 4;
/// The letters that may join the parts of a compound.
const JOINTS: [&str; 5] = ["", "s", "n", "en", "es"];

/// Splits a German or Dutch compound of a name and a word for payments: "Hotelrechnung".
fn compound(piece: &Piece, lexicon: &Lexicon, own: &Names) -> Option<[Piece; 2]> {
    if !matches!(lexicon.language, Language::German | Language::Dutch) {
        return None;
    }
    let word = piece.text();
    let is_payment = |sense: &Sense| {
        let cues = [Cue::Spend, Cue::Expense, Cue::Transaction];
        cues.iter().any(|cue| [Sense::Cue(*cue), Sense::Cues(*cue)].contains(sense))
    };
    let part_of = |start: &str| {
        let all = lexicon.longest(&[start]).map_or_else(Vec::new, |(_, senses)| senses.to_vec());
        let is_of_category = |it: &Sense| matches!(it, Sense::Category(_) | Sense::Near(_));
        let senses: Vec<Sense> = all.into_iter().filter(is_of_category).collect();
        let meant = own.longest(&[start]).map_or_else(Vec::new, |(_, names)| names);
        (!senses.is_empty() || !meant.is_empty()).then_some((senses, meant))
    };
    let made = |senses, meant| Piece { tokens: piece.tokens.clone(), senses, names: meant, corrected: None };
    (PART_LETTERS_MIN..word.len().saturating_sub(PART_LETTERS_MIN - 1)).find_map(|at| {
        let (start, end) = word.split_at_checked(at)?;
        let (_, payment) = lexicon.longest(&[end]).filter(|(_, senses)| senses.iter().any(is_payment))?;
        let (senses, meant) = JOINTS.iter().find_map(|joint| start.strip_suffix(joint).and_then(part_of))?;
        let payment = payment.iter().copied().filter(is_payment).collect();
        Some([made(senses, meant), made(payment, Vec::new())])
    })
}

/// Reads an unknown word as the one name or word that is nearly spelled like it.
fn correct(piece: &mut Piece, lexicon: &Lexicon, names: &Names) {
    let word = piece.text();
    if word.chars().any(|letter| !letter.is_alphabetic()) {
        return;
    }
    if let Some((name, meaning)) = names.misspelled(word, lexicon) {
        piece.corrected = Some(name);
        match meaning {
            Meaning::Name(name) => piece.names.push(name),
            Meaning::Sense(sense) => piece.senses.push(sense),
        }
    }
}

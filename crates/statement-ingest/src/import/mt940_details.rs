//! The details of an MT940 transaction (`:86:`): German subfields, codes such as `/NAME/`, or free text.

/// Returns the other party and the purpose on one line.
pub(super) fn description(lines: &[&str]) -> String {
    let joined: String = lines.concat();
    let text = subfields(&joined).or_else(|| codes(&joined)).unwrap_or_else(|| lines.join(" "));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Number of characters of a full piece of a purpose. A shorter piece ends a line.
const PIECE_CHARS: usize = 27;

/// Parses subfields: three digits, then fields that begin with a sign and two digits.
///
/// Example: `166?00CREDIT TRANSFER?20first line?21second line?32name`.
fn subfields(text: &str) -> Option<String> {
    let code = text.get(..3)?.bytes().all(|byte| byte.is_ascii_digit());
    let sign = text.get(3..)?.chars().next().filter(|sign| !sign.is_alphanumeric() && *sign != ' ')?;
    let is_number =
        |part: &str| part.get(..2).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let mut parts: Vec<(u32, String)> = Vec::new();
    for part in text.get(3..)?.split(sign).skip(1) {
        match (is_number(part), parts.last_mut()) {
            (true, _) => parts.push((part.get(..2)?.parse().ok()?, part.get(2..)?.to_owned())),
            // The text may contain the sign, too.
            (false, Some((_, words))) => {
                words.push(sign);
                words.push_str(part);
            }
            (false, None) => return None,
        }
    }
    if !code || parts.is_empty() {
        return None;
    }
    let of = |wanted: &dyn Fn(u32) -> bool| {
        parts
            .iter()
            .filter(|(number, _)| wanted(*number))
            .map(|(_, words)| words.as_str())
            .collect::<Vec<_>>()
    };
    let name = of(&|number| matches!(number, 32 | 33)).concat();
    let purpose = purpose(&of(&|number| matches!(number, 20..=29 | 60..=63)));
    let said = [name.trim(), purpose.trim()].map(str::to_owned).into_iter().filter(|part| !part.is_empty());
    let said: Vec<String> = said.collect();
    Some(if said.is_empty() { of(&|number| number == 0).concat() } else { said.join(" ") })
}

/// Joins the pieces of a purpose, without the references that SEPA adds before the text.
fn purpose(pieces: &[&str]) -> String {
    let mut text = String::new();
    let mut is_full = true;
    for piece in pieces {
        if !is_full || is_tagged(piece) {
            text.push(' ');
        }
        text.push_str(piece);
        is_full = piece.chars().count() >= PIECE_CHARS;
    }
    match text.split_once("SVWZ+") {
        Some((_, words)) => {
            TAGS.iter().fold(words, |words, tag| words.split(tag).next().unwrap_or(words)).to_owned()
        }
        None => text.trim().to_owned(),
    }
}

const TAGS: [&str; 11] =
    ["EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "COAM+", "OAMT+", "SVWZ+", "ABWA+", "ABWE+", "PURP+"];

fn is_tagged(piece: &str) -> bool {
    TAGS.iter().any(|tag| piece.starts_with(tag))
}

/// Parses codes between slashes with text after each.
///
/// Example: `/TRTP/SEPA TRANSFER/NAME/J SMITH/REMI/RENT/EREF/1`.
fn codes(text: &str) -> Option<String> {
    const CODES: [&str; 22] = [
        "TRTP", "IBAN", "BIC", "NAME", "REMI", "EREF", "CSID", "MARF", "CNTP", "PREF", "ULTC", "ULTD",
        "PURP", "ORDP", "BENM", "TRCD", "RTRN", "ID", "USTD", "STRD", "ISDT", "SVCL",
    ];
    if !text.starts_with('/') {
        return None;
    }
    let mut parts: Vec<(&str, String)> = Vec::new();
    for piece in text.split('/').skip(1) {
        match (CODES.iter().find(|code| **code == piece), parts.last_mut()) {
            (Some(code), _) => parts.push((code, String::new())),
            (None, Some((_, words))) => {
                if !words.is_empty() {
                    words.push('/');
                }
                words.push_str(piece);
            }
            (None, None) => return None,
        }
    }
    // The code `CNTP` contains number, bank and name of the other party, in this order.
    let other = parts.iter().find(|(code, _)| *code == "CNTP").and_then(|(_, words)| words.split('/').nth(2));
    let of = |wanted: &[&str]| {
        parts
            .iter()
            .filter(|(code, _)| wanted.contains(code))
            .map(|(_, words)| words.as_str())
            .collect::<Vec<_>>()
    };
    let said: Vec<&str> = other
        .into_iter()
        .chain(of(&["NAME"]))
        .chain(of(&["REMI", "USTD", "STRD"]))
        .map(|words| words.trim_matches(['/', ' ']))
        .filter(|words| !words.is_empty())
        .collect();
    (!said.is_empty()).then(|| said.join(" "))
}

//! Search for many phrases at once. The first two bytes decide at most positions of a text.

/// A set of phrases of at least two bytes.
pub(super) struct Phrases {
    /// For each pair of bytes, true if a phrase begins with it.
    begins: Vec<bool>,
    /// Phrases by their first byte.
    by_first: Vec<Vec<String>>,
}

/// Number of values of a byte.
const BYTES: usize = 1 << 8;

fn pair(first: u8, second: u8) -> usize {
    usize::from(first) * BYTES + usize::from(second)
}

impl Phrases {
    /// Collects the phrases. Phrases of one byte are ignored.
    pub(super) fn new(phrases: impl IntoIterator<Item = String>) -> Self {
        let mut all = Self { begins: vec![false; BYTES * BYTES], by_first: vec![Vec::new(); BYTES] };
        for phrase in phrases {
            if let [first, second, ..] = phrase.as_bytes() {
                all.begins[pair(*first, *second)] = true;
                all.by_first[usize::from(*first)].push(phrase);
            }
        }
        all
    }

    /// True if the text begins with a phrase.
    pub(super) fn begin(&self, text: &str) -> bool {
        self.begin_bytes(text.as_bytes())
    }

    /// True if the text is a phrase.
    pub(super) fn is_one(&self, text: &str) -> bool {
        let first = text.bytes().next().map(usize::from);
        first.is_some_and(|first| self.by_first[first].iter().any(|phrase| phrase == text))
    }

    /// True if the text contains a phrase.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        (0..bytes.len()).any(|at| self.begin_bytes(&bytes[at..]))
    }

    fn begin_bytes(&self, text: &[u8]) -> bool {
        let [first, second, ..] = text else { return false };
        self.begins[pair(*first, *second)]
            && self.by_first[usize::from(*first)].iter().any(|phrase| text.starts_with(phrase.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_by_a_simple_search() {
        let phrases = ["saldo", "salary", "残高", "残", "bf"];
        let all = Phrases::new(phrases.map(str::to_owned));
        for text in ["", "s", "sal", "saldo", "xsaldo", "saldsaldo", "前残高", "残", "高", "ab", "abf", "bfa"]
        {
            assert_eq!(all.begin(text), phrases.iter().any(|phrase| text.starts_with(phrase)), "{text}");
            assert_eq!(all.are_in(text), phrases.iter().any(|phrase| text.contains(phrase)), "{text}");
        }
    }
}

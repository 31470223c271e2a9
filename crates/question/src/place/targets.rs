//! Reads the conditions that phrases name: categories, merchants, accounts, tags, weekdays and sizes.

use chrono::Datelike;
use saldo_domain::decimal::{Digits, Point, WrittenNumber};
use saldo_domain::query::{Conditions, Decimal, Size};
use saldo_domain::transaction::TransactionKind;
use saldo_domain::{AccountId, Currency, Language};

use super::Placing;
use crate::dates::{Year, beside};
use crate::lexicon::{Cue, Limit, Link, Sense, Time};
use crate::names::Name;
use crate::piece::{Piece, sense};

impl Placing<'_> {
    /// Reads conditions joined by commas, "and" or "or".
    /// With `of_one_kind`, all have to be of the kind of the first.
    pub(super) fn targets(&self, at: usize, of_one_kind: bool) -> Option<(Conditions, usize)> {
        let (mut found, mut end) = self.target(at)?;
        loop {
            let mut next = end;
            while [Link::Comma, Link::And, Link::Or].iter().any(|link| self.has(next, Sense::Link(*link))) {
                next += 1;
            }
            if next == end {
                break;
            }
            match self.target(self.skipped(next)) {
                Some((other, after)) if !of_one_kind || found.shares_kind(&other) => {
                    found.extend(&other);
                    end = after;
                }
                // A category and a merchant do not make a list:
                // "groceries, fuel, at Amazon" may mean the sum of all or only what they have in common.
                Some(_) => return None,
                None => break,
            }
        }
        Some((found, end))
    }

    pub(super) fn target(&self, at: usize) -> Option<(Conditions, usize)> {
        let piece = self.pieces.get(at)?;
        if piece.tokens[0].is_quoted {
            return Some((only(|it| it.texts.push(piece.tokens[0].text.clone())), at + 1));
        }
        self.size(at)
            .or_else(|| self.account(at))
            .or_else(|| self.tag(at))
            .or_else(|| self.named(at))
            .or_else(|| self.weekdays(at))
            .or_else(|| {
                let has_cue = piece.senses.iter().any(|sense| matches!(sense, Sense::Cue(_)));
                let before = self.dates.read(at).filter(|_| !has_cue && self.is_after_without(at))?;
                // "In 2024 except in May".
                let year = self.draft.periods.last().map(|it| it.range);
                let named = self.dates.named(at, &before);
                let found =
                    year.filter(|_| named.year == Year::Missing).and_then(|it| beside(named.range, it));
                Some((only(|it| it.periods.push(found.unwrap_or(named.range))), before.end))
            })
            .or_else(|| {
                let transfers = || only(|it| it.kinds.push(TransactionKind::Transfer));
                piece.has(Sense::Transfers).then(|| (transfers(), at + 1))
            })
            .or_else(|| piece.has(Sense::Uncategorized).then(|| (only(|it| it.uncategorized = true), at + 1)))
    }

    /// True if the word before `at` excludes.
    /// Only then is a period a target; elsewhere it is the period of the query.
    fn is_after_without(&self, at: usize) -> bool {
        let before = self.pieces[..at].iter().rev().find(|piece| !piece.has(Sense::Skip));
        before.is_some_and(|piece| piece.has(Sense::Link(Link::Without)))
    }

    /// Reads "over 50 euros" and "between 20 and 50".
    pub(super) fn size(&self, at: usize) -> Option<(Conditions, usize)> {
        let piece = self.pieces.get(at)?;
        let limit = sense!(piece, Sense::Size(limit) => *limit);
        let sizes = |limit: Limit, amount| only(|it| it.sizes.extend(limit.sizes(amount)));
        // An amount with cents is exact: "the payment of 29.90".
        let point = if self.language == Language::English { '.' } else { ',' };
        let has_cents = piece.text().split_once(point).is_some_and(|(_, cents)| cents.len() == 2);
        if has_cents && self.dates.read(at).is_none() {
            let (amount, end) = self.amount(at)?;
            return Some((sizes(Limit::Exactly, amount), end));
        }
        // "Less than 2024" compares with a year.
        let this = self.dates.today.year();
        let names_year = |at: usize| {
            let year = self.pieces.get(at).and_then(|piece| piece.text().parse::<i32>().ok());
            year.is_some_and(|year| (this - 10..=this + 1).contains(&year)) && self.currency(at + 1).is_none()
        };
        if piece.has(Sense::Link(Link::Than)) && names_year(at + 1) {
            return None;
        }
        if let Some(limit) = limit {
            // "Exactly the 29.90".
            let start = if limit == Limit::Exactly { self.skipped(at + 1) } else { at + 1 };
            let (amount, end) = self.amount(start)?;
            return Some((sizes(limit, amount), end));
        }
        if !piece.has(Sense::Link(Link::Between)) || self.dates.read(at).is_some() {
            return None;
        }
        let (least, next) = self.amount(at + 1)?;
        let (most, end) = self.has(next, Sense::Link(Link::And)).then(|| self.amount(next + 1)).flatten()?;
        // "Between 30 and 31 February" is about days, although there are none.
        let is_day = |piece: &Piece| piece.senses.iter().any(|it| matches!(it, Sense::Time(Time::Month(_))));
        if self.dates.impossible(at + 1).is_some() || self.pieces.get(end).is_some_and(is_day) {
            return None;
        }
        Some((only(|it| it.sizes.extend([Size::AtLeast(least), Size::AtMost(most)])), end))
    }

    /// Reads an amount in digits, with or without its currency.
    fn amount(&self, at: usize) -> Option<(Decimal, usize)> {
        let start = at + usize::from(self.currency(at).is_some());
        let text = self.pieces.get(start)?.text();
        let after = start + 1;
        let currency = self.currency(at).or_else(|| self.currency(after));
        // A size has no currency.
        // If the user has several, a limit in one of them would also apply to the others.
        if currency.is_some() && self.names.has_several_currencies() {
            return None;
        }
        // A number before a unit of time is a duration.
        if self.pieces.get(after).and_then(|it| sense!(it, Sense::Time(Time::Unit(_)) => ())).is_some() {
            return None;
        }
        let end = after + usize::from(start == at && self.currency(after).is_some());
        // "Five euros"; a word without a currency may number something else.
        let in_words = self.pieces[start].number().filter(|_| currency.is_some());
        let in_words = || in_words.and_then(|number| WrittenNumber::parse(&number.to_string())?.read('.'));
        Some((number(text, self.language).or_else(in_words)?.try_into().ok()?, end))
    }

    pub(super) fn currency(&self, at: usize) -> Option<Currency> {
        sense!(self.pieces.get(at)?, Sense::Currency(currency) => *currency)
    }

    /// Reads "the card", "the card ending in 1234", "my Rainy Day account" and "account Main".
    pub(super) fn account(&self, at: usize) -> Option<(Conditions, usize)> {
        let piece = self.pieces.get(at)?;
        let is_word = |at: usize| {
            let is_kind = |piece: &Piece| piece.senses.iter().any(|sense| matches!(sense, Sense::Kind(_)));
            self.pieces.get(at).is_some_and(|piece| piece.has(Sense::Account) || is_kind(piece))
        };
        let own = |at: usize| {
            let names = &self.pieces.get(at)?.names;
            let found: Vec<AccountId> = names
                .iter()
                .filter_map(|name| if let Name::Account(account) = name { Some(*account) } else { None })
                .collect();
            (!found.is_empty()).then_some(found)
        };
        let accounts =
            |found: Vec<AccountId>, end| (!found.is_empty()).then(|| (only(|it| it.accounts = found), end));
        if is_word(at) {
            let next = if self.has(at + 1, Sense::Link(Link::Ending)) { at + 2 } else { at + 1 };
            let digits = self.pieces.get(next).map(Piece::text).filter(|text| {
                (3..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
            });
            // "My savings account 2025" has no number: 2025 is a year.
            let ending = digits.map_or_else(Vec::new, |digits| self.names.ending(digits));
            if !ending.is_empty() {
                return accounts(ending, next + 1);
            }
            if let Some(found) = own(at + 1) {
                return accounts(found, at + 2);
            }
            let kind = sense!(piece, Sense::Kind(kind) => *kind)?;
            return accounts(self.names.of_kind(kind), at + 1);
        }
        let found = own(at)?;
        // "My Visa bill" is a payment to the account, not one from it.
        if self.has(at + 1, Sense::Cue(Cue::Transaction)) {
            return None;
        }
        let is_called = is_word(at + 1);
        // An account may have a common word as its name. Such a name is recognized only beside "account".
        let is_meant = is_called || piece.senses.is_empty();
        accounts(found, at + 1 + usize::from(is_called)).filter(|_| is_meant)
    }

    fn tag(&self, at: usize) -> Option<(Conditions, usize)> {
        let next = if self.has(at, Sense::Link(Link::Tag)) { at + 1 } else { return None };
        let tag = self
            .pieces
            .get(next)?
            .names
            .iter()
            .find_map(|name| if let Name::Tag(tag) = name { Some(tag.clone()) } else { None })?;
        Some((only(|it| it.tags.push(tag)), next + 1))
    }

    /// Reads a category, a merchant or a tag by its name.
    fn named(&self, at: usize) -> Option<(Conditions, usize)> {
        let piece = self.pieces.get(at)?;
        let category = sense!(piece, Sense::Category(key) => *key).and_then(|key| self.names.of_key(key));
        let is_at = at > 0 && self.has(at - 1, Sense::Link(Link::At));
        let merchants = piece
            .names
            .iter()
            .find_map(|name| if let Name::Merchants(keys) = name { Some(keys.clone()) } else { None });
        // "Hotel" is a part of travel, but the user's hotels may have that name.
        let is_free = piece.senses.iter().all(|sense| matches!(sense, Sense::Near(_)));
        // A word with a meaning of its own ("income") keeps it,
        // even if a category or a merchant has that name.
        let is_word = piece.senses.iter().any(|sense| !matches!(sense, Sense::Category(_) | Sense::Near(_)));
        let others = piece.names.iter().find_map(|name| match name {
            Name::Category(category) if !is_word => Some(only(|it| it.categories.push(*category))),
            Name::Tag(tag) if is_free => Some(only(|it| it.tags.push(tag.clone()))),
            _ => None,
        });
        let target = match (merchants, category, others) {
            (Some(merchants), _, _) if is_at && !is_word => only(|it| it.merchants = merchants),
            (_, Some(category), _) => only(|it| it.categories.push(category)),
            (_, None, Some(other)) => other,
            (Some(merchants), None, None) if is_free => only(|it| it.merchants = merchants),
            _ => return None,
        };
        Some((target, at + 1))
    }

    fn weekdays(&self, at: usize) -> Option<(Conditions, usize)> {
        use chrono::Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};
        let days = self.pieces.get(at)?.senses.iter().find_map(|sense| match sense {
            Sense::Time(Time::Every(day)) => Some(vec![*day]),
            Sense::Time(Time::Weekends) => Some(vec![Sat, Sun]),
            Sense::Time(Time::Workdays) => Some(vec![Mon, Tue, Wed, Thu, Fri]),
            _ => None,
        })?;
        Some((only(|it| it.weekdays = days), at + 1))
    }
}

/// Returns conditions with one of them set.
fn only(set: impl FnOnce(&mut Conditions)) -> Conditions {
    let mut conditions = Conditions::default();
    set(&mut conditions);
    conditions
}

/// Parses a number with at most two decimals. Its separators are those of the language, except that a lone
/// point or comma before one or two digits is a decimal one in every language.
fn number(text: &str, language: Language) -> Option<Digits> {
    let number = WrittenNumber::parse(text)?;
    let usual = if language == Language::English { '.' } else { ',' };
    let point = match number.point() {
        Point::Known(point) => point,
        Point::Open(_) | Point::Absent => usual,
    };
    let is_lone = text.matches(['.', ',']).count() == 1;
    number.read(point).filter(|digits| digits.places() <= 2 && (point == usual || is_lone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_the_language_writes_them() {
        let read = |text, language| number(text, language).map(|digits| digits.to_string());
        assert_eq!(read("1,200.50", Language::English).as_deref(), Some("1200.50"));
        assert_eq!(read("1.200,50", Language::German).as_deref(), Some("1200.50"));
        assert_eq!(read("1.200", Language::German).as_deref(), Some("1200"));
        assert_eq!(read("12.50", Language::German).as_deref(), Some("12.50"));
        for (text, language) in [
            ("1,20,5", Language::English),
            ("2.600,50", Language::English),
            ("1.2.3", Language::German),
            ("5th", Language::English),
        ] {
            assert_eq!(read(text, language), None, "{text}");
        }
    }
}

//! Reads the conditions that phrases name: categories, merchants, accounts, tags, weekdays and sizes.

use chrono::Datelike;
use saldo_domain::decimal::{Digits, Point, WrittenNumber};
use saldo_domain::query::{Decimal, Size};
use saldo_domain::{AccountId, Currency};

use super::{Placing, Target};
use crate::dates::{Year, beside};
use crate::lexicon::{Cue, Language, Limit, Link, Sense, Time};
use crate::names::Name;
use crate::piece::Piece;

impl Placing<'_> {
    /// Reads targets joined by commas, "and" or "or".
    /// With `of_one_kind`, all have to be of the kind of the first.
    pub(super) fn targets(&self, at: usize, of_one_kind: bool) -> Option<(Vec<Target>, usize)> {
        let (first, mut end) = self.target(at)?;
        let mut found = vec![first];
        loop {
            let mut next = end;
            while [Link::Comma, Link::And, Link::Or].iter().any(|link| self.has(next, Sense::Link(*link))) {
                next += 1;
            }
            if next == end {
                break;
            }
            match self.target(self.skipped(next)) {
                Some((target, after)) if !of_one_kind || found[0].joins(&target) => {
                    found.push(target);
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

    pub(super) fn target(&self, at: usize) -> Option<(Target, usize)> {
        let piece = self.pieces.get(at)?;
        if piece.tokens[0].is_quoted {
            return Some((Target::Text(piece.tokens[0].text.clone()), at + 1));
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
                Some((Target::Period(found.unwrap_or(named.range)), before.end))
            })
            .or_else(|| piece.has(Sense::Transfers).then_some((Target::Transfers, at + 1)))
            .or_else(|| piece.has(Sense::Uncategorized).then_some((Target::Uncategorized, at + 1)))
    }

    /// True if the word before `at` excludes.
    /// Only then is a period a target; elsewhere it is the period of the query.
    fn is_after_without(&self, at: usize) -> bool {
        let before = self.pieces[..at].iter().rev().find(|piece| !piece.has(Sense::Skip));
        before.is_some_and(|piece| piece.has(Sense::Link(Link::Without)))
    }

    /// Reads "over 50 euros" and "between 20 and 50".
    pub(super) fn size(&self, at: usize) -> Option<(Target, usize)> {
        let piece = self.pieces.get(at)?;
        let limit = piece.senses.iter().find_map(|sense| match sense {
            Sense::Size(limit) => Some(*limit),
            _ => None,
        });
        let sizes = |limit, amount: Decimal| match limit {
            Limit::Above => vec![Size::Above(amount)],
            Limit::Below => vec![Size::Below(amount)],
            Limit::AtLeast => vec![Size::AtLeast(amount)],
            Limit::AtMost => vec![Size::AtMost(amount)],
            Limit::Exactly => vec![Size::AtLeast(amount), Size::AtMost(amount)],
        };
        // An amount with cents is exact: "the payment of 29.90".
        let point = if self.language == Language::English { '.' } else { ',' };
        let has_cents = piece.text().split_once(point).is_some_and(|(_, cents)| cents.len() == 2);
        if has_cents && self.dates.read(at).is_none() {
            let (amount, end) = self.amount(at)?;
            return Some((Target::Sizes(sizes(Limit::Exactly, amount)), end));
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
            return Some((Target::Sizes(sizes(limit, amount)), end));
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
        Some((Target::Sizes(vec![Size::AtLeast(least), Size::AtMost(most)]), end))
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
        if self
            .pieces
            .get(after)
            .is_some_and(|piece| piece.senses.iter().any(|it| matches!(it, Sense::Time(Time::Unit(_)))))
        {
            return None;
        }
        let end = after + usize::from(start == at && self.currency(after).is_some());
        Some((number(text, self.language)?.try_into().ok()?, end))
    }

    pub(super) fn currency(&self, at: usize) -> Option<Currency> {
        self.pieces.get(at)?.senses.iter().find_map(|sense| match sense {
            Sense::Currency(currency) => Some(*currency),
            _ => None,
        })
    }

    /// Reads "the card", "the card ending in 1234", "my Rainy Day account" and "account Main".
    pub(super) fn account(&self, at: usize) -> Option<(Target, usize)> {
        let piece = self.pieces.get(at)?;
        let is_word = |at: usize| {
            let is_kind = |piece: &Piece| piece.senses.iter().any(|sense| matches!(sense, Sense::Kind(_)));
            self.pieces.get(at).is_some_and(|piece| piece.has(Sense::Account) || is_kind(piece))
        };
        let own = |at: usize| {
            let names = &self.pieces.get(at)?.names;
            let found: Vec<AccountId> = names
                .iter()
                .filter_map(|name| match name {
                    Name::Account(account) => Some(*account),
                    Name::Category(_) | Name::Merchants(_) | Name::Tag(_) => None,
                })
                .collect();
            (!found.is_empty()).then_some(found)
        };
        if is_word(at) {
            let next = if self.has(at + 1, Sense::Link(Link::Ending)) { at + 2 } else { at + 1 };
            let digits = self.pieces.get(next).map(Piece::text).filter(|text| {
                (3..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
            });
            if let Some(digits) = digits {
                let found = self.names.ending(digits);
                return (!found.is_empty()).then_some((Target::Accounts(found), next + 1));
            }
            if let Some(accounts) = own(at + 1) {
                return Some((Target::Accounts(accounts), at + 2));
            }
            let kind = piece.senses.iter().find_map(|sense| match sense {
                Sense::Kind(kind) => Some(*kind),
                _ => None,
            })?;
            let found = self.names.of_kind(kind);
            return (!found.is_empty()).then_some((Target::Accounts(found), at + 1));
        }
        let accounts = own(at)?;
        // "My Visa bill" is a payment to the account, not one from it.
        if self.has(at + 1, Sense::Cue(Cue::Transaction)) {
            return None;
        }
        let is_called = is_word(at + 1);
        // An account may have a common word as its name. Such a name is recognized only beside "account".
        (is_called || piece.senses.is_empty())
            .then(|| (Target::Accounts(accounts), at + 1 + usize::from(is_called)))
    }

    fn tag(&self, at: usize) -> Option<(Target, usize)> {
        let next = if self.has(at, Sense::Link(Link::Tag)) { at + 1 } else { return None };
        let tag = self.pieces.get(next)?.names.iter().find_map(|name| match name {
            Name::Tag(tag) => Some(tag.clone()),
            Name::Category(_) | Name::Account(_) | Name::Merchants(_) => None,
        })?;
        Some((Target::Tag(tag), next + 1))
    }

    /// Reads a category, a merchant or a tag by its name.
    fn named(&self, at: usize) -> Option<(Target, usize)> {
        let piece = self.pieces.get(at)?;
        let category = piece.senses.iter().find_map(|sense| match sense {
            Sense::Category(key) => self.names.of_key(key),
            _ => None,
        });
        let is_at = at > 0 && self.has(at - 1, Sense::Link(Link::At));
        let merchants = piece.names.iter().find_map(|name| match name {
            Name::Merchants(merchants) => Some(merchants.clone()),
            Name::Category(_) | Name::Account(_) | Name::Tag(_) => None,
        });
        let is_free = piece.senses.is_empty();
        // A word with a meaning of its own ("income") keeps it,
        // even if a category or a merchant has that name.
        let is_word = piece.senses.iter().any(|sense| !matches!(sense, Sense::Category(_) | Sense::Near(_)));
        let others = piece.names.iter().find_map(|name| match name {
            Name::Category(category) if !is_word => Some(Target::Category(*category)),
            Name::Tag(tag) if is_free => Some(Target::Tag(tag.clone())),
            _ => None,
        });
        let target = match (merchants, category, others) {
            (Some(merchants), _, _) if is_at && !is_word => Target::Merchants(merchants),
            (_, Some(category), _) => Target::Category(category),
            (_, None, Some(other)) => other,
            (Some(merchants), None, None) if is_free => Target::Merchants(merchants),
            _ => return None,
        };
        Some((target, at + 1))
    }

    fn weekdays(&self, at: usize) -> Option<(Target, usize)> {
        use chrono::Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};
        let days = self.pieces.get(at)?.senses.iter().find_map(|sense| match sense {
            Sense::Time(Time::Every(day)) => Some(vec![*day]),
            Sense::Time(Time::Weekends) => Some(vec![Sat, Sun]),
            Sense::Time(Time::Workdays) => Some(vec![Mon, Tue, Wed, Thu, Fri]),
            _ => None,
        })?;
        Some((Target::Weekdays(days), at + 1))
    }
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

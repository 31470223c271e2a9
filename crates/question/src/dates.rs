//! Reads phrases for dates and date ranges:
//! "May 2025", "the last three months", "since March", "between May and July".
//!
//! [`saldo_domain::date`] reads the dates in digits. Phrases are read here, because they count from today and
//! their words come from the language's file.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use saldo_domain::date::WrittenDate;
use saldo_domain::query::DateRange;
use saldo_domain::{Date, FiscalCalendar, Language, Month, Period};
use saldo_ledger::fiscal::bucket_of;
use saldo_ledger::query::granularity;

use crate::lexicon::{Cue, Link, Sense, Time, Unit};
use crate::piece::{Piece, sense};
use crate::place::{NamedPeriod, dimension_of};

/// A date range that was read, and the index of the first piece after it.
pub(crate) struct DateMatch {
    pub(crate) range: DateRange,
    pub(crate) end: usize,
}

/// The way in which a date phrase tells its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Year {
    /// By its number.
    Named,
    /// By its distance from today, such as "last month".
    Relative,
    /// Not at all. The phrase means the latest such period that has begun.
    Missing,
}

/// Returns a period without a year in the year of another one: "more in June than in May 2024".
///
/// A December beside a January is the one before it, and a January beside a December the one after it.
/// A later year than that of `range` lies in the future and is not used.
pub(crate) fn beside(range: DateRange, other: DateRange) -> Option<DateRange> {
    let (from, to) = (range.first_day()?, range.last_day()?);
    let (start, end) = (other.first_day()?, other.last_day()?);
    let begins = |day: Date| day.ordinal() == 1;
    let ends = |day: Date| (day.month(), day.day()) == (12, 31);
    let is_year = begins(start) && ends(end);
    let year = match () {
        () if is_year => start.year(),
        () if ends(to) && begins(start) => start.year() - 1,
        () if begins(from) && ends(end) => end.year() + 1,
        () => end.year(),
    };
    if year < from.year() { range.moved(12 * (year - from.year())) } else { Some(range) }
}

/// A period that one date phrase names.
#[derive(Clone, Copy)]
struct Point {
    period: Period,
    /// True for a month without a year.
    /// Inside a range it takes the year of the range's end; alone it is the latest that has begun.
    is_bare: bool,
    end: usize,
}

/// A reader of date phrases in the pieces of a question.
#[derive(Clone, Copy)]
pub(crate) struct Dates<'a> {
    pub(crate) pieces: &'a [Piece],
    pub(crate) today: Date,
    /// The calendar of "this year" and "last quarter". A year or a quarter with a number is the calendar's.
    pub(crate) calendar: FiscalCalendar,
    pub(crate) language: Language,
}

impl Dates<'_> {
    /// Returns the date range that begins at piece `at`, or `None` if no date phrase begins there.
    pub(crate) fn read(&self, at: usize) -> Option<DateMatch> {
        self.link(at, Link::Between)
            .and_then(|next| self.both(next, Link::And))
            .or_else(|| self.one_to_another(at))
            .or_else(|| self.open(at))
            .or_else(|| self.single(at))
    }

    /// Returns the period that was read at `at`, with the way in which it tells its year.
    pub(crate) fn named(&self, at: usize, read: &DateMatch) -> NamedPeriod {
        let pieces = &self.pieces[at..read.end];
        let has_year =
            |piece: &Piece| piece.text().split(['-', '.', '/']).any(|part| is_year(part).is_some());
        let is_relative = |piece: &Piece| {
            piece.senses.iter().any(|sense| match sense {
                Sense::Time(time) => !matches!(
                    time,
                    Time::Month(_) | Time::Unit(_) | Time::Quarter(_) | Time::Season(_) | Time::EndOf
                ),
                Sense::Earlier(_) => true,
                _ => false,
            })
        };
        let year = match () {
            () if pieces.iter().any(has_year) => Year::Named,
            () if pieces.iter().any(is_relative) => Year::Relative,
            () => Year::Missing,
        };
        NamedPeriod { range: read.range, is_base: false, year }
    }

    /// Returns the index after a day that does not exist, such as 30 February.
    pub(crate) fn impossible(&self, at: usize) -> Option<usize> {
        self.day_number(at)?;
        // "30 and 31 February": both are days of that month.
        let joins = [Link::And, Link::To, Link::Until];
        if let Some(next) = joins.into_iter().find_map(|link| self.link(at + 1, link)) {
            return self.impossible(self.skipped(next));
        }
        let month = self.skipped(at + 1);
        self.month_name(month)?;
        let year = self.skipped(month + 1);
        let end = if self.year_number(year).is_some() { year + 1 } else { month + 1 };
        self.day_of_month(at).is_none().then_some(end)
    }

    /// Reads the two periods of "from May to June" and "between 2024 and 2025", for a comparison.
    pub(crate) fn two_periods(&self, at: usize) -> Option<(DateRange, DateRange, usize)> {
        let (start, link) = match (self.link(at, Link::Between), self.link(at, Link::From)) {
            (Some(next), _) => (next, Link::And),
            (None, Some(next)) => (next, Link::To),
            _ => return None,
        };
        let first = self.point(self.skipped(start))?;
        let second = self.point(self.skipped(self.link(first.end, link)?))?;
        // The year of the second month belongs to both: "from May to June 2025".
        let range = self.both(start, link)?.range;
        let period = if first.is_bare { Period::month_of(range.first_day()?)? } else { first.period };
        Some((period.into(), second.period.into(), second.end))
    }

    /// Reads "on Friday" as the latest one.
    pub(crate) fn latest_weekday(&self, at: usize) -> Option<DateMatch> {
        let date = self.latest(self.weekday(at)?)?;
        Some(DateMatch { range: Period::new(date, date)?.into(), end: at + 1 })
    }

    /// Reads "Friday, 14 March 2025", if that day is a Friday.
    fn dated_weekday(&self, at: usize) -> Option<(Period, usize)> {
        let day = self.weekday(at)?;
        let date = self.link(at + 1, Link::Comma).unwrap_or(at + 1);
        let found = self.day_of_month(self.skipped(date)).or_else(|| self.numeric(self.skipped(date)))?;
        (found.0.start() == found.0.end() && found.0.start().weekday() == day).then_some(found)
    }

    fn weekday(&self, at: usize) -> Option<Weekday> {
        sense!(self.pieces.get(at)?, Sense::Time(Time::On(day)) => *day)
    }

    /// Returns the index after "the end of", if it begins at `at`.
    pub(crate) fn end_of(&self, at: usize) -> Option<usize> {
        self.is(at, Time::EndOf).then(|| self.skipped(at + 1))
    }

    fn single(&self, at: usize) -> Option<DateMatch> {
        let point = self.point(at)?;
        let Some(end) = self.link(point.end, Link::SoFar) else {
            return Some(DateMatch { range: point.period.into(), end: point.end });
        };
        // A running period stays whole ("this year so far" is this year), and so does a past year, which is
        // compared like for like. Another past start ("1 March to date") ends today.
        let is_year = Period::year(point.period.start().year()) == Some(point.period);
        let runs = point.period.contains(self.today) || is_year;
        let until_today = DateRange::new(Some(point.period.start()), Some(self.today));
        Some(DateMatch { range: if runs { point.period.into() } else { until_today? }, end })
    }

    /// Reads "from March to May" and "March to May".
    fn one_to_another(&self, at: usize) -> Option<DateMatch> {
        let start = self.link(at, Link::From).unwrap_or(at);
        self.both(start, Link::To).or_else(|| self.both(start, Link::Until))
    }

    /// Reads two points with the word `link` between them.
    fn both(&self, at: usize, link: Link) -> Option<DateMatch> {
        let Some(first) = self.point(self.skipped(at)) else { return self.days_of_one_month(at, link) };
        let next = self.link(first.end, link)?;
        let second = self.point(self.skipped(next))?;
        let mut period = first.period;
        if first.is_bare {
            let month = period.start().month();
            let year = second.period.end().year();
            let within = Period::month(year, month).filter(|it| it.start() <= second.period.end());
            period = within.or_else(|| Period::month(year - 1, month))?;
        }
        let range = DateRange::new(Some(period.start()), Some(second.period.end()))?;
        Some(DateMatch { range, end: second.end })
    }

    /// Reads "1 and 15 May": the first number is a day of the second date's month.
    fn days_of_one_month(&self, at: usize, link: Link) -> Option<DateMatch> {
        let at = self.skipped(at);
        let day = self.day_number(at)?;
        let next = self.link(at + 1, link)?;
        let Point { period, end, .. } = self.point(self.skipped(next))?;
        let last = Some(period.start()).filter(|start| *start == period.end())?;
        Some(DateMatch { range: DateRange::new(Some(last.with_day(day)?), Some(last))?, end })
    }

    /// Reads "3 and 4 May" and "the 1st, 2nd and 3rd of May": days that follow each other.
    pub(crate) fn adjacent_days(&self, at: usize) -> Option<DateMatch> {
        if let Some(days) = self.days_of_one_month(at, Link::And) {
            return (days.range.first_day()?.succ_opt() == days.range.last_day()).then_some(days);
        }
        let day = self.day_number(at)?;
        let rest = self.adjacent_days(self.skipped(self.link(at + 1, Link::Comma)?))?;
        let first = rest.range.first_day()?.pred_opt().filter(|first| first.day() == day);
        Some(DateMatch { range: DateRange::new(Some(first?), rest.range.last_day())?, end: rest.end })
    }

    /// Reads a range with one open end: "since March", "until yesterday", "before 2025", "after 12 May".
    fn open(&self, at: usize) -> Option<DateMatch> {
        let links = [Link::Since, Link::Until, Link::Before, Link::After];
        let (link, next) = links.into_iter().find_map(|link| Some((link, self.link(at, link)?)))?;
        let start = self.skipped(next);
        let weekday = || self.latest_weekday(start).map(|it| (it.range.period(), it.end));
        let (period, end) = self.point(start).map(|it| (it.period, it.end)).or_else(weekday)?;
        let range = match link {
            Link::Since => DateRange::new(Some(period.start()), None),
            Link::Until => DateRange::new(None, Some(period.end())),
            Link::Before => DateRange::new(None, period.start().pred_opt()),
            _ => DateRange::new(period.end().succ_opt(), None),
        };
        Some(DateMatch { range: range?, end })
    }

    fn point(&self, at: usize) -> Option<Point> {
        let fixed = |(period, end)| Point { period, is_bare: false, end };
        self.part(at).map(fixed).or_else(|| self.simple_point(at))
    }

    /// Reads "the first two months of 2025", "the last week of May".
    fn part(&self, at: usize) -> Option<(Period, usize)> {
        let piece = self.pieces.get(at)?;
        let is_last = self.is(at, Time::Last) || self.is(at, Time::Past);
        let is_digits = piece.text().bytes().all(|byte| byte.is_ascii_digit());
        let position = piece.ordinal().filter(|number| *number > 0 && !is_digits);
        let is_first = position == Some(1);
        if position.is_none() && !is_last {
            return None;
        }
        let counted = self.pieces.get(at + 1).and_then(Piece::number).filter(|_| self.unit(at + 1).is_none());
        let unit_at = at + 1 + usize::from(counted.is_some());
        let unit = self.unit(unit_at)?;
        // "The last month, May" is not a part: the whole follows directly or after "of".
        let whole = self.simple_point(self.skipped(unit_at + 1))?;
        let (count, start, end) = (counted.unwrap_or(1), whole.period.start(), whole.period.end());
        let (days, months) = match unit {
            // "The second week of May" follows the first, which begins with the month.
            Unit::Week if counted.is_none() && position.is_some() => (7, 0),
            _ if position.is_some() && !is_first => return None,
            Unit::Day => (count, 0),
            Unit::Week if is_first => (count.checked_mul(7)?, 0),
            Unit::Month => (0, count),
            Unit::Quarter if counted.is_some() => (0, count.checked_mul(3)?),
            _ => return None,
        };
        let weeks_before = position.map_or(0, |number| number - 1).checked_mul(7)?;
        let start = start.checked_add_days(Days::new(u64::from(weeks_before)))?;
        let (days, months) = (Days::new(u64::from(days)), Months::new(months));
        let part = if position.is_some() {
            Period::new(start, start.checked_add_months(months)?.checked_add_days(days)?.pred_opt()?)?
        } else {
            // The day after the end is the first of a month, so that whole months stay whole.
            let from = end.succ_opt()?.checked_sub_months(months)?.checked_sub_days(days)?;
            Period::new(from, end)?
        };
        (whole.period.contains(part.start()) && whole.period.contains(part.end()))
            .then_some((part, whole.end))
    }

    fn simple_point(&self, at: usize) -> Option<Point> {
        let fixed = |(period, end)| Point { period, is_bare: false, end };
        self.numeric(at)
            .or_else(|| self.day_of_month(at))
            .or_else(|| self.feast(at))
            .or_else(|| self.dated_weekday(at))
            .or_else(|| self.week_of(at))
            .map(fixed)
            .or_else(|| self.month(at))
            .or_else(|| self.month(self.after_unit(at, Unit::Month)?))
            .or_else(|| {
                self.part_of_year(at)
                    .or_else(|| self.season(at))
                    .or_else(|| self.relative(at))
                    .or_else(|| self.ago(at))
                    .or_else(|| self.named_day(at))
                    .or_else(|| self.year(at))
                    .map(fixed)
            })
    }

    /// Reads a date in digits: `2025-05-12`, `2025-05`, `12.05.2025` or `12/05/2025`.
    fn numeric(&self, at: usize) -> Option<(Period, usize)> {
        let text = self.pieces.get(at)?.text();
        if let Ok(month) = text.parse::<Month>() {
            return Some((month.period(), at + 1));
        }
        // "1.5.25" may be anything, so a date has the whole year.
        let has_year = text.split(['-', '.', '/']).any(|part| part.len() == 4);
        let date = WrittenDate::parse_numbers(text).filter(|_| has_year)?;
        let day_first = date.resolve(false);
        // English uses both day/month and month/day.
        // If both are valid and differ, the date is ambiguous and rejected.
        let day = match date {
            WrittenDate::Open { slashed: true, .. } if self.language == Language::English => {
                match (day_first, date.resolve(true)) {
                    (Some(one), Some(other)) if one != other => None,
                    (one, other) => one.or(other),
                }
            }
            _ => day_first,
        }?;
        Some((Period::new(day, day)?, at + 1))
    }

    /// Reads "12 May 2025", "May 12" and "the 1st of May".
    /// Without a year, the latest such day up to today is meant.
    fn day_of_month(&self, at: usize) -> Option<(Period, usize)> {
        // "The first of October": in English, the word for "of" tells it from "the first October purchase".
        let spelled = |at: usize| {
            let is_day = self.language != Language::English || self.pieces.get(at + 1)?.text() == "of";
            self.month_name(self.skipped(at + 1))?;
            self.pieces[at].ordinal().filter(|_| is_day)
        };
        let (day, month, end) = if let Some(day) = self.day_number(at).or_else(|| spelled(at)) {
            let next = self.skipped(at + 1);
            // "The 12th of last month". "The 3 last months" is no day.
            if let Some((period, end)) = self.relative(next).filter(|_| next > at + 1) {
                let first = Period::month_of(period.start()).filter(|month| *month == period)?.start();
                let date = first.with_day(day)?;
                return Some((Period::new(date, date)?, end));
            }
            (day, self.month_name(next)?, next + 1)
        } else {
            let month = self.month_name(at)?;
            (self.day_number(at + 1).filter(|_| !self.is_short_year(at + 1))?, month, at + 2)
        };
        self.day_of_year(month, day, end)
    }

    /// Reads "Christmas Eve" and "Christmas Eve 2024".
    fn feast(&self, at: usize) -> Option<(Period, usize)> {
        let (month, day) =
            sense!(self.pieces.get(at)?, Sense::Time(Time::Feast(month, day)) => (*month, *day))?;
        self.day_of_year(month, day, at + 1)
    }

    /// Returns a day of the year at `end`, or the latest such day that has begun.
    fn day_of_year(&self, month: u32, day: u32, end: usize) -> Option<(Period, usize)> {
        let of = |year| {
            let date = NaiveDate::from_ymd_opt(year, month, day)?;
            Period::new(date, date)
        };
        let year = self.skipped(self.link(end, Link::Comma).unwrap_or(end));
        match self.year_number(year) {
            Some(number) => Some((of(number)?, year + 1)),
            None => Some((self.latest_begun(of)?, end)),
        }
    }

    /// Reads "the week of 6 October" and "the weekend of 11 October".
    fn week_of(&self, at: usize) -> Option<(Period, usize)> {
        let is_weekend = self.unit(at) == Some(Unit::Weekend) || self.is(at, Time::Weekends);
        let is_week = self.unit(at).or_else(|| self.pieces.get(at)?.each()) == Some(Unit::Week);
        let start = (is_week || is_weekend).then(|| self.skipped(at + 1))?;
        let (day, end) = self.day_of_month(start).or_else(|| self.numeric(start))?;
        let there = Self { today: day.start(), ..*self };
        let week = there.calendar(if is_weekend { Unit::Weekend } else { Unit::Week }, 0)?;
        (day.start() == day.end()).then_some((week, end))
    }

    /// Returns the index after "the month of".
    fn after_unit(&self, at: usize, unit: Unit) -> Option<usize> {
        (self.unit(at) == Some(unit)).then(|| self.skipped(at + 1))
    }

    /// Reads "May 2025", "May last year" and "May".
    fn month(&self, at: usize) -> Option<Point> {
        let month = self.month_name(at)?;
        let next = self.skipped(at + 1);
        let of = |year| Period::month(year, month);
        let short = || self.pieces.get(next)?.number().filter(|_| self.is_short_year(next));
        let short = || Some((2000 + i32::try_from(short()?).ok()?, next + 1));
        if let Some((year, end)) = self.year_at(next).or_else(short) {
            return Some(Point { period: of(year)?, is_bare: false, end });
        }
        if self.is_last_after(at) {
            let period = self.latest_ended(of)?;
            return Some(Point { period, is_bare: false, end: at + 2 });
        }
        Some(Point { period: self.latest_begun(of)?, is_bare: true, end: at + 1 })
    }

    /// True for "25" in "in September 25". English writes a day after its month, too, but not with "in".
    fn is_short_year(&self, at: usize) -> bool {
        let is_after_in = || self.pieces[..at - 1].last().is_some_and(|piece| piece.text() == "in");
        let number = self.pieces.get(at).filter(|piece| piece.text().len() == 2).and_then(Piece::number);
        let begins = self.today.year() - 2000;
        number.and_then(|it| i32::try_from(it).ok()).is_some_and(|it| (begins - 9..=begins).contains(&it))
            && (self.language != Language::English || is_after_in())
    }

    /// True if "last" follows the word at `at`, as in "mai dernier". Other languages put it before.
    fn is_last_after(&self, at: usize) -> bool {
        use Language::{French, Italian, Portuguese, Spanish};
        matches!(self.language, French | Italian | Portuguese | Spanish) && self.is(at + 1, Time::Last)
    }

    /// Returns the latest of a period of each year that has begun.
    fn latest_begun(&self, of: impl Fn(i32) -> Option<Period>) -> Option<Period> {
        (0..=1).filter_map(|back| of(self.today.year() - back)).find(|it| it.start() <= self.today)
    }

    /// Returns the latest of a period of each year that has ended.
    fn latest_ended(&self, of: impl Fn(i32) -> Option<Period>) -> Option<Period> {
        (0..=2).filter_map(|back| of(self.today.year() - back)).find(|it| it.end() < self.today)
    }

    /// Reads "Q1 2025", "the second quarter" and "the first half of 2025".
    fn part_of_year(&self, at: usize) -> Option<(Period, usize)> {
        let piece = self.pieces.get(at)?;
        let quarter = sense!(piece, Sense::Time(Time::Quarter(quarter)) => *quarter);
        let (number, months, end) = match (quarter, self.unit(at + 1)) {
            (Some(quarter), _) => (quarter, 3, at + 1),
            (None, Some(Unit::Quarter)) => (piece.ordinal()?, 3, at + 2),
            (None, Some(Unit::Half)) => (piece.ordinal()?, 6, at + 2),
            _ => return None,
        };
        let (year, end) = self.year_at(self.skipped(end)).unwrap_or((self.today.year(), end));
        let first = number.checked_sub(1)?.checked_mul(months)? + 1;
        Some((months_from(year, first, months)?, end))
    }

    /// Reads "summer 2025", "last spring", "this autumn", "winter 2024/25". A season is three whole months.
    /// Winter belongs to two years and is not read with one.
    fn season(&self, at: usize) -> Option<(Period, usize)> {
        let is_last = self.is(at, Time::Last);
        let start = at + usize::from(is_last || self.is(at, Time::This));
        let month = sense!(self.pieces.get(start)?, Sense::Time(Time::Season(month)) => *month)?;
        let of = |year| months_from(year, month, 3);
        let next = self.skipped(start + 1);
        if month == 12 && !is_last && !self.is_last_after(start) {
            let (year, following) = self.pieces.get(next)?.text().split_once('/')?;
            let (year, following): (i32, i32) = (is_year(year)?, following.parse().ok()?);
            return (following % 100 == (year + 1) % 100).then_some((of(year)?, next + 1));
        }
        if let (Some((year, end)), false) = (self.year_at(next), is_last) {
            return Some((of(year)?, end));
        }
        if is_last || self.is_last_after(start) {
            return Some((self.latest_ended(of)?, start + 1 + usize::from(!is_last)));
        }
        Some((self.latest_begun(of)?, start + 1))
    }

    /// Reads "last month", "this year" and "the last three months".
    /// The unit may come first, as in "le mois dernier".
    fn relative(&self, at: usize) -> Option<(Period, usize)> {
        let is = |at, wanted| self.is(at, wanted);
        if let Some(unit) = sense!(self.pieces.get(at)?, Sense::Time(Time::Current(unit)) => *unit) {
            return Some((self.calendar(unit, 0)?, at + 1));
        }
        let is_past = |at| is(at, Time::Past) || is(at, Time::Last);
        let back = |at| {
            let times = [Time::This, Time::Last, Time::BeforeLast];
            (0..).zip(times).find_map(|(back, time)| is(at, time).then_some(back))
        };
        let number = |at: usize| self.pieces.get(at).and_then(Piece::number);
        let counted = if is_past(at) { number(at + 1) } else { number(at).filter(|_| is_past(at + 1)) };
        if let (Some(count), Some(unit)) = (counted, self.unit(at + 2)) {
            return Some((self.rolling(count, unit)?, at + 3));
        }
        // "Le mois prochain".
        if let (Some(unit), true) = (self.unit(at), is(at + 1, Time::Next)) {
            return Some((self.calendar(unit, -1)?, at + 2));
        }
        // "Next week", "the next 30 days": for what is due.
        if is(at, Time::Next) {
            if let Some(unit) = self.unit(at + 1) {
                return Some((self.calendar(unit, -1)?, at + 2));
            }
            if let (Some(count), Some(unit)) = (number(at + 1), self.unit(at + 2)) {
                let end = moved(self.today, unit, i32::try_from(count).ok()?);
                return Some((Period::new(self.today, end?)?, at + 3));
            }
        }
        // "The week before last".
        if let (Some(unit), true) = (self.pieces.get(at)?.earlier(), is(at + 1, Time::Last)) {
            let names_unit = self.unit(at + 2) == Some(unit);
            let names_month = self.month_name(at + 2).is_some();
            let period = Some(self.calendar(unit, 2)?).filter(|_| !names_month)?;
            return Some((period, at + 2 + usize::from(names_unit)));
        }
        // "Last February" is the latest February that has ended.
        if let (true, Some(month)) = (is(at, Time::Last), self.month_name(at + 1))
            && self.year_number(self.skipped(at + 2)).is_none()
        {
            return Some((self.latest_ended(|year| Period::month(year, month))?, at + 2));
        }
        // "The past month" ends today; "last month" is a calendar month.
        if let (true, Some(unit)) = (is(at, Time::Past), self.unit(at + 1)) {
            // "The last quarter" is the one that has ended.
            let is_quarter = unit == Unit::Quarter;
            return Some((if is_quarter { self.calendar(unit, 1)? } else { self.rolling(1, unit)? }, at + 2));
        }
        // "Le mois dernier", but not "in how many months this year".
        let unit_first = || self.unit(at).zip(back(at + 1)).filter(|_| self.unit(at + 2).is_none());
        let unit_and_back = (self.unit(at + 1).zip(back(at))).or_else(unit_first);
        if let Some((unit, back)) = unit_and_back {
            return Some((self.calendar(unit, back)?, at + 2));
        }
        let weekday = |at| self.weekday(at);
        let day = if is_past(at) { weekday(at + 1) } else { weekday(at).filter(|_| is(at + 1, Time::Last)) };
        let date = self.latest(day?)?;
        Some((Period::new(date, date)?, at + 2))
    }

    /// Reads "two months ago" and "vor zwei Monaten".
    fn ago(&self, at: usize) -> Option<(Period, usize)> {
        let ago = |at| self.is(at, Time::Ago);
        let number = |at: usize| self.pieces.get(at).and_then(Piece::number);
        // "How many days ago" asks for the number.
        let asks = at > 0 && self.pieces[at - 1].has(Sense::Cue(Cue::HowMany));
        let (start, is_before) = if ago(at) { (self.skipped_one(at + 1), true) } else { (at, false) };
        let (count, unit_at) = number(start).map_or((1, start), |count| (count, start + 1));
        let unit = self.unit(unit_at).or_else(|| self.pieces.get(unit_at)?.each())?;
        if asks || (!is_before && !ago(unit_at + 1)) {
            return None;
        }
        Some((self.calendar(unit, i32::try_from(count).ok()?)?, unit_at + 1 + usize::from(!is_before)))
    }

    fn named_day(&self, at: usize) -> Option<(Period, usize)> {
        let days = [Time::Today, Time::Yesterday, Time::DayBeforeYesterday];
        let (back, _) = (0..).zip(days).find(|(_, day)| self.is(at, *day))?;
        let date = self.today.checked_sub_days(Days::new(back))?;
        Some((Period::new(date, date)?, at + 1))
    }

    fn year(&self, at: usize) -> Option<(Period, usize)> {
        Some((Period::year(self.year_number(at)?)?, at + 1))
    }

    /// Returns the unit that lies `back` units before the current one, or after it if `back` is negative.
    /// There is none for half-years.
    fn calendar(&self, unit: Unit, back: i32) -> Option<Period> {
        let of = |unit| unit_back(self.today, unit, back, self.calendar);
        if unit != Unit::Weekend {
            return of(unit);
        }
        let week = of(Unit::Week)?;
        Period::new(week.start().checked_add_days(Days::new(5))?, week.end())
    }

    /// Returns the `count` units that end today. There are none for weekends and half-years.
    fn rolling(&self, count: u32, unit: Unit) -> Option<Period> {
        let start = moved(self.today, unit, i32::try_from(count).ok()?.checked_neg()?)?;
        Period::new(start.succ_opt()?, self.today)
    }

    /// Returns the latest `day` before today, which is a week ago if today is that weekday.
    fn latest(&self, day: Weekday) -> Option<Date> {
        (1..=7).filter_map(|back| self.today.checked_sub_days(Days::new(back))).find(|it| it.weekday() == day)
    }

    /// Reads "2025" or "last year" after a month or a quarter, where it is a calendar year.
    fn year_at(&self, at: usize) -> Option<(i32, usize)> {
        if let Some(year) = self.year_number(at) {
            return Some((year, at + 1));
        }
        let (period, end) = Self { calendar: FiscalCalendar::CALENDAR, ..*self }.relative(at)?;
        let year = period.start().year();
        (Period::year(year) == Some(period)).then_some((year, end))
    }

    pub(crate) fn year_number(&self, at: usize) -> Option<i32> {
        is_year(self.pieces.get(at)?.text())
    }

    /// Reads a day of the month in digits: `12`, `12th` or `1er`. Numbers in words are not accepted.
    fn day_number(&self, at: usize) -> Option<u32> {
        let text = self.pieces.get(at)?.text();
        let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let is_ordinal =
            matches!(&text[digits.len()..], "" | "st" | "nd" | "rd" | "th" | "er" | "e" | "o" | "a");
        let day = digits.parse().ok().filter(|_| digits.len() <= 2 && is_ordinal)?;
        (1..=99).contains(&day).then_some(day)
    }

    fn unit(&self, at: usize) -> Option<Unit> {
        sense!(self.pieces.get(at)?, Sense::Time(Time::Unit(unit)) => *unit)
    }

    fn month_name(&self, at: usize) -> Option<u32> {
        sense!(self.pieces.get(at)?, Sense::Time(Time::Month(month)) => *month)
    }

    fn is(&self, at: usize, time: Time) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.has(Sense::Time(time)))
    }

    /// Returns the index after the word `link`, which may follow filler words at `at`.
    fn link(&self, at: usize, link: Link) -> Option<usize> {
        // A preposition may itself be the linking word, so `at` is tried before anything is skipped.
        let is_link = |at: &usize| self.pieces.get(*at).is_some_and(|piece| piece.has(Sense::Link(link)));
        [at, self.skipped(at)].into_iter().find(is_link).map(|at| at + 1)
    }

    /// Returns the index of the first piece from `at` on that is not a filler word.
    pub(crate) fn skipped(&self, at: usize) -> usize {
        let says_nothing =
            |piece: &&Piece| piece.has(Sense::Skip) && piece.names.is_empty() && piece.is_preposition();
        at + self.pieces[at.min(self.pieces.len())..].iter().take_while(says_nothing).count()
    }

    fn skipped_one(&self, at: usize) -> usize {
        self.skipped(at).min(at + 1)
    }
}

fn is_year(text: &str) -> Option<i32> {
    let year = (text.len() == 4).then(|| text.parse().ok()).flatten()?;
    (1900..=2199).contains(&year).then_some(year)
}

/// Returns the months of a year that begin with `first`, and may end in the next one.
fn months_from(year: i32, first: u32, count: u32) -> Option<Period> {
    let start = Period::month(year, first)?.start();
    Period::new(start, start.checked_add_months(Months::new(count))?.pred_opt()?)
}

/// Returns the unit of the calendar that lies `back` units before that of `day`.
/// There is none for weekends and half-years.
pub(crate) fn unit_back(day: Date, unit: Unit, back: i32, calendar: FiscalCalendar) -> Option<Period> {
    let granularity = dimension_of(unit).and_then(granularity)?;
    Some(bucket_of(moved(day, unit, back.checked_neg()?)?, granularity, calendar)?.period)
}

/// Returns the unit that lies `back` units before that of `day`, if the range is such a unit.
pub(crate) fn unit_of_range(
    range: DateRange,
    day: Date,
    back: i32,
    calendar: FiscalCalendar,
) -> Option<Unit> {
    let mut units = [Unit::Week, Unit::Month, Unit::Quarter, Unit::Year].into_iter();
    units.find(|unit| unit_back(day, *unit, back, calendar).map(DateRange::from) == Some(range))
}

/// Returns the day that is `count` units after `day`, or before it if `count` is negative. There is none for
/// weekends and half-years.
pub(crate) fn moved(day: Date, unit: Unit, count: i32) -> Option<Date> {
    let (months, days) = match unit {
        Unit::Day => (0, 1),
        Unit::Week => (0, 7),
        Unit::Month => (1, 0),
        Unit::Quarter => (3, 0),
        Unit::Year => (12, 0),
        Unit::Weekend | Unit::Half => return None,
    };
    let number = count.unsigned_abs();
    let (months, days) = (Months::new(number.checked_mul(months)?), Days::new(u64::from(number) * days));
    if count < 0 {
        day.checked_sub_months(months)?.checked_sub_days(days)
    } else {
        day.checked_add_months(months)?.checked_add_days(days)
    }
}

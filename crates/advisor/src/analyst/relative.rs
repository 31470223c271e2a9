//! Reads periods relative to today:
//! "yesterday", "last month", "the last three full months", "last Friday", "two weeks ago".

use chrono::{Datelike, Days, Months, NaiveDate};
use saldo_domain::{Granularity, Period};
use saldo_ledger::fiscal::{bucket_of, year_of};

use super::day::ordinal;
use super::period::Calendar;
use super::seasons;
use super::words::{Words, count, month_number};

/// These words ask for whole calendar units, without the running one.
pub(super) const WHOLE: [&str; 5] = ["full", "complete", "whole", "calendar", "entire"];

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Returns the period at `index` and its number of words.
pub(super) fn relative_at(words: &Words, index: usize, calendar: Calendar) -> Option<(Period, usize)> {
    fixed_at(words, index, calendar)
        .or_else(|| ago_at(words, index, calendar))
        .or_else(|| weekday_at(words, index, calendar.today))
        .or_else(|| counted_back_at(words, index, calendar))
}

fn fixed_at(words: &Words, index: usize, calendar: Calendar) -> Option<(Period, usize)> {
    let today = calendar.today;
    let back = |days: u64| today.checked_sub_days(Days::new(days)).and_then(|day| Period::new(day, day));
    for (phrase, period) in [
        ("today", Period::new(today, today)),
        ("day before yesterday", back(2)),
        ("yesterday", back(1)),
        ("year to date", year_to_date(calendar, 0)),
        ("ytd", year_to_date(calendar, 0)),
        ("last year to date", year_to_date(calendar, 1)),
        ("previous year to date", year_to_date(calendar, 1)),
        ("this year to date", year_to_date(calendar, 0)),
        ("week before last", step_back(calendar, "week", 2)),
        ("month to date", Period::new(Period::month_of(today)?.start(), today)),
        ("month before last", step_back(calendar, "month", 2)),
        ("year before last", step_back(calendar, "year", 2)),
        ("quarter before last", step_back(calendar, "quarter", 2)),
    ] {
        if let (Some(count), Some(period)) = (words.stands(index, phrase), period) {
            return Some((period, count));
        }
    }
    None
}

/// Returns the year to date, `years` earlier.
pub(super) fn year_to_date(calendar: Calendar, years: u32) -> Option<Period> {
    let today = calendar.today.checked_sub_months(Months::new(12 * years))?;
    Period::new(year_of(today, calendar.year)?.period.start(), today)
}

/// Reads "two months ago" and "a year ago".
fn ago_at(words: &Words, index: usize, calendar: Calendar) -> Option<(Period, usize)> {
    let number = if words.at(index) == "a" { 1 } else { count(words.at(index))? };
    let unit = unit_of(words.at(index + 1))?;
    (words.at(index + 2) == "ago").then(|| step_back(calendar, unit, number)).flatten().map(|it| (it, 3))
}

/// Reads weekdays and weekends.
/// "Friday" and "last Friday" are the latest one before today; "this Friday" is in the current week.
fn weekday_at(words: &Words, index: usize, today: NaiveDate) -> Option<(Period, usize)> {
    let led = usize::from(matches!(words.at(index), "last" | "past" | "previous" | "this"));
    let monday = today.checked_sub_days(Days::new(u64::from(today.weekday().num_days_from_monday())))?;
    let is_this = words.at(index) == "this";
    if led == 1 && words.at(index + 1) == "weekend" {
        let days = if is_this { Days::new(5) } else { Days::new(2) };
        let saturday =
            if is_this { monday.checked_add_days(days)? } else { monday.checked_sub_days(days)? };
        return Some((Period::new(saturday, saturday.succ_opt()?)?, 2));
    }
    let weekday = WEEKDAYS.iter().position(|name| *name == words.at(index + led))?;
    if led == 0
        && matches!(
            words.before(index),
            "black"
                | "good"
                | "next"
                | "every"
                | "each"
                | "a"
                | "an"
                | "any"
                | "typical"
                | "average"
                | "normal"
                | "usual"
        )
    {
        return None;
    }
    let day = monday.checked_add_days(Days::new(weekday as u64))?;
    let day = if !is_this && day >= today { day.checked_sub_days(Days::new(7))? } else { day };
    Some((Period::new(day, day)?, 1 + led))
}

/// Reads "this month", "last quarter", "last May", "last winter",
/// "the past six months" and "the last three full months".
fn counted_back_at(words: &Words, index: usize, calendar: Calendar) -> Option<(Period, usize)> {
    let today = calendar.today;
    let back = match words.at(index) {
        "this" | "current" => 0,
        "last" | "past" | "previous" | "prior" | "preceding" => 1,
        _ => return None,
    };
    let whole = |at: usize| usize::from(WHOLE.contains(&words.at(at)));
    // "Last year in December" is that month.
    let of = usize::from(matches!(words.at(index + 2), "in" | "during"));
    if words.at(index + 1) == "year"
        && let Some(month) = month_number(words.at(index + 2 + of))
    {
        let year = today.year() - i32::from(back == 1);
        let is_day = ordinal(words.at(index + 3 + of)).is_some();
        return (!is_day).then(|| Some((Period::month(year, month)?, 3 + of)))?;
    }
    let led = 1 + whole(index + 1);
    if let Some(unit) = unit_of(words.at(index + led)) {
        return Some((step_back(calendar, unit, back)?, led + 1));
    }
    if let Some(month) = month_number(words.at(index + 1)) {
        // "Last May" is the latest May that has ended; "this May" is in the current year.
        let this_year = Period::month(today.year(), month)?;
        let is_over = this_year.end() < today;
        let period = if back == 0 || is_over { this_year } else { Period::month(today.year() - 1, month)? };
        return Some((period, 2));
    }
    if words.at(index + 1) == "fortnight" && back == 1 {
        return Some((rolling(today, "week", 2)?, 2));
    }
    if let Some(season) = seasons::named(words.at(index + 1)) {
        return Some((seasons::relative(season, back == 1, today)?, 2));
    }
    // "The last couple of months", "the past six months", "the last full three months".
    let number = count(words.at(index + led)).filter(|number| back == 1 && *number > 0)?;
    let of = usize::from(words.at(index + led + 1) == "of");
    let more = of + whole(index + led + 1 + of);
    let unit = unit_of(words.at(index + led + 1 + more))?;
    let is_whole = led == 2 || more > of;
    let period = if is_whole {
        Period::new(step_back(calendar, unit, number)?.start(), step_back(calendar, unit, 1)?.end())?
    } else {
        rolling(today, unit, number)?
    };
    Some((period, led + 2 + more))
}

pub(super) fn unit_of(word: &str) -> Option<&'static str> {
    ["day", "week", "month", "quarter", "year"]
        .into_iter()
        .find(|unit| word == *unit || word.strip_suffix('s') == Some(unit))
}

/// Returns the unit that lies `steps` before the current one. Quarters and years are those of the financial
/// year.
pub(super) fn step_back(calendar: Calendar, unit: &str, steps: u32) -> Option<Period> {
    let days = |count: u32| calendar.today.checked_sub_days(Days::new(u64::from(count)));
    let months = |count: u32| calendar.today.checked_sub_months(Months::new(count));
    let (day, by) = match unit {
        "day" => (days(steps), Granularity::Day),
        "week" => (days(steps.checked_mul(7)?), Granularity::Week),
        "month" => (months(steps), Granularity::Month),
        "quarter" => (months(steps.checked_mul(3)?), Granularity::Quarter),
        _ => (months(steps.checked_mul(12)?), Granularity::Year),
    };
    Some(bucket_of(day?, by, calendar.year)?.period)
}

/// Returns the `number` units that end today.
fn rolling(today: NaiveDate, unit: &str, number: u32) -> Option<Period> {
    let start = match unit {
        "day" => today.checked_sub_days(Days::new(u64::from(number) - 1))?,
        "week" => today.checked_sub_days(Days::new(u64::from(number) * 7 - 1))?,
        _ => {
            let months = match unit {
                "month" => number,
                "quarter" => number.checked_mul(3)?,
                _ => number.checked_mul(12)?,
            };
            today.checked_sub_months(Months::new(months))?.succ_opt()?
        }
    };
    Period::new(start, today)
}

/// Returns a month by its number since the year 0.
pub(super) fn month_at(number: i32) -> Option<Period> {
    Period::month(number.div_euclid(12), u32::try_from(number.rem_euclid(12) + 1).ok()?)
}

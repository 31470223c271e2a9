//! Tests of transactions that are recurring and of those that only seem to be.

use super::*;
use proptest::prelude::*;
use saldo_domain::Id;

fn id<T>(number: i64) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}
fn movements(rows: &[(&str, i64, &'static str)]) -> Vec<Movement> {
    rows.iter()
        .zip(0..)
        .map(|((date, minor, description), number)| Movement {
            transaction: id(number),
            account: id(1),
            statement: None,
            date: date.parse().unwrap(),
            amount: Money::from_minor(*minor, Currency::parse("EUR").unwrap()),
            description: (*description).into(),
        })
        .collect()
}
fn day(text: &str) -> Date {
    text.parse().unwrap()
}
fn found(rows: &[(&str, i64, &'static str)], today: &str) -> Vec<Recurring> {
    find_recurring(&movements(rows), &MerchantNames::default(), day(today))
}

#[test]
fn merchants_with_one_given_name_are_one_series() {
    let rows = [
        ("2025-01-05", -999, "STREAMFLIX"),
        ("2025-02-05", -999, "SFX INTL 12"),
        ("2025-03-05", -999, "STREAMFLIX"),
        ("2025-04-05", -999, "SFX INTL 13"),
    ];
    assert_eq!(found(&rows, "2025-04-10").len(), 0);
    let given = ["streamflix", "sfx intl"].map(|merchant| (merchant.to_owned(), "Flix".to_owned()));
    let series = find_recurring(&movements(&rows), &MerchantNames::from_iter(given), day("2025-04-10"));
    assert_eq!((series[0].merchant.as_str(), series[0].rhythm), ("Flix", Rhythm::Monthly));
    assert_eq!(series[0].description, "Flix");
    assert_eq!(series[0].transactions.len(), 4);
}

#[test]
fn a_monthly_subscription_is_found_with_its_next_date_and_price() {
    let [netflix] = &found(
        &[
            ("2025-01-31", -1299, "STREAMFLIX 8831"),
            ("2025-02-28", -1299, "STREAMFLIX 9912"),
            ("2025-03-31", -1299, "STREAMFLIX 1204"),
            ("2025-04-30", -1399, "STREAMFLIX 7712"),
        ],
        "2025-05-02",
    )[..] else {
        panic!("one series")
    };
    assert_eq!((netflix.rhythm, netflix.regularity), (Rhythm::Monthly, Regularity::Fixed));
    assert_eq!((netflix.amount.minor(), netflix.next), (-1399, day("2025-05-31")));
    assert_eq!(netflix.price_changes.len(), 1);
    assert_eq!(netflix.price_changes[0].date, day("2025-04-30"));
    assert_eq!(netflix.transactions.len(), 4);
    assert!(netflix.is_active);
}

#[test]
fn a_salary_shifted_by_weekends_is_monthly_income() {
    let [salary] = &found(
        &[
            ("2025-01-31", 250_000, "SALARY ACME"),
            ("2025-02-28", 251_200, "SALARY ACME"),
            ("2025-03-28", 250_100, "SALARY ACME"),
            ("2025-04-30", 260_000, "SALARY ACME"),
        ],
        "2025-05-02",
    )[..] else {
        panic!("one series")
    };
    assert_eq!((salary.direction, salary.rhythm), (Direction::In, Rhythm::Monthly));
    assert_eq!((salary.regularity, salary.amount.minor()), (Regularity::Variable, 251_200));
}

#[test]
fn every_interval_is_distinguished() {
    for rhythm in Rhythm::ALL {
        let start = day("2023-01-10");
        let rows: Vec<(String, i64, &'static str)> = (0..5)
            .map(|count| (rhythm.after(start, count).unwrap().to_string(), -1_000, "CLUB FEES"))
            .collect();
        let rows: Vec<(&str, i64, &'static str)> =
            rows.iter().map(|(date, minor, words)| (date.as_str(), *minor, *words)).collect();
        let last = rhythm.after(start, 4).unwrap();
        let series = find_recurring(&movements(&rows), &MerchantNames::default(), last);
        assert_eq!(series.len(), 1, "{rhythm:?}");
        assert_eq!((series[0].rhythm, series[0].next), (rhythm, rhythm.after(start, 5).unwrap()));
    }
}

#[test]
fn two_yearly_bills_are_recurring_when_the_price_changed_a_little() {
    for (second, is_found) in
        [(-11_900, true), (-13_685, true), (-10_115, true), (-13_686, false), (-24_000, false)]
    {
        let rows =
            [("2024-03-01", -11_900, "HAUSRAT VERSICHERUNG"), ("2025-03-03", second, "HAUSRAT VERSICHERUNG")];
        let series = found(&rows, "2025-04-01");
        assert_eq!(series.len(), usize::from(is_found), "{second}");
        let Some(bill) = series.first() else { continue };
        assert_eq!(
            (bill.rhythm, bill.regularity, bill.amount.minor()),
            (Rhythm::Yearly, Regularity::Fixed, second)
        );
        assert_eq!(bill.price_changes.len(), usize::from(second != -11_900));
        assert_eq!(bill.next, day("2026-03-03"));
    }
}

#[test]
fn a_yearly_bill_that_rises_each_year_has_its_latest_price() {
    let rows = [
        ("2023-03-01", -11_900, "INSURER"),
        ("2024-03-01", -12_500, "INSURER"),
        ("2025-03-03", -13_100, "INSURER"),
    ];
    let found = found(&rows, "2025-06-01");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].amount.minor(), found[0].regularity), (-13_100, Regularity::Fixed));
    assert_eq!(found[0].price_changes.len(), 2);
}

#[test]
fn two_yearly_bills_of_one_payee_are_two_series() {
    let mut rows = vec![
        ("2024-01-10", -40_000, "INSURER"),
        ("2024-03-05", -11_900, "INSURER"),
        ("2025-01-10", -43_000, "INSURER"),
        ("2025-03-04", -12_500, "INSURER"),
    ];
    let amounts =
        |rows: &[_]| found(rows, "2025-06-01").iter().map(|one| one.amount.minor()).collect::<Vec<_>>();
    assert_eq!(amounts(&rows), [-43_000, -12_500]);
    // Among other purchases, the same may be a coincidence.
    rows.extend([("2024-06-01", -4_000, "INSURER"), ("2024-11-11", -900, "INSURER")]);
    assert!(amounts(&rows).is_empty());
}

#[test]
fn a_payee_in_two_spellings_is_one_series() {
    let rows = [
        ("2025-01-06", -450, "BAECKEREI MUELLER"),
        ("2025-01-13", -450, "Bäckerei Müller"),
        ("2025-01-20", -450, "BACKEREI MULLER"),
        ("2025-01-27", -450, "Bäckerei Müller"),
    ];
    let [bakery] = &found(&rows, "2025-01-28")[..] else { panic!("one series") };
    assert_eq!((bakery.rhythm, bakery.transactions.len()), (Rhythm::Weekly, 4));
    assert_eq!(bakery.merchant, "backerei muller");
}

#[test]
fn shopping_is_not_recurring() {
    let rows: Vec<(String, i64, &'static str)> = (0..120)
        .map(|index| {
            let date = day("2025-01-01") + chrono::TimeDelta::days(index * 2 + (index * index) % 3);
            (date.to_string(), -(900 + (index * 7_919) % 8_000), "GREENGROCER")
        })
        .collect();
    let rows: Vec<(&str, i64, &'static str)> =
        rows.iter().map(|(date, minor, words)| (date.as_str(), *minor, *words)).collect();
    assert!(found(&rows, "2026-01-01").is_empty());
}

#[test]
fn two_subscriptions_at_one_shop_are_two_and_a_raise_joins_its_series() {
    let mut rows = Vec::new();
    let dates: Vec<[String; 2]> =
        (1..=8).map(|month| [format!("2025-{month:02}-03"), format!("2025-{month:02}-19")]).collect();
    for (index, [third, nineteenth]) in dates.iter().enumerate() {
        rows.push((third.as_str(), -299, "APPLE SERVICES"));
        rows.push((nineteenth.as_str(), if index < 5 { -999 } else { -1_099 }, "APPLE SERVICES"));
    }
    rows.push(("2025-04-07", -129_900, "APPLE SERVICES"));
    let series = found(&rows, "2025-08-25");
    let mut shapes: Vec<(i64, usize, usize)> = series
        .iter()
        .map(|series| (series.amount.minor(), series.transactions.len(), series.price_changes.len()))
        .collect();
    shapes.sort_unstable();
    assert_eq!(shapes, [(-1_099, 8, 1), (-299, 8, 0)]);
}

#[test]
fn a_missing_month_does_not_end_a_series_but_silence_does() {
    let rows = [
        ("2025-01-15", -500, "GYM CLUB"),
        ("2025-02-15", -500, "GYM CLUB"),
        ("2025-04-15", -500, "GYM CLUB"),
        ("2025-05-15", -500, "GYM CLUB"),
    ];
    let running = found(&rows, "2025-06-20");
    assert_eq!((running.len(), running[0].is_active, running[0].transactions.len()), (1, true, 4));
    let over = found(&rows, "2025-08-01");
    assert_eq!((over[0].is_active, over[0].next), (false, day("2025-06-15")));
}

#[test]
fn future_transactions_do_not_count() {
    let rows = [("2025-01-15", -500, "GYM"), ("2025-02-15", -500, "GYM"), ("2025-03-15", -500, "GYM")];
    assert!(found(&rows, "2025-03-01").is_empty());
}

proptest! {
    #[test]
    fn weekends_do_not_hide_a_regular_payment(shifts in proptest::collection::vec(0_i64..3, 6..24), start in 1_u32..=28, minor in 100_i64..100_000) {
        let first = Date::from_ymd_opt(2022, 3, start).unwrap();
        let rows: Vec<(String, i64, &'static str)> = shifts.iter().zip(0..).map(|(shift, count)| {
            let date = Rhythm::Monthly.after(first, count).unwrap() + chrono::TimeDelta::days(*shift);
            (date.to_string(), -minor, "STREAMFLIX")
        }).collect();
        let rows: Vec<(&str, i64, &'static str)> = rows.iter().map(|(date, minor, words)| (date.as_str(), *minor, *words)).collect();
        let last = rows[rows.len() - 1].0;
        let series = found(&rows, last);
        prop_assert_eq!(series.len(), 1);
        prop_assert_eq!(series[0].rhythm, Rhythm::Monthly);
        prop_assert_eq!(series[0].transactions.len(), rows.len());
        prop_assert!(series[0].next > day(last));
    }

    #[test]
    fn no_transaction_is_in_two_series_and_the_order_does_not_matter(rows in proptest::collection::vec((0_i64..700, 1_i64..6, 0_usize..3), 0..80)) {
        let words = ["ALPHA SHOP", "BETA CLUB", "GAMMA POWER"];
        let dated: Vec<(String, i64, &'static str)> = rows.iter().map(|(offset, units, word)| {
            ((day("2023-01-01") + chrono::TimeDelta::days(*offset)).to_string(), -units * 100, words[*word])
        }).collect();
        let rows: Vec<(&str, i64, &'static str)> = dated.iter().map(|(date, minor, words)| (date.as_str(), *minor, *words)).collect();
        let mut all = movements(&rows);
        let series = find_recurring(&all, &MerchantNames::default(), day("2025-06-01"));
        let mut seen = std::collections::HashSet::new();
        for transaction in series.iter().flat_map(|series| &series.transactions) {
            prop_assert!(seen.insert(*transaction));
        }
        all.reverse();
        prop_assert_eq!(find_recurring(&all, &MerchantNames::default(), day("2025-06-01")), series);
    }
}

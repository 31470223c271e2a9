//! Strategies that draw layouts. Every choice shrinks to the simplest statement.

use proptest::prelude::*;
use proptest::sample::select;

use super::format::{Sign, Symbol};
use super::{Amounts, Balances, Booking, Ends, Extras, Layout, Order, Parts};

fn booking() -> impl Strategy<Value = Booking> + Clone {
    let minor = prop_oneof![
        6 => 1_i64..50_000,
        2 => 50_000_i64..2_000_000,
        1 => (1_i64..200).prop_map(|whole| whole * 100),
        1 => 2_000_000_i64..300_000_000,
    ];
    (
        prop_oneof![3 => Just(0_u8), 4 => Just(1), 2 => 2_u8..6],
        minor,
        prop::bool::weighted(0.7),
        0_usize..40,
        prop_oneof![4 => Just(1_u8), 2 => Just(2), 1 => 3_u8..5],
    )
        .prop_map(|(days_later, minor, is_out, payee, lines)| Booking {
            days_later,
            minor: if is_out { -minor } else { minor },
            payee,
            lines,
        })
}

fn accounts() -> impl Strategy<Value = Vec<Vec<Booking>>> {
    let few = prop::collection::vec(booking(), 2..25);
    let many = prop::collection::vec(booking(), 25..90);
    prop_oneof![
        6 => few.clone().prop_map(|one| vec![one]),
        2 => many.prop_map(|one| vec![one]),
        1 => (few.clone(), few).prop_map(|(one, two)| vec![one, two]),
    ]
}

fn extras() -> impl Strategy<Value = Extras> {
    let seldom = || prop::bool::weighted(0.08);
    let looks = (seldom(), seldom(), seldom(), seldom(), seldom(), seldom(), seldom());
    let more = (seldom(), seldom(), seldom(), any::<bool>(), seldom(), seldom(), seldom(), seldom());
    (looks, more).prop_map(|(looks, more)| {
        let (page_totals, shifted, hidden, pending, daily, fake_bold, two_line_heads) = looks;
        let (fees, centered, foreign, sections, times, units, headless, broken_rows) = more;
        Extras {
            page_totals,
            shifted,
            hidden,
            pending,
            daily,
            fake_bold,
            two_line_heads,
            fees,
            centered,
            foreign,
            sections,
            times,
            units,
            headless,
            broken_rows,
        }
    })
}

/// Returns a strategy for layouts as banks print them.
#[expect(clippy::too_many_lines, reason = "one line for each thing in which statements differ")]
pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    let looks = (
        (0_usize..25, 0_usize..12, 0_usize..3, 0_usize..4),
        select(vec![
            Amounts::Signed,
            Amounts::Split,
            Amounts::Split,
            Amounts::SplitSwapped,
            Amounts::Unsigned,
            Amounts::Sections,
        ]),
        select(vec![
            Sign::Minus,
            Sign::TrailingMinus,
            Sign::Parentheses,
            Sign::LongMinus,
            Sign::MinusAndGap,
            Sign::PlusAndMinus,
            Sign::Marks,
            Sign::CreditMark,
        ]),
        select(vec![Symbol::None, Symbol::None, Symbol::Before, Symbol::After]),
        select(vec![
            Balances::EveryRow,
            Balances::EveryRow,
            Balances::LastOfDay,
            Balances::OwnRow,
            Balances::Never,
        ]),
        prop_oneof![5 => Just(Order::DateFirst), 1 => select(vec![Order::DateLast, Order::AmountBeforeDescription, Order::BalanceBeforeAmount])],
        select(vec![Ends::Summary, Ends::Rows, Ends::Both, Ends::Late, Ends::Nowhere]),
    );
    let rarely = || prop::bool::weighted(0.2);
    let habits = (
        (prop::bool::weighted(0.1), rarely(), rarely(), rarely(), rarely(), rarely()),
        (rarely(), any::<bool>(), any::<bool>(), any::<bool>(), rarely(), any::<bool>()),
        (
            select(vec!["", "", "", "0", "-", "~", "--"]),
            select(vec![Parts::Accounts, Parts::Months, Parts::Currencies]),
        ),
        4_usize..40,
        7_u8..11,
        (2019_i32..2027, 1_u32..13),
        -200_000_i64..2_000_000,
    );
    (looks, habits, extras(), accounts()).prop_map(|(looks, habits, extras, accounts)| {
        let ((language, date, numbers, heads), amounts, sign, symbol, balances, order, ends) = looks;
        let (
            (card, value_date, reference, date_once, amount_last, newest_first),
            (carried, heads_again, totals, rules, left_aligned, small_print),
            (filler, parts),
            rows_a_page,
            size,
            start,
            opening_minor,
        ) = habits;
        Layout {
            language,
            date,
            numbers,
            heads,
            amounts,
            sign,
            symbol,
            balances,
            order,
            ends,
            card,
            value_date,
            reference,
            date_once,
            amount_last,
            filler,
            newest_first,
            carried,
            heads_again,
            rows_a_page,
            totals,
            rules,
            left_aligned,
            small_print,
            size,
            start,
            opening_minor,
            misprint: None,
            dimension: None,
            parts,
            extras,
            accounts,
        }
        .made_sane()
    })
}

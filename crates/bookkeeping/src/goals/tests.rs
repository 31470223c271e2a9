//! Tests of goals on a database.

use saldo_domain::Month;

use super::*;
use crate::test_books::{Books, NOW};

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn euros(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

fn goal(source: GoalSource) -> Goal {
    Goal {
        id: GoalId::new(NOW),
        name: "Trip".to_owned(),
        target: euros(100_000),
        target_date: None,
        source,
        note: None,
        is_archived: false,
    }
}

fn of(account: AccountId, amount: Option<i64>) -> GoalSource {
    GoalSource::Accounts(vec![Earmark { account, amount: amount.map(euros) }])
}

/// Returns books whose account has ten euros at the end of April 2025, and gains 300 euros on the third of
/// each month from May to August.
async fn saving() -> Books {
    let books = Books::of(&[]).await;
    let balance = |_| Ok::<_, Error>((day("2025-04-30"), Some(euros(1_000))));
    books.keeper.set_balance(books.user, books.account, balance).await.unwrap();
    for month in 5..=8 {
        books.add_amount(day(&format!("2025-{month:02}-03")), "SAVINGS PLAN", 30_000).await;
    }
    books
}

async fn put(books: &Books, goal: &Goal) {
    books.keeper.put_goal(books.user, goal, NOW).await.unwrap();
}

async fn all(books: &Books, today: &str) -> Vec<GoalNow> {
    books.keeper.goals(books.user, day(today)).await.unwrap().figures
}

#[tokio::test]
async fn the_saved_amount_is_the_balance_that_net_worth_has() {
    let books = saving().await;
    put(&books, &goal(of(books.account, None))).await;
    for today in ["2025-04-30", "2025-06-15", "2025-09-01"] {
        let [now] = &all(&books, today).await[..] else { panic!("one goal") };
        let balances = books.keeper.balances(books.user, day(today)).await.unwrap();
        assert_eq!(now.progress.saved, Ok(balances.accounts[0].amount), "{today}");
        assert_eq!(now.earmarks[0].balance, Some(balances.accounts[0].amount));
    }
    assert_eq!(all(&books, "2025-04-01").await[0].progress.saved, Err(GoalUnknown::NoBalance));
}

#[tokio::test]
async fn the_pace_is_that_of_the_last_three_full_months_of_the_data() {
    let books = saving().await;
    put(&books, &goal(of(books.account, None))).await;
    let month = |text: &str| text.parse::<Month>().unwrap();
    // In December, the data still ends in August: the months since are unknown, not without savings.
    for (today, last, reached) in [("2025-09-01", "2025-07", "2025-09"), ("2025-12-10", "2025-07", "2025-12")]
    {
        let progress = all(&books, today).await[0].progress;
        let pace = progress.pace.unwrap();
        assert_eq!((pace.months.last, pace.change), (month(last), euros(90_000)), "{today}");
        assert_eq!(pace.per_month, euros(30_000));
        let Ok(Reached::Already) = progress.reached else { panic!("{progress:?} {reached}") };
    }
    let more = Goal { target: euros(200_000), ..goal(of(books.account, None)) };
    put(&books, &more).await;
    let progress = all(&books, "2025-09-01").await[1].progress;
    assert_eq!(progress.remaining, Ok(euros(79_000)));
    assert_eq!(progress.reached, Ok(Reached::In(month("2025-12"))));
    let early = all(&books, "2025-06-15").await[1].progress;
    assert_eq!((early.pace, early.reached), (Err(GoalUnknown::NoHistory), Err(GoalUnknown::NoHistory)));
}

#[tokio::test]
async fn earmarks_above_the_balance_are_reported_at_each_goal() {
    let books = saving().await;
    let account = books.account;
    let goals = [of(account, Some(100_000)), of(account, Some(50_000)), of(account, None)].map(goal);
    put(&books, &goals[0]).await;
    let one = all(&books, "2025-09-01").await;
    assert_eq!((one[0].progress.saved, one[0].earmarks[0].over_allocated), (Ok(euros(100_000)), None));
    put(&books, &goals[1]).await;
    put(&books, &goals[2]).await;
    let three = all(&books, "2025-09-01").await;
    let saved: Vec<i64> = three.iter().map(|now| now.progress.saved.unwrap().minor()).collect();
    assert_eq!(saved, [100_000, 50_000, 121_000]);
    let over: Vec<Option<Money>> = three.iter().map(|now| now.earmarks[0].over_allocated).collect();
    assert_eq!(over, [Some(euros(150_000)); 3]);
    put(&books, &Goal { is_archived: true, ..goals[2].clone() }).await;
    let archived = all(&books, "2025-09-01").await;
    let over: Vec<Option<Money>> = archived.iter().map(|now| now.earmarks[0].over_allocated).collect();
    assert_eq!(over, [Some(euros(29_000)), Some(euros(29_000)), None], "an archived goal earmarks nothing");
}

#[tokio::test]
async fn contributions_count_from_their_day_on() {
    let books = Books::of(&[]).await;
    let trip = goal(GoalSource::Contributions);
    put(&books, &trip).await;
    for (date, minor) in [("2025-05-10", 30_000), ("2025-06-10", 30_000), ("2025-08-20", -6_000)] {
        let new = |currency| {
            let amount = Money::from_minor(minor, currency);
            Ok::<_, Error>(Contribution { id: ContributionId::new(NOW), date: day(date), amount })
        };
        books.keeper.add_contribution(books.user, trip.id, new).await.unwrap();
    }
    let before = all(&books, "2025-08-19").await[0].progress;
    assert_eq!((before.saved, before.pace.unwrap().change), (Ok(euros(60_000)), euros(60_000)));
    let after = all(&books, "2025-09-01").await[0].clone();
    assert_eq!((after.progress.saved, after.contributions), (Ok(euros(54_000)), 3));
    assert_eq!(after.progress.pace.unwrap().change, euros(24_000));
    let listed = books.keeper.contributions(books.user, trip.id).await.unwrap();
    assert_eq!(listed.iter().map(|one| one.amount.minor()).collect::<Vec<_>>(), [-6_000, 30_000, 30_000]);
}

#[tokio::test]
async fn a_goal_without_data_says_why() {
    let books = Books::of(&[]).await;
    put(&books, &goal(of(books.account, None))).await;
    put(&books, &goal(GoalSource::Contributions)).await;
    let [linked, by_hand] = &all(&books, "2025-09-01").await[..] else { panic!("two goals") };
    assert_eq!(linked.progress.saved, Err(GoalUnknown::NoBalance));
    assert_eq!((linked.earmarks[0].balance, linked.earmarks[0].saved), (None, None));
    assert_eq!(by_hand.progress.saved, Ok(euros(0)));
    assert_eq!(by_hand.progress.reached, Err(GoalUnknown::PaceNotPositive));
    books.keeper.delete_account(books.user, books.account).await.unwrap();
    assert_eq!(all(&books, "2025-09-01").await[0].progress.saved, Err(GoalUnknown::NoAccount));
}

#[tokio::test]
async fn goals_and_accounts_of_other_users_or_currencies_are_rejected() {
    let books = Books::of(&[]).await;
    let (keeper, user, nobody) = (&books.keeper, books.user, UserId::new(NOW));
    let dollars = books.add_account("Dollars", Currency::parse("USD").unwrap()).await;
    let refused = keeper.put_goal(user, &goal(of(dollars, None)), NOW).await;
    assert!(matches!(refused, Err(Error::GoalOfOtherCurrency)), "{refused:?}");
    let stored = goal(of(books.account, None));
    put(&books, &stored).await;
    let not_found = |result: Result<()>| assert!(matches!(result, Err(Error::NotFound)), "{result:?}");
    not_found(keeper.put_goal(nobody, &goal(of(books.account, None)), NOW).await);
    not_found(keeper.replace_goal(nobody, &stored, NOW).await);
    not_found(keeper.replace_goal(user, &goal(GoalSource::Contributions), NOW).await);
    not_found(keeper.goal(nobody, stored.id, day("2025-09-01")).await.map(drop));
    not_found(keeper.contributions(nobody, stored.id).await.map(drop));
    not_found(keeper.delete_contribution(nobody, ContributionId::new(NOW)).await);
    not_found(keeper.delete_goal(nobody, stored.id).await);
    let new = |currency| {
        let amount = Money::from_minor(5, currency);
        Ok::<_, Error>(Contribution { id: ContributionId::new(NOW), date: day("2025-05-01"), amount })
    };
    not_found(keeper.add_contribution(nobody, stored.id, new).await.map(drop));
    let refused = keeper.add_contribution(user, stored.id, new).await;
    assert!(matches!(refused, Err(Error::GoalHasAccounts)), "{refused:?}");
    let refused = keeper.order_goals(user, Vec::new()).await;
    assert!(matches!(refused, Err(Error::GoalsIncomplete)), "{refused:?}");
    keeper.order_goals(user, vec![stored.id]).await.unwrap();
}

//! Tests of savings goals.

use saldo_domain::{
    AccountId, AccountKind, Contribution, ContributionId, Currency, Earmark, Goal, GoalId, GoalSource, Id,
    Money, UserId,
};
use saldo_storage::{CONTRIBUTIONS_MAX, Error, GOALS_MAX, NewManualAccount};

use crate::drafts::{euro, may};
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_goal_is_stored_changed_and_deleted_by_its_owner_only,
    an_account_of_another_user_cannot_be_earmarked,
    goals_keep_their_order,
    contributions_are_listed_oldest_first_and_deleted_by_their_owner_only,
    contributions_and_accounts_exclude_each_other,
    the_numbers_of_goals_and_contributions_are_limited,
    a_deleted_account_leaves_its_goals,
    a_merge_moves_earmarks_and_its_undo_returns_them,
    an_earmark_that_was_changed_after_a_merge_stays,
);

pub(crate) fn goal(name: &str, source: GoalSource) -> Goal {
    Goal {
        id: GoalId::new(START),
        name: name.to_owned(),
        target: euro(100_000),
        target_date: Some(may(31)),
        source,
        note: Some("Two weeks".to_owned()),
        is_archived: false,
    }
}

pub(crate) fn contribution(day: u32, minor: i64) -> Contribution {
    Contribution { id: ContributionId::new(START), date: may(day), amount: euro(minor) }
}

fn earmark(account: AccountId, amount: Option<i64>) -> Earmark {
    Earmark { account, amount: amount.map(euro) }
}

async fn account(database: &Database, user: UserId, name: &str) -> AccountId {
    let new = NewManualAccount {
        id: Id::new(START),
        name: name.to_owned(),
        institution: None,
        kind: AccountKind::Savings,
        currency: euro(0).currency(),
    };
    database.insert_account(user, new, START).await.unwrap().id
}

async fn a_goal_is_stored_changed_and_deleted_by_its_owner_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let mut accounts = [account(&database, ada, "One").await, account(&database, ada, "Two").await];
    accounts.sort_unstable();
    let [one, two] = accounts;
    let both = GoalSource::Accounts(vec![earmark(one, Some(500)), earmark(two, None)]);
    let mut trip = goal("Trip", both);
    assert!(database.put_goal(ada, trip.clone(), at(1)).await.unwrap());
    assert_eq!(database.list_goals(ada).await.unwrap(), [trip.clone()]);
    assert_eq!(database.list_goals(bob).await.unwrap(), []);
    trip.source = GoalSource::Accounts(vec![earmark(two, Some(7))]);
    (trip.note, trip.target_date, trip.is_archived) = (None, None, true);
    assert!(database.put_goal(ada, trip.clone(), at(2)).await.unwrap());
    assert_eq!(database.list_goals(ada).await.unwrap(), [trip.clone()]);
    let stolen = Goal { source: GoalSource::Contributions, ..trip.clone() };
    let refused = database.put_goal(bob, stolen, at(3)).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    assert!(!database.delete_goal(bob, trip.id).await.unwrap());
    assert_eq!(database.list_goals(ada).await.unwrap(), [trip.clone()]);
    assert!(database.delete_goal(ada, trip.id).await.unwrap());
    assert!(!database.delete_goal(ada, trip.id).await.unwrap());
    assert_eq!(database.rows().await["goal_accounts"], 0);
}

async fn an_account_of_another_user_cannot_be_earmarked(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let bobs = account(&database, bob, "Bob's").await;
    let new = goal("Trip", GoalSource::Accounts(vec![earmark(bobs, None)]));
    let refused = database.put_goal(ada, new, at(1)).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    assert_eq!(database.list_goals(ada).await.unwrap(), []);
}

async fn goals_keep_their_order(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let goals = ["One", "Two", "Three"].map(|name| goal(name, GoalSource::Contributions));
    for goal in &goals {
        assert!(database.put_goal(ada, goal.clone(), at(1)).await.unwrap());
    }
    let names = async || {
        let goals = database.list_goals(ada).await.unwrap();
        goals.into_iter().map(|goal| goal.name).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["One", "Two", "Three"]);
    let [one, two, three] = goals.each_ref().map(|goal| goal.id);
    assert!(database.order_goals(ada, vec![three, one, two]).await.unwrap());
    for wrong in [vec![one, two], vec![one, two, two], vec![one, one, two, three], vec![]] {
        assert!(!database.order_goals(ada, wrong).await.unwrap());
    }
    assert!(!database.order_goals(bob, vec![one, two, three]).await.unwrap());
    assert!(
        database.put_goal(ada, Goal { name: "First".to_owned(), ..goals[0].clone() }, at(2)).await.unwrap()
    );
    assert!(database.put_goal(ada, goal("New", GoalSource::Contributions), at(3)).await.unwrap());
    assert_eq!(names().await, ["Three", "First", "Two", "New"]);
}

async fn contributions_are_listed_oldest_first_and_deleted_by_their_owner_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let trip = goal("Trip", GoalSource::Contributions);
    database.put_goal(ada, trip.clone(), at(1)).await.unwrap();
    let [late, early] = [contribution(9, -50), contribution(2, 300)];
    for one in [late, early] {
        assert!(database.insert_contribution(ada, trip.id, one).await.unwrap());
        let refused = database.insert_contribution(bob, trip.id, one).await;
        assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    }
    let all = [(trip.id, early), (trip.id, late)];
    assert_eq!(database.list_contributions(ada).await.unwrap(), all);
    assert_eq!(database.list_contributions(bob).await.unwrap(), []);
    assert!(!database.delete_contribution(bob, late.id).await.unwrap());
    assert!(database.delete_contribution(ada, late.id).await.unwrap());
    assert_eq!(database.list_contributions(ada).await.unwrap(), all[..1]);
    // A change of the goal keeps its contributions.
    assert!(database.put_goal(ada, Goal { note: None, ..trip.clone() }, at(2)).await.unwrap());
    assert_eq!(database.list_contributions(ada).await.unwrap(), all[..1]);
    assert!(database.delete_goal(ada, trip.id).await.unwrap());
    assert_eq!(database.list_contributions(ada).await.unwrap(), []);
}

async fn contributions_and_accounts_exclude_each_other(database: Database) {
    let ada = database.user("ada").await.id;
    let cash = account(&database, ada, "Cash").await;
    let by_hand = goal("Trip", GoalSource::Contributions);
    let linked = Goal { source: GoalSource::Accounts(vec![earmark(cash, None)]), ..by_hand.clone() };
    database.put_goal(ada, linked.clone(), at(1)).await.unwrap();
    let one = contribution(2, 300);
    let refused = database.insert_contribution(ada, by_hand.id, one).await;
    assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    assert!(database.put_goal(ada, by_hand.clone(), at(2)).await.unwrap());
    let dollars = Currency::parse("USD").unwrap();
    let other = Contribution { amount: Money::from_minor(5, dollars), ..one };
    let refused = database.insert_contribution(ada, by_hand.id, other).await;
    assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    assert!(database.insert_contribution(ada, by_hand.id, one).await.unwrap());
    let in_dollars = Goal { target: Money::from_minor(100, dollars), ..by_hand.clone() };
    for change in [linked, in_dollars.clone()] {
        let refused = database.put_goal(ada, change, at(3)).await;
        assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    }
    assert_eq!(database.list_goals(ada).await.unwrap(), [by_hand]);
    database.delete_contribution(ada, one.id).await.unwrap();
    assert!(database.put_goal(ada, in_dollars, at(4)).await.unwrap());
}

async fn the_numbers_of_goals_and_contributions_are_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let first = goal("First", GoalSource::Contributions);
    assert!(database.put_goal(ada, first.clone(), at(1)).await.unwrap());
    for number in 1..GOALS_MAX {
        let goal = goal(&format!("Goal {number}"), GoalSource::Contributions);
        assert!(database.put_goal(ada, goal, at(1)).await.unwrap());
    }
    let more = goal("More", GoalSource::Contributions);
    assert!(!database.put_goal(ada, more.clone(), at(2)).await.unwrap());
    assert!(database.put_goal(ada, first.clone(), at(2)).await.unwrap(), "a goal can change");
    assert!(database.put_goal(bob, more, at(2)).await.unwrap());
    for _ in 0..CONTRIBUTIONS_MAX {
        assert!(database.insert_contribution(ada, first.id, contribution(1, 1)).await.unwrap());
    }
    assert!(!database.insert_contribution(ada, first.id, contribution(1, 1)).await.unwrap());
}

async fn a_deleted_account_leaves_its_goals(database: Database) {
    let ada = database.user("ada").await.id;
    let cash = account(&database, ada, "Cash").await;
    let trip = goal("Trip", GoalSource::Accounts(vec![earmark(cash, None)]));
    database.put_goal(ada, trip.clone(), at(1)).await.unwrap();
    assert!(database.delete_account(ada, cash).await.unwrap());
    let left = Goal { source: GoalSource::Accounts(Vec::new()), ..trip };
    assert_eq!(database.list_goals(ada).await.unwrap(), [left]);
}

/// Returns two goals with accounts of a merge, and the two accounts.
async fn merging(database: &Database, user: UserId) -> (Vec<Goal>, [AccountId; 2]) {
    let (kept, gone) = (account(database, user, "Kept").await, account(database, user, "Gone").await);
    let mut earmarks = vec![earmark(kept, Some(300)), earmark(gone, Some(200))];
    earmarks.sort_unstable_by_key(|earmark| earmark.account);
    let goals = vec![
        goal("Both", GoalSource::Accounts(earmarks)),
        goal("One", GoalSource::Accounts(vec![earmark(gone, None)])),
    ];
    for goal in &goals {
        assert!(database.put_goal(user, goal.clone(), at(1)).await.unwrap());
    }
    (goals, [kept, gone])
}

async fn sources(database: &Database, user: UserId) -> Vec<Vec<Earmark>> {
    let goals = database.list_goals(user).await.unwrap();
    goals.iter().map(|goal| goal.earmarks().to_vec()).collect()
}

async fn a_merge_moves_earmarks_and_its_undo_returns_them(database: Database) {
    let ada = database.user("ada").await.id;
    let (goals, [kept, gone]) = merging(&database, ada).await;
    let merged = database.merge_accounts(ada.into(), kept, gone, at(2)).await.unwrap();
    let moved = [vec![earmark(kept, Some(500))], vec![earmark(kept, None)]];
    assert_eq!(sources(&database, ada).await, moved);
    database.undo_merge(ada.into(), merged.merge, at(3)).await.unwrap();
    assert_eq!(database.list_goals(ada).await.unwrap(), goals);
}

async fn an_earmark_that_was_changed_after_a_merge_stays(database: Database) {
    let ada = database.user("ada").await.id;
    let (goals, [kept, gone]) = merging(&database, ada).await;
    let merged = database.merge_accounts(ada.into(), kept, gone, at(2)).await.unwrap();
    let changed = vec![earmark(kept, Some(42))];
    for goal in goals {
        let goal = Goal { source: GoalSource::Accounts(changed.clone()), ..goal };
        assert!(database.put_goal(ada, goal, at(3)).await.unwrap());
    }
    database.undo_merge(ada.into(), merged.merge, at(4)).await.unwrap();
    assert_eq!(sources(&database, ada).await, [changed.clone(), changed]);
}

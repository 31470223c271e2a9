//! Tests of totals.

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::transaction::CategorySet;
use saldo_domain::{
    AccountId, CheckedDraft, PageRequest, Period, Split, Tag, TransactionFilter, TransactionKind, UserId,
};
use saldo_storage::{Grouping, TransactionChange};

use crate::drafts::{draft, euro, line, may, part, yen};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    totals_are_never_added_across_currencies,
    a_transaction_counts_for_each_of_its_tags,
    a_set_of_categories_counts_only_their_splits,
    months_are_totaled_separately,
    the_greatest_spending_comes_first,
    a_total_follows_the_filter,
    a_filter_totals_exactly_its_transactions,
    transfers_count_only_on_request,
    amounts_that_overflow_a_total_are_rejected,
    another_users_total_is_zero,
    daily_account_changes_add_up_to_the_months,
    a_transaction_with_several_splits_in_a_group_counts_once,
);

fn books() -> CheckedDraft {
    let june = may(1).checked_add_months(chrono::Months::new(1)).unwrap();
    draft(vec![
        part(
            "1111",
            vec![
                line(may(1), "Salary", euro(250_000)),
                line(may(2), "Blue Café", euro(-300)),
                line(may(9), "Blue Café", euro(-400)),
                line(june, "Gym", euro(-2_500)),
            ],
        ),
        part("2222", vec![line(may(2), "Blue Café", yen(-900)), line(may(3), "Refund", yen(100))]),
    ])
}

async fn import(database: &Database, user: UserId) {
    let statement = database.statement(user).await;
    database.import_statement(user, statement.id, books(), at(1)).await.unwrap().unwrap();
}

/// Group, currency, money in, money out, number of transactions.
type Figures = (Group, &'static str, i64, i64, u64);

fn figures(totals: Vec<GroupTotal>) -> Vec<Figures> {
    let figure = |GroupTotal { group, flow: CashFlow { income, spending, transactions } }: GroupTotal| {
        assert_eq!(income.currency(), spending.currency());
        (group, income.currency().code(), income.minor(), spending.minor(), transactions)
    };
    totals.into_iter().map(figure).collect()
}

async fn totals(database: &Database, user: UserId, filter: TransactionFilter, by: Grouping) -> Vec<Figures> {
    figures(database.total_transactions(user, filter, by).await.unwrap())
}

async fn totals_are_never_added_across_currencies(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let whole = totals(&database, ada.id, TransactionFilter::default(), Grouping::Whole).await;
    assert_eq!(whole, [(Group::Whole, "EUR", 250_000, 3_200, 4), (Group::Whole, "JPY", 100, 900, 2)]);
    for by in [Grouping::Category, Grouping::Merchant, Grouping::Month, Grouping::Account] {
        let grouped = totals(&database, ada.id, TransactionFilter::default(), by).await;
        for (currency, income, spending, transactions) in [("EUR", 250_000, 3_200, 4), ("JPY", 100, 900, 2)] {
            let of = grouped.iter().filter(|figures| figures.1 == currency);
            let sums =
                of.fold((0, 0, 0), |sum, figures| (sum.0 + figures.2, sum.1 + figures.3, sum.2 + figures.4));
            assert_eq!(sums, (income, spending, transactions), "{by:?} {currency}");
        }
    }
}

async fn a_transaction_counts_for_each_of_its_tags(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    import(&database, ada.id).await;
    import(&database, bob.id).await;
    let page = PageRequest::default();
    let listed = database.list_transactions(ada.id, TransactionFilter::default(), page).await.unwrap().items;
    for (description, tags) in [("Salary", vec!["work"]), ("Gym", vec!["fun", "work"])] {
        let tagged = listed.iter().find(|it| it.description == description).unwrap();
        let tags = tags.into_iter().map(|tag| Tag::parse(tag).unwrap()).collect();
        let half = |minor| Split { amount: euro(minor), category: None, note: None };
        let splits = (description == "Gym").then(|| vec![half(-1_000), half(-1_500)]);
        let change = TransactionChange { tags: Some(tags), splits, ..TransactionChange::default() };
        database.update_transaction(ada.id, tagged.id, change, at(2)).await.unwrap().unwrap();
    }
    let group = |tag: &str| Group::Tag(Tag::parse(tag).unwrap());
    let all = TransactionFilter::default;
    let by_tag = totals(&database, ada.id, all(), Grouping::Tag).await;
    let expected = [(group("work"), "EUR", 250_000, 2_500, 2), (group("fun"), "EUR", 0, 2_500, 1)];
    assert_eq!(by_tag, expected);
    let fun = TransactionFilter { tag: Some(Tag::parse("fun").unwrap()), ..all() };
    assert_eq!(totals(&database, ada.id, fun, Grouping::Tag).await, expected[1..]);
    let may = TransactionFilter { period: Period::new(may(1), may(31)), ..all() };
    assert_eq!(totals(&database, ada.id, may, Grouping::Tag).await, [(group("work"), "EUR", 250_000, 0, 1)]);
    assert_eq!(totals(&database, bob.id, all(), Grouping::Tag).await, []);
    let untagged = TransactionFilter { untagged: true, ..all() };
    let listed = database.list_transactions(ada.id, untagged.clone(), PageRequest::default()).await.unwrap();
    assert!(listed.items.iter().all(|it| it.tags.is_empty()), "{listed:?}");
    assert_eq!(listed.items.len(), 4);
    let whole = totals(&database, ada.id, untagged, Grouping::Whole).await;
    assert_eq!(whole, [(Group::Whole, "JPY", 100, 900, 2), (Group::Whole, "EUR", 0, 700, 2)]);
}

async fn a_set_of_categories_counts_only_their_splits(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let categories = database.list_categories(ada.id).await.unwrap();
    let listed = database.list_transactions(ada.id, TransactionFilter::default(), PageRequest::default());
    let gym = listed.await.unwrap().items.into_iter().find(|it| it.description == "Gym").unwrap();
    let share = |minor, category: Option<usize>| {
        let category = category.map(|it| categories[it].id);
        Split { amount: euro(minor), category, note: None }
    };
    let splits = Some(vec![share(-1_000, Some(0)), share(-900, Some(1)), share(-600, None)]);
    let change = TransactionChange { splits, ..TransactionChange::default() };
    database.update_transaction(ada.id, gym.id, change, at(2)).await.unwrap().unwrap();
    let within = |of: &[usize], uncategorized| {
        let categories = of.iter().map(|it| categories[*it].id).collect();
        Some(CategorySet { categories, uncategorized })
    };
    // With the transactions named, they are added up themselves; without, the maintained totals are read.
    for ids in [Some(vec![gym.id]), None] {
        let period = Period::month_of(gym.date);
        for (categories, spending) in
            [(within(&[0, 1], false), 1_900), (within(&[1], true), 1_500), (within(&[], true), 600)]
        {
            let filter = TransactionFilter { ids: ids.clone(), period, categories, ..Default::default() };
            let found = totals(&database, ada.id, filter.clone(), Grouping::Whole).await;
            assert_eq!(found, [(Group::Whole, "EUR", 0, spending, 1)], "{filter:?}");
            let listed = database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap();
            assert_eq!(listed.items.len(), 1);
        }
    }
    let nothing = TransactionFilter { categories: within(&[], false), ..TransactionFilter::default() };
    assert_eq!(totals(&database, ada.id, nothing, Grouping::Whole).await, []);
}

async fn months_are_totaled_separately(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let months = totals(&database, ada.id, TransactionFilter::default(), Grouping::Month).await;
    let month = |name: &str| Group::Month(name.parse().unwrap());
    assert_eq!(
        months,
        [
            (month("2025-06"), "EUR", 0, 2_500, 1),
            (month("2025-05"), "JPY", 100, 900, 2),
            (month("2025-05"), "EUR", 250_000, 700, 3),
        ]
    );
}

async fn the_greatest_spending_comes_first(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let merchants = totals(&database, ada.id, TransactionFilter::default(), Grouping::Merchant).await;
    let names: Vec<_> = merchants.iter().map(|figures| figures.0.clone()).collect();
    let expected = ["gym", "blue cafe", "blue cafe", "salary", "refund"];
    assert_eq!(names, expected.map(|name| Group::Merchant(name.to_owned())));
    let categories = database.list_categories(ada.id).await.unwrap();
    let by_category = totals(&database, ada.id, TransactionFilter::default(), Grouping::Category).await;
    let sport = categories.iter().find(|category| category.key.as_deref() == Some("sport")).unwrap();
    assert_eq!(by_category[0], (Group::Category(Some(sport.id)), "EUR", 0, 2_500, 1));
    let accounts = database.list_accounts(ada.id).await.unwrap();
    let by_account = totals(&database, ada.id, TransactionFilter::default(), Grouping::Account).await;
    assert!(
        by_account
            .iter()
            .all(|(group, ..)| accounts.iter().any(|account| Group::Account(account.id) == *group))
    );
}

async fn a_total_follows_the_filter(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let cafe_in_may = TransactionFilter {
        period: Period::new(may(1), may(8)),
        text: Some("CAFE".to_owned()),
        ..Default::default()
    };
    let found = totals(&database, ada.id, cafe_in_may, Grouping::Whole).await;
    assert_eq!(found, [(Group::Whole, "JPY", 0, 900, 1), (Group::Whole, "EUR", 0, 300, 1)]);
}

async fn a_filter_totals_exactly_its_transactions(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let list = async |filter| {
        database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap().items
    };
    let all = list(TransactionFilter::default()).await;
    let gym = all.iter().find(|transaction| transaction.description == "Gym").unwrap();
    let leaf = gym.category;
    let top = database.list_categories(ada.id).await.unwrap();
    let top = top.iter().find(|category| Some(category.id) == leaf).unwrap().parent;
    for (filter, expected) in [
        (TransactionFilter { merchant: Some("blue cafe".to_owned()), ..Default::default() }, 3),
        (TransactionFilter { merchant: Some("blue".to_owned()), ..Default::default() }, 0),
        (TransactionFilter { without_text: Some("CAFÉ".to_owned()), ..Default::default() }, 3),
        // The 2nd and the 9th of May 2025 are Fridays.
        (TransactionFilter { weekday: Some(chrono::Weekday::Fri), ..Default::default() }, 3),
        (TransactionFilter { weekday: Some(chrono::Weekday::Sun), ..Default::default() }, 1),
        (TransactionFilter { ids: Some(vec![gym.id]), ..Default::default() }, 1),
        (TransactionFilter { ids: Some(Vec::new()), ..Default::default() }, 0),
        (TransactionFilter { category: leaf, category_alone: true, ..Default::default() }, 1),
        (TransactionFilter { category: top, ..Default::default() }, 1),
        (TransactionFilter { category: top, category_alone: true, ..Default::default() }, 0),
    ] {
        let listed = list(filter.clone()).await;
        assert_eq!(listed.len(), expected, "{filter:?}");
        for by in Grouping::ALL {
            let found = totals(&database, ada.id, filter.clone(), by).await;
            let nets: i64 = found.iter().map(|figures| figures.2 - figures.3).sum();
            assert_eq!(
                nets,
                listed.iter().map(|transaction| transaction.amount.minor()).sum::<i64>(),
                "{by:?} {filter:?}"
            );
        }
    }
}

async fn transfers_count_only_on_request(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let transfers = TransactionFilter { kind: Some(TransactionKind::Transfer), ..Default::default() };
    assert_eq!(totals(&database, ada.id, transfers, Grouping::Whole).await, []);
}

async fn amounts_that_overflow_a_total_are_rejected(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let huge = || line(may(1), "Huge", euro(i64::MAX));
    let all = draft(vec![part("1111", vec![huge(), huge()])]);
    let imported = database.import_statement(ada.id, statement.id, all, at(1)).await;
    assert!(matches!(imported, Err(saldo_storage::Error::SumTooLarge)), "{imported:?}");
    assert_eq!(totals(&database, ada.id, TransactionFilter::default(), Grouping::Whole).await, []);
    // In two months, no maintained total is too large, but their sum is.
    let june = may(1).checked_add_months(chrono::Months::new(1)).unwrap();
    let all = draft(vec![part("1111", vec![huge(), line(june, "Huge", euro(i64::MAX))])]);
    database.import_statement(ada.id, statement.id, all, at(2)).await.unwrap().unwrap();
    let whole = database.total_transactions(ada.id, TransactionFilter::default(), Grouping::Whole).await;
    assert!(matches!(whole, Err(saldo_storage::Error::SumTooLarge)), "{whole:?}");
}

async fn another_users_total_is_zero(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    import(&database, ada.id).await;
    assert_eq!(totals(&database, bob.id, TransactionFilter::default(), Grouping::Month).await, []);
}

async fn daily_account_changes_add_up_to_the_months(database: Database) {
    let [ada, bob] = [database.user("ada").await, database.user("bob").await];
    import(&database, ada.id).await;
    let accounts: Vec<AccountId> =
        database.list_accounts(ada.id).await.unwrap().into_iter().map(|account| account.id).collect();
    let months = database.list_month_flows(ada.id).await.unwrap();
    let nets: Vec<i64> = months.iter().map(|flow| flow.net.minor()).collect();
    assert_eq!(nets.iter().copied().collect::<BTreeSet<i64>>(), [249_300, -2_500, -800].into());
    for flow in months {
        let days = database.list_day_flows(ada.id, accounts.clone(), flow.month.period()).await.unwrap();
        let own = days.iter().filter(|day| day.account == flow.account);
        assert_eq!(own.map(|day| day.net.minor()).sum::<i64>(), flow.net.minor());
        let one = database.list_day_flows(ada.id, vec![flow.account], flow.month.period()).await.unwrap();
        assert!(one.iter().all(|day| day.account == flow.account) && !one.is_empty());
    }
    let mut ends: BTreeMap<AccountId, Period> = BTreeMap::new();
    for day in database.list_day_flows(ada.id, accounts.clone(), Period::EVER).await.unwrap() {
        let first = ends.get(&day.account).map_or(day.date, |known| known.start());
        ends.insert(day.account, Period::new(first, day.date).unwrap());
    }
    assert_eq!(ends.len(), accounts.len());
    assert_eq!(database.list_account_days(ada.id).await.unwrap(), ends.into_iter().collect::<Vec<_>>());
    assert_eq!(database.list_account_days(bob.id).await.unwrap(), []);
    assert_eq!(database.list_month_flows(bob.id).await.unwrap(), []);
    assert_eq!(database.list_day_flows(bob.id, accounts, Period::EVER).await.unwrap(), []);
}

async fn a_transaction_with_several_splits_in_a_group_counts_once(database: Database) {
    let ada = database.user("ada").await;
    let (_, transactions) = crate::edits::import(&database, ada.id).await;
    let categories = database.list_categories(ada.id).await.unwrap();
    // A category with two children, none of which has transactions.
    let is_free = |id| {
        let below = categories.iter().filter(|other| other.parent == Some(id)).map(|other| other.id);
        below.chain([id]).all(|id| transactions.iter().all(|transaction| transaction.category != Some(id)))
    };
    let below = |id| categories.iter().filter(move |other| other.parent == Some(id)).map(|other| other.id);
    let parent = categories.iter().find(|top| is_free(top.id) && below(top.id).count() > 1).unwrap().id;
    let [one, other] = [0, 1].map(|number| below(parent).nth(number));
    let part = |minor, category| Split { amount: euro(minor), category, note: None };
    let parts = vec![part(-4_000, one), part(-3_000, other), part(-1_500, one), part(-500, None)];
    database.split_transaction(ada.id.into(), transactions[2].id, parts, at(5)).await.unwrap();
    let may_and_more = Period::new(may(1), may(30));
    for period in [None, Period::new(may(1), may(31)), may_and_more] {
        let filter = TransactionFilter { category: Some(parent), period, ..Default::default() };
        for by in Grouping::ALL.into_iter().filter(|by| *by != Grouping::Category) {
            let found = totals(&database, ada.id, filter.clone(), by).await;
            let found: Vec<_> = found.iter().map(|figures| (figures.3, figures.4)).collect();
            assert_eq!(found, [(8_500, 1)], "{by:?} in {period:?}");
        }
        for filter in [filter, TransactionFilter { period, ..Default::default() }] {
            let by_category = totals(&database, ada.id, filter, Grouping::Category).await;
            let of = |id| by_category.iter().find(|figures| figures.0 == Group::Category(id)).unwrap();
            assert_eq!((of(one).3, of(one).4), (5_500, 1), "{period:?}");
            assert_eq!((of(other).3, of(other).4), (3_000, 1), "{period:?}");
        }
        let everything =
            totals(&database, ada.id, TransactionFilter { period, ..Default::default() }, Grouping::Whole)
                .await;
        assert_eq!(everything, [(Group::Whole, "EUR", 250_000, 9_300, 3)], "{period:?}");
    }
}

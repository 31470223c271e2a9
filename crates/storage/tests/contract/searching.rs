//! Tests of finding texts by other spellings of their letters.

use saldo_domain::report::Group;
use saldo_domain::text::PLAIN_LETTERS;
use saldo_domain::{Chat, ChatId, ChatRole, MessageState, PageRequest, TransactionFilter, UserId};
use saldo_storage::{ChatMessage, Grouping};
use serde_json::json;

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    letters_are_found_by_their_ascii_spelling,
    every_folded_letter_is_found_in_both_spellings,
    a_search_in_another_alphabet_matches_only_its_letters,
    umlauts_are_found_in_either_spelling,
    a_name_matches_whole_words_and_a_search_any_substring,
    totals_merge_two_spellings_of_a_merchant,
);

const PLACES: [&str; 4] = ["Łódź Główna", "Straße am Markt", "København H", "ΟΔΟΣ Αθηνών"];

async fn import(database: &Database, user: UserId, descriptions: &[String]) {
    let statement = database.statement(user).await;
    let lines = descriptions.iter().map(|description| line(may(2), description, euro(-300)));
    let lines = draft(vec![part("1111", lines.collect())]);
    database.import_statement(user, statement.id, lines, at(1)).await.unwrap().unwrap();
}

async fn found(storage: &dyn saldo_storage::Storage, user: UserId, text: &str) -> Vec<String> {
    let filter = TransactionFilter { text: Some(text.to_owned()), ..TransactionFilter::default() };
    let page = storage.list_transactions(user, filter, PageRequest::default()).await.unwrap();
    page.items.into_iter().map(|transaction| transaction.description).collect()
}

async fn letters_are_found_by_their_ascii_spelling(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id, &PLACES.map(str::to_owned)).await;
    for (text, place) in [
        ("lodz", PLACES[0]),
        ("ŁÓDŹ", PLACES[0]),
        ("strasse", PLACES[1]),
        ("straße", PLACES[1]),
        ("STRAẞE", PLACES[1]),
        ("kobenhavn", PLACES[2]),
        ("københavn", PLACES[2]),
        ("οδός", PLACES[3]),
        ("ø", PLACES[2]),
    ] {
        let all = found(&*database.storage, ada.id, text).await;
        assert!(all.iter().any(|description| description == place), "{text}: {all:?}");
    }
}

async fn umlauts_are_found_in_either_spelling(database: Database) {
    let ada = database.user("ada").await;
    let names = ["Bäckerei Müller", "BAECKEREI MUELLER", "BACKEREI MULLER", "Manuelle Muster"];
    import(&database, ada.id, &names.map(str::to_owned)).await;
    for text in ["baeckerei mueller", "Bäckerei Müller", "backerei muller", "MÜLL"] {
        let mut all = found(&*database.storage, ada.id, text).await;
        all.sort_unstable();
        assert_eq!(all, ["BACKEREI MULLER", "BAECKEREI MUELLER", "Bäckerei Müller"], "{text}");
    }
    assert_eq!(
        found(&*database.storage, ada.id, "elle mu").await,
        [names[3]],
        "a search also matches inside a merchant's name"
    );
    chat_about(&database, ada.id, "Mueller", "Straße").await;
    for text in ["müller", "muell", "STRASSE"] {
        let chats = database.list_chats(ada.id, Some(text.to_owned()), PageRequest::default()).await.unwrap();
        assert_eq!(chats.items.len(), 1, "{text}");
    }
}

async fn a_name_matches_whole_words_and_a_search_any_substring(database: Database) {
    let ada = database.user("ada").await;
    let lines = [
        "UBER *TRIP 0423",
        "Überweisung Miete",
        "NETFLIX.COM",
        "REWE - Markt Müller",
        "Кафе Москва",
        "Замоскворечье",
        "Hotel 'Uber",
    ];
    import(&database, ada.id, &lines.map(str::to_owned)).await;
    assert_eq!(found(&*database.storage, ada.id, "uber").await.len(), 3);
    for name in [
        "uber",
        "Uber Trip",
        "netflix",
        "netflix com",
        "rewe markt mueller",
        "Москва",
        "москв",
        "*",
        "%",
        "",
        "trip uber",
        "e",
    ] {
        for is_left_out in [false, true] {
            let words = Some(name.to_owned());
            let filter = if is_left_out {
                TransactionFilter { without_words: words, ..TransactionFilter::default() }
            } else {
                TransactionFilter { words, ..TransactionFilter::default() }
            };
            let page = database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap();
            let mut all: Vec<String> =
                page.items.into_iter().map(|transaction| transaction.description).collect();
            all.sort_unstable();
            let has = |line: &&str| saldo_domain::text::has_words(line, name) != is_left_out;
            let mut expected: Vec<&str> = lines.into_iter().filter(|line| has(line)).collect();
            expected.sort_unstable();
            assert_eq!(all, expected, "{name:?}, left out: {is_left_out}");
        }
    }
}

async fn totals_merge_two_spellings_of_a_merchant(database: Database) {
    let ada = database.user("ada").await;
    let names = ["Bäckerei Müller", "BAECKEREI MUELLER", "Bäckerei Müller 2", "Blue Café"];
    import(&database, ada.id, &names.map(str::to_owned)).await;
    let totals =
        database.total_transactions(ada.id, TransactionFilter::default(), Grouping::Merchant).await.unwrap();
    let listed: Vec<(String, i64, u64)> = totals
        .into_iter()
        .map(|total| match total.group {
            Group::Merchant(name) => (name, total.flow.spending.minor(), total.flow.transactions),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(listed, [("backerei muller".to_owned(), 900, 3), ("blue cafe".to_owned(), 300, 1)]);
    assert_eq!(database.list_merchants(ada.id).await.unwrap(), ["backerei muller", "blue cafe"]);
    for (merchant, transactions) in
        [("backerei muller", 3), ("baeckerei mueller", 3), ("blue cafe", 1), ("backerei", 0)]
    {
        let filter =
            TransactionFilter { merchant: Some(merchant.to_owned()), ..TransactionFilter::default() };
        let page = database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap();
        assert_eq!(page.items.len(), transactions, "the list behind a merchant's total: {merchant}");
    }
}

async fn a_search_in_another_alphabet_matches_only_its_letters(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id, &["Кафе Москва".to_owned(), "Kafe Moskva".to_owned()]).await;
    assert_eq!(found(&*database.storage, ada.id, "москва").await, ["Кафе Москва"]);
    assert_eq!(found(&*database.storage, ada.id, "moskva").await, ["Kafe Moskva"]);
}

/// Adds a chat with this title and a message with this text.
async fn chat_about(database: &Database, user: UserId, title: &str, text: &str) {
    let id = ChatId::new(START);
    let chat = Chat {
        id,
        client_id: None,
        title: title.to_owned(),
        model: None,
        consent: None,
        created_at: START,
        updated_at: START,
    };
    database.insert_chat(user, chat).await.unwrap();
    let message = ChatMessage {
        id: "u1".to_owned(),
        role: ChatRole::User,
        state: MessageState::Done,
        parts: json!([]),
        metadata: json!({}),
        text: text.to_owned(),
        created_at: START,
    };
    assert!(database.put_chat_messages(user, id, None, vec![message], START).await.unwrap());
}

async fn every_folded_letter_is_found_in_both_spellings(database: Database) {
    let ada = database.user("ada").await;
    let lines: Vec<String> = PLAIN_LETTERS
        .iter()
        .enumerate()
        .map(|(number, (letter, _))| format!("shop {number} xy{letter}zw"))
        .collect();
    import(&database, ada.id, &lines).await;
    for (number, (letter, plain)) in PLAIN_LETTERS.iter().enumerate() {
        for text in [format!("{number} xy{plain}zw"), format!("{number} xy{letter}zw")] {
            assert_eq!(found(&*database.storage, ada.id, &text).await, [lines[number].clone()], "{text}");
        }
    }
}

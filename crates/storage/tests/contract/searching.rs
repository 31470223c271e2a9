//! Finding texts by letters that are not in them.

use saldo_domain::text::PLAIN_LETTERS;
use saldo_domain::{Chat, ChatId, ChatRole, EntryFilter, MessageState, PageRequest, UserId};
use saldo_storage::{ChatMessage, open};
use serde_json::json;

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    letters_are_found_as_people_without_the_key_write_them,
    texts_that_an_older_version_stored_are_found,
    a_person_who_searches_in_another_alphabet_finds_its_letters_only,
);

const PLACES: [&str; 4] = ["Łódź Główna", "Straße am Markt", "København H", "ΟΔΟΣ Αθηνών"];

async fn import(database: &Database, user: UserId, descriptions: &[String]) {
    let statement = database.statement(user).await;
    let lines = descriptions.iter().map(|description| line(may(2), description, euro(-300)));
    let lines = draft(vec![part("1111", lines.collect())]);
    database.import_statement(user, statement.id, lines, at(1)).await.unwrap().unwrap();
}

async fn found(storage: &dyn saldo_storage::Storage, user: UserId, text: &str) -> Vec<String> {
    let filter = EntryFilter { text: Some(text.to_owned()), ..EntryFilter::default() };
    let page = storage.list_entries(user, filter, PageRequest::default()).await.unwrap();
    page.items.into_iter().map(|entry| entry.description).collect()
}

async fn letters_are_found_as_people_without_the_key_write_them(database: Database) {
    let ada = database.person("ada").await;
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

async fn a_person_who_searches_in_another_alphabet_finds_its_letters_only(database: Database) {
    let ada = database.person("ada").await;
    import(&database, ada.id, &["Кафе Москва".to_owned(), "Kafe Moskva".to_owned()]).await;
    assert_eq!(found(&*database.storage, ada.id, "москва").await, ["Кафе Москва"]);
    assert_eq!(found(&*database.storage, ada.id, "moskva").await, ["Kafe Moskva"]);
}

/// A chat whose title and message hold `text`.
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

/// Sets what is searched back to what versions before migration 0012 stored, and forgets that the migration ran.
async fn set_back(database: &Database, lines: &[String]) {
    let old: Vec<String> = lines
        .iter()
        .map(|line| {
            format!(
                "UPDATE entries SET search_text = '{}' WHERE description = '{line}';",
                saldo_domain::text::as_key(line)
            )
        })
        .collect();
    database.execute(&old.concat()).await;
    database
        .execute(
            "UPDATE chats SET search_text = 'dinner in łodz'; UPDATE chat_messages SET search_text = 'straße'; \
             DELETE FROM __diesel_schema_migrations WHERE version = '0012'",
        )
        .await;
}

async fn texts_that_an_older_version_stored_are_found(database: Database) {
    let ada = database.person("ada").await;
    let lines: Vec<String> = PLAIN_LETTERS
        .iter()
        .enumerate()
        .map(|(number, (letter, _))| format!("shop {number} xy{letter}zw"))
        .chain(PLACES.map(str::to_owned))
        .collect();
    import(&database, ada.id, &lines).await;
    chat_about(&database, ada.id, "Dinner in Łódź", "Straße").await;
    set_back(&database, &lines).await;
    assert!(found(&*database.storage, ada.id, "strasse").await.is_empty(), "not set back");

    let again = open(&database.url).await.unwrap();
    for (number, (letter, plain)) in PLAIN_LETTERS.iter().enumerate() {
        for text in [format!("{number} xy{plain}zw"), format!("{number} xy{letter}zw")] {
            assert_eq!(found(&*again, ada.id, &text).await, [lines[number].clone()], "{text}");
        }
    }
    assert_eq!(found(&*again, ada.id, "strasse").await, [PLACES[1]]);
    for text in ["lodz", "strasse"] {
        let chats = again.list_chats(ada.id, Some(text.to_owned()), PageRequest::default()).await.unwrap();
        assert_eq!(chats.items.len(), 1, "{text}");
    }
    // The index still follows what is changed afterwards, and holds nothing of what was there before.
    import(&database, ada.id, &["Œuvre d'art".to_owned()]).await;
    assert_eq!(found(&*again, ada.id, "oeuvre").await, ["Œuvre d'art"]);
    assert_eq!(database.pieces_with("straße").unwrap_or_default(), 0);
}

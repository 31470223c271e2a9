//! Tests of chats, messages and approvals.

use std::time::Duration;

use saldo_domain::{
    ApprovalId, ApprovalState, Chat, ChatId, ChatRole, Date, MessageState, PageRequest, TransactionFilter,
    TransactionId, UserId,
};
use saldo_storage::{
    AnsweredApproval, CHAT_MESSAGES_MAX, ChatChange, ChatKey, ChatMessage, ChatTrace, Error, ModelUsage,
    NewApproval,
};
use serde_json::{Value, json};

use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_chat_is_found_by_its_id_and_by_its_client_id,
    chats_are_listed_by_latest_message_and_found_by_their_text,
    a_message_is_replaced_in_its_place_and_others_are_added,
    editing_a_question_deletes_later_messages,
    a_chat_has_a_maximum_length,
    only_the_first_answer_to_an_approval_counts,
    an_approval_expires,
    unanswered_proposals_are_withdrawn,
    traces_are_ordered,
    deleting_a_chat_deletes_all_its_data,
    another_users_chat_is_not_found,
    notes_are_stored_changed_and_deleted_only_by_their_user,
    usage_of_a_day_adds_up,
    the_last_categorizing_model_is_shown_only_to_its_user,
);

fn chat(client: Option<&str>, title: &str, milliseconds: i64) -> Chat {
    Chat {
        id: ChatId::new(at(milliseconds)),
        client_id: client.map(str::to_owned),
        title: title.to_owned(),
        model: None,
        consent: None,
        created_at: at(milliseconds),
        updated_at: at(milliseconds),
    }
}

fn message(id: &str, text: &str) -> ChatMessage {
    ChatMessage {
        id: id.to_owned(),
        role: if id.starts_with('u') { ChatRole::User } else { ChatRole::Assistant },
        state: MessageState::Done,
        parts: json!([{ "type": "text", "text": text }]),
        metadata: json!({ "a": 1 }),
        text: text.to_owned(),
        created_at: START,
    }
}

fn approval(call: &str) -> NewApproval {
    NewApproval {
        id: ApprovalId::new(START),
        message: "a1".to_owned(),
        call: call.to_owned(),
        tool: "set_budget".to_owned(),
        content: json!({ "do": "budget" }),
        expires_at: START.after(Duration::from_secs(1)),
    }
}

async fn begun(database: &Database, user: UserId) -> ChatId {
    let chat = chat(Some("client"), "Café prices", 0);
    database.insert_chat(user, chat.clone()).await.unwrap();
    chat.id
}

/// Inserts a row into every table of chats.
pub(crate) async fn fill_chats(database: &Database, user: UserId) {
    let chat = begun(database, user).await;
    let messages = vec![message("u1", "Coffee?"), message("a1", "Three.")];
    assert!(database.put_chat_messages(user, chat, None, messages, START).await.unwrap());
    assert!(database.insert_approvals(user, chat, vec![approval("c1")], START).await.unwrap());
    let trace = ChatTrace { message: "a1".to_owned(), content: json!({}), created_at: START };
    assert!(database.insert_chat_trace(user, chat, trace).await.unwrap());
    database.insert_memory(user, "Paid on the 25th", 5, START).await.unwrap().unwrap();
    let usage = ModelUsage { input_tokens: 1, output_tokens: 1, replies: 1 };
    database.add_model_usage(user, START.date(), "a", usage).await.unwrap();
    let transactions = database
        .list_transactions(user, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    database.put_model_choices(user, vec![transactions[0].id], "a", START).await.unwrap();
}

async fn ids(database: &Database, user: UserId, chat: ChatId) -> Vec<String> {
    let messages = database.list_chat_messages(user, chat).await.unwrap();
    messages.into_iter().map(|message| message.id).collect()
}

async fn a_chat_is_found_by_its_id_and_by_its_client_id(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let made = chat(Some("client"), "Café prices", 0);
    database.insert_chat(ada, made.clone()).await.unwrap();
    for key in [ChatKey::Id(made.id), ChatKey::Client("client".into())] {
        assert_eq!(database.find_chat(ada, key).await.unwrap().as_ref(), Some(&made));
    }
    let again = database.insert_chat(ada, chat(Some("client"), "x", 1)).await;
    assert!(matches!(again, Err(Error::Conflict)));
    database.insert_chat(bob, chat(Some("client"), "x", 1)).await.unwrap();
    database.insert_chat(ada, chat(None, "x", 2)).await.unwrap();
    database.insert_chat(ada, chat(None, "x", 3)).await.unwrap();
    let change = ChatChange {
        title: Some("Prices".into()),
        model: Some(Some("fast".into())),
        consent: Some(Some("fast at x.example".into())),
    };
    let changed = database.update_chat(ada, made.id, change, at(9)).await.unwrap().unwrap();
    let expected = Chat {
        title: "Prices".into(),
        model: Some("fast".into()),
        consent: Some("fast at x.example".into()),
        updated_at: at(9),
        ..made.clone()
    };
    assert_eq!(changed, expected);
    let same = database.update_chat(ada, made.id, ChatChange::default(), at(9)).await.unwrap();
    assert_eq!(same, Some(expected));
    let change = ChatChange { consent: Some(None), ..ChatChange::default() };
    let withdrawn = database.update_chat(ada, made.id, change, at(9)).await.unwrap().unwrap();
    assert_eq!((withdrawn.consent, withdrawn.model.as_deref()), (None, Some("fast")));
}

async fn chats_are_listed_by_latest_message_and_found_by_their_text(database: Database) {
    let ada = database.user("ada").await.id;
    let mut all = Vec::new();
    for (index, title) in ["Café prices", "100% sure", "Rent"].into_iter().enumerate() {
        let made = chat(None, title, i64::try_from(index).unwrap());
        database.insert_chat(ada, made.clone()).await.unwrap();
        all.push(made.id);
    }
    let said = vec![message("u1", "What did ÉCLAIRS cost?")];
    assert!(database.put_chat_messages(ada, all[0], None, said, at(50)).await.unwrap());
    let listed = async |search: Option<&str>| {
        let mut found = Vec::new();
        let mut page = PageRequest::first(1);
        loop {
            let next = database.list_chats(ada, search.map(str::to_owned), page.clone()).await.unwrap();
            found.extend(next.items.into_iter().map(|chat| chat.id));
            match next.next_cursor {
                Some(cursor) => page.cursor = Some(cursor),
                None => return found,
            }
        }
    };
    assert_eq!(listed(None).await, [all[0], all[2], all[1]]);
    assert_eq!(listed(Some("cafe")).await, [all[0]]);
    assert_eq!(listed(Some("eclairs")).await, [all[0]]);
    assert_eq!(listed(Some("0%")).await, [all[1]]);
    assert!(listed(Some("%r%")).await.is_empty());
}

async fn a_message_is_replaced_in_its_place_and_others_are_added(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    let first = vec![message("u1", "one"), message("a1", "two")];
    assert!(database.put_chat_messages(ada, chat, None, first, at(1)).await.unwrap());
    let mut changed = message("a1", "three");
    changed.state = MessageState::Stopped;
    let more = vec![changed.clone(), message("u2", "four")];
    assert!(database.put_chat_messages(ada, chat, None, more, at(2)).await.unwrap());
    assert_eq!(ids(&database, ada, chat).await, ["u1", "a1", "u2"]);
    let kept = database.list_chat_messages(ada, chat).await.unwrap().remove(1);
    assert_eq!(kept, ChatMessage { created_at: at(1), text: "three".into(), ..changed });
}

async fn editing_a_question_deletes_later_messages(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    let all = ["u1", "a1", "u2", "a2"].map(|id| message(id, id)).to_vec();
    assert!(database.put_chat_messages(ada, chat, None, all, at(1)).await.unwrap());
    let from = Some("u2".to_owned());
    assert!(database.put_chat_messages(ada, chat, from, vec![message("u2", "other")], at(2)).await.unwrap());
    assert_eq!(ids(&database, ada, chat).await, ["u1", "a1", "u2"]);
    assert!(database.put_chat_messages(ada, chat, Some("zz".into()), Vec::new(), at(3)).await.unwrap());
    assert_eq!(ids(&database, ada, chat).await, ["u1", "a1", "u2"]);
}

async fn a_chat_has_a_maximum_length(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    let all = (0..CHAT_MESSAGES_MAX).map(|number| message(&format!("u{number}"), "x")).collect();
    assert!(database.put_chat_messages(ada, chat, None, all, at(1)).await.unwrap());
    let one_more = vec![message("more", "x")];
    assert!(!database.put_chat_messages(ada, chat, None, one_more, at(2)).await.unwrap());
    assert_eq!(
        database.find_chat(ada, ChatKey::Id(chat)).await.unwrap().unwrap().updated_at,
        at(1),
        "a rejected message changes nothing"
    );
    assert!(database.put_chat_messages(ada, chat, None, vec![message("u0", "y")], at(1)).await.unwrap());
    assert_eq!(ids(&database, ada, chat).await.len(), CHAT_MESSAGES_MAX);
}

async fn only_the_first_answer_to_an_approval_counts(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let (chat, other) = (begun(&database, ada).await, begun(&database, bob).await);
    let asked = approval("c1");
    assert!(database.insert_approvals(ada, chat, vec![asked.clone()], START).await.unwrap());
    let answer = async |user, chat, id, call: &str, approved| {
        database.answer_approval(user, chat, id, call, approved, START).await.unwrap()
    };
    assert_eq!(answer(bob, chat, asked.id, "c1", true).await, AnsweredApproval::Unknown);
    assert_eq!(answer(ada, other, asked.id, "c1", true).await, AnsweredApproval::Unknown);
    assert_eq!(answer(ada, chat, asked.id, "c2", true).await, AnsweredApproval::Unknown);
    assert_eq!(answer(ada, chat, ApprovalId::new(START), "c1", true).await, AnsweredApproval::Unknown);
    assert_eq!(database.list_open_approvals(ada, chat).await.unwrap().len(), 1);
    let both = tokio::join!(answer(ada, chat, asked.id, "c1", true), answer(ada, chat, asked.id, "c1", true));
    let taken = |answered: &AnsweredApproval| matches!(answered, AnsweredApproval::Taken(_));
    assert_eq!([taken(&both.0), taken(&both.1)].iter().filter(|taken| **taken).count(), 1, "{both:?}");
    assert_eq!(answer(ada, chat, asked.id, "c1", false).await, AnsweredApproval::Already);
    assert!(database.list_open_approvals(ada, chat).await.unwrap().is_empty());
}

async fn an_approval_expires(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    let asked = approval("c1");
    database.insert_approvals(ada, chat, vec![asked.clone()], START).await.unwrap();
    let late = database.answer_approval(ada, chat, asked.id, "c1", true, at(1_000)).await.unwrap();
    assert_eq!(late, AnsweredApproval::Expired);
}

async fn unanswered_proposals_are_withdrawn(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    let (one, other) = (approval("c1"), approval("c2"));
    database.insert_approvals(ada, chat, vec![one.clone(), other.clone()], START).await.unwrap();
    database.answer_approval(ada, chat, one.id, "c1", false, START).await.unwrap();
    let withdrawn = database.withdraw_approvals(ada, chat, START).await.unwrap();
    assert_eq!(withdrawn.iter().map(|it| it.asked.call.as_str()).collect::<Vec<_>>(), ["c2"]);
    assert_eq!(withdrawn[0].state, ApprovalState::Withdrawn);
    let answered = database.answer_approval(ada, chat, other.id, "c2", true, START).await.unwrap();
    assert_eq!(answered, AnsweredApproval::Already);
}

async fn traces_are_ordered(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let chat = begun(&database, ada).await;
    for number in 1..=3 {
        let content = json!({ "number": number });
        let trace = ChatTrace { message: "a1".into(), content, created_at: at(number) };
        assert!(database.insert_chat_trace(ada, chat, trace.clone()).await.unwrap());
        assert!(!database.insert_chat_trace(bob, chat, trace).await.unwrap());
    }
    let traces = database.list_chat_traces(ada, chat, 2).await.unwrap();
    let numbers: Vec<&Value> = traces.iter().map(|trace| &trace.content["number"]).collect();
    assert_eq!(numbers, [2, 3]);
    assert!(database.list_chat_traces(bob, chat, 2).await.unwrap().is_empty());
}

async fn deleting_a_chat_deletes_all_its_data(database: Database) {
    let ada = database.user("ada").await.id;
    let chat = begun(&database, ada).await;
    database.put_chat_messages(ada, chat, None, vec![message("u1", "x")], START).await.unwrap();
    database.insert_approvals(ada, chat, vec![approval("c")], START).await.unwrap();
    assert!(database.delete_chat(ada, chat).await.unwrap());
    assert!(!database.delete_chat(ada, chat).await.unwrap());
    assert!(database.list_chat_messages(ada, chat).await.unwrap().is_empty());
    assert!(database.list_open_approvals(ada, chat).await.unwrap().is_empty());
    assert!(!database.put_chat_messages(ada, chat, None, vec![message("u1", "x")], START).await.unwrap());
}

async fn another_users_chat_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let chat = begun(&database, ada).await;
    let said = vec![message("u1", "x")];
    database.put_chat_messages(ada, chat, None, said.clone(), START).await.unwrap();
    assert_eq!(database.find_chat(bob, ChatKey::Id(chat)).await.unwrap(), None);
    assert_eq!(database.find_chat(bob, ChatKey::Client("client".into())).await.unwrap(), None);
    assert!(database.list_chats(bob, None, PageRequest::default()).await.unwrap().items.is_empty());
    assert!(database.list_chat_messages(bob, chat).await.unwrap().is_empty());
    let change = ChatChange { title: Some("mine".into()), ..ChatChange::default() };
    assert_eq!(database.update_chat(bob, chat, change, START).await.unwrap(), None);
    assert!(!database.put_chat_messages(bob, chat, Some("u1".into()), said, START).await.unwrap());
    assert!(!database.insert_approvals(bob, chat, vec![approval("c")], START).await.unwrap());
    assert!(database.withdraw_approvals(bob, chat, START).await.unwrap().is_empty());
    assert!(!database.delete_chat(bob, chat).await.unwrap());
    assert_eq!(ids(&database, ada, chat).await, ["u1"]);
}

async fn notes_are_stored_changed_and_deleted_only_by_their_user(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let note = database.insert_memory(ada, "paid on the 25th", 2, START).await.unwrap().unwrap();
    database.insert_memory(ada, "second", 2, at(1)).await.unwrap().unwrap();
    assert_eq!(database.insert_memory(ada, "third", 2, at(2)).await.unwrap(), None);
    assert_eq!(database.update_memory(bob, note.id, "mine", at(3)).await.unwrap(), None);
    assert!(!database.delete_memory(bob, note.id).await.unwrap());
    let changed = database.update_memory(ada, note.id, "paid on the 26th", at(3)).await.unwrap().unwrap();
    assert_eq!((changed.text.as_str(), changed.updated_at), ("paid on the 26th", at(3)));
    let texts: Vec<String> =
        database.list_memories(ada).await.unwrap().into_iter().map(|note| note.text).collect();
    assert_eq!(texts, ["paid on the 26th", "second"]);
    assert!(database.list_memories(bob).await.unwrap().is_empty());
    assert!(database.delete_memory(ada, note.id).await.unwrap());
    assert_eq!(database.list_memories(ada).await.unwrap().len(), 1);
}

async fn usage_of_a_day_adds_up(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let day = Date::from_ymd_opt(2025, 5, 1).unwrap();
    let usage = ModelUsage { input_tokens: 10, output_tokens: 3, replies: 1 };
    for model in ["a", "a", "b"] {
        database.add_model_usage(ada, day, model, usage).await.unwrap();
    }
    database.add_model_usage(ada, day.succ_opt().unwrap(), "a", usage).await.unwrap();
    let expected = ModelUsage { input_tokens: 30, output_tokens: 9, replies: 3 };
    assert_eq!(database.find_model_usage(ada, day).await.unwrap(), expected);
    assert_eq!(database.find_model_usage(bob, day).await.unwrap(), ModelUsage::default());
}

async fn the_last_categorizing_model_is_shown_only_to_its_user(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await.id);
    crate::users::fill_every_table(&database, &ada).await;
    let found = database
        .list_transactions(ada.id, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap();
    let ids: Vec<TransactionId> = found.items.iter().map(|transaction| transaction.id).collect();
    database.put_model_choices(ada.id, ids.clone(), "fast", START).await.unwrap();
    database.put_model_choices(ada.id, vec![ids[1]], "slow", at(1)).await.unwrap();
    database.put_model_choices(bob, ids.clone(), "bobs", at(2)).await.unwrap();
    for (transaction, model) in [(ids[0], "fast"), (ids[1], "slow")] {
        assert_eq!(database.find_model_choice(ada.id, transaction).await.unwrap().as_deref(), Some(model));
        assert_eq!(database.find_model_choice(bob, transaction).await.unwrap(), None);
    }
}

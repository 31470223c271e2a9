//! Tests of attachments of transactions.

use saldo_domain::{
    Attachment, AttachmentText, Id, MediaType, Sha256, TransactionFilter, TransactionId, UserId,
};
use saldo_storage::{AttachmentStored, Error};

use crate::edits::import;
use crate::harness::{Database, START, on_both_databases};

on_both_databases!(
    an_attachment_shares_the_file_of_equal_content_until_the_last_is_deleted,
    attachments_of_several_transactions_are_listed_for_their_user_only,
);

fn attachment(transaction: Option<TransactionId>, key: &str, text: &str) -> Attachment {
    Attachment {
        id: Id::new(START),
        transaction,
        file_name: "lunch.pdf".to_owned(),
        media_type: MediaType::Pdf,
        size: 3,
        sha256: Sha256::from_bytes([7; 32]),
        file_key: key.to_owned(),
        text: text.to_owned(),
        text_state: AttachmentText::Waiting,
        created_at: START,
    }
}

/// Inserts an attachment that is not matched.
pub(crate) async fn fill_attachments(database: &Database, user: UserId) {
    database.insert_attachment(user, attachment(None, "fill", ""), 1).await.unwrap();
}

fn stored(outcome: AttachmentStored) -> Attachment {
    match outcome {
        AttachmentStored::Stored(attachment) => attachment,
        AttachmentStored::Full => panic!("the transaction is full"),
    }
}

async fn an_attachment_shares_the_file_of_equal_content_until_the_last_is_deleted(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let one = stored(database.insert_attachment(ada, attachment(None, "one", ""), 1).await.unwrap());
    let same = stored(database.insert_attachment(ada, attachment(None, "two", ""), 1).await.unwrap());
    let bobs = stored(database.insert_attachment(bob, attachment(None, "bobs", ""), 1).await.unwrap());
    assert_eq!((same.file_key.as_str(), bobs.file_key.as_str()), ("one", "bobs"));
    assert!(database.has_attachment_file(ada, "one").await.unwrap());
    assert!(!database.has_attachment_file(bob, "one").await.unwrap());
    assert_eq!(database.find_attachment(bob, one.id).await.unwrap(), None);
    assert!(!database.put_attachment_text(bob, one.id, "x", AttachmentText::Read).await.unwrap());
    assert_eq!(database.delete_attachment(bob, one.id).await.unwrap(), None);
    let missing = database.match_attachment(ada, one.id, Some(Id::new(START)), 1).await;
    assert!(matches!(missing, Err(Error::NotFound)));
    assert_eq!(database.list_waiting_attachments(2).await.unwrap().len(), 2);
    assert!(database.put_attachment_text(ada, one.id, "Grüße 50%", AttachmentText::Read).await.unwrap());
    let read = database.find_attachment(ada, one.id).await.unwrap().unwrap();
    assert_eq!((read.text.as_str(), read.text_state), ("Grüße 50%", AttachmentText::Read));
    let filter = TransactionFilter { text: Some("gruesse".to_owned()), ..TransactionFilter::default() };
    let found = database.list_transactions(ada, filter, saldo_domain::PageRequest::default()).await.unwrap();
    assert_eq!(found.items.len(), 0, "it is not matched");
    assert_eq!(database.delete_attachment(ada, one.id).await.unwrap(), Some(None));
    assert_eq!(database.delete_attachment(ada, same.id).await.unwrap(), Some(Some("one".to_owned())));
}

async fn attachments_of_several_transactions_are_listed_for_their_user_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let (_, transactions) = import(&database, ada).await;
    let (_, bobs) = import(&database, bob).await;
    let [first, second, third] = [0, 1, 2].map(|at| transactions[at].id);
    let mut expected = Vec::new();
    for (at, transaction) in [first, second, second].into_iter().enumerate() {
        let new = Attachment {
            sha256: Sha256::from_bytes([u8::try_from(at).unwrap(); 32]),
            ..attachment(Some(transaction), &format!("key-{at}"), "")
        };
        expected.push(stored(database.insert_attachment(ada, new, 5).await.unwrap()));
    }
    database.insert_attachment(bob, attachment(Some(bobs[0].id), "bob", ""), 5).await.unwrap();
    let all = vec![first, second, third, bobs[0].id];
    let mut found = database.list_attachments_of(ada, all.clone()).await.unwrap();
    found.sort_by(|one, other| one.file_key.cmp(&other.file_key));
    assert_eq!(found, expected);
    assert_eq!(database.list_attachments_of(ada, vec![first]).await.unwrap(), expected[..1]);
    assert_eq!(database.list_attachments_of(ada, Vec::new()).await.unwrap(), []);
    assert_eq!(database.list_attachments_of(bob, all).await.unwrap().len(), 1);
    let many: Vec<TransactionId> = (0..1_200).map(|_| Id::new(START)).chain([first]).collect();
    assert_eq!(database.list_attachments_of(ada, many).await.unwrap(), expected[..1]);
}

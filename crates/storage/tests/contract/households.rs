//! Tests of households, their members and invitations.

use std::time::Duration;

use saldo_domain::{
    BooksRole, Email, InvitationId, PageRequest, Scope, Timestamp, TokenHash, TransactionFilter, UserId,
};
use saldo_storage::{
    Accepted, JoinLimits, MembershipChange, NewApiToken, NewHousehold, NewInvitation, Selection,
    TransactionChange,
};

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, START, at, on_both_databases, unknown_user};

on_both_databases!(
    a_household_has_books_of_its_own,
    a_household_is_not_a_user_who_can_sign_in,
    the_number_of_households_is_limited,
    an_invitation_works_once_and_for_a_time,
    one_of_two_simultaneous_uses_of_an_invitation_succeeds,
    joining_observes_the_limits,
    a_household_keeps_an_owner,
    a_removed_member_leaves_no_token_and_no_invitation,
    an_invitation_ends_with_the_ownership_of_its_maker,
    a_token_needs_a_membership,
    the_next_owner_follows_a_deleted_one,
    deleting_a_household_leaves_its_members,
    an_edit_records_its_author,
);

const LIMITS: JoinLimits = JoinLimits { households: 3, members: 3 };
const HOUR: Duration = Duration::from_hours(1);

/// Inserts a row into every table of households. Returns the books.
pub(crate) async fn fill_households(database: &Database, owner: UserId) -> UserId {
    let books = create(database, owner).await;
    invite(database, books, owner, "a token", BooksRole::Viewer).await;
    crate::shared_expenses::fill(database, books, owner).await;
    books
}

/// Creates a household.
pub(crate) async fn create(database: &Database, owner: UserId) -> UserId {
    let books = UserId::new(START);
    assert!(database.insert_household(owner, new(books), LIMITS.households, START).await.unwrap());
    books
}

fn new(books: UserId) -> NewHousehold {
    let address = Email::parse(&format!("{books}@household.invalid")).unwrap();
    NewHousehold { books, name: "Home".to_owned(), address }
}

async fn invite(database: &Database, books: UserId, owner: UserId, token: &str, role: BooksRole) {
    assert!(database.insert_invitation(books, invitation(owner, token, role), 9, START).await.unwrap());
}

fn invitation(invited_by: UserId, token: &str, role: BooksRole) -> NewInvitation {
    NewInvitation {
        id: InvitationId::new(START),
        token: TokenHash::of(token),
        role,
        email: Some(Email::parse("bob@example.com").unwrap()),
        invited_by,
        expires_at: START.after(HOUR),
    }
}

async fn accept(database: &Database, token: &str, member: UserId, now: Timestamp) -> Accepted {
    database.accept_invitation(TokenHash::of(token), member, LIMITS, now).await.unwrap()
}

/// Makes a user a member.
pub(crate) async fn join(database: &Database, books: UserId, owner: UserId, member: UserId, role: BooksRole) {
    let token = member.to_string();
    invite(database, books, owner, &token, role).await;
    assert_eq!(accept(database, &token, member, at(1)).await, Accepted::Joined(books));
}

async fn a_household_has_books_of_its_own(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    let listed = database.list_households(ada).await.unwrap();
    assert_eq!((listed.len(), listed[0].books, listed[0].name.as_str()), (1, books, "Home"));
    assert_eq!(listed[0].role, BooksRole::Owner);
    assert!(database.list_households(bob).await.unwrap().is_empty());
    assert_eq!(database.find_role(books, ada).await.unwrap(), Some(BooksRole::Owner));
    assert_eq!(database.find_role(books, bob).await.unwrap(), None);
    assert_eq!(database.find_role(ada, ada).await.unwrap(), None, "only households have members");
    assert!(database.is_household(books).await.unwrap() && !database.is_household(ada).await.unwrap());
    assert!(!database.list_categories(books).await.unwrap().is_empty());
    assert!(database.rename_household(books, "Flat".to_owned()).await.unwrap());
    assert_eq!(database.list_households(ada).await.unwrap()[0].name, "Flat");
    assert!(!database.rename_household(ada, "Flat".to_owned()).await.unwrap());
}

async fn a_household_is_not_a_user_who_can_sign_in(database: Database) {
    let ada = database.user("ada").await;
    let books = create(&database, ada.id).await;
    assert_eq!(database.count_users().await.unwrap(), 1);
    let listed = database.list_users(PageRequest::default()).await.unwrap().items;
    assert_eq!(listed.iter().map(|user| user.id).collect::<Vec<_>>(), [ada.id]);
    assert_eq!(database.find_user_by_email(&new(books).address).await.unwrap(), None);
    assert!(database.list_credentials(books).await.unwrap().is_empty());
}

async fn the_number_of_households_is_limited(database: Database) {
    let ada = database.user("ada").await.id;
    for _ in 0..LIMITS.households {
        create(&database, ada).await;
    }
    let one_more = new(UserId::new(START));
    assert!(!database.insert_household(ada, one_more, LIMITS.households, START).await.unwrap());
    assert_eq!(database.list_households(ada).await.unwrap().len(), LIMITS.households);
}

async fn an_invitation_works_once_and_for_a_time(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    invite(&database, books, ada, "one", BooksRole::Editor).await;
    let late = START.after(HOUR);
    let token = TokenHash::of("one");
    let open = database.find_invitation(token, START).await.unwrap().unwrap();
    assert_eq!((open.books, open.household.as_str()), (books, "Home"));
    assert_eq!((open.invitation.role, open.invitation.invited_by.as_str()), (BooksRole::Editor, "ada"));
    assert_eq!(database.find_invitation(token, late).await.unwrap(), None);
    assert_eq!(accept(&database, "one", bob, late).await, Accepted::NotFound, "it has expired");
    assert_eq!(accept(&database, "two", bob, START).await, Accepted::NotFound, "there is none");
    assert_eq!(accept(&database, "one", ada, START).await, Accepted::AlreadyMember(books));
    assert_eq!(accept(&database, "one", bob, START).await, Accepted::Joined(books));
    assert_eq!(database.find_role(books, bob).await.unwrap(), Some(BooksRole::Editor));
    let eve = database.user("eve").await.id;
    assert_eq!(accept(&database, "one", eve, START).await, Accepted::NotFound, "it was used");
    invite(&database, books, ada, "three", BooksRole::Viewer).await;
    let listed = database.list_invitations(books, START).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert!(database.list_invitations(books, late).await.unwrap().is_empty());
    let full = database.insert_invitation(books, invitation(ada, "four", BooksRole::Viewer), 1, START);
    assert!(!full.await.unwrap());
    let later = database.insert_invitation(books, invitation(ada, "four", BooksRole::Viewer), 1, late);
    assert!(later.await.unwrap(), "an expired one does not count");
    assert!(!database.delete_invitation(bob, listed[0].id).await.unwrap());
    assert_eq!(database.delete_expired_invitations(late).await.unwrap(), 1);
}

async fn one_of_two_simultaneous_uses_of_an_invitation_succeeds(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let eve = database.user("eve").await.id;
    let books = create(&database, ada).await;
    invite(&database, books, ada, "one", BooksRole::Editor).await;
    let both = tokio::join!(accept(&database, "one", bob, START), accept(&database, "one", eve, START));
    let mut both = [both.0, both.1];
    both.sort_by_key(|accepted| *accepted == Accepted::NotFound);
    assert_eq!(both, [Accepted::Joined(books), Accepted::NotFound]);
    assert_eq!(database.list_members(books).await.unwrap().len(), 2);
}

async fn joining_observes_the_limits(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    for _ in 0..LIMITS.households {
        create(&database, bob).await;
    }
    invite(&database, books, ada, "bob", BooksRole::Viewer).await;
    assert_eq!(accept(&database, "bob", bob, START).await, Accepted::TooManyHouseholds);
    for name in ["cyd", "dan"] {
        let user = database.user(name).await.id;
        join(&database, books, ada, user, BooksRole::Viewer).await;
    }
    let eve = database.user("eve").await.id;
    assert_eq!(accept(&database, "bob", eve, START).await, Accepted::TooManyMembers);
    assert_eq!(database.list_invitations(books, START).await.unwrap().len(), 1, "it stays open");
}

async fn a_household_keeps_an_owner(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    join(&database, books, ada, bob, BooksRole::Viewer).await;
    let put = async |member, role| database.put_role(books, member, role).await.unwrap();
    assert_eq!(put(ada, BooksRole::Editor).await, MembershipChange::LastOwner);
    assert_eq!(database.delete_member(books, ada).await.unwrap(), MembershipChange::LastOwner);
    assert_eq!(put(unknown_user(), BooksRole::Editor).await, MembershipChange::NotFound);
    assert_eq!(database.delete_member(ada, ada).await.unwrap(), MembershipChange::NotFound);
    assert_eq!(put(bob, BooksRole::Owner).await, MembershipChange::Done);
    assert_eq!(put(ada, BooksRole::Viewer).await, MembershipChange::Done);
    let members = database.list_members(books).await.unwrap();
    let roles: Vec<_> = members.iter().map(|member| (member.user, member.role)).collect();
    assert_eq!(roles, [(ada, BooksRole::Viewer), (bob, BooksRole::Owner)]);
    assert_eq!(database.delete_member(books, ada).await.unwrap(), MembershipChange::Done);
    assert_eq!(database.find_role(books, ada).await.unwrap(), None);
}

fn token(text: &str, books: Option<UserId>) -> NewApiToken {
    NewApiToken {
        token: TokenHash::of(text),
        name: None,
        prefix: None,
        start: "saldo_AbCd".to_owned(),
        scope: Scope::Write,
        books,
        expires_at: None,
    }
}

async fn a_removed_member_leaves_no_token_and_no_invitation(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    join(&database, books, ada, bob, BooksRole::Owner).await;
    let theirs = database.insert_api_token(bob, token("home", Some(books)), START).await.unwrap().unwrap();
    assert_eq!((theirs.user, theirs.books), (bob, books));
    let own = database.insert_api_token(bob, token("own", None), START).await.unwrap().unwrap();
    assert_eq!(own.books, bob);
    invite(&database, books, bob, "by bob", BooksRole::Owner).await;
    assert_eq!(database.delete_member(books, bob).await.unwrap(), MembershipChange::Done);
    let left = database.list_api_tokens(bob).await.unwrap();
    assert_eq!(left.iter().map(|token| token.id).collect::<Vec<_>>(), [own.id]);
    assert_eq!(database.find_invitation(TokenHash::of("by bob"), START).await.unwrap(), None);
}

async fn an_invitation_ends_with_the_ownership_of_its_maker(database: Database) {
    let [ada, bob, eve] =
        [database.user("ada").await.id, database.user("bob").await.id, database.user("eve").await.id];
    let books = create(&database, ada).await;
    join(&database, books, ada, bob, BooksRole::Owner).await;
    invite(&database, books, bob, "kept", BooksRole::Owner).await;
    assert_eq!(database.put_role(books, bob, BooksRole::Viewer).await.unwrap(), MembershipChange::Done);
    assert!(database.list_invitations(books, START).await.unwrap().is_empty());
    assert_eq!(accept(&database, "kept", eve, at(2)).await, Accepted::NotFound);
    // A request of his that was admitted before may be stored after.
    invite(&database, books, bob, "late", BooksRole::Owner).await;
    assert_eq!(accept(&database, "late", eve, at(2)).await, Accepted::NotFound);
    let seen = database.find_invitation(TokenHash::of("late"), START).await.unwrap();
    assert_eq!(seen, None, "the name of the household is not shown either");
}

async fn a_token_needs_a_membership(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    for (number, foreign) in [books, ada, unknown_user()].into_iter().enumerate() {
        let made = database.insert_api_token(bob, token(&number.to_string(), Some(foreign)), START).await;
        assert!(made.unwrap().is_none());
    }
    assert!(database.list_api_tokens(bob).await.unwrap().is_empty());
    let own = database.insert_api_token(bob, token("own", Some(bob)), START).await.unwrap();
    assert_eq!(own.unwrap().books, bob);
}

async fn the_next_owner_follows_a_deleted_one(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let eve = database.user("eve").await.id;
    let shared = create(&database, ada).await;
    join(&database, shared, ada, eve, BooksRole::Viewer).await;
    join(&database, shared, ada, bob, BooksRole::Editor).await;
    let alone = create(&database, ada).await;
    database.delete_user(ada).await.unwrap();
    assert_eq!(database.find_role(shared, bob).await.unwrap(), Some(BooksRole::Owner));
    assert_eq!(database.find_role(shared, eve).await.unwrap(), Some(BooksRole::Viewer));
    let mut departed = database.list_departed_users().await.unwrap();
    departed.sort();
    let mut expected = [ada, alone];
    expected.sort();
    assert_eq!(departed, expected, "a household without other members is deleted");
    database.delete_user(eve).await.unwrap();
    assert_eq!(database.find_role(shared, bob).await.unwrap(), Some(BooksRole::Owner));
}

async fn deleting_a_household_leaves_its_members(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let before = database.rows().await;
    let books = fill_households(&database, ada).await;
    join(&database, books, ada, bob, BooksRole::Viewer).await;
    database.insert_api_token(bob, token("home", Some(books)), START).await.unwrap().unwrap();
    database.statement(books).await;
    assert!(!database.delete_household(ada).await.unwrap(), "a user is not a household");
    assert!(database.delete_household(books).await.unwrap());
    assert!(!database.delete_household(books).await.unwrap());
    assert_eq!(database.list_departed_users().await.unwrap(), [books]);
    database.forget_departed_user(books).await.unwrap();
    assert_eq!(database.rows().await, before);
}

async fn an_edit_records_its_author(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let books = create(&database, ada).await;
    join(&database, books, ada, bob, BooksRole::Editor).await;
    let statement = database.statement(books).await;
    let draft = simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(books, statement.id, draft, START).await.unwrap().unwrap();
    let all = database.list_transactions(books, TransactionFilter::default(), PageRequest::default());
    let transaction = all.await.unwrap().items.remove(0).id;
    let change = async |user: Option<UserId>, note: &str| {
        let author = saldo_domain::Author { books, user };
        let selection = Selection::Ids(vec![transaction]);
        let change = TransactionChange { note: Some(note.to_owned()), ..TransactionChange::default() };
        let action = saldo_domain::EditAction::Change;
        database.change_transactions(author, selection, change, action, START).await.unwrap().edit
    };
    let edit = change(Some(bob), "one").await;
    assert_eq!(edit.by.as_ref().map(|by| (by.user, by.name.as_str())), Some((bob, "bob")));
    assert_eq!(change(None, "two").await.by, None);
    let undone = database.undo_edit(saldo_domain::Author { books, user: Some(ada) }, edit.id, START).await;
    let undone = undone.unwrap().edit;
    assert_eq!(undone.by.as_ref().map(|by| by.user), Some(ada));
    let authors = async || {
        let edits = database.list_edits(books, PageRequest::default()).await.unwrap().items;
        let of = |id| edits.iter().find(|edit| edit.id == id).unwrap().by.clone().map(|by| by.user);
        (of(edit.id), of(undone.id))
    };
    assert_eq!(authors().await, (Some(bob), Some(ada)));
    let records = database.list_transaction_records(books, transaction).await.unwrap();
    assert!(records.iter().any(|record| record.edit.by.as_ref().is_some_and(|by| by.user == bob)));
    database.delete_user(bob).await.unwrap();
    assert_eq!(authors().await, (None, Some(ada)), "the edit stays");
}

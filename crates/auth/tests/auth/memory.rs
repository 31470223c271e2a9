//! The four storage ports in memory: enough to show what `saldo-auth` does with them, and that it needs no database.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_auth::Ports;
use saldo_domain::{
    Credential, CredentialId, Email, Id, Page, PageRequest, Session, SessionId, Timestamp, TokenHash, User,
    UserId,
};
use saldo_storage::{
    Credentials, Error, NewCredential, NewSession, NewUser, PasswordHash, Result, Sessions, UserChange,
    Users, Verifications,
};

/// Storage that forgets everything when it is dropped.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Tables>);

#[derive(Default)]
struct Tables {
    users: Vec<User>,
    credentials: Vec<(Credential, Option<PasswordHash>)>,
    sessions: Vec<(TokenHash, Session)>,
    verifications: Vec<(String, String, Timestamp)>,
}

impl Memory {
    /// The ports that `Auth` takes.
    pub(crate) fn ports(self: &Arc<Self>) -> Ports {
        Ports {
            users: self.clone(),
            credentials: self.clone(),
            sessions: self.clone(),
            verifications: self.clone(),
        }
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Tables> {
        self.0.lock().expect("no test panics while it holds the lock")
    }
}

impl Tables {
    fn user(&self, user: UserId) -> Option<User> {
        self.users.iter().find(|candidate| candidate.id == user).cloned()
    }

    fn put_credential(&mut self, user: UserId, new: NewCredential, now: Timestamp) -> Result<Credential> {
        let (provider, subject, scopes, hash) = match new {
            NewCredential::Password { hash } => {
                (NewCredential::PASSWORD.to_owned(), user.to_string(), Vec::new(), Some(hash))
            }
            NewCredential::Provider { provider, subject, scopes, .. } => (provider, subject, scopes, None),
        };
        let same = |(credential, _): &&(Credential, _)| {
            credential.provider == provider && credential.subject == subject
        };
        let old = self.credentials.iter().find(same).map(|(credential, _)| credential.clone());
        if old.as_ref().is_some_and(|old| old.user != user) {
            return Err(Error::Conflict);
        }
        let (id, created_at) = old.map_or((Id::new(now), now), |old| (old.id, old.created_at));
        self.credentials.retain(|(credential, _)| credential.id != id);
        let credential = Credential { id, user, provider, subject, scopes, created_at, updated_at: now };
        self.credentials.push((credential.clone(), hash));
        Ok(credential)
    }
}

#[async_trait]
impl Users for Memory {
    async fn insert_user(&self, new: NewUser, credential: NewCredential, now: Timestamp) -> Result<User> {
        let mut tables = self.tables();
        if tables.users.iter().any(|user| user.email == new.email) {
            return Err(Error::Conflict);
        }
        let NewUser { email, email_verified, name, image } = new;
        let id = Id::new(now);
        let user = User { id, email, email_verified, name, image, created_at: now, updated_at: now };
        tables.put_credential(id, credential, now)?;
        tables.users.push(user.clone());
        Ok(user)
    }

    async fn find_user(&self, user: UserId) -> Result<Option<User>> {
        Ok(self.tables().user(user))
    }

    async fn find_user_by_email(&self, email: &Email) -> Result<Option<User>> {
        Ok(self.tables().users.iter().find(|user| user.email == *email).cloned())
    }

    async fn list_users(&self, _page: PageRequest) -> Result<Page<User>> {
        Ok(Page { items: self.tables().users.clone(), next_cursor: None })
    }

    async fn count_users(&self) -> Result<u64> {
        Ok(self.tables().users.len() as u64)
    }

    async fn update_user(&self, user: UserId, change: UserChange, now: Timestamp) -> Result<Option<User>> {
        let mut tables = self.tables();
        let Some(user) = tables.users.iter_mut().find(|candidate| candidate.id == user) else {
            return Ok(None);
        };
        user.name = change.name.unwrap_or_else(|| user.name.clone());
        user.image = change.image.unwrap_or_else(|| user.image.clone());
        user.email = change.email.unwrap_or_else(|| user.email.clone());
        user.email_verified = change.email_verified.unwrap_or(user.email_verified);
        user.updated_at = now;
        Ok(Some(user.clone()))
    }

    async fn delete_user(&self, user: UserId) -> Result<()> {
        let mut tables = self.tables();
        tables.users.retain(|candidate| candidate.id != user);
        tables.credentials.retain(|(credential, _)| credential.user != user);
        tables.sessions.retain(|(_, session)| session.user != user);
        Ok(())
    }
}

#[async_trait]
impl Credentials for Memory {
    async fn find_password_hash(&self, user: UserId) -> Result<Option<PasswordHash>> {
        let tables = self.tables();
        let mut own = tables.credentials.iter().filter(|(credential, _)| credential.user == user);
        Ok(own.find_map(|(_, hash)| hash.clone()))
    }

    async fn find_user_by_provider(&self, provider: &str, subject: &str) -> Result<Option<User>> {
        let tables = self.tables();
        let found = tables.credentials.iter().map(|(credential, _)| credential);
        let mut found =
            found.filter(|credential| credential.provider == provider && credential.subject == subject);
        Ok(found.find_map(|credential| tables.user(credential.user)))
    }

    async fn put_credential(&self, user: UserId, new: NewCredential, now: Timestamp) -> Result<Credential> {
        self.tables().put_credential(user, new, now)
    }

    async fn list_credentials(&self, user: UserId) -> Result<Vec<Credential>> {
        let tables = self.tables();
        let own = tables.credentials.iter().filter(|(credential, _)| credential.user == user);
        Ok(own.map(|(credential, _)| credential.clone()).collect())
    }

    async fn delete_credential(&self, user: UserId, id: CredentialId) -> Result<()> {
        let is_it = |credential: &Credential| credential.user == user && credential.id == id;
        self.tables().credentials.retain(|(credential, _)| !is_it(credential));
        Ok(())
    }
}

#[async_trait]
impl Sessions for Memory {
    async fn insert_session(&self, user: UserId, new: NewSession, now: Timestamp) -> Result<Session> {
        let NewSession { token, expires_at, ip_address, user_agent, remember } = new;
        let id = Id::new(now);
        let (created_at, updated_at) = (now, now);
        let session =
            Session { id, user, expires_at, created_at, updated_at, ip_address, user_agent, remember };
        self.tables().sessions.push((token, session.clone()));
        Ok(session)
    }

    async fn find_session(&self, token: TokenHash, now: Timestamp) -> Result<Option<(Session, User)>> {
        let tables = self.tables();
        let mut sessions = tables.sessions.iter();
        let found = sessions.find(|(key, session)| *key == token && session.expires_at > now);
        Ok(found.and_then(|(_, session)| Some((session.clone(), tables.user(session.user)?))))
    }

    async fn extend_session(
        &self,
        user: UserId,
        id: SessionId,
        end: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        let mut tables = self.tables();
        let mut sessions = tables.sessions.iter_mut().map(|(_, session)| session);
        if let Some(session) = sessions.find(|session| session.user == user && session.id == id) {
            (session.expires_at, session.updated_at) = (end, now);
        }
        Ok(())
    }

    async fn list_sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>> {
        let tables = self.tables();
        let sessions = tables.sessions.iter().map(|(_, session)| session);
        Ok(sessions.filter(|session| session.user == user && session.expires_at > now).cloned().collect())
    }

    async fn delete_session(&self, token: TokenHash) -> Result<()> {
        self.tables().sessions.retain(|(key, _)| *key != token);
        Ok(())
    }

    async fn delete_session_by_id(&self, user: UserId, id: SessionId) -> Result<()> {
        self.tables().sessions.retain(|(_, session)| session.user != user || session.id != id);
        Ok(())
    }

    async fn delete_sessions(&self, user: UserId, except: Option<SessionId>) -> Result<()> {
        self.tables().sessions.retain(|(_, session)| session.user != user || Some(session.id) == except);
        Ok(())
    }

    async fn delete_expired_sessions(&self, now: Timestamp) -> Result<u64> {
        let mut tables = self.tables();
        let before = tables.sessions.len();
        tables.sessions.retain(|(_, session)| session.expires_at > now);
        Ok((before - tables.sessions.len()) as u64)
    }
}

#[async_trait]
impl Verifications for Memory {
    async fn put_verification(&self, key: &str, value: &str, expires_at: Timestamp) -> Result<()> {
        let mut tables = self.tables();
        tables.verifications.retain(|(known, ..)| known != key);
        tables.verifications.push((key.to_owned(), value.to_owned(), expires_at));
        Ok(())
    }

    async fn find_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>> {
        let tables = self.tables();
        let mut live = tables.verifications.iter().filter(|(known, _, until)| known == key && *until > now);
        Ok(live.next().map(|(_, value, _)| value.clone()))
    }

    async fn take_verification(&self, key: &str, now: Timestamp) -> Result<Option<String>> {
        let mut tables = self.tables();
        let Some(place) = tables.verifications.iter().position(|(known, ..)| known == key) else {
            return Ok(None);
        };
        let (_, value, expires_at) = tables.verifications.remove(place);
        Ok((expires_at > now).then_some(value))
    }

    async fn delete_expired_verifications(&self, now: Timestamp) -> Result<u64> {
        let mut tables = self.tables();
        let before = tables.verifications.len();
        tables.verifications.retain(|(_, _, expires_at)| *expires_at > now);
        Ok((before - tables.verifications.len()) as u64)
    }
}

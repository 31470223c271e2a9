//! The storage ports in memory: for tests, and for trying the crate without a database.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use saldo_domain::{
    ApiToken, ApiTokenId, Credential, CredentialId, Email, Id, Page, PageRequest, Session, SessionId,
    Timestamp, TokenHash, User, UserId,
};

use crate::StoreError;
use crate::ports::{
    ApiTokenChange, ApiTokens, Credentials, NewApiToken, NewCredential, NewSession, NewUser, PasswordHash,
    Result, Sessions, TwoStep, TwoSteps, UserChange, Users, Verifications,
};

/// Storage that is lost when it is dropped.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Tables>);

#[derive(Debug, Default)]
struct Tables {
    users: Vec<User>,
    credentials: Vec<(Credential, Option<PasswordHash>)>,
    sessions: Vec<(TokenHash, Session)>,
    verifications: Vec<(String, String, Timestamp)>,
    two_steps: Vec<Enrolled>,
    api_tokens: Vec<(TokenHash, ApiToken)>,
}

#[derive(Debug)]
struct Enrolled {
    user: UserId,
    two_step: TwoStep,
    last_step: Option<u64>,
    failures: u32,
    backup_codes: Vec<TokenHash>,
}

impl Memory {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    fn enrolled(&mut self, user: UserId) -> Option<&mut Enrolled> {
        self.two_steps.iter_mut().find(|enrolled| enrolled.user == user)
    }

    fn set_two_step(&mut self, user: UserId, in_force: bool, now: Timestamp) -> Option<User> {
        let user = self.users.iter_mut().find(|candidate| candidate.id == user)?;
        (user.two_step, user.updated_at) = (in_force, now);
        Some(user.clone())
    }

    fn api_token(&mut self, user: UserId, id: ApiTokenId) -> Option<&mut ApiToken> {
        let mut tokens = self.api_tokens.iter_mut().map(|(_, token)| token);
        tokens.find(|token| token.user == user && token.id == id)
    }

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
            return Err(StoreError::Conflict);
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
            return Err(StoreError::Conflict);
        }
        let NewUser { email, email_verified, name, image } = new;
        let id = Id::new(now);
        let (created_at, updated_at) = (now, now);
        let user = User { id, email, email_verified, name, image, two_step: false, created_at, updated_at };
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
        tables.two_steps.retain(|enrolled| enrolled.user != user);
        tables.api_tokens.retain(|(_, token)| token.user != user);
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

    async fn count_sessions(&self, now: Timestamp) -> Result<u64> {
        let tables = self.tables();
        Ok(tables.sessions.iter().filter(|(_, session)| session.expires_at > now).count() as u64)
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

#[async_trait]
impl TwoSteps for Memory {
    async fn put_two_step(
        &self,
        user: UserId,
        sealed_secret: Vec<u8>,
        backup_codes: Vec<TokenHash>,
        now: Timestamp,
    ) -> Result<()> {
        let mut tables = self.tables();
        if tables.user(user).is_none_or(|user| user.two_step) {
            return Err(StoreError::Conflict);
        }
        tables.two_steps.retain(|enrolled| enrolled.user != user);
        let two_step = TwoStep { sealed_secret, locked_until: None, created_at: now };
        tables.two_steps.push(Enrolled { user, two_step, last_step: None, failures: 0, backup_codes });
        Ok(())
    }

    async fn find_two_step(&self, user: UserId) -> Result<Option<TwoStep>> {
        Ok(self.tables().enrolled(user).map(|enrolled| enrolled.two_step.clone()))
    }

    async fn enable_two_step(&self, user: UserId, enrolled_at: Timestamp, now: Timestamp) -> Result<User> {
        let mut tables = self.tables();
        let enrolled = tables.enrolled(user).ok_or(StoreError::Conflict)?;
        if enrolled.two_step.created_at != enrolled_at {
            return Err(StoreError::Conflict);
        }
        tables.set_two_step(user, true, now).ok_or(StoreError::Conflict)
    }

    async fn delete_two_step(&self, user: UserId, now: Timestamp) -> Result<Option<User>> {
        let mut tables = self.tables();
        tables.two_steps.retain(|enrolled| enrolled.user != user);
        Ok(tables.set_two_step(user, false, now))
    }

    async fn take_step(&self, user: UserId, step: u64) -> Result<bool> {
        let mut tables = self.tables();
        let Some(enrolled) = tables.enrolled(user) else { return Ok(false) };
        let is_later = enrolled.last_step.is_none_or(|last| last < step);
        enrolled.last_step = enrolled.last_step.max(Some(step));
        Ok(is_later)
    }

    async fn put_backup_codes(&self, user: UserId, backup_codes: Vec<TokenHash>) -> Result<()> {
        if let Some(enrolled) = self.tables().enrolled(user) {
            enrolled.backup_codes = backup_codes;
        }
        Ok(())
    }

    async fn take_backup_code(&self, user: UserId, backup_code: TokenHash) -> Result<bool> {
        let mut tables = self.tables();
        let Some(enrolled) = tables.enrolled(user) else { return Ok(false) };
        let before = enrolled.backup_codes.len();
        enrolled.backup_codes.retain(|code| *code != backup_code);
        Ok(enrolled.backup_codes.len() < before)
    }

    async fn take_attempt(
        &self,
        user: UserId,
        failures_max: u32,
        locked_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool> {
        let mut tables = self.tables();
        let Some(enrolled) = tables.enrolled(user) else { return Ok(false) };
        match enrolled.two_step.locked_until {
            Some(until) if until > now => return Ok(false),
            Some(_) => enrolled.failures = 1,
            None => enrolled.failures += 1,
        }
        enrolled.two_step.locked_until = (enrolled.failures >= failures_max).then_some(locked_until);
        Ok(true)
    }

    async fn clear_failures(&self, user: UserId) -> Result<()> {
        if let Some(enrolled) = self.tables().enrolled(user) {
            (enrolled.failures, enrolled.two_step.locked_until) = (0, None);
        }
        Ok(())
    }
}

#[async_trait]
impl ApiTokens for Memory {
    async fn insert_api_token(
        &self,
        user: UserId,
        new: NewApiToken,
        now: Timestamp,
    ) -> Result<Option<ApiToken>> {
        let NewApiToken { token: hash, name, prefix, start, scope, books, expires_at } = new;
        let books = books.unwrap_or(user);
        if books != user {
            return Ok(None);
        }
        let (created_at, updated_at) = (now, now);
        let token = ApiToken {
            id: Id::new(now),
            user,
            books,
            name,
            prefix,
            start,
            scope,
            enabled: true,
            expires_at,
            last_used_at: None,
            created_at,
            updated_at,
        };
        self.tables().api_tokens.push((hash, token.clone()));
        Ok(Some(token))
    }

    async fn find_api_token_by_hash(
        &self,
        hash: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(ApiToken, User)>> {
        let tables = self.tables();
        let holds = |token: &ApiToken| token.enabled && token.expires_at.is_none_or(|end| end > now);
        let found = tables.api_tokens.iter().find(|(known, token)| *known == hash && holds(token));
        Ok(found.and_then(|(_, token)| Some((token.clone(), tables.user(token.user)?))))
    }

    async fn find_api_token(&self, user: UserId, id: ApiTokenId) -> Result<Option<ApiToken>> {
        Ok(self.tables().api_token(user, id).cloned())
    }

    async fn list_api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>> {
        let tables = self.tables();
        let tokens = tables.api_tokens.iter().map(|(_, token)| token);
        Ok(tokens.filter(|token| token.user == user).cloned().collect())
    }

    async fn update_api_token(
        &self,
        user: UserId,
        id: ApiTokenId,
        change: ApiTokenChange,
        now: Timestamp,
    ) -> Result<Option<ApiToken>> {
        let mut tables = self.tables();
        let Some(token) = tables.api_token(user, id) else { return Ok(None) };
        token.name = change.name.or(token.name.take());
        token.enabled = change.enabled.unwrap_or(token.enabled);
        token.expires_at = change.expires_at.unwrap_or(token.expires_at);
        token.updated_at = now;
        Ok(Some(token.clone()))
    }

    async fn touch_api_token(&self, user: UserId, id: ApiTokenId, now: Timestamp) -> Result<()> {
        if let Some(token) = self.tables().api_token(user, id) {
            token.last_used_at = Some(now);
        }
        Ok(())
    }

    async fn delete_api_token(&self, user: UserId, id: ApiTokenId) -> Result<()> {
        self.tables().api_tokens.retain(|(_, token)| token.user != user || token.id != id);
        Ok(())
    }

    async fn delete_api_tokens(&self, user: UserId) -> Result<()> {
        self.tables().api_tokens.retain(|(_, token)| token.user != user);
        Ok(())
    }

    async fn delete_expired_api_tokens(&self, now: Timestamp) -> Result<u64> {
        let mut tables = self.tables();
        let before = tables.api_tokens.len();
        tables.api_tokens.retain(|(_, token)| token.expires_at.is_none_or(|end| end > now));
        Ok((before - tables.api_tokens.len()) as u64)
    }
}

//! The access of feeds to the data at their providers, which ends when the feeds are deleted.

use saldo_domain::{Chain, Feed, FeedProvider, UserId};
use saldo_storage::Result as Stored;

use crate::{BankFeeds, Credential};

/// The access of feeds at their providers.
///
/// It is collected before the feeds are deleted, and ended afterwards: the credentials are deleted with the
/// feeds, and no provider can delay or prevent the deletion.
#[must_use = "the access goes on at the providers unless it is ended"]
pub struct FeedAccess {
    feeds: BankFeeds,
    credentials: Vec<(FeedProvider, Credential)>,
}

impl FeedAccess {
    /// Ends the access in the background. A failure is logged and not repeated, because nothing of the
    /// deleted feeds is stored any more.
    pub fn end_later(self) {
        self.feeds.tasks.clone().spawn(self.end());
    }

    /// Ends the access. Each request takes as long as one of a fetch at most.
    pub async fn end(self) {
        for (provider, credential) in &self.credentials {
            let Some(provider) = self.feeds.providers.find(*provider) else { continue };
            if let Err(error) = provider.end(credential).await {
                tracing::warn!(cause = %Chain(&error), "cannot end the access of a deleted bank feed at its provider");
            }
        }
    }
}

impl BankFeeds {
    /// Deletes all data of these books with `deletion`, and then ends the access of their feeds in the
    /// background.
    ///
    /// # Errors
    /// Those of `deletion`.
    pub async fn delete_with<T, E>(
        &self,
        books: UserId,
        deletion: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let access = self.access_of(&[books]).await;
        let done = deletion.await?;
        access.end_later();
        Ok(done)
    }

    /// Returns the access of a user's feeds, and of those of the households that are deleted with the user.
    pub async fn access_of_user(&self, user: UserId) -> FeedAccess {
        let households = self.deleted_with(user).await.unwrap_or_else(|error| {
            log_not_listed(&error);
            Vec::new()
        });
        self.access_of(&[vec![user], households].concat()).await
    }

    /// Returns the access of the feeds of these books. A failure of the storage is logged, because it must
    /// not prevent the deletion.
    pub(crate) async fn access_of(&self, books: &[UserId]) -> FeedAccess {
        let mut credentials = Vec::new();
        for books in books {
            match self.storage.list_feeds(*books).await {
                Ok(feeds) => credentials.extend(self.access_of_feeds(*books, &feeds).credentials),
                Err(error) => log_not_listed(&error),
            }
        }
        FeedAccess { feeds: self.clone(), credentials }
    }

    /// Returns the access of these feeds, as far as their credentials can be opened.
    pub(crate) fn access_of_feeds(&self, books: UserId, feeds: &[Feed]) -> FeedAccess {
        let of = |feed: &Feed| Some((feed.provider, self.opened(books, feed)?));
        FeedAccess { feeds: self.clone(), credentials: feeds.iter().filter_map(of).collect() }
    }

    /// Returns the households of which the user is the only member.
    async fn deleted_with(&self, user: UserId) -> Stored<Vec<UserId>> {
        let mut alone = Vec::new();
        for household in self.storage.list_households(user).await? {
            if self.storage.list_members(household.books).await?.len() == 1 {
                alone.push(household.books);
            }
        }
        Ok(alone)
    }
}

fn log_not_listed(error: &saldo_storage::Error) {
    tracing::warn!(cause = %Chain(error), "cannot list bank feeds before their deletion; their access does not end");
}

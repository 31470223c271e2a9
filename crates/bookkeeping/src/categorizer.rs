//! Categorizing with a model: selects the model, and checks if it may be asked.

use std::sync::Arc;

use saldo_domain::{Author, SendingConsent, StatementId, Timestamp, UserId};
use saldo_llm::NamedModel;

use crate::{Bookkeeper, Error, ModelQuestion, ModelRun, ModelRunLimits, Result, UserQueue};

/// Asks a model for the categories of unknown merchants. Cheap to clone.
///
/// The built-in analyst is never asked: it knows no more than the keywords that every user starts with.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use saldo_bookkeeping::{Bookkeeper, Categorizer, CategorizerOutcome, ModelRunLimits, Result};
/// use saldo_domain::{Clock, SystemClock, UserId};
/// use saldo_llm::NamedModel;
///
/// async fn categorize(books: Bookkeeper, model: NamedModel, user: UserId) -> Result<()> {
///     let categorizer = Categorizer::new(books, Arc::new([model]), ModelRunLimits::default(), 4);
///     let (model, outcome) = categorizer.categorize(user.into(), false, SystemClock.now()).await?;
///     match outcome {
///         CategorizerOutcome::NeedsConsent(_) => println!("May {} see the merchants?", model.name),
///         CategorizerOutcome::Done(_) => println!("{} was asked.", model.name),
///     }
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Categorizer {
    books: Bookkeeper,
    models: Arc<[NamedModel]>,
    limits: ModelRunLimits,
    queue: Arc<UserQueue>,
}

/// The result of a request to categorize.
#[derive(Debug, Clone, PartialEq)]
pub enum CategorizerOutcome {
    /// The model was asked.
    Done(ModelRun),
    /// The user must agree first. Nothing was sent; this would be. `None` if no merchant is unknown.
    NeedsConsent(Option<ModelQuestion>),
}

/// A model that can categorize.
struct CategorizingModel<'a> {
    named: &'a NamedModel,
    /// True if the user must agree before anything is sent to it.
    needs_consent: bool,
}

impl Categorizer {
    /// Creates a categorizer that asks the first of these models that a user's preferences allow: for one
    /// user one after the other, and for at most `users_max` users at a time. The tokens in `limits` count
    /// towards the same daily limit as those of conversations.
    #[must_use]
    pub fn new(
        books: Bookkeeper,
        models: Arc<[NamedModel]>,
        limits: ModelRunLimits,
        users_max: usize,
    ) -> Self {
        Self { books, models, limits, queue: Arc::new(UserQueue::new(users_max)) }
    }

    /// True if one of the models can categorize.
    #[must_use]
    pub fn has_model(&self) -> bool {
        self.bounded().next().is_some()
    }

    /// Asks a model about all unknown merchants and categorizes their transactions, if that needs no consent
    /// or the user has given it. Returns the name of the model, too.
    ///
    /// # Errors
    /// [`Error::NoModel`]; [`Error::SendingForbidden`] if the user does not allow anything to be sent;
    /// [`Error::Storage`] if the storage fails.
    pub async fn categorize(
        &self,
        author: Author,
        has_consent: bool,
        now: Timestamp,
    ) -> Result<(&NamedModel, CategorizerOutcome)> {
        if !self.has_model() {
            return Err(Error::NoModel);
        }
        let user = author.books;
        let sends = self.books.preferences(user).await?.advisor.sends;
        let CategorizingModel { named, needs_consent } =
            self.allowed(sends).ok_or(Error::SendingForbidden)?;
        let result = if needs_consent && !has_consent {
            CategorizerOutcome::NeedsConsent(self.books.model_question(user, &self.limits).await?)
        } else {
            CategorizerOutcome::Done(self.ask(author, None, named, now).await?)
        };
        Ok((named, result))
    }

    /// Asks a model about the unknown merchants of a statement, if that needs no consent. Otherwise the user
    /// starts it with [`Self::categorize`].
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn categorize_statement(
        &self,
        user: UserId,
        statement: StatementId,
        now: Timestamp,
    ) -> Result<Option<ModelRun>> {
        let sends = self.books.preferences(user).await?.advisor.sends;
        match self.allowed(sends) {
            Some(CategorizingModel { named, needs_consent: false }) => {
                self.ask(Author::automatic(user), Some(statement), named, now).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    async fn ask(
        &self,
        author: Author,
        statement: Option<StatementId>,
        named: &NamedModel,
        now: Timestamp,
    ) -> Result<ModelRun> {
        let _turn = self.queue.turn_of(author.books).await;
        let model = (named.model.as_ref(), named.name.as_str());
        self.books.ask_model(author, statement, model, &self.limits, now).await
    }

    /// Returns the models that can categorize within limits.
    fn bounded(&self) -> impl Iterator<Item = &NamedModel> {
        self.models.iter().filter(|named| named.model.is_bounded())
    }

    /// Returns the first model that the user's preference allows.
    fn allowed(&self, sends: SendingConsent) -> Option<CategorizingModel<'_>> {
        let named = match sends {
            SendingConsent::Never => self.bounded().find(|named| !named.model.is_remote()),
            SendingConsent::Ask | SendingConsent::Always => self.bounded().next(),
        }?;
        Some(CategorizingModel {
            named,
            needs_consent: sends == SendingConsent::Ask && named.model.is_remote(),
        })
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::PreferencesChange;
    use saldo_llm::scripted::{Scripted, Turn};

    use super::*;
    use crate::test_books::{Books, NOW};

    async fn sends(books: &Books, sends: SendingConsent) {
        let change = PreferencesChange { sends: Some(sends), ..PreferencesChange::default() };
        books.keeper.change_preferences(books.user, change, NOW).await.unwrap();
    }

    #[tokio::test]
    async fn a_remote_model_is_asked_only_as_far_as_the_user_allows() {
        let books = Books::of(&["Zorblax 17"]).await;
        let model = Arc::new(Scripted::new([Turn::text("{}"), Turn::text("{}")]));
        let named = NamedModel { name: "far".to_owned(), model: model.clone() };
        let categorizer =
            Categorizer::new(books.keeper.clone(), [named].into(), ModelRunLimits::default(), 1);
        let user = books.user;
        sends(&books, SendingConsent::Never).await;
        let refused = categorizer.categorize(user.into(), true, NOW).await.map(|(_, result)| result);
        assert!(matches!(refused, Err(Error::SendingForbidden)), "{refused:?}");
        sends(&books, SendingConsent::Ask).await;
        let (_, asked) = categorizer.categorize(user.into(), false, NOW).await.unwrap();
        let CategorizerOutcome::NeedsConsent(Some(question)) = asked else { panic!("{asked:?}") };
        assert_eq!((question.merchants, model.requests().len()), (1, 0));
        assert_eq!(categorizer.categorize_statement(user, StatementId::new(NOW), NOW).await.unwrap(), None);
        let (_, asked) = categorizer.categorize(user.into(), true, NOW).await.unwrap();
        assert!(matches!(asked, CategorizerOutcome::Done(_)), "{asked:?}");
        assert_eq!(
            model.requests()[0].messages.len(),
            1,
            "the request that was shown is sent after the user agreed"
        );
    }

    #[tokio::test]
    async fn without_a_model_nothing_can_be_asked() {
        let books = Books::of(&[]).await;
        let none = Categorizer::new(books.keeper.clone(), [].into(), ModelRunLimits::default(), 1);
        let refused = none.categorize(books.user.into(), true, NOW).await.map(|(_, result)| result);
        assert!(matches!(refused, Err(Error::NoModel)), "{refused:?}");
    }
}

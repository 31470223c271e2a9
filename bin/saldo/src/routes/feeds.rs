//! `/api/feeds`, `/api/feed-accounts`, `/api/feed-banks` and `/api/feed-authorizations`: bank feeds, the
//! accounts that they bring, and consents at banks.

use actix_web::web;
use saldo_domain::{Feed, FeedAccount, FeedId, UserId};
use saldo_wire::feeds::{
    BanksQuery, FeedAuthorizationAnswer, FeedAuthorizationBody, FeedAuthorizationRequest, FeedBanksBody,
    FeedBody, FeedsBody, LinkBody, SetupTokenRequest,
};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::CurrentUser;

/// `GET /api/feeds` — lists the bank feeds with their accounts.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/feeds")]
pub async fn list_feeds(user: CurrentUser) -> Answer<FeedsBody> {
    answer(user.app.feeds.list(user.id(), user.now()).await?)
}

/// `POST /api/feeds` — connects a bank feed with a setup token, and fetches its accounts. A token works once.
///
/// # Errors
/// 400 for a token that the provider refuses; 409 for too many feeds.
#[utoipa::path(post, path = "/feeds", responses((status = 409)))]
pub async fn create_feed(user: CurrentUser, body: Json<SetupTokenRequest>) -> Answer<FeedBody, 201> {
    let token = body.into_inner().token()?;
    let (feeds, user_id, now) = (user.app.feeds.clone(), user.id(), user.now());
    let feed = user.app.to_the_end(async move { feeds.add(user_id, &token, now).await }).await?;
    fetch(&user.app, user.id(), feed).await?;
    answer(found(&user.app, user.id(), feed).await?)
}

/// `PUT /api/feeds/{id}/token` — connects a feed again with a new setup token, and fetches it. Its accounts
/// stay linked.
///
/// # Errors
/// 400 for a token that the provider refuses; 404 for an unknown feed; 409 if all requests of the day were
/// made.
#[utoipa::path(put, path = "/feeds/{id}/token", responses((status = 409)))]
pub async fn reconnect_feed(
    user: CurrentUser,
    id: PathId<Feed>,
    body: Json<SetupTokenRequest>,
) -> Answer<FeedBody> {
    let token = body.into_inner().token()?;
    let (feeds, user_id, now) = (user.app.feeds.clone(), user.id(), user.now());
    user.app.to_the_end(async move { feeds.reconnect(user_id, id.0, &token, now).await }).await?;
    fetch(&user.app, user.id(), id.0).await?;
    answer(found(&user.app, user.id(), id.0).await?)
}

/// `GET /api/feed-banks?country=FI` — lists the banks of a country that can be connected.
///
/// # Errors
/// 400 for a text that is no country, or if the provider returns no banks; 409 if the server has no such
/// provider.
#[utoipa::path(
    get, path = "/feed-banks",
    responses((status = 409)),
)]
pub async fn list_banks(user: CurrentUser, query: web::Query<BanksQuery>) -> Answer<FeedBanksBody> {
    let country = query.into_inner().country()?;
    answer(user.app.feeds.banks(&country).await?)
}

/// `POST /api/feed-authorizations` — begins a consent at a bank, for a new feed or to renew one. The browser
/// is sent to the returned address.
///
/// # Errors
/// 400 for a bank that the provider refuses; 404 for an unknown feed; 409 for too many feeds, or if the
/// server has no such provider.
#[utoipa::path(post, path = "/feed-authorizations", responses((status = 404), (status = 409)))]
pub async fn start_authorization(
    user: CurrentUser,
    body: Json<FeedAuthorizationRequest>,
) -> Answer<FeedAuthorizationBody, 201> {
    let target = body.into_inner().target()?;
    let url = user.app.feeds.authorize(user.id(), target, user.now()).await?;
    answer(FeedAuthorizationBody::new(url.into()))
}

/// `POST /api/feed-authorizations/finish` — connects or renews a feed with the answer of the bank, and
/// fetches its accounts. An answer works once, for an hour, and for the user who began the authorization.
///
/// # Errors
/// 400 for an answer that is not accepted; 404 if the feed was deleted; 409 for too many feeds, or if the
/// server has no such provider.
#[utoipa::path(post, path = "/feed-authorizations/finish", responses((status = 404), (status = 409)))]
pub async fn finish_authorization(
    user: CurrentUser,
    body: Json<FeedAuthorizationAnswer>,
) -> Answer<FeedBody> {
    let (state, code) = body.into_inner().parts()?;
    let (feeds, user_id, now) = (user.app.feeds.clone(), user.id(), user.now());
    let finished = async move { feeds.finish_authorization(user_id, &state, &code, now).await };
    let feed = user.app.to_the_end(finished).await?;
    answer(found(&user.app, user.id(), feed).await?)
}

/// `POST /api/feeds/{id}/fetch` — fetches a feed, and imports the transactions of linked accounts. A failure
/// of the provider is in the answer.
///
/// # Errors
/// 404 for an unknown feed; 409 if it is revoked or being fetched, or if all requests of the day were made.
#[utoipa::path(post, path = "/feeds/{id}/fetch", responses((status = 409)))]
pub async fn fetch_feed(user: CurrentUser, id: PathId<Feed>) -> Answer<FeedBody> {
    fetch(&user.app, user.id(), id.0).await?;
    answer(found(&user.app, user.id(), id.0).await?)
}

/// `PUT /api/feed-accounts/{id}` — decides what is imported from an account of a feed: nothing, or its
/// transactions into a new or a known account.
///
/// # Errors
/// 400 for a missing account; 404 for an unknown account; 409 for an account of another currency.
#[utoipa::path(put, path = "/feed-accounts/{id}", responses((status = 404), (status = 409)))]
pub async fn link_feed_account(user: CurrentUser, id: PathId<FeedAccount>, body: Json<LinkBody>) -> Done {
    let request = body.into_inner().request()?;
    user.app.feeds.link(user.id(), id.0, request, user.now()).await?;
    Ok(NoContent)
}

/// `DELETE /api/feeds/{id}` — deletes a feed with its credential, and ends a consent at a bank if its
/// provider can be reached. What it brought stays.
///
/// # Errors
/// 404 for an unknown feed.
#[utoipa::path(delete, path = "/feeds/{id}")]
pub async fn delete_feed(user: CurrentUser, id: PathId<Feed>) -> Done {
    let (feeds, user_id) = (user.app.feeds.clone(), user.id());
    user.app.to_the_end(async move { feeds.delete(user_id, id.0).await }).await?;
    Ok(NoContent)
}

async fn fetch(app: &App, user: UserId, feed: FeedId) -> Result<(), ApiError> {
    let (feeds, now) = (app.feeds.clone(), app.clock.now());
    // A fetch counts, also if nobody waits for it.
    app.to_the_end(async move { feeds.fetch(user, feed, now).await }).await?;
    Ok(())
}

async fn found(app: &App, user: UserId, feed: FeedId) -> Result<FeedBody, ApiError> {
    let listed = app.feeds.list(user, app.clock.now()).await?;
    FeedBody::of(listed, feed).ok_or_else(ApiError::not_found)
}

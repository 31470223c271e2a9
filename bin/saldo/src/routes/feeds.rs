//! `/api/feeds`, `/api/feed-accounts`, `/api/feed-banks` and `/api/feed-authorizations`: bank feeds, the
//! accounts that they bring, and consents at banks.

use actix_web::{HttpResponse, web};
use saldo_domain::{Feed, FeedAccount, FeedId, UserId};
use saldo_wire::feeds::{
    BanksQuery, FeedAuthorizationAnswer, FeedAuthorizationBody, FeedAuthorizationRequest, FeedBanksBody,
    FeedBody, FeedsBody, LinkBody, SetupTokenRequest,
};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::CurrentUser;

/// `GET /api/feeds` — lists the bank feeds with their accounts.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/feeds", responses((status = 200, body = FeedsBody)))]
pub async fn list_feeds(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let listed = app.feeds.list(user.id(), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(FeedsBody::from(listed)))
}

/// `POST /api/feeds` — connects a bank feed with a setup token, and fetches its accounts. A token works once.
///
/// # Errors
/// 400 for a token that the provider refuses; 409 for too many feeds.
#[utoipa::path(
    post, path = "/feeds",
    request_body = SetupTokenRequest,
    responses((status = 201, body = FeedBody), (status = 409)),
)]
pub async fn create_feed(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<SetupTokenRequest>,
) -> Result<HttpResponse, ApiError> {
    let token = body.into_inner().token()?;
    let (feeds, user_id, now) = (app.feeds.clone(), user.id(), app.clock.now());
    let feed = to_the_end(&app, async move { feeds.add(user_id, &token, now).await }).await?;
    fetch(&app, user.id(), feed).await?;
    Ok(HttpResponse::Created().json(found(&app, user.id(), feed).await?))
}

/// `PUT /api/feeds/{id}/token` — connects a feed again with a new setup token, and fetches it. Its accounts
/// stay linked.
///
/// # Errors
/// 400 for a token that the provider refuses; 404 for an unknown feed; 409 if all requests of the day were
/// made.
#[utoipa::path(
    put, path = "/feeds/{id}/token",
    request_body = SetupTokenRequest,
    responses((status = 200, body = FeedBody), (status = 409)),
)]
pub async fn reconnect_feed(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Feed>,
    body: Json<SetupTokenRequest>,
) -> Result<HttpResponse, ApiError> {
    let token = body.into_inner().token()?;
    let (feeds, user_id, now) = (app.feeds.clone(), user.id(), app.clock.now());
    to_the_end(&app, async move { feeds.reconnect(user_id, id.0, &token, now).await }).await?;
    fetch(&app, user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(found(&app, user.id(), id.0).await?))
}

/// `GET /api/feed-banks?country=FI` — lists the banks of a country that can be connected.
///
/// # Errors
/// 400 for a text that is no country, or if the provider returns no banks; 409 if the server has no such
/// provider.
#[utoipa::path(
    get, path = "/feed-banks",
    params(("country" = String, Query, description = "The two letters of the country, like `FI`")),
    responses((status = 200, body = FeedBanksBody), (status = 409)),
)]
pub async fn list_banks(
    app: web::Data<App>,
    _user: CurrentUser,
    query: web::Query<BanksQuery>,
) -> Result<HttpResponse, ApiError> {
    let country = query.into_inner().country()?;
    Ok(HttpResponse::Ok().json(FeedBanksBody::from(app.feeds.banks(&country).await?)))
}

/// `POST /api/feed-authorizations` — begins a consent at a bank, for a new feed or to renew one. The browser
/// is sent to the returned address.
///
/// # Errors
/// 400 for a bank that the provider refuses; 404 for an unknown feed; 409 for too many feeds, or if the
/// server has no such provider.
#[utoipa::path(
    post, path = "/feed-authorizations",
    request_body = FeedAuthorizationRequest,
    responses((status = 201, body = FeedAuthorizationBody), (status = 404), (status = 409)),
)]
pub async fn start_authorization(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<FeedAuthorizationRequest>,
) -> Result<HttpResponse, ApiError> {
    let target = body.into_inner().target()?;
    let url = app.feeds.authorize(user.id(), target, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(FeedAuthorizationBody::new(url.into())))
}

/// `POST /api/feed-authorizations/finish` — connects or renews a feed with the answer of the bank, and
/// fetches its accounts. An answer works once, for an hour, and for the user who began the authorization.
///
/// # Errors
/// 400 for an answer that is not accepted; 404 if the feed was deleted; 409 for too many feeds, or if the
/// server has no such provider.
#[utoipa::path(
    post, path = "/feed-authorizations/finish",
    request_body = FeedAuthorizationAnswer,
    responses((status = 200, body = FeedBody), (status = 404), (status = 409)),
)]
pub async fn finish_authorization(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<FeedAuthorizationAnswer>,
) -> Result<HttpResponse, ApiError> {
    let (state, code) = body.into_inner().parts()?;
    let (feeds, user_id, now) = (app.feeds.clone(), user.id(), app.clock.now());
    let finished = async move { feeds.finish_authorization(user_id, &state, &code, now).await };
    let feed = to_the_end(&app, finished).await?;
    Ok(HttpResponse::Ok().json(found(&app, user.id(), feed).await?))
}

/// `POST /api/feeds/{id}/fetch` — fetches a feed, and imports the transactions of linked accounts. A failure
/// of the provider is in the answer.
///
/// # Errors
/// 404 for an unknown feed; 409 if it is revoked or being fetched, or if all requests of the day were made.
#[utoipa::path(
    post, path = "/feeds/{id}/fetch",
    responses((status = 200, body = FeedBody), (status = 409)),
)]
pub async fn fetch_feed(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Feed>,
) -> Result<HttpResponse, ApiError> {
    fetch(&app, user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(found(&app, user.id(), id.0).await?))
}

/// `PUT /api/feed-accounts/{id}` — decides what is imported from an account of a feed: nothing, or its
/// transactions into a new or a known account.
///
/// # Errors
/// 400 for a missing account; 404 for an unknown account; 409 for an account of another currency.
#[utoipa::path(
    put, path = "/feed-accounts/{id}",
    request_body = LinkBody,
    responses((status = 204), (status = 404), (status = 409)),
)]
pub async fn link_feed_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<FeedAccount>,
    body: Json<LinkBody>,
) -> Result<HttpResponse, ApiError> {
    let request = body.into_inner().request()?;
    app.feeds.link(user.id(), id.0, request, app.clock.now()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `DELETE /api/feeds/{id}` — deletes a feed with its credential, and ends a consent at a bank if its
/// provider can be reached. What it brought stays.
///
/// # Errors
/// 404 for an unknown feed.
#[utoipa::path(delete, path = "/feeds/{id}", responses((status = 204)))]
pub async fn delete_feed(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Feed>,
) -> Result<HttpResponse, ApiError> {
    let (feeds, user_id) = (app.feeds.clone(), user.id());
    to_the_end(&app, async move { feeds.delete(user_id, id.0).await }).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn fetch(app: &App, user: UserId, feed: FeedId) -> Result<(), ApiError> {
    let (feeds, now) = (app.feeds.clone(), app.clock.now());
    to_the_end(app, async move { feeds.fetch(user, feed, now).await }).await?;
    Ok(())
}

/// Works in a task of its own, so that a client that disconnects does not cut it off: a setup token and a
/// code work once, and a fetch counts.
async fn to_the_end<T: Send + 'static>(
    app: &App,
    work: impl Future<Output = saldo_feeds::Result<T>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = app.tasks.spawn(work).await.map_err(|error| ApiError::internal(&error))?;
    Ok(done?)
}

async fn found(app: &App, user: UserId, feed: FeedId) -> Result<FeedBody, ApiError> {
    let listed = app.feeds.list(user, app.clock.now()).await?;
    FeedBody::of(listed, feed).ok_or_else(ApiError::not_found)
}

//! `/api/categorize`: a model categorizes merchants that nothing else knows.

use saldo_wire::categorize::{CategorizeRequest, CategorizedBody};

use crate::answer::{Answer, answer};
use crate::extract::Json;
use crate::session::CurrentUser;

/// `POST /api/categorize` — asks the model for categories of merchants that keywords, rules and the user's
/// own choices do not cover.
///
/// # Errors
/// 409 if no model is configured, or if the user does not allow anything to be sent to one.
#[utoipa::path(post, path = "/categorize", responses((status = 409)))]
pub async fn categorize(user: CurrentUser, body: Json<CategorizeRequest>) -> Answer<CategorizedBody> {
    let has_consent = body.has_consent();
    let (named, outcome) = user.app.categorizer.categorize(user.author(), has_consent, user.now()).await?;
    answer(CategorizedBody::new(named, outcome))
}

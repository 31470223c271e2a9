//! `GET /auth/providers`.

use actix_web::HttpResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;

#[derive(Serialize, ToSchema)]
struct Providers<'call> {
    providers: Vec<Provider<'call>>,
}

#[derive(Serialize, ToSchema)]
struct Provider<'call> {
    id: &'call str,
    name: &'call str,
}

/// `GET /auth/providers` — lists the configured identity providers, for the buttons of the sign-in page.
#[utoipa::path(get, path = "/auth/providers", responses((status = 200, body = Providers)))]
pub async fn list_providers(call: Call) -> HttpResponse {
    let providers = call.auth().providers();
    let providers = providers.map(|provider| Provider { id: provider.id(), name: provider.label() });
    call.reply(Providers { providers: providers.collect() }, &[])
}

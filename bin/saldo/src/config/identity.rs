//! Settings of the identity provider that users can sign in with.

use saldo_auth::oidc::OidcConfig;
use url::Url;

use saldo_settings::{Error as ConfigError, Layers, optional, parsed, secret, settings, text};

settings! {
    pub(super) ALL:
    CLIENT_ID: Option<String> = optional(
        "IDP_CLIENT_ID",
        "the client id at an OpenID Connect provider; together with the secret, it enables sign-in through that provider",
    );
    CLIENT_SECRET: Option<String> = secret("IDP_CLIENT_SECRET", "the client secret at that provider");
    ISSUER: Url = parsed(
        "IDP_ISSUER",
        "https://accounts.google.com",
        "the provider's address, without `/.well-known/openid-configuration`",
        "it must be an address like https://accounts.google.com",
        |text| Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https")),
    );
    NAME: String = text("IDP_NAME", "Google", "the provider's name on the sign-in button");
}

/// Reads the provider. It is `None` unless both the client id and the secret are set.
pub(super) fn read(values: &Layers) -> Result<Option<OidcConfig>, ConfigError> {
    let (client_id, client_secret) = match (values.get(&CLIENT_ID)?, values.get(&CLIENT_SECRET)?) {
        (Some(id), Some(secret)) => (id, secret),
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(values.malformed(&CLIENT_ID, "IDP_CLIENT_SECRET must be set too")),
        (None, Some(_)) => return Err(values.malformed(&CLIENT_SECRET, "IDP_CLIENT_ID must be set too")),
    };
    let (issuer, label) = (values.get(&ISSUER)?, values.get(&NAME)?);
    let id = id_of(&label);
    if id.is_empty() || id == "credential" {
        return Err(values.malformed(&NAME, "it must have letters or digits"));
    }
    Ok(Some(OidcConfig::new(id, label, issuer, client_id, client_secret)))
}

/// Returns the name in a form for paths: `My Company` becomes `my-company`.
fn id_of(label: &str) -> String {
    let plain = saldo_domain::text::as_key(label);
    let words =
        plain.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::id_of;

    #[test]
    fn the_id_of_a_provider_is_its_name_as_a_slug() {
        assert_eq!(id_of("Google"), "google");
        assert_eq!(id_of("My Company (Köln)"), "my-company-koln");
        assert_eq!(id_of("!?"), "");
    }
}

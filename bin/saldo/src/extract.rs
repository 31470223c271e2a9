//! Extractors for handlers: ids, JSON bodies, pages of lists.

use std::future::{Ready, ready};
use utoipa::IntoParams;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use saldo_domain::{Date, Id, PageRequest, Period};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;

use crate::error::ApiError;

/// The id in a path. A text that is not an id is answered 404, like an unknown id.
pub struct PathId<T>(pub Id<T>);

impl<T> FromRequest for PathId<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").and_then(|text| text.parse().ok());
        ready(id.map(Self).ok_or_else(ApiError::not_found))
    }
}

/// A JSON body that is an object.
///
/// serde would also accept a list with the values in the order of the fields, but only field names show the
/// client's intent.
pub struct Json<T>(T);

impl<T> Json<T> {
    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: serde::de::DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = web::Json::<Object<T>>::from_request(request, payload);
        body.map(|body| Ok(Self(body?.into_inner().0))).boxed_local()
    }
}

struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(Fields(std::marker::PhantomData)).map(Self)
    }
}

/// Parses an id in a body or query. A text that is not an id is treated like an unknown id.
///
/// # Errors
/// 404 for a text that is not an id.
pub fn id_of<T>(text: &str) -> Result<Id<T>, ApiError> {
    text.parse().map_err(|_| ApiError::not_found())
}

/// Normalizes a text to one line without leading or trailing space.
///
/// # Errors
/// 400 if the result is empty or longer than `characters_max`.
pub fn one_line(name: &str, text: &str, characters_max: usize) -> Result<String, ApiError> {
    let line = saldo_domain::text::one_line(text);
    if line.is_empty() || line.chars().count() > characters_max {
        return Err(ApiError::bad_request(format!("{name} must have 1 to {characters_max} characters")));
    }
    Ok(line)
}

/// Checks that a day is in the years 1 to 9999, which databases and reports support.
///
/// # Errors
/// 400 for any other.
pub fn day(name: &str, date: Date) -> Result<Date, ApiError> {
    let fits = Period::EVER.contains(date);
    fits.then_some(date)
        .ok_or_else(|| ApiError::bad_request(format!("{name} must be a date from the year 1 to 9999")))
}

/// A field of a PATCH that distinguishes absence from `null`.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum PatchField<T> {
    /// The field is absent: nothing changes.
    #[default]
    Absent,
    /// The field is `null`: the value is removed.
    Null,
    /// The new value.
    Value(T),
}

impl<T> PatchField<T> {
    /// Converts to a change: `None` for none, `Some(None)` to remove the value.
    pub fn into_change(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PatchField<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

/// `?limit=&cursor=` of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    cursor: Option<String>,
}

impl PageQuery {
    /// Returns the requested page.
    ///
    /// # Errors
    /// 400 if the limit is not a number from 1 to [`PageRequest::LIMIT_MAX`].
    pub fn request(&self) -> Result<PageRequest, ApiError> {
        let limit = match self.limit.as_deref().filter(|text| !text.is_empty()) {
            None => PageRequest::LIMIT_DEFAULT,
            Some(text) => {
                text.parse().ok().filter(|limit| (1..=PageRequest::LIMIT_MAX).contains(limit)).ok_or_else(
                    || {
                        ApiError::bad_request(format!(
                            "limit must be a number from 1 to {}",
                            PageRequest::LIMIT_MAX
                        ))
                    },
                )?
            }
        };
        Ok(PageRequest { limit, cursor: self.cursor.clone().filter(|cursor| !cursor.is_empty()) })
    }
}

/// Maximum size of a table that is sent as the body, in bytes. 27 years of rates of 40 currencies have less
/// than a million.
pub const TABLE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Configures JSON bodies, queries and paths: limits, and errors in the API's format.
pub fn configure(service: &mut web::ServiceConfig, body_bytes_max: usize) {
    use actix_web::error::{JsonPayloadError, PayloadError};
    use actix_web::http::StatusCode;
    service.app_data(web::PayloadConfig::new(TABLE_BYTES_MAX));
    service.app_data(web::JsonConfig::default().limit(body_bytes_max).error_handler(move |error, _| {
        match error {
            JsonPayloadError::Overflow { .. }
            | JsonPayloadError::OverflowKnownLength { .. }
            | JsonPayloadError::Payload(PayloadError::Overflow) => ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The body is larger than {body_bytes_max} bytes; send a smaller one"),
            ),
            JsonPayloadError::ContentType => {
                ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json")
            }
            JsonPayloadError::Deserialize(error) if error.is_data() => {
                ApiError::bad_request(format!("Invalid body: {}", field_error(&error)))
            }
            _ => ApiError::bad_request("The body is not valid JSON"),
        }
        .into()
    }));
    service.app_data(web::QueryConfig::default().error_handler(|_, _| {
        ApiError::bad_request("Invalid query parameters; check their names and values").into()
    }));
}

/// Returns serde's message without the position in the body, which does not help users.
fn field_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

//! Schemas for the API document, of the types that implement serialization by hand. The others derive theirs.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Ref, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::money::{Currency, Money};
use crate::month::Month;
use crate::query::Decimal;
use crate::tag::Tag;

/// The schema of an amount in JSON: a decimal string. It documents fields whose Rust type is `String`.
pub struct DecimalText;

/// Implements the schemas of types that are strings in JSON.
macro_rules! text {
    ($($(#[$generic:ident])? $type:ty, $name:literal => $build:expr;)+) => {$(
        impl$(<$generic>)? PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                let build: fn(ObjectBuilder) -> ObjectBuilder = $build;
                build(ObjectBuilder::new().schema_type(Type::String)).into()
            }
        }
        impl$(<$generic>)? ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )+};
}

text! {
    #[T] Id<T>, "Id" => |text| {
        text.format(Some(SchemaFormat::Custom("uuid".to_owned())))
            .description(Some("A UUID version 7 (RFC 9562): ids sort by the time they were made."))
            .examples(["0198a5e0-1d2c-7a51-9c3e-7d1f0f2b9c44"])
    };
    Timestamp, "Timestamp" => |text| {
        text.format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("A moment in UTC with milliseconds (RFC 3339)."))
            .examples(["2026-11-20T20:31:47.921Z"])
    };
    Currency, "Currency" => |text| {
        text.pattern(Some("^[A-Z]{3}$")).description(Some("A code of ISO 4217.")).examples(["EUR"])
    };
    DecimalText, "Decimal" => |text| {
        text.pattern(Some(r"^-?[0-9]{1,19}(\.[0-9]{1,4})?$"))
            .description(Some(
                "An amount with the digits of its currency, signed from the account holder's side: money out is negative.",
            ))
            .examples(["-12.34"])
    };
    Decimal, "PlainDecimal" => |text| {
        text.pattern(Some(r"^[0-9]{1,16}(\.[0-9]{1,16})?$"))
            .description(Some("A number of units of any currency, of at most 16 digits and without a sign."))
            .examples(["12.50"])
    };
    Month, "Month" => |text| {
        text.pattern(Some("^[0-9]{4}-(0[1-9]|1[0-2])$"))
            .description(Some("A month of the calendar."))
            .examples(["2026-01"])
    };
    Tag, "Tag" => |text| {
        text.min_length(Some(1))
            .max_length(Some(Tag::CHARACTERS_MAX))
            .pattern(Some("^[^,]+$"))
            .description(Some("A word or a few, on one line and without a comma."))
            .examples(["holiday 2025"])
    };
}

impl PartialSchema for Money {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .property("amount", Ref::from_schema_name(DecimalText::name()))
            .required("amount")
            .property("currency", Ref::from_schema_name(Currency::name()))
            .required("currency")
            .description(Some("An amount of a currency."))
            .into()
    }
}
impl ToSchema for Money {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Money")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((DecimalText::name().into_owned(), DecimalText::schema()));
        schemas.push((Currency::name().into_owned(), Currency::schema()));
    }
}

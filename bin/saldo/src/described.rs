//! The description of a route by the types of its handler: arguments become parameters and the body of the
//! request, the result becomes the answer.

use actix_web::{HttpRequest, HttpResponse, web};
use saldo_wire::openapi::Description;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::answer::{Body, NoContent};
use crate::app::App;
use crate::extract::{Json, PathId, PathIds};
use crate::session::{CurrentUser, FreshUser, Person};

/// An argument or the result of a handler.
pub trait Described {
    /// Adds its description. Of most types there is nothing to describe, or the annotation of the handler
    /// does it.
    fn describe(_: &mut Description<'_>) {}
}

impl<T: IntoParams> Described for web::Query<T> {
    fn describe(description: &mut Description<'_>) {
        description.add_parameters::<T>();
    }
}

impl<T: IntoParams> Described for web::Path<T> {
    fn describe(description: &mut Description<'_>) {
        description.add_parameters::<T>();
    }
}

impl<T: ToSchema> Described for Json<T> {
    fn describe(description: &mut Description<'_>) {
        description.set_body::<T>();
    }
}

impl<T: ToSchema, const STATUS: u16> Described for Body<T, STATUS> {
    fn describe(description: &mut Description<'_>) {
        description.add_answer::<T>(STATUS);
    }
}

impl Described for NoContent {
    fn describe(description: &mut Description<'_>) {
        description.add_empty_answer(204);
    }
}

impl<T: Described, E> Described for Result<T, E> {
    fn describe(description: &mut Description<'_>) {
        T::describe(description);
    }
}

impl Described for () {}
impl Described for CurrentUser {}
impl Described for FreshUser {}
impl Described for HttpRequest {}
impl Described for HttpResponse {}
impl<T> Described for PathId<T> {}
impl<T, U> Described for PathIds<T, U> {}
impl Described for Person {}
impl Described for web::Bytes {}
impl Described for web::Data<App> {}
impl Described for web::Json<Value> {}
impl Described for web::Payload {}

macro_rules! describe_arguments {
    ($($argument:ident)+) => {
        impl<$($argument: Described),+> Described for ($($argument,)+) {
            fn describe(description: &mut Description<'_>) {
                $($argument::describe(description);)+
            }
        }
    };
}

describe_arguments!(A);
describe_arguments!(A B);
describe_arguments!(A B C);
describe_arguments!(A B C D);
describe_arguments!(A B C D E);

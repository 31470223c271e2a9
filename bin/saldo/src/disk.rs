//! The full disk: requests that fail because of it release the reserve, and a deletion runs again with it.

use std::cell::RefCell;
use std::rc::Rc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web;
use futures::TryStreamExt as _;
use futures::stream;
use saldo_files::Disk;

use crate::app::App;
use crate::error::ApiError;

/// Runs `work`, which needs little space. If the disk is full, frees the reserve and runs it again.
///
/// # Errors
/// Those of `work`.
pub async fn with_room<T, E>(disk: &Disk, work: impl AsyncFn() -> Result<T, E>) -> Result<T, ApiError>
where
    ApiError: From<E>,
{
    match work().await.map_err(ApiError::from) {
        Err(error) if error.is_disk_full() => {
            disk.mark_full();
            Ok(work().await?)
        }
        done => done,
    }
}

/// Releases the reserve after an answer with status 507.
///
/// # Errors
/// Those of the request.
pub async fn watch(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let app = request.app_data::<web::Data<App>>().cloned();
    let answered = next.call(request).await;
    let status = match &answered {
        Ok(answer) => answer.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    if let Some(app) = app.filter(|_| status == StatusCode::INSUFFICIENT_STORAGE) {
        app.disk.mark_full();
    }
    answered
}

/// Runs a route that deletes data. Deleting frees space but needs some first: if the disk is full, the route
/// runs again without the reserve.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn delete_with_room(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let (request, body) = request.into_parts();
    let received = Rc::new(RefCell::new(Vec::new()));
    let writer = Rc::clone(&received);
    let recorded = body.inspect_ok(move |piece| writer.borrow_mut().push(piece.clone()));
    let first = ServiceRequest::from_parts(request.clone(), Payload::Stream { payload: Box::pin(recorded) });
    let answer = next.call(first).await?.map_into_boxed_body();
    if answer.status() != StatusCode::INSUFFICIENT_STORAGE {
        return Ok(answer);
    }
    drop(answer);
    if let Some(app) = request.app_data::<web::Data<App>>() {
        app.disk.mark_full();
    }
    let again = stream::iter(received.take().into_iter().map(Ok));
    let second = ServiceRequest::from_parts(request, Payload::Stream { payload: Box::pin(again) });
    Ok(next.call(second).await?.map_into_boxed_body())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_and_read_body, init_service};
    use actix_web::{App as Service, HttpResponse};

    use super::*;

    #[actix_web::test]
    async fn a_deletion_runs_again_if_the_disk_is_full() {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let delete = async |id: web::Path<String>, body: String| -> Result<HttpResponse, ApiError> {
            if RUNS.fetch_add(1, Ordering::SeqCst) == 0 {
                return Err(ApiError::disk_full());
            }
            Ok(HttpResponse::Ok().body(format!("{id}: {body}")))
        };
        let route = web::delete().to(delete).wrap(from_fn(delete_with_room));
        let service = init_service(Service::new().route("/rules/{id}", route)).await;
        for runs in [2, 3] {
            let request = TestRequest::delete().uri("/rules/7").set_payload("sure").to_request();
            assert_eq!(call_and_read_body(&service, request).await, "7: sure");
            assert_eq!(RUNS.load(Ordering::SeqCst), runs);
        }
    }
}

//! `/api/import`: data files of banks and other programs, previewed first and imported after the user
//! confirms.

use actix_multipart::{Field, Multipart};
use actix_web::{HttpRequest, HttpResponse, web};
use futures::{StreamExt, TryStreamExt};
use saldo_domain::{Account, AccountId, Currency, Statement};
use saldo_statement_ingest::PreviewChoice;
use saldo_statement_ingest::import::CsvMapping;
use saldo_wire::described::ImportForm;
use saldo_wire::fields::id_of;
use saldo_wire::imports::{self, ImportPreviewBody, ImportRequest, MappingBody};
use saldo_wire::lists::List;
use saldo_wire::statements::{AcceptedBody, ProcessedBody};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::routes::process_statement;
use crate::session::CurrentUser;

/// Maximum size of a text part beside the file, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// The parts of a preview request.
#[derive(Default)]
struct Asked {
    statement: Option<(Statement, bool)>,
    mapping: Option<CsvMapping>,
    account: Option<AccountId>,
    /// The currency of the account that is to be created for the file.
    currency: Option<Currency>,
}

/// `POST /api/import/preview` — previews the import of a file. Nothing is imported; the file is stored like
/// an upload.
///
/// # Errors
/// 400 without a file or with an invalid mapping; 404 for an unknown statement or account; 413 if the file is
/// too large; 415 for a file that is not a data file; 422 if it cannot be read; 507 if the disk is full.
#[utoipa::path(
    post, path = "/import/preview",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 404), (status = 413), (status = 415), (status = 422)),
)]
pub async fn preview_import(
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Answer<ImportPreviewBody> {
    user.app.disk.refuse_when_full().await?;
    let asked = receive(&user.app, &user, Multipart::new(request.headers(), payload)).await?;
    let (statement, duplicate) = asked.statement.ok_or_else(|| {
        ApiError::bad_request("Send the file as a part with a filename, or its statementId")
    })?;
    if asked.account.is_some() && asked.currency.is_some() {
        return Err(ApiError::bad_request("Send accountId or currency, not both"));
    }
    let choice = PreviewChoice { mapping: asked.mapping, account: asked.account, currency: asked.currency };
    let chosen = user.app.ingest.preview(user.id(), statement.id, choice).await?;
    let duplicate_of = duplicate.then_some(statement.id);
    answer(ImportPreviewBody::new(statement.id, duplicate_of, chosen))
}

async fn receive(app: &App, user: &CurrentUser, mut parts: Multipart) -> Result<Asked, ApiError> {
    let mut asked = Asked::default();
    while let Some(mut part) = parts.try_next().await.map_err(|_| malformed())? {
        let disposition = part.content_disposition().cloned();
        let name = part.name().unwrap_or_default().to_owned();
        if let Some(file_name) = disposition.as_ref().and_then(|value| value.get_filename()) {
            if asked.statement.is_some() {
                return Err(ApiError::bad_request("The upload has several files; send one file per import"));
            }
            let bytes = (&mut part).map_err(|error| std::io::Error::other(error.to_string())).fuse();
            let uploaded = app.ingest.upload(user.id(), file_name, bytes).await?;
            asked.statement = Some((uploaded.statement, uploaded.duplicate));
            continue;
        }
        match name.as_str() {
            "statementId" => {
                let id = id_of(&text_of(&mut part).await?)?;
                asked.statement = Some((app.ingest.statement(user.id(), id).await?, false));
            }
            "currency" => {
                let currency = Currency::parse(&text_of(&mut part).await?);
                let currency = currency
                    .map_err(|_| ApiError::bad_request("currency must be an ISO 4217 code like EUR"))?;
                asked.currency = Some(currency);
            }
            "accountId" => asked.account = Some(id_of(&text_of(&mut part).await?)?),
            "mapping" => asked.mapping = Some(imports::mapping(&text_of(&mut part).await?)?),
            _ => {}
        }
    }
    Ok(asked)
}

async fn text_of(part: &mut Field) -> Result<String, ApiError> {
    let too_long = || ApiError::bad_request(format!("A text part can have at most {TEXT_BYTES_MAX} bytes"));
    let bytes = part.bytes(TEXT_BYTES_MAX).await.map_err(|_| too_long())?.map_err(|_| malformed())?;
    String::from_utf8(bytes.to_vec()).map_err(|_| ApiError::bad_request("A text part must be UTF-8"))
}

fn malformed() -> ApiError {
    ApiError::bad_request("The body is incomplete or not well-formed multipart/form-data; send it again")
}

/// `POST /api/import` — imports a previewed file and saves its mapping. Transactions that exist already are
/// not imported again. The answer is that of `POST /process-statement`.
///
/// # Errors
/// 400 for an invalid mapping, account or currency; 404 for a statement or account that is not the user's;
/// 415 for a PDF; 422 if a row cannot be read or the detected mapping is not confirmed.
#[utoipa::path(
    post, path = "/import",
    params(("Prefer" = Option<String>, Header, description = "`wait=N` seconds, or `respond-async` (RFC 7240).")),
    responses(
        (
            status = 200,
            body = ProcessedBody,
            headers(("Preference-Applied" = String, description = "The preference that was applied.")),
        ),
        (
            status = 202,
            body = AcceptedBody,
            headers(("Location" = String, description = "The path of the job.")),
        ),
        (status = 404),
        (status = 415),
        (status = 422),
    ),
)]
pub async fn import_file(
    user: CurrentUser,
    request: HttpRequest,
    body: Json<ImportRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let id = body.statement()?;
    let (mapping, target) = body.choice(user.now())?;
    let import = |wait| user.app.statement_jobs.import(user.author(), id, mapping, target, wait);
    process_statement::answer(&user.app, &request, import).await
}

/// `GET /api/import/mappings` — lists the saved mapping of each account, latest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/import/mappings")]
pub async fn list_mappings(user: CurrentUser) -> Answer<List<MappingBody>> {
    answer(user.app.ingest.saved_mappings(user.id()).await?)
}

/// `DELETE /api/import/mappings/{id}` — deletes the saved mappings of the account with this id.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(delete, path = "/import/mappings/{id}")]
pub async fn delete_mappings(user: CurrentUser, id: PathId<Account>) -> Done {
    user.app.ingest.delete_mappings(user.id(), id.0).await?;
    Ok(NoContent)
}

//! `/api/import`: data files of banks and other programs, previewed first and imported after the user
//! confirms.

use actix_multipart::{Field, Multipart};
use actix_web::{HttpRequest, HttpResponse, web};
use futures::{StreamExt, TryStreamExt};
use saldo_bookkeeping::NewManualAccount;
use saldo_domain::{
    Account, AccountId, AccountKind, Currency, Date, Money, Statement, StatementId, TransactionDraft,
};
use saldo_statement_ingest::import::{CsvMapping, ImportFormat};
use saldo_statement_ingest::{ChosenPreview, ImportPreview, ImportTarget, MappingOrigin, PreviewChoice};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, id_of, one_line};
use crate::openapi::{AnyId, DecimalText, ImportForm};
use crate::routes::process_statement;
use crate::session::CurrentUser;
use crate::wire::List;

/// Maximum size of a text part beside the file, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;
/// Maximum number of transactions and of problems in a preview.
const SHOWN_MAX: usize = 20;
/// Maximum length of an account's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;

/// The parts of a preview request.
#[derive(Default)]
struct Asked {
    statement: Option<(Statement, bool)>,
    mapping: Option<CsvMapping>,
    account: Option<AccountId>,
    /// The currency of the account that is to be created for the file.
    currency: Option<Currency>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportPreview)]
struct PreviewBody {
    statement_id: StatementId,
    duplicate_of: Option<StatementId>,
    format: FormatBody,
    mapping: Option<CsvMapping>,
    mapping_from: Option<MappingOriginBody>,
    columns: Vec<String>,
    account_id: Option<AccountId>,
    accounts: Vec<AccountBody>,
    transaction_count: usize,
    transactions: Vec<TransactionBody>,
    problem_count: usize,
    problems: Vec<ProblemBody>,
}

/// The origin of a file's mapping.
#[derive(Serialize, ToSchema)]
#[schema(as = MappingOrigin)]
#[serde(rename_all = "snake_case")]
enum MappingOriginBody {
    /// It came with the request.
    Given,
    /// It was stored for this kind of file.
    Saved,
    /// It was guessed from the file.
    Guessed,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedAccount)]
struct AccountBody {
    number_masked: Option<String>,
    name: Option<String>,
    kind: AccountKind,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    opening_balance: Option<String>,
    #[schema(value_type = Option<DecimalText>)]
    closing_balance: Option<String>,
    transaction_count: usize,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewedTransaction)]
struct TransactionBody {
    date: Date,
    value_date: Option<Date>,
    description: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
}

impl From<&TransactionDraft> for TransactionBody {
    fn from(transaction: &TransactionDraft) -> Self {
        Self {
            date: transaction.date,
            value_date: transaction.value_date,
            description: transaction.description.clone(),
            amount: transaction.amount.decimal(),
            currency: transaction.amount.currency(),
            balance: transaction.balance.map(Money::decimal),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = RowProblem)]
struct ProblemBody {
    line: usize,
    what: String,
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
    responses((status = 200, body = PreviewBody), (status = 404), (status = 413), (status = 415), (status = 422)),
)]
pub async fn preview_import(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    app.disk.refuse_when_full().await?;
    let asked = receive(&app, &user, Multipart::new(request.headers(), payload)).await?;
    let (statement, duplicate) = asked.statement.ok_or_else(|| {
        ApiError::bad_request("Send the file as a part with a filename, or its statementId")
    })?;
    if asked.account.is_some() && asked.currency.is_some() {
        return Err(ApiError::bad_request("Send accountId or currency, not both"));
    }
    let choice = PreviewChoice { mapping: asked.mapping, account: asked.account, currency: asked.currency };
    let chosen = app.ingest.preview(user.id(), statement.id, choice).await?;
    Ok(HttpResponse::Ok().json(body_of(statement.id, duplicate.then_some(statement.id), chosen)))
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
            "mapping" => {
                let mapping: CsvMapping = serde_json::from_str(&text_of(&mut part).await?)
                    .map_err(|error| ApiError::bad_request(format!("mapping is invalid: {error}")))?;
                asked.mapping = Some(checked(mapping)?);
            }
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

fn checked(mapping: CsvMapping) -> Result<CsvMapping, ApiError> {
    mapping.check().map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok(mapping)
}

/// A format of data files.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportFormat)]
#[serde(rename_all = "lowercase")]
enum FormatBody {
    Csv,
    Xlsx,
    Ofx,
    Qif,
    Camt053,
    Mt940,
}

impl From<ImportFormat> for FormatBody {
    fn from(format: ImportFormat) -> Self {
        match format {
            ImportFormat::Csv => Self::Csv,
            ImportFormat::Xlsx => Self::Xlsx,
            ImportFormat::Ofx => Self::Ofx,
            ImportFormat::Qif => Self::Qif,
            ImportFormat::Camt053 => Self::Camt053,
            ImportFormat::Mt940 => Self::Mt940,
        }
    }
}

fn body_of(
    statement_id: StatementId,
    duplicate_of: Option<StatementId>,
    chosen: ChosenPreview,
) -> PreviewBody {
    let whole = PreviewBody {
        statement_id,
        duplicate_of,
        format: FormatBody::Csv,
        mapping: None,
        mapping_from: None,
        columns: Vec::new(),
        account_id: chosen.account,
        accounts: Vec::new(),
        transaction_count: 0,
        transactions: Vec::new(),
        problem_count: 0,
        problems: Vec::new(),
    };
    match chosen.preview {
        ImportPreview::Csv(csv) => PreviewBody {
            format: csv.format.into(),
            mapping: Some(csv.mapping),
            mapping_from: Some(match chosen.mapping {
                MappingOrigin::Given => MappingOriginBody::Given,
                MappingOrigin::Saved => MappingOriginBody::Saved,
                MappingOrigin::Guessed => MappingOriginBody::Guessed,
            }),
            columns: csv.head,
            transaction_count: csv.transactions.len(),
            transactions: csv.transactions.iter().take(SHOWN_MAX).map(TransactionBody::from).collect(),
            problem_count: csv.problems.len(),
            problems: csv
                .problems
                .iter()
                .take(SHOWN_MAX)
                .map(|problem| ProblemBody { line: problem.line, what: problem.what.clone() })
                .collect(),
            ..whole
        },
        ImportPreview::Accounts { format, accounts } => PreviewBody {
            format: format.into(),
            transaction_count: accounts.iter().map(|account| account.transactions.len()).sum(),
            transactions: accounts
                .iter()
                .flat_map(|account| &account.transactions)
                .take(SHOWN_MAX)
                .map(TransactionBody::from)
                .collect(),
            accounts: accounts
                .iter()
                .map(|account| AccountBody {
                    number_masked: account.number.as_deref().map(saldo_domain::account::mask_number),
                    name: account.name.clone(),
                    kind: account.kind,
                    currency: account.currency,
                    opening_balance: account.opening_balance.map(Money::decimal),
                    closing_balance: account.closing_balance.map(Money::decimal),
                    transaction_count: account.transactions.len(),
                })
                .collect(),
            ..whole
        },
    }
}

/// A file to import, and the import options.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    #[schema(value_type = AnyId)]
    statement_id: String,
    mapping: Option<CsvMapping>,
    #[schema(value_type = Option<AnyId>)]
    account_id: Option<String>,
    account: Option<NewAccount>,
}

/// An account to create for the file.
#[derive(Deserialize, ToSchema)]
#[schema(as = ImportAccount)]
pub struct NewAccount {
    name: String,
    kind: AccountKind,
    currency: Currency,
}

/// `POST /api/import` — imports a previewed file and saves its mapping. Transactions that exist already are
/// not imported again. The answer is that of `POST /process-statement`.
///
/// # Errors
/// 400 for an invalid mapping, account or currency; 404 for a statement or account that is not the user's;
/// 415 for a PDF; 422 if a row cannot be read or the detected mapping is not confirmed.
#[utoipa::path(
    post, path = "/import",
    params(
        ("Prefer" = Option<String>, Header, description = "`wait=N` seconds, or `respond-async` (RFC 7240)."),
    ),
    request_body = ImportRequest,
    responses(
        (
            status = 200,
            body = process_statement::ProcessedBody,
            headers(("Preference-Applied" = String, description = "The preference that was applied.")),
        ),
        (
            status = 202,
            body = process_statement::AcceptedBody,
            headers(("Location" = String, description = "The path of the job.")),
        ),
        (status = 404),
        (status = 415),
        (status = 422),
    ),
)]
pub async fn import_file(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    body: Json<ImportRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let id = id_of(&body.statement_id)?;
    let statement = app.ingest.statement(user.id(), id).await?;
    let mapping = body.mapping.map(checked).transpose()?;
    let target = match (body.account_id, body.account) {
        (Some(_), Some(_)) => return Err(ApiError::bad_request("Send accountId or account, not both")),
        (Some(id), None) => ImportTarget::Account(id_of(&id)?),
        (None, Some(new)) => ImportTarget::New(NewManualAccount {
            id: AccountId::new(app.clock.now()),
            name: one_line("name", &new.name, NAME_CHARACTERS_MAX)?,
            institution: None,
            kind: new.kind,
            currency: new.currency,
        }),
        (None, None) => ImportTarget::Named,
    };
    app.ingest.choose(user.id(), id, mapping, target).await?;
    process_statement::run(&app, &user, &request, &statement, None).await
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedMapping)]
struct MappingBody {
    account_id: AccountId,
    #[schema(value_type = CsvMapping)]
    mapping: serde_json::Value,
    updated_at: saldo_domain::Timestamp,
}

/// `GET /api/import/mappings` — lists the saved mapping of each account, latest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/import/mappings", responses((status = 200, body = List<MappingBody>)))]
pub async fn list_mappings(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let saved = app.ingest.saved_mappings(user.id()).await?;
    let items = saved.into_iter().map(|saved| MappingBody {
        account_id: saved.account,
        mapping: saved.mapping,
        updated_at: saved.updated_at,
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `DELETE /api/import/mappings/{id}` — deletes the saved mappings of the account with this id.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(delete, path = "/import/mappings/{id}", responses((status = 204)))]
pub async fn delete_mappings(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    app.ingest.delete_mappings(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
